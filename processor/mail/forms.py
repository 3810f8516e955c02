"""The forms in our mails, and what a player has put in the place of their blanks."""

import re
from collections.abc import Iterator, Sequence

from processor.mail.rows import Line

_ROW = re.compile(r"(?P<label>[^_:：]{1,24}[:：])\s*(?P<answer>\S.*)")
_INVITES = re.compile(r"\bfill\W{1,4}(?:them|it|this)\W{1,4}in\b", re.IGNORECASE)
"""Our forms are introduced so. It is looked for because all blanks of a form may be gone."""

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
