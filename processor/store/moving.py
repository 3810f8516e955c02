"""What a match takes along to another house beside its journal: what is known of its letters, its deadlines, its money.

The letters themselves stay where they came. What they were known by goes along, so that none of them is taken for a
new one where its mailbox is read again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, update

from processor.store.cases import Case, open_case
from processor.store.columns import columns
from processor.store.database import Store
from processor.store.ledger import Booking
from processor.store.schedule import Deadline, remind_once
from processor.store.tables import bookings, cases, deadlines, letters, reminders

ELSEWHERE = "elsewhere"
"""The mailbox of letters that another house has."""


@dataclass(frozen=True)
class Digest:
    """What a letter is known by: where its fingerprint is the same it is the same letter."""

    id: int
    fingerprint: bytes
    message_id: str
    arrived: datetime
    size: int
    sender: str


@dataclass(frozen=True)
class Reminded:
    """A reminder that went out: to which seat, how long before the deadline of that turn."""

    turn: int
    seat: int
    distance: timedelta


def digests(store: Store, letter_ids: Collection[int]) -> tuple[Digest, ...]:
    """What these letters are known by, in the order of their numbers."""
    chosen = select(*columns(Digest, letters)).where(letters.c.id.in_(letter_ids)).order_by(letters.c.id)
    return tuple(Digest(*row) for row in store.rows(chosen)) if letter_ids else ()


def know_letters(store: Store, foreign: Sequence[Digest]) -> Mapping[int, int]:
    """Know these letters of another house from now on: their numbers there, and those that they have here."""
    state = {"truncated": False, "status": "done", "released": False, "proof": "", "reason": ELSEWHERE, "trace": ""}
    for each in foreign:
        told = {name: getattr(each, name) for name in ("fingerprint", "message_id", "arrived", "size", "sender")}
        store.run(store.insert(letters).values(mailbox=ELSEWHERE, **told, **state).on_conflict_do_nothing())
    prints = [each.fingerprint for each in foreign]
    here = dict(store.rows(select(letters.c.fingerprint, letters.c.id).where(letters.c.fingerprint.in_(prints))))
    return {each.id: here[each.fingerprint] for each in foreign}


def deadlines_of(store: Store, match: str) -> tuple[Deadline, ...]:
    """Every deadline that a match has had, by turn."""
    chosen = select(*columns(Deadline, deadlines)).where(deadlines.c.match == match).order_by(deadlines.c.turn)
    return tuple(Deadline(*row) for row in store.rows(chosen))


def reminded(store: Store, match: str) -> tuple[Reminded, ...]:
    """The reminders that went out in a match."""
    told = (reminders.c.turn, reminders.c.seat, reminders.c.distance)
    rows = store.rows(select(*told).where(reminders.c.match == match).order_by(*told))
    return tuple(Reminded(turn, seat, timedelta(seconds=distance)) for turn, seat, distance in rows)


def restore_schedule(store: Store, match: str, its_deadlines: Sequence[Deadline], sent: Sequence[Reminded]) -> None:
    """Let a new match have these deadlines, and no others, and let none be reminded again who was."""
    store.run(delete(deadlines).where(deadlines.c.match == match))
    store.insert_all(insert(deadlines), [vars(each) for each in its_deadlines])
    for each in sent:
        remind_once(store, match, each.turn, each.seat, each.distance)


def bookings_of(store: Store, match: str) -> tuple[Booking, ...]:
    """Everything that was booked for a match, in that order."""
    chosen = select(*columns(Booking, bookings)).where(bookings.c.match == match).order_by(bookings.c.id)
    return tuple(Booking(*row) for row in store.rows(chosen))


def enter_case(store: Store, case: Case) -> int:
    """Enter a case of another house, as far as it has come; the number that it gets here."""
    entered = open_case(store, case.match, case.turn, case.player, case.letter, case.words, case.opened)
    progress = {name: getattr(case, name) for name in ("status", "proposal", "proposed_at", "ruling", "closed")}
    store.run(update(cases).where(cases.c.id == entered.id).values(progress))
    return entered.id
