"""Rebuilds a match from its export: its journal is told again, entry by entry, as if it happened here at its times.

Before that the match is played again from its facts, and afterwards it is exported anew: unless both come out as the
document says, nothing is changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import msgspec

from processor.core.dice import commitment
from processor.core.events import Event, MatchOpened, RulingGiven
from processor.core.match import Match, Phase, evolve, fold
from processor.core.money import in_words
from processor.core.referee import HoldDeadline
from processor.core.ruling import Refusal, Ruling
from processor.desk import books, proof
from processor.desk.exporting import FORMAT, Exported, JournalLine, Numbers, PlayerLine, whole
from processor.desk.files import decide, find, plan_reminder, put
from processor.desk.house import Desk, File, Sitting
from processor.mail.write import phrase
from processor.store import cases, matches, moving, roster, schedule
from processor.store.faults import StoreFault

BY = "the import"
_UNFIT = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, StoreFault)
"""What comes of a document whose parts do not go together."""


class NotImported(Exception):
    """A document from which no match is made, and why."""


class DoesNotHold(NotImported):
    """A document that was changed or damaged after it was written."""


class NoSuchGame(NotImported):
    """A match of a game that is not played here."""


@dataclass(frozen=True)
class Told:
    """An export that holds: the events of its journal, and the match that they lead to."""

    document: Exported
    events: tuple[Event, ...]
    seed: bytes


def bring_in(desk: Desk, text: str, now: datetime) -> str:
    """Rebuild the match that a document tells, and say what has come. Raises ``NotImported``, and changes nothing."""
    document = _document(text)
    if document.game not in desk.games:
        raise NoSuchGame(phrase("import-no-game", {"game": document.game, "games": ", ".join(desk.games)}))
    with desk.database.reading() as store:
        if matches.find(store, document.match):
            raise NotImported(phrase("import-taken", {"code": document.match}))
    told = _checked(desk, document)
    with desk.sit(now, BY) as sitting:
        try:
            _rebuild(sitting, told)
            file = find(sitting, document.match)
            same = file is not None and _alike(sitting, file, document)
        except _UNFIT as fault:
            raise DoesNotHold(phrase("import-damaged", {"what": phrase("import-unfit")})) from fault
        if file is None or not same:
            raise DoesNotHold(phrase("import-damaged", {"what": phrase("import-otherwise")}))
        return _go_on(sitting, file, document)


def _document(text: str) -> Exported:
    """The document that a text is, if we can read it."""
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise NotImported(phrase("import-no-export")) from fault
    if not isinstance(plain, dict) or "match" not in plain:
        raise NotImported(phrase("import-no-export"))
    written = plain.get("format")
    if written is None:
        raise NotImported(phrase("import-public", {"code": str(plain["match"])}))
    if isinstance(written, int) and written > FORMAT:
        raise NotImported(phrase("import-newer", {"format": written, "known": FORMAT}))
    try:
        return msgspec.json.decode(text, type=Exported)
    except msgspec.MsgspecError as fault:
        raise DoesNotHold(phrase("import-damaged", {"what": str(fault)})) from fault


def _checked(desk: Desk, document: Exported) -> Told:
    """The events of a document, if playing the match again leads to the same."""
    codec = desk.codecs[document.game]
    try:
        seed = bytes.fromhex(document.seed)
        events = tuple(codec.load(each.kind, msgspec.json.encode(each.event).decode()) for each in document.journal)
        opened = events[0]
        if not isinstance(opened, MatchOpened) or (opened.code, opened.game) != (document.match, document.game):
            raise DoesNotHold(phrase("import-damaged", {"what": phrase("import-other-match")}))
        wrong = proof.faults(proof.of(seed, events, commitment(seed)), desk.games[document.game])
    except _UNFIT as fault:
        raise DoesNotHold(phrase("import-damaged", {"what": phrase("import-unfit")})) from fault
    if wrong:
        raise DoesNotHold(phrase("import-damaged", {"what": wrong[0]}))
    return Told(document, events, seed)


def _rebuild(sitting: Sitting, told: Told) -> None:
    """Enter the match with everything that belongs to it."""
    document, store, code = told.document, sitting.store, told.document.match
    opened, begun = told.events[0], document.journal[0].at
    zone = opened.zone if isinstance(opened, MatchOpened) else sitting.desk.house.zone
    matches.create(store, code, document.game, document.title, told.seed, zone, begun)
    numbers = _numbers_here(sitting, document)
    _tell_again(sitting, told, numbers)
    sent = [
        moving.Reminded(each.turn, seat, timedelta(seconds=distance))
        for each in document.deadlines
        for seat, distance in each.reminded
    ]
    kept = [msgspec.convert(_fields(each) | {"match": code}, schedule.Deadline) for each in document.deadlines]
    moving.restore_schedule(store, code, kept, sent)


def _numbers_here(sitting: Sitting, document: Exported) -> Numbers:
    """Know the players, letters and cases of a document: the numbers that they have in this house."""
    store = sitting.store
    people = {each.number: _player(sitting, each) for each in document.players}
    foreign = [
        moving.Digest(
            each.number, bytes.fromhex(each.fingerprint), each.message_id, each.arrived, each.size, each.sender
        )
        for each in document.letters
    ]
    letters = moving.know_letters(store, foreign)
    numbers = Numbers(people, letters, {})
    disputed = {}
    for each in document.cases:
        told = _fields(each) | {"player": people[each.player], "letter": numbers.letter(each.letter)}
        number = told.pop("number")
        disputed[number] = moving.enter_case(store, cases.Case(id=number, match=document.match, **told))
    return replace(numbers, cases=disputed)


def _player(sitting: Sitting, line: PlayerLine) -> int:
    """The player of that address. Who is known here keeps the name and the clocks that they have here."""
    store = sitting.store
    known = roster.by_address(store, line.address)
    player = known or roster.add_player(store, line.address, line.name, line.zone, confirmed=line.confirmed)
    return player.id


def _tell_again(sitting: Sitting, told: Told, numbers: Numbers) -> None:
    """Put each entry into the journal at its time, with all that follows from it for seats, money and deadlines."""
    game, before = sitting.desk.games[told.document.game], None
    events = tuple(numbers.event(event) for event in told.events)
    for size, (line, event) in enumerate(zip(told.document.journal, events, strict=True), start=1):
        is_new = before is None or isinstance(event, RulingGiven)
        match = fold(game, events[:size]) if is_new or before is None else evolve(before, event)
        put(_then(sitting, line, numbers), Ruling((event,), match), before)
        before = match


def _then(sitting: Sitting, line: JournalLine, numbers: Numbers) -> Sitting:
    return replace(sitting, now=line.at, by=line.by, letter=numbers.letter(line.letter))


def _alike(sitting: Sitting, file: File, document: Exported) -> bool:
    """Whether a document is told by what was made of it; of the players this house may have known more, or other."""
    coming = next((each.due for each in document.deadlines if each.turn == file.match.turn), None)
    return _impersonal(whole(sitting, file)) == _impersonal(document) and file.match.closes in (None, coming)


def _impersonal(document: Exported) -> Exported:
    people = (
        replace(each, address=each.address.casefold(), name="", zone="", confirmed=False) for each in document.players
    )
    return replace(document, players=tuple(people))


def _fields(line: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(line).items() if name != "reminded"}


# --- Going on here ----------------------------------------------------------------------------------------


def _go_on(sitting: Sitting, file: File, document: Exported) -> str:
    """Let the match be played on from here, and say what has come and what the GM should see to."""
    match = file.match
    facts = {"code": match.code, "title": match.opened.title, "entries": match.events}
    said = [phrase("imported", facts)]
    if document.cases:
        names = ", ".join(each.name for each in cases.of_match(sitting.store, match.code))
        said.append(phrase("imported-cases", {"names": names}))
    if match.phase is Phase.OVER:
        return "\n".join(said)
    if match.due:
        plan_reminder(sitting, match, match.due)
    if _is_past(sitting, match) and not isinstance(decide(sitting, file, HoldDeadline("outage", sitting.now)), Refusal):
        said.append(phrase("imported-late", {"code": match.code}))
    said += [phrase("imported-owing", {"names": names}) for names in [_owing(sitting, match)] if names]
    said.append(phrase("imported-next", {"code": match.code, "address": sitting.desk.house.address}))
    return "\n".join(said)


def _is_past(sitting: Sitting, match: Match) -> bool:
    """Whether the coming deadline passed while the match was in no house, so that its letters may be elsewhere."""
    return match.closes is not None and match.closes <= sitting.now and not match.is_held


def _owing(sitting: Sitting, match: Match) -> str:
    """Whose account is below nought here, since what they paid in before was paid in elsewhere."""
    people: Sequence[roster.Player] = list(roster.seated(sitting.store, match.code).values())
    owed = [(each, books.balance(sitting, each)) for each in people]
    return ", ".join(f"{each.name} {in_words(pence)}" for each, pence in owed if pence < 0)
