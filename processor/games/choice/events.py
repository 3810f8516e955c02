"""What happens in a match of Choice +, in the words of its rules."""

from dataclasses import dataclass
from typing import Literal

from processor.core.dice import Roll
from processor.core.events import Event

Pair = tuple[int, int]
Why = Literal["late start", "outstanding", "late orders"]


@dataclass(frozen=True)
class TurnPrinted(Event):
    """Five dice were thrown and printed for everybody."""

    issue: int
    turn: int
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class PlayerAdmitted(Event):
    """A player came to the table; an entry is opened by their first allocation."""

    seat: int
    name: str


@dataclass(frozen=True)
class EntryOpened(Event):
    """A player's first allocation for this letter was there at the deadline of this issue."""

    seat: int
    entry: str
    issue: int


@dataclass(frozen=True)
class AllocationMade(Event):
    """The five dice of a turn were split; ``reject`` is ``None`` on a free ride."""

    seat: int
    entry: str
    issue: int
    turn: int
    pairs: tuple[Pair, Pair]
    reject: int | None


@dataclass(frozen=True)
class EntryFined(Event):
    """Points were taken: for deadlines before the entry was opened, or for turns that are outstanding or came late."""

    seat: int
    entry: str
    issue: int
    points: int
    why: Why
    turns: tuple[int, ...] = ()


@dataclass(frozen=True)
class LatenessNoted(Event):
    """These turns of an entry were outstanding at the deadline; the GM still lets orders for them count."""

    seat: int
    entry: str
    turns: tuple[int, ...]


@dataclass(frozen=True)
class FinesWaived(Event):
    """The GM excused a player from the deadline that comes: none of their entries is fined then."""

    seat: int


@dataclass(frozen=True)
class PointsAwarded(Event):
    """The GM gave an entry points, or took some where they are less than nought."""

    seat: int
    entry: str
    points: int
    why: str


@dataclass(frozen=True)
class EntryEnded(Event):
    """A number was rejected for the last time allowed: the entry is complete."""

    seat: int
    entry: str
    issue: int
    turn: int
    number: int
    score: int


@dataclass(frozen=True)
class EntryUnfinished(Event):
    """The GM closed the match while the entry was still open; it scores as it stood."""

    seat: int
    entry: str
    issue: int
    score: int


@dataclass(frozen=True)
class EntryWithdrawn(Event):
    """Its player left while the entry was still open; it scores as it stood."""

    seat: int
    entry: str
    issue: int
    score: int


@dataclass(frozen=True)
class PlayerLeft(Event):
    """A player left the running match and plays no more in it."""

    seat: int


@dataclass(frozen=True)
class IssueClosed(Event):
    """Everything that this issue's deadline decided has been told."""

    issue: int


@dataclass(frozen=True)
class PlayClosed(Event):
    """The GM closed the match before every entry had ended."""

    issue: int


EVENTS: tuple[type[Event], ...] = (
    TurnPrinted,
    PlayerAdmitted,
    EntryOpened,
    AllocationMade,
    EntryFined,
    LatenessNoted,
    FinesWaived,
    PointsAwarded,
    EntryEnded,
    EntryUnfinished,
    EntryWithdrawn,
    PlayerLeft,
    IssueClosed,
    PlayClosed,
)
