"""Does what a player says about being away, in one match or in all of theirs."""

from datetime import datetime, time

from processor.core import calendar, referee
from processor.core.calendar import Refusal as DateRefusal
from processor.core.events import VacationTaken
from processor.core.match import Match, Phase
from processor.core.ruling import Refusal
from processor.desk.answer import Outcome, declined, told
from processor.desk.files import decide, find
from processor.desk.house import File, Sitting
from processor.desk.ordering import turn_words
from processor.desk.times import deadline_words, moment
from processor.desk.turns import put_off_for_vacations
from processor.mail import commands
from processor.store import matches
from processor.store.roster import Player

_MIDNIGHT = time(0)


def take_vacation(sitting: Sitting, player: Player, said: commands.TakeVacation, code: str | None) -> Outcome:
    """Be away from the first of the days to the end of the last, by the player's own clocks."""
    begins = _begins(said, sitting.now, player.zone)
    if isinstance(begins, DateRefusal):
        return told("bad-date", words=begins.words)
    ends = calendar.resolve(said.ends, begins, player.zone)
    if isinstance(ends, DateRefusal):
        return told("bad-date", words=ends.words)
    files = _meant(sitting, player, code)
    if not files:
        return told("no-match")
    return sum((_away(sitting, player, file, begins, ends) for file in files), Outcome())


def cancel_vacation(sitting: Sitting, player: Player, code: str | None) -> Outcome:
    """Not be away after all."""
    files = [file for file in _meant(sitting, player, code) if _has_vacation(file.match, player)]
    if not files:
        return told("no-vacation", where=f" in {code}" if code else "")
    for file in files:
        decide(sitting, file, referee.CancelVacation(file.match.seat_of(player.id) or 0, sitting.now))
    off = told("vacation-off", codes=", ".join(file.match.code for file in files))
    return sum((_left(sitting, player, file.match.code) for file in files), off)


def _left(sitting: Sitting, player: Player, code: str) -> Outcome:
    """How many days of vacation a player has left in a match: perhaps not all come back of one that is called off."""
    file = find(sitting, code)
    seat = file.match.seat_of(player.id) if file else None
    if file is None or seat is None:
        return Outcome()
    return told("vacation-left", code=code, left=referee.days_left(file.match, seat, sitting.now))


def _begins(said: commands.TakeVacation, now: datetime, zone: str) -> datetime | DateRefusal:
    """The beginning of the first day, which may be today; an hour that is named counts as it is."""
    if said.begins is None or isinstance(said.begins, calendar.Today):
        return now
    begins, over = (calendar.resolve(said.begins, now, zone, at) for at in (_MIDNIGHT, calendar.END_OF_DAY))
    is_today = isinstance(begins, DateRefusal) and not isinstance(over, DateRefusal)
    return now if is_today else begins


def _meant(sitting: Sitting, player: Player, code: str | None) -> list[File]:
    """The match that is named, or all of the player's that are not over."""
    codes = [code] if code else [record.code for record in matches.matches_of(sitting.store, player.id)]
    found = [find(sitting, each) for each in codes]
    return [file for file in found if file and file.match.phase is not Phase.OVER and _plays(file.match, player)]


def _plays(match: Match, player: Player) -> bool:
    seat = match.seat_of(player.id)
    return seat is not None and seat not in match.resigned


def _has_vacation(match: Match, player: Player) -> bool:
    seat = match.seat_of(player.id)
    return any(each.seat == seat and not each.is_off for each in match.life.vacations)


def _away(sitting: Sitting, player: Player, file: File, begins: datetime, ends: datetime) -> Outcome:
    """A vacation in one match; the coming deadline moves if it falls into it and the GM has chosen so."""
    seat = file.match.seat_of(player.id) or 0
    made = decide(sitting, file, referee.TakeVacation(seat, begins, ends))
    if isinstance(made, Refusal):
        return declined(made)
    after, ruling = made
    match, counts_until = after.match, max(each.ends for each in ruling.events if isinstance(each, VacationTaken))
    due, moved = put_off_for_vacations(sitting, after), Outcome()
    if due:
        moved = told("vacation-moved", due=deadline_words(due, player.zone, sitting.now), **turn_words(match))
    words = {
        "begins": moment(begins, player.zone),
        "ends": moment(counts_until, player.zone),
        "left": referee.days_left(match, seat, counts_until),
    }
    noted = told(f"vacation-{match.setting('vacation')}", code=match.code, title=match.opened.title, **words)
    cut = told("vacation-cut", code=match.code, asked=moment(ends, player.zone)) if counts_until < ends else Outcome()
    return noted + cut + moved
