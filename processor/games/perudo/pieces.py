"""Reads a piece of a line as a row of rounds, calls and other words, and sets aside what it cannot place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from lark import Token, Tree

from processor.core.questions import leaves_open
from processor.core.reading import NUMBER_WORDS, Grammar, Misread, begins, number, tokens
from processor.games.perudo.bids import ACE

FACE_SPELLINGS = ("aces", "ones", "twos", "threes", "fours", "fives", "sixes")
CHALLENGE_SPELLINGS = ("challenge", "dudo", "liar", "doubt", "bluffing")
_FACE_WORDS = {
    **{word: index for index, word in enumerate(FACE_SPELLINGS[1:], start=1)},
    "ace": ACE,
    "aces": ACE,
    "a": ACE,
    "as": ACE,
    "paco": ACE,
    "pacos": ACE,
    "deuces": 2,
    "treys": 3,
}
_SMILEYS = frozenset({"8-)", "<3"})
_MOST_NOISE = 24
_GAP = "\ufffc"
"""Takes the place of every character of a word that is set aside."""

_GRAMMAR = Grammar(
    "perudo",
    "orders.lark",
    start=["piece"],
    vocabulary={
        "FACES": ("a face", FACE_SPELLINGS),
        "CHALLENGE": ("a challenge", CHALLENGE_SPELLINGS),
        "DICE_COUNT": ("a number of dice", ("dice",)),
        "ROUND_NAME": ("a round", ("round",)),
        "LEAD": ("a bid", ("raise",)),
    },
)


VAGUE = -1
"""The place of a round that was named "round 3", which may mean anything."""


class Kind(StrEnum):
    """What an item of a piece is; the values are the rules of the grammar."""

    NAMED = "named"
    COUNTED = "counted"
    VAGUE = "vague"
    BID = "bid"
    FACE_FIRST = "face_first"
    PAIR = "pair"
    NUMBER = "number"
    BARE_FACE = "bare_face"
    CHALLENGE = "challenge"
    CALL = "call"
    LEAD = "lead"
    SHOWING = "showing"
    REROLL = "reroll"
    CORRECTION = "correction"
    PASSING = "passing"
    EXACT = "exact"
    REMARK = "remark"
    GAP = "gap"


ROUNDS = frozenset({Kind.NAMED, Kind.COUNTED, Kind.VAGUE})


@dataclass(frozen=True)
class Item:
    """One thing in a piece: its kind, its numbers, its words and the column it begins at, from 1."""

    kind: Kind
    numbers: tuple[int, ...]
    words: tuple[str, ...]
    column: int

    @property
    def leads(self) -> bool:
        """Whether a round is marked as standing before its call: "3.2:"."""
        return self.kind in ROUNDS and self.words[0].rstrip()[-1] in tuple(":=->")


@dataclass(frozen=True)
class Word:
    """A word that found no place, and the column it begins at, from 1."""

    found: str
    column: int


@dataclass(frozen=True)
class Piece:
    """The items of a piece and the words that found no place."""

    items: tuple[Item, ...]
    noise: tuple[Word, ...] = ()
    asked: bool = False
    """Whether it ended with a question mark."""
    ends: bool = False
    """Whether a sentence ended with it."""


def read_piece(text: str, start: int, end: int) -> Piece:
    """The piece ``text[start:end]``, with columns of the whole text."""
    piece = text[start:end]
    words = _GRAMMAR.words(piece)
    piece, noise = _without_unknown(piece, words)
    items: tuple[Item, ...] = ()
    if piece.strip(f" _{_GAP}"):
        read = (None if noise else _GRAMMAR.joined(words, "piece")) or _GRAMMAR.read(piece, "piece")
        while isinstance(read, Misread):
            # Where more was expected, the last word is the odd one.
            word, piece = _set_aside(piece, min(read.column, len(piece.rstrip())) - 1, len(noise))
            noise.append(word)
            read = _GRAMMAR.read(piece, "piece")
        items = tuple(_item(each, start) for each in read.children if isinstance(each, Tree) and each.data != Kind.GAP)
    noise = sorted((Word(word.found, word.column + start) for word in noise), key=lambda word: word.column)
    return Piece(
        items, tuple(noise), text[end : end + 1] == "?" and leaves_open(piece), text[end : end + 1] in (".", "!", "?")
    )


def _without_unknown(piece: str, words: Sequence[Token]) -> tuple[str, list[Word]]:
    """The piece without the words that no order has, and these words."""
    noise: list[Word] = []
    for token in words:
        at = int(token.start_pos or 0)
        if token.type in ("NO_DICE", "DARE", "VERSION"):
            piece = piece[:at] + _GAP * len(token) + piece[at + len(token) :]
            if token not in _SMILEYS:
                noise.append(Word("".join(each for each in token if each.isalpha()), at + 1))
        elif token.type in ("UNKNOWN", "MORE") and piece[at : at + 1].strip(f"_{_GAP}"):
            word, piece = _set_aside(piece, at, len(noise))
            noise.append(word)
    return piece, noise


def _set_aside(piece: str, at: int, before: int) -> tuple[Word, str]:
    """The whole word that stands there, and the piece with a gap in its place, to keep its neighbours apart.

    ``before`` is how many words have been set aside. After many it is a novel, and what follows is not looked at.
    """
    words = (match.span() for match in re.finditer(r"[\w']+", piece) if match.start() <= at < match.end())
    start, end = next(words, (at, at + 1))
    rest = piece[end:] if before < _MOST_NOISE else ""
    return Word(piece[start:end], start + 1), piece[:start] + _GAP * (end - start) + rest


def _item(tree: Tree[Token], start: int) -> Item:
    said = [token for token in tokens(tree) if token.type != "TIMES"]
    kind = Kind(tree.data)
    return Item(kind, _numbers(kind, said), tuple(str(token) for token in said), begins(tree) + start)


def _numbers(kind: Kind, said: list[Token]) -> tuple[int, ...]:
    match kind:
        case Kind.NAMED:
            dice, place = re.findall(r"\d+", said[0]) or re.findall(r"(\w+) point (\w+)", said[0])[0]
            return number(dice), number(place)
        case Kind.COUNTED:
            return _dice_count(said[0]), 0
        case Kind.VAGUE:
            return _dice_count(said[0]), VAGUE
        case Kind.BID:
            return _count(said[0]), _face(said[1])
        case Kind.FACE_FIRST:
            return _count(said[1]), _face(said[0])
        case Kind.PAIR | Kind.NUMBER:
            return tuple(_count(token) for token in said)
        case Kind.BARE_FACE:
            return (_face(said[0]),)
        case Kind.SHOWING if len(said) > 1:
            return (_dice_count(said[1]) if said[1].type == "DICE_COUNT" else _count(said[1]),)
        case _:
            return ()


def _dice_count(token: Token) -> int:
    """The number of dice in "round with three dice" or "3d"."""
    word = re.search(r"\d+|single|" + "|".join(NUMBER_WORDS), token.casefold())
    return 0 if word is None else 1 if word[0] == "single" else number(word[0])


def _count(token: Token) -> int:
    word = token.casefold()
    match token.type:
        case "ARTICLE":
            return 1
        case "NEGATIVE":
            return int(word[:9])
        case "DICE_SHOWING":
            return number(word.split()[0])
        case _:
            return number(word)


def _face(token: Token) -> int:
    word = token.casefold().replace("'", "").replace('"', "")
    if token.type in ("DIE_CHARACTER", "NUMBER_WORD", "INT"):
        return number(word)
    return _FACE_WORDS[word] if word in _FACE_WORDS else int(word.rstrip("s"))
