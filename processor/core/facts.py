"""What came from outside and is told again where the past is told anew, and what of it outlives a roll-back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from processor.core.events import (
    DeadlineFreed,
    DeadlineHeld,
    DeadlineSet,
    DiceGiven,
    Event,
    MoneyPaid,
    PointsGiven,
    PressSent,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    SettingChanged,
    StandbyListed,
    StandbyStruck,
    Told,
    TurnClosed,
    TurnExcused,
    TurnPreviewed,
    VacationCancelled,
    VacationTaken,
    is_fact,
)
from processor.core.game import Game
from processor.core.match import Match, Phase, evolve, fold
from processor.core.orders import Order
from processor.core.referee.happening import awaits_nothing, closes_now

BESIDE_TURNS = (
    SeatTaken,
    SeatHandedOver,
    SeatLeft,
    StandbyListed,
    StandbyStruck,
    DiceGiven,
    MoneyPaid,
    PointsGiven,
    SettingChanged,
    VacationTaken,
    VacationCancelled,
    TurnPreviewed,
)
"""What stays true when a match is rolled back: it belongs to no turn."""

_CLOCK = (DeadlineSet, DeadlineHeld, DeadlineFreed)
"""What stays true when a match is rolled back to the turn that it was about."""


@dataclass(frozen=True)
class Fact:
    """A fact to be told again, and the match as it was when it first happened.

    ``at`` is its place in the history in force, or that of what it comes before, if an earlier ruling took it out.
    ``stands`` is how that history tells it: an earlier ruling may have cost it some orders, or all of it.
    """

    told: Told
    old: Match
    at: int
    stands: Told | None

    @property
    def event(self) -> Event:
        return self.told.event

    @property
    def ends_turn(self) -> bool:
        """Whether its turn ends with it: by its deadline, or since nothing more is awaited then."""
        is_last_awaited = self.old.phase is Phase.RUNNING and awaits_nothing(evolve(self.old, self.event))
        return isinstance(self.event, TurnClosed) or is_last_awaited

    @property
    def turn_after(self) -> int:
        """The turn that is open when it has happened."""
        after = evolve(self.old, self.event)
        return after.turn + (self.ends_turn and closes_now(after))

    @property
    def is_unchanged(self) -> bool:
        """Whether it is told as the history in force tells it."""
        return self.told == self.stands

    @property
    def standing(self) -> tuple[Order, ...]:
        """Those of its orders that the history in force still has."""
        orders: tuple[Order, ...] = getattr(self.stands.event, "orders", ()) if self.stands else ()
        return orders


def with_matches(game: Game[Any], told: Sequence[Told]) -> Iterator[Fact]:
    """Every fact of a history but the first, with the match as it was before it."""
    match = fold(game, [told[0].event])
    for at, each in enumerate(told[1:], start=1):
        if is_fact(each.event):
            yield Fact(each, match, at, each)
        match = evolve(match, each.event)


def comes_by_itself(fact: Fact) -> bool:
    """Whether it only says that a turn closed at once: then it is told again where that is so again."""
    return isinstance(fact.event, TurnClosed | TurnExcused) and closes_now(fact.old)


def outlives(fact: Fact, turn: int) -> bool:
    """Whether a fact still holds in a match that goes back to that turn, which was open then."""
    is_of_this_turn = isinstance(fact.event, _CLOCK) and fact.old.turn == turn
    return is_of_this_turn or isinstance(fact.event, BESIDE_TURNS)


def waits_to_be_printed(fact: Fact, match: Match) -> bool:
    """Whether it is press that waits in the match in force: it goes out with the results of whichever turn is next."""
    waiting = match.life.printed_with(match.turn) if isinstance(fact.event, PressSent) else ()
    return any(each.number == fact.old.life.pieces + 1 for each in waiting)
