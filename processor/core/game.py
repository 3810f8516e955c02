"""What a game is: one frozen record of pure functions over its own state, orders and events."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Generic, TypeVar

from processor.core.calendar import Rule
from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.odds import OddsTable
from processor.core.orders import Book, Checked, Complaint, Line, Order, Reading, Written

State = TypeVar("State")

OptionValue = str | int | bool
Options = Mapping[str, OptionValue]


@dataclass(frozen=True)
class Seat:
    """A place at the table: its number from 1 in order of joining, and the name the others see."""

    number: int
    name: str


@dataclass(frozen=True)
class Option:
    """A setting of a game that the GM may choose when opening a match.

    The type of ``default`` is the type of the option. ``choices`` lists the words allowed, if it is
    one of a few; ``at_least`` is the smallest number allowed; ``fits`` says whether a text will do. One that
    ``is_money`` is kept in whole pence, and said as a sum.
    """

    name: str
    default: OptionValue
    help: str
    choices: tuple[str, ...] = ()
    at_least: int | None = None
    fits: Callable[[str], bool] | None = None
    is_money: bool = False


PRESS_ALLOWED = ("off", "white", "grey", "anonymous")
"""What the setting ``press`` may be, from nothing to everything."""

HOUSE_OPTIONS = (
    Option("salt", False, "Whether players may send a word before the start that is mixed into every roll."),
    Option("early", False, "Whether a turn is run as soon as all its orders are in and nobody has said wait."),
    Option("cooling", 30, "How many minutes pass before a turn is run early."),
    Option("grace", 0, "For how many minutes after the deadline late orders still count."),
    Option(
        "vacation",
        "moves",
        "What a vacation does: it moves deadlines behind it, it excuses its player from them, or there is none.",
        ("moves", "excuses", "off"),
    ),
    Option("vacation_days", 14, "How many days of vacation a player has in a year."),
    Option("nmrs", 3, "After how many turns in a row without a word of a player the GM is told.", at_least=1),
    Option("press", "grey", "Which press is printed: each word allows those before it.", PRESS_ALLOWED),
)
"""Settings that every match has, whatever its game."""


@dataclass(frozen=True)
class Game(Generic[State]):
    """The rules of one game. Every function is pure: values in, values out.

    ``open``       the first events of a match: throws whatever is thrown at the start; among the options is
                   the match's ``zone``
    ``read``       orders in lines of free text, without knowing the position
    ``say``        an order in canonical form; ``read`` takes it back unchanged
    ``check``      what stands after these written orders, given what stood before
    ``owed``       what a seat must or may still send beside these orders, one short phrase each
    ``adjudicate`` what a turn makes of the order book
    ``evolve``     the state after an event; ``None`` before the first
    ``view``       what a seat may know, or what everybody may know; all that templates are given
    ``by_hand``    dice the GM threw by hand, from words such as "turn 3: 1,2,3,4,5", as faces by roll name
    ``resign``     the events of a player leaving a running match
    ``finish``     the events of the GM closing a running match before its natural end
    ``is_over``    whether the game has come to its end
    ``admit``      the events of a player joining while the match runs: none once it is too late, ``None`` where nobody
                   ever can

    What only some games need, each ``None`` where it is not:

    ``check_early``  what is kept, from orders sent while players still join, for the first turn
    ``may_begin``  what a seat may send that owes nothing, since it has not begun; one short phrase each
    ``may_pass``   whether a seat that has sent these orders may say that it sends nothing more; without it all may
    ``is_ready``   whether a turn closes at once with this order book, without waiting for its deadline
    ``is_timed``   whether the coming turn has a deadline; without it every turn has
    ``schedule``   the events of the coming turn getting a deadline, where the rules look at the calendar
    ``read_gm``    what only the GM can tell the game, in lines of free text
    ``check_gm``   what of that is possible now, given the order book, with a complaint for the rest
    ``rule``       the events of one thing that the GM told the game
    ``look_over``  what the GM should look over in a seat's orders before the deadline, in case something will not do
    ``stake``      the pence that every seat pays in when play begins, by the options of the match
    ``fee``        the pence that a seat's orders ask to be taken from its player's account now
    ``charge``     the pence that a seat has still to pay into the match, whoever asks for them
    ``receive``    the events of a seat's money coming in
    ``award``      the events of the GM giving a seat points, or taking some, and why, where the game has a score; none
                   where the seat has no score yet
    ``late``       the events of a seat's orders coming after the deadline while late ones still count, given what stood
                   for it by then; none where nothing was missing
    ``excuse``     the events of the GM excusing a seat from the coming deadline: what is then missing costs nothing
    ``missing_rule``  the number of the rule on what it costs to send nothing
    ``marks``      the points for bad sportsmanship that a match puts on the records of its players, by seat
    ``examples``   for orders that stand as examples in the hint of a complaint, what a seat could write instead in this
                   position
    ``odds``       the chances that can be told beforehand, exactly
    """

    name: str
    title: str
    fewest_seats: int
    most_seats: int
    orders: tuple[type[Order], ...]
    events: tuple[type[Event], ...]
    open: Callable[[Sequence[Seat], Options, Dice], tuple[Event, ...]]
    read: Callable[[Sequence[Line]], Reading]
    say: Callable[[Order], str]
    check: Callable[[State, int, tuple[Order, ...], Sequence[Written]], Checked]
    owed: Callable[[State, int, tuple[Order, ...]], tuple[str, ...]]
    adjudicate: Callable[[State, Book, Dice], tuple[Event, ...]]
    evolve: Callable[[State | None, Event], State]
    view: Callable[[State, int | None], Any]
    by_hand: Callable[[Sequence[Seat], str], Mapping[str, int] | Complaint]
    resign: Callable[[State, int], tuple[Event, ...]]
    finish: Callable[[State, Dice], tuple[Event, ...]]
    is_over: Callable[[State], bool]
    admit: Callable[[State, Seat], tuple[Event, ...]] | None = None
    check_early: Callable[[tuple[Order, ...], Sequence[Written]], Checked] | None = None
    may_begin: Callable[[State, int], tuple[str, ...]] | None = None
    may_pass: Callable[[State, int, tuple[Order, ...]], bool] | None = None
    is_ready: Callable[[State, Book], bool] | None = None
    is_timed: Callable[[State], bool] | None = None
    schedule: Callable[[State, datetime], tuple[Event, ...]] | None = None
    read_gm: Callable[[Sequence[Line]], Reading] | None = None
    check_gm: Callable[[State, Book, Sequence[Written], datetime], Checked] | None = None
    rule: Callable[[State, Order, Dice], tuple[Event, ...]] | None = None
    look_over: Callable[[Sequence[Order]], tuple[str, ...]] | None = None
    stake: Callable[[Options], int] | None = None
    fee: Callable[[State, int, tuple[Order, ...]], int] | None = None
    charge: Callable[[State, int], int] | None = None
    receive: Callable[[State, int, int], tuple[Event, ...]] | None = None
    award: Callable[[State, int, int, str], tuple[Event, ...]] | None = None
    late: Callable[[State, int, tuple[Order, ...], tuple[str, ...]], tuple[Event, ...]] | None = None
    excuse: Callable[[State, int], tuple[Event, ...]] | None = None
    missing_rule: Callable[[State], int] | None = None
    marks: Callable[[State], Mapping[int, int]] | None = None
    examples: Callable[[State, int, Complaint], Mapping[str, str]] | None = None
    odds: Callable[[], tuple[OddsTable, ...]] | None = None
    options: tuple[Option, ...] = ()
    pseudonyms: tuple[str, ...] = ()
    """Names for players who give none. A game that has them hides who is who until the end."""
    lasting: bool = False
    """Whether an order means in a later turn just what it meant in the one that it was written for."""
    unit: str = "turn"
    """What a deadline closes, in this game's own word."""
    usual_rule: Rule | None = None
    """When turns close if the GM says nothing of it when opening a match; without one the GM has to."""
    watches_silence: bool = False
    """Whether its own rules look after players who send nothing turn after turn, so that the house need not."""
    reminds_halfway: bool = False
    """Whether reminders go out when half of a turn's time is over and a day before its end, whatever the house does."""

    @property
    def throws_dice(self) -> bool:
        """Whether anything in this game rests on dice: some kind of its events has them."""
        return any(each.name == "rolls" for kind in self.events for each in fields(kind))
