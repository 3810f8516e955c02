"""What all of the house's words have in common."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Saying:
    """One of the house's words, and the line it stood in.

    ``opens`` are the words that such a line begins with, ``page`` is its help page, ``example`` a line that is right.
    """

    line: int

    opens: ClassVar[tuple[str, ...]]
    page: ClassVar[str]
    example: ClassVar[str]
