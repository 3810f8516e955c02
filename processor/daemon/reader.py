"""A mailbox has one reader at a time. Who else wants its post read becomes the reader, or asks the one there is."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from secrets import token_hex

from processor.daemon.holders import has_ended, this_process
from processor.daemon.intake import read_mailbox
from processor.daemon.rounds import Clock, Pigeonholes
from processor.desk.house import Desk
from processor.store import inbox, lease, mailboxes
from processor.wire.imap import ImapAccount, Mailbox

LEASE = timedelta(minutes=3)
PATIENCE = timedelta(seconds=30)
A_BREATH = 0.2


class Busy(Exception):
    """Another Turnpost is reading this mailbox just now, so this one leaves it alone."""


class Unread(Exception):
    """The service has the mailbox and does not get its post read, so letters may be missing. See what it says in its
    log, or run: turnpost check"""


def reader_name() -> str:
    """This process, and which of its readers: no two read one mailbox at the same time."""
    return f"{this_process()} {token_hex(4)}"


def take_mailbox(desk: Desk, name: str, reader: str, clock: Clock) -> None:
    """Take the mailbox, or have it longer. Raises ``Busy`` if somebody has it who has not ended meanwhile."""
    with desk.database.begin() as store:
        before = lease.holder_of(store, _lease_of(name))
        if before and has_ended(before):
            lease.drop_lease(store, _lease_of(name), before)
        if not lease.take_lease(store, _lease_of(name), reader, clock(), clock() + LEASE):
            raise Busy(Busy.__doc__)


def give_back(desk: Desk, name: str, reader: str) -> None:
    """Let others have the mailbox."""
    with desk.database.begin() as store:
        lease.drop_lease(store, _lease_of(name), reader)


@contextmanager
def reading_alone(desk: Desk, name: str, clock: Clock) -> Iterator[None]:
    """While we read the mailbox nobody else does. Raises ``Busy`` if somebody else has it."""
    reader = reader_name()
    take_mailbox(desk, name, reader, clock)
    try:
        yield
    finally:
        give_back(desk, name, reader)


def have_post_read(desk: Desk, account: Callable[[], ImapAccount], holes: Pigeonholes, clock: Clock) -> datetime:
    """See to it that every letter is kept that has arrived by now, which is returned; it may still have to be opened.

    Raises ``Unread`` if that is up to another reader, who does not get it done.
    """
    asked = clock()
    try:
        with reading_alone(desk, holes.name, clock), Mailbox(account(), clock) as mailbox:
            read_mailbox(desk, mailbox, holes, clock)
    except Busy:
        with desk.database.begin() as store:
            mailboxes.want(store, holes.name, asked)
        _wait_for_reader(desk, holes.name, asked, clock)
    return asked


def _wait_for_reader(desk: Desk, name: str, asked: datetime, clock: Clock) -> None:
    while not _is_read(desk, name, asked):
        if clock() - asked > PATIENCE:
            raise Unread(" ".join((Unread.__doc__ or "").split()))
        time.sleep(A_BREATH)


def _is_read(desk: Desk, name: str, asked: datetime) -> bool:
    """Whether the mailbox was read up to then, and no letter of before is in the hands of that reader."""
    with desk.database.reading() as store:
        cursor, oldest = mailboxes.cursor(store, name), inbox.next_arrival(store)
    was_read = bool(cursor and cursor.read_until and cursor.read_until >= asked)
    return was_read and (oldest is None or oldest >= asked)


def _lease_of(mailbox: str) -> str:
    return f"mailbox {mailbox}"
