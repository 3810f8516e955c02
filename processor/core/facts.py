"""Gathers the facts that a ruling is to tell anew: those in force, without what was ruled on the same case before.

A case has one ruling. Where it is ruled on again, what the earlier ruling put into the past goes, and what it took
out of the past comes back to its place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from processor.core.events import (
    DiceGiven,
    Event,
    GmRuled,
    MoneyPaid,
    OrdersFiled,
    PointsGiven,
    RulingGiven,
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
from processor.core.match import Match, evolve, fold
from processor.core.orders import Order
from processor.core.referee.happening import closes_now

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
    def is_unchanged(self) -> bool:
        """Whether it is told as the history in force tells it."""
        return self.told == self.stands

    @property
    def standing(self) -> tuple[Order, ...]:
        """Those of its orders that the history in force still has."""
        orders: tuple[Order, ...] = getattr(self.stands.event, "orders", ()) if self.stands else ()
        return orders


@dataclass(frozen=True)
class Past:
    """The facts to be told, in their order; up to the place ``same`` they are those of the history in force."""

    facts: tuple[Fact, ...]
    same: int


def past(game: Game[Any], journal: Sequence[Event], told: Sequence[Told], case: int) -> Past:
    """The facts of a history, ``told`` by a journal, as they were before anything was ruled on that case."""
    standing = tuple(_with_matches(game, told))
    earlier = _Earlier(case)
    for number, event in enumerate(journal, start=1):
        earlier.go_on(game, number, event)
    if not earlier.rulings:
        return Past(standing, len(told))
    facts = [_as_it_was(each, journal) for each in standing if not earlier.puts_aside(each)]
    same = {each.at for each in facts if each.is_unchanged}
    for each in sorted(earlier.out, key=lambda each: each.told.number):
        if not earlier.puts_aside(each):
            facts.insert(*_put_back(each, facts, journal, len(told)))
    changed = [each.at for each in standing if each.at not in same] + [each.at for each in facts if not each.stands]
    return Past(tuple(facts), min(changed, default=len(told)))


def comes_by_itself(fact: Fact) -> bool:
    """Whether it only says that a turn closed at once: then it is told again where that is so again."""
    return isinstance(fact.event, TurnClosed | TurnExcused) and closes_now(fact.old)


def _with_matches(game: Game[Any], told: Sequence[Told]) -> Iterator[Fact]:
    """Every fact of a history but the first, with the match as it was before it."""
    match = fold(game, [told[0].event])
    for at, each in enumerate(told[1:], start=1):
        if is_fact(each.event):
            yield Fact(each, match, at, each)
        match = evolve(match, each.event)


@dataclass
class _Earlier:
    """What was ruled on a case so far: the numbers of the rulings, and the facts that they took ``out`` of the past.

    Some took the match back behind the turn that it had ``reached``; ``overtaken`` are the entries noted since then.
    """

    case: int
    told: list[Told] = field(default_factory=list)
    rulings: set[int] = field(default_factory=set)
    out: list[Fact] = field(default_factory=list)
    reached: int = 0
    is_back: bool = False
    overtaken: set[int] = field(default_factory=set)

    def go_on(self, game: Game[Any], number: int, event: Event) -> None:
        """Take in the next entry of the journal."""
        if not isinstance(event, RulingGiven):
            self.told.append(Told(number, event))
        elif event.case == self.case:
            self.rulings.add(number)
            self._ruled(game, event)
        else:
            self._tell_instead(event)
        if self.is_back:
            self.overtaken.add(number)

    def puts_aside(self, fact: Fact) -> bool:
        """Whether a fact has no place in the past where nothing was ruled on the case."""
        number = fact.told.number
        return number in self.rulings or (number in self.overtaken and not isinstance(fact.event, BESIDE_TURNS))

    def _ruled(self, game: Game[Any], ruling: RulingGiven) -> None:
        before = tuple(self.told)
        self.reached = max(self.reached, _turn(game, before))
        self._tell_instead(ruling)
        self.is_back = _turn(game, self.told) < self.reached
        names = {_name(each) for each in self.told}
        self.out += [each for each in _with_matches(game, before) if _name(each.told) not in names]

    def _tell_instead(self, ruling: RulingGiven) -> None:
        self.told[ruling.kept :] = ruling.instead
        names = {_name(each) for each in self.told}
        self.out = [each for each in self.out if _name(each.told) not in names]


def _turn(game: Game[Any], told: Sequence[Told]) -> int:
    return fold(game, [each.event for each in told]).turn


def _name(told: Told) -> tuple[int, str, int | None]:
    """What tells a fact from all others, however often it is told anew: one ruling can have put in several."""
    return told.number, type(told.event).__name__, getattr(told.event, "seat", None)


def _as_it_was(fact: Fact, journal: Sequence[Event]) -> Fact:
    """A fact as it was noted: with the orders that an earlier ruling made impossible, and the turn that it closed."""
    noted = journal[fact.told.number - 1]
    is_same = isinstance(noted, OrdersFiled | GmRuled | TurnClosed) and type(noted) is type(fact.event)
    return replace(fact, told=Told(fact.told.number, noted)) if is_same else fact


def _put_back(fact: Fact, facts: Sequence[Fact], journal: Sequence[Event], end: int) -> tuple[int, Fact]:
    """Where a fact that had been taken out belongs, among those of which it is known when they were noted.

    What other rulings put in stands just before the end of a turn: so an end goes behind it, and all else before it.
    """
    noted = [
        (place, each.told.number)
        for place, each in enumerate(facts)
        if not isinstance(journal[each.told.number - 1], RulingGiven)
    ]
    if isinstance(fact.event, TurnClosed):
        place = next((place for place, number in noted if number > fact.told.number), len(facts))
    else:
        place = max((place + 1 for place, number in noted if number < fact.told.number), default=0)
    return place, replace(fact, at=facts[place].at if place < len(facts) else end, stands=None)
