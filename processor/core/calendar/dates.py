"""Dates as people write them, and the instants they mean."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from processor.core.calendar.clocks import A_YEAR, MONTHS, WEEKDAYS, Amount, at_wall, later, said, said_day, wall

END_OF_DAY = time(23, 59)
"""What a date without a time means, and "midnight" too: 00:00 could be taken for either end of a day."""


@dataclass(frozen=True)
class OnWeekday:
    """A weekday alone: the next one, never today."""

    weekday: int
    at: time | None = None


@dataclass(frozen=True)
class NextWeekday:
    """What some take for the coming one and others for the one of next week: "next friday"."""

    weekday: int
    at: time | None = None


@dataclass(frozen=True)
class OnDate:
    """A day of a month, with or without weekday and year: "friday 18 december"."""

    day: int
    month: int
    year: int | None = None
    weekday: int | None = None
    at: time | None = None


@dataclass(frozen=True)
class InFigures:
    """Day and month in one country, month and day in another: "18/12/2026"."""

    first: int
    second: int
    year: int | None = None
    at: time | None = None


@dataclass(frozen=True)
class Within:
    """So long from now: "in 3 days", "in 12 hours"."""

    amount: Amount
    at: time | None = None


@dataclass(frozen=True)
class Today:
    """The day on which it is read."""

    at: time | None = None


@dataclass(frozen=True)
class Tomorrow:
    """The day after that."""

    at: time | None = None


Phrase = OnWeekday | NextWeekday | OnDate | InFigures | Within | Today | Tomorrow


@dataclass(frozen=True)
class Refusal:
    """Why a date cannot be taken, and how to write it: ``reason`` is for programs, ``words`` for people."""

    reason: str
    words: str


def resolve(phrase: Phrase, now: datetime, zone: str, at: time = END_OF_DAY) -> datetime | Refusal:
    """The instant that the phrase means when it is read ``now``; ``at`` is the time of a date that names none."""
    match phrase:
        case Within(amount) if amount.length > A_YEAR:
            return _too_far(f"In {amount}")
        case Within(amount, None):
            return later(now, amount, zone)
        case Within(amount) if not amount.is_civil:
            return Refusal("two-readings", f'Please say either "in {amount}" or a time of day, not both.')
        case _:
            day = _day(phrase, wall(now, zone).date())
    return day if isinstance(day, Refusal) else _ahead(day, phrase.at or at, now, zone)


def _day(phrase: Phrase, today: date) -> date | Refusal:
    match phrase:
        case Today():
            return today
        case Tomorrow():
            return today + timedelta(days=1)
        case Within(amount):
            return today + amount.length
        case OnWeekday(weekday):
            return _coming(weekday, today)
        case NextWeekday(weekday):
            return _next_week(weekday, today)
        case InFigures():
            return _in_figures(phrase, today)
        case OnDate():
            return _on_date(phrase, today)


def _coming(weekday: int, today: date) -> date:
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _next_week(weekday: int, today: date) -> date | Refusal:
    coming = _coming(weekday, today)
    of_next_week = today + timedelta(days=7 - today.weekday() + weekday)
    if coming == of_next_week:
        return coming
    which = f"{said_day(coming)} or {said_day(of_next_week)}"
    return Refusal("two-readings", f'"Next {WEEKDAYS[weekday]}" could be {which}. Please write the date.')


def _in_figures(phrase: InFigures, today: date) -> date | Refusal:
    orders = dict.fromkeys(((phrase.first, phrase.second), (phrase.second, phrase.first)))
    readings = [OnDate(day, month, phrase.year) for day, month in orders if month <= len(MONTHS)]
    written = f"{phrase.first}/{phrase.second}"
    match readings:
        case []:
            return Refusal("no-such-day", f"{written} is no date. Please write the month as a word.")
        case [only]:
            return _on_date(only, today)
        case _:
            either = " or ".join(said(each.day, each.month) for each in readings)
            return Refusal("two-readings", f'"{written}" could be {either}. Please write the month as a word.')


def _on_date(phrase: OnDate, today: date) -> date | Refusal:
    years = (today.year - 1, today.year, today.year + 1) if phrase.year is None else (phrase.year,)
    days = tuple(_existing(phrase, years))
    if not days:
        when = f" in {today.year} or {today.year + 1}" if phrase.year is None else ""
        what = said(phrase.day, phrase.month, phrase.year)
        return Refusal("no-such-day", f"There is no {what}{when}. Please check the date.")
    ahead = min((day for day in days if day >= today), default=days[-1])
    if phrase.weekday not in (None, ahead.weekday()):
        wrong = WEEKDAYS[phrase.weekday or 0]
        return Refusal("wrong-weekday", f"{said_day(ahead)} is not a {wrong}. Please check the day and the date.")
    behind = max((day for day in days if day < today), default=None)
    if behind and ahead - today > today - behind:
        year = said(phrase.day, phrase.month, ahead.year)
        return Refusal("past", f"{said_day(behind)} has gone by. If you mean the next one, please write {year}.")
    return ahead


def _existing(phrase: OnDate, years: tuple[int, ...]) -> Iterator[date]:
    for year in years:
        try:
            yield date(year, phrase.month, phrase.day)
        except ValueError:
            continue


def _ahead(day: date, at: time, now: datetime, zone: str) -> datetime | Refusal:
    """The instant, if it lies ahead. Days are looked at first: the far ends of the calendar have no instants."""
    today = wall(now, zone).date()
    if day - today > A_YEAR:
        return _too_far(said_day(day))
    instant = at_wall(datetime.combine(day, at), zone, now) if day >= today else now
    if instant <= now:
        return Refusal("past", f"{said_day(day)}, {at:%H:%M} has gone by. Please write a date that is still to come.")
    return instant


def _too_far(what: str) -> Refusal:
    return Refusal("too-far", f"{what} is more than a year ahead. Please choose something nearer.")
