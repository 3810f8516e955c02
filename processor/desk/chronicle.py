"""What happened in a match, when, and by whose word: the journal, and the history that is in force."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from processor.core.events import (
    DeadlineSet,
    Event,
    MatchEnded,
    OrdersFiled,
    RulingGiven,
    SeatHandedOver,
    SeatTaken,
    Told,
    TurnClosed,
    history,
)
from processor.core.match import Match
from processor.desk.house import Sitting
from processor.store import journal
from processor.store.journal import Entry


@dataclass(frozen=True)
class Chronicle:
    """A journal and what it comes to. Entries are numbered from 1."""

    entries: tuple[Entry, ...]
    told: tuple[Told, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The journal's events, as they stand there."""
        return tuple(entry.event for entry in self.entries)

    @property
    def in_force(self) -> Iterator[Entry]:
        """The history in force: each event, and when and by whose word it came about."""
        for told in self.told:
            entry = self.entries[told.number - 1]
            yield Entry(told.event, entry.at, entry.by, entry.letter)

    @property
    def rulings(self) -> Iterator[tuple[RulingGiven, Entry]]:
        """The rulings of the GM, in the order in which they were given."""
        for entry in self.entries:
            if isinstance(entry.event, RulingGiven):
                yield entry.event, entry

    def seat_of(self, player: int) -> int | None:
        """Where a player sits, or sat last."""
        taken = [
            entry.event.seat
            for entry in self.entries
            if isinstance(entry.event, SeatTaken | SeatHandedOver) and entry.event.player == player
        ]
        return taken[-1] if taken else None

    def in_turn(self, turn: int) -> Iterator[Entry]:
        """What happened while a turn was open, its end included."""
        now = 1
        for entry in self.in_force:
            if now == turn:
                yield entry
            if isinstance(entry.event, TurnClosed):
                now = entry.event.turn + 1

    def closed(self, turn: int) -> datetime | None:
        """When a turn was closed, if it was."""
        return next((entry.at for entry in self.in_force if entry.event == TurnClosed(turn)), None)

    @property
    def ended(self) -> datetime | None:
        """When the match ended, if it has."""
        return next((entry.at for entry in self.in_force if isinstance(entry.event, MatchEnded)), None)

    def set_for(self, turn: int) -> datetime | None:
        """The deadline of a turn as it was set last, if it ever was."""
        dues = [each.event.due for each in self.told if isinstance(each.event, DeadlineSet) and each.event.turn == turn]
        return dues[-1] if dues else None

    def due(self, turn: int) -> datetime | None:
        """The deadline of a turn as it was set last; where it had none, when it was closed."""
        return self.set_for(turn) or self.closed(turn)

    def in_time(self, turn: int, arrived: datetime) -> bool:
        """Whether what arrived then came in time for a turn, or while one was open that closed before its deadline."""
        closed, due = self.closed(turn), self.due(turn)
        if closed is not None and (due is None or closed < due):
            return arrived <= closed
        return due is None or arrived < due

    def filed_by(self, letters: frozenset[int]) -> frozenset[int]:
        """The numbers of the entries by which these letters put orders on file."""
        return frozenset(
            number
            for number, entry in enumerate(self.entries, start=1)
            if isinstance(entry.event, OrdersFiled) and entry.letter in letters
        )


def chronicle(sitting: Sitting, match: Match) -> Chronicle:
    """The whole journal of a match."""
    codec = sitting.desk.codecs[match.game.name]
    entries = tuple(entry for _, entry in journal.read(sitting.store, match.code, codec))
    return Chronicle(entries, history(entry.event for entry in entries))
