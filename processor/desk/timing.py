"""Does what the GM says about time: when a turn closes, and what keeps it from closing."""

from datetime import datetime, timedelta
from typing import assert_never

from processor.core import calendar, referee
from processor.core.calendar import Refusal as DateRefusal
from processor.core.life import Hold
from processor.core.match import Match, Phase
from processor.core.ruling import Refusal
from processor.desk.answer import Outcome, declined, told
from processor.desk.cautions import just_closed, moved_before, who_is_away
from processor.desk.files import decide, find, players
from processor.desk.house import File, Sitting
from processor.desk.ordering import closing_words, turn_words
from processor.desk.pages import mail_everybody
from processor.desk.times import deadline_words, moment
from processor.desk.turns import close_turn, due_if_closed_now, move_deadline, put_off_for_vacations, rule
from processor.mail import commands
from processor.store import schedule

HELD_BY_THE_HOUSE = ("outage", "clock")
A_DAY = timedelta(days=1)


def obey(sitting: Sitting, command: commands.TimeCommand, file: File) -> Outcome:
    """Carry out one command of the GM about the time of a match."""
    match command:
        case commands.SetDeadline(turn=turn, when=when):
            return _set_deadline(sitting, file, turn, when)
        case commands.Extend(by=by, turn=turn):
            return _extend(sitting, file, turn, by) + just_closed(sitting, file, turn)
        case commands.Pause():
            return _hold(sitting, file, "pause")
        case commands.Resume(when=when):
            return _resume(sitting, file, when)
        case commands.Hold(turn=turn):
            return _wrong_turn(file, turn) or _hold(sitting, file, "gm") + just_closed(sitting, file, turn)
        case commands.GoAhead(turn=turn):
            return _wrong_turn(file, turn) or go_ahead(sitting, file)
        case commands.Early(switch=switch):
            return _early(sitting, file, switch)
        case commands.Grace(by=by):
            return _grace(sitting, file, by)
        case _:
            assert_never(command)


# --- Setting it -------------------------------------------------------------------------------------------


def _set_deadline(sitting: Sitting, file: File, turn: int | None, when: calendar.Phrase) -> Outcome:
    wrong = _wrong_turn(file, turn)
    if wrong:
        return wrong
    due = _resolved(sitting, file, when)
    return told("bad-date", words=due.words) if isinstance(due, DateRefusal) else _moved(sitting, file, due)


def _extend(sitting: Sitting, file: File, turn: int | None, by: calendar.Amount) -> Outcome:
    """Move the deadline back; one that has passed while it was held, counted from now."""
    match = file.match
    wrong = _wrong_turn(file, turn)
    if wrong:
        return wrong
    if match.due is None:
        return told("no-running-turn", code=match.code)
    due, again = calendar.later(match.due, by, match.opened.zone), moved_before(sitting, match)
    due = due if due > sitting.now else calendar.later(sitting.now, by, match.opened.zone)
    return _moved(sitting, file, due) + again


def _resolved(sitting: Sitting, file: File, when: calendar.Phrase) -> datetime | DateRefusal:
    """The instant that the GM means; a date without a time has that of the match's rule."""
    rule = file.match.opened.rule
    usual = rule.at if isinstance(rule, calendar.Weekly) else calendar.END_OF_DAY
    return calendar.resolve(when, sitting.now, file.match.opened.zone, usual)


def _moved(sitting: Sitting, file: File, due: datetime) -> Outcome:
    match = file.match
    if due == match.due and not match.is_held:
        return told("deadline-as-before", due=deadline_words(due, match.opened.zone, sitting.now), **turn_words(match))
    after = move_deadline(sitting, file, due)
    if isinstance(after, Refusal):
        return declined(after)
    if after.turn != match.turn:
        return closing_words(match, after)
    words = {"due": deadline_words(due, match.opened.zone, sitting.now), **turn_words(match)}
    if match.due is None:
        return told("deadline-set-first", **words) + who_is_away(after, due)
    return told("deadline-set", before=moment(match.due, match.opened.zone), **words) + who_is_away(after, due)


def _wrong_turn(file: File, turn: int | None) -> Outcome | None:
    """Why nothing can be done about the deadline of that turn, if another turn is the coming one, or none."""
    match = file.match
    if match.phase is not Phase.RUNNING:
        return told("not-begun" if match.phase is Phase.SIGN_UP else "match-over", code=match.code)
    if turn not in (None, match.turn):
        return told("wrong-turn", code=match.code, unit=match.game.unit, asked=turn, turn=match.turn)
    return None


# --- Holding it -------------------------------------------------------------------------------------------


