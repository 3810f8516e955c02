"""Divides a letter among the matches it speaks of, by the codes its parts begin with."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from processor.core.orders import Line
from processor.core.reading import NUMBER_WORDS
from processor.mail.commands import Command
from processor.mail.house import Known, opening
from processor.mail.owntexts import could_be_said, ends, runs_on
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
    """Lines that follow one another and are for one match, or for one that is not named.

    It ``ends_text`` where it begins with a word that stands below a text of the writer's own. ``doubtful`` is the first
    line in such a text that could be a word to us as well.
    """

    match: str | None
    lines: tuple[Line, ...]
    ends_text: bool = False
    doubtful: Line | None = None


@dataclass(frozen=True)
class Head:
    """The code at the head of a line, and what else the line says."""

    code: str
    rest: str


def divide(lines: Iterable[Line], known: Known) -> Iterator[Part]:
    """The parts of a letter in the order they stand in.

    A text that runs on is not divided by a code inside a line, but ends with its part where another word begins.
    """
    part = _Open(None)
    for line in lines:
        head = None if opening(line.text) else head_of(line.text, known)
        if head and not (part.text and head.rest):
            yield part.closed()
            part = _Open(head.code)
            line = Line(line.number, head.rest)
        elif part.is_ended_by(line.text, known):
            yield part.closed()
            part = _Open(part.match, ends_text=True)
        if line.text:
            part.take(line, head, known)
    yield part.closed()


@dataclass
class _Open:
    """A part that is being gathered, and the kind of text of the writer's own that runs on in it."""

    match: str | None
    lines: list[Line] = field(default_factory=list)
    ends_text: bool = False
    text: type[Command] | None = None
    doubtful: Line | None = None

    def is_ended_by(self, row: str, known: Known) -> bool:
        return self.text is not None and self.doubtful is None and ends(row, self.text, known)

    def take(self, line: Line, head: Head | None, known: Known) -> None:
        if self.text is None:
            self.text = runs_on(line.text, known)
        elif self.doubtful is None and could_be_said(head.rest if head else line.text, known):
            self.doubtful = line
        self.lines.append(line)

    def closed(self) -> Part:
        return Part(self.match, tuple(self.lines), self.ends_text, self.doubtful)


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
