"""Reads what the GM tells: names that will not do, deaths, and that the winner is confirmed."""

import re
from collections.abc import Callable, Sequence
from datetime import date, time

from lark import Token, Tree

from processor.core.calendar import MONTHS, WEEKDAYS, zone_named
from processor.core.calendar.clocks import said, said_day
from processor.core.orders import Complaint, Line, Order, Reading, Written
from processor.core.reading import Grammar, Misread
from processor.games.deadpool.names import key, printed
from processor.games.deadpool.orders import WORDS, AllowPick, ConfirmOutcome, RefusePick, ReportAlive, ReportDeath, Why

_GRAMMAR = Grammar("deadpool", "gm.lark", start=("said",), vocabulary={})
_OPENING = re.compile(
    r"(?P<word>refuse|allow|death|alive|confirm)(?:$|[ :](?!me\b|us\b))"
    r"|.+? (?P<dead>died) (?=on |\d)"
    r"|.+? is (?:still )?alive",
    re.IGNORECASE,
)
_WHY: dict[str, Why] = {"NOT_LIVING": "not living", "NOT_HUMAN": "not human", "NOT_KNOWN": "not well known"}
_SOURCE = re.compile(r"(?:sources?|according to|(?:as )?reported (?:by|in)|see) ?:? ?", re.IGNORECASE)
_ENDING = re.compile(r"[ .!]*(?:(?:please|thanks|thank you)[ .!]*)?$", re.IGNORECASE)

Fault = tuple[str, dict[str, object]]
"""The label of a hint and the facts in it."""

Fields = dict[str, list[Token]]
"""The tokens of each field of the grammar that a line has."""


def read_gm(lines: Sequence[Line]) -> Reading:
    """The GM's words for this game in some lines; what begins like none of them is left alone."""
    made = [each for line in lines if (each := _read(line))]
    return Reading(
        tuple(each for each in made if isinstance(each, Written)),
        tuple(each for each in made if isinstance(each, Complaint)),
    )


def _read(line: Line) -> Written | Complaint | None:
    opening = _OPENING.match(line.text)
    if opening is None:
        return None
    word = (opening["word"] or ("death" if opening["dead"] else "alive")).casefold()
    tree = _GRAMMAR.read(_ENDING.sub("", line.text), "said")
    made = (word, {}) if isinstance(tree, Misread) else _made(word, tree)
    if isinstance(made, Order):
        return Written(made, line.number, line.text)
    reason, facts = made
    return WORDS.to_gm(reason, line.number, line.text, **facts)


def _made(word: str, tree: Tree[Token]) -> Order | Fault:
    fields = _fields(tree)
    is_nameless = "name" in fields and not key(_name(fields))
    return (word, {}) if is_nameless else _MAKERS[str(tree.data)](fields)


def _fields(tree: Tree[Token]) -> Fields:
    parts = [part for part in tree.children if isinstance(part, Tree)]
    return {str(part.data): [token for token in part.children if isinstance(token, Token)] for part in parts}


def _name(fields: Fields) -> str:
    return printed(fields["name"][0])


def _refuse(fields: Fields) -> Order | Fault:
    return RefusePick(_name(fields), _WHY[fields["why"][0].type])


def _death(fields: Fields) -> Order | Fault:
    name = _name(fields)
    day = _day(name, fields["day"])
    if not isinstance(day, date):
        return day
    words = fields["zone"][0].strip("()") if "zone" in fields else ""
    zone = zone_named(words) if words else ""
    if zone is None:
        return "no-such-zone", {"zone": words}
    at = _clock(fields["clock"][0]) if "clock" in fields else None
    source = _SOURCE.sub("", fields["source"][0], count=1) if "source" in fields else ""
    return ReportDeath(name, day, at, zone, source)


def _day(name: str, tokens: Sequence[Token]) -> date | Fault:
    """The day that is meant, if there is no doubt about it: this game's dates lie behind us, and no year is guessed."""
    said_so = {token.type: str(token) for token in tokens}
    if "FIGURES" in said_so:
        return "in-figures", {"name": name, "found": said_so["FIGURES"]}
    if "ISO_DATE" in said_so:
        year, month, day = map(int, said_so["ISO_DATE"].split("-"))
    else:
        month = _place(said_so["MONTH"], MONTHS) + 1
        day = int(re.sub(r"\D", "", said_so["DAY"]))
        if "YEAR" not in said_so:
            return "no-year", {"name": name, "day": said(day, month)}
        year = int(said_so["YEAR"])
    try:
        found = date(year, month, day)
    except ValueError:
        in_words = said(day, month, year) if 0 < month <= len(MONTHS) else said_so["ISO_DATE"]
        return "no-such-day", {"day": in_words}
    if "WEEKDAY" in said_so and _place(said_so["WEEKDAY"], WEEKDAYS) != found.weekday():
        return "wrong-weekday", {"day": said(day, month, year), "weekday": said_day(found).split()[0]}
    return found


def _place(word: str, names: Sequence[str]) -> int:
    return next(place for place, name in enumerate(names) if name[:3].casefold() == word[:3].casefold())


def _clock(word: str) -> time:
    """A time of day from "12:30", "12:30:15", "8pm", "8.30 p.m." or "noon"."""
    if word.casefold() in ("noon", "midday"):
        return time(12)
    hour, minute, second = [*map(int, re.findall(r"\d+", word)), 0, 0][:3]
    if word[-1].isdigit():
        return time(hour, minute, second)
    return time(hour % 12 + (12 if "p" in word.casefold() else 0), minute)


_MAKERS: dict[str, Callable[[Fields], Order | Fault]] = {
    "refuse": _refuse,
    "allow": lambda fields: AllowPick(_name(fields)),
    "death": _death,
    "alive": lambda fields: ReportAlive(_name(fields)),
    "confirm": lambda _: ConfirmOutcome(),
}
