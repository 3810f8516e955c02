"""A match as a document: everything that is needed to rebuild it elsewhere, or what everybody may know of it.

Players, letters and cases are numbered within the document, for the numbers that they have in a house mean nothing in
another one.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec

from processor.core.events import Event, RulingGiven, SeatHandedOver, SeatTaken, StandbyListed, StandbyStruck
from processor.core.game import OptionValue
from processor.core.match import Match, Phase
from processor.desk.chronicle import Chronicle, chronicle
from processor.desk.house import File, Sitting
from processor.store import cases, moving, roster
from processor.store.cases import Case
from processor.store.codec import dump
from processor.store.ledger import Booking

FORMAT = 1
"""Counts up when an export is written so that an older Turnpost could not read it."""
PLAYER = "player/"


@dataclass(frozen=True)
class PlayerLine:
    """Somebody who has, or once had, to do with the match; ``seat`` is where they sit now."""

    number: int
    address: str
    name: str
    zone: str
    confirmed: bool
    seat: int | None


@dataclass(frozen=True)
class LetterLine:
    """What a letter is known by; it stays in the house that it came to."""

    number: int
    fingerprint: str
    message_id: str
    arrived: datetime
    size: int
    sender: str


@dataclass(frozen=True)
class JournalLine:
    """An entry of the journal: when, by whose word and by which letter what happened."""

    number: int
    at: datetime
    by: str
    letter: int | None
    kind: str
    event: dict[str, Any]


@dataclass(frozen=True)
class LedgerLine:
    """Pence that an entry of the journal moved, which is named by its ``cause``."""

    cause: str
    number: int
    payer: str
    payee: str
    pence: int
    why: str
    at: datetime
    letter: int | None


@dataclass(frozen=True)
class CaseLine:
    """A dispute and how far it has come."""

    number: int
    turn: int
    player: int
    letter: int | None
    words: str
    opened: datetime
    status: cases.Status
    proposal: str
    proposed_at: int
    ruling: int | None
    closed: datetime | None


@dataclass(frozen=True)
class DeadlineLine:
    """A deadline and what became of it; ``reminded`` are the seats, and how many seconds before it that was."""

    turn: int
    due: datetime
    status: str
    reason: str
    closed_at: datetime | None
    set_at: datetime | None
    reminded: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Exported:
    """The whole document."""

    format: int
    match: str
    game: str
    title: str
    phase: str
    turn: int | None
    due: datetime | None
    commitment: str
    options: dict[str, OptionValue]
    seats: dict[int, str]
    seed: str
    players: tuple[PlayerLine, ...]
    letters: tuple[LetterLine, ...]
    journal: tuple[JournalLine, ...]
    ledger: tuple[LedgerLine, ...]
    cases: tuple[CaseLine, ...]
    deadlines: tuple[DeadlineLine, ...]


@dataclass(frozen=True)
class Numbers:
    """The numbers by which players, letters and cases go on one side, and by which they go on the other."""

    players: Mapping[int, int]
    letters: Mapping[int, int]
    cases: Mapping[int, int]

    def letter(self, number: int | None) -> int | None:
        return None if number is None else self.letters[number]

    def account(self, name: str) -> str:
        """A name of the ledger; the players' accounts go by their numbers."""
        return f"{PLAYER}{self.players[int(name.removeprefix(PLAYER))]}" if name.startswith(PLAYER) else name

    def event(self, event: Event) -> Event:
        """The same event with the other numbers in it."""
        match event:
            case SeatTaken() | SeatHandedOver() | StandbyListed() | StandbyStruck():
                return replace(event, player=self.players[event.player])
            case RulingGiven():
                instead = tuple(replace(told, event=self.event(told.event)) for told in event.instead)
                return replace(event, case=self.cases[event.case], instead=instead)
            case _:
                return event


def as_json(document: object) -> str:
    """A document as text that people can look into."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def whole(sitting: Sitting, file: File) -> Exported:
    """Everything about a match, its secrets included: for the GM's eyes alone."""
    match, store = file.match, sitting.store
    happened = chronicle(sitting, match)
    disputed, booked = cases.of_match(store, match.code), moving.bookings_of(store, match.code)
    numbers = _numbers(happened, disputed, booked)
    return Exported(
        FORMAT,
        **_head(match),
        seed=file.seed.hex(),
        players=_players(sitting, match, numbers),
        letters=_letters(sitting, numbers),
        journal=_journal(happened, numbers),
        ledger=tuple(_ledger_line(each, numbers) for each in booked),
        cases=tuple(_case_line(each, numbers) for each in disputed),
        deadlines=_deadlines(sitting, match),
    )


