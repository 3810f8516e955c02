"""Choice +: every turn five dice are split into two pairs and a reject, by everybody, from the same dice."""

from processor.core.game import Game
from processor.games.choice.checking import check
from processor.games.choice.events import EVENTS
from processor.games.choice.hand import by_hand
from processor.games.choice.legality import examples
from processor.games.choice.orders import Allocation, say
from processor.games.choice.reading import read
from processor.games.choice.rules import (
    adjudicate,
    admit,
    award,
    excuse,
    finish,
    is_over,
    late,
    may_begin,
    open,
    owed,
    resign,
)
from processor.games.choice.state import State, evolve
from processor.games.choice.view import view

GAME: Game[State] = Game(
    name="choice",
    title="Choice +",
    fewest_seats=0,
    most_seats=1000,
    orders=(Allocation,),
    events=EVENTS,
    open=open,
    read=read,
    say=say,
    check=check,
    owed=owed,
    adjudicate=adjudicate,
    evolve=evolve,
    view=view,
    examples=examples,
    by_hand=by_hand,
    resign=resign,
    finish=finish,
    is_over=is_over,
    admit=admit,
    may_begin=may_begin,
    award=award,
    excuse=excuse,
    missing_rule=lambda state: 8,
    late=late,
    lasting=True,
    unit="issue",
)
