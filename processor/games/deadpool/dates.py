"""Moments in words."""

from datetime import datetime

from processor.core.calendar import moment, wall
from processor.core.calendar.clocks import said_day


def day_or_moment(earliest: datetime, latest: datetime, zone: str) -> str:
    """When somebody died: the moment, or only the day where no more is known."""
    return moment(earliest, zone) if earliest == latest else said_day(wall(earliest, zone).date())
