"""When something in a transcript happens: a date, a time of day, so long after what stands above, or by a deadline."""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from processor.core.calendar import MONTHS, WEEKDAYS, OnDate, OnWeekday, Phrase, Refusal, Today, Tomorrow, resolve

EXAMPLES = '"Friday 8 January 2027, 20:00", "20:00", "+2h", "3 days later" or "2 hours before the deadline"'
A_MOMENT = timedelta(seconds=1)
TEN_YEARS = timedelta(days=3653)

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_FILLERS = re.compile(r"\b(?:on|at|the|of|then)\b|[,.]", re.IGNORECASE)
_AMOUNT = re.compile(
    r"(\d{1,5}|an?|one)\s*(s|m|h|d|w|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?)\b(?:\s*(?:and\s+)?)?",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"(?:(?P<amount>.+?) (?P<side>before|after)|at) the deadline(?: of (?P<code>[\w-]+))?", re.IGNORECASE
)
_LATER = re.compile(r"\+\s*(.+)|(.+?) later", re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?")
_YEAR = re.compile(r"\b(\d{4})\b")
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\b")


@dataclass(frozen=True)
class Later:
    """So long after what stands above."""

    by: timedelta


@dataclass(frozen=True)
class AroundDeadline:
    """At the coming deadline, or so long before or after it."""

    by: timedelta
    code: str | None = None


@dataclass(frozen=True)
class OnCalendar:
    """A date, a weekday or a time of day, by the clocks of the transcript's zone."""

    phrase: Phrase


When = Later | AroundDeadline | OnCalendar


def read_when(words: str) -> When | None:
    """What the words mean, or ``None`` if they mean no time."""
    words = " ".join(words.split()).strip(" ,.")
    if around := _AROUND.fullmatch(words):
        by = amount(around["amount"]) if around["amount"] else timedelta()
        sign = -1 if (around["side"] or "").casefold() == "before" else 1
        return None if by is None else AroundDeadline(sign * by, around["code"])
    if later := _LATER.fullmatch(words):
        by = amount(later[1] or later[2])
        return None if by is None else Later(by)
    phrase = _calendar(words)
    return None if phrase is None else OnCalendar(phrase)


def amount(words: str) -> timedelta | None:
    """A length of time: "2h", "1 day 6 hours", "90 seconds"; none that outlasts every match."""
    total, rest = timedelta(), words.strip()
    if not rest:
        return None
    while rest:
        found = _AMOUNT.match(rest)
        if not found:
            return None
        number = int(found[1]) if found[1].isdigit() else 1
        total += timedelta(**{_UNITS[found[2][0].casefold()]: number})
        rest = rest[found.end() :]
    return total if total <= TEN_YEARS else None


def on_calendar(phrase: Phrase, after: datetime, zone: str) -> datetime | Refusal:
    """The first such moment that is not before ``after``."""
    just_before = after - A_MOMENT
    if isinstance(phrase, Today) and isinstance(resolve(phrase, just_before, zone), Refusal):
        phrase = Tomorrow(phrase.at)
    return resolve(phrase, just_before, zone)


def _calendar(words: str) -> Phrase | None:
    """A time of day with or without a day before or behind it."""
    clock = _CLOCK.search(words)
    at = _time(clock) if clock else None
    if clock is None or at is None:
        return None
    rest = words[: clock.start()] + " " + words[clock.end() :]
    year, rest = _taken(_YEAR, _FILLERS.sub(" ", rest))
    names = [word.casefold() for word in rest.split() if word.isalpha()]
    day, rest = _taken(_DAY, rest)
    weekday, names = _named(WEEKDAYS, names)
    month, names = _named(MONTHS, names)
    figures_left = any(character.isdigit() for character in rest)
    if names or figures_left or (day is None) != (month is None) or (year and day is None):
        return None
    if day is None or month is None:
        return Today(at) if weekday is None else OnWeekday(weekday, at)
    return OnDate(day, month + 1, year, weekday, at)


def _taken(pattern: re.Pattern[str], words: str) -> tuple[int | None, str]:
    """The number that the pattern finds, and the words without it."""
    found = pattern.search(words)
    if found is None:
        return None, words
    return int(found[1]), words[: found.start()] + " " + words[found.end() :]


def _named(among: tuple[str, ...], words: list[str]) -> tuple[int | None, list[str]]:
    """Which of these names one of the words is or begins, and the other words."""
    for word in words:
        for number, name in enumerate(among):
            if len(word) >= 3 and name.casefold().startswith(word):
                return number, [each for each in words if each != word]
    return None, words


def _time(found: re.Match[str]) -> time | None:
    try:
        return time(int(found[1]), int(found[2]), int(found[3] or 0))
    except ValueError:
        return None
