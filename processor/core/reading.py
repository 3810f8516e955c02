"""Reads one clause with a Lark grammar, and says what was expected where it fails."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from rapidfuzz import fuzz, process

from processor.core.text import DICE_CHARACTERS
from processor.paths import shelf, shipped

# fmt: off
NUMBER_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)
ORDINAL_WORDS = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}
# fmt: on
_NEAR_ENOUGH = 75.0
_SHORT = 3
_NEAR_ENOUGH_IN_SHORT = 80.0
"""So short a word as "out" comes near to many."""

Vocabulary = Mapping[str, tuple[str, Sequence[str]]]
"""For names of terminals what a person would call them, and how they may be spelt."""


@dataclass(frozen=True)
class Misread:
    """Where reading stopped (``column`` from 1) and what stood there.

    What could have stood there is found out when it is asked for: much that is misread is prose, and nobody asks.
    """

    column: int
    found: str
    _could: Callable[[], Vocabulary] = field(repr=False)

    @cached_property
    def expected(self) -> tuple[str, ...]:
        """What could have stood there, in a person's words."""
        return tuple(dict.fromkeys(name for name, _ in self._could().values()))

    @cached_property
    def near(self) -> str | None:
        """The spelling that was probably meant, if one is near enough."""
        return nearest(self.found, (word for _, spellings in self._could().values() for word in spellings))


class Grammar:
    """A grammar of the shelf, ready to read clauses.

    Terminals that are not in the ``vocabulary``, ``{"CHALLENGE": ("a challenge", ("challenge", "dudo"))}``,
    are never offered to a player. Where the grammar has ``<unit>`` in a pattern, any of the ``words["unit"]`` will do.
    """

    def __init__(
        self,
        *name: str,
        start: Sequence[str],
        vocabulary: Vocabulary,
        words: Mapping[str, Iterable[str]] = MappingProxyType({}),
    ) -> None:
        self._vocabulary = vocabulary
        text = shipped("grammar", *name)
        for blank, spellings in words.items():
            text = text.replace(f"<{blank}>", "|".join(map(re.escape, sorted(spellings, key=len, reverse=True))))
        build = partial(
            Lark,
            text,
            start=list(start),
            import_paths=[str(shelf("grammar"))],
            maybe_placeholders=False,
        )
        self._parser = build(parser="lalr")
        self._lexer = build(parser=None, lexer="basic")

    def words(self, clause: str) -> list[Token]:
        """What a clause is made of, each by itself, whatever it comes to; the grammar must know every character."""
        return list(self._lexer.lex(clause))

    def joined(self, words: Sequence[Token], start: str) -> Tree[Token] | None:
        """The parse tree of words that were told apart before, where they are also what is expected in their places.

        It is then the one that ``read`` would find, but the clause need not be taken apart again.
        """
        steps = self._parser.parse_interactive(start=start)
        try:
            for word in words:
                steps.feed_token(word)
            tree: Tree[Token] = steps.feed_eof()  # type: ignore[no-untyped-call]  # lark's own gap
        except UnexpectedInput:
            return None
        return tree

    def read(self, clause: str, start: str) -> Tree[Token] | Misread:
        """The parse tree of the clause, or where and why there is none."""
        try:
            return self._parser.parse(clause, start=start)
        except UnexpectedInput as stumble:
            return self._misread(clause, stumble)

    def _misread(self, clause: str, stumble: UnexpectedInput) -> Misread:
        at = _column(clause, stumble)
        found = clause[at - 1 :].split(" ")[0] if at <= len(clause) else ""
        return Misread(at, found, lambda: self._could(stumble))

    def _could(self, stumble: UnexpectedInput) -> Vocabulary:
        return {each: self._vocabulary[each] for each in sorted(_accepted(stumble) & self._vocabulary.keys())}


def tokens(tree: Tree[Token]) -> list[Token]:
    """Every token of a tree, in order."""
    return list(tree.scan_values(lambda value: isinstance(value, Token)))


def begins(tree: Tree[Token]) -> int:
    """Where a tree begins in its clause, from 1."""
    return int(tokens(tree)[0].start_pos or 0) + 1


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known spelling that ``word`` was probably meant to be, if one is near enough to suggest."""
    if len(word) < 3 or not any(letter.isalpha() for letter in word):
        return None
    cutoff = _NEAR_ENOUGH if len(word) > _SHORT else _NEAR_ENOUGH_IN_SHORT
    best = process.extractOne(
        word.casefold(), [each.casefold() for each in known], scorer=fuzz.ratio, score_cutoff=cutoff
    )
    return None if best is None else str(best[0])


def number(token: str) -> int:
    """The value of an ``INT``, a ``NUMBER_WORD``, an ``ORDINAL`` or a ``DIE_CHARACTER`` of words.lark."""
    word = token.casefold()
    if len(word) == 1 and word in DICE_CHARACTERS:
        return DICE_CHARACTERS.index(word) + 1
    for words in (NUMBER_WORDS, ORDINAL_WORDS):
        if word in words:
            return words.index(word) + 1
    for tens, value in _TENS.items():
        if word.startswith(tens):
            ones = word.removeprefix(tens).strip(" -")
            return value + (number(ones) if ones else 0)
    digits = word.rstrip("stndrh")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{token!r} is not a number")
    return int(digits[:9])


def _column(clause: str, stumble: UnexpectedInput) -> int:
    match stumble:
        case UnexpectedCharacters():
            return int(stumble.pos_in_stream or 0) + 1
        case UnexpectedToken(token=token) if token.type != "$END":
            return int(token.start_pos or 0) + 1
        case _:
            return len(clause) + 1


def _accepted(stumble: UnexpectedInput) -> set[str]:
    match stumble:
        case UnexpectedEOF():
            return set(stumble.expected)
        case UnexpectedCharacters(interactive_parser=parser) | UnexpectedToken(interactive_parser=parser) if parser:
            return set(parser.accepts())  # type: ignore[no-untyped-call]  # lark's own gap
        case _:
            return set()
