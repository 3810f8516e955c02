"""The match files: takes a match out of the journal, and puts a ruling into it."""

from collections.abc import Mapping
from dataclasses import dataclass

from processor.core.events import DeadlineSet, Event, MatchEnded, SeatLeft, SeatTaken, TurnClosed
from processor.core.match import Match, Phase, evolve, fold
from processor.core.ruling import Refusal, Ruling
from processor.core import referee
from processor.desk.house import Sitting
from processor.store import journal, matches, roster, schedule
from processor.store.journal import Entry
from processor.store.roster import Player


@dataclass(frozen=True)
class File:
    """A match as it stands, and the seed of its dice, which nobody may see before the end."""

    match: Match
    seed: bytes

    def __repr__(self) -> str:
        return f"File({self.match.code})"


def find(sitting: Sitting, code: str) -> File | None:
    """The match of that code, folded from its journal."""
    record = matches.find(sitting.store, code)
    if record is None:
        return None
    desk = sitting.desk
    known = desk.memo.get(record.code)
    new = journal.read(sitting.store, record.code, desk.codecs[record.game], after=known.events if known else 0)
    events = [entry.event for _, entry in new]
    match = known or fold(desk.games[record.game], [events.pop(0)])
    for event in events:
        match = evolve(match, event)
    desk.memo[record.code] = match
    return File(match, record.seed)


def decide(sitting: Sitting, file: File, instruction: referee.Instruction) -> tuple[File, Ruling] | Refusal:
    """Let the referee decide, and journal the ruling."""
    ruling = referee.decide(file.match, instruction, file.seed)
    if isinstance(ruling, Refusal):
        return ruling
    put(sitting, ruling, file.match.events)
    return File(ruling.match, file.seed), ruling


def put(sitting: Sitting, ruling: Ruling, events_before: int) -> None:
    """Append a ruling to the journal, and bring the tables that are looked up by into line with it."""
    if not ruling.events:
        return
    match, store = ruling.match, sitting.store
    codec = sitting.desk.codecs[match.game.name]
    entries = [Entry(event, sitting.now, sitting.by, sitting.letter) for event in ruling.events]
    journal.append(store, match.code, events_before + 1, entries, codec)
    for event in ruling.events:
        _note(sitting, match, event)
    matches.update(store, match.code, phase=match.phase.value, turn=match.turn)


def players(sitting: Sitting, match: Match) -> Mapping[int, Player]:
    """Who sits where."""
    found = {seat: roster.by_id(sitting.store, player) for seat, player in match.players.items()}
    return {seat: player for seat, player in found.items() if player is not None}


def _note(sitting: Sitting, match: Match, event: Event) -> None:
    store, code = sitting.store, match.code
    match event:
        case SeatTaken(seat=seat, player=player):
            roster.take_seat(store, code, seat, player)
            token = sitting.desk.token("seat", player, code)
            roster.issue_token(store, token, kind="seat", player=player, match=code)
        case SeatLeft(seat=seat) if match.phase is Phase.SIGN_UP:
            roster.leave_seat(store, code, seat)
        case DeadlineSet(turn=turn, due=due):
            schedule.set_deadline(store, code, turn, due, sitting.now)
        case TurnClosed(turn=turn):
            schedule.close(store, code, turn, sitting.now)
        case MatchEnded():
            schedule.drop(store, code)
        case _:
            pass
