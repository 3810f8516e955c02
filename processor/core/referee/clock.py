"""When things begin and end: a match starts, a deadline is set, a turn closes, a match is closed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from processor.core.events import DeadlineSet, MatchClosed, MatchStarted
from processor.core.match import Match, Phase
from processor.core.money import in_words
from processor.core.referee.dicing import outdated
from processor.core.referee.happening import (
    closed_at_once,
    gone_on,
    happen,
    is_paused,
    not_begun,
    timed,
    turn_closed,
    wrong_turn,
)
from processor.core.ruling import Refusal, Ruling


@dataclass(frozen=True)
class StartMatch:
    """Play begins, and its first turn closes at ``due``.

    ``funds`` are the pence that may be taken from the account of each seat's player.
    """

    due: datetime | None
    funds: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class SetDeadline:
    """The coming turn, whose number is the guard, closes at ``due``; ``next_due`` is as for orders.

    ``but_for`` vacations it would close then, if it was put off for any.
    """

    turn: int
    due: datetime
    next_due: datetime | None = None
    but_for: datetime | None = None


@dataclass(frozen=True)
class CloseTurn:
    """The deadline of a turn has passed; the next turn closes at ``next_due``."""

    turn: int
    next_due: datetime | None


@dataclass(frozen=True)
class CloseMatch:
    """The GM ends a running match early."""


def start(match: Match, beginning: StartMatch, seed: bytes) -> Ruling | Refusal:
    """Play begins if enough players are there, and if their accounts cover what all of them pay in."""
    if match.phase is not Phase.SIGN_UP:
        return Refusal("already-running", {"code": match.code})
    if len(match.seats) < match.opened.fewest_seats:
        facts = {"code": match.code, "seated": len(match.seats), "fewest": match.opened.fewest_seats}
        return Refusal("too-few", facts)
    if dice := outdated(match):
        return Refusal("dice-outdated", {"code": match.code, "words": dice.words})
    if unpaid := _unpaid(match, beginning.funds):
        return unpaid
    begun = timed(happen(match, [MatchStarted()], seed), beginning.due, seed)
    return closed_at_once(begun, beginning.due, seed)  # orders that came early may be all that the first turn waits for


def _unpaid(match: Match, funds: Mapping[int, int]) -> Refusal | None:
    short = [match.seats[seat].name for seat in sorted(match.seats) if match.stake > max(0, funds.get(seat, 0))]
    facts = {"code": match.code, "pence": in_words(match.stake), "names": ", ".join(short)}
    return Refusal("stakes-not-covered", facts) if short else None


def set_deadline(match: Match, instruction: SetDeadline, seed: bytes) -> Ruling | Refusal:
    """A deadline for the coming turn, which is held no longer."""
    if instruction.turn != match.turn:
        return wrong_turn(match, instruction.turn)
    if match.phase is Phase.RUNNING and not match.is_timed:
        return Refusal("untimed", {"code": match.code})
    if is_paused(match):
        return Refusal("paused", {"code": match.code})
    return gone_on(match, DeadlineSet(match.turn, instruction.due, instruction.but_for), instruction.next_due, seed)


def close_turn(match: Match, turn: int, next_due: datetime | None, seed: bytes) -> Ruling | Refusal:
    """The coming turn closes; its number is the guard."""
    paused = Refusal("paused", {"code": match.code}) if match.turn == turn and is_paused(match) else None
    return paused or would_close(match, turn, next_due, seed)


def would_close(match: Match, turn: int, next_due: datetime | None, seed: bytes) -> Ruling | Refusal:
    """What would come of the coming turn if it were closed now, also in a match that is paused."""
    refused = not_begun(match) or (wrong_turn(match, turn) if turn != match.turn else None)
    return refused or turn_closed(match, next_due, seed)


def close_match(match: Match, seed: bytes) -> Ruling | Refusal:
    """A match ends early; before its start it is called off."""
    return happen(match, [MatchClosed()], seed)
