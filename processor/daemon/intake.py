"""Reads the mailbox: every new letter is kept in the database before anything else is done with it."""

from datetime import date

from processor.daemon.rounds import A_DAY, A_MINUTE, Clock, Pigeonholes
from processor.desk.house import Desk
from processor.store import inbox, mailboxes
from processor.store.inbox import Fetched
from processor.wire.faults import MailboxLost
from processor.wire.imap import Look, Mailbox

PIPE = "(pipe)"
"""What stands for the mailbox where a house has none."""


def note_that_we_are_up(desk: Desk, name: str, clock: Clock) -> None:
    """Note under that name that a house without a mailbox is up: letters to it wait elsewhere while it is not."""
    now = clock()
    with desk.database.reading() as store:
        cursor = mailboxes.cursor(store, name)
    if cursor and cursor.read_until and now - cursor.read_until < A_MINUTE:
        return
    with desk.database.begin() as store:
        mailboxes.advance(store, name, 0, 0, now)


def read_mailbox(desk: Desk, mailbox: Mailbox, holes: Pigeonholes, clock: Clock) -> int:
    """Keep everything that is new in the mailbox, and note how far it was read. Nothing is moved before that.

    When the line is lost while letters come over it, it is seen to that no letter keeps the others from us.
    """
    fresh = 0
    while True:
        after, since = _start(desk, mailbox, holes, clock)
        try:
            look = mailbox.look(after, holes.batch, holes.size_limit, since)
        except MailboxLost:
            _step_over(desk, mailbox, holes, clock)
            raise
        fresh += _keep(desk, mailbox, holes, look)
        if look.complete:
            return fresh


def _step_over(desk: Desk, mailbox: Mailbox, holes: Pigeonholes, clock: Clock) -> None:
    """Read what can be read, and step over a letter at which the server hangs up again and again.

    Only a letter that two more connections have found, and at which both of them died, is to blame. It is kept as one
    that cannot be shown, and so it is put aside, in the mailbox too. Where no connection is to be had, no letter is.
    """
    suspect = _read_one_by_one(desk, mailbox, holes, clock)
    if suspect is None or _read_one_by_one(desk, mailbox, holes, clock) != suspect:
        return
    unseen = Fetched(suspect, clock(), b"", 0, True, "")
    with desk.database.begin() as store:
        inbox.keep(store, holes.name, mailbox.uidvalidity, [unseen])
        mailboxes.advance(store, holes.name, mailbox.uidvalidity, suspect)


def _read_one_by_one(desk: Desk, mailbox: Mailbox, holes: Pigeonholes, clock: Clock) -> int | None:
    """Keep a batch of letters, each fetched alone, by a new connection; the UID at which that died, if it did."""
    with mailbox.anew() as other:
        for uid in other.waiting(_start(desk, other, holes, clock)[0])[: holes.batch]:
            after, since = _start(desk, other, holes, clock)
            try:
                look = other.look(after, 1, holes.size_limit, since)
            except MailboxLost:
                return uid
            _keep(desk, other, holes, look)
    return None


def _start(desk: Desk, mailbox: Mailbox, holes: Pigeonholes, clock: Clock) -> tuple[int, date | None]:
    """The UID after which the mail is new to us, and the day before which it is old all the same, if any is.

    At the very first start only the mail of the last day is new, or since the day that was named. A new UIDVALIDITY
    means that all UIDs are new. What came since the last complete look is read again then, and a day more; letters
    that we know already are recognised and kept once.
    """
    with desk.database.reading() as store:
        cursor = mailboxes.cursor(store, holes.name)
    known_until = cursor.read_until if cursor else None
    day = ((known_until or clock()) - A_DAY).date()
    if known_until is None and holes.read_since is not None:
        day = holes.read_since
    if cursor is not None and cursor.uidvalidity == mailbox.uidvalidity:
        return cursor.last_uid, None if known_until else day
    return mailbox.last_uid_before(day), day


def _keep(desk: Desk, mailbox: Mailbox, holes: Pigeonholes, look: Look) -> int:
    letters = [
        Fetched(each.uid, each.arrived, each.raw, each.size, each.truncated, each.message_id or "")
        for each in look.mail
    ]
    with desk.database.begin() as store:
        kept = inbox.keep(store, holes.name, mailbox.uidvalidity, letters) if letters else None
        mailboxes.advance(store, holes.name, mailbox.uidvalidity, look.upto, look.read_before)
    return len(kept.new) if kept else 0
