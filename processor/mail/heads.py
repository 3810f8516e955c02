"""Divides a letter among the matches it speaks of, by the codes its parts begin with."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from processor.core.orders import Line
from processor.core.reading import NUMBER_WORDS
from processor.mail.house import Known, opening
from processor.mail.saying import CODE

_CALLED = r"(?:(?:my |the |here are )*(?:orders?|calls?|allocations?|moves?) )?(?:(?:for|in|of|match|game|re)\b[: ]*)?"
_HEAD = re.compile(
    rf"{_CALLED}(?P<open>[\[(#]?)(?P<code>{CODE}|[a-z][a-z0-9]* ?[0-9]+(?![\w.-]))[\])]?"
    r"(?P<mark>(?: ?[:;.,-])?)(?: (?:orders?|calls?))?:? *(?P<rest>.*)$",
    re.IGNORECASE,
)
_ORDER = re.compile(
    rf"(?:[^\W\d]+\W{{0,2}} ){{0,2}}\S?[0-9]|(?:{'|'.join(NUMBER_WORDS)})\b|[\u2680-\u2685]", re.IGNORECASE
)
_NO_MATCH = frozenset({"round", "set", "entry", "t", "r", "dice", "die", "page", "day"})
"""Words that stand before a number and name no match, beside those for a turn."""


@dataclass(frozen=True)
class Part:
    """Lines that follow one another and are for one match, or for one that is not named."""

    match: str | None
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Head:
    """The code at the head of a line, and what else the line says."""

    code: str
    rest: str


def divide(lines: Iterable[Line], known: Known) -> Iterator[Part]:
    """The parts of a letter in the order they stand in. A text that runs on is not divided by a code inside a line."""
    match: str | None = None
    gathered: list[Line] = []
    running_on = False
    for line in lines:
        head = None if opening(line.text) else head_of(line.text, known)
        if head is None or (running_on and head.rest):
            gathered.append(line)
        else:
            yield Part(match, tuple(gathered))
            match, running_on = head.code, False
            gathered = [Line(line.number, head.rest)] if head.rest else []
        running_on = running_on or (bool(gathered) and runs_on(gathered[-1].text, known))
    yield Part(match, tuple(gathered))


def runs_on(text: str, known: Known) -> bool:
    """Whether this line begins a text that goes on below it: an announcement, a word to a player, press."""
    kind = opening(text)
    if kind is None or not kind.runs_on or not known.allows(kind):
        return False
    return re.search(kind.runs_on, known.spelt(text), re.IGNORECASE) is not None


def head_of(text: str, known: Known) -> Head | None:
    """The match that a line begins with, if it does."""
    found = _HEAD.match(text)
    if found is None:
        return None
    word, number = re.findall(r"[0-9]+$|^.*?(?=[- ]?[0-9]+$)", found["code"].casefold())
    code = f"{word}-{number}"
    name = word.rstrip("0123456789")
    is_shaped = "-" in found["code"] and len(name) > 1 and name not in _NO_MATCH.union(known.words.units)
    is_known = code in known.codes or (is_shaped and word in known.games)
    if not is_known and not is_shaped:
        return None
    rest = found["rest"].strip()
    marked = bool(found["open"]) or found["mark"].strip() == ":"
    if not rest or (is_known and marked) or _ORDER.match(rest) or (is_known and opening(rest)):
        return Head(code, rest)
    return None
