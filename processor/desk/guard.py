"""The outage guard: no turn is closed without the GM's word if our own trouble may have kept orders from us."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from processor.core import referee
from processor.core.match import Match
from processor.core.ruling import Refusal
from processor.desk.drafts import send
from processor.desk.files import decide, find
from processor.desk.house import Desk, File, Sitting
from processor.desk.pages import mail_everybody
from processor.desk.times import deadline_words, moment
from processor.mail.write import compose
from processor.store import mailboxes, roster, schedule
from processor.store.mailboxes import Gap
from processor.store.schedule import Deadline

THE_DAY_BEFORE = timedelta(days=1)


def stops(sitting: Sitting, deadline: Deadline) -> bool:
    """Hold a deadline before which the mailbox was not read for too long, and ask the GM; whether that was so.

    Hours that were over when somebody settled on the deadline do not count: they have been thought of.
    """
    if deadline.turn == 0:
        return False
    gap = _unread_before(sitting, deadline)
    return gap is not None and _hold(sitting, [deadline.match], "outage", gap) > 0


def hold_everything(desk: Desk, now: datetime) -> int:
    """Hold the deadlines of all matches, since the clock has jumped, and ask the GM; how many they are."""
    with desk.sit(now, "the guard") as sitting:
        return _hold(sitting, [each.match for each in schedule.open_turns(sitting.store)], "clock", None)


def _unread_before(sitting: Sitting, deadline: Deadline) -> Gap | None:
    """The hours within the day before a deadline in which the mailbox was not read, if they were too many."""
    begins = deadline.due - THE_DAY_BEFORE
    for gap in mailboxes.gaps_between(sitting.store, max(begins, deadline.set_at or begins), deadline.due):
        if min(gap.until, deadline.due) - max(gap.since, begins) > sitting.desk.house.longest_outage:
            return gap
    return None


def _hold(sitting: Sitting, codes: Sequence[str], why: referee.Why, gap: Gap | None) -> int:
    held = [file for code in codes if (file := _held(sitting, code, why))]
    for file in held:
        mail_everybody(sitting, file, "still", file.match.events, why=why)
    if held:
        _ask(sitting, held, why, gap)
    return len(held)


def _held(sitting: Sitting, code: str, why: referee.Why) -> File | None:
    file = find(sitting, code)
    made = decide(sitting, file, referee.HoldDeadline(why, sitting.now)) if file else None
    return None if made is None or isinstance(made, Refusal) else made[0]


def _ask(sitting: Sitting, held: Sequence[File], why: referee.Why, gap: Gap | None) -> None:
    """Ask the GM what is to become of these deadlines."""
    for gm in roster.everybody(sitting.store, "gm"):
        mail = compose(
            "held",
            house=sitting.desk.house.name,
            why=why,
            since=moment(gap.since, gm.zone) if gap else "",
            until=moment(gap.until, gm.zone) if gap else "",
            now=moment(sitting.now, gm.zone),
            deadlines=[_row(file.match, gm.zone, sitting.now) for file in held],
        )
        send(sitting, "held", gm, mail, why, *(f"{file.match.code}/{file.match.events}" for file in held), gm.id)


def _row(match: Match, zone: str, now: datetime) -> dict[str, object]:
    due = deadline_words(match.due, zone, now) if match.due else ""
    missing = ", ".join(match.seats[seat].name for seat in match.missing())
    return {"code": match.code, "title": match.opened.title, "turn": match.turn, "due": due, "missing": missing} | {
        "unit": match.game.unit
    }
