"""What keeps a turn from closing or lets it close before its time: held deadlines, players who wait, settings."""

from dataclasses import dataclass
from datetime import datetime

from processor.core.events import DeadlineFreed, DeadlineHeld, DeadlineSet, LettersAwaited, SettingChanged, WaitSaid
from processor.core.game import OptionValue
from processor.core.life import Why
from processor.core.match import Match
from processor.core.referee.happening import gone_on, happen, if_in_play, is_paused, not_begun
from processor.core.ruling import Refusal, Ruling


@dataclass(frozen=True)
class HoldDeadline:
    """The coming deadline is not to close by itself, from that instant on."""

    why: Why
    at: datetime


@dataclass(frozen=True)
class FreeDeadline:
    """A held deadline passes as it would have; ``next_due`` is as for orders."""

    next_due: datetime | None = None


@dataclass(frozen=True)
class Resume:
    """A match that was paused goes on, and its coming turn closes at ``due`` if it has a deadline.

    ``next_due`` is as for orders: what came in meanwhile may close the turn at once. ``but_for`` vacations it would
    close then, if it was put off for any.
    """

    due: datetime | None
    next_due: datetime | None = None
    but_for: datetime | None = None


@dataclass(frozen=True)
class ChangeSetting:
    """One of the house's settings is another one from now on."""

    name: str
    value: OptionValue


@dataclass(frozen=True)
class SayWait:
    """A player wants the coming turn not to be run early, or no longer minds."""

    seat: int
    waits: bool


@dataclass(frozen=True)
class AwaitLetters:
    """A ruling has opened the coming turn again: it is not run early with the orders that were on file before."""


def hold(match: Match, held: HoldDeadline, seed: bytes) -> Ruling | Refusal:
    """A deadline is held, whatever held it before: the GM's own word takes the place of the house's.

    A match that is paused stays so: else it would go on without the time that it lost.
    """
    if refused := not_begun(match):
        return refused
    if is_paused(match):
        return Refusal("paused", {"code": match.code})
    if match.due is None and not (held.why == "pause" and match.hears_orders):
        return Refusal("no-deadline-to-hold", {"code": match.code})
    if match.life.hold and (match.life.hold.why == held.why or held.why in ("outage", "clock")):
        return Refusal("already-held", {"code": match.code, "unit": match.game.unit, "turn": match.turn})
    return happen(match, [DeadlineHeld(match.turn, held.why, held.at)], seed)


def free(match: Match, freed: FreeDeadline, seed: bytes) -> Ruling | Refusal:
    """A held deadline goes on. One that was paused has lost its time, so it needs another."""
    if match.life.hold is None:
        return Refusal("not-held", {"code": match.code})
    if is_paused(match):
        return Refusal("paused", {"code": match.code})
    return gone_on(match, DeadlineFreed(match.turn), freed.next_due, seed)


def resume(match: Match, resumed: Resume, seed: bytes) -> Ruling | Refusal:
    """A paused match goes on, with another deadline where it had one. What held that before holds it again."""
    if not is_paused(match):
        return Refusal("not-paused", {"code": match.code})
    fact = DeadlineSet(match.turn, resumed.due, resumed.but_for) if resumed.due else DeadlineFreed(match.turn)
    if match.life.hold and (held := match.life.hold.beneath):
        return happen(match, [fact, DeadlineHeld(match.turn, held.why, held.at)], seed)
    return gone_on(match, fact, resumed.next_due, seed)


def change_setting(match: Match, changed: ChangeSetting, seed: bytes) -> Ruling | Refusal:
    """A setting changes, unless it is so already. Said once more, ``early`` waits for no new letters any longer."""
    is_news = changed.name == "early" and bool(match.life.unheard)
    if match.setting(changed.name) == changed.value and not is_news:
        return Refusal("setting-as-before", {"code": match.code, "name": changed.name})
    return happen(match, [SettingChanged(changed.name, changed.value)], seed)


def say_wait(match: Match, said: SayWait, seed: bytes) -> Ruling | Refusal:
    """A player wants to wait, or not; saying it twice changes nothing more."""
    if refused := if_in_play(match, said.seat):
        return refused
    is_news = (said.seat in match.life.waits) != said.waits or said.seat in match.life.unheard
    return happen(match, [WaitSaid(said.seat, said.waits)] if is_news else [], seed)


def await_letters(match: Match, seed: bytes) -> Ruling | Refusal:
    """Every seat of which something is asked, or whose orders are on file, is to write anew."""
    if refused := not_begun(match):
        return refused
    asked = [seat for seat in sorted(match.seats.keys() - match.resigned) if match.game.owed(match.state, seat, ())]
    seats = tuple(sorted({*asked, *match.book.keys() - match.resigned}))
    return happen(match, [LettersAwaited(match.turn, seats)] if seats else [], seed)
