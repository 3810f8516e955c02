"""The parts of a mail: which of them hold the body, which are attachments, and what lies enclosed."""

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from email.message import Message
from email.utils import collapse_rfc2231_value

import formatflowed

from processor.mail.charsets import decode
from processor.mail.headers import message_ids, unfolded
from processor.mail.phrasebook import anywhere

MOST_PARTS = 200
LONGEST_TEXT = 1_000_000
_MOST_LINES = 20_000
_UNNAMED = "unnamed"
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_SHORTEST_BASE64 = 24
"""Bytes: a word or two on a line of their own may be base64 by chance."""

_ORDERS_BY_NAME = re.compile(r"(?:my[ _-]?)?(?:orders?|moves?|turn)\b|befehle|ordres|zuege|züge", re.IGNORECASE)
_SIGNED, _SIGNATURE, _SIGNATURE_ENDS = (
    f"-----{words}-----" for words in ("BEGIN PGP SIGNED MESSAGE", "BEGIN PGP SIGNATURE", "END PGP SIGNATURE")
)
_OPAQUE = {
    "multipart/encrypted": "encrypted",
    "application/pgp-encrypted": "encrypted",
    "application/pkcs7-mime": "encrypted",
    "application/x-pkcs7-mime": "encrypted",
    "application/ms-tnef": "winmail",
    "application/vnd.ms-tnef": "winmail",
}


@dataclass(frozen=True)
class Body:
    """One stretch of the text a reader of the mail would see, in one or both of its forms."""

    plain: str | None = None
    html: str | None = None


@dataclass
class Contents:
    """What was found in a mail."""

    bodies: list[Body] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    """Attached texts whose names say that they hold orders."""
    attached: list[str] = field(default_factory=list)
    """Other attached texts."""
    types: list[str] = field(default_factory=list)
    enclosed_ids: list[str] = field(default_factory=list)
    """The message ids of mails enclosed in this one, whole or only their headers."""
    sealed: str | None = None
    """Why a part that may hold the text cannot be opened."""


def contents(message: Message) -> Contents:
    """Walk through all parts of a mail, but not into the mails enclosed in it."""
    found = Contents()
    found.bodies = _bodies(message, found)
    return found


def says_nothing(plain: str) -> bool:
    """Is this text empty, or only a pointer to the HTML beside it?"""
    return not any(map(str.isalnum, plain)) or (len(plain) < 500 and bool(anywhere("elsewhere").search(plain)))


def leaves(message: Message) -> Iterator[Message]:
    """All parts that are not made of parts, and enclosed mails as one."""
    waiting = [message]
    seen = 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop()
        seen += 1
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            waiting += reversed(_children(part))
        else:
            yield part


def _bodies(part: Message, found: Contents) -> list[Body]:
    kind = part.get_content_type()
    if kind in _OPAQUE and not found.sealed:
        found.sealed = _OPAQUE[kind]
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        return _of_multipart(part, kind, found)
    if len(found.types) >= MOST_PARTS:
        return []
    found.types.append(kind)
    if part.get_content_maintype() == "message" or kind == "text/rfc822-headers":
        found.enclosed_ids += _enclosed_ids(part)
        return []
    if not kind.startswith(("text/", "multipart/")) or kind == "text/calendar":  # a multipart without parts is a text
        return []
    return _of_text(part, kind, found)


def _of_multipart(part: Message, kind: str, found: Contents) -> list[Body]:
    inner = [body for child in _children(part) for body in _bodies(child, found)]
    if kind != "multipart/alternative":
        return inner
    plain = [body.plain for body in inner if body.plain is not None]
    html = [body.html for body in inner if body.html is not None]
    return [Body("\n".join(plain) if plain else None, "\n".join(html) if html else None)]


def _of_text(part: Message, kind: str, found: Contents) -> list[Body]:
    parameters = _parameters(part)
    text = _unarmoured(_text(part, kind, parameters), found)
    name = _filename(part) if "content-disposition" in part else parameters.get("name")
    if name or part.get_content_disposition() == "attachment":
        if kind == "text/plain":
            (found.orders if _ORDERS_BY_NAME.match(name or "") else found.attached).append(text)
        return []
    match kind:
        case "text/html":
            return [Body(html=text)]
        case "text/enriched" | "text/richtext":
            return [Body(plain=re.sub(r"<[^<>]{0,80}>", "", text))]
        case _:
            return [Body(plain=text)]


