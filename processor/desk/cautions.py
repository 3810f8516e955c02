"""What the GM is to mind about a deadline that was just moved: who is away then, and what may have been a slip."""

from datetime import datetime, timedelta

from processor.core import calendar
from processor.core.events import DeadlineSet
from processor.core.match import Match, Phase
from processor.desk.answer import Outcome, told
from processor.desk.chronicle import chronicle
from processor.desk.house import File, Sitting
from processor.desk.ordering import turn_words
from processor.desk.times import moment
from processor.store import schedule

AN_HOUR = timedelta(hours=1)


def just_closed(sitting: Sitting, file: File, turn: int | None) -> Outcome:
    """A word on what names no turn and may have been meant for the one that has closed just before."""
    match = file.match
    acts_at_once = match.game.is_ready is not None  # then a turn closes with every order, and no deadline is meant
    if turn is not None or match.phase is not Phase.RUNNING or match.turn == 1 or acts_at_once:
        return Outcome()
    closed = schedule.closed_at(sitting.store, match.code, match.turn - 1)
    if closed is None or sitting.now - closed > AN_HOUR:
        return Outcome()
    at = moment(closed, match.opened.zone)
    return told("closed-just-before", closed=match.turn - 1, at=at, **turn_words(match))


def who_is_away(match: Match, due: datetime) -> Outcome:
    """A word on those who were promised that deadlines are moved behind their vacation: this one is the GM's own."""
    behind, vacations = match.put_off(due)
    if not vacations:
        return Outcome()
    names = ", ".join(dict.fromkeys(match.seats[each.seat].name for each in vacations))
    return told("away-then", names=names, date=_as_written(behind, match), **turn_words(match))


def moved_before(sitting: Sitting, match: Match) -> Outcome:
    """A word where the same GM has moved the deadline within the hour: their letter may have come twice."""
    told_so_far = chronicle(sitting, match).in_turn(match.turn)
    moves = [entry for entry in told_so_far if isinstance(entry.event, DeadlineSet)][1:]
    if match.due is None or not moves or moves[-1].by != sitting.by or sitting.now - moves[-1].at > AN_HOUR:
        return Outcome()
    at, date = moment(moves[-1].at, match.opened.zone), _as_written(match.due, match)
    return told("moved-before", at=at, date=date, **turn_words(match))


def _as_written(due: datetime, match: Match) -> str:
    """A deadline as the GM would write it."""
    local = calendar.wall(due, match.opened.zone)
    return f"{local.day} {local:%B %Y %H:%M}"
