"""What happened in a match, when, and by whose word: the journal, and the history that is in force."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from processor.core.events import (
    DeadlineFreed,
    DeadlineSet,
    Event,
    MatchEnded,
    MatchStarted,
    OrdersFiled,
    RulingGiven,
    SeatHandedOver,
    SeatTaken,
    SettingChanged,
    Told,
    TurnClosed,
    history,
)
from processor.core.match import Match, evolve, fold
from processor.desk.house import Sitting
from processor.store import inbox, journal
from processor.store.journal import Entry

_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Chronicle:
    """A journal and what it comes to. Entries are numbered from 1.

    ``opened`` is the match as it was opened, and ``arrivals`` tells when the letters came that closed turns.
    """

    opened: Match
    entries: tuple[Entry, ...]
    told: tuple[Told, ...]
    arrivals: Mapping[int, datetime]

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
    def started(self) -> datetime | None:
        """When play began, if it has."""
        return next((entry.at for entry in self.in_force if isinstance(entry.event, MatchStarted)), None)

    @property
    def ended(self) -> datetime | None:
        """When the match ended, if it has."""
        return next((entry.at for entry in self.in_force if isinstance(entry.event, MatchEnded)), None)

    def set_for(self, turn: int) -> datetime | None:
        """The deadline of a turn as it was set last, if it ever was."""
        dues = [each.event.due for each in self.told if isinstance(each.event, DeadlineSet) and each.event.turn == turn]
        return dues[-1] if dues else None

    def in_time(self, turn: int, arrived: datetime) -> bool:
        """Whether what arrived then came in time for a turn."""
        stop = self.stops.get(turn)
        return stop is None or arrived < stop

    @cached_property
    def stops(self) -> Mapping[int, datetime]:
        """From when on what came was too late for each turn, as far as that is known.

        That is at its deadline, with the grace that late orders had; or when it was no longer held, if that was later;
        or when it was closed before that, by hand or by the letter that was the last to be awaited.
        """
        stops: dict[int, datetime] = {}
        match, stop = self.opened, _NEVER
        for entry in list(self.in_force)[1:]:
            before, match = match, evolve(match, entry.event)
            match entry.event:
                case DeadlineSet() if match.closes:
                    stop = match.closes
                case SettingChanged() if match.closes:
                    stop = max(match.closes, min(stop, entry.at))  # a shorter grace takes back nothing that has come
                case DeadlineFreed() if match.closes:
                    stop = max(match.closes, entry.at)
                case TurnClosed(turn=turn):
                    stops[turn] = min(self._closed_by(entry), entry.at if before.is_held else stop)
                    stop = _NEVER
        if match.due and not match.is_held:
            stops[match.turn] = stop
        return stops

    def _closed_by(self, closing: Entry) -> datetime:
        """When a turn was closed: right behind the letter that did it, however much later that was opened."""
        arrived = self.arrivals.get(closing.letter or 0)
        return arrived + datetime.resolution if arrived else closing.at

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
    closed_by = [entry.letter for entry in entries if isinstance(entry.event, TurnClosed) and entry.letter]
    arrivals = inbox.arrivals(sitting.store, closed_by) if closed_by else {}
    return Chronicle(fold(match.game, [entries[0].event]), entries, history(entry.event for entry in entries), arrivals)
