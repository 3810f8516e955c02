"""The journal of each match: what happened, in order. It is appended to and never edited."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from processor.core.events import Event
from processor.store.codec import Codec, dump
from processor.store.database import Store, is_duplicate
from processor.store.faults import Conflict
from processor.store.tables import journal_entries


@dataclass(frozen=True)
class Entry:
    """An event, when it happened, who caused it, and by which letter."""

    event: Event
    at: datetime
    by: str
    letter: int | None = None


_THIS_MATCH = journal_entries.c.match == bindparam("match")
_READ = (
    select(*(journal_entries.c[name] for name in ("number", "kind", "body", "at", "by", "letter")))
    .where(_THIS_MATCH, journal_entries.c.number > bindparam("after"))
    .order_by(journal_entries.c.number)
)
_LAST = select(func.coalesce(func.max(journal_entries.c.number), 0)).where(_THIS_MATCH)
_COUNT = select(func.count()).where(_THIS_MATCH, journal_entries.c.kind == bindparam("kind"))
_APPEND = insert(journal_entries)


def append(store: Store, match_code: str, first_number: int, entries: Sequence[Entry]) -> None:
    """Add entries, the first of which must get that number. ``Conflict`` if somebody else wrote since it was read."""
    rows = [
        {
            "match": match_code,
            "number": number,
            "kind": type(entry.event).__name__,
            "body": dump(entry.event),
            "at": entry.at,
            "by": entry.by,
            "letter": entry.letter,
        }
        for number, entry in enumerate(entries, start=first_number)
    ]
    try:
        store.insert_all(_APPEND, rows)
    except IntegrityError as error:
        if is_duplicate(error):
            raise Conflict(f"{match_code}, event {first_number}") from error
        raise


def read(store: Store, match_code: str, codec: Codec, after: int = 0) -> tuple[tuple[int, Entry], ...]:
    """The entries of a match and their numbers, from the first on or from the one after that number."""
    rows = store.rows(_READ, match=match_code, after=after)
    return tuple((number, Entry(codec.load(kind, body), at, by, letter)) for number, kind, body, at, by, letter in rows)


def last_number(store: Store, match_code: str) -> int:
    """The number of the last entry, 0 if there is none."""
    return int(store.value(_LAST, match=match_code))


def count(store: Store, match_code: str, kind: type[Event]) -> int:
    """How many entries of a match are of that kind."""
    return int(store.value(_COUNT, match=match_code, kind=kind.__name__))
