"""A table to play Shootout at: letters in, deadlines passed, and what everybody is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from zlib import crc32

from processor.core.calendar import OnDatesGiven
from processor.core.dice import commitment
from processor.core.events import Event, MatchOpened
from processor.core.game import OptionValue
from processor.core.match import Match, Phase
from processor.core.orders import Checked, Complaint, Reading
from processor.core.referee import (
    CancelOrders,
    CloseMatch,
    CloseTurn,
    FileOrders,
    GiveDice,
    Instruction,
    LeaveSeat,
    StartMatch,
    TakeSeat,
    decide,
    open_match,
)
from processor.core.ruling import Refusal, Ruling
from processor.core.text import lines, normalise
from processor.games.shootout import GAME
from processor.games.shootout.state import State
from processor.games.shootout.view import ShotView, View
from processor.mail.write import render

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
SEED = b"a seed for shooting, 32 bytes..."
NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Table:
    """A match and everything that has happened in it; ``last`` is what came of the last letter."""

    match: Match
    events: tuple[Event, ...]
    last: Checked = field(default_factory=lambda: Checked(()))
    read: Reading = field(default_factory=Reading)

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @property
    def complaints(self) -> tuple[Complaint, ...]:
        return (*self.read.complaints, *self.last.complaints)

    def tell(self, *instructions: Instruction) -> "Table":
        match, events, checked = self.match, self.events, Checked(())
        for instruction in instructions:
            ruling = decide(match, instruction, SEED)
            assert isinstance(ruling, Ruling), ruling
            match, events, checked = ruling.match, (*events, *ruling.events), ruling.checked or Checked(())
        return replace(self, match=match, events=events, last=checked, read=Reading())

    def refusal(self, instruction: Instruction) -> str:
        ruling = decide(self.match, instruction, SEED)
        assert isinstance(ruling, Refusal)
        return ruling.reason

    def joined(self, *names: str) -> "Table":
        return self.tell(*(TakeSeat(crc32(name.encode()), name) for name in names))

    def letter(self, name: str, text: str) -> "Table":
        reading = GAME.read(lines(normalise(text)))
        told = self.tell(FileOrders(self.seat(name), reading.written, NOON + timedelta(days=7)))
        return replace(told, read=reading)

    def letters(self, **letters: str) -> "Table":
        table = self
        for name, text in letters.items():
            table = table.letter(name, text)
            assert not table.complaints, table.complaints
        return table

    def deadline(self) -> "Table":
        return self.tell(CloseTurn(self.match.turn, NOON + timedelta(days=14)))

    def quits(self, name: str) -> "Table":
        return self.tell(LeaveSeat(self.seat(name), NOON + timedelta(days=7)))

    def cancels(self, name: str) -> CancelOrders:
        return CancelOrders(self.seat(name))

    def closed(self) -> "Table":
        return self.tell(CloseMatch())

    def seat(self, name: str) -> int:
        return next(seat.number for seat in self.match.seats.values() if seat.name == name)

    @property
    def is_over(self) -> bool:
        return self.match.phase is Phase.OVER

    @property
    def shooter(self) -> str | None:
        return self.view().shooter

    @property
    def shot(self) -> ShotView:
        """The shot that the last turn brought."""
        shot = self.view().shot
        assert shot, "nobody shot"
        return shot

    @property
    def living(self) -> list[str]:
        return [player.name for player in self.view().players if player.living]

    def reasons(self) -> list[str]:
        return [each.reason for each in self.complaints]

    def hint(self) -> str:
        (only,) = self.complaints
        return only.hint

    def standing(self, name: str) -> list[str]:
        return [GAME.say(order) for order in self.match.standing(self.seat(name))]

    def view(self, name: str | None = None) -> View:
        view: View = GAME.view(self.state, self.seat(name) if name else None)
        return view

    def page(self, template: str, name: str | None = None) -> str:
        return " ".join(render(f"shootout/{template}.j2", view=self.view(name)).split())


def opened(**options: OptionValue) -> Table:
    """A match that players can join."""
    chosen: Mapping[str, OptionValue] = {option.name: option.default for option in GAME.options} | options
    event = MatchOpened(
        "shootout-1", "shootout", "Shootout", commitment(SEED), OnDatesGiven(), "UTC", 5, 20, None, chosen
    )
    ruling = open_match(GAME, event)
    return Table(ruling.match, ruling.events)


def begun(*dice: str, names: tuple[str, ...] = NAMES, **options: OptionValue) -> Table:
    """A match that has begun, with these dice thrown by hand; all have still to choose."""
    given = [GiveDice(words) for words in dice]
    return opened(**options).joined(*names).tell(*given, StartMatch(NOON))


def shooting(*dice: str, names: tuple[str, ...] = NAMES, accuracy: int = 12, **options: OptionValue) -> Table:
    """A match in which all have chosen the same accuracy, and the first player is the shooter."""
    table = begun(*dice, names=names, **options)
    for name in names:
        table = table.letter(name, f"accuracy {accuracy}")
    return table
