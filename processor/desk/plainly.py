"""Says in plain words what a game made of things, from the names that the game itself gives to its events."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from processor.core.events import Event
from processor.core.game import Seat
from processor.core.money import MATCH, Movement, in_words, seat_account
from processor.mail.write import phrase

_NEW_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WHOSE = ("seat", "seats")


def plainly(event: Event, names: Mapping[int, str], said: Callable[[Any], str]) -> str:
    """What happened and to whom: "Inning played, Ann: inning 1; points 10". ``said`` tells values of other kinds."""
    told = {each.name: getattr(event, each.name) for each in fields(event)}
    who = ", ".join(_named(each, names) for name in _WHOSE for each in _many(told.pop(name, ())))
    kind = _NEW_WORD.sub(" ", type(event).__name__)
    head = kind[:1] + "".join(word if word.isupper() else word.lower() for word in re.split("( )", kind[1:]))
    told = {name: value for name, value in told.items() if value != who}
    tail = "; ".join(words for name, value in told.items() if (words := _field(name, value, names, said)))
    return ": ".join(each for each in (", ".join(each for each in (head, who) if each), tail) if each)


def _many(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _named(seat: Any, names: Mapping[int, str]) -> str:
    """The name of whoever sits there; what a game tells of a seat may also hold its name itself."""
    return names.get(seat, str(seat)) if isinstance(seat, int) else str(getattr(seat, "name", seat))


def _field(name: str, value: Any, names: Mapping[int, str], said: Callable[[Any], str]) -> str:
    """One of an event's fields; nothing of one that is empty or says no."""
    words = name.replace("_", " ")
    match value:
        case () | {} | "" | None | False:
            return ""
        case True:
            return words
        case tuple() if all(isinstance(each, Movement) for each in value):
            return ", ".join(moved(each, names) for each in value)
        case tuple() if all(isinstance(each, Seat) for each in value):
            return f"{words} {', '.join(each.name for each in value)}"
        case _ if name == "rolls":
            return f"dice {said(value)}"
        case _:
            return f"{words} {said(value)}"


def moved(movement: Movement, names: Mapping[int, str]) -> str:
    """How money moves, by the names of those whose it is."""
    accounts = {seat_account(seat): name for seat, name in names.items()} | {MATCH: phrase("the-pot")}
    payer, payee = (accounts.get(each, each) for each in (movement.payer, movement.payee))
    facts = {"pence": in_words(movement.pence), "payer": payer, "payee": payee, "why": movement.why}
    return phrase("money-goes", facts)
