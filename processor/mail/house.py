"""Reads one line as one of the house's words, says why it cannot be read, or leaves it alone."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache

from processor.core.orders import Complaint, Line
from processor.core.reading import Grammar, Misread
from processor.mail.commands import (
    COMMANDS,
    GM_COMMANDS,
    MONEY_COMMANDS,
    RUNNING_ON,
    Account,
    Announce,
    Cancel,
    Command,
    Extend,
    GiveDice,
    New,
    NewAddress,
    Replace,
    Run,
    Salt,
    SetDeadline,
    StandBy,
    Timezone,
)
from processor.mail.examples import Example, lacks
from processor.mail.saying import CODE
from processor.mail.sayings import make, missing, unknown
from processor.mail.slips import CLAUSES, meant, near_miss
from processor.mail.vocabulary import NO_GAMES, GameWords, for_new, wanted
from processor.paths import shelf

LONGEST = 400
"""A line with more characters is prose."""

_FEW = 2
"""If no more words than these cannot be read, the others were probably meant."""

_NO_PROSE = (Replace, StandBy)
"""What the GM hardly begins a sentence with that is not for us, if it is short."""

_A_FEW_MORE = 8

_KINDS = {word: kind for kind in COMMANDS for word in kind.opens}
_WORDS = "|".join(sorted(map(re.escape, _KINDS), key=len, reverse=True))
_WISH = r"(?:please|pls|plz|kindly|(?:could|can|would|will) you|i(?:'d| would) like to|i (?:want|wish) to|ok(?:ay)?)"
_THANKS = (
    r"(?:please|pls|plz|thanks(?: a lot| very much| in advance)?|thank you(?: very much)?|many thanks|thx|cheers|sorry)"
)
_OPENING = re.compile(rf"(?:{_WISH}[ ,.!:]+)*(?P<word>{_WORDS})(?![\w'-])", re.IGNORECASE)
_ENDING = re.compile(rf"[ ,.;!?]*(?:(?<!\w){_THANKS}[ ,.;!?]*)*$", re.IGNORECASE)
_FIRST_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_FIRST_WORDS = frozenset(
    (
        *(word.split(" ")[0].partition("'")[0] for word in _KINDS),
        *["please", "pls", "plz", "kindly", "could", "can", "would", "will", "i", "ok", "okay"],
    )
)
"""What a line must begin with to be looked at more closely: most lines do not."""

_FREE = (GiveDice, *RUNNING_ON)
_MATCH = re.compile(CODE, re.IGNORECASE)
_ABOUT_A_MATCH = re.compile(rf" (?:(?:for|from|in|of|to) )?{CODE}", re.IGNORECASE)
_OWN_TEXT = re.compile(r"[:\n\"'].*", re.DOTALL)
_SPACED_MATCH = re.compile(r"(?<![\w-])([a-z][a-z0-9]*) ?([0-9]+)(?![\w.-])", re.IGNORECASE)


@dataclass(frozen=True)
class Known:
    """What is known while a letter is read: match codes in small letters, games, their words, and who wrote it.

    Without ``prose`` every line is meant to be a word. ``seated`` names somebody who sits in a match.
    """

    codes: Collection[str]
    games: Collection[str]
    gm: bool
    treasurer: bool = False
    words: GameWords = NO_GAMES
    prose: bool = True
    seated: Callable[[str], str | None] = lambda _: None

    def allows(self, kind: type[Command]) -> bool:
        """Whether such a word counts from the writer."""
        return self.gm or kind not in GM_COMMANDS or (self.treasurer and kind in MONEY_COMMANDS)

    def example(self, clause: str) -> Example:
        """How words are written right, for whoever wrote the clause: about the match in it, or their only one."""
        named = _MATCH.search(clause)
        code = named[0].casefold() if named else next(iter(self.codes)) if len(self.codes) == 1 else None
        return Example(code if code in self.codes else None, self.seated)

    def spelt(self, clause: str) -> str:
        """The clause with its match as the house spells it: "perudo-7" for "Perudo 7" and "perudo7".

        What stands in quotes or behind a colon is somebody's own text and stays as it is.
        """
        for found in _SPACED_MATCH.finditer(_OWN_TEXT.sub("", clause)):
            code = f"{found[1]}-{found[2]}".casefold()
            if code in self.codes:
                return clause[: found.start()] + code + clause[found.end() :]
        return clause


def opening(text: str) -> type[Command] | None:
    """The kind of command that a line begins like, whether or not it is one."""
    found = _opened(text)
    return _KINDS[found["word"].casefold()] if found else None


def read(line: Line, known: Known) -> Command | Complaint | None:
    """The command in a line, what is wrong with it, or None: the line is for the game, or for nobody."""
    found = _opened(line.text)
    if found is None:
        return near_miss(line, known.gm)
    kind = _KINDS[found["word"].casefold()]
    clause = line.text[found.start("word") :]
    if kind not in _FREE:
        clause = _ENDING.sub("", clause) if len(clause) <= LONGEST else ""
    clause = known.spelt(clause)
    tree = _grammar(known.words).read(clause, "command")
    if not isinstance(tree, Misread):
        made = make(tree, line, known.games, known.words, known.example(clause))
    elif _means_it(kind, clause, tree, known):
        made = _complaint(kind, line, clause, tree, known.example(clause))
    else:
        made = None
    if made is None and not known.prose:
        made = unknown(kind, line)
    if isinstance(made, Account) and made.person and not (known.gm or known.treasurer):
        return None  # "account" with more behind it is prose, unless it is written by somebody who keeps accounts
    return made if known.allows(kind) else _for_the_gm_only(made, line)


def _opened(text: str) -> re.Match[str] | None:
    first = _FIRST_WORD.match(text)
    return _OPENING.match(text) if first and first[0].casefold() in _FIRST_WORDS else None


def _for_the_gm_only(made: Command | Complaint | None, line: Line) -> Complaint | None:
    """What a player hears who says what only the GM can; what could be prose is left alone."""
    if not isinstance(made, New | Extend | Run | Announce) and getattr(made, "match", None) is None:
        return None
    return Complaint(line.number, line.text, "gm-only", "Only the GM can do that. If you want it done, ask the GM.")


def _means_it(kind: type[Command], clause: str, misread: Misread, known: Known) -> bool:
    """Whether a line that cannot be read tries to be a command. Much prose begins with such a word."""
    words_left = len(clause[misread.column - 1 :].split())
    names_a_match = _MATCH.search(clause) is not None
    has_figures = any(character.isdigit() for character in clause)
    if not known.allows(kind):
        return False
    if not known.prose or (kind in _NO_PROSE and len(clause.split()) <= _A_FEW_MORE):
        return True
    if kind is New:
        return names_a_match or any(clause.casefold().startswith(f"new {game}") for game in known.games)
    if kind is NewAddress:
        return "@" in clause
    if kind is Salt:
        return words_left <= _FEW
    if kind in (Cancel, SetDeadline) and has_figures:
        return True
    if kind in GM_COMMANDS and (names_a_match or words_left == 0):
        return True
    if words_left <= _FEW:
        return misread.near is not None or has_figures or kind is Timezone
    return _says_more(kind, clause, misread)


def _says_more(kind: type[Command], clause: str, misread: Misread) -> bool:
    """Whether a player's word about a match stands there whole, and much behind it: "join shootout-1, accuracy …"."""
    opened = _OPENING.match(clause)
    is_whole = opened is not None and _ABOUT_A_MATCH.match(clause, opened.end("word")) is not None
    return is_whole and kind not in GM_COMMANDS and len(clause[misread.column - 1 :].split()) > _FEW


