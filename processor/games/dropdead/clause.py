"""Makes sense of one clause: an order, the name of an inning, a slip, or nothing that concerns the game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lark import Token, Tree

from processor.core.reading import NUMBER_WORDS, ORDINAL_WORDS, Grammar, Misread, number
from processor.games.dropdead.casting import DICE
from processor.games.dropdead.orders import RollInning

_TRIED = re.compile(r"\broll\b|\b(?:cast|throw|toss|shake|chuck)\b.*\b(?:dice|bones|inning)\b", re.IGNORECASE)
"""A clause that stops making sense behind such words was meant as an order."""
_NUMBER = re.compile(rf"[0-9]+|\b(?:{'|'.join((*NUMBER_WORDS, *ORDINAL_WORDS))})\b", re.IGNORECASE)
_FEWEST_BARE_DICE = 3
"""So many numbers without a word are dice that somebody brings along."""

_GRAMMAR = Grammar("dropdead", "orders.lark", start=("clause",), vocabulary={})


@dataclass(frozen=True)
class Slip:
    """What was meant as an order and is none: its label in ``mistakes.toml``, the facts for the hint, the column."""

    reason: str
    facts: dict[str, object] = field(default_factory=dict)
    column: int | None = None


@dataclass(frozen=True)
class Named:
    """The name of an inning by itself, for an order that may follow."""

    inning: int


@dataclass(frozen=True)
class Negated:
    """A "no" or "don't" by itself, which is about what was said before."""


Said = RollInning | Named | Negated | Slip


def read_clause(clause: str, column: int) -> Said | None:
    """What the clause that begins at this column says, or ``None`` if it is about something else."""
    match _GRAMMAR.read(clause, "clause"):
        case Misread() as misread:
            return _not_understood(clause, column, misread)
        case tree:
            return _sense(tree)


def _not_understood(clause: str, column: int, misread: Misread) -> Slip | None:
    if not _TRIED.search(clause[: misread.column - 1]):
        return None
    at = column + misread.column - 1
    return Slip("not-understood", {"found": misread.found, "column": at}, at)


def _sense(tree: Tree[Token]) -> Said | None:
    items = [(str(item.data), str(item.children[0])) for item in tree.children if isinstance(item, Tree)]
    words = dict(reversed(items))
    if reason := _wrong(words, sum(kind == "die" for kind, _ in items)):
        return Slip(reason, {"found": words.get("misspelt", "")})
    inning = _number(words["inning"]) if "inning" in words else None
    if "roll" in words:
        return RollInning(inning)
    if inning is not None:
        return Named(inning)
    return Negated() if "negation" in words else None


def _wrong(words: Mapping[str, str], dice: int) -> str | None:
    """The first reason why a clause with these kinds of words and so many bare numbers is no order."""
    rolls = "roll" in words
    slips = (
        ("misspelt", "misspelt" in words),
        ("no-passing", "passing" in words or (rolls and "negation" in words)),
        ("no-stopping", "hold" in words),
        ("one-inning", rolls and "several" in words),
        ("number-of-dice", rolls and "dice_count" in words and _number(words["dice_count"]) != DICE),
        ("own-dice", dice >= (1 if rolls or "rolled" in words else _FEWEST_BARE_DICE)),
    )
    return next((reason for reason, is_so in slips if is_so), None)


def _number(words: str) -> int:
    """The number in "inning 3" or "third inning"; "another die" is one die."""
    found = _NUMBER.search(words)
    return number(found[0]) if found else 1
