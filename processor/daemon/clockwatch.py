"""Notices when the clock of the machine is put forward or back: then no deadline can be trusted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from processor.daemon.rounds import Clock
from processor.desk.guard import hold_everything
from processor.desk.house import Desk
from processor.store import mailboxes

Steady = Callable[[], float]
"""Seconds that pass however the clock is put, since some instant or other."""

JUMP = timedelta(hours=1)


@dataclass
class ClockWatch:
    """Compares the clock with one that is steady, from look to look."""

    clock: Clock
    steady: Steady
    _before: tuple[datetime, float] = field(init=False)

    def __post_init__(self) -> None:
        self._before = self.clock(), self.steady()

    def jumped(self) -> bool:
        """Whether the clock has gone more than an hour further, or less far, than time itself since the last look."""
        shown, passed = self._before
        self._before = self.clock(), self.steady()
        off = (self._before[0] - shown) - timedelta(seconds=self._before[1] - passed)
        return abs(off) > JUMP


def hold_if_put_back(desk: Desk, mailbox: str, clock: Clock) -> bool:
    """Hold everything if the mailbox was read more than an hour after now: the clock was put back since."""
    with desk.database.reading() as store:
        cursor = mailboxes.cursor(store, mailbox)
    now = clock()  # looked at last, since the mailbox may be read meanwhile
    if cursor is None or cursor.read_until is None or cursor.read_until - now <= JUMP:
        return False
    hold_everything(desk, now)
    return True