def _complaint(kind: type[Command], line: Line, clause: str, misread: Misread, example: Example) -> Complaint:
    column = line.text.find(misread.found) + 1 if misread.found else len(line.text) + 1
    if not misread.near and (field := lacks(kind, clause)):
        return Complaint(line.number, line.text, *missing(kind, field, example), column or None)
    hint = _stumble(kind, clause, misread, example)
    if _says_more(kind, clause, misread):
        hint += " Anything else goes on a line of its own."
    return Complaint(line.number, line.text, "misread", f"{hint} For example: {example.of(kind)}", column or None)


def _stumble(kind: type[Command], clause: str, misread: Misread, example: Example) -> str:
    """Where the reading of a clause stopped, and what could have stood there."""
    before, rest = clause[: misread.column - 1].strip(" ,"), clause[misread.column - 1 :].strip(" ,")
    if kind is New and (slip := _slip_before(before)):
        return f'Did you mean "{slip[1]}" instead of "{slip[0]}"?'
    if misread.near and misread.near != misread.found.casefold():
        return f'Did you mean "{misread.near}" instead of "{misread.found}"?'
    if expected := wanted(misread.expected, _MATCH.search(before) is not None):
        expected = for_new(expected) if kind is New else expected
        return f'After "{before}" should come {example.about(" or ".join(expected))}.'
    if before and rest and kind not in _NO_PROSE:
        return f'After "{before}" nothing else can stand, so "{rest}" is not understood.'
    return f'"{clause}" is not clear.'


def _slip_before(clause: str) -> tuple[str, str] | None:
    """A mistyped clause of a line that opens a match: it is taken for an option, and what follows makes no sense."""
    outside_quotes = re.sub(r"\"[^\"]*\"", "", clause)
    slips = ((word, meant(word, CLAUSES)) for word in outside_quotes.split())
    return next(((word, right) for word, right in slips if right), None)


@cache
def game_names() -> frozenset[str]:
    """The games on the shelf."""
    return frozenset(sheet.parent.name for sheet in shelf("data").glob("*/rules.txt"))


@cache
def _grammar(words: GameWords) -> Grammar:
    blanks = {"unit": words.units, "named": words.named}
    return Grammar("house", "commands.lark", start=["command"], vocabulary=words.vocabulary, words=blanks)
