"""Lengths of time, the clocks on the wall, and how a moment is said.

Days and weeks are counted on the wall clock of a zone, so that a deadline at 20:00 stays at 20:00 when the
clocks change; hours, minutes and seconds are counted as they pass. Instants are aware UTC.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# fmt: off
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)
# fmt: on
A_YEAR = timedelta(days=366)
UTC_NAME = "UTC"

Unit = Literal["second", "minute", "hour", "day", "week"]
_LENGTHS: dict[Unit, timedelta] = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}


@dataclass(frozen=True)
class Amount:
    """A length of time as people say it: "3 days", "a week"."""

    number: int
    unit: Unit

    @property
    def length(self) -> timedelta:
        """How long that is when no clock is changed in between."""
        return self.number * _LENGTHS[self.unit]

    @property
    def is_civil(self) -> bool:
        """Whether it is counted on the wall clock."""
        return self.unit in ("day", "week")

    def __str__(self) -> str:
        return _counted(self.number, self.unit)


def wall(instant: datetime, zone: str) -> datetime:
    """What the clocks of the zone show at that instant, as a naive datetime."""
    return instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def at_wall(local: datetime, zone: str, after: datetime | None = None) -> datetime:
    """The instant at which the clocks of the zone show that.

    In the hour that they show twice the first one is meant, unless only the second is ``after`` an instant as wished;
    for an hour that they skip, the next minute they show.
    """
    while True:
        first, second = (local.replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC) for fold in (0, 1))
        if wall(first, zone) == local:
            return second if after and first <= after < second else first
        local = local.replace(second=0, microsecond=0) + timedelta(minutes=1)


def later(instant: datetime, amount: Amount, zone: str) -> datetime:
    """So long after that instant: days and weeks on the zone's wall clock, anything shorter as it passes.

    It is a whole second, for mail servers stamp letters with whole seconds, and the two are compared.
    """
    instant = instant.replace(microsecond=0)
    if amount.is_civil:
        return at_wall(wall(instant, zone) + amount.length, zone)
    return instant + amount.length


@cache
def zone_named(name: str) -> str | None:
    """The zone's proper name, whatever its capitals and blanks; None if there is no such zone."""
    return zones().get(name.casefold().replace(" ", "_"))


@cache
def zones() -> Mapping[str, str]:
    """All zones there are: their names in small letters, and as they are properly written."""
    return {zone.casefold(): zone for zone in available_timezones()}


def echo(instant: datetime, zone: str, now: datetime, also: str | None = None) -> str:
    """The instant so that nobody can mistake it: weekday, year, zone, UTC, and the time left.

    ``also`` is a second zone by whose clocks it is told, where those show something else.
    """
    parts: list[str] = []
    shown: datetime | None = None
    for each in _told_in(instant, zone, also):
        local = wall(instant, each)
        if shown is None or local.date() != shown.date():
            parts.append(said_day(local.date()))
        parts.append(f"{_said_time(local)} UTC" if shown and each == UTC_NAME else f"{_said_time(local)} ({each})")
        shown = local
    parts.append(f"in {left(now, instant)}" if instant >= now else f"{left(instant, now)} ago")
    return ", ".join(parts)


def _told_in(instant: datetime, zone: str, also: str | None) -> Iterator[str]:
    """The zones by whose clocks an instant is told: the reader's, the other if it differs, and UTC."""
    yield zone
    if also and also != UTC_NAME and wall(instant, also) != wall(instant, zone):
        yield also
    if zone != UTC_NAME:
        yield UTC_NAME


def left(now: datetime, instant: datetime) -> str:
    """The time from ``now`` to the instant in its two greatest units: "17 days 3 hours"."""
    seconds = max(0, int((instant - now).total_seconds()))
    parts: list[str] = []
    for unit in ("day", "hour", "minute", "second"):
        number, seconds = divmod(seconds, int(_LENGTHS[unit].total_seconds()))
        if number:
            parts.append(_counted(number, unit))
        elif parts:
            break
    return " ".join(parts[:2]) or "less than a second"


def _counted(number: int, unit: Unit) -> str:
    """A number of units in words: "1 day", "2 days"."""
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def said(day: int, month: int, year: int | None = None) -> str:
    """A date in words: "18 December 2026", or "18 December"."""
    return f"{day} {MONTHS[month - 1]}" + (f" {year}" if year else "")


def said_day(day: date) -> str:
    """A day in words, its weekday first."""
    return f"{WEEKDAYS[day.weekday()]} {said(day.day, day.month, day.year)}"


def moment(instant: datetime, zone: str) -> str:
    """An instant: "Friday 18 December 2026, 20:00 (Europe/London)"; where it is on no full minute, with its seconds."""
    local = wall(instant, zone)
    return f"{said_day(local.date())}, {_said_time(local)} ({zone})"


def _said_time(local: datetime) -> str:
    return f"{local:%H:%M:%S}" if local.second else f"{local:%H:%M}"
