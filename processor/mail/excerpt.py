"""Takes out of a letter what concerns one match: the lines for it, and words that are for no match in particular."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from processor.core.orders import Line
from processor.core.text import lines
from processor.mail.commands import RUNNING_ON
from processor.mail.heads import divide
from processor.mail.house import Known, game_names
from processor.mail.parse import parse
from processor.mail.vocabulary import GameWords

Reads = Callable[[Sequence[Line]], frozenset[int]]
"""The numbers of the lines of which a game makes something."""


@dataclass(frozen=True)
class Reader:
    """What is known of the writer: their matches, and what the games of them make of lines.

    ``game`` tells where that of the match in question finds orders or tries at one, ``others`` where the other games
    find orders, and ``promised`` where those do or find tries of whose orders the reader is not to know.
    """

    codes: Collection[str]
    words: GameWords
    game: Reads
    others: Sequence[Reads]
    promised: Sequence[Reads]


@dataclass(frozen=True)
class Excerpt:
    """The rows of a letter that concern a match, those of them that may be orders, and what was left out.

    It ``is_meant`` for the match if it answers a mail of it or names it; or if it says nothing of another one, and
    the writer is in none whose secrets it may tell in words that nobody can read.
    """

    rows: tuple[Line, ...]
    orders: tuple[Line, ...]
    left_out: tuple[str, ...]
    is_meant: bool

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the rows that are kept."""
        return frozenset(row.number for row in self.rows)


def concerning(code: str, text: str, home: str | None, reader: Reader) -> Excerpt:
    """What of a letter concerns the match of that code. ``home`` is the match whose mail it answers, if it does.

    Lines that name no match are left out where they are orders in another game of the writer's and nothing in this
    one. Where its orders are promised to stay secret, only those lines are kept of which the game of this match makes
    something: whatever stands among them may tell the secret, too.
    """
    rows = {row.number: row for row in lines(text)}
    owners = dict(_owners(text, home, reader))
    blocks = parse(text, reader.codes, words=reader.words).blocks
    found = (line for block in blocks for line in block.lines if (block.match or home) in (code, None))
    orders = tuple(sorted((line for line in found if owners.get(line.number) in (code, None)), key=_number))
    kept = {number for number in rows if owners.get(number) in (code, None)}
    mine = reader.game(orders)
    kept -= {number for reads in reader.others for number in reads(orders)} - mine
    if any(reads(orders) - mine for reads in reader.promised):
        kept &= mine
    left_out = tuple(row.text for number, row in sorted(rows.items()) if number not in kept and row.text.strip())
    return Excerpt(
        tuple(rows[number] for number in sorted(kept)),
        tuple(line for line in orders if line.number in kept),
        left_out,
        any(owners.get(number) == code for number in kept) or not (left_out or reader.promised),
    )


def _number(line: Line) -> int:
    return line.number


def _owners(text: str, home: str | None, reader: Reader) -> Iterator[tuple[int, str | None]]:
    """The match that each row is for; of a row that is for no match in particular, none."""
    known = Known(reader.codes, game_names(), False, words=reader.words)
    parts = list(divide(lines(text), known))
    above = 0
    for part in parts:
        last = part.lines[-1].number if part.lines else above
        yield from ((number, part.match or home) for number in range(above + 1, last + 1))
        above = max(above, last)
    for block in parse(text, reader.codes, words=reader.words).blocks:
        for command in block.commands:
            ends = (each.lines[-1].number for each in parts if command.line in {line.number for line in each.lines})
            end = next(ends, command.line) if isinstance(command, RUNNING_ON) else command.line
            yield from ((number, block.match or home) for number in range(command.line, end + 1))
