"""What happens in a match of Perudo. Old journals hold these names and fields for ever."""

from dataclasses import dataclass

from processor.core.dice import Roll
from processor.core.events import Event
from processor.core.game import Seat


@dataclass(frozen=True)
class OrderOfPlayDrawn(Event):
    """Play begins: the seats in the order of play, and the options of the match (rule 2)."""

    order: tuple[Seat, ...]
    minimum: int
    reroll: bool
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class HandDealt(Event):
    """A seat's secret dice for the whole match, in the order of the rounds: 1.1, 1.2, ... 5.8 (rule 5)."""

    seat: int
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class BidMade(Event):
    """A player bid. ``shown`` are the dice that they then laid open, and ``rolls`` those they threw again."""

    dice: int
    place: int
    seat: int
    count: int
    face: int
    shown: tuple[int, ...] = ()
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class BidDrawn(Event):
    """A call was missing and a bid was drawn for the player. Secret until the end (rule 8)."""

    dice: int
    place: int
    seat: int
    count: int
    face: int
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class ChallengeSettled(Event):
    """A bid was challenged, and ``found`` dice counted for it. The round is over (rule 9)."""

    dice: int
    place: int
    challenger: int
    bidder: int
    count: int
    face: int
    found: int


@dataclass(frozen=True)
class SeatEjected(Event):
    """Not one call came for turn one: the seat, its dice and the rounds it was to start are out (rule 8)."""

    seat: int


@dataclass(frozen=True)
class TooFewLeft(Event):
    """Fewer players are left than the match needs; the GM is asked whether it goes on."""

    left: int
    minimum: int


@dataclass(frozen=True)
class RedNGiven(Event):
    """A seat missed at least one call this turn. Secret until the end (rule 8)."""

    seat: int


@dataclass(frozen=True)
class RedNWaived(Event):
    """The GM excused a seat from the coming deadline: calls missing then are drawn but bring no red N.

    Secret until the end, like what it spares (rule 8, ruling 19).
    """

    seat: int


@dataclass(frozen=True)
class SeatResigned(Event):
    """A player left a running match; their calls are drawn from now on. Secret until the end (ruling 15)."""

    seat: int


@dataclass(frozen=True)
class RoundsBrokenOff(Event):
    """Play ended with rounds still open; they count for nobody (ruling 16)."""


@dataclass(frozen=True)
class TurnPlayed(Event):
    """All that belongs to this turn has been told."""

    turn: int
