"""What a deadline makes of the order book, by the numbered rules of the sheet."""

from collections.abc import Sequence

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import Option, Options, OptionValue, Seat
from processor.core.orders import Book, Order
from processor.games.dropdead.casting import casts, inning_name, play
from processor.games.dropdead.events import (
    ForfeitWaived,
    InningClosed,
    InningForfeited,
    InningPlayed,
    MatchDecided,
    PlayBegun,
    PlayClosed,
    PlayerLeft,
    PointsAwarded,
)
from processor.games.dropdead.orders import RollInning
from processor.games.dropdead.stakes import OPTIONS as STAKES
from processor.games.dropdead.stakes import paid_in, settled
from processor.games.dropdead.state import Player, State, evolve, fold

ROLL, FORFEIT = "roll", "forfeit-inning"

OPTIONS = (
    Option("innings", 5, "How many innings are played.", at_least=1),
    Option(
        "nmr",
        ROLL,
        "What becomes of a player's inning if no order comes: roll, or forfeit-inning.",
        choices=(ROLL, FORFEIT),
    ),
    *STAKES,
)


def open_match(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
    """Play begins, with the stakes on the table (rule 8). No dice are cast before the first deadline."""
    chosen: dict[str, OptionValue] = {option.name: option.default for option in OPTIONS} | dict(options)
    stakes, stake = str(chosen["stakes"]), int(chosen["stake"])
    paid = paid_in(seats, stakes, stake)
    return (PlayBegun(tuple(seats), int(chosen["innings"]), str(chosen["nmr"]), stakes, stake, paid),)


def owed(state: State, seat: int, orders: Sequence[Order]) -> tuple[str, ...]:
    """The one word that a player may send for the coming inning (rule 5)."""
    return (f"roll, for inning {state.inning}",) if state.is_playing(seat) and not orders else ()


def adjudicate(state: State, book: Book, dice: Dice) -> tuple[Event, ...]:
    """One inning for everybody, and after the last one the decision (rules 5 to 7)."""
    turns = tuple(_inning(state, player.seat.number, book, dice) for player in state.playing)
    closed: tuple[Event, ...] = (*turns, InningClosed(state.inning))
    after = fold(state, closed)
    return closed if after.closed < state.innings else (*closed, _decision(after))


def _inning(state: State, seat: int, book: Book, dice: Dice) -> Event:
    ordered = any(isinstance(order, RollInning) for order in book.get(seat, ()))
    if not ordered and state.nmr == FORFEIT and seat not in state.excused:  # rule 6
        return InningForfeited(state.inning, seat)
    rolls = play(dice, inning_name(state.inning, seat))
    points = sum(cast.points for cast in casts([roll.face for roll in rolls]))
    return InningPlayed(state.inning, seat, points, ordered, rolls)


def _decision(state: State) -> MatchDecided:
    """The highest total wins, and equal totals win together (rule 7)."""
    winners = _winners(state)
    points = winners[0].total if winners else 0
    return MatchDecided(tuple(player.seat.number for player in winners), points, settled(state, winners))


def _winners(state: State) -> tuple[Player, ...]:
    """The best of those who stayed; nobody wins where not one inning was played (rulings 12 and 13)."""
    if not state.closed:
        return ()
    best = max((player.total for player in state.playing), default=0)
    return tuple(player for player in state.playing if player.total == best)


def excuse(state: State, seat: int) -> tuple[Event, ...]:
    """The GM excuses a player: in the coming inning their dice are rolled without an order (ruling 16)."""
    return (ForfeitWaived(seat),)


def award(state: State, seat: int, points: int, why: str) -> tuple[Event, ...]:
    """The GM gives a player points, which count in the total like those of an inning (ruling 16)."""
    return (PointsAwarded(seat, points, why),)


def resign(state: State, seat: int) -> tuple[Event, ...]:
    """A player leaves; when nobody is left, the match ends without a winner (rulings 12 and 13)."""
    gone = PlayerLeft(seat)
    after = evolve(state, gone)
    return (gone,) if after.playing else (gone, _decision(after))


def finish(state: State, dice: Dice) -> tuple[Event, ...]:
    """The GM closes the match: the totals decide as they stand (ruling 13). It needs no more dice."""
    if state.is_over:
        return ()
    closed = PlayClosed(state.inning)
    return (closed, _decision(evolve(state, closed)))


def is_over(state: State) -> bool:
    """Whether the match has been decided (rule 7)."""
    return state.is_over
