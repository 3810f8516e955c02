"""Letters that came: kept byte for byte before anything is made of them, and what became of each.

How far a mailbox was read, and what is still to be put away there, stands in ``mailboxes``.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from sqlalchemy import Select, bindparam, exists, func, insert, or_, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.tables import letters, raw_letters, sightings

Status = Literal["waiting", "done", "held", "put-aside"]
Proof = Literal["", "claimed", "proved", "denied"]
"""How sure it is who wrote a letter; empty where nobody has looked yet. ``denied``: its supposed writer says no."""

BOUNCE = "bounce:"
"""What the reason begins with for which a report about a mail of ours is done with."""


@dataclass(frozen=True)
class Fetched:
    """A letter as it lay in the mailbox. ``uid`` is empty for one that came by another way.

    ``size`` is that of the whole letter, also when it was ``truncated``, that is, only its headers were fetched.
    """

    uid: int | None
    arrived: datetime
    raw: bytes = field(repr=False)
    size: int
    truncated: bool
    message_id: str


@dataclass(frozen=True)
class Kept:
    """What a batch came to: the numbers of the letters that were new, in their order, and how many were not."""

    new: tuple[int, ...]
    duplicates: int


@dataclass(frozen=True)
class Envelope:
    """What is known of a letter without opening it. ``released``: the GM let it through after it was held."""

    id: int
    mailbox: str
    message_id: str
    arrived: datetime
    size: int
    truncated: bool
    status: Status
    released: bool
    proof: Proof
    reason: str
    trace: str = field(repr=False)
    sender: str
    player: int | None
    match: str | None


@dataclass(frozen=True)
class Letter(Envelope):
    """A letter, opened.

    ``has_twin``: another letter has the same Message-ID. ``overtaken``: one that came later has been settled already.
    """

    raw: bytes = field(repr=False)
    has_twin: bool
    overtaken: bool


_others = letters.alias()
_HAS_TWIN = exists().where(_others.c.message_id == letters.c.message_id, _others.c.id != letters.c.id)
_OVERTAKEN = exists().where(_others.c.status.in_(("done", "held", "put-aside")), _others.c.arrived > letters.c.arrived)
_ENVELOPE = select(*columns(Envelope, letters))
_LETTER = select(*columns(Letter, letters, raw_letters, has_twin=_HAS_TWIN, overtaken=_OVERTAKEN)).join_from(
    letters, raw_letters
)
_ONE = _LETTER.where(letters.c.id == bindparam("letter"))
_OLDEST_FIRST = (letters.c.arrived, letters.c.id)
_WAITING = _LETTER.where(letters.c.status == "waiting").order_by(*_OLDEST_FIRST).limit(bindparam("most"))
_NEXT = select(func.min(letters.c.arrived)).where(letters.c.status == "waiting")
_COUNT = select(func.count()).where(
    letters.c.sender == bindparam("address"),
    letters.c.arrived >= bindparam("since"),
    letters.c.status.in_(["done", "held"]),
)
_LATER = select(letters.c.id, letters.c.arrived).where(
    letters.c.player == bindparam("its_player"), letters.c.arrived > bindparam("instant")
)
_ARRIVALS = select(letters.c.id, letters.c.arrived).where(letters.c.id.in_(bindparam("its_numbers", expanding=True)))
_COUNTS = select(letters.c.status, func.count()).group_by(letters.c.status)
_KNOWN = select(letters.c.fingerprint, letters.c.id).where(
    letters.c.fingerprint.in_(bindparam("fingerprints", expanding=True))
)
_SEEN = select(sightings.c.uid).where(
    sightings.c.mailbox == bindparam("mailbox"),
    sightings.c.uidvalidity == bindparam("uidvalidity"),
    sightings.c.uid.in_(bindparam("uids", expanding=True)),
)
_SETTLE = (
    update(letters)
    .where(letters.c.id == bindparam("letter"))
    .values(
        {each: bindparam(f"its_{each}") for each in ("status", "reason", "trace", "sender", "player", "match", "proof")}
    )
)
_UNTIDY = update(sightings).where(sightings.c.letter == bindparam("of_letter")).values(tidied=False)


def keep(store: Store, mailbox: str, uidvalidity: int, fetched: Sequence[Fetched]) -> Kept:
    """Keep a batch of some hundred letters as they came. What we have already is passed over.

    Where a letter was seen is noted in any case, so that a copy is put away in the mailbox like the first.
    """
    uids = [each.uid for each in fetched if each.uid is not None]
    seen = {uid for (uid,) in store.rows(_SEEN, mailbox=mailbox, uidvalidity=uidvalidity, uids=uids)}
    unseen = {each: fingerprint(each) for each in fetched if each.uid not in seen}
    new = _enter(store, mailbox, {each_print: each for each, each_print in unseen.items()})
    known = new | _numbers(store, unseen.values() - new.keys())
    places = [(each.uid, known[each_print]) for each, each_print in unseen.items() if each.uid is not None]
    _sight(store, mailbox, uidvalidity, places)
    return Kept(tuple(sorted(new.values())), len(fetched) - len(new))


def waiting(store: Store, limit: int) -> tuple[Letter, ...]:
    """The letters to be opened next, oldest arrival first. Until the commit nobody else gets them to settle."""
    return tuple(Letter(*row) for row in store.rows(store.claiming(_WAITING, letters), most=limit))


def next_arrival(store: Store) -> datetime | None:
    """When the oldest letter came that nobody has opened yet."""
    arrived: datetime | None = store.value(_NEXT)
    return arrived


def settle(
    store: Store,
    letter_id: int,
    status: Status,
    reason: str,
    player: int | None = None,
    match: str | None = None,
    sender: str = "",
    trace: str = "",
    proof: Proof = "",
) -> None:
    """Note what became of a letter, whose it was and how sure that is, and from which address it came."""
    outcome = {"status": status, "reason": reason, "trace": trace, "sender": sender, "player": player, "match": match}
    its = {f"its_{name}": value for name, value in (outcome | {"proof": proof}).items()}
    store.run(_SETTLE, {"letter": letter_id} | its)


def settle_anew(
    store: Store, letter_id: int, status: Status, reason: str, player: int | None = None, sender: str = ""
) -> None:
    """Note what became of a letter that its writer has owned to; in the mailbox it is to be moved once more."""
    settle(store, letter_id, status, reason, player, sender=sender, proof="proved")
    store.run(_UNTIDY, {"of_letter": letter_id})


def count_from(store: Store, address: str, since: datetime) -> int:
    """How many letters from that address have arrived since and were dealt with, or wait for their confirmation."""
    return int(store.value(_COUNT, address=address, since=since))


def held(store: Store) -> tuple[Envelope, ...]:
    """The letters that wait for a confirmation or for the GM, oldest first."""
    return _of_status(store, "held")


def put_aside(store: Store) -> tuple[Envelope, ...]:
    """The letters that we could not deal with, oldest first."""
    return _of_status(store, "put-aside")


def letter(store: Store, letter_id: int) -> Letter | None:
    """The letter of that number."""
    row = store.row(_ONE, letter=letter_id)
    return None if row is None else Letter(*row)


def counts(store: Store) -> Mapping[Status, int]:
    """How many letters there are of each status."""
    return dict(store.rows(_COUNTS))


def by_message_id(store: Store, message_id: str) -> tuple[Envelope, ...]:
    """The letters with that Message-ID; more than one if it came more than once."""
    return _envelopes(store, _ENVELOPE.where(letters.c.message_id == message_id))


def letters_of(store: Store, player_id: int) -> tuple[Envelope, ...]:
    """The letters that were taken for that player's, oldest first."""
    return _envelopes(store, _ENVELOPE.where(letters.c.player == player_id))


