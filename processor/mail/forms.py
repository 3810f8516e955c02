"""The forms in our mails, and what a player has put in the place of their blanks."""

import re
from collections.abc import Iterator, Sequence

from processor.core.text import lines as lines_of
from processor.core.text import normalise
from processor.mail.house import opening
from processor.mail.rows import Line
from processor.mail.saying import CODE

_ROW = re.compile(r"(?P<label>[^_:：]{1,24}[:：])\s*(?P<answer>\S.*)")
_INVITES = re.compile(r"\bfill\W{1,4}(?:them|it|this)\W{1,4}in\b", re.IGNORECASE)
"""Our forms are introduced so. It is looked for because all blanks of a form may be gone."""

_FILLED = re.compile(r"(?P<label>[^_:：]{1,24}[:：])\s*_{2,}(?P<answer>.*)")
_MATCH = re.compile(CODE, re.IGNORECASE)

_FIGURES = re.compile(r"\d+")
_LONGEST_ROW = 300
_LONGEST_INVITATION = 4
"""Lines, as narrow as they may have become."""


def answers_in_forms(lines: Sequence[Line]) -> frozenset[int]:
    """The lines of our forms whose blanks have been replaced ("3.1: 4 fives" for "3.1: ______").

    A form is made of lines that follow one another, are labelled alike and stand below the invitation to fill
    them in. That some other list has a blank in it does not make its other lines answers.
    """
    if not [line for line in lines if "fill" in line.body or "Fill" in line.body]:  # most mails are done with here
        return frozenset()
    written = [at for at, line in enumerate(lines) if line.body.strip()]  # HTML puts blank lines between paragraphs
    found: set[int] = set()
    free_from = 0
    for first, end in _runs([lines[at] for at in written]):
        above = written[max(free_from, first - _LONGEST_INVITATION) : first]
        if _INVITES.search(" ".join(lines[at].body.strip()[:_LONGEST_ROW] for at in above)):
            found.update(at for at in written[first:end] if _is_answered(lines[at]))
        free_from = end
    return frozenset(found)


def row_with_blank(text: str) -> tuple[str, str] | None:
    """The label of a row whose blank still stands there, and what was written behind it."""
    row = _FILLED.match(text.strip()[:_LONGEST_ROW]) if "__" in text else None
    return (row["label"], row["answer"]) if row and _may_be_ours(row["label"]) else None


def _may_be_ours(label: str) -> bool:
    """Whether one of our forms can have that label. None asks for a house word: those count only newly written."""
    plain = "".join(line.text for line in lines_of(normalise(label)))
    return opening(plain) is None and not _MATCH.match(plain)


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
    return row is not None and not row["answer"].startswith("__") and _may_be_ours(row["label"])
