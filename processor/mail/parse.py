"""Reads a letter: what it says about which match, as the house's words and as lines for the game."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile
from textwrap import shorten
from typing import Any

from processor.core.orders import Complaint, Line
from processor.core.text import lines
from processor.mail.commands import Command, GiveDice, New, SetDeadline
from processor.mail.heads import Part, divide
from processor.mail.house import Known, game_names, opening, read
from processor.mail.owntexts import runs_on
from processor.mail.saying import CODE
from processor.mail.sayings import SOME_DICE
from processor.mail.vocabulary import NO_GAMES, GameWords

Made = Command | Complaint | None
"""What became of a line: a command, a complaint about it, or nothing: then it is left for the game."""

_LINES_OF_NEW = 4
_QUOTED = 60
_DOUBTFUL = (
    'This stands below "{text}" and could be a part of that text or a word to us, so nothing was done with the text or '
    "with anything below it. If it is a word to us, please send it in a letter of its own, or above the text; if it is "
    "part of the text, please put it in other words."
)
_DICE = re.compile(rf"dice(?: for)?(?: {CODE})?", re.IGNORECASE)


@dataclass(frozen=True)
class Block:
    """One match's part of a letter: the lines for its game, and the house's words that are about it.

    ``match`` is None where the letter names none; a word that names another match stands in that match's block.
    """

    match: str | None
    lines: tuple[Line, ...]
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class Parsed:
    """A letter as read. What only its game can read is still in the lines of the blocks; ``written`` are all of it.

    ``ended`` are the words above which a text of the writer's own ends.
    """

    blocks: tuple[Block, ...]
    complaints: tuple[Complaint, ...]
    written: tuple[Line, ...] = field(default=(), compare=False)
    ended: tuple[Line, ...] = field(default=(), compare=False)


def parse(
    text: str,
    codes: Collection[str] = (),
    gm: bool = False,
    games: Collection[str] | None = None,
    treasurer: bool = False,
    words: GameWords = NO_GAMES,
    prose: bool = True,
    seated: Callable[[str], str | None] = lambda _: None,
) -> Parsed:
    """Divide a normalised text into blocks, and take the house's words out of it.

    ``codes`` are the matches that the writer may be speaking of, in small letters, ``games`` the games of the house
    and ``words`` those that they bring along; other codes are known by their shape. The GM's words count only if
    ``gm`` wrote the letter, and those about money if the ``treasurer`` did. Without ``prose`` every line is meant for
    a word; ``seated`` tells of a match who sits in it, for examples.
    """
    known = Known(codes, game_names() if games is None else games, gm, treasurer, words, prose, seated)
    written = lines(text)
    sorted_out = _Sorted(written)
    for part in divide(written, known):
        sorted_out.ended += part.lines[: part.ends_text]
        for line, made in _read(part, text, known):
            sorted_out.take(part.match, line, made)
    return sorted_out.parsed()


def _read(part: Part, text: str, known: Known) -> Iterator[tuple[Line, Made]]:
    """The lines of a part and what was made of each. Some words go on in the lines below."""
    waiting = list(part.lines)
    while waiting:
        line = waiting.pop(0)
        kind = opening(line.text)
        if runs_on(line.text, known):
            yield _read_text(line, part, text, known)
            return
        if known.gm and kind is New:
            made, used = _read_new(line, _below(line, waiting), known)
            del waiting[:used]
            yield line, made
        elif known.gm and kind is GiveDice:
            more = list(takewhile(_shows_dice, _below(line, waiting)))
            del waiting[: len(more)]
            yield from _read_dice(line, more, known)
        else:
            yield line, read(line, known)


def _read_text(line: Line, part: Part, text: str, known: Known) -> tuple[Line, Made]:
    """A text of the writer's own, unless something below it could be a word to us as well."""
    if doubtful := part.doubtful:
        hint = _DOUBTFUL.format(text=shorten(line.text, _QUOTED))
        return doubtful, Complaint(doubtful.number, doubtful.text, "text-or-word", hint)
    made = read(_to_the_end(line, part, text), known)
    return line, replace(made, text=line.text) if isinstance(made, Complaint) else made


def _to_the_end(line: Line, part: Part, text: str) -> Line:
    """The line and all of its part that follows, blank lines too."""
    rest = text.split("\n")[line.number : part.lines[-1].number]
    return Line(line.number, "\n".join((line.text, *rest)))


def _below(line: Line, waiting: Sequence[Line]) -> list[Line]:
    """The lines straight below, up to one that begins like another word. "Deadline" may go on with a new match."""
    numbered = zip(count(line.number + 1), waiting, strict=False)
    straight = (each for number, each in takewhile(lambda pair: pair[1].number == pair[0], numbered))
    return list(takewhile(lambda each: opening(each.text) in (None, SetDeadline), straight))


def _read_new(line: Line, below: Sequence[Line], known: Known) -> tuple[Made, int]:
    """A line that opens a match, with as many of those below as make sense: mail programs break long lines.

    If none does, one complaint is enough.
    """
    alone = read(line, known)
    if alone is None:
        return None, 0
    tries = [alone]
    for each in below[:_LINES_OF_NEW]:
        line = Line(line.number, f"{line.text} {each.text}")
        tries.append(read(line, known) or alone)
    used = max((number for number, tried in enumerate(tries) if isinstance(tried, New)), default=None)
    if used is not None:
        return tries[used], used
    spoilt = takewhile(lambda each: isinstance(read(each, known), Complaint), below)
    return tries[-1], len(list(spoilt))


def _shows_dice(line: Line) -> bool:
    """Whether a line holds figures, or a label as in "order: Jim, Zoë"."""
    return opening(line.text) is None and (":" in line.text or SOME_DICE.search(line.text) is not None)


def _read_dice(line: Line, more: Sequence[Line], known: Known) -> Iterator[tuple[Line, Made]]:
    """Each line of dice as an instruction of its own, so that one slip does not spoil the others."""
    text = known.spelt(line.text)
    head = _DICE.search(text)
    start = head[0] if head else ""
    if not more or text.partition(start)[2].strip(" :"):
        yield line, read(line, known)
    for each in more:
        yield each, read(Line(each.number, f"{start}: {each.text}"), known)


@dataclass
class _Sorted:
    """What has been read of a letter so far, by match."""

    written: tuple[Line, ...]
    blocks: dict[str | None, tuple[list[Line], list[Command]]] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)
    ended: tuple[Line, ...] = ()

    def take(self, match: str | None, line: Line, made: Made) -> None:
        if isinstance(made, Complaint):
            self.complaints.append(made)
        elif made is None:
            self._block(match)[0].append(line)
        else:
            about = _about(made, match)
            self._block(getattr(about, "match", match))[1].append(about)

    def parsed(self) -> Parsed:
        blocks = (Block(match, tuple(said), tuple(asked)) for match, (said, asked) in self.blocks.items())
        return Parsed(tuple(blocks), tuple(self.complaints), self.written, self.ended)

    def _block(self, match: str | None) -> tuple[list[Line], list[Command]]:
        return self.blocks.setdefault(match, ([], []))


def _about(command: Any, match: str | None) -> Any:
    """The command, about the match of its block unless it names another or is about none."""
    if match is None or getattr(command, "match", match) is not None:
        return command
    return replace(command, match=match)
