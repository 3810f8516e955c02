"""What reports of delivery tell: who was not reached, and what that means for the address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from urllib.parse import unquote

from flufl.bounce import all_failures

from processor.mail.address import addresses, canonical
from processor.mail.charsets import decode
from processor.mail.headers import Headers, unfolded
from processor.mail.parts import leaves
from processor.mail.verdicts import Failure, failure_of

_MOST_RECIPIENTS = 50
_XTEXT = re.compile(r"\+([0-9A-F]{2})")
_METHOD = re.compile(r"^METHOD[^:\r\n]{0,40}:\s{0,5}([A-Z-]{3,20})", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Told:
    """What a report says of each recipient; ``actions`` are RFC 3464's words, such as "failed" or "delayed"."""

    recipients: Mapping[str, Failure] = field(default_factory=dict)
    actions: frozenset[str] = frozenset()


def told_by_status(message: Message) -> Told:
    """Read the machine's part of a delivery status notification (RFC 3464)."""
    blocks = [block for part in leaves(message) for block in _status_blocks(part)][:_MOST_RECIPIENTS]
    actions = frozenset(filter(None, (_word(block, "action") for block in blocks)))
    worst = "failed" if "failed" in actions else "delayed"
    concerned = [block for block in blocks if _word(block, "action") == worst]
    return Told({address: _failure(block) for block in concerned if (address := _recipient(block))}, actions)


def told_by_library(message: Message) -> Told:
    """Ask the library that knows the bounces of many old servers."""
    sender = addresses(unfolded(message).get("from", ()))
    del message["from"]  # it stumbles over a From that is empty or not ASCII
    message["from"] = sender[0][1] if sender and sender[0][1].isascii() else "unknown@mail.invalid"
    try:
        temporary, permanent = all_failures(message)
    except Exception:  # its detectors are made for bounces as servers wrote them, not for what a stranger makes up
        return Told()
    actions = {"failed"} if permanent else {"delayed"} if temporary else set()
    found = [(each, Failure.GONE) for each in sorted(permanent)] + [
        (each, Failure.DELAYED) for each in sorted(temporary)
    ]
    recipients = {canonical(decode(address)): failure for address, failure in found[:_MOST_RECIPIENTS]}
    return Told(recipients, frozenset(actions))


def calendar_method(message: Message) -> str:
    """What an enclosed calendar entry wants: "request", "reply", "publish" …, or "" where it does not say."""
    for part in leaves(message):
        if part.get_content_type() != "text/calendar":
            continue
        told = part.get_param("method")
        if isinstance(told, str) and told:
            return told.casefold()
        raw = part.get_payload(decode=True)
        found = _METHOD.search(decode(raw[:20_000])) if isinstance(raw, bytes) else None
        return found[1].casefold() if found else ""
    return ""


def _status_blocks(part: Message) -> list[Headers]:
    """The parser makes a message of every block of a status part; those with a recipient are of interest."""
    blocks = part.get_payload()
    if part.get_content_type() != "message/delivery-status" or not isinstance(blocks, list):
        return []
    read = [unfolded(block) for block in blocks if isinstance(block, Message)]
    return [block for block in read if "final-recipient" in block or "original-recipient" in block]


def _failure(block: Headers) -> Failure:
    """What became of one recipient's mail. A failure for a reason that we do not know counts as a passing one."""
    if _word(block, "action") == "delayed":
        return Failure.DELAYED
    return failure_of(_word(block, "status"), _first(block, "diagnostic-code")) or Failure.PASSING


def _first(block: Headers, name: str) -> str:
    return next(iter(block.get(name, ())), "")


def _word(block: Headers, name: str) -> str:
    return _first(block, name).split("(")[0].strip().casefold()


def _recipient(block: Headers) -> str | None:
    """The address we wrote to, where the server remembers it; the one it ended at otherwise."""
    for name in ("original-recipient", "final-recipient"):
        kind, _, value = _first(block, name).partition(";")
        plain = _XTEXT.sub(lambda code: unquote(f"%{code[1]}"), value) if name == "original-recipient" else value
        found = addresses([plain.strip()])
        if found and kind.strip().casefold() in ("rfc822", "utf-8", "smtp"):
            return canonical(found[0][1])
    return None
