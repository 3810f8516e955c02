"""What happens in a match of the Dead Pool, in the words of its rules."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from processor.core.events import Event
from processor.core.money import Movement
from processor.games.deadpool.orders import Picks, Why

LeftOut = Literal["unpaid", "no nomination"]
Returned = Literal["too much", "too late", "not in the game"]


@dataclass(frozen=True)
class PoolOpened(Event):
    """Nominations are taken from now on. ``start`` is the start instant, if the GM gave one."""

    fee: int
    start: datetime | None
    zone: str


@dataclass(frozen=True)
class EntrantAdmitted(Event):
    """A player came to the table."""

    seat: int
    name: str


@dataclass(frozen=True)
class EntryDeadlineSet(Event):
    """Nominations are taken until then."""

    due: datetime


@dataclass(frozen=True)
class EntryPaid(Event):
    """Money for an entry came in; ``pence`` counts towards its fee."""

    seat: int
    pence: int


@dataclass(frozen=True)
class MoneyReturned(Event):
    """Money that buys no place in the pool goes back where it came from."""

    seat: int
    why: Returned
    movements: tuple[Movement, ...]


@dataclass(frozen=True)
class PickRefused(Event):
    """The GM does not accept a name, whoever may have written it."""

    name: str
    why: Why


@dataclass(frozen=True)
class PickAllowed(Event):
    """The GM accepts a name after all."""

    name: str


@dataclass(frozen=True)
class EntryMade(Event):
    """A paid nomination was there at the entry deadline and is printed."""

    seat: int
    picks: Picks


@dataclass(frozen=True)
class EntryLeftOut(Event):
    """Something was missing at the entry deadline, so this player is not in the game."""

    seat: int
    why: LeftOut


@dataclass(frozen=True)
class EntriesClosed(Event):
    """The entry deadline is over, and no nomination changes any more."""


@dataclass(frozen=True)
class DeathReported(Event):
    """Somebody died between these two instants, which are the same where the minute is known."""

    name: str
    earliest: datetime
    latest: datetime
    source: str


@dataclass(frozen=True)
class DeathWithdrawn(Event):
    """The report of a death was wrong."""

    name: str


@dataclass(frozen=True)
class EntrantLeft(Event):
    """A player left. Before the entry deadline what they paid goes back; after it their entry is given up."""

    seat: int
    movements: tuple[Movement, ...] = ()


@dataclass(frozen=True)
class PoolWon(Event):
    """The GM confirmed the winner, or several who share."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    movements: tuple[Movement, ...]


@dataclass(frozen=True)
class PoolVoid(Event):
    """No name is left that could win, or nobody whom it could win for: the fees go back."""

    movements: tuple[Movement, ...]


@dataclass(frozen=True)
class PoolClosed(Event):
    """The GM closed the match before there was a winner: the fees go back."""

    movements: tuple[Movement, ...]


EVENTS: tuple[type[Event], ...] = (
    PoolOpened,
    EntrantAdmitted,
    EntryDeadlineSet,
    EntryPaid,
    MoneyReturned,
    PickRefused,
    PickAllowed,
    EntryMade,
    EntryLeftOut,
    EntriesClosed,
    DeathReported,
    DeathWithdrawn,
    EntrantLeft,
    PoolWon,
    PoolVoid,
    PoolClosed,
)
