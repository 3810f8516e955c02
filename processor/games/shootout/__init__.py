"""Shootout: one shot after the other, each decided by a die of twenty sides the moment it is ordered."""

from processor.core.calendar import AfterLast, Amount
from processor.core.game import Game
from processor.games.shootout.check import check, check_early
from processor.games.shootout.events import EVENTS
from processor.games.shootout.hand import by_hand
from processor.games.shootout.orders import Accuracy, Shot, Vote, say
from processor.games.shootout.reader import read
from processor.games.shootout.rules import (
    OPTIONS,
    adjudicate,
    excuse,
    finish,
    is_over,
    is_ready,
    marks,
    open_match,
    owed,
    resign,
)
from processor.games.shootout.state import State, evolve
from processor.games.shootout.view import view

GAME: Game[State] = Game(
    name="shootout",
    title="Shootout",
    fewest_seats=5,
    most_seats=20,
    orders=(Accuracy, Shot, Vote),
    events=EVENTS,
    open=open_match,
    read=read,
    say=say,
    check=check,
    check_early=check_early,
    owed=owed,
    adjudicate=adjudicate,
    evolve=evolve,
    view=view,
    by_hand=by_hand,
    resign=resign,
    finish=finish,
    is_over=is_over,
    excuse=excuse,
    missing_rule=lambda state: 11 if state.shooter is None else 9,
    is_ready=is_ready,
    marks=marks,
    usual_rule=AfterLast(Amount(7, "day")),
    reminds_halfway=True,
    watches_silence=True,  # rule 9
    options=OPTIONS,
)