def _hold(sitting: Sitting, file: File, why: referee.Why) -> Outcome:
    """Keep the turn from closing, and tell everybody."""
    made = decide(sitting, file, referee.HoldDeadline(why, sitting.now))
    if isinstance(made, Refusal):
        return declined(made)
    mail_everybody(sitting, made[0], "still", made[0].match.events, why=why)
    return told("paused-now" if why == "pause" else "held-now", **turn_words(file.match))


def _resume(sitting: Sitting, file: File, when: calendar.Phrase | None) -> Outcome:
    """Let a paused match go on: at the date that is named, or with the days added for which it stood still."""
    match = file.match
    if match.life.hold is None:
        return told("not-paused", code=match.code)
    due = _resolved(sitting, file, when) if when else _shifted(sitting, match, match.life.hold)
    if isinstance(due, DateRefusal):
        return told("bad-date", words=due.words)
    goes_on = match.put_off(due)[0] if due and not when else due
    after = move_deadline(sitting, file, goes_on, "resumed", but_for=due if goes_on != due else None)
    if isinstance(after, Refusal):
        return declined(after)
    if (after.turn, after.phase) != (match.turn, match.phase):
        return told("resumed-and-closed", code=match.code) + closing_words(match, after)
    if after.is_held:
        return told("resumed-held", **turn_words(match))
    if after.due is None:
        return told("resumed-undated", **turn_words(match))
    return told("resumed", due=deadline_words(after.due, match.opened.zone, sitting.now), **turn_words(match))


def _shifted(sitting: Sitting, match: Match, hold: Hold) -> datetime | None:
    """The deadline of a paused match, moved by the days for which it stood still."""
    if match.due is None:
        return None
    stood_still = calendar.Amount(-((hold.at - sitting.now) // A_DAY), "day")
    return calendar.later(match.due, stood_still, match.opened.zone)


def go_ahead(sitting: Sitting, file: File) -> Outcome:
    """Let a held deadline pass: at once if its time has come, else when it comes."""
    match = file.match
    made = rule(sitting, file, referee.FreeDeadline(due_if_closed_now(sitting, match)))
    if isinstance(made, Refusal) and not (made.reason == "not-held" and _is_put_aside(sitting, file)):
        return declined(made)
    freed = file if isinstance(made, Refusal) else made[0]
    if (closed := closing_words(match, freed.match)) != Outcome():
        return closed
    facts = turn_words(match)
    if match.closes is None or match.closes <= sitting.now:
        refused = close_turn(sitting, match.code, match.turn)
        return declined(refused) if refused else told("ran", **facts)
    due = put_off_for_vacations(sitting, freed)
    if due is None:
        mail_everybody(sitting, freed, "freed", freed.match.events)
    closes = due + match.grace if due else match.closes
    return told("freed", **facts, due=deadline_words(closes, match.opened.zone, sitting.now))


def go_ahead_everywhere(sitting: Sitting) -> Outcome:
    """Let all deadlines pass that the house has held by itself."""
    files = [find(sitting, each.match) for each in schedule.held(sitting.store)]
    ours = [each for each in files if each and each.match.life.hold and each.match.life.hold.why in HELD_BY_THE_HOUSE]
    return sum((go_ahead(sitting, each) for each in ours), Outcome()) if ours else told("nothing-held")


def _is_put_aside(sitting: Sitting, file: File) -> bool:
    """Whether the turn is held because it could not be worked out the last time."""
    deadline = schedule.deadline(sitting.store, file.match.code, file.match.turn)
    return (
        deadline is not None
        and deadline.status == "held"
        and schedule.release(sitting.store, file.match.code, file.match.turn, sitting.now)
    )


# --- Early and late ---------------------------------------------------------------------------------------


def _early(sitting: Sitting, file: File, switch: bool) -> Outcome:
    return _set(sitting, file, "early", switch, "early-on" if switch else "early-off")


def _grace(sitting: Sitting, file: File, by: calendar.Amount) -> Outcome:
    minutes = int(by.length.total_seconds() // 60)
    return _set(sitting, file, "grace", minutes, "grace-set" if minutes else "grace-off", by)


def _set(
    sitting: Sitting, file: File, name: str, value: int | bool, label: str, amount: calendar.Amount | None = None
) -> Outcome:
    """Change when turns close, and tell everybody who plays; before the start the opening will."""
    made = decide(sitting, file, referee.ChangeSetting(name, value))
    if isinstance(made, Refusal):
        return declined(made)
    after = made[0]
    match, is_running = after.match, after.match.phase is Phase.RUNNING
    closes_now = name == "grace" and bool(match.closes and match.closes <= sitting.now) and not match.is_held
    if is_running:
        mail_everybody(sitting, after, "terms", match.events, why=label, amount=amount, closes_now=closes_now)
    readers = len(players(sitting, match)) if is_running else 0
    done = told(label, code=match.code, minutes=match.setting("cooling"), amount=amount, readers=readers)
    return done + told("closes-now", **turn_words(match)) if closes_now else done
