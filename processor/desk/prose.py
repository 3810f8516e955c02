"""Says in a sentence what happened beside the game itself: for the GM's log and for the history of a player."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from processor.core import calendar
from processor.core.events import (
    DeadlineFreed,
    DeadlineHeld,
    DeadlineSet,
    DiceGiven,
    Event,
    LettersAwaited,
    MatchClosed,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    OrdersFiled,
    SeatExcused,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    SettingChanged,
    TurnClosed,
    TurnPreviewed,
    WaitSaid,
)
from processor.core.match import Match, Phase
from processor.core.money import in_words
from processor.core.orders import Order
from processor.desk.times import moment
from processor.mail.write import phrase

OPEN_TO_ALL: tuple[type[Event], ...] = (
    MatchOpened,
    SeatTaken,
    SeatLeft,
    SeatHandedOver,
    DiceGiven,
    MatchStarted,
    DeadlineSet,
    DeadlineHeld,
    DeadlineFreed,
    LettersAwaited,
    SettingChanged,
    TurnPreviewed,
    TurnClosed,
    MatchClosed,
    MatchEnded,
)
"""What everybody in a match may know as soon as it happens. Of the other kinds a player knows their own."""


def may_know(event: Event, seat: int | None, match: Match) -> bool:
    """Whether whoever has that seat may know of an event.

    That somebody has left a running match is for its game to tell, in the results: in some it is a secret to the end.
    """
    is_own = seat is not None and getattr(event, "seat", None) == seat
    has_left_play = isinstance(event, SeatLeft) and event.seat in match.resigned
    return match.phase is Phase.OVER or is_own or (isinstance(event, OPEN_TO_ALL) and not has_left_play)


def names_in(events: Iterable[Event]) -> Mapping[int, str]:
    """The names at the table by seat, also of those who have left."""
    return {event.seat: event.name for event in events if isinstance(event, SeatTaken)}


def sentence(event: Event, match: Match, names: Mapping[int, str], zone: str) -> str:
    """What happened, as a stranger can follow it."""
    said = {each.name: _words(each.name, getattr(event, each.name), match, names, zone) for each in fields(event)}
    words = phrase(label_of(event), {"unit": match.game.unit, "number": getattr(event, "seat", 0), **said})
    return words[:1].upper() + words[1:]


def label_of(event: Event) -> str:
    """The phrase that tells of an event."""
    kind = f"event-{type(event).__name__}"
    match event:
        case OrdersFiled(orders=()) | WaitSaid(waits=False) | SeatExcused(excused=False):
            return f"{kind}-not"
        case DeadlineHeld(why=why):
            return f"{kind}-{why}"
        case _:
            return kind


def _words(name: str, value: Any, match: Match, names: Mapping[int, str], zone: str) -> str:
    match value:
        case int() if name == "seat":
            return names.get(value, str(value))
        case int() if name == "pence":
            return in_words(value)
        case bool():
            return "on" if value else "off"
        case datetime():
            return moment(value, zone)
        case calendar.Weekly() | calendar.AfterLast() | calendar.OnDatesGiven():
            return calendar.say(value)
        case tuple():
            return "; ".join(match.game.say(each) if isinstance(each, Order) else str(each) for each in value)
        case _:
            return str(value)
