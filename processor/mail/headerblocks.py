"""The blocks in which mail programs tell of the mail they put below: From, Sent, To and Subject, in any dress."""

import re
from collections.abc import Sequence

from processor.mail.phrasebook import beginning, field_of_label
from processor.mail.rows import ADDRESS, CLOCK, LONGEST_LINE, YEAR, Line, Opening, next_written

WRAPPED = 3
"""A header or an attribution is wrapped over at most this many further lines."""

LABELLED = re.compile(r"[^\d\s:：][^\d:：]{0,23}[:：]")
_LONGEST_LABEL = 24
_BARE_DATE = re.compile(r"\s{0,3}\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?:\D.{0,20})?$")
_FENCED = re.compile(r">>> .{1,200}\d.{0,60} >>>$")
_BOX = re.compile(r"\|-{5,}\+-{5,}>$")


def header_block(lines: Sequence[Line], at: int) -> Opening | None:
    """From/Sent/To/Subject lines in any order, with folded values and single blank lines between."""
    if field_of(lines[at].body) is None:
        return None
    depth = lines[at].depth
    values: dict[str, str] = {}
    last = at
    field = ""
    for index in range(at, min(len(lines), at + 24)):
        line = lines[index]
        if line.depth != depth:
            break
        read = field_of(line.body)
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


def foreign_block(lines: Sequence[Line], at: int) -> Opening | None:
    """Three labelled lines or more in a language we do not know, with an address and a date: likely, but not sure."""
    if not (LABELLED.match(lines[at].body.strip()) and ADDRESS.search(lines[at].body[:LONGEST_LINE])):
        return None
    last = at
    while last + 1 < len(lines) and last - at < 7 and lines[last + 1].depth == lines[at].depth:
        if not LABELLED.match(lines[last + 1].body.strip()):
            break
        last += 1
    values = [line.body[:LONGEST_LINE] for line in lines[at + 1 : last + 1]]
    is_dated = any(YEAR.search(value) and CLOCK.search(value) for value in values)
    return Opening(at, last, sure=False) if len(values) >= 2 and is_dated else None


def forward_line(lines: Sequence[Line], at: int) -> Opening | None:
    """ "Begin forwarded message:" stands on a line of its own, above a block of headers."""
    if not _is_name(lines[at].body):
        return None
    below = next_written(lines, at + 1)
    block = header_block(lines, below) if below is not None else None
    return Opening(at, block.last) if block is not None else Opening(at, at, sure=False)


def with_its_name(lines: Sequence[Line], block: Opening, free_from: int) -> Opening:
    """The block with the "Original Message" that stands above it without dashes or a colon."""
    above = (at for at in range(block.first - 1, max(free_from, block.first - 3) - 1, -1) if lines[at].body.strip())
    first = next(above, None)
    return Opening(first, block.last) if first is not None and _is_name(lines[first].body) else block


def _is_name(body: str) -> bool:
    return len(body) <= 60 and beginning("original").match(body.strip()) is not None


def fenced(lines: Sequence[Line], at: int) -> Opening | None:
    """ ">>> GM <gm@games.test> 04.01.27 12:00 >>>", as GroupWise writes above a mail it does not indent."""
    return Opening(at, at) if _FENCED.match(lines[at].body.strip()[:LONGEST_LINE]) else None


def columns(lines: Sequence[Line], at: int) -> Opening | None:
    """The sender, below it the date, and then labels and values each on a line of its own, as Notes writes."""
    if at + 1 >= len(lines) or not _BARE_DATE.match(lines[at + 1].body[:60].rstrip()):
        return None
    found = {_label(lines[index].body): index for index in range(at + 2, min(len(lines) - 1, at + 20))}
    return Opening(at, found["subject"] + 1) if "to" in found and "subject" in found else None


def boxed(lines: Sequence[Line], at: int) -> Opening | None:
    """A table drawn with bars that names sender, receiver and subject, as older Notes drew it."""
    if not _BOX.match(lines[at].body.strip()[:LONGEST_LINE]):
        return None
    last = at
    while last + 1 < len(lines) and last - at < 20 and lines[last + 1].body.lstrip().startswith(("|", ">-")):
        last += 1
    if not any("@" in line.body for line in lines[at : last + 1]):
        return None
    return Opening(at, last)


def field_of(body: str) -> tuple[str, str] | None:
    """Which header field a line bears, and its value."""
    text = body.strip(" \t\u00a0*_")[:LONGEST_LINE].replace("：", ":", 1)
    label, colon, value = text.partition(":")
    if not colon or len(label) > _LONGEST_LABEL:
        return None
    field = _label(label)
    return (field, value.strip(" \t\u00a0*_")) if field else None


def _label(text: str) -> str | None:
    """The header field that these words are the label of, in whatever language."""
    return field_of_label().get(text.strip(" \t\u00a0*_:").casefold())


def _is_true_block(values: dict[str, str]) -> bool:
    """Three fields, From among them, and an address or a date where one belongs."""
    if "from" not in values or len(values) < 3:
        return False
    told_when = values.get("date", "")
    dated = bool(CLOCK.search(told_when) or YEAR.search(told_when))
    addressed = bool(ADDRESS.search(values["from"]))
    return addressed or (dated and "subject" in values)
