"""Moments in words."""

from datetime import datetime

from processor.core.calendar import wall
from processor.core.calendar.clocks import said_day


def moment(instant: datetime, zone: str) -> str:
    """An instant as it is printed: "Tuesday 31 December 1996, 23:59:59 (UTC)"."""
    here = wall(instant, zone)
    clock = f"{here:%H:%M:%S}" if here.second else f"{here:%H:%M}"
    return f"{said_day(here.date())}, {clock} ({zone})"


def day_or_moment(earliest: datetime, latest: datetime, zone: str) -> str:
    """When somebody died: the moment, or only the day where no more is known."""
    return moment(earliest, zone) if earliest == latest else said_day(wall(earliest, zone).date())
