"""Where a match of Choice + stands: the fold of its events, and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from processor.core.events import Event
from processor.games.choice import events as e
from processor.games.choice.events import Pair, Why
from processor.games.choice.scoring import score

LETTERS = ("A", "B", "C")
MOST_REJECT_NUMBERS = 3
LAST_REJECTION = 8
FINE = 50

Ending = Literal["ended", "unfinished", "withdrawn"]


@dataclass(frozen=True)
class Turn:
    """Five dice as they were printed."""

    number: int
    issue: int
    faces: tuple[int, ...]
    by_hand: bool = False


@dataclass(frozen=True)
class Made:
    """One allocation that counts, and the issue whose deadline made it final."""

    issue: int
    turn: int
    pairs: tuple[Pair, Pair]
    reject: int | None


@dataclass(frozen=True)
class Fine:
    """Points taken from an entry at one deadline."""

    issue: int
    points: int
    why: Why
    turns: tuple[int, ...] = ()


@dataclass(frozen=True)
class Award:
    """Points that the GM gave an entry, or took from it."""

    points: int
    why: str


@dataclass(frozen=True)
class Entry:
    """One of a player's up to three games. Turns are taken in order, so ``made`` has no gaps."""

    seat: int
    letter: str
    opened: int
    made: tuple[Made, ...] = ()
    fines: tuple[Fine, ...] = ()
    awards: tuple[Award, ...] = ()
    ending: Ending | None = None
    ended_in: int | None = None

    @property
    def next_turn(self) -> int:
        """The first turn without an allocation."""
        return len(self.made) + 1

    @property
    def totals(self) -> Mapping[int, int]:
        """How often each total was made by a pair (rule 3)."""
        return Counter(sum(pair) for made in self.made for pair in made.pairs)

    @property
    def rejects(self) -> Mapping[int, int]:
        """How often each number was rejected (rule 3)."""
        return Counter(made.reject for made in self.made if made.reject is not None)

    @property
    def is_used_up(self) -> bool:
        """Whether a number has been rejected for the last time allowed (rule 5)."""
        return any(times >= LAST_REJECTION for times in self.rejects.values())

    @property
    def fined(self) -> int:
        """All its fines together (rule 8)."""
        return sum(fine.points for fine in self.fines)

    @property
    def awarded(self) -> int:
        """All that the GM gave it, less what the GM took."""
        return sum(award.points for award in self.awards)

    @property
    def score(self) -> int:
        """What it is worth as it stands: totals less fines, and what the GM gave."""
        return score(self.totals) - self.fined + self.awarded


@dataclass(frozen=True)
class State:
    """A match: the dice printed so far, who is at the table, and every entry."""

    issue: int = 1
    closed: int = 0
    turns: tuple[Turn, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    left: frozenset[int] = frozenset()
    excused: frozenset[int] = frozenset()
    late: Mapping[tuple[int, str], tuple[int, ...]] = field(default_factory=dict)
    is_closed: bool = False

    def entries_of(self, seat: int) -> tuple[Entry, ...]:
        """The entries that a seat has opened, in the order of their letters."""
        return tuple(entry for entry in self.entries if entry.seat == seat)

    def entry(self, seat: int, letter: str) -> Entry | None:
        """That entry, if it has been opened."""
        return next((entry for entry in self.entries_of(seat) if entry.letter == letter), None)

    def outstanding(self, entry: Entry) -> tuple[Turn, ...]:
        """The printed turns that an entry has still to allocate; none once it is out of play."""
        return () if entry.ending else self.turns[len(entry.made) :]


def evolve(state: State | None, event: Event) -> State:
    """The state after an event; a match begins with an empty table."""
    state = state or State()
    match event:
        case e.TurnPrinted(issue, turn, rolls):
            printed = Turn(turn, issue, tuple(roll.face for roll in rolls), any(roll.by_hand for roll in rolls))
            return replace(state, issue=issue, turns=(*state.turns, printed))
        case e.PlayerAdmitted(seat, name):
            return replace(state, names={**state.names, seat: name})
        case e.EntryOpened(seat, letter, issue):
            return _with_entries(state, (*state.entries, Entry(seat, letter, issue)))
        case e.AllocationMade(seat, letter, issue, turn, pairs, reject):
            made = Made(issue, turn, pairs, reject)
            return _changed(state, seat, letter, lambda entry: replace(entry, made=(*entry.made, made)))
        case e.EntryFined(seat, letter, issue, points, why, turns):
            fine = Fine(issue, points, why, turns)
            return _changed(state, seat, letter, lambda entry: replace(entry, fines=(*entry.fines, fine)))
        case e.LatenessNoted(seat, letter, turns):
            return replace(state, late={(seat, letter): turns, **state.late})
        case e.FinesWaived(seat):
            return replace(state, excused=state.excused | {seat})
        case e.PointsAwarded(seat, letter, points, why):
            award = Award(points, why)
            return _changed(state, seat, letter, lambda entry: replace(entry, awards=(*entry.awards, award)))
        case e.EntryEnded(seat, letter, issue):
            return _ended(state, seat, letter, issue, "ended")
        case e.EntryUnfinished(seat, letter, issue):
            return _ended(state, seat, letter, issue, "unfinished")
        case e.EntryWithdrawn(seat, letter, issue):
            return _ended(state, seat, letter, issue, "withdrawn")
        case e.PlayerLeft(seat):
            return replace(state, left=state.left | {seat})
        case e.IssueClosed(issue):
            return replace(state, closed=issue, excused=frozenset(), late={})
        case e.PlayClosed():
            return replace(state, is_closed=True)
        case _:  # the house's own events do not move the game
            return state


def _with_entries(state: State, entries: Iterable[Entry]) -> State:
    return replace(state, entries=tuple(sorted(entries, key=lambda entry: (entry.seat, entry.letter))))


def _changed(state: State, seat: int, letter: str, change: Callable[[Entry], Entry]) -> State:
    here = (seat, letter)
    return _with_entries(
        state, (change(entry) if (entry.seat, entry.letter) == here else entry for entry in state.entries)
    )


def _ended(state: State, seat: int, letter: str, issue: int, ending: Ending) -> State:
    return _changed(state, seat, letter, lambda entry: replace(entry, ending=ending, ended_in=issue))
