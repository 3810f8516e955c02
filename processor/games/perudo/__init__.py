"""Postal Perudo: liar's dice with every round played at once, under pseudonyms."""

from processor.core.game import Game
from processor.games.perudo.advice import examples
from processor.games.perudo.check import check
from processor.games.perudo.events import (
    BidDrawn,
    BidMade,
    ChallengeSettled,
    HandDealt,
    OrderOfPlayDrawn,
    RedNGiven,
    RedNWaived,
    RoundsBrokenOff,
    SeatEjected,
    SeatResigned,
    TooFewLeft,
    TurnPlayed,
)
from processor.games.perudo.hand import by_hand
from processor.games.perudo.orders import Bid, Challenge, say
from processor.games.perudo.reader import read
from processor.games.perudo.rules import (
    OPTIONS,
    adjudicate,
    excuse,
    finish,
    is_over,
    may_pass,
    open_match,
    owed,
    resign,
)
from processor.games.perudo.state import State, evolve
from processor.games.perudo.view import view
from processor.paths import shipped

GAME: Game[State] = Game(
    name="perudo",
    title="Postal Perudo",
    fewest_seats=4,
    most_seats=8,
    orders=(Bid, Challenge),
    events=(
        OrderOfPlayDrawn,
        HandDealt,
        BidMade,
        BidDrawn,
        ChallengeSettled,
        SeatEjected,
        TooFewLeft,
        RedNGiven,
        RedNWaived,
        SeatResigned,
        RoundsBrokenOff,
        TurnPlayed,
    ),
    open=open_match,
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
    excuse=excuse,
    missing_rule=lambda state: 8,
    may_pass=may_pass,
    is_timed=lambda state: not state.at_rest,
    options=OPTIONS,
    pseudonyms=tuple(shipped("data", "perudo", "hosts.txt").split("\n")[:-1]),
)
