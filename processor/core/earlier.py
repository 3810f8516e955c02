"""What was ruled on a case so far, and what the rulings on other cases have made of that since."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from processor.core.events import Event, RulingGiven, Told
from processor.core.facts import BESIDE_TURNS, Fact, outlives, with_matches
from processor.core.game import Game
from processor.core.match import fold


@dataclass(frozen=True)
class _Opened:
    """A turn that was opened again, by the ruling of that number."""

    number: int
    turn: int

    def takes_out(self, fact: Fact) -> bool:
        """Whether a fact that was noted before it has no place in the match that went back to its turn."""
        is_behind = fact.old.turn > self.turn or (fact.old.turn == self.turn and fact.ends_turn)
        return fact.told.number < self.number and is_behind and not outlives(fact, self.turn)


@dataclass
class Earlier:
    """What was ruled on a case so far: the numbers of the rulings, and the facts that they took out of the past.

    Some took the match back behind the turn that it had ``reached``; ``overtaken`` are the entries noted since then.
    On every other case, its ruling in force is ``others``, and what that opened again is ``opened``.
    """

    case: int
    told: list[Told] = field(default_factory=list)
    rulings: list[int] = field(default_factory=list)
    taken: list[tuple[int, Fact]] = field(default_factory=list)
    reached: int = 0
    back_to: int | None = None
    overtaken: set[int] = field(default_factory=set)
    others: dict[int, int] = field(default_factory=dict)
    opened: dict[int, _Opened] = field(default_factory=dict)

    def go_on(self, game: Game[Any], number: int, event: Event) -> None:
        """Take in the next entry of the journal."""
        if not isinstance(event, RulingGiven):
            self.told.append(Told(number, event))
        elif event.case == self.case:
            self.rulings.append(number)
            self._ruled(game, event)
        else:
            self._ruled_elsewhere(number, event)
        if self.back_to is not None:
            self.overtaken.add(number)

    @property
    def out(self) -> tuple[Fact, ...]:
        """The facts that come back where the rulings on the case no longer hold, in the order in which they came."""
        facts = [fact for since, fact in self.taken if not (self.puts_aside(fact) or self._stays_out(since, fact))]
        return tuple(sorted(facts, key=lambda each: each.told.number))

    def puts_aside(self, fact: Fact) -> bool:
        """Whether a fact has no place in the past where nothing was ruled on the case."""
        number = fact.told.number
        return number in self.rulings or (self._is_overtaken(number) and not isinstance(fact.event, BESIDE_TURNS))

    def moves(self, fact: Fact) -> bool:
        """Whether it is put aside only to come where it belongs: it was ruled on another case, and stands."""
        return self.puts_aside(fact) and fact.told.number in self.others.values()

    def _is_overtaken(self, number: int) -> bool:
        """Whether an entry was noted in a past that holds no more; the case opened no turn that others did not."""
        since = self.rulings[-1]
        is_open_anyway = any(each.number > since and each.turn <= (self.back_to or 0) for each in self.opened.values())
        return number in self.overtaken and not is_open_anyway

    def _stays_out(self, since: int, fact: Fact) -> bool:
        """Whether a fact that was taken out then would have fallen since all the same, by what was ruled elsewhere."""
        return any(each.number > since and each.takes_out(fact) for each in self.opened.values())

    def _ruled(self, game: Game[Any], ruling: RulingGiven) -> None:
        before = tuple(self.told)
        self.reached = max(self.reached, _turn(game, before))
        self._tell_instead(ruling)
        turn = _turn(game, self.told)
        self.back_to = turn if turn < self.reached else None
        names = {_name(each) for each in self.told}
        gone = (each for each in with_matches(game, before) if _name(each.told) not in names)
        self.taken += [(self.rulings[-1], each) for each in gone]

    def _ruled_elsewhere(self, number: int, ruling: RulingGiven) -> None:
        replaced = self.others.get(ruling.case)
        self.taken = [each for each in self.taken if each[1].told.number != replaced]
        self.others[ruling.case] = number
        self.opened.pop(ruling.case, None)
        if ruling.reopens:
            self.opened[ruling.case] = _Opened(number, min(ruling.reopens))
        self._tell_instead(ruling)

    def _tell_instead(self, ruling: RulingGiven) -> None:
        self.told[ruling.kept :] = ruling.instead
        names = {_name(each) for each in self.told}
        self.taken = [each for each in self.taken if _name(each[1].told) not in names]


def _turn(game: Game[Any], told: Sequence[Told]) -> int:
    return fold(game, [each.event for each in told]).turn


def _name(told: Told) -> tuple[int, str, int | None]:
    """What tells a fact from all others, however often it is told anew: one ruling can have put in several."""
    return told.number, type(told.event).__name__, getattr(told.event, "seat", None)
