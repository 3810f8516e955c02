"""Tells a match's journal line by line, as a stranger can follow it: what was noted when, and by whose word."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from typing import Any

from processor.core import calendar
from processor.core.dice import Roll
from processor.core.events import HOUSE_EVENTS, Event, RulingGiven, TurnClosed
from processor.core.match import Match
from processor.core.orders import Order
from processor.desk.answer import Section
from processor.desk.house import File, Sitting
from processor.desk.plainly import moved, plainly
from processor.desk.prose import names_in, sentence
from processor.desk.times import moment
from processor.mail.write import phrase
from processor.store import journal

MOST_DICE = 10


def log(sitting: Sitting, file: File, zone: str) -> Section:
    """The whole journal of a match, for the GM's eyes: it holds everybody's secrets."""
    match = file.match
    codec = sitting.desk.codecs[match.game.name]
    entries = journal.read(sitting.store, match.code, codec)
    names = names_in(entry.event for _, entry in entries)
    lines: list[str] = []
    ruled: dict[int, int] = {}
    for number, entry in entries:
        lines.append(phrase("log-line", {"number": number, "at": moment(entry.at, zone), "by": entry.by}))
        lines += [f"      {line}" for line in _logged(number, entry.event, match, names, zone)]
        if isinstance(entry.event, RulingGiven):
            lines += [f"      {line}" for line in _of_ruling(entry.event, ruled.get(entry.event.case), names)]
            ruled[entry.event.case] = number
    return Section(phrase("log-title", {"title": match.opened.title, "code": match.code}), "\n".join(lines))


def _logged(number: int, event: Event, match: Match, names: Mapping[int, str], zone: str) -> list[str]:
    """A sentence for what the house knows of; the game's own events in the words that it has for them."""
    if not isinstance(event, HOUSE_EVENTS):
        return [plainly(event, names, lambda value: _said(value, match))]
    said = sentence(event, match, names, zone)
    if not isinstance(event, RulingGiven):
        return [said]
    anew = (_logged(number, told.event, match, names, zone) for told in event.instead if told.number == number)
    return [said, *(line for lines in anew for line in lines)]


def _of_ruling(ruling: RulingGiven, earlier: int | None, names: Mapping[int, str]) -> Iterator[str]:
    """What else a ruling comes to: the earlier one whose place it takes, the turns told anew, the money that moves."""
    if earlier is not None:
        yield phrase("log-replaces", {"number": earlier})
    turns = ", ".join(str(told.event.turn) for told in ruling.instead if isinstance(told.event, TurnClosed))
    if turns:
        yield phrase("log-anew", {"turns": turns})
    yield from (phrase("log-money", {"what": moved(each, names)}) for each in ruling.movements)


def event_words(number: int, event: Event, match: Match) -> str:
    """An entry of a journal in a line: its kind and what it tells. Of a ruling only what it puts in."""
    if not isinstance(event, RulingGiven):
        return _named(event, match)
    new = "; ".join(_named(told.event, match) for told in event.instead if told.number == number)
    after = f"; new: {new}" if new else ""
    return f"{_named(replace(event, instead=()), match)}; told anew {len(event.instead)} events{after}"


def _named(event: Event, match: Match) -> str:
    said = "; ".join(f"{each.name} {_said(getattr(event, each.name), match)}" for each in _telling_fields(event))
    return f"{type(event).__name__}: {said}" if said else type(event).__name__


def _telling_fields(event: Event) -> Iterator[Any]:
    said = ((each, getattr(event, each.name)) for each in fields(event))
    return (
        each for each, value in said if value not in ((), {}, "") and (value is not None or each.default is not None)
    )


def _said(value: object, match: Match) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M:%S} UTC".replace(":00 UTC", " UTC")
        case Order():
            return f"“{match.game.say(value)}”"
        case tuple() if value and all(isinstance(each, Roll) for each in value):
            return _dice(value)
        case tuple():
            return f"[{', '.join(_said(each, match) for each in value)}]"
        case calendar.Weekly() | calendar.AfterLast() | calendar.OnDatesGiven():
            return calendar.say(value)
        case Mapping() if len(value) >= MOST_DICE or any("/" in str(key) for key in value):
            return f"of {len(value)}"
        case Mapping():
            return f"[{', '.join(f'{key} {_said(each, match)}' for key, each in value.items())}]"
        case _ if is_dataclass(value):
            return f"({', '.join(f'{each.name} {_said(getattr(value, each.name), match)}' for each in fields(value))})"
        case _:
            return str(value)


def _dice(rolls: tuple[Roll, ...]) -> str:
    """The faces of some dice; of many, only how many they are."""
    if len(rolls) > MOST_DICE:
        return f"{len(rolls)} dice"
    faces = " ".join(str(roll.face) for roll in rolls)
    return f"{faces} (by hand)" if all(roll.by_hand for roll in rolls) else faces
