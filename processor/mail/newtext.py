"""The newly written text of a mail, parted from what it quotes.

The rule when unsure: a quoted old order is never executed, a newly written one is never dropped silently.
Three things are brought together. ``openings`` finds where older text is introduced, a library that knows
other tongues is asked where that finds nothing, and ``levels`` puts each line on its side. Our own mails begin
with ``MARK``: where it is found, the introduction above it is known for one in whatever language it is.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from processor.mail.hypertext import text_of_html
from processor.mail.levels import Division, sort
from processor.mail.mark import BLANK, INVISIBLE, MARK, begins_with_mark, block_above, is_mark
from processor.mail.openings import openings
from processor.mail.phrasebook import anywhere
from processor.mail.rows import ADDRESS, COLONS, Line, Opening
from processor.mail.secondopinion import first_old_line

__all__ = ["BLANK", "MARK", "Division", "divide", "new_text", "text_of_html"]

MOST_LINES = 4_000
"""Lines of a mail that are looked at; whatever is longer is no letter to a game."""

_LONGEST_LINE = 2_000
_LONGEST_TEXT = 300_000
_QUOTED = re.compile(r"[ \t\u00a0]{0,12}(?:>(?!-{8,}\|)(?: {0,3}>)*|[A-Z][A-Za-z]{0,3}>+(?=\s|$)) ?")
_MARKS_OF_DIRECTION = re.compile(f"{INVISIBLE}+")
"""Invisible, and between us and the first word of a line."""

_FENCE = re.compile(r">>> .*(?:>>>|[:：])\s*$")
_BAR = re.compile(r"\s{0,12}[|}¦](?!.*[|}¦]\s*$) ?")


def new_text(plain: str) -> tuple[str, str]:
    """What was newly written, and what was cut off."""
    division = divide(plain)
    return division.new, division.quoted


def divide(plain: str) -> Division:
    """Part the new text of a mail from the quoted one."""
    if not plain.isascii():
        plain = _MARKS_OF_DIRECTION.sub("", plain)
    rows = plain.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(plain) > _LONGEST_TEXT or len(rows) > MOST_LINES or any(len(row) > _LONGEST_LINE for row in rows):
        rows = [row[:_LONGEST_LINE] for row in plain[:_LONGEST_TEXT].splitlines()[:MOST_LINES]]
        division = _divided(rows)
        return replace(division, doubt=division.doubt or "too-long")
    return _divided(rows)


def _divided(rows: Sequence[str]) -> Division:
    lines = [_line(row, rows[at - 1] if at else "") for at, row in enumerate(rows)]
    if [row for row in rows if "|" in row or "}" in row or "¦" in row]:
        lines = _behind_bars(lines)
    borders = _borders(lines)
    if not borders and not any(line.depth for line in lines):
        guess = first_old_line(rows)
        borders = [] if guess is None else [Opening(guess, guess, sure=False)]
    division = sort(lines, borders)
    first = next((line for line in lines if line.body.strip()), None)
    is_ours = division.doubt == "nothing-new" and first is not None and begins_with_mark(first)
    return replace(division, doubt="echo") if is_ours else division


def _line(row: str, above: str) -> Line:
    quote = _QUOTED.match(row) if ">" in row else None
    if quote is None or (
        row.startswith(">>> ") and _FENCE.match(row) and not above.startswith(">")
    ):  # GroupWise's ">>> GM 04.01.27 12:00 >>>"
        return Line(0, row)
    return Line(quote[0].count(">"), row[quote.end() :])


def _behind_bars(lines: list[Line]) -> list[Line]:
    """Some programs quote with a bar for an angle. It is one only right below an attribution or a quotation."""
    found: list[Line] = []
    is_quoted = False
    for line in lines:
        bar = _BAR.match(line.body) if not line.depth else None
        if bar and is_quoted:
            found.append(Line(1, line.body[bar.end() :]))
            continue
        found.append(line)
        if line.body.strip():
            is_quoted = bool(line.depth) or (line.body.rstrip().endswith(COLONS) and _attributes(line.body[-400:]))
    return found


def _attributes(body: str) -> bool:
    return bool(anywhere("wrote").search(body) or ADDRESS.search(body))


def _borders(lines: Sequence[Line]) -> list[Opening]:
    """Everything that introduces old text: what the tables know, and our mark with what stands above it."""
    found = openings(lines)
    mark = next((at for at, line in enumerate(lines) if line.depth <= 1 and is_mark(lines, at)), None)
    if mark is None:
        return found
    first = next((opening.first for opening in found if opening.first <= mark and _reaches(lines, opening, mark)), None)
    if first is None:
        first = block_above([Line(0, line.body) for line in lines[:mark]], mark) if mark else mark
        first = min(first, mark)
    return [
        *(opening for opening in found if opening.last < first),
        Opening(first, mark),
        *(opening for opening in found if opening.first > mark),
    ]


def _reaches(lines: Sequence[Line], opening: Opening, mark: int) -> bool:
    """Is there nothing but blanks and rules between the opening and the mark?"""
    return all(not line.body.strip(" \u00a0-_=*\t") for line in lines[opening.last + 1 : mark])
