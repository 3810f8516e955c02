"""What happened: the kinds of event that every match has, whatever its game.

The journal of a match is a list of events. Some are *facts* from outside (a seat taken, orders filed,
a deadline passed); the others, all of them a game's own, are *consequences* that the rules drew from
the facts. Names and fields are for ever: old journals hold them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from processor.core.calendar import Rule
from processor.core.dice import Roll, mixed
from processor.core.life import Shade, Why
from processor.core.money import Movement
from processor.core.orders import Order


@dataclass(frozen=True)
class Event:
    """One entry of a journal. Every kind of event derives from it.

    An event that rests on thrown dice has them in a field ``rolls: tuple[Roll, ...]``, and one that moves money
    says how in a field ``movements: tuple[Movement, ...]``.
    """


@dataclass(frozen=True)
class MatchOpened(Event):
    """The GM opened a match for sign-up."""

    code: str
    game: str
    title: str
    commitment: str
    rule: Rule
    zone: str
    fewest_seats: int
    most_seats: int
    sign_up_until: datetime | None = None
    options: Mapping[str, str | int | bool] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatTaken(Event):
    """A player took a seat. ``name`` is what the others see; the dice drew it if the player gave none."""

    seat: int
    player: int
    name: str
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class SeatLeft(Event):
    """A player left: before the start the seat is free again, after it the game decides what that means."""

    seat: int


@dataclass(frozen=True)
class DiceGiven(Event):
    """The GM threw dice by hand: faces by roll name, and the words they were given in."""

    faces: Mapping[str, int]
    words: str


@dataclass(frozen=True)
class MatchStarted(Event):
    """Play begins; the game's opening events follow."""


@dataclass(frozen=True)
class DeadlineSet(Event):
    """The coming turn closes at ``due``. A later one for the same turn replaces it.

    ``but_for`` the vacations that it was put off for, it would have been then; journals from before do not tell.
    """

    turn: int
    due: datetime
    but_for: datetime | None = None


@dataclass(frozen=True)
class OrdersFiled(Event):
    """What stands for a seat from now on: the whole of it, not the difference."""

    seat: int
    orders: tuple[Order, ...]


@dataclass(frozen=True)
class GmRuled(Event):
    """The GM told the game something that only a GM can: a death in the Dead Pool, a name that will not do."""

    orders: tuple[Order, ...]


@dataclass(frozen=True)
class MoneyPaid(Event):
    """A player's money went into the match; ``movements`` says how."""

    seat: int
    pence: int
    movements: tuple[Movement, ...]


@dataclass(frozen=True)
class SaltGiven(Event):
    """A player sent a word before the start, which is mixed into every roll."""

    seat: int
    word: str


@dataclass(frozen=True)
class NothingOrdered(Event):
    """A player said on purpose that there are no orders from them this turn."""

    seat: int


@dataclass(frozen=True)
class OrdersLate(Event):
    """Orders came from a seat after the deadline, while late ones still counted, and the game takes note of that.

    ``keys`` are those of the orders that were new or changed; journals from before that was noted have none.
    """

    seat: int
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class TurnExcused(Event):
    """The GM excused a seat from the turn that closes next: what is missing from it then costs nothing."""

    seat: int


@dataclass(frozen=True)
class SeatHandedOver(Event):
    """Another player takes a seat over, with everything that goes with it; its name at the table stays."""

    seat: int
    player: int


@dataclass(frozen=True)
class StandbyListed(Event):
    """A player without a seat stands by. Who ``waits`` gets the first seat that is free before play begins."""

    player: int
    waits: bool = False
    pseudonym: str | None = None


@dataclass(frozen=True)
class StandbyStruck(Event):
    """A player stands by no longer."""

    player: int


@dataclass(frozen=True)
class SettingChanged(Event):
    """The GM changed one of the house's settings of this match after it was opened."""

    name: str
    value: str | int | bool


@dataclass(frozen=True)
class DeadlineHeld(Event):
    """The deadline of the coming turn does not close by itself any more, until the GM says more."""

    turn: int
    why: Why
    at: datetime


@dataclass(frozen=True)
class DeadlineFreed(Event):
    """The GM lets a held deadline pass as it would have."""

    turn: int


@dataclass(frozen=True)
class WaitSaid(Event):
    """A player does not want the coming turn to be run early, or no longer minds."""

    seat: int
    waits: bool


@dataclass(frozen=True)
class LettersAwaited(Event):
    """A ruling has opened a turn again, which is not run early before each of these seats has written anew."""

    turn: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class SeatExcused(Event):
    """The GM asks nothing of a seat in the coming turn, or takes that back."""

    seat: int
    turn: int
    excused: bool


