"""Instants in the words of a reader: in their own zone, in UTC, and as time left."""

from datetime import datetime

from processor.core.calendar import echo
from processor.core.calendar import moment as moment
from processor.core.match import Match, Phase
from processor.mail.write import phrase


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


def terms_of(match: Match, zone: str, now: datetime) -> str:
    """What goes with the coming deadline: until when late orders count, and that the turn may close sooner."""
    if match.life.hold or match.due is None or match.closes is None or match.phase is not Phase.RUNNING:
        return ""
    facts = {
        "unit": match.game.unit,
        "until": deadline_words(match.closes, zone, now, match.opened.zone),
        "minutes": match.setting("cooling"),
    }
    counts = bool(match.grace) and now < match.closes
    late = "late-counts-now" if is_late(match, now) else "late-counts" if counts else ""
    if late and match.game.late:
        late += "-fined"
    sooner = "may-close-sooner" if match.setting("early") and match.game.is_ready is None else ""
    sooner = "closes-sooner-anew" if sooner and match.asked_anew else sooner
    return " ".join(phrase(each, facts) for each in (late, sooner) if each)


def is_late(match: Match, now: datetime) -> bool:
    """Whether the coming deadline has passed and late orders still count."""
    return match.due is not None and match.closes is not None and match.due <= now < match.closes
