"""Drop Dead: dice are cast until every one of them has died of a 2 or a 5. Pure chance, with or without stakes."""

from processor.core.game import Game
from processor.games.dropdead.check import check
from processor.games.dropdead.events import EVENTS
from processor.games.dropdead.hand import by_hand
from processor.games.dropdead.odds import odds
from processor.games.dropdead.orders import RollInning, say
from processor.games.dropdead.reader import read
from processor.games.dropdead.rules import OPTIONS, adjudicate, award, excuse, finish, is_over, open_match, owed, resign
from processor.games.dropdead.stakes import stake
from processor.games.dropdead.state import State, evolve
from processor.games.dropdead.view import view

GAME: Game[State] = Game(
    name="dropdead",
    title="Drop Dead",
    fewest_seats=2,
    most_seats=1000,
    orders=(RollInning,),
    events=EVENTS,
    open=open_match,
    read=read,
    say=say,
    check=check,
    owed=owed,
    adjudicate=adjudicate,
    evolve=evolve,
    view=view,
    by_hand=by_hand,
    resign=resign,
    finish=finish,
    is_over=is_over,
    stake=stake,
    award=award,
    excuse=excuse,
    missing_rule=lambda state: 6,
    odds=odds,
    options=OPTIONS,
    unit="inning",
)
