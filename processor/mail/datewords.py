"""Makes dates, amounts and deadline rules of what the house's grammar found in the words for them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time
from math import prod
from typing import Any

from lark import Token, Transformer

from processor.core.calendar import (
    END_OF_DAY,
    MONTHS,
    WEEKDAYS,
    AfterLast,
    Amount,
    InFigures,
    NextWeekday,
    OnDate,
    OnDatesGiven,
    OnWeekday,
    Phrase,
    Today,
    Tomorrow,
    Unit,
    Weekly,
    Within,
)
from processor.core.reading import number

_UNITS: dict[str, Unit] = {
    "s": "second",
    "m": "minute",
    "h": "hour",
    "d": "day",
    "w": "week",
    "f": "week",  # a fortnight is two of them
}


class DateWords(Transformer[Token, Any]):
    """One method for each rule of the grammar's parts on dates and deadlines."""

    def weekly(self, parts: Sequence[Any]) -> Weekly:
        *often, weekday, at = parts
        return Weekly(prod(map(_value, often)), _weekday(weekday), _clock(at))

    def interval(self, parts: Sequence[Token]) -> int:
        return prod(map(_value, parts))

    def after_last(self, parts: Sequence[Amount]) -> AfterLast:
        return AfterLast(parts[0])

    def on_dates_given(self, _: Sequence[Token]) -> OnDatesGiven:
        return OnDatesGiven()

    def amount(self, parts: Sequence[Token]) -> Amount:
        return Amount(prod(map(_value, parts)), _UNITS[parts[-1][0].casefold()])

    def phrase(self, parts: Sequence[Any]) -> Phrase:
        times = [_clock(part) for part in parts if isinstance(part, Token)]
        (day,) = (part for part in parts if not isinstance(part, Token))
        phrase: Phrase = replace(day, at=times[0]) if times else day
        return phrase

    def on_weekday(self, parts: Sequence[Token]) -> OnWeekday:
        return OnWeekday(_weekday(parts[0]))

    def next_weekday(self, parts: Sequence[Token]) -> NextWeekday:
        return NextWeekday(_weekday(parts[0]))

    def on_date(self, parts: Sequence[Token]) -> OnDate:
        said = {part.type.removesuffix("_BEHIND"): part for part in parts}
        return OnDate(
            number(said["DAY"].casefold().removeprefix("the ")),
            _place(said["MONTH"], MONTHS) + 1,
            int(said["YEAR"]) if "YEAR" in said else None,
            _weekday(said["WEEKDAY"]) if "WEEKDAY" in said else None,
        )

    def iso_date(self, parts: Sequence[Token]) -> OnDate:
        year, month, day = map(int, parts[0].split("-"))
        return OnDate(day, month, year)

    def in_figures(self, parts: Sequence[Token]) -> InFigures:
        first, second, *year = map(int, parts[0].split("/"))
        return InFigures(first, second, year[0] if year else None)

    def within(self, parts: Sequence[Amount]) -> Within:
        return Within(parts[0])

    def today(self, _: Sequence[Token]) -> Today:
        return Today()

    def tomorrow(self, _: Sequence[Token]) -> Tomorrow:
        return Tomorrow()


def count(token: str) -> int:
    """The value of a ``COUNT``: "a" is one."""
    return 1 if token.casefold() in ("a", "an") else number(token)


def _value(part: Token | int) -> int:
    """What a word contributes to a number of weeks or other units: "every other" is two, "fortnight" is two."""
    if not isinstance(part, Token):
        return part
    match part.type:
        case "COUNT":
            return count(part)
        case "OTHER":
            return 2
        case _:
            return 2 if part.casefold().startswith("fortnight") else 1


def _weekday(token: Token) -> int:
    return _place(token, WEEKDAYS)


def _place(token: Token, names: Sequence[str]) -> int:
    """Which of the names begins like the word."""
    return next(place for place, name in enumerate(names) if name[:3].casefold() == token[:3].casefold())


def _clock(token: Token) -> time:
    """A time of day from "20:00", "8pm", "8.30 p.m.", "noon" or "midnight"."""
    word = token.casefold()
    if word == "midnight":
        return END_OF_DAY
    if word in ("noon", "midday"):
        return time(12)
    figures = word.rstrip(" apm.")
    hour, _, minute = figures.replace(".", ":").partition(":")
    if figures == word:
        return time(int(hour), int(minute))
    return time(int(hour) % 12 + (12 if "p" in word else 0), int(minute or 0))
