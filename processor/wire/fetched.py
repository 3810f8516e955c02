"""A message as an IMAP server hands it out, and what we make of its stamps and names."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

OLDEST_STAMP = datetime(1995, 1, 1, tzinfo=UTC)
_FARTHEST_AHEAD = timedelta(days=1)
_HEADERS_END = re.compile(rb"\r?\n\r?\n")
_MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^<>\r\n]+>|\S+)", re.IGNORECASE | re.MULTILINE)

Answers = Mapping[int, Mapping[bytes, Any]]


@dataclass(frozen=True)
class Fetched:
    """One message as the server has it.

    A truncated one is over the size limit, and ``raw`` is its headers only; or the server cannot show it,
    and ``raw`` is empty.

    ``arrived`` is the server's stamp, which has whole seconds. Where there is none, or one before 1995 or
    more than a day ahead, it is the time we looked.
    """

    uid: int
    arrived: datetime
    size: int
    raw: bytes = field(repr=False)
    truncated: bool = False
    message_id: str | None = None


def within_bytes(uids: Sequence[int], stamps: Answers, size_limit: int, most: int) -> list[int]:
    """As many from the front as a batch may weigh, and at least one."""
    taken: list[int] = []
    weight = 0
    for uid in uids:
        weight += min(size(stamps, uid), size_limit)
        if taken and weight > most:
            break
        taken.append(uid)
    return taken


def size(stamps: Answers, uid: int) -> int:
    """How large the server says a message is."""
    return int(stamps.get(uid, {}).get(b"RFC822.SIZE", 0))


def body(answer: Mapping[bytes, Any]) -> bytes | None:
    """The body, or what we asked of it, whatever the server makes of the part's name."""
    parts = [value for name, value in answer.items() if name.startswith(b"BODY[")]
    return parts[0] or b"" if parts else None


def arrived(stamp: datetime | None, now: datetime) -> datetime:
    """When a message arrived, going by its stamp where that makes sense."""
    found = utc(stamp)
    return found if found is not None and OLDEST_STAMP <= found <= now + _FARTHEST_AHEAD else now.astimezone(UTC)


def utc(stamp: datetime | None) -> datetime | None:
    """The stamp in UTC, unless that would leave the calendar."""
    with suppress(OverflowError, ValueError):
        return None if stamp is None else stamp.astimezone(UTC)
    return None


def message_id(raw: bytes) -> str | None:
    """The Message-ID in the headers, however it is spelt and folded."""
    end = _HEADERS_END.search(raw)
    found = _MESSAGE_ID.search(raw, 0, len(raw) if end is None else end.start())
    return None if found is None else found.group(1).decode("ascii", "replace")
