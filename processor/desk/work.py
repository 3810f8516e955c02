"""The order of the work: letters and deadlines strictly by time, so that each deadline has its own orders.

A deadline is closed only when the mailbox has been read past it (``read_until``); letters that arrived before it
are opened first, those that arrived at it or after it only when it is closed.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from processor.desk.gamemaster import tell
from processor.desk.house import Desk, Sitting
from processor.desk.letters import open_letter
from processor.desk.turns import close_turn, remind
from processor.store import inbox, schedule
from processor.store.faults import Conflict
from processor.store.inbox import Waiting
from processor.store.schedule import Deadline

BATCH = 200


@dataclass(frozen=True)
class Done:
    """How much one round of work did."""

    letters: int = 0
    deadlines: int = 0
    reminders: int = 0

    def __add__(self, other: "Done") -> "Done":
        return Done(
            self.letters + other.letters, self.deadlines + other.deadlines, self.reminders + other.reminders
        )


def work(desk: Desk, clock: Callable[[], datetime], read_until: datetime, batch: int = BATCH) -> Done:
    """Open every letter that waits and close every deadline that is due, in the order of their times."""
    done = Done()
    while True:
        step = _letters(desk, clock(), read_until, batch) or _deadline(desk, clock(), read_until)
        if step is None:
            return done + _reminders(desk, clock())
        done += step


def _letters(desk: Desk, now: datetime, read_until: datetime, batch: int) -> Done | None:
    """Open a batch of letters that arrived before the next deadline which is due, all in one commit."""
    with desk.transaction() as store:
        deadline = schedule.next_due(store, read_until - desk.house.settle)
        waiting = inbox.waiting(store, batch, before=deadline.due if deadline else None)
        for letter in waiting:
            _open_one(desk, Sitting(desk, store, now, "the house", letter.id), letter)
        return Done(letters=len(waiting)) if waiting else None


def _open_one(desk: Desk, sitting: Sitting, letter: Waiting) -> None:
    """Open a letter in a savepoint of its own. One that we fail on is put aside and never stops the others."""
    try:
        with desk.savepoint(sitting.store):
            open_letter(sitting, letter)
    except Conflict:
        raise
    except Exception as fault:
        trace = "".join(traceback.format_exception(fault))
        inbox.settle(sitting.store, letter.id, "put-aside", "our-fault", sitting.now, trace=trace)
        tell(sitting, "trouble", "letter", letter.id, what=f"letter {letter.id}", fault=type(fault).__name__)


def _deadline(desk: Desk, now: datetime, read_until: datetime) -> Done | None:
    """Close the oldest deadline that the mailbox has been read past."""
    with desk.transaction() as store:
        deadline = schedule.claim_due(store, read_until - desk.house.settle)
        if deadline is None:
            return None
        sitting = Sitting(desk, store, now, "the deadline")
        _close_one(desk, sitting, deadline)
        return Done(deadlines=1)


def _close_one(desk: Desk, sitting: Sitting, deadline: Deadline) -> None:
    """Close one turn in a savepoint of its own. A match that we fail on is held, and the GM is told."""
    try:
        with desk.savepoint(sitting.store):
            close_turn(sitting, deadline.match, deadline.turn)
    except Conflict:
        raise
    except Exception as fault:
        trace = "".join(traceback.format_exception(fault))
        schedule.hold(sitting.store, deadline.match, deadline.turn, trace=trace)
        what = f"turn {deadline.turn} of {deadline.match}"
        tell(sitting, "trouble", deadline.match, deadline.turn, what=what, fault=type(fault).__name__)


def _reminders(desk: Desk, now: datetime) -> Done:
    """Remind those who still owe orders, at the house's distances from each deadline."""
    distances = sorted(desk.house.reminders)
    if not distances:
        return Done()
    with desk.transaction() as store:
        sitting = Sitting(desk, store, now, "the calendar")
        sent = 0
        for deadline in schedule.open_between(store, now, now + distances[-1]):
            reached = [each for each in distances if deadline.due - each <= now and deadline.set_at < deadline.due - each]
            if reached:
                sent += remind(sitting, deadline.match, deadline.turn, str(reached[0]))
    return Done(reminders=sent)
