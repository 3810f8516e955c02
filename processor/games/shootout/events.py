"""What happens in a match of Shootout. Old journals hold these names and fields for ever."""

from dataclasses import dataclass

from processor.core.dice import Roll
from processor.core.events import Event
from processor.core.game import Seat


@dataclass(frozen=True)
class PlayersLinedUp(Event):
    """Play begins: the seats in the order in which they shoot, and the options of the match (rule 2)."""

    order: tuple[Seat, ...]
    kick: bool
    skip: bool
    penalty: int


@dataclass(frozen=True)
class AccuracyChosen(Event):
    """A player's accuracy is told to all; it never changes again (rule 3)."""

    seat: int
    accuracy: int


@dataclass(frozen=True)
class ShotFired(Event):
    """A shooter shot at a target; a die of at most the shooter's accuracy hits (rule 6)."""

    turn: int
    seat: int
    target: int
    accuracy: int
    hit: bool
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class TimeRanOut(Event):
    """A deadline passed while these seats kept everybody waiting; from now on they can be voted out (rule 9)."""

    turn: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class DelayWaived(Event):
    """The GM excused a seat: if the coming deadline passes without it, that does not count as time run out."""

    seat: int


@dataclass(frozen=True)
class TurnSkipped(Event):
    """A deadline passed without a shot, and in this match the turn then goes on by itself (rule 9)."""

    turn: int
    seat: int


@dataclass(frozen=True)
class KickVoted(Event):
    """A player's vote to remove another outlasted the turn it was given in (ruling 17)."""

    seat: int
    target: int


@dataclass(frozen=True)
class KickVoteTakenBack(Event):
    """A vote that had stood was taken back."""

    seat: int
    target: int


@dataclass(frozen=True)
class SeatKicked(Event):
    """More than half of the other living players voted to remove this one (rule 9)."""

    turn: int
    seat: int
    voters: tuple[int, ...]


@dataclass(frozen=True)
class SeatQuit(Event):
    """A player left the match; one who was still living is marked for it with these points (rule 8)."""

    turn: int
    seat: int
    was_living: bool
    points: int


@dataclass(frozen=True)
class TurnCompleted(Event):
    """All that belongs to this turn has been told."""

    turn: int


@dataclass(frozen=True)
class ShootoutClosed(Event):
    """The GM ended the match before its time; nobody wins (ruling 20)."""


EVENTS: tuple[type[Event], ...] = (
    PlayersLinedUp,
    AccuracyChosen,
    ShotFired,
    TimeRanOut,
    DelayWaived,
    TurnSkipped,
    KickVoted,
    KickVoteTakenBack,
    SeatKicked,
    SeatQuit,
    TurnCompleted,
    ShootoutClosed,
)
