"""Makes press fit to be printed: what is no part of it goes, and what must never be printed is found."""

import re
from collections.abc import Collection, Iterable, Sequence

from processor.core.text import folded
from processor.mail.mark import is_mark
from processor.mail.route import TOKEN_LETTERS
from processor.mail.rows import Line

_TOKEN = re.compile(rf"\[[^\]\n]*~[^\]\n]*\]|[~+]\s?[{TOKEN_LETTERS}]{{16}}(?![a-z0-9])", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}", re.IGNORECASE)
_SIGNATURE = "--"
_FAREWELL = re.compile(
    r"^(?:(?:kind|best|warm|many|with) )*(?:regards|wishes|cheers|yours(?: (?:sincerely|truly|faithfully|ever))?|thanks"
    r"|thank you|love|bye|ciao|all the best|best)\b[ ,.!]*",
    re.IGNORECASE,
)


def printable(text: str, names: Collection[str]) -> str:
    """The text of press without what mail programs and people put below it: signatures, quoted mails, our tokens.

    ``names`` are those that its writer signs letters with; they go where they stand alone at the end.
    """
    rows = [row.strip(" *_") for row in _TOKEN.sub("", text).split("\n")]
    rows = rows[: next((at for at in range(len(rows)) if _ends_it(rows, at)), len(rows))]
    return "\n".join(_single_spaced(_without_farewell(rows, names))).strip()


def unsigned(text: str, names: Collection[str]) -> str:
    """The text without how its writer, who goes by these names, says farewell at its end."""
    return "\n".join(_without_farewell(text.split("\n"), names))


def holds_address(text: str) -> bool:
    """Whether somebody's mail address stands in it, which is not for print."""
    return _ADDRESS.search(text) is not None


def _ends_it(rows: list[str], at: int) -> bool:
    """Whether a signature or one of our own mails begins here."""
    return rows[at] == _SIGNATURE or is_mark([Line(0, row) for row in rows[at : at + 2]], 0)


def _without_farewell(rows: Sequence[str], names: Collection[str]) -> Sequence[str]:
    """The rows without the last ones that only say farewell or are one of the names. Something is always left."""
    signed = {"", *map(folded, names)}
    end = len(rows)
    while end > 1 and folded(_FAREWELL.sub("", rows[end - 1])) in signed:
        end -= 1
    return rows[:end]


def _single_spaced(rows: Iterable[str]) -> Iterable[str]:
    """The rows, with never more than one blank one between two others."""
    before = ""
    for row in rows:
        if row or before:
            yield row
        before = row
