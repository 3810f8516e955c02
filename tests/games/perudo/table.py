"""A table to play Postal Perudo at: letters in, deadlines passed, and what everybody is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from random import Random

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import OptionValue, Seat
from processor.core.orders import Book, Checked, Complaint, Order
from processor.core.text import lines, normalise
from processor.games.perudo import GAME
from processor.games.perudo.bids import FACES, is_higher, least
from processor.games.perudo.orders import Bid, Challenge
from processor.games.perudo.state import Round, State
from processor.games.perudo.view import View
from processor.mail.write import render

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
SEED = b"a seed for trials, 32 bytes long"


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

    def deadline(self, **letters: str) -> "Table":
        """The turn closes after these letters, by the name of the player."""
        table = reduce(lambda t, each: t.letter(NAMES.index(each[0]) + 1, each[1]), letters.items(), self)
        return table.happens(GAME.adjudicate(table.state, table.book, table.dice))

    def happens(self, events: Sequence[Event]) -> "Table":
        state = reduce(GAME.evolve, events, self.state)
        return replace(self, events=(*self.events, *events), state=state, book={})

    def round(self, name: str) -> Round:
        return next(each for each in self.state.rounds if each.name == name)

    def bids(self, name: str) -> list[str]:
        return [f"{self.state.name_of(bid.seat)} {bid.claim}" for bid in self.round(name).bids]

    def caller(self, name: str) -> str:
        return self.state.name_of(self.state.caller(self.round(name)))

    def owed(self, seat: int) -> tuple[str, ...]:
        return GAME.owed(self.state, seat, self.book.get(seat, ()))

    def reasons(self) -> list[str]:
        return [complaint.reason for complaint in self.last.complaints]

    def hint(self) -> str:
        (complaint,) = self.last.complaints
        return complaint.hint

    def standing(self, seat: int = 1) -> list[str]:
        return [GAME.say(order) for order in self.book.get(seat, ())]

    def view(self, seat: int | None = None) -> View:
        view: View = GAME.view(self.state, seat)
        return view

    def page(self, template: str, seat: int | None = None) -> str:
        return render(f"perudo/{template}.j2", view=self.view(seat))


def table(
    *thrown: str,
    players: int = 4,
    seed: bytes = SEED,
    options: Mapping[str, OptionValue] | None = None,
    in_order: bool = True,
) -> Table:
    """A new match with these dice thrown by hand; the order of play is that of the names, unless said otherwise."""
    seats = [Seat(number, name) for number, name in enumerate(NAMES[:players], start=1)]
    hand: dict[str, int] = {}
    for words in (*([f"order: {', '.join(NAMES[:players])}"] if in_order else ()), *thrown):
        faces = GAME.by_hand(seats, words)
        assert not isinstance(faces, Complaint), faces
        hand |= faces
    dice = Dice(seed, hand)
    first, *rest = GAME.open(seats, options or {}, dice)
    return Table(dice, (first, *rest), reduce(GAME.evolve, rest, GAME.evolve(None, first)))


def somehow(table: Table, rng: Random, forgetful: float = 0.1) -> Table:
    """One turn in which everybody calls somehow, now and then forgetting a call or all of them."""
    book = {seat: _calls(table.state, seat, rng, forgetful) for seat in table.state.playing if rng.random() > forgetful}
    return table.happens(GAME.adjudicate(table.state, book, table.dice))


def _calls(state: State, seat: int, rng: Random, forgetful: float) -> tuple[Order, ...]:
    return tuple(_call(state, each, seat, rng) for each in state.due(seat).values() if rng.random() > forgetful)


def _call(state: State, round_: Round, seat: int, rng: Random) -> Order:
    last = round_.last
    if last and rng.random() < last.rank[0] / state.dice_in(round_):
        return Challenge(round_.dice, round_.place)
    claim = least(rng.choice(FACES), last)
    assert is_higher(claim, last)
    held = sum(die in (claim.face, 1) for die in round_.hands[seat].secret)
    shown = rng.randint(0, held) if state.reroll and rng.random() < 0.3 else 0
    return Bid(round_.dice, round_.place, claim.count, claim.face, shown)


def play_out(table: Table, rng: Random, forgetful: float = 0.1) -> Table:
    """The match to its end; the first turn is never missed, so that nobody is ejected."""
    table = somehow(table, rng, 0)
    while not table.state.is_over:
        table = somehow(table, rng, forgetful)
    return table
