"""Tip: everybody tips which face a die will show, three times. So small that it fits on a page."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from processor.core.dice import Dice, Roll
from processor.core.events import Event
from processor.core.game import Game, Options, Seat
from processor.core.orders import Book, Checked, Complaint, Line, Order, Reading, Written
from processor.core.wording import Wording

SPINS = 3
WORDS = Wording("tip")
_TIP = re.compile(r"(?:i )?tip (?:a |an )?(?P<face>\w+)[.!]?", re.IGNORECASE)


@dataclass(frozen=True)
class Tip(Order):
    """Which face the die will show."""

    face: int

    @property
    def key(self) -> str:
        return "tip"


@dataclass(frozen=True)
class TableLaid(Event):
    """The match begins."""

    names: Mapping[int, str]


@dataclass(frozen=True)
class TipsSettled(Event):
    """A die was thrown, and those seats were right."""

    right: tuple[int, ...]
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class TipsterGone(Event):
    """A player has left."""

    seat: int


@dataclass(frozen=True)
class TableCleared(Event):
    """The GM has closed the match."""


@dataclass(frozen=True)
class State:
    """Who plays, how often each was right, and the faces so far; templates are given it as it is."""

    names: Mapping[int, str]
    points: Mapping[int, int]
    faces: tuple[int, ...] = ()
    gone: frozenset[int] = field(default_factory=frozenset)
    is_cleared: bool = False

    @property
    def best(self) -> tuple[str, ...]:
        """The names of those who were right most often."""
        most = max(self.points.values())
        return tuple(self.names[seat] for seat, points in self.points.items() if points == most)


def lay(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
    return (TableLaid({seat.number: seat.name for seat in seats}),)


def read(lines: Sequence[Line]) -> Reading:
    tips = [(line, found["face"]) for line in lines if (found := _TIP.fullmatch(line.text))]
    written = tuple(Written(Tip(int(face)), line.number, line.text) for line, face in tips if face in "123456")
    wrong = tuple(WORDS.complaint("no-face", line.number, line.text) for line, face in tips if face not in "123456")
    return Reading(written, wrong)


def check(state: State, seat: int, standing: tuple[Order, ...], written: Sequence[Written]) -> Checked:
    last = tuple(each.order for each in written[-1:])
    return Checked(last or standing, last)


def owed(state: State, seat: int, orders: tuple[Order, ...]) -> tuple[str, ...]:
    return () if orders else ("your tip",)


def is_ready(state: State, book: Book) -> bool:  # rule 2
    return all(book.get(seat) for seat in state.names if seat not in state.gone)


def adjudicate(state: State, book: Book, dice: Dice) -> tuple[Event, ...]:
    die = dice.roll(f"tip/spin/{len(state.faces) + 1}")
    return (TipsSettled(tuple(seat for seat, orders in book.items() if Tip(die.face) in orders), (die,)),)


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, TableLaid):
        return State(event.names, dict.fromkeys(event.names, 0))
    if state is None:
        raise ValueError("a match begins with TableLaid")
    match event:
        case TipsSettled(right=right, rolls=(die,)):
            points = {seat: had + (seat in right) for seat, had in state.points.items()}
            return replace(state, points=points, faces=(*state.faces, die.face))
        case TipsterGone(seat=seat):
            return replace(state, gone=state.gone | {seat})
        case _:
            return replace(state, is_cleared=True)


def by_hand(seats: Sequence[Seat], words: str) -> Mapping[str, int] | Complaint:
    found = re.fullmatch(r"spin ([1-3]): ([1-6])", words)
    return {f"tip/spin/{found[1]}": int(found[2])} if found else WORDS.to_gm("dice", 1, words)


GAME: Game[State] = Game(
    name="tip",
    title="Tip",
    fewest_seats=2,
    most_seats=20,
    orders=(Tip,),
    events=(TableLaid, TipsSettled, TipsterGone, TableCleared),
    open=lay,
    read=read,
    say=lambda order: f"tip {order.face}" if isinstance(order, Tip) else "",
    check=check,
    owed=owed,
    adjudicate=adjudicate,
    evolve=evolve,
    view=lambda state, seat: state,
    by_hand=by_hand,
    resign=lambda state, seat: (TipsterGone(seat),),
    finish=lambda state, dice: (TableCleared(),),
    is_over=lambda state: state.is_cleared or len(state.faces) == SPINS,
    is_ready=is_ready,
    unit="spin",
)
