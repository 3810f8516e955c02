"""The rules that deadlines follow."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from processor.core.calendar.clocks import WEEKDAYS, Amount, at_wall, later, wall


@dataclass(frozen=True)
class Weekly:
    """Every so many weeks on a weekday (0 is Monday) at a time of day."""

    weeks: int
    weekday: int
    at: time
    zone: str = "UTC"


@dataclass(frozen=True)
class AfterLast:
    """So long after the last deadline."""

    amount: Amount
    zone: str = "UTC"


@dataclass(frozen=True)
class OnDatesGiven:
    """No rule: the GM sets each deadline."""


Rule = Weekly | AfterLast | OnDatesGiven


def next_deadline(rule: Rule, last: datetime | None, now: datetime) -> datetime | None:
    """The deadline that follows ``last``, or the first one; always ahead of ``now``.

    After an outage the step is counted from ``now``, so that nobody gets a turn that is over or nearly so.
    """
    if isinstance(rule, OnDatesGiven):
        return None
    due = _step(rule, last or now)
    return due if due > now else _step(rule, now)


def length(rule: Rule) -> timedelta | None:
    """How much time a turn has, where the rule gives the same to every turn, whenever it begins."""
    return rule.amount.length if isinstance(rule, AfterLast) else None


def say(rule: Rule) -> str:
    """The rule in its canonical words, which read back as the same rule."""
    match rule:
        case Weekly(weeks, weekday, at, zone):
            every = "every" if weeks == 1 else f"every {weeks} weeks"
            return f"{every} {WEEKDAYS[weekday].casefold()} {at:%H:%M} {zone}"
        case AfterLast(amount, zone):
            return f"{amount} after the last" + (f" {zone}" if amount.is_civil and zone != "UTC" else "")
        case OnDatesGiven():
            return "on dates given"


def in_zone(rule: Rule, zone: str) -> Rule:
    """The same rule by the clocks of that zone. What is counted as it passes has no zone."""
    match rule:
        case Weekly():
            return replace(rule, zone=zone)
        case AfterLast(amount):
            return replace(rule, zone=zone if amount.is_civil else "UTC")
        case OnDatesGiven():
            return rule


def _step(rule: Weekly | AfterLast, start: datetime) -> datetime:
    match rule:
        case AfterLast(amount, zone):
            return later(start, amount, zone)
        case Weekly(weeks, weekday, at, zone):
            around = wall(start, zone).date() + timedelta(weeks=weeks)
            return at_wall(datetime.combine(_nearest_weekday(around, weekday), at), zone)


def _nearest_weekday(day: date, weekday: int) -> date:
    """That weekday within three days: a deadline moved by a day or two does not lose its rhythm."""
    return day + timedelta(days=(weekday - day.weekday() + 3) % 7 - 3)
