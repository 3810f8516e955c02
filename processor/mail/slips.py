"""Finds the word that somebody meant who mistyped one of the house's words."""

import re
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from processor.core.orders import Complaint, Line
from processor.mail.commands import COMMANDS, GM_COMMANDS, Join
from processor.mail.saying import CODE

CLAUSES = ("seats", "players", "deadline", "sign-up", "until")
"""What the parts of a line that opens a match begin with."""

_LONG = 8
_SHORT_LINE = re.compile(
    rf"(?P<word>[a-z]{{4,10}}|no [a-z]{{5,7}})(?P<rest> {CODE}(?P<more>.*))?[ .!]*$", re.IGNORECASE
)
_PLAYERS = tuple(word for kind in COMMANDS if kind not in GM_COMMANDS for word in kind.opens)
_GMS = tuple(word for kind in GM_COMMANDS for word in kind.opens)
_ALONE = tuple(word for word in _PLAYERS if word not in Join.opens)
"""What may stand alone on a line. "Join" may not: John and Joan sign their letters."""


def near_miss(line: Line, gm: bool) -> Complaint | None:
    """What to say of a line that holds a mistyped word and nothing else but perhaps a match."""
    short = _SHORT_LINE.match(line.text)
    if short is None or (short["more"] and not gm):
        return None
    spellings = _ALONE if short["rest"] is None else (*_PLAYERS, *_GMS) if gm else _PLAYERS
    word = meant(short["word"], spellings)
    if word is None:
        return None
    return Complaint(line.number, line.text, "near-miss", f'Did you mean "{word}{short["rest"] or ""}"?', 1)


def meant(word: str, spellings: Iterable[str]) -> str | None:
    """The spelling that the word was probably meant to be: the same first letter and a slip or, if it is long, two.

    Stricter than what is asked of a word among others, since a short line is often a name: James is no slip for games.
    """
    word = word.casefold()
    slips = {each: OSA.distance(word, each) for each in spellings if each[0] == word[0]}
    near = [each for each, distance in slips.items() if distance <= (2 if len(each) >= _LONG else 1)]
    return None if word in slips else min(near, key=slips.__getitem__, default=None)
