"""What a ruling can put into the past, and where in a history each of these remedies belongs."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from processor.core.events import Event, OrdersFiled, Told, TurnClosed, TurnExcused
from processor.core.facts import Fact
from processor.core.match import Match, Phase
from processor.core.orders import Written
from processor.core.referee.happening import awaits_nothing, closes_now
from processor.core.ruling import Refusal


@dataclass(frozen=True)
class AmendOrders:
    """A seat's orders for a turn, as if they had been on file when it closed."""

    seat: int
    turn: int
    written: tuple[Written, ...]


@dataclass(frozen=True)
class ExcuseTurn:
    """What was missing from a seat at the end of a turn costs nothing."""

    seat: int
    turn: int


@dataclass(frozen=True)
class GivePoints:
    """A seat gets points, or loses some where they are less than nought."""

    seat: int
    points: int
    why: str


@dataclass(frozen=True)
class RollBack:
    """A turn is open again, and all that was ordered later is void."""

    turn: int


Remedy = AmendOrders | ExcuseTurn | GivePoints | RollBack
"""What a ruling can put into the past."""


def placed(facts: Sequence[Fact], before: Match, remedies: Sequence[Remedy]) -> Mapping[int, list[Remedy]] | Refusal:
    """The remedies by the place among the facts that each of them comes before."""
    found: defaultdict[int, list[Remedy]] = defaultdict(list)
    for remedy in remedies:
        at = _place(facts, before, remedy)
        if at is None:
            named = {"code": before.code, "turn": getattr(remedy, "turn", 0), "unit": before.game.unit}
            return Refusal("no-such-turn", named)
        found[at].append(remedy)
    return found


def _place(facts: Sequence[Fact], before: Match, remedy: Remedy) -> int | None:
    match remedy:
        case GivePoints() if before.phase is Phase.OVER:
            return _before_it_was_ready(facts, _last_fact(facts))  # afterwards nothing counts any more
        case GivePoints():
            return len(facts)
        case AmendOrders(turn=turn) | ExcuseTurn(turn=turn) | RollBack(turn=turn):
            closing = closing_of([each.told for each in facts], turn)
            if closing is not None:
                return _before_it_was_ready(facts, closing)
            is_open = turn == before.turn and before.phase is Phase.RUNNING
            return len(facts) if is_open and not isinstance(remedy, RollBack) else None


def closing_of(told: Sequence[Told], turn: int) -> int | None:
    """The place in a history at which a turn closed, if it did."""
    return next((at for at, each in enumerate(told) if each.event == TurnClosed(turn)), None)


def _before_it_was_ready(facts: Sequence[Fact], closing: int) -> int:
    """The place of a turn's end, or of the fact that brought it on where nothing more was awaited.

    Where the clock of the match was started again, that is what came in while it stood still.
    """
    if not closes_now(facts[closing].old):
        return closing
    at = _last_fact(facts[:closing])
    while (before := facts[at].old).is_held and awaits_nothing(before):
        at = _last_fact(facts[:at])
    return at


def _last_fact(facts: Sequence[Fact]) -> int:
    """The place of the last fact; that somebody was excused from a turn belongs to the end of that turn."""
    return max(place for place, each in enumerate(facts) if not isinstance(each.event, TurnExcused))


def replaced(facts: Sequence[Fact], remedies: Mapping[int, Sequence[Remedy]]) -> set[int]:
    """The numbers of the facts that closed their turn at once and in whose place a remedy comes."""
    places = ((facts[at], remedy) for at, here in remedies.items() if at < len(facts) for remedy in here)
    return {each.told.number for each, remedy in places if _takes_the_place(remedy, each.event)}


def _takes_the_place(remedy: Remedy, fact: Event) -> bool:
    match remedy:
        case RollBack():
            return True
        case AmendOrders(seat=seat):
            return isinstance(fact, OrdersFiled) and fact.seat == seat
        case _:
            return False
