"""Reads one mail: bytes in, a ``Letter`` out. Whatever the bytes are, it answers, soon, and never raises."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.message import Message
from email.policy import Compat32

from processor.core.text import normalise
from processor.mail import headers as heads
from processor.mail.hypertext import readable_length, strikes_out, text_of_html
from processor.mail.newtext import Division, divide
from processor.mail.parts import Body, Contents, contents, says_nothing

MOST_BYTES = 16 * 1024 * 1024
MOST_LINES = 200_000
_MOST_BOUNDARIES = 100
_MOST_WORK = 2_000_000  # lines times nested parts: what the parser's time grows with
_MOST_PARTS = 20_000
_MOST_BLOCKS = 5_000  # of a report of delivery: one for each recipient
_LONGEST_HEAD = 300_000
_MOST_HEADERS = 5_000
_LONGEST_PARAMETERS = 3_000
_BLANKS_BEFORE_COLON = re.compile(rb"^([!-9;-~]{1,70})[ \t]{1,20}(?=:)", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")


class _CappedHeaders(Compat32):
    """The parser's time grows with the square of a header's length, so it is given no more than a mail can need."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """Split a header into name and value, as the parent does, and cut it."""
        name, value = super().header_source_parse(sourcelines)
        return name, value[: _LONGEST_PARAMETERS if name[:8].casefold() == "content-" else heads.LONGEST]


_POLICY = _CappedHeaders()


@dataclass(frozen=True)
class Letter:
    """What we read in one mail.

    ``doubt`` says why ``text`` may be wrong or missing:

    - ``two-blocks``: it is not certain which lines are new; ``text`` is the likelier reading
    - ``nothing-new``: all there is was taken for quoted text
    - ``echo``: the same, and it begins as a mail of Turnpost does
    - ``no-text``: there is something in the mail, but nothing that is text
    - ``encrypted``, ``winmail``: the text is in a part that we cannot open
    - ``too-long``: only the beginning was read
    - ``too-complex``: more nested or more numerous parts than any honest mail has; only the headers were read
    - ``broken``: this is no mail that could be read at all
    """

    message_id: str | None
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    senders: tuple[str, ...]
    sender_name: str
    recipients: tuple[str, ...]
    written_to: tuple[str, ...]
    """Those of the recipients that the writer named, in To and Cc."""
    return_path: str | None
    subject: str
    text: str
    quoted: str
    signature: str
    """What stands below the line of dashes that begins a signature, and was not taken for text."""
    headers: Mapping[str, tuple[str, ...]]
    bounced: tuple[str, ...]
    """The message ids of mails enclosed in this one: in a bounce, those of what we sent."""
    parts: tuple[str, ...]
    doubt: str | None

    @property
    def sender(self) -> str | None:
        """The one sender, or ``None`` if there is none or several, or more than one line that should name one."""
        return self.senders[0] if len(self.senders) == 1 and len(self.headers.get("from", ())) == 1 else None


def read(raw: bytes) -> Letter:
    """Read a mail, or as much of it as can be read: headers alone are a letter too."""
    message, limit = parse(raw)
    found = Contents() if limit in ("too-complex", "broken") else contents(message)
    division = _division(found)
    raw_headers = heads.unfolded(message)
    senders = heads.senders(raw_headers)
    return Letter(
        message_id=heads.message_id(raw_headers),
        in_reply_to=heads.message_ids(raw_headers, "in-reply-to"),
        references=heads.message_ids(raw_headers, "references"),
        senders=tuple(senders),
        sender_name=next(iter(senders.values()), ""),
        recipients=heads.recipients(raw_headers),
        written_to=heads.written_to(raw_headers),
        return_path=heads.return_path(raw_headers),
        subject=heads.one_line(heads.words(next(iter(raw_headers.get("subject", ())), "")))[:1_000],
        text=_BLANK_LINES.sub("\n\n", normalise(division.new)).strip(),
        quoted=division.quoted,
        signature=normalise(division.signature).strip(),
        headers=heads.decoded(raw_headers),
        bounced=tuple(dict.fromkeys(found.enclosed_ids)),
        parts=tuple(found.types),
        doubt=limit or _doubt(found, division),
    )


def parse(raw: bytes) -> tuple[Message, str | None]:
    """The mail's tree, and what kept us from taking all of it.

    The standard parser needs time in proportion to lines times nested parts and goes one call deeper with
    every nesting, so hostile mails are recognised before it sees more than their headers.
    """
    limit = None
    raw = _without_old_blanks(raw)
    if len(raw) > MOST_BYTES or raw.count(b"\n") > MOST_LINES:
        raw, limit = _beginning(raw), "too-long"
    if _is_too_complex(raw):
        raw, limit = _head(raw), "too-complex"
    try:
        return message_from_bytes(raw, policy=_POLICY), limit
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):  # defects the parser trips over
        return Message(), "broken"


def _without_old_blanks(raw: bytes) -> bytes:
    """The same mail with its headers as everybody writes them: "Subject :" is allowed to old programs (RFC 5322, 4.5).

    The standard parser takes such a line for the end of all headers, and "From :" for no header at all.
    """
    head = _head(raw)[:-2]
    return _BLANKS_BEFORE_COLON.sub(rb"\1", head) + raw[len(head) :]


def _is_too_complex(raw: bytes) -> bool:
    """Whether these are more headers or parts, in one another or side by side, than any honest mail has."""
    small = raw.lower()
    nested = small.count(b"boundary")
    blocks = raw.count(b"\n\n") + raw.count(b"\n\r\n") if b"delivery-status" in small else 0
    return (
        nested > _MOST_BOUNDARIES
        or (nested > 3 and nested * raw.count(b"\n") > _MOST_WORK)
        or raw.count(b"\n--") > _MOST_PARTS
        or blocks > _MOST_BLOCKS
        or _head(raw).count(b"\n") > _MOST_HEADERS
    )


def _beginning(raw: bytes) -> bytes:
    raw = raw[:MOST_BYTES]
    return b"\n".join(raw.split(b"\n", MOST_LINES)[:MOST_LINES])


def _head(raw: bytes) -> bytes:
    ends = [end for end in (raw.find(b"\n\n"), raw.find(b"\r\n\r\n")) if end >= 0]
    return raw[: min([*ends, _LONGEST_HEAD])] + b"\n\n"


def _division(found: Contents) -> Division:
    """The new text of the body; what is attached as orders is added to it, other attached texts stand in for it."""
    division = divide("\n".join(_preferred(body) for body in found.bodies))
    if not division.new and any(body.plain and body.html for body in found.bodies):
        by_html = divide("\n".join(_as_text(body.html or "") or body.plain or "" for body in found.bodies))
        division = by_html if by_html.new else division
    attached = found.orders or ([] if division.new else found.attached)
    if not attached:
        return division
    added = divide("\n".join(attached))
    doubt = (division.doubt if division.new else None) or added.doubt
    new = "\n\n".join(filter(None, (division.new, added.new)))
    return replace(division, new=new, quoted=division.quoted + added.quoted, doubt=doubt)


def _preferred(body: Body) -> str:
    if body.html is None or (body.plain is not None and not says_nothing(body.plain) and not strikes_out(body.html)):
        return body.plain or ""
    return _as_text(body.html) or body.plain or ""


def _as_text(html: str) -> str:
    return text_of_html(html) if html.strip() else ""


def _doubt(found: Contents, division: Division) -> str | None:
    if any(body.html and readable_length(body.html) < len(body.html) for body in found.bodies):
        return "too-long"
    if not division.new and found.sealed:
        return found.sealed
    if not division.new and not division.quoted and found.types and not all(map(_is_text, found.types)):
        return "no-text"
    return division.doubt


def _is_text(kind: str) -> bool:
    return kind in ("text/plain", "text/html") or kind.startswith("multipart/")
