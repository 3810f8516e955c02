"""Sees to it that what the GM ends by hand, such as a turn, has all the letters that came for it."""

from collections.abc import Sequence
from datetime import datetime

from processor.desk.answer import Outcome, told
from processor.desk.files import find
from processor.desk.house import Desk, Sitting
from processor.desk.times import moment
from processor.desk.work import work
from processor.store import inbox, schedule
from processor.store.schedule import Deadline


def open_what_came(desk: Desk, codes: Sequence[str | None], now: datetime, read_until: datetime) -> Outcome:
    """Open what came for these matches before something ends in them; what is in the way, if that cannot be done yet.

    Letters that came after the deadline of another match wait until that is closed. It is closed first if the mailbox
    has been read past it (``read_until``), since neither match may have a letter that belongs to the other turn.
    """
    with desk.database.reading() as store:
        ends = [_taken_until(Sitting(desk, store, now, ""), code) for code in codes]
    work(desk, lambda: now, min(read_until, *ends))
    with desk.database.reading() as store:
        oldest = inbox.next_arrival(store)
        if oldest is None or oldest >= max(ends):
            return Outcome()
        return _in_the_way(Sitting(desk, store, now, ""), schedule.due_deadlines(store, oldest, limit=1))


def _taken_until(sitting: Sitting, code: str | None) -> datetime:
    """Until when the coming turn takes letters: until it closes now, or until its deadline if that has passed."""
    file = find(sitting, code) if code else None
    deadline = schedule.deadline(sitting.store, file.match.code, file.match.turn) if file else None
    return min(deadline.due, sitting.now) if deadline and deadline.status == "open" else sitting.now


def _in_the_way(sitting: Sitting, deadlines: Sequence[Deadline]) -> Outcome:
    for each in deadlines:
        file = find(sitting, each.match)
        due = moment(each.due, file.match.opened.zone if file else sitting.desk.house.zone)
        facts = {"code": each.match, "unit": file.match.game.unit if file else "turn", "turn": each.turn, "due": due}
        return told("closes-first" if each.turn else "sign-up-ends-first", **facts)
    return told("letters-in-hand")
