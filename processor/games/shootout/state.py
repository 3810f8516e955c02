"""A match of Shootout as its events tell it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from processor.core.events import Event
from processor.core.game import Seat
from processor.games.shootout.events import (
    AccuracyChosen,
    DelayWaived,
    KickVoted,
    KickVoteTakenBack,
    PlayersLinedUp,
    SeatKicked,
    SeatQuit,
    ShootoutClosed,
    ShotFired,
    TimeRanOut,
    TurnCompleted,
    TurnSkipped,
)


class Fate(StrEnum):
    """How a player came to be out of the match."""

    DEAD = "dead"
    KICKED = "kicked out"
    QUIT = "quit"


Votes = frozenset[tuple[int, int]]
"""Who votes to remove whom: pairs of voter and target."""


@dataclass(frozen=True)
class State:
    """The whole match.

    ``turn`` is the one that the coming deadline closes. While ``shooter`` is ``None`` accuracies are being chosen.
    ``is_done`` says that the shooter's turn is over, though the house has not closed it yet. ``late`` are the seats
    that have let their time run out, ``votes`` those that outlasted a turn, ``left`` everybody who quit, dead or
    living, and ``points`` their marks for bad sportsmanship. ``news`` is what the last turn brought, ``since`` what
    has happened after it.
    """

    order: tuple[Seat, ...]
    kick: bool
    skip: bool
    penalty: int
    turn: int = 1
    accuracies: Mapping[int, int] = field(default_factory=dict)
    fates: Mapping[int, Fate] = field(default_factory=dict)
    left: frozenset[int] = frozenset()
    points: Mapping[int, int] = field(default_factory=dict)
    shooter: int | None = None
    is_done: bool = False
    late: frozenset[int] = frozenset()
    votes: Votes = frozenset()
    shots: tuple[ShotFired, ...] = ()
    excused: frozenset[int] = frozenset()
    news: tuple[Event, ...] = ()
    since: tuple[Event, ...] = ()
    is_closed: bool = False

    @property
    def living(self) -> tuple[int, ...]:
        """The seats still in the match, in the order in which they shoot."""
        return tuple(seat.number for seat in self.order if seat.number not in self.fates)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whom the match waits for: all who have still to choose, then the shooter (rules 3 and 4)."""
        if self.shooter is None:
            return tuple(seat for seat in self.living if seat not in self.accuracies)
        return () if self.is_done else (self.shooter,)

    @property
    def is_over(self) -> bool:
        """At most one is living (rule 7), or the GM has ended it."""
        return self.is_closed or len(self.living) <= 1

    @property
    def winner(self) -> int | None:
        """The last one living; nobody where kicks and quits left none, or the GM ended the match."""
        return self.living[0] if len(self.living) == 1 and not self.is_closed else None

    def name_of(self, seat: int) -> str:
        return next(each.name for each in self.order if each.number == seat)

    def after(self, seat: int) -> int | None:
        """The next living seat behind that one, round the table (rule 2)."""
        living = self.living
        return next((each for each in living if each > seat), living[0] if living else None)


def evolve(state: State | None, event: Event) -> State:
    """The state after one more event."""
    if isinstance(event, PlayersLinedUp):
        return State(event.order, event.kick, event.skip, event.penalty)
    if state is None:
        raise ValueError(f"play begins with PlayersLinedUp, not {type(event).__name__}")
    if isinstance(event, TurnCompleted):
        return _next_turn(state)
    if isinstance(event, DelayWaived):
        return replace(state, excused=state.excused | {event.seat})
    return replace(_evolved(state, event), since=(*state.since, event))


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after some more events."""
    for event in events:
        state = evolve(state, event)
    return state


def _evolved(state: State, event: Event) -> State:
    match event:
        case AccuracyChosen(seat=seat, accuracy=accuracy):
            return _no_longer_late(replace(state, accuracies={**state.accuracies, seat: accuracy}), seat)
        case ShotFired(target=target, hit=hit):
            shot = replace(state, shots=(*state.shots, event), is_done=True)
            return _out(shot, target, Fate.DEAD) if hit else shot
        case TimeRanOut(seats=seats):
            return replace(state, late=state.late | set(seats))
        case TurnSkipped():
            return replace(state, is_done=True)
        case KickVoted(seat=seat, target=target):
            return replace(state, votes=state.votes | {(seat, target)})
        case KickVoteTakenBack(seat=seat, target=target):
            return replace(state, votes=state.votes - {(seat, target)})
        case SeatKicked(seat=seat):
            return _out(state, seat, Fate.KICKED)
        case SeatQuit(seat=seat, was_living=was_living, points=points):
            left = replace(state, left=state.left | {seat}, points={**state.points, seat: points})
            return _out(left, seat, Fate.QUIT) if was_living else left
        case ShootoutClosed():
            return replace(state, is_closed=True)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of this game")


def _out(state: State, seat: int, fate: Fate) -> State:
    """The seat is out of the match: its turn, if it is on turn, is over, and what it voted is void."""
    out = replace(state, fates={**state.fates, seat: fate}, is_done=state.is_done or seat == state.shooter)
    votes = frozenset(vote for vote in out.votes if vote[0] != seat)
    return _no_longer_late(replace(out, votes=votes), seat)


def _no_longer_late(state: State, seat: int) -> State:
    """Nobody waits for the seat any more, so no vote stands against it."""
    return replace(state, late=state.late - {seat}, votes=frozenset(vote for vote in state.votes if vote[1] != seat))


def _next_turn(state: State) -> State:
    """The turn is over. Where it was not taken, the match goes on waiting for the same players (rule 9)."""
    begun = replace(state, turn=state.turn + 1, excused=frozenset(), news=state.since, since=())
    if state.shooter is None:
        return begun if state.awaited or not state.living else replace(begun, shooter=state.living[0])
    if not state.is_done:
        return begun
    return replace(begun, shooter=state.after(state.shooter), is_done=False, late=frozenset(), votes=frozenset())