def later_ones(store: Store, player_id: int, arrived: datetime) -> Mapping[int, datetime]:
    """When the letters arrived that were taken for that player's and came after that instant, by their numbers."""
    return dict(store.rows(_LATER, its_player=player_id, instant=arrived))


def arrivals(store: Store, numbers: Collection[int]) -> Mapping[int, datetime]:
    """When the letters of these numbers arrived."""
    return dict(store.rows(_ARRIVALS, its_numbers=list(numbers)))


def bounces_of(store: Store, player_id: int) -> tuple[Envelope, ...]:
    """The reports that mail to a player was not delivered, since the player's last letter, oldest first."""
    for_player = letters.c.player == player_id
    is_report = letters.c.reason.startswith(BOUNCE)
    last = select(func.max(letters.c.id)).where(for_player, ~is_report).scalar_subquery()
    return _envelopes(store, _ENVELOPE.where(for_player, is_report, letters.c.id > func.coalesce(last, 0)))


def of_writer(
    store: Store, player: int, address: str, since: datetime, until: datetime, also: int | None = None
) -> tuple[Envelope, ...]:
    """The letters that came from a player or from that address in that time, oldest first.

    ``also`` is one of theirs that may not be settled yet: until it is, nobody has noted whose it is.
    """
    written = or_(letters.c.player == player, letters.c.sender == address.casefold(), letters.c.id == also)
    return _envelopes(store, _ENVELOPE.where(written, letters.c.arrived >= since, letters.c.arrived <= until))


