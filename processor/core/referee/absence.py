"""Players who are away: on vacation, which they say themselves, or excused by the GM."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from processor.core.events import SeatExcused, VacationCancelled, VacationTaken
from processor.core.match import Match
from processor.core.referee.happening import happen, not_begun
from processor.core.ruling import Refusal, Ruling

A_DAY, A_YEAR = timedelta(days=1), timedelta(days=365)


@dataclass(frozen=True)
class TakeVacation:
    """A player is away from ``begins`` until ``ends``."""

    seat: int
    begins: datetime
    ends: datetime


@dataclass(frozen=True)
class CancelVacation:
    """A player is not away after all, from that instant on."""

    seat: int
    at: datetime


@dataclass(frozen=True)
class Excuse:
    """Nothing is asked of a seat in the coming turn, whose number is the guard; or it is asked after all."""

    seat: int
    turn: int
    excused: bool = True


def take_vacation(match: Match, taken: TakeVacation, seed: bytes) -> Ruling | Refusal:
    """A vacation. One that is longer than the days that the player has left in the year counts for those days alone."""
    if taken.seat in match.resigned:
        return Refusal("resigned", {"code": match.code})
    if match.setting("vacation") == "off":
        return Refusal("no-vacations", {"code": match.code})
    if taken.ends <= taken.begins:
        return Refusal("vacation-backwards", {"code": match.code})
    days = -((taken.begins - taken.ends) // A_DAY)
    left = min(days_left(match, taken.seat, each) for each in (taken.begins, taken.ends))
    if not left:
        return Refusal("no-days-left", {"code": match.code, "days": days})
    ends = taken.ends if days <= left else taken.begins + left * A_DAY
    return happen(match, [VacationTaken(taken.seat, taken.begins, ends, min(days, left))], seed)


def days_left(match: Match, seat: int, ends: datetime) -> int:
    """How many days of vacation a seat has left in the year up to that instant."""
    taken = sum(each.days for each in match.life.vacations if each.seat == seat and each.begins > ends - A_YEAR)
    return max(0, int(match.setting("vacation_days")) - taken)


def cancel_vacation(match: Match, cancelled: CancelVacation, seed: bytes) -> Ruling | Refusal:
    """No vacation after all, if there was one. Days that have passed or have moved a deadline stay spent.

    Else one player could put deadlines off without end, with days that are given back each time.
    """
    if not any(each.seat == cancelled.seat and not each.is_off for each in match.life.vacations):
        return Refusal("no-vacation", {"code": match.code})
    return happen(match, [VacationCancelled(cancelled.seat, cancelled.at)], seed)


def excuse(match: Match, excused: Excuse, seed: bytes) -> Ruling | Refusal:
    """A seat is excused from the coming turn, or no longer."""
    if refused := not_begun(match):
        return refused
    if excused.turn != match.turn:
        return Refusal(
            "wrong-turn", {"code": match.code, "unit": match.game.unit, "asked": excused.turn, "turn": match.turn}
        )
    if excused.seat in match.resigned:
        return Refusal("left-already", {"code": match.code, "name": match.seats[excused.seat].name})
    if (excused.seat in match.life.excused) == excused.excused:
        return Refusal("excused-as-before", {"code": match.code, "name": match.seats[excused.seat].name})
    return happen(match, [SeatExcused(excused.seat, excused.turn, excused.excused)], seed)
