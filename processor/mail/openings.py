"""Where somebody else's text begins: "On … wrote:", blocks of From/Sent/To/Subject, "Original Message" rules.

An opening is recognised by what it must hold whatever the client (an address, a date, the verb), not by one
pattern a client, and the words come from the phrasebook. Each test looks at a few short lines
with expressions that cannot backtrack far, so time is linear in the text.

An order line must never pass for an opening. "From: Paris" and "To: 6 fives" are no header block, since
there is no address or date; "On 3.2: 6 fives" is no attribution, since it does not end with its colon.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from processor.mail.phrasebook import anywhere, beginning, field_of_label

LONGEST_LINE = 300
"""No attribution or header line is longer; what is, need not be looked at whole."""


class Line(NamedTuple):
    """One line of a mail's text: how deep it is quoted, and what it says without the quote marks."""

    depth: int
    body: str


@dataclass(frozen=True)
class Opening:
    """Lines ``first`` to ``last`` introduce older text.

    ``alone`` says that this holds even if no quoted line follows, and ``sure`` that it leaves no doubt.
    """

    first: int
    last: int
    alone: bool = True
    sure: bool = True


_BEGINS_WITH_DATE = re.compile(r"\d{4}[年년/.-]|\d{1,2}[./-]\d{1,2}[./-]|\d{1,2}\.? \w")
ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,80}")
_ENDS_WITH_SENDER = re.compile(r"<[^\s<>@]{1,64}@[^\s<>@]{1,80}>\s?[:：]\*?$")
_CLOCK = re.compile(r"\d{1,2}[:.h]\s?\d{2}(?!\d)|\d{1,2}\s?[時时시点點]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_RULE = re.compile(r"[-_=*~]{3,}")
COLONS = (":", "：", ":*", "：*")
LABEL_LONGEST = 24
WRAPPED = 3
"""An attribution is wrapped over at most this many further lines."""


def openings(lines: Sequence[Line]) -> list[Opening]:
    """All openings in unquoted and once-quoted text, first to last, without overlaps."""
    found: list[Opening] = []
    free_from = 0
    at = 0
    while at < len(lines):
        opening = _opening(lines, at, free_from) if lines[at].depth <= 1 else None
        if opening is not None:
            found.append(opening)
            free_from = opening.last + 1
        at = max(at + 1, free_from)
    return found


def _opening(lines: Sequence[Line], at: int, free_from: int) -> Opening | None:
    body = lines[at].body.strip()[:LONGEST_LINE]
    if not body:
        return None
    if _is_rule(body):
        return _rule(lines, at)
    if body.endswith(COLONS):
        return _attribution(lines, at, free_from) or _forward_line(lines, at) or _header_block(lines, at)
    return _header_block(lines, at) if ":" in body or "：" in body else None


def _is_rule(body: str) -> bool:
    """ "-----Original Message-----", or a bare rule of underscores."""
    return body[0] in "-_=*~" and len(body) >= 8 and bool(_RULE.match(body))


def _rule(lines: Sequence[Line], at: int) -> Opening | None:
    body = lines[at].body.strip()[:LONGEST_LINE]
    told = anywhere("wrote").search(body) and (ADDRESS.search(body) or has_date(body))  # "---- On … wrote ----"
    named = bool(told or anywhere("original").search(body))
    below = _next_written(lines, at + 1)
    block = _header_block(lines, below) if below is not None and below - at <= 3 else None
    if block is not None:
        return Opening(at, block.last)
    return Opening(at, at) if named else None


def _forward_line(lines: Sequence[Line], at: int) -> Opening | None:
    """ "Begin forwarded message:" stands on a line of its own, above a block of headers."""
    body = lines[at].body.strip()
    if len(body) > 60 or not anywhere("original").search(body):
        return None
    below = _next_written(lines, at + 1)
    block = _header_block(lines, below) if below is not None else None
    return Opening(at, block.last) if block is not None else Opening(at, at, sure=False)


def _attribution(lines: Sequence[Line], at: int, free_from: int) -> Opening | None:
    """ "On Tue, 10 Nov 2026 at 10:00, GM <gm@games.test> wrote:", wrapped as clients like."""
    depth = lines[at].depth
    below = _next_written(lines, at + 1)
    quote_follows = below is not None and below - at <= 3 and lines[below].depth > depth
    joined = ""
    for first in range(at, max(free_from, at - WRAPPED) - 1, -1):
        body = lines[first].body.strip()
        if not body or lines[first].depth != depth or len(joined) + len(body) > LONGEST_LINE + 100:
            break
        joined = f"{body} {joined}".strip()
        if first < at and not _may_begin(body):
            continue
        verb, address = bool(anywhere("wrote").search(joined)), bool(ADDRESS.search(joined))
        told = address and (verb or _ENDS_WITH_SENDER.search(joined))
        if has_date(joined) and (told or quote_follows or (verb and _leads(joined))):
            return Opening(_lead(lines, first, joined, free_from), at, sure=address or quote_follows)
    return _short_attribution(lines, at) if quote_follows else None


def _may_begin(body: str) -> bool:
    """Could an attribution begin with this line? An order of the player's right above one must not."""
    return _leads(body) or bool(ADDRESS.search(body) or anywhere("wrote").search(body))


def _short_attribution(lines: Sequence[Line], at: int) -> Opening | None:
    """ "GM wrote:", which only a quote right below makes an attribution."""
    body = lines[at].body.strip()[:LONGEST_LINE]
    return Opening(at, at, alone=False) if anywhere("wrote").search(body) or ADDRESS.search(body) else None


def _lead(lines: Sequence[Line], first: int, joined: str, free_from: int) -> int:
    """The line above belongs to the attribution too if it holds the date, or the sender, that is missing so far."""
    above = first - 1
    if above < free_from or lines[above].depth != lines[first].depth:
        return first
    body = lines[above].body.strip()[:LONGEST_LINE]
    holds_date = _leads(body) and _YEAR.search(body) and not _YEAR.search(joined)
    holds_sender = ADDRESS.search(body) and anywhere("wrote").search(body) and not ADDRESS.search(joined)
    return above if (holds_date or holds_sender) and not body.endswith((".", "!", "?")) else first


def _leads(body: str) -> bool:
    """Does a line begin as attributions do: "On …", "Am …", with a weekday or a date?"""
    lead = beginning("leads").match(body)
    return bool(_BEGINS_WITH_DATE.match(body)) or (lead is not None and not body[lead.end() : lead.end() + 1].isalpha())


def _header_block(lines: Sequence[Line], at: int) -> Opening | None:
    """From/Sent/To/Subject lines in any order, with folded values and single blank lines between."""
    if _field(lines[at].body) is None:
        return None
    depth = lines[at].depth
    values: dict[str, str] = {}
    last = at
    field = ""
    for index in range(at, min(len(lines), at + 24)):
        line = lines[index]
        if line.depth != depth:
            break
        read = _field(line.body)
        if read is not None and read[0] != "cc" and read[0] in values:
            break
        if read is not None:
            field, value = read
            values[field] = f"{values.get(field, '')} {value}"
            last = index
        elif index - last > (1 if not line.body.strip() else WRAPPED):
            break
        elif field and last == index - 1:
            values[field] += f" {line.body.strip()[:LONGEST_LINE]}"
    return Opening(at, last) if _is_true_block(values) else None


def _is_true_block(values: dict[str, str]) -> bool:
    """Three fields, From among them, and an address or a date where one belongs."""
    if "from" not in values or len(values) < 3:
        return False
    told_when = values.get("date", "")
    dated = bool(_CLOCK.search(told_when) or _YEAR.search(told_when))
    addressed = bool(ADDRESS.search(values["from"]))
    return addressed or (dated and "subject" in values)


def _field(body: str) -> tuple[str, str] | None:
    """Which header field a line bears, and its value."""
    text = body.strip(" \t\u00a0*_")[:LONGEST_LINE].replace("：", ":", 1)
    label, colon, value = text.partition(":")
    if not colon or len(label) > LABEL_LONGEST:
        return None
    field = field_of_label().get(label.strip(" \t\u00a0*_").casefold())
    return (field, value.strip(" \t\u00a0*_")) if field else None


def has_date(text: str) -> bool:
    return bool(_YEAR.search(text) or (_CLOCK.search(text) and len(re.findall(r"\d+", text)) >= 3))


def _next_written(lines: Sequence[Line], at: int) -> int | None:
    return next(_written_from(lines, at), None)


def _written_from(lines: Sequence[Line], at: int) -> Iterator[int]:
    return (index for index in range(at, min(len(lines), at + 6)) if lines[index].body.strip())
