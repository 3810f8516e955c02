"""A game so small that its rules are no distraction: each turn every player guesses one die."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from processor.core.dice import Dice, Roll
from processor.core.events import Event
from processor.core.game import Game, Options, Seat
from processor.core.orders import Book, Checked, Complaint, Line, Order, Reading, Written


@dataclass(frozen=True)
class Guess(Order):
    face: int

    @property
    def key(self) -> str:
        return "guess"


@dataclass(frozen=True)
class Began(Event):
    names: Mapping[int, str]
    turns: int


@dataclass(frozen=True)
class Thrown(Event):
    turn: int
    right: tuple[int, ...]
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class Left(Event):
    seat: int


@dataclass(frozen=True)
class Stopped(Event):
    pass


@dataclass(frozen=True)
class Table:
    names: Mapping[int, str] = field(default_factory=dict)
    turns: int = 3
    turn: int = 1
    points: Mapping[int, int] = field(default_factory=dict)
    stopped: bool = False


def open_(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
    return (Began({seat.number: seat.name for seat in seats}, int(options.get("turns", 3))),)


def read(lines: Sequence[Line]) -> Reading:
    found = [(line, re.fullmatch(r"guess (\w+)", line.text)) for line in lines]
    right = [Written(Guess(int(m[1])), line.number, line.text) for line, m in found if m and m[1] in "123456"]
    missed = [line for line, m in found if m and m[1] not in "123456"]
    wrong = [Complaint(line.number, line.text, "no-face", "Write: guess 4") for line in missed]
    return Reading(tuple(right), tuple(wrong))


def check(table: Table, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    if not fresh:
        return Checked(standing)
    last = fresh[-1].order
    return Checked((last,), (last,))


def owed(table: Table, seat: int, orders: Sequence[Order]) -> tuple[str, ...]:
    return () if orders else ("a guess",)


def adjudicate(table: Table, book: Book, dice: Dice) -> tuple[Event, ...]:
    die = dice.roll(f"toy/turn/{table.turn}")
    right = tuple(seat for seat, orders in book.items() if orders and orders[0] == Guess(die.face))
    return (Thrown(table.turn, right, (die,)),)


def evolve(table: Table | None, event: Event) -> Table:
    match event:
        case Began(names=names, turns=turns):
            return Table(names, turns, points=dict.fromkeys(names, 0))
        case Thrown(turn=turn, right=right):
            assert table
            gained = {seat: points + (seat in right) for seat, points in table.points.items()}
            return replace(table, turn=turn + 1, points=gained)
        case Left(seat=seat):
            assert table
            return replace(table, names={each: name for each, name in table.names.items() if each != seat})
        case _:
            assert table
            return replace(table, stopped=True)


def by_hand(seats: Sequence[Seat], words: str) -> Mapping[str, int] | Complaint:
    found = re.fullmatch(r"turn (\d+): ([1-6])", words)
    if not found:
        return Complaint(0, words, "dice", "Write: turn 1: 4")
    return {f"toy/turn/{found[1]}": int(found[2])}


def over(table: Table) -> bool:
    return table.stopped or table.turn > table.turns


def view(table: Table, seat: int | None) -> Any:
    return table


TOY: Game[Any] = Game(
    name="toy",
    title="Toy",
    fewest_seats=2,
    most_seats=3,
    orders=(Guess,),
    events=(Began, Thrown, Left, Stopped),
    open=open_,
    read=read,
    say=lambda order: f"guess {order.face}",  # type: ignore[attr-defined]
    check=check,
    owed=owed,
    adjudicate=adjudicate,
    evolve=evolve,
    view=view,
    by_hand=by_hand,
    resign=lambda table, seat: (Left(seat),),
    finish=lambda table, dice: (Stopped(),),
    is_over=over,
)
MASKED: Game[Any] = replace(TOY, pseudonyms=("Monty Hall", "Bob Barker", "Ann Other"))
