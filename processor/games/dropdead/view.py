"""What is shown of a match: everything, to everybody, since no dice fall before the deadline."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from processor.core.money import in_words, seat_account, sums
from processor.games.dropdead.casting import Cast
from processor.games.dropdead.odds import at_least, exactly
from processor.games.dropdead.rules import FORFEIT
from processor.games.dropdead.stakes import NONE, POT
from processor.games.dropdead.state import Player, State, Turn

_FEW_TURNS = 10
"""Below so many turns the odds are told with one decimal."""
_MANY_TURNS = 10**9
_FAR = 300
"""So many points come less than once in many turns, and no chance beyond needs to be worked out to say so."""


@dataclass(frozen=True)
class CastView:
    """One line of the sheet: the dice, the dead ones among them, what it scored, how many dice it left."""

    number: int
    dice: str
    dead: str
    points: int
    left: int


@dataclass(frozen=True)
class TurnView:
    """A player's part of an inning. ``once_in`` is the number of turns of which one is at least this good.

    Of a turn without a point it is the number of turns of which one is like it.
    """

    inning: int
    casts: tuple[CastView, ...]
    points: int
    is_rolled_for: bool
    is_forfeited: bool
    by_hand: bool
    once_in: str


@dataclass(frozen=True)
class PlayerView:
    """A player in the table. ``place`` is shared in a tie and 0 for who has left; ``money`` is what was won or lost.

    ``awards`` are the points that the GM gave or took, each with its sign and its reason.
    """

    name: str
    place: int
    total: int
    points: tuple[int, ...]
    has_left: bool
    is_winner: bool
    is_reader: bool
    money: str
    awards: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """The match as its reader sees it. ``turns`` is the sheet of the inning played last, by name."""

    inning: int
    innings: int
    closed: int
    is_over: bool
    is_broken_off: bool
    forfeits: bool
    stakes: str
    stake: str
    pot: str
    reader: PlayerView | None
    players: tuple[PlayerView, ...]
    turns: tuple[tuple[str, TurnView], ...]

    @property
    def winners(self) -> tuple[PlayerView, ...]:
        return tuple(player for player in self.players if player.is_winner)

    @property
    def playing(self) -> tuple[PlayerView, ...]:
        return tuple(player for player in self.players if not player.has_left)


def view(state: State, seat: int | None) -> View:
    """The match as it is shown to that seat, or to everybody; players from first to last."""
    players = {player.seat.number: _player(state, player, seat) for player in state.players}
    in_order = sorted(players.values(), key=lambda player: (player.has_left, -player.total))
    pot = state.stake * len(state.players) if state.stakes == POT else 0
    return View(
        inning=state.inning,
        innings=state.innings,
        closed=state.closed,
        is_over=state.is_over,
        is_broken_off=state.is_broken_off,
        forfeits=state.nmr == FORFEIT,
        stakes=state.stakes,
        stake=in_words(state.stake),
        pot=in_words(pot),
        reader=players.get(seat) if seat is not None else None,
        players=tuple(in_order),
        turns=tuple((player.seat.name, _turn(turn)) for player in state.players for turn in _latest(state, player)),
    )


def _latest(state: State, player: Player) -> tuple[Turn, ...]:
    """The player's part of the inning played last, if they had one."""
    return tuple(turn for turn in player.turns if turn.inning == state.closed)


def _player(state: State, player: Player, reader: int | None) -> PlayerView:
    number = player.seat.number
    better = sum(each.total > player.total for each in state.playing)
    return PlayerView(
        name=player.seat.name,
        place=0 if player.has_left else better + 1,
        total=player.total,
        points=tuple(turn.points for turn in player.turns),
        has_left=player.has_left,
        is_winner=number in (state.winners or ()),
        is_reader=number == reader,
        money=_signed(_won(state, number)) if state.stakes != NONE else "",
        awards=tuple(f"{award.points:+}: {award.why}" for award in player.awards),
    )


def _won(state: State, seat: int) -> int:
    """What a player has won so far, in pence; less than nothing is lost."""
    return sums(state.movements).get(seat_account(seat), 0)


def _signed(pence: int) -> str:
    return f"+{in_words(pence)}" if pence > 0 else in_words(pence)


def _turn(turn: Turn) -> TurnView:
    return TurnView(
        inning=turn.inning,
        casts=_casts(turn.casts),
        points=turn.points,
        is_rolled_for=bool(turn.casts) and not turn.ordered,
        is_forfeited=not turn.casts,
        by_hand=turn.by_hand,
        once_in=once_in(turn.points),
    )


def _casts(casts: Sequence[Cast]) -> tuple[CastView, ...]:
    return tuple(
        CastView(number, _faces(cast.faces), _faces(cast.dead), cast.points, cast.left)
        for number, cast in enumerate(casts, start=1)
    )


def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def once_in(points: int) -> str:
    """In how many turns a turn this good comes once, as a round number."""
    chance = at_least(min(points, _FAR)) if points else exactly(0)
    turns = Fraction(1) / chance
    if turns >= _MANY_TURNS:
        return f"more than {_MANY_TURNS:,}"
    return f"{float(turns):.1f}" if turns < _FEW_TURNS else f"{round(turns):,}"
