"""Reads the head of a transcript: what holds for the house, and the matches that are set up before anything happens."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from processor.core.calendar import OnDate, at_wall
from processor.core.money import in_pence
from processor.core.text import folded
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.persons import known_zone, read_person
from processor.rehearsal.script import HouseHead, MatchHead, Person, Words
from processor.rehearsal.times import OnCalendar, amount, read_when

A_MONDAY = datetime(2027, 1, 4, 12, 0)  # noqa: DTZ001 - on the wall, whatever the zone
_CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d+")


@dataclass(frozen=True)
class Head:
    """One line of the head: its word, its value, and the indented lines below it."""

    line: int
    word: str
    value: str
    below: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Heads:
    """The head of a transcript."""

    house: HouseHead
    matches: tuple[MatchHead, ...]


@dataclass(frozen=True)
class _Draft:
    """What the lines read so far have set."""

    house_zone: str | None = None
    begins: Head | None = None
    believes_from: bool = True
    reminders: tuple[timedelta, ...] = ()
    people: tuple[Person, ...] = ()
    treasurer: Person | None = None
    credit_limit: int = 0
    printed: tuple[Words, ...] = ()
    matches: tuple[MatchHead, ...] = ()

    @property
    def zone(self) -> str:
        """The house's own zone, or that of its first match."""
        zones = (self.house_zone, *(match.zone for match in self.matches))
        return next((zone for zone in zones if zone), "UTC")


def read_head(lines: Sequence[Head]) -> Heads:
    """What the lines of a head say together."""
    draft = _Draft()
    for line in lines:
        draft = HEAD_WORDS[line.word](draft, line)
    _unmistakable(draft)
    house = HouseHead(
        zone=draft.zone,
        begins=_beginning(draft),
        believes_from=draft.believes_from,
        reminders=draft.reminders,
        people=draft.people,
        treasurer=draft.treasurer,
        credit_limit=draft.credit_limit,
        printed=_printed(draft),
    )
    return Heads(house, draft.matches)


# --- The house --------------------------------------------------------------------------------------------


def _zone(draft: _Draft, line: Head) -> _Draft:
    """The zone of the house above the first game, that of a match below it."""
    zone = known_zone(line.line, line.value)
    return _in_match(draft, line, zone=zone) if draft.matches else replace(draft, house_zone=zone)


def _begins(draft: _Draft, line: Head) -> _Draft:
    return replace(draft, begins=line)


def _believe(draft: _Draft, line: Head) -> _Draft:
    match line.value.casefold():
        case "from":
            return replace(draft, believes_from=True)
        case "proof":
            return replace(draft, believes_from=False)
        case _:
            raise BadTranscript(
                line.line,
                'write "believe from" if the sender of a letter is believed, or "believe proof" if an answer '
                "to one of our mails is needed.",
            )


def _reminders(draft: _Draft, line: Head) -> _Draft:
    distances = [amount(each) for each in line.value.split(",")]
    known = tuple(each for each in distances if each)
    if len(known) != len(distances):
        raise BadTranscript(line.line, 'write how long before the deadline, for instance "reminders 72h, 24h".')
    return replace(draft, reminders=known)


def _people(draft: _Draft, line: Head) -> _Draft:
    return replace(draft, people=(*draft.people, *_persons(line)))


def _treasurer(draft: _Draft, line: Head) -> _Draft:
    return replace(draft, treasurer=read_person(Words(line.line, line.value)))


def _credit(draft: _Draft, line: Head) -> _Draft:
    pence = in_pence(line.value)
    if pence is None:
        raise BadTranscript(line.line, 'write how much an account may owe, for instance "credit 2.00".')
    return replace(draft, credit_limit=pence)


def _print(draft: _Draft, line: Head) -> _Draft:
    names = [each.strip() for each in line.value.split(",")]
    return replace(draft, printed=tuple(Words(line.line, name) for name in names if name))


def _beginning(draft: _Draft) -> datetime:
    """When the transcript begins: on its own date, or on a Monday in January at noon."""
    if draft.begins is None:
        return at_wall(A_MONDAY, draft.zone)
    line = draft.begins.line
    match read_when(draft.begins.value):
        case OnCalendar(OnDate(day, month, year, weekday, at)) if year and at:
            day_meant = _existing(line, year, month, day)
        case _:
            raise BadTranscript(line, 'write the date with its year and the time: "begins 4 January 2027 12:00".')
    if weekday not in (None, day_meant.weekday()):
        raise BadTranscript(line, f"that day is a {day_meant:%A}. Please check the date.")
    return at_wall(datetime.combine(day_meant, at), draft.zone)


