"""Instants in the words of a reader: in their own zone, in UTC, and as time left."""

from datetime import datetime
from zoneinfo import ZoneInfo

from processor.core.calendar import echo
from processor.core.match import Match
from processor.mail.write import phrase


def moment(instant: datetime, zone: str) -> str:
    """A past instant, for instance "Friday 18 December 2026, 20:00:07 (Europe/London)"."""
    local = instant.astimezone(ZoneInfo(zone))
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M:%S} ({zone})"


def deadline_words(due: datetime, zone: str, now: datetime, match_zone: str | None = None) -> str:
    """A deadline as a reader needs it: their own time, that of the match where it differs, UTC, and what is left."""
    return echo(due, zone, now, match_zone)


def deadline_of(match: Match, zone: str, now: datetime) -> str:
    """When the coming turn closes, as a reader needs it; of a held deadline, what it waits for."""
    if match.life.hold:
        return phrase(f"until-{match.life.hold.why}")
    if match.due is None:
        return ""
    return deadline_words(match.due, zone, now, match.opened.zone)
