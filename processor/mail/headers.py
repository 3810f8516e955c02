"""Header lines as text: unfolded, encoded words decoded, and harmless whatever they hold."""

import binascii
import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from processor.mail.address import addresses, canonical
from processor.mail.charsets import decode

MOST_HEADERS = 1_000
LONGEST = 50_000
_LONGEST_ENCODED = 4_000
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,500}>")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_BY_SERVERS = ("delivered-to", "x-original-to", "envelope-to")

Headers = dict[str, tuple[str, ...]]


def unfolded(message: Message) -> Headers:
    """All headers, topmost first: unfolded, with their bytes as text, but with encoded words left as they are."""
    found: dict[str, list[str]] = {}
    for name, value in _raw(message):
        found.setdefault(name.casefold(), []).append(value)
    return {name: tuple(values) for name, values in found.items()}


def decoded(headers: Headers) -> Headers:
    """The same headers as they are meant to be read."""
    return {name: tuple(words(value) for value in values) for name, values in headers.items()}


def words(value: str) -> str:
    """A header value with its encoded words (RFC 2047) decoded."""
    if "=?" not in value:
        return value
    try:
        pieces = decode_header(value[:_LONGEST_ENCODED])
    except (HeaderParseError, binascii.Error, ValueError):
        return value
    return "".join(decode(piece, charset) if isinstance(piece, bytes) else piece for piece, charset in pieces)


def one_line(value: str) -> str:
    """A value as a single line without control characters, fit to be shown or put into another header."""
    return " ".join(_CONTROLS.sub(" ", value).split())


def message_ids(headers: Headers, name: str) -> tuple[str, ...]:
    """The message ids in a header, each once, as found."""
    return tuple(dict.fromkeys(each for value in headers.get(name, ()) for each in _MESSAGE_ID.findall(value)))


def message_id(headers: Headers) -> str | None:
    """The letter's own id; some programs forget the angle brackets."""
    value = one_line(next(iter(headers.get("message-id", ())), ""))[:500]
    found = _MESSAGE_ID.search(value)
    return found[0] if found else (f"<{value}>" if value and " " not in value else None)


def senders(headers: Headers) -> dict[str, str]:
    """The addresses in all From headers, in canonical form, with their display names."""
    found: dict[str, str] = {}
    for name, address in addresses(headers.get("from", ())):
        found.setdefault(canonical(address), one_line(words(name)).strip("\"' ")[:200])
    return found


def recipients(headers: Headers) -> tuple[str, ...]:
    """Every address this copy of the letter was sent to, the envelope's before those that are only written."""
    return tuple(dict.fromkeys((*_named_in(headers, *_BY_SERVERS), *written_to(headers))))


def written_to(headers: Headers) -> tuple[str, ...]:
    """The addresses to which the writer says that the letter goes."""
    return tuple(dict.fromkeys(_named_in(headers, "to", "cc")))


def return_path(headers: Headers) -> str | None:
    """The envelope's sender: ``""`` for the null path of bounces, ``None`` if no server noted it."""
    values = headers.get("return-path", ())
    if not values:
        return None
    found = addresses(values[:1])
    return canonical(found[0][1]) if found else ""


def _named_in(headers: Headers, *names: str) -> Iterator[str]:
    return (address for name in names for _, address in addresses(headers.get(name, ())))


def _raw(message: Message) -> Iterator[tuple[str, str]]:
    for number, (name, value) in enumerate(message.raw_items()):
        if number >= MOST_HEADERS:
            return
        yield str(name), _text(str(value)[:LONGEST])


def _text(value: str) -> str:
    """The parser keeps bytes beyond ASCII as surrogates; here they become what they stand for."""
    plain = value if value.isascii() else decode(value.encode("utf-8", "surrogateescape"), "utf-8")
    return plain.replace("\r", "").replace("\n", "").strip()