def _existing(line: int, year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as fault:
        raise BadTranscript(line, "there is no such day. Please check the date.") from fault


# --- The matches ------------------------------------------------------------------------------------------


def _game(draft: _Draft, line: Head) -> _Draft:
    name = line.value.casefold()
    if not name:
        raise BadTranscript(line.line, 'write which game is played, for instance "game choice".')
    return replace(draft, matches=(*draft.matches, MatchHead(line.line, name, f"{name}-1")))


def _code(draft: _Draft, line: Head) -> _Draft:
    code = line.value.casefold()
    if not _CODE.fullmatch(code):
        raise BadTranscript(line.line, 'a code is a word, a hyphen and a number, for instance "code choice-1".')
    return _in_match(draft, line, code=code)


def _title(draft: _Draft, line: Head) -> _Draft:
    return _in_match(draft, line, title=line.value)


def _seed(draft: _Draft, line: Head) -> _Draft:
    return _in_match(draft, line, seed=line.value)


def _deadline(draft: _Draft, line: Head) -> _Draft:
    return _in_match(draft, line, deadline=Words(line.line, line.value))


def _option(draft: _Draft, line: Head) -> _Draft:
    return _in_match(draft, line, options=(*_last(draft, line).options, Words(line.line, line.value)))


def _dice(draft: _Draft, line: Head) -> _Draft:
    words = (Words(line.line, line.value), *line.below)
    given = tuple(each for each in words if each.text)
    return _in_match(draft, line, dice=(*_last(draft, line).dice, *given))


def _seats(draft: _Draft, line: Head) -> _Draft:
    return _in_match(draft, line, seats=_persons(line))


HEAD_WORDS: Mapping[str, Callable[[_Draft, Head], _Draft]] = {
    "zone": _zone,
    "begins": _begins,
    "believe": _believe,
    "reminders": _reminders,
    "people": _people,
    "treasurer": _treasurer,
    "credit": _credit,
    "print": _print,
    "game": _game,
    "code": _code,
    "title": _title,
    "seed": _seed,
    "deadline": _deadline,
    "option": _option,
    "dice": _dice,
    "seats": _seats,
}
"""What a line of the head may begin with."""


def _in_match(draft: _Draft, line: Head, **values: object) -> _Draft:
    changed = replace(_last(draft, line), **values)  # type: ignore[arg-type]  # each caller names a field
    return replace(draft, matches=(*draft.matches[:-1], changed))


def _last(draft: _Draft, line: Head) -> MatchHead:
    if not draft.matches:
        raise BadTranscript(line.line, f'"{line.word}" is about a match. Please write "game NAME" above it.')
    return draft.matches[-1]


# --- Who is who --------------------------------------------------------------------------------------------


def _persons(line: Head) -> tuple[Person, ...]:
    """The people below a line, one to a line, or behind it with commas between."""
    behind = [Words(line.line, each.strip()) for each in line.value.split(",") if each.strip()]
    return tuple(read_person(each) for each in (*behind, *line.below))


def _printed(draft: _Draft) -> tuple[str, ...]:
    """The names below "print", each of which must be somebody's."""
    known = {folded(each.name): each.name for each in _everybody(draft)} | {"gm": "GM", "nobody": "nobody"}
    for words in draft.printed:
        if folded(words.text) not in known:
            raise BadTranscript(
                words.line, f'nobody here is called "{words.text}". There are {", ".join(known.values())}.'
            )
    return tuple(words.text for words in draft.printed)


def _everybody(draft: _Draft) -> tuple[Person, ...]:
    treasurer = (draft.treasurer,) if draft.treasurer else ()
    return (*draft.people, *treasurer, *(person for match in draft.matches for person in match.seats))


def _unmistakable(draft: _Draft) -> None:
    """A code names one match, and a name one person."""
    codes: dict[str, int] = {}
    for match in draft.matches:
        if match.code in codes:
            raise BadTranscript(match.line, f'two matches have the code {match.code}. Give this one its own: "code …".')
        codes[match.code] = match.line
    addresses: dict[str, str] = {}
    for person in _everybody(draft):
        if addresses.setdefault(folded(person.name), person.address) != person.address:
            raise BadTranscript(person.line, f"{person.name} has another address above. Please use another name.")