@dataclass(frozen=True)
class VacationTaken(Event):
    """A player is away from ``begins`` until ``ends``, which takes so many days of their allowance."""

    seat: int
    begins: datetime
    ends: datetime
    days: int


@dataclass(frozen=True)
class VacationCancelled(Event):
    """A player has no vacation after all: neither the present one nor those to come.

    ``at`` tells which days had passed by then; in journals from before they did not count.
    """

    seat: int
    at: datetime | None = None


@dataclass(frozen=True)
class PressSent(Event):
    """A player wrote press, to be printed with the results of the coming turn; ``byline`` is an invented name."""

    seat: int
    text: str
    shade: Shade
    byline: str = ""


@dataclass(frozen=True)
class PressTakenBack(Event):
    """A player took all their press for the coming turn back."""

    seat: int


@dataclass(frozen=True)
class PressStruck(Event):
    """The GM does not let a piece of press be printed; ``number`` counts all that was ever sent in the match."""

    seat: int
    number: int


@dataclass(frozen=True)
class TurnPreviewed(Event):
    """The GM saw what the coming turn would come to, and in it the ``dice`` of these names, which the seed makes."""

    turn: int
    dice: tuple[str, ...]


@dataclass(frozen=True)
class PointsGiven(Event):
    """The GM gave a seat points, or took some where they are less than nought."""

    seat: int
    points: int
    why: str


@dataclass(frozen=True)
class TurnClosed(Event):
    """The deadline of a turn passed; what the game makes of the order book follows."""

    turn: int


@dataclass(frozen=True)
class MatchClosed(Event):
    """The GM closed a running match before its natural end; what the game makes of that follows."""


@dataclass(frozen=True)
class MatchEnded(Event):
    """Nothing more will happen; seed and dice log are open to all."""


@dataclass(frozen=True)
class Told:
    """An event of the history that is in force, and the number of the journal's entry that it goes back to.

    What a ruling puts in goes back to the ruling, and what the rules make of a fact goes back to the fact.
    """

    number: int
    event: Event


@dataclass(frozen=True)
class RulingGiven(Event):
    """The GM ruled on a case, in these words. So many events of the history are ``kept``; then it goes on ``instead``.

    ``movements`` is the money that has to move since it came out otherwise. A roll-back ``reopens`` turns.
    """

    case: int
    words: tuple[str, ...]
    kept: int
    instead: tuple[Told, ...] = ()
    movements: tuple[Movement, ...] = ()
    reopens: tuple[int, ...] = ()


BESIDE_PLAY: tuple[type[Event], ...] = (
    StandbyListed,
    StandbyStruck,
    SettingChanged,
    DeadlineHeld,
    DeadlineFreed,
    WaitSaid,
    LettersAwaited,
    SeatExcused,
    VacationTaken,
    VacationCancelled,
    PressSent,
    PressTakenBack,
    PressStruck,
    TurnPreviewed,
)
"""Events that change the life of a match, and nothing in its play."""

HOUSE_EVENTS: tuple[type[Event], ...] = (
    MatchOpened,
    SeatTaken,
    SeatLeft,
    DiceGiven,
    MatchStarted,
    DeadlineSet,
    OrdersFiled,
    GmRuled,
    MoneyPaid,
    SaltGiven,
    NothingOrdered,
    OrdersLate,
    TurnExcused,
    PointsGiven,
    SeatHandedOver,
    *BESIDE_PLAY,
    TurnClosed,
    MatchClosed,
    MatchEnded,
    RulingGiven,
)


def salt_in(events: Iterable[Event]) -> str:
    """The salt that all words given so far make."""
    return mixed({event.seat: event.word for event in events if isinstance(event, SaltGiven)})


def is_fact(event: Event) -> bool:
    """Whether it came from outside, and is no consequence of what came before it."""
    return isinstance(event, HOUSE_EVENTS) and not isinstance(event, MatchEnded)


def history(journal: Iterable[Event]) -> tuple[Told, ...]:
    """The history in force: what a ruling told instead has taken the place of what it changed."""
    told: list[Told] = []
    for number, event in enumerate(journal, start=1):
        if isinstance(event, RulingGiven):
            told[event.kept :] = event.instead
        else:
            told.append(Told(number, event))
    return tuple(told)


def rolls_in(events: Iterable[Event]) -> tuple[Roll, ...]:
    """The dice log: every die that these events rest on, in the order they fell.

    A ruling lets the same dice fall again; they are the same, and stand there once.
    """
    fallen = (each for event in events for each in _and_instead(event))
    return tuple(dict.fromkeys(roll for event in fallen for roll in getattr(event, "rolls", ())))


def _and_instead(event: Event) -> tuple[Event, ...]:
    return tuple(told.event for told in event.instead) if isinstance(event, RulingGiven) else (event,)
