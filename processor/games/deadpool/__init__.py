"""The Dead Pool: everybody names three people, and the first of all these to die wins the pool for who named them."""

from collections.abc import Sequence

from processor.core.game import Game, Seat
from processor.core.orders import Complaint
from processor.games.deadpool.check import check, check_early
from processor.games.deadpool.events import EVENTS
from processor.games.deadpool.gm import GM_ORDERS, check_gm, rule
from processor.games.deadpool.gmreader import read_gm
from processor.games.deadpool.orders import WORDS, FeeFromAccount, Nomination, say
from processor.games.deadpool.reader import read
from processor.games.deadpool.rules import (
    OPTIONS,
    adjudicate,
    admit,
    charge,
    fee,
    finish,
    is_over,
    is_timed,
    look_over,
    open,
    owed,
    receive,
    resign,
    schedule,
)
from processor.games.deadpool.state import State, evolve
from processor.games.deadpool.view import view


def _no_dice(seats: Sequence[Seat], words: str) -> Complaint:
    """The world throws the dice of this game."""
    return WORDS.to_gm("no-dice", 1, words)


GAME: Game[State] = Game(
    name="deadpool",
    title="The Dead Pool",
    fewest_seats=2,
    most_seats=200,
    orders=(Nomination, FeeFromAccount, *GM_ORDERS),
    events=EVENTS,
    open=open,
    read=read,
    say=say,
    check=check,
    owed=owed,
    adjudicate=adjudicate,
    evolve=evolve,
    view=view,
    by_hand=_no_dice,
    resign=resign,
    finish=finish,
    is_over=is_over,
    admit=admit,
    check_early=check_early,
    is_timed=is_timed,
    schedule=schedule,
    read_gm=read_gm,
    check_gm=check_gm,
    rule=rule,
    look_over=look_over,
    fee=fee,
    charge=charge,
    receive=receive,
    missing_rule=lambda state: 4,
    options=OPTIONS,
)
