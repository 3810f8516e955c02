"""The order of the work: letters and deadlines strictly by time, so that each deadline has its own orders.

A deadline is closed only when the mailbox has been read past it (``read_until``); letters that arrived before it
are opened first, those that arrived at it or after it only when it is closed or held. A turn that is run early, since
all its orders are in, waits for the post in the same way.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile

from processor.core.trace import trace_of
from processor.desk import guard
from processor.desk.files import EARLY, REMINDER, find
from processor.desk.gamemaster import tell
from processor.desk.house import Desk, Sitting
from processor.desk.letters import open_letter
from processor.desk.opened import Disposition
from processor.desk.turns import close_turn, remind
from processor.desk.vouching import look_ahead
from processor.store import inbox, lease, schedule
from processor.store.faults import Conflict, Damaged, Unavailable
from processor.store.inbox import Letter as Kept
from processor.store.schedule import Deadline

BATCH = 200
NO_POST_READ = datetime(1970, 1, 1, tzinfo=UTC)
"""For work on letters alone: no deadline is closed."""
OPENING = "opening letters"
THE_WORLDS = (Conflict, Unavailable, Damaged)
"""Faults that neither a letter nor a match is to blame for: the next round tries again."""

Opened = Callable[[Kept, Disposition], None]


@dataclass(frozen=True)
class Done:
    """How much one round of work did."""

    letters: int = 0
    deadlines: int = 0
    reminders: int = 0

    def __add__(self, other: "Done") -> "Done":
        return Done(self.letters + other.letters, self.deadlines + other.deadlines, self.reminders + other.reminders)


def work(
    desk: Desk,
    clock: Callable[[], datetime],
    read_until: datetime,
    batch: int = BATCH,
    opened: Opened | None = None,
    go_on: Callable[[], bool] = lambda: True,
) -> Done:
    """Open every letter that waits and close every deadline that is due, in the order of their times.

    ``opened`` is told what became of each letter; ``go_on`` is asked between two steps.
    """
    done = Done()
    while go_on():
        step = (
            _letters(desk, clock(), batch, opened)
            or _deadline(desk, clock(), read_until)
            or _early(desk, clock(), read_until)
        )
        if step is None:
            return done + _reminders(desk, clock())
        done += step
    return done


def _letters(desk: Desk, now: datetime, batch: int, opened: Opened | None) -> Done | None:
    """Open a batch of letters that arrived before the next deadline, all in one commit.

    Those that arrived at it or after it wait until it is closed, also while it has still to settle. Several
    processes take turns, since the later of two letters must not be opened first. One that came while signatures were
    looked at is left to the next batch, with all that follow it.
    """
    vouched = look_ahead(desk, batch)
    with desk.sit(now, "the house") as sitting:
        if not lease.alone(sitting.store, OPENING):
            return None
        due = schedule.next_deadline(sitting.store)
        letters = [each for each in inbox.waiting(sitting.store, batch) if due is None or each.arrived < due]
        ready = letters if vouched is None else list(takewhile(lambda each: each.id in vouched.seen, letters))
        signed = vouched.signed if vouched else frozenset()
        for letter in ready:
            disposition = _open_one(replace(sitting, letter=letter.id, signed=signed), letter)
            if opened:
                opened(letter, disposition)
        return Done(letters=len(ready)) if letters else None


def _open_one(sitting: Sitting, letter: Kept) -> Disposition:
    """Open a letter in a savepoint of its own. One that we fail on is put aside and never stops the others."""
    try:
        with sitting.savepoint():
            return open_letter(sitting, letter)
    except THE_WORLDS:
        raise
    except Exception as fault:
        inbox.settle(sitting.store, letter.id, "put-aside", "our-fault", trace=trace_of(fault))
        _report(sitting, f"letter {letter.id}", fault)
        return Disposition("put-aside", "our-fault")


def _deadline(desk: Desk, now: datetime, read_until: datetime) -> Done | None:
    """Close the oldest deadline that has passed and that the mailbox has been read past.

    A letter that came before it may be in the hands of another process; then that one closes the turn.
    """
    with desk.sit(now, "the deadline") as sitting:
        store = sitting.store
        passed = min(read_until, now) - desk.house.settle
        deadline = next(iter(schedule.due_deadlines(store, passed, limit=1)), None)
        if deadline is None or not schedule.claim(store, deadline.match, deadline.turn):
            return None
        oldest = inbox.next_arrival(store)
        if oldest is not None and oldest < deadline.due:
            return None
        if not guard.stops(sitting, deadline):
            _close_one(sitting, deadline)
        return Done(deadlines=1)


def _early(desk: Desk, now: datetime, read_until: datetime) -> Done | None:
    """Run the turn for which all orders have been in the longest, once the post of that moment has been read."""
    with desk.sit(now, "all orders being in") as sitting:
        store = sitting.store
        alarm = next(iter(schedule.due_alarms(store, EARLY, min(read_until, now), limit=1)), None)
        if alarm is None:
            return None
        oldest = inbox.next_arrival(store)
        if oldest is not None and oldest < alarm.at:
            return None
        schedule.drop_alarm(store, alarm.match, EARLY)
        file = find(sitting, alarm.match)
        deadline = schedule.deadline(store, alarm.match, file.match.turn) if file else None
        if file and deadline and file.match.is_all_in and schedule.claim(store, deadline.match, deadline.turn):
            _close_one(sitting, deadline)
        return Done(deadlines=1)


def _close_one(sitting: Sitting, deadline: Deadline) -> None:
    """Close one turn in a savepoint of its own. A match that we fail on is held, and the GM is told."""
    try:
        with sitting.savepoint():
            close_turn(sitting, deadline.match, deadline.turn)
    except THE_WORLDS:
        raise
    except Exception as fault:
        schedule.hold(sitting.store, deadline.match, deadline.turn, trace_of(fault))
        _report(sitting, _said(deadline), fault)


def _said(deadline: Deadline) -> str:
    """What a deadline closes: before the first turn it is the sign-up."""
    return f"turn {deadline.turn} of {deadline.match}" if deadline.turn else f"the sign-up of {deadline.match}"


def _report(sitting: Sitting, what: str, fault: Exception) -> None:
    """Tell the GM, each time anew, since what was put aside can be tried again."""
    tell(sitting, "trouble", what, sitting.now.isoformat(), what=what, fault=type(fault).__name__)


def _reminders(desk: Desk, now: datetime) -> Done:
    """Remind those who still owe orders in the matches whose reminder is due."""
    with desk.sit(now, "the calendar") as sitting:
        alarms = schedule.due_alarms(sitting.store, REMINDER, now)
        return Done(reminders=sum(remind(sitting, each.match) for each in alarms))
