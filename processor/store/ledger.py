"""The ledger: what went from which account to which, in whole pence, and why. It is appended to and never edited.

Every booking takes from one account what it gives to another, so all accounts together are always nought: there is
no way to write down anything else. A *cause* is booked once, however often it is told. If something else comes of it
later, since a ruling changed the past, the difference is booked and the old bookings stay.

Libraries were considered (python-accounting, piecash, beancount). They bring a chart of accounts, currencies, invoices
and tables or files of their own, and none of them commits together with our journal. What we need is the one table
below and two sums; the rest would be there to be kept away from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, or_, select, union_all

from processor.core.money import Movement, difference
from processor.store.columns import columns
from processor.store.database import Store
from processor.store.tables import bookings

CORRECTION = "correction"


@dataclass(frozen=True)
class Cause:
    """What moves money, by the key that it has for ever, and the match that it belongs to, if it does."""

    key: str
    match: str | None = None


@dataclass(frozen=True)
class Booking:
    """One line of the ledger."""

    cause: str
    number: int
    payer: str
    payee: str
    pence: int
    why: str
    at: datetime
    match: str | None
    letter: int | None

    @property
    def movement(self) -> Movement:
        """The money that it moved."""
        return Movement(self.payer, self.payee, self.pence, self.why)

    def gives(self, account: str) -> int:
        """What it adds to an account; less than nought if it takes from it."""
        return self.pence if account == self.payee else -self.pence if account == self.payer else 0


_BOOKING = select(*columns(Booking, bookings)).order_by(bookings.c.id)
_OF_CAUSE = _BOOKING.where(bookings.c.cause == bindparam("cause"))
_OF_ACCOUNT = _BOOKING.where(or_(bookings.c.payer == bindparam("account"), bookings.c.payee == bindparam("account")))
_SIDES = union_all(
    select(bookings.c.payee.label("account"), bookings.c.pence.label("pence")),
    select(bookings.c.payer.label("account"), (-bookings.c.pence).label("pence")),
).subquery()
_SUM = func.coalesce(func.sum(_SIDES.c.pence), 0)
_BALANCE = select(_SUM).where(_SIDES.c.account == bindparam("account"))
_BALANCES = select(_SIDES.c.account, _SUM).group_by(_SIDES.c.account).order_by(_SIDES.c.account)


def of_event(match: str, number: int) -> Cause:
    """The event of that number in a match's journal."""
    return Cause(f"match/{match}/{number}", match)


def of_word(letter: int | None, line: int, said_at: datetime) -> Cause:
    """A line of a letter; at the command line there is none, and the moment stands for it."""
    return Cause(f"letter/{letter}/{line}" if letter is not None else f"counter/{said_at.isoformat()}/{line}")


def book(
    store: Store, cause: Cause, movements: Sequence[Movement], at: datetime, letter: int | None = None
) -> tuple[Movement, ...]:
    """Have the accounts stand as the cause wants it, and tell what was moved for that.

    The first time that is the movements themselves, later only what is different by now.
    """
    before = [booking.movement for booking in of_cause(store, cause)]
    moved = difference(before, movements, CORRECTION) if before else tuple(movements)
    rows = [
        {
            "cause": cause.key,
            "number": number,
            "payer": each.payer,
            "payee": each.payee,
            "pence": each.pence,
            "why": each.why,
            "at": at,
            "match": cause.match,
            "letter": letter,
        }
        for number, each in enumerate(moved, start=len(before) + 1)
    ]
    store.insert_all(insert(bookings), rows)
    return moved


def of_cause(store: Store, cause: Cause) -> tuple[Booking, ...]:
    """What was booked for a cause so far."""
    return _some(store.rows(_OF_CAUSE, cause=cause.key))


def balance(store: Store, account: str) -> int:
    """The pence in an account; less than nought if it owes them."""
    return int(store.value(_BALANCE, account=account))


def balances(store: Store) -> Mapping[str, int]:
    """Every account in which there is something, or which owes something."""
    return {account: int(pence) for account, pence in store.rows(_BALANCES) if pence}


def statement(store: Store, account: str) -> tuple[Booking, ...]:
    """Everything that went into an account or came out of it, oldest first."""
    return _some(store.rows(_OF_ACCOUNT, account=account))


def _some(rows: Sequence[Any]) -> tuple[Booking, ...]:
    return tuple(Booking(*row) for row in rows)