def _text(part: Message, kind: str, parameters: Mapping[str, str]) -> str:
    data = _unencoded(part)[:LONGEST_TEXT]
    charset = parameters.get("charset") or (_charset_in(data) if kind == "text/html" else None)
    text = decode(data, charset)
    if kind == "text/plain" and parameters.get("format", "").casefold() == "flowed":
        return _unflowed(text, delsp=parameters.get("delsp", "").casefold() == "yes")
    return text


def _unencoded(part: Message) -> bytes:
    """The part's bytes. Plain text that is labelled base64, or that was put below it, is taken as it stands."""
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    if str(part.get("content-transfer-encoding", "")).strip().casefold() != "base64":
        return data
    bare = copy(part)
    del bare["content-transfer-encoding"]
    written = bare.get_payload(decode=True)
    if not isinstance(written, bytes) or not _NOT_BASE64.search(written[: 2 * LONGEST_TEXT]):
        return data
    encoded, plain = _halves(written[: 2 * LONGEST_TEXT])
    if not re.search(rb"\w", plain):
        return data
    try:
        return b64decode(encoded) + b"\n" + plain if len(encoded) > _SHORTEST_BASE64 else encoded + plain
    except ValueError:
        return encoded + plain


def _halves(written: bytes) -> tuple[bytes, bytes]:
    """The lines that may be base64, and those from the first one on that cannot be."""
    lines = written.splitlines(keepends=True)
    length = next(at for at, line in enumerate(lines) if _NOT_BASE64.search(line))
    return b"".join(lines[:length]), b"".join(lines[length:])


def _unflowed(text: str, *, delsp: bool) -> str:
    """Lines that were only wrapped for the journey (RFC 3676) made whole."""
    wire = "\r\n".join(text.splitlines()[:_MOST_LINES]).encode("utf-8", "replace")
    try:
        whole: str = formatflowed.convertToWrapped(wire, character_set="utf-8", width=10_000, delete_space=delsp)
    except (ValueError, IndexError):
        return text
    return whole


def _unarmoured(text: str, found: Contents) -> str:
    """The text inside an old-style PGP signature; an encrypted one is noted as sealed."""
    if "-----BEGIN PGP " not in text:
        return text
    if "-----BEGIN PGP MESSAGE-----" in text:
        found.sealed = "encrypted"
        return ""
    before, _, signed = text.replace("\r\n", "\n").partition(_SIGNED)
    inside, _, signature = signed.partition(_SIGNATURE)
    after = signature.partition(_SIGNATURE_ENDS)[2]
    _, _, inside = inside.partition("\n\n")  # behind the armour's own headers
    return before + re.sub(r"^- ", "", inside, flags=re.MULTILINE) + after if inside else text


def _enclosed_ids(part: Message) -> Iterator[str]:
    inner = part.get_payload()
    enclosed = inner[0] if isinstance(inner, list) and inner else None
    if isinstance(enclosed, Message) and part.get_content_type() != "message/delivery-status":
        yield from message_ids(unfolded(enclosed), "message-id")
    elif part.get_content_type() == "text/rfc822-headers":
        raw = part.get_payload(decode=True)
        text = decode(raw[:100_000] if isinstance(raw, bytes) else b"")
        yield from re.findall(r"^message-id:\s{0,5}(<[^<>\s]{1,500}>)", text, re.IGNORECASE | re.MULTILINE)


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)][:MOST_PARTS] if isinstance(payload, list) else []


def _filename(part: Message) -> str:
    try:
        return part.get_filename() or ""
    except (ValueError, LookupError, TypeError, AttributeError):  # hostile RFC 2231 parameters
        return _UNNAMED


def _parameters(part: Message) -> Mapping[str, str]:
    """The parameters of the content type, their names in small letters; of several with one name the first."""
    try:
        found = part.get_params() or []
        return {name.casefold(): collapse_rfc2231_value(value).strip() for name, value in reversed(found)}
    except (ValueError, LookupError, TypeError, AttributeError):
        return {"name": _UNNAMED}


def _charset_in(html: bytes) -> str | None:
    found = re.search(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]{2,30})", html[:2_000], re.IGNORECASE)
    return found[1].decode("ascii") if found else None
