"""A table to play Choice + at: letters in, deadlines passed, and what everybody is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import Seat
from processor.core.orders import Book, Checked, Complaint
from processor.core.text import lines, normalise
from processor.games.choice import GAME
from processor.games.choice.state import Entry, State
from processor.mail.write import render

SHEET = "turn 1: 1,5,5,5,6; turn 2: 1,2,4,4,6"


@dataclass(frozen=True)
class Table:
    """A match in play, with the order book and everything that has happened."""

    dice: Dice
    events: tuple[Event, ...]
    book: Book = field(default_factory=dict)
    last: Checked = field(default_factory=lambda: Checked(()))

    @property
    def state(self) -> State:
        return reduce(GAME.evolve, self.events, State())

    def entry(self, letter: str = "A", seat: int = 1) -> Entry:
        entry = self.state.entry(seat, letter)
        assert entry, f"entry {letter} of seat {seat} has not been opened"
        return entry

    def letter(self, text: str, seat: int = 1) -> "Table":
        """A letter comes in; a player who was not at the table yet is admitted by it."""
        table = self
        if seat not in table.state.names:
            table = table.happens(GAME.admit(table.state, Seat(seat, f"Player {seat}")) if GAME.admit else ())
        reading = GAME.read(lines(normalise(text)))
        checked = GAME.check(table.state, seat, table.book.get(seat, ()), reading.written)
        told = replace(checked, complaints=(*reading.complaints, *checked.complaints))
        return replace(table, book={**table.book, seat: checked.standing}, last=told)

    def deadline(self) -> "Table":
        """The issue closes with what is in the book."""
        return replace(self.happens(GAME.adjudicate(self.state, self.book, self.dice)), book={})

    def happens(self, events: Sequence[Event]) -> "Table":
        return replace(self, events=(*self.events, *events))

    def passes(self, deadlines: int) -> "Table":
        """Some deadlines go by without a letter."""
        return reduce(lambda table, _: table.deadline(), range(deadlines), self)

    def standing(self, seat: int = 1) -> list[str]:
        return [GAME.say(order) for order in self.book.get(seat, ())]

    def owed(self, seat: int = 1) -> tuple[str, ...]:
        return GAME.owed(self.state, seat, self.book.get(seat, ()))

    def reasons(self) -> list[str]:
        return [complaint.reason for complaint in self.last.complaints]

    def remarked(self) -> list[str]:
        return [remark.reason for remark in self.last.remarks]

    def shown(self, template: str, seat: int | None = 1) -> str:
        return render(f"choice/{template}.j2", view=GAME.view(self.state, seat))


def table(*thrown: str, seed: bytes = b"a seed for trials" * 2) -> Table:
    """A new match with these dice thrown by hand and the others from the dice log."""
    hand: dict[str, int] = {}
    for words in thrown:
        faces = GAME.by_hand((), words)
        assert not isinstance(faces, Complaint), faces
        hand |= faces
    dice = Dice(seed, hand)
    return Table(dice, GAME.open((), {}, dice))


def rolling(*faces: str) -> Table:
    """A new match whose turns show these dice, for instance ``rolling("12345", "23456")``."""
    return table(*(f"turn {turn}: {','.join(dice)}" for turn, dice in enumerate(faces, start=1)))


def made(entry: Entry) -> Mapping[int, int | None]:
    """The reject of every turn that an entry has allocated."""
    return {each.turn: each.reject for each in entry.made}
