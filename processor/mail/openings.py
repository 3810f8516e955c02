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

from processor.mail.phrasebook import anywhere, beginning, field_of_label

LONGEST_LINE = 300
"""No attribution or header line is longer; what is, need not be looked at whole."""


@dataclass(frozen=True)
class Line:
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
_ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,80}")
_ENDS_WITH_SENDER = re.compile(r"<[^\s<>@]{1,64}@[^\s<>@]{1,80}>\s?[:：]\*?$")
_CLOCK = re.compile(r"\d{1,2}[:.h]\s?\d{2}(?!\d)|\d{1,2}\s?[時时시点點]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_RULE = re.compile(r"[-_=*~]{3,}")
_COLONS = (":", "：", ":*", "：*")
_LABEL_LONGEST = 24
_WRAPPED = 3
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


def block_above(lines: Sequence[Line], at: int) -> int:
    """Where an introduction that ends just above line ``at`` begins, in whatever language; ``at`` if there is none.

    It is used above our own mark, where some introduction is to be expected: the paragraph there is one if it
    ends with a colon and holds an address or a date, or if it is made of "Label: value" lines with an address.
    """
    end = at
    while end and not lines[end - 1].body.strip(" \u00a0_-*"):
        end -= 1
    first = end
    while (
        first and end - first < 8 and lines[first - 1].body.strip() and lines[first - 1].depth == lines[end - 1].depth
    ):
        first -= 1
    paragraph = [line.body.strip() for line in lines[first:end]]
    labelled = sum(":" in line[:_LABEL_LONGEST] or "：" in line[:_LABEL_LONGEST] for line in paragraph)
    if labelled >= 3 and labelled * 2 >= len(paragraph) and _ADDRESS.search(" ".join(paragraph)):
        return first
    if paragraph and paragraph[-1].endswith(_COLONS):
        for start in range(end - 1, max(first, end - _WRAPPED - 1) - 1, -1):
            joined = " ".join(paragraph[start - first :])
            if _has_date(joined) or (start == first and _ADDRESS.search(joined)):
                return start
    return at


def _opening(lines: Sequence[Line], at: int, free_from: int) -> Opening | None:
    body = lines[at].body.strip()[:LONGEST_LINE]
    if not body:
        return None
    if _is_rule(body):
        return _rule(lines, at)
    if body.endswith(_COLONS):
        return _attribution(lines, at, free_from) or _forward_line(lines, at) or _header_block(lines, at)
    return _header_block(lines, at)


def _is_rule(body: str) -> bool:
    """ "-----Original Message-----", or a bare rule of underscores."""
    return len(body) >= 8 and bool(_RULE.match(body))


def _rule(lines: Sequence[Line], at: int) -> Opening | None:
    body = lines[at].body.strip()[:LONGEST_LINE]
    told = anywhere("wrote").search(body) and (_ADDRESS.search(body) or _has_date(body))  # "---- On … wrote ----"
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
    for first in range(at, max(free_from, at - _WRAPPED) - 1, -1):
        body = lines[first].body.strip()
        if not body or lines[first].depth != depth or len(joined) + len(body) > LONGEST_LINE + 100:
            return _short_attribution(lines, at) if quote_follows else None
        joined = f"{body} {joined}".strip()
        verb, address = bool(anywhere("wrote").search(joined)), bool(_ADDRESS.search(joined))
        told = address and (verb or _ENDS_WITH_SENDER.search(joined))
        if _has_date(joined) and (told or quote_follows or (verb and _leads(joined))):
            return Opening(_lead(lines, first, free_from), at, sure=address or quote_follows)
    return _short_attribution(lines, at) if quote_follows else None


def _short_attribution(lines: Sequence[Line], at: int) -> Opening | None:
    """ "GM wrote:", which only a quote right below makes an attribution."""
    body = lines[at].body.strip()[:LONGEST_LINE]
    return Opening(at, at, alone=False) if anywhere("wrote").search(body) or _ADDRESS.search(body) else None


def _lead(lines: Sequence[Line], first: int, free_from: int) -> int:
    """The line above belongs to the attribution too when it begins like one and this line does not."""
    above = first - 1
    if above < free_from or _leads(lines[first].body.strip()) or lines[above].depth != lines[first].depth:
        return first
    body = lines[above].body.strip()[:LONGEST_LINE]
    begins = bool(_leads(body)) and any(character.isdigit() for character in body)
    return above if (begins and not body.endswith((".", "!", "?"))) or _is_whole_date(body) else first


def _leads(body: str) -> bool:
    """Does a line begin as attributions do: "On …", "Am …", with a weekday or a date?"""
    lead = beginning("leads").match(body)
    return bool(_BEGINS_WITH_DATE.match(body)) or (lead is not None and not body[lead.end() : lead.end() + 1].isalpha())


def _is_whole_date(body: str) -> bool:
    return _has_date(body) and body.endswith((",", "at", "um", "à", "alle", "kl.", "om"))


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
        elif index - last > (1 if not line.body.strip() else _WRAPPED):
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
    addressed = bool(_ADDRESS.search(values["from"]))
    return addressed or (dated and "subject" in values)


def _field(body: str) -> tuple[str, str] | None:
    """Which header field a line bears, and its value."""
    text = body.strip(" \t\u00a0*_")[:LONGEST_LINE].replace("：", ":", 1)
    label, colon, value = text.partition(":")
    if not colon or len(label) > _LABEL_LONGEST:
        return None
    field = field_of_label().get(label.strip(" \t\u00a0*_").casefold())
    return (field, value.strip(" \t\u00a0*_")) if field else None


def _has_date(text: str) -> bool:
    return bool(_YEAR.search(text) or (_CLOCK.search(text) and len(re.findall(r"\d+", text)) >= 3))


def _next_written(lines: Sequence[Line], at: int) -> int | None:
    return next(_written_from(lines, at), None)


def _written_from(lines: Sequence[Line], at: int) -> Iterator[int]:
    return (index for index in range(at, min(len(lines), at + 6)) if lines[index].body.strip())
