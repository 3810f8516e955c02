"""Mails to be sent. Each is written in the same transaction as what caused it, and its Message-ID is fixed then.

A sender takes due mails on a lease: until then nobody else gets them. If it crashes, the lease runs out, or somebody
sees that it is dead, and the mail is due again, with the same Message-ID; so a mail may come twice but is never lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Select, bindparam, func, insert, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.tables import drafts, raw_drafts

Status = Literal["waiting", "uncertain", "sent", "failed", "withdrawn"]
"""``uncertain``: a sender has it in hand, or crashed over it and perhaps sent it."""


@dataclass(frozen=True)
class Draft:
    """A mail to one recipient, not before ``due``. ``kind`` says what it is; ``letter`` is the one that caused it."""

    message_id: str
    sender: str
    recipient: str
    mime: bytes = field(repr=False)
    due: datetime
    kind: str
    match: str | None = None
    turn: int | None = None
    player: int | None = None
    letter: int | None = None


@dataclass(frozen=True)
class Posted:
    """What is known of a mail in the outbox. ``next_try`` is empty when nothing more is to be done about it."""

    id: int
    message_id: str
    sender: str
    recipient: str
    due: datetime
    kind: str
    match: str | None
    turn: int | None
    player: int | None
    letter: int | None
    status: Status
    attempts: int
    next_try: datetime | None
    last_error: str
    sent_at: datetime | None


@dataclass(frozen=True)
class Outgoing(Posted):
    """A mail in the outbox with its bytes."""

    mime: bytes = field(repr=False)


_POSTED = select(*columns(Posted, drafts))
_OUTGOING = select(*columns(Outgoing, drafts, raw_drafts)).join_from(drafts, raw_drafts)
_ONE = _OUTGOING.where(drafts.c.id == bindparam("draft"))
_BY_MESSAGE_ID = _POSTED.where(drafts.c.message_id == bindparam("message_id"))
_DUE = (
    _OUTGOING.where(drafts.c.next_try <= bindparam("now"))
    .order_by(drafts.c.next_try, drafts.c.id)
    .limit(bindparam("most"))
)
_IN_NOBODYS_HANDS = _OUTGOING.where(
    drafts.c.player == bindparam("player"), drafts.c.next_try.is_not(None), drafts.c.taken_by.is_(None)
).order_by(drafts.c.id)
_NEXT_DUE = select(func.min(drafts.c.next_try))
_SENT_SINCE = select(func.count()).where(drafts.c.sent_at >= bindparam("since"))
_TO_ADDRESS = select(func.count()).where(
    drafts.c.canonical == bindparam("address"), drafts.c.due >= bindparam("since"), drafts.c.kind == bindparam("kind")
)
_IN_THREAD = (drafts.c.match == bindparam("match"), drafts.c.player == bindparam("player"))
_ENDS = [select(end(drafts.c.id)).where(*_IN_THREAD).scalar_subquery() for end in (func.min, func.max)]
_THREAD = select(drafts.c.message_id).where(drafts.c.id.in_(_ENDS)).order_by(drafts.c.id)
_HISTORY = _POSTED.where(*_IN_THREAD).order_by(drafts.c.id)
_COUNTS = select(drafts.c.status, func.count()).group_by(drafts.c.status)

_PUT = insert(drafts)
_PUT_MIME = insert(raw_drafts)
_THESE = drafts.c.id.in_(bindparam("these", expanding=True))
_LEASE = (
    update(drafts)
    .where(_THESE)
    .values(status="uncertain", next_try=bindparam("until"), taken_by=bindparam("its_sender"))
)
_IN_HAND = (drafts.c.status == "uncertain", drafts.c.taken_by.is_not(None))
_SENDERS = select(drafts.c.taken_by).where(*_IN_HAND).distinct()
_LET_GO = (
    update(drafts)
    .where(*_IN_HAND, drafts.c.taken_by == bindparam("its_sender"))
    .values(next_try=bindparam("now"), taken_by=None)
)
_PUT_BACK = (
    update(drafts)
    .where(drafts.c.id == bindparam("draft"))
    .values(status=bindparam("its_status"), next_try=bindparam("again"), taken_by=None)
)
_SENT = update(drafts).where(_THESE).values(status="sent", sent_at=bindparam("at"), next_try=None, last_error="")


def put(store: Store, draft: Draft) -> int:
    """Put a mail into the outbox; its number there."""
    row = {each.name: getattr(draft, each.name) for each in fields(draft) if each.name != "mime"}
    fresh = {"canonical": draft.recipient, "status": "waiting", "attempts": 0, "next_try": draft.due, "last_error": ""}
    number = store.insert_one(_PUT, row | fresh)
    store.run(_PUT_MIME, {"draft": number, "mime": draft.mime})
    return number


def due(
    store: Store, now: datetime, limit: int, lease_until: datetime, sender: str | None = None
) -> tuple[Outgoing, ...]:
    """Take mails that are due, those due longest first. Until ``lease_until`` no other sender gets them."""
    taken = tuple(Outgoing(*row) for row in store.rows(store.claiming(_DUE, drafts), now=now, most=limit))
    if taken:
        store.run(_LEASE, {"these": [each.id for each in taken], "until": lease_until, "its_sender": sender})
    return taken


def senders(store: Store) -> tuple[str, ...]:
    """Who has mails in hand, or had when they ended."""
    return tuple(sender for (sender,) in store.rows(_SENDERS))


def let_go(store: Store, sender: str, now: datetime) -> None:
    """That sender is no more: what it had in hand is due at once."""
    store.run(_LET_GO, {"its_sender": sender, "now": now})


def put_back(store: Store, mails: Sequence[Outgoing], again: datetime) -> None:
    """Nobody was asked to take them: they are as they were before they were taken in hand, and due again then."""
    rows = [{"draft": each.id, "its_status": each.status, "again": again} for each in mails]
    if rows:
        store.run(_PUT_BACK, rows)


def sent(store: Store, ids: Sequence[int], at: datetime) -> None:
    """The server took them."""
    if ids:
        store.run(_SENT, {"these": list(ids), "at": at})


def failed(store: Store, draft_id: int, error: str) -> None:
    """The server will never take it; give up."""
    _after_attempt(store, draft_id, status="failed", next_try=None, last_error=error)


def postponed(store: Store, draft_id: int, next_try: datetime, error: str, uncertain: bool = False) -> None:
    """It was not taken this time, or perhaps it was and the answer got lost; try again then."""
    status: Status = "uncertain" if uncertain else "waiting"
    _after_attempt(store, draft_id, status=status, next_try=next_try, last_error=error)


def withdraw(store: Store, draft_id: int) -> bool:
    """Do not send it after all. False if a sender has it in hand, or had."""
    mine = (drafts.c.id == draft_id) & (drafts.c.status == "waiting")
    return store.changed(update(drafts).where(mine).values(status="withdrawn", next_try=None)) == 1


def in_nobodys_hands(store: Store, player: int) -> tuple[Outgoing, ...]:
    """The mails to a player that are still to be sent, or to be sent once more, and that no sender has in hand."""
    return tuple(Outgoing(*row) for row in store.rows(store.claiming(_IN_NOBODYS_HANDS, drafts), player=player))


def take_back(store: Store, draft_id: int) -> bool:
    """Send it no more, whether it was sent before or not. False if a sender has it in hand or it is settled."""
    free = (drafts.c.id == draft_id) & drafts.c.next_try.is_not(None) & drafts.c.taken_by.is_(None)
    return store.changed(update(drafts).where(free).values(status="withdrawn", next_try=None)) == 1


def next_due(store: Store) -> datetime | None:
    """When the next mail is due, or the lease of one runs out."""
    moment: datetime | None = store.value(_NEXT_DUE)
    return moment


def sent_since(store: Store, since: datetime) -> int:
    """How many mails the server took since then."""
    return int(store.value(_SENT_SINCE, since=since))


def to_address_since(store: Store, address: str, since: datetime, kind: str) -> int:
    """How many mails of a kind to that address, sent or not, were or are due since then."""
    return int(store.value(_TO_ADDRESS, address=address, since=since, kind=kind))


def waiting_to(store: Store, address: str, kind: str) -> tuple[Posted, ...]:
    """The mails of a kind to that address that no sender has taken yet, oldest first."""
    return _posted(
        store, _POSTED.where(drafts.c.canonical == address, drafts.c.kind == kind, drafts.c.status == "waiting")
    )


def draft(store: Store, draft_id: int) -> Outgoing | None:
    """The mail of that number."""
    row = store.row(_ONE, draft=draft_id)
    return None if row is None else Outgoing(*row)


def by_message_id(store: Store, message_id: str) -> Posted | None:
    """The mail that we gave that Message-ID, for instance the one that was answered or came back."""
    row = store.row(_BY_MESSAGE_ID, message_id=message_id)
    return None if row is None else Posted(*row)


def thread(store: Store, match: str, player: int) -> tuple[str, ...]:
    """The Message-IDs of the first and the last mail to a player about a match; only one if there is but one."""
    return tuple(message_id for (message_id,) in store.rows(_THREAD, match=match, player=player))


def history(store: Store, match: str, player: int) -> tuple[Posted, ...]:
    """All mails to a player about a match, oldest first."""
    return tuple(Posted(*row) for row in store.rows(_HISTORY, match=match, player=player))


def answers_to(store: Store, letter_id: int) -> tuple[Posted, ...]:
    """The mails that a letter caused."""
    return _posted(store, _POSTED.where(drafts.c.letter == letter_id))


def undeliverable(store: Store) -> tuple[Posted, ...]:
    """The mails that were given up, oldest first."""
    return _posted(store, _POSTED.where(drafts.c.status == "failed"))


def counts(store: Store) -> Mapping[Status, int]:
    """How many mails there are of each status."""
    return dict(store.rows(_COUNTS))


def _after_attempt(store: Store, draft_id: int, **values: Any) -> None:
    store.run(
        update(drafts).where(drafts.c.id == draft_id).values(attempts=drafts.c.attempts + 1, taken_by=None, **values)
    )


def _posted(store: Store, chosen: Select[Any]) -> tuple[Posted, ...]:
    return tuple(Posted(*row) for row in store.rows(chosen.order_by(drafts.c.id)))
