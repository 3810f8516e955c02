"""Gathers the facts that a ruling is to tell anew: those in force, without what was ruled on the same case before.

A case has one ruling. Where it is ruled on again, what the earlier ruling put into the past goes, and what it took
out of the past comes back to its place. What was ruled on other cases stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from processor.core.earlier import Earlier
from processor.core.events import Event, GmRuled, OrdersFiled, RulingGiven, Told, TurnClosed
from processor.core.facts import BESIDE_TURNS, Fact, waits_to_be_printed, with_matches
from processor.core.game import Game
from processor.core.match import fold


@dataclass(frozen=True)
class Past:
    """The facts to be told, in their order; up to the place ``same`` they are those of the history in force.

    ``fallen`` are the GM's words and rulings of that history for which these facts have no place.
    """

    facts: tuple[Fact, ...]
    same: int
    fallen: tuple[Fact, ...] = ()


def past(game: Game[Any], journal: Sequence[Event], told: Sequence[Told], case: int) -> Past:
    """The facts of a history, ``told`` by a journal, as they were before anything was ruled on that case."""
    standing = tuple(with_matches(game, told))
    earlier = Earlier(case)
    for number, event in enumerate(journal, start=1):
        earlier.go_on(game, number, event)
    if not earlier.rulings:
        return Past(standing, len(told))
    match = fold(game, journal)
    aside = [each for each in standing if earlier.puts_aside(each) and not waits_to_be_printed(each, match)]
    kept = [_as_it_was(each, journal) for each in standing if each not in aside]
    same = {each.at for each in kept if each.is_unchanged}
    out = [replace(_as_it_was(each, journal), stands=None) for each in earlier.out]
    gathering = _Gathering(journal, len(told), kept, {each.at for each in standing} - same)
    for each in (each for each in out if not _is_ruled(each, journal)):
        gathering.put_back(each)
    for each in (*filter(earlier.moves, aside), *(each for each in out if _is_ruled(each, journal))):
        gathering.put_in(each)
    unheard = [each for each in aside if isinstance(each.event, GmRuled)]
    return Past(tuple(gathering.facts), min(gathering.changed, default=len(told)), (*gathering.fallen, *unheard))


def _is_ruled(fact: Fact, journal: Sequence[Event]) -> bool:
    """Whether a ruling put it into the past."""
    return isinstance(journal[fact.told.number - 1], RulingGiven)


def _as_it_was(fact: Fact, journal: Sequence[Event]) -> Fact:
    """A fact as it was noted: with the orders that an earlier ruling made impossible, and the turn that it closed."""
    noted = journal[fact.told.number - 1]
    is_same = isinstance(noted, OrdersFiled | GmRuled | TurnClosed) and type(noted) is type(fact.event)
    return replace(fact, told=Told(fact.told.number, noted)) if is_same else fact


@dataclass
class _Gathering:
    """What has been gathered so far: ``end`` is the place behind the history in force, ``changed`` where it alters."""

    journal: Sequence[Event]
    end: int
    facts: list[Fact]
    changed: set[int]
    fallen: list[Fact] = field(default_factory=list)

    def put_back(self, fact: Fact) -> None:
        """Put a fact that had been taken out where it belongs, among those of which it is known when they were noted.

        What other rulings put in stands just before the end of a turn: so an end goes behind it, and all else before.
        """
        noted = [
            (place, each.told.number) for place, each in enumerate(self.facts) if not _is_ruled(each, self.journal)
        ]
        if isinstance(fact.event, TurnClosed):
            place = next((place for place, number in noted if number > fact.told.number), len(self.facts))
        else:
            place = max((place + 1 for place, number in noted if number < fact.told.number), default=0)
        self._insert(place, fact)

    def put_in(self, fact: Fact) -> None:
        """Put what was ruled on another case where its turn ends; it falls where that turn was never reached."""
        turn = fact.old.turn
        of_play = [(place, each) for place, each in enumerate(self.facts) if not isinstance(each.event, BESIDE_TURNS)]
        ends = (place for place, each in of_play if each.old.turn > turn or (each.old.turn == turn and each.ends_turn))
        place = next(ends, len(self.facts))
        if place == len(self.facts) and turn > max((each.turn_after for _, each in of_play), default=0):
            self.fallen.append(fact)
            return
        if place < len(self.facts) and _is_for_the_same_seat(fact, self.facts[place]):
            self.changed.add(self.facts.pop(place).at)
        self._insert(place, fact)

    def _insert(self, place: int, fact: Fact) -> None:
        at = self.facts[place].at if place < len(self.facts) else self.end
        self.facts.insert(place, replace(fact, at=at))
        self.changed.add(at)


def _is_for_the_same_seat(fact: Fact, last: Fact) -> bool:
    """Whether both are one seat's orders for one turn: the last that it waited for would undo what was ruled."""
    match fact.event, last.event:
        case OrdersFiled(seat=seat), OrdersFiled(seat=other):
            return seat == other and fact.old.turn == last.old.turn
        case _:
            return False
