"""The forms in our mails, and what a player has put in the place of their blanks."""

import re
from collections.abc import Iterator, Sequence

from processor.mail.rows import Line

_ROW = re.compile(r"(?P<label>[^_:：]{1,24}[:：])\s*(?P<answer>\S.*)")
_INVITES = re.compile(r"\bfill\W{1,4}(?:them|it|this)\W{1,4}in\b", re.IGNORECASE)
"""Our forms are introduced so. It is looked for because all blanks of a form may be gone."""

_FIGURES = re.compile(r"\d+")
_LONGEST_ROW = 300


def answers_in_forms(lines: Sequence[Line]) -> frozenset[int]:
    """The lines of our forms whose blanks have been replaced ("3.1: 4 fives" for "3.1: ______").

    A form is made of lines that follow one another, are labelled alike and stand below the invitation to fill
    them in. That some other list has a blank in it does not make its other lines answers.
    """
    if not any("ill" in line.body and _INVITES.search(line.body[:_LONGEST_ROW]) for line in lines):
        return frozenset()
    return frozenset(
        at
        for first, end in _runs(lines)
        if _is_invited(lines, first)
        for at in range(first, end)
        if _is_answered(lines[at])
    )


def _runs(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Where lines that are labelled alike begin and end."""
    first, shape = 0, None
    for at, line in enumerate(lines):
        here = _shape(line)
        if here != shape:
            if shape is not None:
                yield first, at
            first, shape = at, here
    if shape is not None:
        yield first, len(lines)


def _shape(line: Line) -> tuple[int, str] | None:
    """What the labels of one form have in common: their words, and how deep they are quoted."""
    row = _ROW.match(line.body.strip()[:_LONGEST_ROW])
    return (line.depth, _FIGURES.sub("0", row["label"])) if row else None


def _is_answered(line: Line) -> bool:
    row = _ROW.match(line.body.strip()[:_LONGEST_ROW])
    return row is not None and not row["answer"].startswith("__")


def _is_invited(lines: Sequence[Line], first: int) -> bool:
    """Is the paragraph above these lines our invitation to fill them in?"""
    above = [line.body.strip()[:_LONGEST_ROW] for line in lines[max(0, first - 5) : first]]
    return bool(_INVITES.search(" ".join(_last_paragraph(above))))


def _last_paragraph(rows: Sequence[str]) -> Sequence[str]:
    ends = len(rows) - (not rows[-1]) if rows else 0
    begins = max((at + 1 for at in range(ends) if not rows[at]), default=0)
    return rows[begins:ends]
