"""The rules of play: how a match opens, when a turn is over, what it brings, and how it ends."""

from collections.abc import Mapping, Sequence

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import Option, Options, OptionValue, Seat
from processor.core.orders import Book, Order
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
from processor.games.shootout.names import named
from processor.games.shootout.orders import SIDES, Accuracy, Shot, Vote
from processor.games.shootout.state import State, Votes, fold

OPTIONS = (
    Option("kick", True, "Whether the others may vote a player out who lets the time of a turn run out."),
    Option("skip", False, "Whether the turn goes on by itself when the shooter's time is up."),
    Option("penalty", 1, "The points of bad sportsmanship for leaving the match alive.", at_least=0),
)


def open_match(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
    """Line the players up in the order in which they joined (rules 1 and 2). Nothing is thrown yet."""
    chosen: Mapping[str, OptionValue] = {option.name: option.default for option in OPTIONS} | dict(options)
    order = tuple(sorted(seats, key=lambda seat: seat.number))
    return (PlayersLinedUp(order, bool(chosen["kick"]), bool(chosen["skip"]), int(chosen["penalty"])),)


def owed(state: State, seat: int, orders: Sequence[Order]) -> tuple[str, ...]:
    """What the match waits for from that seat."""
    if state.is_over or seat not in state.awaited:
        return ()
    if state.shooter is not None:
        return () if any(isinstance(order, Shot) for order in orders) else (f"your shot: Shooting NAME: DICE{SIDES}",)
    if any(isinstance(order, Accuracy) for order in orders):
        return ()
    return (f"your accuracy, a whole number from 1 to {SIDES}",)


def is_ready(state: State, book: Book) -> bool:
    """Whether the turn is over now: it was taken, or the player that it waited for is gone or voted out."""
    chosen = _chosen(state, book)
    if state.shooter is None and all(seat in chosen for seat in state.awaited):
        return True  # rule 3
    return state.is_done or _shot(state, book) is not None or bool(_outvoted(state, _votes(state, book)))


def adjudicate(state: State, book: Book, dice: Dice) -> tuple[Event, ...]:
    """What a turn makes of the order book; where it does not end by itself, its time has run out."""
    in_time = is_ready(state, book)
    events = (*_choices(state, book), *_shots(state, book, dice))
    events += _votes_cast(fold(state, events), book)
    events += _kicks(fold(state, events))
    if not in_time:
        events += _time_up(fold(state, events))
    return (*events, TurnCompleted(state.turn))


def _choices(state: State, book: Book) -> tuple[Event, ...]:
    return tuple(AccuracyChosen(seat, value) for seat, value in _chosen(state, book).items())


def _chosen(state: State, book: Book) -> Mapping[int, int]:
    """The accuracies in the book of those who have still to choose, in the order of their seats (rule 3)."""
    awaited = state.awaited if state.shooter is None else ()
    choices = {seat: [each for each in book.get(seat, ()) if isinstance(each, Accuracy)] for seat in awaited}
    return {seat: found[-1].value for seat, found in choices.items() if found}


def _shots(state: State, book: Book, dice: Dice) -> tuple[Event, ...]:
    """The shooter's shot, if it is in the book: a die of at most the shooter's accuracy hits (rules 5 and 6)."""
    target = _shot(state, book)
    if state.shooter is None or target is None:
        return ()
    die = dice.roll(f"shootout/turn/{state.turn}/seat/{state.shooter}/die", SIDES)
    accuracy = state.accuracies[state.shooter]
    return (ShotFired(state.turn, state.shooter, target, accuracy, die.face <= accuracy, (die,)),)


def _shot(state: State, book: Book) -> int | None:
    """The seat that the shooter's order is aimed at, if there is such an order and it may still be shot at."""
    if state.shooter is None or state.is_done:
        return None
    shots = [order for order in book.get(state.shooter, ()) if isinstance(order, Shot)]
    target = named(state.order, shots[-1].target) if shots else None
    return target if target in state.living and target != state.shooter else None


def _votes(state: State, book: Book) -> Votes:
    """The votes to remove somebody, those that stood and those in the book (rule 9)."""
    votes = set(state.votes)
    for seat, orders in book.items():
        for vote in (order for order in orders if isinstance(order, Vote) and seat in state.living):
            target = named(state.order, vote.target)
            if target in state.late:
                votes.discard((seat, target))
                votes |= {(seat, target)} if vote.kick else set()
    return frozenset(votes)


def _votes_cast(state: State, book: Book) -> tuple[Event, ...]:
    """How the turn changes the votes that stand; once the shooter's turn is over they are void."""
    if state.is_done:
        return ()
    after = _votes(state, book)
    given = (KickVoted(*vote) for vote in sorted(after - state.votes))
    return (*given, *(KickVoteTakenBack(*vote) for vote in sorted(state.votes - after)))


def _outvoted(state: State, votes: Votes) -> tuple[int, ...]:
    """Whom more than half of the other living players vote to remove (rule 9)."""
    others = len(state.living) - 1
    late = [seat for seat in state.living if seat in state.late]
    return tuple(seat for seat in late if 2 * sum(target == seat for _, target in votes) > others)


def _kicks(state: State) -> tuple[Event, ...]:
    """Remove whoever is outvoted. Fewer are then left, so others may be outvoted in their turn (ruling 17)."""
    events: tuple[Event, ...] = ()
    while out := _outvoted(state, state.votes):
        voters = {seat: tuple(sorted(by for by, target in state.votes if target == seat)) for seat in out}
        kicked = tuple(SeatKicked(state.turn, seat, voters[seat]) for seat in out)
        events, state = (*events, *kicked), fold(state, kicked)
    return events


def _time_up(state: State) -> tuple[Event, ...]:
    """The deadline passed while somebody was still waited for (rule 9, ruling 15)."""
    late = tuple(seat for seat in state.awaited if seat not in state.excused)  # ruling 21
    if not late:
        return ()
    if state.shooter is not None and state.skip:
        return (TurnSkipped(state.turn, state.shooter),)
    return (TimeRanOut(state.turn, late),)


def excuse(state: State, seat: int) -> tuple[Event, ...]:
    """The GM excuses a player from the coming deadline: it does no harm that nothing comes from them (ruling 21)."""
    return (DelayWaived(seat),)


def resign(state: State, seat: int) -> tuple[Event, ...]:
    """A player leaves: the dead freely, the living marked for bad sportsmanship (rule 8)."""
    was_living = seat in state.living
    return (SeatQuit(state.turn, seat, was_living, state.penalty if was_living else 0),)


def marks(state: State) -> Mapping[int, int]:
    """What leaving alive has put on the records of players (rule 8)."""
    return state.points


def finish(state: State, dice: Dice) -> tuple[Event, ...]:
    """The GM ends the match: nobody wins (ruling 20)."""
    return () if state.is_over else (ShootoutClosed(),)


def is_over(state: State) -> bool:
    """Whether at most one player is living (rule 7)."""
    return state.is_over
