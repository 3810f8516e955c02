"""How far each mailbox was read, when it was not read for long, and which letters are still to be put away there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.inbox import Status
from processor.store.tables import gaps, letters, mailboxes, sightings

LEAST_GAP = timedelta(hours=1)
"""A mailbox that was not read for less than that is none that was not read."""


@dataclass(frozen=True)
class Gap:
    """When a mailbox was not read: neither after ``since`` nor before ``until``."""

    since: datetime
    until: datetime


@dataclass(frozen=True)
class Cursor:
    """How far a mailbox was read. Until ``read_until`` it was read completely, so no letter of before is missing."""

    uidvalidity: int
    last_uid: int
    read_until: datetime | None


@dataclass(frozen=True)
class Untidied:
    """A letter that is to be put away: where it was seen, what became of it, and where it was put away before."""

    uid: int
    letter: int
    status: Status
    lies_in: Status | None


_CURSOR = select(*columns(Cursor, mailboxes)).where(mailboxes.c.name == bindparam("mailbox"))
_WANTED = select(mailboxes.c.wanted_until, mailboxes.c.read_until).where(mailboxes.c.name == bindparam("mailbox"))
_WANT = update(mailboxes).where(mailboxes.c.name == bindparam("mailbox")).values(wanted_until=bindparam("until"))
_GAPS = (
    select(*columns(Gap, gaps))
    .where(gaps.c.until > bindparam("after"), gaps.c.since < bindparam("before"))
    .order_by(gaps.c.since)
)
_UNTIDIED = (
    select(sightings.c.uid, sightings.c.letter, letters.c.status, sightings.c.lies_in)
    .join_from(sightings, letters)
    .where(
        sightings.c.mailbox == bindparam("mailbox"),
        sightings.c.uidvalidity == bindparam("uidvalidity"),
        sightings.c.tidied.is_(False),
        letters.c.status != "waiting",
    )
    .order_by(sightings.c.uid)
    .limit(bindparam("most"))
)
_TIDIED = (
    update(sightings)
    .where(
        sightings.c.mailbox == bindparam("in_mailbox"),
        sightings.c.uidvalidity == bindparam("of_uidvalidity"),
        sightings.c.uid.in_(bindparam("uids", expanding=True)),
    )
    .values(tidied=True, lies_in=bindparam("status"))
)


def cursor(store: Store, mailbox: str) -> Cursor | None:
    """How far that mailbox was read, if ever."""
    row = store.row(_CURSOR, mailbox=mailbox)
    return None if row is None else Cursor(*row)


def advance(store: Store, mailbox: str, uidvalidity: int, last_uid: int, read_until: datetime | None = None) -> None:
    """Note how far it was read. Without ``read_until``, for a batch in the middle, that instant stays as it was."""
    before = cursor(store, mailbox) if read_until else None
    if before and before.read_until and read_until and read_until - before.read_until > LEAST_GAP:
        note_gap(store, mailbox, before.read_until, read_until)
    new = store.insert(mailboxes).values(
        name=mailbox, uidvalidity=uidvalidity, last_uid=last_uid, read_until=read_until
    )
    moved = {
        "uidvalidity": new.excluded.uidvalidity,
        "last_uid": new.excluded.last_uid,
        "read_until": func.coalesce(new.excluded.read_until, mailboxes.c.read_until),
    }
    store.run(new.on_conflict_do_update(index_elements=["name"], set_=moved))


def want(store: Store, mailbox: str, until: datetime) -> None:
    """Ask whoever reads the mailbox to read it up to then, as soon as can be."""
    store.run(_WANT, {"mailbox": mailbox, "until": until})


def is_wanted(store: Store, mailbox: str) -> bool:
    """Whether somebody waits for the mailbox to be read further than it has been."""
    wanted, read = store.row(_WANTED, mailbox=mailbox) or (None, None)
    return wanted is not None and (read is None or read < wanted)


def note_gap(store: Store, mailbox: str, since: datetime, until: datetime) -> None:
    """Note that the mailbox was not read between these instants."""
    row = {"mailbox": mailbox, "since": since, "until": until}
    store.run(store.insert(gaps).values(row).on_conflict_do_update(index_elements=["mailbox", "since"], set_=row))


def gaps_between(store: Store, after: datetime, before: datetime) -> tuple[Gap, ...]:
    """When a mailbox was not read between these instants, if only for a part of the gap."""
    return tuple(Gap(*row) for row in store.rows(_GAPS, after=after, before=before))


def untidied(store: Store, mailbox: str, uidvalidity: int, limit: int = 1000) -> tuple[Untidied, ...]:
    """The letters that have been settled and do not lie where letters of their status go."""
    rows = store.rows(_UNTIDIED, mailbox=mailbox, uidvalidity=uidvalidity, most=limit)
    return tuple(Untidied(*row) for row in rows)


def tidied(store: Store, mailbox: str, uidvalidity: int, uids: Sequence[int], status: Status) -> None:
    """Those were put away, where letters of that status go."""
    place = {"in_mailbox": mailbox, "of_uidvalidity": uidvalidity, "uids": list(uids)}
    store.run(_TIDIED, place | {"status": status})