def public(sitting: Sitting, file: File) -> dict[str, Any]:
    """What everybody may know of a match: until its end neither its journal nor its seed."""
    match = file.match
    document = _head(match)
    if match.state is not None:
        document["view"] = match.game.view(match.state, None)
    if match.phase is Phase.OVER:
        document["seed"] = file.seed.hex()
        happened = chronicle(sitting, match)
        disputed, booked = cases.of_match(sitting.store, match.code), moving.bookings_of(sitting.store, match.code)
        document["journal"] = _journal(happened, _numbers(happened, disputed, booked))
    return document


def as_fields(event: Event) -> dict[str, Any]:
    """An event for a reader of JSON: its kind and its fields."""
    return {"kind": type(event).__name__, "event": json.loads(dump(event))}


def _head(match: Match) -> dict[str, Any]:
    return {
        "match": match.code,
        "game": match.game.name,
        "title": match.opened.title,
        "phase": match.phase.value,
        "turn": match.turn or None,
        "due": match.due,
        "commitment": match.opened.commitment,
        "options": dict(match.options),
        "seats": {number: seat.name for number, seat in match.seats.items()},
    }


def _numbers(happened: Chronicle, disputed: tuple[Case, ...], booked: tuple[Booking, ...]) -> Numbers:
    """Number players, letters and cases from 1, in the order in which they come up."""
    accounts = [name for each in booked for name in (each.payer, each.payee) if name.startswith(PLAYER)]
    seated = [
        event.player
        for event in happened.events
        if isinstance(event, SeatTaken | SeatHandedOver | StandbyListed | StandbyStruck)
    ]
    people = [*seated, *(each.player for each in disputed), *(int(name.removeprefix(PLAYER)) for name in accounts)]
    by_letter = [
        *(entry.letter for entry in happened.entries),
        *(booking.letter for booking in booked),
        *(case.letter for case in disputed),
    ]
    letters = sorted({letter for letter in by_letter if letter is not None})
    return Numbers(_from_one(people), _from_one(letters), _from_one(each.id for each in disputed))


def _from_one(numbers: Iterable[int]) -> dict[int, int]:
    return {number: place for place, number in enumerate(dict.fromkeys(numbers), start=1)}


def _players(sitting: Sitting, match: Match, numbers: Numbers) -> tuple[PlayerLine, ...]:
    known = {player.id: player for player in roster.everybody(sitting.store)}
    return tuple(
        PlayerLine(place, each.address, each.name, each.zone, each.confirmed, match.seat_of(each.id))
        for each, place in ((known[number], place) for number, place in numbers.players.items())
    )


def _letters(sitting: Sitting, numbers: Numbers) -> tuple[LetterLine, ...]:
    return tuple(
        LetterLine(
            numbers.letters[each.id], each.fingerprint.hex(), each.message_id, each.arrived, each.size, each.sender
        )
        for each in moving.digests(sitting.store, numbers.letters.keys())
    )


def _journal(happened: Chronicle, numbers: Numbers) -> tuple[JournalLine, ...]:
    return tuple(
        JournalLine(number, entry.at, entry.by, numbers.letter(entry.letter), **as_fields(numbers.event(entry.event)))
        for number, entry in enumerate(happened.entries, start=1)
    )


def _ledger_line(booking: Booking, numbers: Numbers) -> LedgerLine:
    payer, payee = numbers.account(booking.payer), numbers.account(booking.payee)
    letter = numbers.letter(booking.letter)
    return LedgerLine(booking.cause, booking.number, payer, payee, booking.pence, booking.why, booking.at, letter)


def _case_line(case: Case, numbers: Numbers) -> CaseLine:
    told = {name: value for name, value in vars(case).items() if name not in ("id", "match")}
    told |= {"player": numbers.players[case.player], "letter": numbers.letter(case.letter)}
    return CaseLine(numbers.cases[case.id], **told)


def _deadlines(sitting: Sitting, match: Match) -> tuple[DeadlineLine, ...]:
    sent = moving.reminded(sitting.store, match.code)
    return tuple(
        DeadlineLine(
            **{name: value for name, value in vars(each).items() if name != "match"},
            reminded=tuple((one.seat, int(one.distance.total_seconds())) for one in sent if one.turn == each.turn),
        )
        for each in moving.deadlines_of(sitting.store, match.code)
    )
