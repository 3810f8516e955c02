"""Who is meant by a name: exactly the player of that name, and nobody by a guess."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from processor.core.game import Seat
from processor.core.reading import nearest
from processor.core.text import folded

_IDLE = r"for me|please|pls|plz|thx|ta|mate|thanks|thank you|cheers|sorry|out|now|again|dead"
_IDLE_TAIL = re.compile(rf"(?:[\s,.;!-]+(?:(?:{_IDLE}|lol|x+)\b|8-\)|<3+|[:;]-?[)DP]))*[\s,.;!]*$", re.IGNORECASE)
_AT = re.compile(r"^at\s+", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!;(]")
_CHANGES = re.compile(
    r"\d|\?|n't\b|\b(?:no|not|nor|never|maybe|perhaps|but|rather|instead|next|later|after|until|only|or|wait|else)\b",
    re.IGNORECASE,
)
"""What may change who is meant, in words behind a name."""
_BETWEEN = re.compile(r"\s*(?:[,&/+;]|\b(?:and|or|then|also)\b)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Nobody:
    """A name that nobody bears, and the names it comes near."""

    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Several:
    """More than one player was named."""

    names: tuple[str, ...]


def find(seats: Sequence[Seat], words: str) -> Seat | Several | Nobody:
    """The player that the words name in full; otherwise whose names are in them, or come near."""
    for spelling in _spellings(words):
        number = named(seats, spelling)
        if number is not None:
            alone = spelling == words or len(_mentioned(seats, words)) < 2
            return _seat(seats, number) if alone else Several(_mentioned(seats, words))
    mentioned = _mentioned(seats, words)
    name, _, comment = words.partition(",")
    number = named(seats, bare(name.strip()))
    if number is not None and not (_CHANGES.search(comment) or _is_about(seats, number, comment)):
        return _seat(seats, number)
    return Several(mentioned) if len(mentioned) > 1 else Nobody(_near(seats, bare(words)))


def _is_about(seats: Sequence[Seat], number: int, words: str) -> bool:
    """Whether the words speak of anybody else at the table: "Bob is next"."""
    return any(_words(seat.name) & _words(words) for seat in seats if seat.number != number)


def bare(words: str) -> str:
    """The words without "at" before them and polite ones behind."""
    return _AT.sub("", _IDLE_TAIL.sub("", words, count=1))


def named(seats: Sequence[Seat], name: str) -> int | None:
    """The seat of exactly that name: letter by letter, or else without regard to case, accents and punctuation."""
    exact = (seat.number for seat in seats if seat.name == name)
    alike = (seat.number for seat in seats if folded(name) and folded(seat.name) == folded(name))
    return next(exact, next(alike, None))


def _spellings(words: str) -> Iterator[str]:
    """The words whole, without the polite ones behind them, up to the end of the sentence; each then without "at"."""
    for spelling in (words, _IDLE_TAIL.sub("", words, count=1), _SENTENCE_END.split(words)[0].strip()):
        yield spelling
        yield _AT.sub("", spelling)


def _mentioned(seats: Sequence[Seat], words: str) -> tuple[str, ...]:
    """The players whose names stand between commas and the like."""
    parts = [bare(part.strip()) for part in (*_BETWEEN.split(words), *_SENTENCE_END.split(words))]
    numbers = dict.fromkeys(number for part in parts if (number := named(seats, part)) is not None)
    return tuple(_seat(seats, number).name for number in numbers)


def _near(seats: Sequence[Seat], words: str) -> tuple[str, ...]:
    """Names that share a word or begin alike, and the one that is spelt nearest."""
    if not folded(words):
        return ()
    sharing = [seat.name for seat in seats if _words(seat.name) & _words(words)]
    alike = [seat.name for seat in seats if _begin_alike(folded(seat.name), folded(words))]
    by_spelling = {seat.name.casefold(): seat.name for seat in seats}
    closest = nearest(words, by_spelling)
    return tuple(dict.fromkeys((*sharing, *alike, *([by_spelling[closest]] if closest else []))))


def _words(name: str) -> set[str]:
    return {folded(word) for word in name.split()} - {""}


def _begin_alike(one: str, other: str) -> bool:
    return min(len(one), len(other)) > 1 and (one.startswith(other) or other.startswith(one))


def _seat(seats: Sequence[Seat], number: int) -> Seat:
    return next(seat for seat in seats if seat.number == number)
