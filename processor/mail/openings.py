"""Where somebody else's text begins: "On … wrote:", blocks of From/Sent/To/Subject, "Original Message" rules.

An opening is recognised by what it must hold whatever the client (an address, a date, the verb), not by one
pattern a client, and the words come from the phrasebook. Each test looks at a few short lines
with expressions that cannot backtrack far, so time is linear in the text.

An order line must never pass for an opening. "From: Paris" and "To: 6 fives" are no header block, since
there is no address or date; "On 3.2: 6 fives" is no attribution, since it does not end with its colon.
"""

import re
from collections.abc import Sequence

from processor.mail.headerblocks import (
    WRAPPED,
    boxed,
    columns,
    fenced,
    field_of,
    foreign_block,
    forward_line,
    header_block,
    with_its_name,
)
from processor.mail.phrasebook import anywhere, beginning
from processor.mail.rows import ADDRESS, COLONS, LONGEST_LINE, RULES, YEAR, Line, Opening, has_date, next_written

_BEGINS_WITH_DATE = re.compile(r"\d{4}[年년/.-]|\d{1,2}[./-]\d{1,2}[./-]|\d{1,2}\.? \w")
_ENDS_WITH_SENDER = re.compile(r"<[^\s<>@]{1,64}@[^\s<>@]{1,80}>\s?[:：]\*?$")
_LONGEST_DATE = 40
_RUN_ON = re.compile(r".{10,280}?[:：](?=\s{2,3}\S)")
_RULE = re.compile(rf"[{re.escape(RULES)}]{{3,}}")


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
        return _attribution(lines, at, free_from) or forward_line(lines, at) or header_block(lines, at)
    if body.startswith((">>>", "|--")):
        return fenced(lines, at) or boxed(lines, at)
    block = header_block(lines, at) if ":" in body or "：" in body else None
    if block is not None:
        return with_its_name(lines, block, free_from)
    if "@" in body:
        return _run_on(lines, at) or columns(lines, at) or foreign_block(lines, at)
    return None if lines[at].depth else _without_colon(lines, at, free_from)


def _is_rule(body: str) -> bool:
    """ "-----Original Message-----", or a bare rule of underscores."""
    return body[0] in RULES and len(body) >= 8 and bool(_RULE.match(body))


def _rule(lines: Sequence[Line], at: int) -> Opening | None:
    body = lines[at].body.strip()[:LONGEST_LINE]
    below = next_written(lines, at + 1)
    quote_follows = below is not None and lines[below].depth > lines[at].depth
    told = anywhere("wrote").search(body) and (quote_follows or ADDRESS.search(body) or has_date(body))
    named = bool(told or anywhere("original").search(body))  # "---- On … wrote ----" or "---- Original Message ----"
    block = header_block(lines, below) if below is not None and below - at <= 3 else None
    if block is not None:
        return Opening(at, block.last)
    return Opening(at, at, alone=not beginning("ends").match(body.lstrip(RULES))) if named else None


def _attribution(lines: Sequence[Line], at: int, free_from: int) -> Opening | None:
    """ "On Tue, 10 Nov 2026 at 10:00, GM <gm@games.test> wrote:", wrapped as clients like."""
    depth = lines[at].depth
    below = next_written(lines, at + 1)
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
    return _undated(lines, at, quote_follows)


def _may_begin(body: str) -> bool:
    """Could an attribution begin with this line? An order of the player's right above one must not."""
    return _leads(body) or bool(ADDRESS.search(body) or anywhere("wrote").search(body))


def _undated(lines: Sequence[Line], at: int, quote_follows: bool) -> Opening | None:
    """ "GM wrote:", which a quote right below makes an attribution, or an address, but then not for sure."""
    body = lines[at].body.strip()[:LONGEST_LINE]
    verb, address = anywhere("wrote").search(body), ADDRESS.search(body)
    if quote_follows:
        return Opening(at, at, alone=False) if verb or address else None
    ends = verb is not None and (not body[verb.end() :].strip(" \u00a0:：*") or _ENDS_WITH_SENDER.search(body))
    return Opening(at, at, sure=False) if address and ends else None


def _run_on(lines: Sequence[Line], at: int) -> Opening | None:
    """ "On 10.11.2026 GM<gm@games.test> wrote:   Dear Ann,": Yahoo on telephones begins the old mail right there."""
    head = _RUN_ON.match(lines[at].body.strip()[:LONGEST_LINE])
    if head is None or not _leads(head[0]) or not ADDRESS.search(head[0]):
        return None
    return _attribution([Line(lines[at].depth, head[0])], 0, 0) and Opening(at, at)


def _without_colon(lines: Sequence[Line], at: int, free_from: int) -> Opening | None:
    """ "Am 4.1.2027 um 12:00 schrieb GM", which only a quote right below makes an attribution."""
    below = at + 2 if at + 1 < len(lines) and not lines[at + 1].body.strip() else at + 1
    if below >= len(lines) or lines[below].depth <= lines[at].depth:
        return None
    body = lines[at].body.strip()[:LONGEST_LINE]
    if not has_date(body):
        return None
    if at > free_from and ADDRESS.search(lines[at - 1].body[:LONGEST_LINE]) and len(body) <= _LONGEST_DATE:
        return Opening(at - 1, at, alone=False)  # the sender on one line and the date on the next
    return Opening(at, at, alone=False) if _leads(body) and anywhere("wrote").search(body) else None


def _lead(lines: Sequence[Line], first: int, joined: str, free_from: int) -> int:
    """The lines above belong to the attribution too if they hold the date, or the sender, that is missing so far."""
    first = _below_fields(lines, first, free_from)
    above = first - 1
    if above < free_from or lines[above].depth != lines[first].depth:
        return first
    body = lines[above].body.strip()[:LONGEST_LINE]
    holds_date = _leads(body) and YEAR.search(body) and not YEAR.search(joined)
    holds_sender = ADDRESS.search(body) and anywhere("wrote").search(body) and not ADDRESS.search(joined)
    return above if (holds_date or holds_sender) and not body.endswith((".", "!", "?")) else first


def _below_fields(lines: Sequence[Line], first: int, free_from: int) -> int:
    """Yandex names receiver and subject above its attribution; fewer fields may well be the player's own words."""
    above = range(first - 1, max(free_from, first - 4) - 1, -1)
    fields = [field_of(lines[at].body) if lines[at].depth == lines[first].depth else None for at in above]
    length = fields.index(None) if None in fields else len(fields)
    names = {field[0] for field in fields[:length] if field}
    return first - length if {"to", "subject"} <= names else first


def _leads(body: str) -> bool:
    """Does a line begin as attributions do: "On …", "Am …", with a weekday or a date?"""
    lead = beginning("leads").match(body)
    return bool(_BEGINS_WITH_DATE.match(body)) or (lead is not None and not body[lead.end() : lead.end() + 1].isalpha())
