"""What all of the house's words have in common."""

from dataclasses import dataclass
from typing import ClassVar

CODE = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*-[0-9]+(?![\w-])"
"""The shape of a match's code: a word and a number."""

SOMEBODY, SOME_MATCH = "Anna", "perudo-7"
"""Who and what all examples are about, until somebody is answered who knows others."""


@dataclass(frozen=True)
class Saying:
    """One of the house's words, and the line it stood in.

    ``opens`` are the words that such a line begins with, ``page`` is its help page, ``example`` a line that is right.
    ``runs_on`` is how a line begins whose text goes on to the end of its part of the letter.
    """

    line: int

    opens: ClassVar[tuple[str, ...]]
    page: ClassVar[str]
    example: ClassVar[str]
    runs_on: ClassVar[str] = ""
