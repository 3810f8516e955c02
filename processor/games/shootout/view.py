"""What a reader may know of a match. Nothing that has been told is secret; only the order book is."""

from collections.abc import Sequence
from dataclasses import dataclass

from processor.games.shootout.events import (
    AccuracyChosen,
    SeatKicked,
    SeatQuit,
    ShotFired,
    TimeRanOut,
    TurnSkipped,
)
from processor.games.shootout.orders import SIDES
from processor.games.shootout.state import Fate, State


@dataclass(frozen=True)
class PlayerView:
    """One player in the order of shooting. ``points`` are marks for bad sportsmanship."""

    name: str
    accuracy: int | None
    fate: str
    points: int
    hits: int
    shots: int
    is_shooter: bool
    is_late: bool
    is_reader: bool

    @property
    def living(self) -> bool:
        return not self.fate


@dataclass(frozen=True)
class ShotView:
    """One shot with its die, in the words that the rules set for it (rule 6)."""

    turn: int
    who: str
    target: str
    accuracy: int
    die: int
    hit: bool
    by_hand: bool

    @property
    def words(self) -> str:
        return f"I Shot {self.target} and killed em" if self.hit else f"I Shot at {self.target} and missed. Phooey!"


@dataclass(frozen=True)
class VoteView:
    """The votes to remove a player whose time is up, and how many it takes."""

    target: str
    voters: tuple[str, ...]
    needed: int


@dataclass(frozen=True)
class KickView:
    """A player who was voted out, and by whom."""

    name: str
    voters: tuple[str, ...]


@dataclass(frozen=True)
class QuitView:
    """A player who left, living or dead, and the points that this cost."""

    name: str
    was_living: bool
    points: int


@dataclass(frozen=True)
class View:
    """The match as one reader sees it. ``turn`` is the one that the coming deadline closes.

    ``sample`` is somebody that may be shot at. What the last turn brought is in ``chosen`` (all accuracies are known
    from now on), ``shot``, ``late`` (their time ran out), ``skipped``, ``kicked`` and ``quitters``.
    """

    turn: int
    is_over: bool
    is_closed: bool
    winner: str | None
    choosing: tuple[str, ...]
    shooter: str | None
    sides: int
    kick: bool
    skip: bool
    penalty: int
    reader: PlayerView | None
    awaits_reader: bool
    players: tuple[PlayerView, ...]
    targets: tuple[str, ...]
    times_up: tuple[str, ...]
    votes: tuple[VoteView, ...]
    may_vote: tuple[str, ...]
    shots: tuple[ShotView, ...]
    chosen: bool
    shot: ShotView | None
    late: tuple[str, ...]
    skipped: str | None
    kicked: tuple[KickView, ...]
    quitters: tuple[QuitView, ...]


def view(state: State, seat: int | None) -> View:
    """The match as the seat may see it, or as everybody may."""
    news = state.since or state.news
    shots = [event for event in news if isinstance(event, ShotFired)]
    late = [each for event in news if isinstance(event, TimeRanOut) for each in event.seats]
    skipped = [event.seat for event in news if isinstance(event, TurnSkipped)]
    players = tuple(_player(state, each.number, seat) for each in state.order)
    choosing = state.awaited if state.shooter is None else ()
    is_living = seat in state.living
    return View(
        turn=state.turn,
        is_over=state.is_over,
        is_closed=state.is_closed,
        winner=None if state.winner is None else state.name_of(state.winner),
        choosing=_names(state, choosing),
        shooter=None if state.shooter is None else state.name_of(state.shooter),
        sides=SIDES,
        kick=state.kick,
        skip=state.skip,
        penalty=state.penalty,
        reader=next((player for player in players if player.is_reader), None),
        awaits_reader=not state.is_over and seat in state.awaited,
        players=players,
        targets=_names(state, [each for each in state.living if each != (seat or state.shooter)]),
        times_up=_names(state, sorted(state.late)),
        votes=_votes(state),
        may_vote=_names(state, sorted(state.late - {seat})) if state.kick and is_living else (),
        shots=tuple(_shot(state, event) for event in state.shots),
        chosen=state.shooter is not None and any(isinstance(event, AccuracyChosen) for event in news),
        shot=_shot(state, shots[-1]) if shots else None,
        late=_names(state, late),
        skipped=state.name_of(skipped[-1]) if skipped else None,
        kicked=tuple(
            KickView(state.name_of(event.seat), _names(state, event.voters))
            for event in news
            if isinstance(event, SeatKicked)
        ),
        quitters=tuple(
            QuitView(state.name_of(event.seat), event.was_living, event.points)
            for event in news
            if isinstance(event, SeatQuit)
        ),
    )


def _player(state: State, seat: int, reader: int | None) -> PlayerView:
    fired = [shot for shot in state.shots if shot.seat == seat]
    all_have_chosen = state.shooter is not None or state.is_over
    return PlayerView(
        name=state.name_of(seat),
        accuracy=state.accuracies.get(seat) if all_have_chosen or seat == reader else None,
        fate=_fate(state, seat),
        points=state.points.get(seat, 0),
        hits=sum(shot.hit for shot in fired),
        shots=len(fired),
        is_shooter=seat == state.shooter and not state.is_over,
        is_late=seat in state.late,
        is_reader=seat == reader,
    )


def _fate(state: State, seat: int) -> str:
    fate = state.fates.get(seat)
    if fate is None:
        return ""
    return "dead, has left" if fate is Fate.DEAD and seat in state.left else str(fate)


def _shot(state: State, event: ShotFired) -> ShotView:
    die = event.rolls[0]
    who, target = state.name_of(event.seat), state.name_of(event.target)
    return ShotView(event.turn, who, target, event.accuracy, die.face, event.hit, die.by_hand)


def _votes(state: State) -> tuple[VoteView, ...]:
    needed = (len(state.living) - 1) // 2 + 1
    targets = sorted({target for _, target in state.votes})
    return tuple(
        VoteView(state.name_of(target), _names(state, sorted(by for by, of in state.votes if of == target)), needed)
        for target in targets
    )


def _names(state: State, seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(state.name_of(seat) for seat in seats)