def retry(store: Store, letter_id: int) -> bool:
    """Let a letter that was put aside be opened again. False if it is not put aside."""
    return _wait_again(store, letter_id, {"put-aside"})


def release(store: Store, letter_id: int) -> bool:
    """Let a letter without proof be opened again, and this time believed.

    False if it lies neither held nor aside, if it is proved anyway, or if its supposed writer has denied it.
    """
    return _wait_again(store, letter_id, {"held", "put-aside"}, {"", "claimed"}, released=True)


def note_proof(store: Store, letter_id: int, proof: Proof) -> None:
    """Note what its supposed writer has said of a letter."""
    store.run(update(letters).where(letters.c.id == letter_id).values(proof=proof))


def set_aside(store: Store, letter_id: int, reason: str) -> bool:
    """Put a letter aside that nobody has dealt with yet. False if somebody has, or if it lies aside already."""
    chosen = update(letters).where(letters.c.id == letter_id, letters.c.status.in_(("waiting", "held")))
    store.run(_UNTIDY, {"of_letter": letter_id})
    return store.changed(chosen.values(status="put-aside", reason=reason)) == 1


def reopen(store: Store, letter_id: int) -> bool:
    """Let a letter be opened again whatever became of it. False if it waits for that already."""
    return _wait_again(store, letter_id, {"done", "held", "put-aside"})


def fingerprint(fetched: Fetched) -> bytes:
    """What a copy of the letter has too: it stands for the raw bytes, the Message-ID and the arrival."""
    arrived = fetched.arrived.astimezone(UTC).isoformat()
    outside = f"{len(fetched.message_id)} {fetched.message_id} {arrived}\n".encode(errors="surrogatepass")
    return hashlib.sha256(outside + fetched.raw).digest()


def _enter(store: Store, mailbox: str, batch: Mapping[bytes, Fetched]) -> dict[bytes, int]:
    """Keep those that are new and number them."""
    new = store.insert(letters).on_conflict_do_nothing().returning(letters.c.fingerprint, letters.c.id)
    rows = [_new_row(mailbox, each_print, each) for each_print, each in batch.items()]
    numbers: dict[bytes, int] = dict(store.insert_all(new, rows))
    raw = [{"letter": number, "raw": batch[each_print].raw} for each_print, number in numbers.items()]
    store.insert_all(insert(raw_letters), raw)
    return numbers


def _new_row(mailbox: str, its_fingerprint: bytes, fetched: Fetched) -> dict[str, Any]:
    return {
        "fingerprint": its_fingerprint,
        "mailbox": mailbox,
        "message_id": fetched.message_id,
        "arrived": fetched.arrived,
        "size": fetched.size,
        "truncated": fetched.truncated,
        "status": "waiting",
        "released": False,
        "proof": "",
        "reason": "",
        "trace": "",
        "sender": "",
    }


def _numbers(store: Store, fingerprints: Collection[bytes]) -> dict[bytes, int]:
    if not fingerprints:
        return {}
    return dict(store.rows(_KNOWN, fingerprints=list(fingerprints)))


def _sight(store: Store, mailbox: str, uidvalidity: int, places: Sequence[tuple[int, int]]) -> None:
    """Note which letter lies at which UID."""
    place = {"mailbox": mailbox, "uidvalidity": uidvalidity, "tidied": False}
    rows = [place | {"uid": uid, "letter": number} for uid, number in places]
    store.insert_all(store.insert(sightings).on_conflict_do_nothing(), rows)


def _wait_again(
    store: Store, letter_id: int, among: Collection[Status], proofs: Collection[Proof] = get_args(Proof), **values: Any
) -> bool:
    chosen = update(letters).where(letters.c.id == letter_id, letters.c.status.in_(among), letters.c.proof.in_(proofs))
    store.run(_UNTIDY, {"of_letter": letter_id})
    return store.changed(chosen.values(status="waiting", **values)) == 1


def _of_status(store: Store, status: Status) -> tuple[Envelope, ...]:
    return _envelopes(store, _ENVELOPE.where(letters.c.status == status))


def _envelopes(store: Store, chosen: Select[Any]) -> tuple[Envelope, ...]:
    return tuple(Envelope(*row) for row in store.rows(chosen.order_by(*_OLDEST_FIRST)))
