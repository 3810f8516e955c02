"""Where a match of Drop Dead stands: the fold of its events, and nothing else."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce

from processor.core.events import Event
from processor.core.game import Seat
from processor.core.money import Movement
from processor.games.dropdead import events as e
from processor.games.dropdead.casting import Cast, casts


@dataclass(frozen=True)
class Turn:
    """A player's part of one inning. Without casts it was forfeited."""

    inning: int
    casts: tuple[Cast, ...] = ()
    ordered: bool = False
    by_hand: bool = False

    @property
    def points(self) -> int:
        return sum(cast.points for cast in self.casts)


@dataclass(frozen=True)
class Award:
    """Points that the GM gave a player, or took from one."""

    points: int
    why: str


@dataclass(frozen=True)
class Player:
    """A seat and what it has done so far."""

    seat: Seat
    turns: tuple[Turn, ...] = ()
    has_left: bool = False
    awards: tuple[Award, ...] = ()

    @property
    def total(self) -> int:
        return sum(turn.points for turn in self.turns) + sum(award.points for award in self.awards)


@dataclass(frozen=True)
class State:
    """A match: its options, its players in order of their seats, and how many innings are over.

    ``winners`` is ``None`` until the match is decided. ``movements`` is all the money that it has moved.
    """

    innings: int
    nmr: str
    stakes: str
    stake: int
    players: tuple[Player, ...]
    closed: int = 0
    is_broken_off: bool = False
    winners: tuple[int, ...] | None = None
    movements: tuple[Movement, ...] = ()
    excused: frozenset[int] = frozenset()

    @property
    def inning(self) -> int:
        """The inning that the coming deadline plays."""
        return self.closed + 1

    @property
    def is_over(self) -> bool:
        return self.winners is not None

    @property
    def playing(self) -> tuple[Player, ...]:
        """Those who have not left."""
        return tuple(player for player in self.players if not player.has_left)

    def is_playing(self, seat: int) -> bool:
        return not self.is_over and any(player.seat.number == seat for player in self.playing)


def evolve(state: State | None, event: Event) -> State:
    """The state after an event; the first is always that play has begun."""
    if isinstance(event, e.PlayBegun):
        return _begun(event)
    if state is None:
        raise ValueError(f"a match begins with PlayBegun, not {type(event).__name__}")
    match event:
        case e.InningPlayed():
            return _with_turn(state, event.seat, _turn(event))
        case e.InningForfeited(inning, seat):
            return _with_turn(state, seat, Turn(inning))
        case e.InningClosed(inning):
            return replace(state, closed=inning, excused=frozenset())
        case e.ForfeitWaived(seat):
            return replace(state, excused=state.excused | {seat})
        case e.PointsAwarded(seat, points, why):
            award = Award(points, why)
            return _changed(state, seat, lambda player: replace(player, awards=(*player.awards, award)))
        case e.PlayerLeft(seat):
            return _changed(state, seat, lambda player: replace(player, has_left=True))
        case e.PlayClosed():
            return replace(state, is_broken_off=True)
        case e.MatchDecided(winners, _, movements):
            return replace(state, winners=winners, movements=(*state.movements, *movements))
        case _:  # the house's own events do not move the game
            return state


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after all these events."""
    return reduce(evolve, events, state)


def _begun(event: e.PlayBegun) -> State:
    players = tuple(Player(seat) for seat in event.seats)
    return State(event.innings, event.nmr, event.stakes, event.stake, players, movements=event.movements)


def _turn(event: e.InningPlayed) -> Turn:
    by_hand = any(roll.by_hand for roll in event.rolls)
    return Turn(event.inning, tuple(casts([roll.face for roll in event.rolls])), event.ordered, by_hand)


def _with_turn(state: State, seat: int, turn: Turn) -> State:
    return _changed(state, seat, lambda player: replace(player, turns=(*player.turns, turn)))


def _changed(state: State, seat: int, change: Callable[[Player], Player]) -> State:
    changed = (change(player) if player.seat.number == seat else player for player in state.players)
    return replace(state, players=tuple(changed))
