"""What a reader is shown of a match. After a deadline this game has no secrets, so all readers see all of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from processor.games.choice.orders import spell
from processor.games.choice.rules import is_over
from processor.games.choice.scoring import TOTALS, points, score
from processor.games.choice.state import FINE, LAST_REJECTION, LETTERS, MOST_REJECT_NUMBERS, Ending, Entry, State, Turn


@dataclass(frozen=True)
class Roll:
    """A turn's five dice as they are printed."""

    turn: int
    faces: tuple[int, ...]
    by_hand: bool


@dataclass(frozen=True)
class Split:
    """An allocation as it is printed."""

    turn: int
    dice: str
    reject: int | None


@dataclass(frozen=True)
class TotalTally:
    """How often a total was made, and the points that this is worth now."""

    total: int
    times: int
    points: int


@dataclass(frozen=True)
class RejectTally:
    """How often a number was rejected."""

    number: int
    times: int


@dataclass(frozen=True)
class FineTaken:
    """Points taken at one deadline. ``turns`` are those outstanding, or that ``came_late``; none means a late start."""

    issue: int
    points: int
    turns: tuple[int, ...]
    came_late: bool = False


@dataclass(frozen=True)
class AwardGiven:
    """Points that the GM gave, or took where they are less than nought, with their sign."""

    points: str
    why: str


@dataclass(frozen=True)
class EntryView:
    """One entry, whole.

    ``splits`` and ``new_fines`` are those of the issue that closed last; ``last_number`` is the one whose eighth
    rejection ended the entry. An entry ``is_news`` while it is in play and in the issue that ended it.
    """

    seat: int
    name: str
    letter: str
    is_yours: bool
    opened: int
    allocated: int
    splits: tuple[Split, ...]
    totals: tuple[TotalTally, ...]
    rejects: tuple[RejectTally, ...]
    numbers_free: int
    outstanding: tuple[Roll, ...]
    new_fines: tuple[FineTaken, ...]
    fines: int
    awards: tuple[AwardGiven, ...]
    awarded: int
    points: int
    score: int
    ending: Ending | None
    ended_in: int | None
    last_number: int | None
    is_news: bool


@dataclass(frozen=True)
class Place:
    """A line of the final table; equal scores share a place."""

    place: int
    name: str
    letter: str
    is_yours: bool
    points: int
    fines: int
    awarded: int
    score: int
    ending: Ending | None


@dataclass(frozen=True)
class View:
    """All that the templates of Choice + are given.

    ``issue`` is the one whose deadline comes next, with its ``rolls``, and ``closed`` the one that closed last,
    0 before the first. An entry that is opened now pays ``late_fine`` and has the ``earlier`` rolls to make up.
    """

    issue: int
    closed: int
    rolls: tuple[Roll, ...]
    earlier: tuple[Roll, ...]
    entries: tuple[EntryView, ...]
    yours: tuple[EntryView, ...]
    table: tuple[Place, ...]
    next_letter: str
    fine: int
    late_fine: int
    is_over: bool
    is_closed: bool
    has_left: bool
    has_seat: bool


def view(state: State, seat: int | None) -> View:
    """The match as this seat may see it; ``None`` is somebody at no seat."""
    entries = tuple(_entry(state, entry, seat) for entry in state.entries)
    yours = tuple(entry for entry in entries if entry.is_yours)
    used = {entry.letter for entry in yours}
    return View(
        issue=state.issue,
        closed=state.closed,
        rolls=tuple(_roll(turn) for turn in state.turns if turn.issue == state.issue),
        earlier=tuple(_roll(turn) for turn in state.turns if turn.issue < state.issue),
        entries=entries,
        yours=yours,
        table=_table(entries) if is_over(state) else (),
        next_letter=next((letter for letter in LETTERS if letter not in used), ""),
        fine=FINE,
        late_fine=FINE * (state.issue - 1),
        is_over=is_over(state),
        is_closed=state.is_closed,
        has_left=seat in state.left,
        has_seat=seat is not None,
    )


def _entry(state: State, entry: Entry, reader: int | None) -> EntryView:
    return EntryView(
        seat=entry.seat,
        name=state.names.get(entry.seat, f"Seat {entry.seat}"),
        letter=entry.letter,
        is_yours=entry.seat == reader,
        opened=entry.opened,
        allocated=len(entry.made),
        splits=tuple(
            Split(made.turn, spell(made.pairs, None), made.reject) for made in entry.made if made.issue == state.closed
        ),
        totals=_totals(entry),
        rejects=tuple(RejectTally(face, times) for face, times in sorted(entry.rejects.items())),
        numbers_free=MOST_REJECT_NUMBERS - len(entry.rejects),
        outstanding=tuple(_roll(turn) for turn in state.outstanding(entry)),
        new_fines=tuple(
            FineTaken(fine.issue, fine.points, fine.turns, fine.why == "late orders")
            for fine in entry.fines
            if fine.issue == state.closed
        ),
        fines=entry.fined,
        awards=tuple(AwardGiven(f"{each.points:+}", each.why) for each in entry.awards),
        awarded=entry.awarded,
        points=score(entry.totals),
        score=entry.score,
        ending=entry.ending,
        ended_in=entry.ended_in,
        last_number=next((face for face, times in entry.rejects.items() if times >= LAST_REJECTION), None),
        is_news=entry.ending is None or entry.ended_in == state.closed or state.is_closed,
    )


def _totals(entry: Entry) -> tuple[TotalTally, ...]:
    made = entry.totals
    return tuple(TotalTally(total, made.get(total, 0), points(total, made.get(total, 0))) for total in TOTALS)


def _roll(turn: Turn) -> Roll:
    return Roll(turn.number, turn.faces, turn.by_hand)


def _table(entries: Sequence[EntryView]) -> tuple[Place, ...]:
    """The final table, best score first."""
    ranked = sorted(entries, key=lambda entry: (-entry.score, entry.seat, entry.letter))
    scores = [entry.score for entry in ranked]
    return tuple(
        Place(
            scores.index(each.score) + 1,
            each.name,
            each.letter,
            each.is_yours,
            each.points,
            each.fines,
            each.awarded,
            each.score,
            each.ending,
        )
        for each in ranked
    )
