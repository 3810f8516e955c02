"""The lines of a mail's text, and the few signs by which old text is known in them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

LONGEST_LINE = 300
"""No attribution or header line is longer; what is, need not be looked at whole."""

COLONS = (":", "：", ":*", "：*")
RULES = "-_=*~‐‑‒–—―−─━═"
ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,80}")
CLOCK = re.compile(r"\d{1,2}[:.h]\s?\d{2}(?!\d)|\d{1,2}\s?[時时시点點]")
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")


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


def has_date(text: str) -> bool:
    return bool(YEAR.search(text) or (CLOCK.search(text) and len(re.findall(r"\d+", text)) >= 3))


def next_written(lines: Sequence[Line], at: int) -> int | None:
    """The number of the next line, of the next six, on which anything stands."""
    return next(_written_from(lines, at), None)


def _written_from(lines: Sequence[Line], at: int) -> Iterator[int]:
    return (index for index in range(at, min(len(lines), at + 6)) if lines[index].body.strip())
