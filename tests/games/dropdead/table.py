"""A table to play Drop Dead at: letters in, deadlines passed, and what everybody is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import OptionValue, Seat
from processor.core.money import movements_in, sums
from processor.core.orders import Book, Checked, Complaint
from processor.core.text import lines, normalise
from processor.games.dropdead import GAME
from processor.games.dropdead.state import Player, State
from processor.mail.write import render

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
SEED = b"a seed for trials, 32 bytes long"

SAMPLE = "5 5 3 3 1; 3 4 6; 1 2 4; 1 5; 3; 2"
"""The inning that the rule sheet shows: 16 points."""
NOTHING = "2 2 5 5 2"
SIX = "2 2 2 2 1; 6; 5"
SIXTEEN = "5 5 5 4 6; 6 6; 2 4; 4; 2"


@dataclass(frozen=True)
class Table:
    """A match in play, with its order book and everything that has happened."""

    dice: Dice
    events: tuple[Event, ...]
    state: State
    book: Book = field(default_factory=dict)
    last: Checked = field(default_factory=lambda: Checked(()))

    def letter(self, seat: int, text: str) -> "Table":
        reading = GAME.read(lines(normalise(text)))
        checked = GAME.check(self.state, seat, self.book.get(seat, ()), reading.written)
        told = replace(checked, complaints=(*reading.complaints, *checked.complaints))
        return replace(self, book={**self.book, seat: checked.standing}, last=told)

    def deadline(self, *rolling: int) -> "Table":
        """The inning closes after these seats have ordered their dice to be rolled."""
        table = reduce(lambda each, seat: each.letter(seat, "roll"), rolling, self)
        return table.happens(GAME.adjudicate(table.state, table.book, table.dice))

    def leaves(self, seat: int) -> "Table":
        return self.happens(GAME.resign(self.state, seat))

    def closed_by_gm(self) -> "Table":
        return self.happens(GAME.finish(self.state, self.dice))

    def happens(self, events: Sequence[Event]) -> "Table":
        return replace(self, events=(*self.events, *events), state=reduce(GAME.evolve, events, self.state), book={})

    def player(self, name: str) -> Player:
        return next(player for player in self.state.players if player.seat.name == name)

    def totals(self) -> dict[str, int]:
        return {player.seat.name: player.total for player in self.state.players}

    def winners(self) -> list[str]:
        return [player.seat.name for player in self.state.players if player.seat.number in (self.state.winners or ())]

    def money(self) -> dict[str, int]:
        """What every player has won or lost so far, in pence; what is in the pot is the match's."""
        made = sums(movements_in(self.events))
        names = {f"seat/{player.seat.number}": player.seat.name for player in self.state.players}
        return {names.get(account, account): pence for account, pence in made.items()}

    def reasons(self) -> list[str]:
        return [complaint.reason for complaint in self.last.complaints]

    def standing(self, seat: int = 1) -> list[str]:
        return [GAME.say(order) for order in self.book.get(seat, ())]

    def shown(self, page: str, seat: int | None = 1) -> str:
        return render(f"dropdead/{page}.j2", view=GAME.view(self.state, seat))


def table(
    *thrown: str, players: int = 2, options: Mapping[str, OptionValue] | None = None, seed: bytes = SEED
) -> Table:
    """A new match in which these innings are thrown by hand, and the others come from the dice log."""
    seats = [Seat(number, NAMES[number - 1]) for number in range(1, players + 1)]
    faces = GAME.by_hand(seats, "\n".join(thrown)) if thrown else {}
    assert not isinstance(faces, Complaint), faces
    dice = Dice(seed, faces)
    first, *rest = GAME.open(seats, options or {}, dice)
    begun = Table(dice, (first,), GAME.evolve(None, first))
    return begun.happens(rest)


def one_inning(*innings: str, **options: OptionValue) -> Table:
    """A match of one inning that is over: Ann throws the first of these, Bob the second, and so on."""
    thrown = [f"{name} inning 1: {faces}" for name, faces in zip(NAMES, innings, strict=False)]
    return table(*thrown, players=len(innings), options={"innings": 1, **options}).deadline()
