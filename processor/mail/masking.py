"""Makes letters fit for the eyes of somebody else: without the reply tokens that prove who wrote them."""

import re
from collections.abc import Collection
from email.header import Header

from processor.mail import headers as heads
from processor.mail.read import parse

_HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
_FIELD_ENDS = re.compile(rb"\r?\n(?![ \t])")
_PLAIN = b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"


def masked(text: str, tokens: Collection[str]) -> str:
    """The text with every letter of these tokens made an x."""
    for token in tokens:
        text = re.sub(re.escape(token), "x" * len(token), text, flags=re.IGNORECASE)
    return text


def masked_mail(raw: bytes, tokens: Collection[str]) -> bytes | None:
    """The mail byte for byte, but for these tokens. ``None`` where one is hidden in what is encoded."""
    plain = _masked(raw, tokens)
    message, limit = parse(plain)
    if limit is not None:
        return None
    said = [heads.words(str(value)) for part in message.walk() for value in part.values()]
    bodies = (part.get_payload(decode=True) for part in message.walk())
    said += [body.decode("latin-1") for body in bodies if isinstance(body, bytes)]
    return plain if all(masked(each, tokens) == each for each in said) else None


def plain_mail(raw: bytes, text: str, tokens: Collection[str], subject: str | None = None) -> bytes:
    """The headers of a mail above some text, both without these tokens; with another subject if one is given."""
    head = _HEAD_ENDS.split(raw, maxsplit=1)[0]
    fields = [_masked_field(field, tokens, subject) for field in _FIELD_ENDS.split(head)]
    above = b"".join(field + b"\r\n" for field in fields if field)
    return above + _PLAIN + masked(text, tokens).replace("\n", "\r\n").encode(errors="replace")


def _masked(raw: bytes, tokens: Collection[str]) -> bytes:
    return masked(raw.decode("latin-1"), tokens).encode("latin-1")


def _masked_field(field: bytes, tokens: Collection[str], subject: str | None) -> bytes:
    """A header field; nothing in place of one that describes the old body."""
    plain = _masked(field, tokens)
    name, _, value = plain.decode(errors="replace").partition(":")
    if name.casefold().startswith(("content-", "mime-")):
        return b""
    said = heads.words(value.strip())
    if subject is not None and name.casefold() == "subject":
        said = subject
    elif masked(said, tokens) == said:
        return plain
    return f"{name}: {Header(masked(said, tokens), 'utf-8').encode()}".encode()
