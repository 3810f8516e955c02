"""What happens in a match of Drop Dead. Old journals hold these names and fields for ever."""

from dataclasses import dataclass

from processor.core.dice import Roll
from processor.core.events import Event
from processor.core.game import Seat
from processor.core.money import Movement


@dataclass(frozen=True)
class PlayBegun(Event):
    """The players and the options of the match; where they play for a pot, everybody has paid into it (rule 8)."""

    seats: tuple[Seat, ...]
    innings: int
    nmr: str
    stakes: str
    stake: int
    movements: tuple[Movement, ...] = ()


@dataclass(frozen=True)
class InningPlayed(Event):
    """A player's inning, cast by cast; ``ordered`` is false where it was rolled for want of an order (rule 6)."""

    inning: int
    seat: int
    points: int
    ordered: bool
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class InningForfeited(Event):
    """No order came, and in this match that means no dice and no points (rule 6)."""

    inning: int
    seat: int


@dataclass(frozen=True)
class ForfeitWaived(Event):
    """The GM excused a player from ordering: their dice are rolled in the coming inning whatever the option says."""

    seat: int


@dataclass(frozen=True)
class PointsAwarded(Event):
    """The GM gave a player points, or took some where they are less than nought."""

    seat: int
    points: int
    why: str


@dataclass(frozen=True)
class InningClosed(Event):
    """Everybody's inning has been told."""

    inning: int


@dataclass(frozen=True)
class PlayerLeft(Event):
    """A player left the running match: their total stands, but they can win no more (ruling 12)."""

    seat: int


@dataclass(frozen=True)
class PlayClosed(Event):
    """The GM closed the match before this inning was played (ruling 13)."""

    inning: int


@dataclass(frozen=True)
class MatchDecided(Event):
    """Who won, with how many points, and the money that changes hands for it. Nobody may have won (ruling 13)."""

    winners: tuple[int, ...]
    points: int
    movements: tuple[Movement, ...] = ()


EVENTS: tuple[type[Event], ...] = (
    PlayBegun,
    InningPlayed,
    InningForfeited,
    ForfeitWaived,
    PointsAwarded,
    InningClosed,
    PlayerLeft,
    PlayClosed,
    MatchDecided,
)
