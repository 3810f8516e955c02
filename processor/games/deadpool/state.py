"""Where a match of the Dead Pool stands: the fold of its events, and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeVar

from processor.core.events import Event
from processor.games.deadpool import events as e
from processor.games.deadpool.names import key
from processor.games.deadpool.orders import Why

T = TypeVar("T")

Place = Literal["signed up", "playing", "unpaid", "no nomination", "left"]
Ending = Literal["won", "void", "closed"]


@dataclass(frozen=True)
class Entrant:
    """A player: what they have paid, and once entries are printed, whom they named."""

    seat: int
    name: str
    paid: int = 0
    place: Place = "signed up"
    picks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refused:
    """A name that the GM does not accept."""

    name: str
    why: Why


@dataclass(frozen=True)
class Death:
    """A death as it was reported. Reports that came while entries were open are early by themselves."""

    name: str
    earliest: datetime
    latest: datetime
    source: str
    is_early: bool


@dataclass(frozen=True)
class State:
    """A match. ``entrants`` and ``entries`` hold seats, the latter in the order in which their fees were complete.

    ``refusals`` and ``deaths`` are kept by the key of the name, since nobody's picks are known before the deadline.
    """

    fee: int = 0
    fixed_start: datetime | None = None
    entry_due: datetime | None = None
    zone: str = "UTC"
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    in_full: tuple[int, ...] = ()
    refusals: Mapping[str, Refused] = field(default_factory=dict)
    deaths: Mapping[str, Death] = field(default_factory=dict)
    is_closed: bool = False
    ending: Ending | None = None
    winners: tuple[int, ...] = ()
    won_by: tuple[str, ...] = ()

    @property
    def start(self) -> datetime | None:
        """From when on a death counts: the instant that the GM gave, or else the entry deadline (rule 6)."""
        return self.fixed_start or self.entry_due

    @property
    def entries(self) -> tuple[Entrant, ...]:
        """Who was in the game when entries closed, the earliest first; players who have left are among them."""
        order = {seat: place for place, seat in enumerate(self.in_full)}
        made = [each for each in self.entrants.values() if each.picks]
        return tuple(sorted(made, key=lambda each: (order.get(each.seat, len(order)), each.seat)))

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Who is in the game now, the earliest entry first."""
        return tuple(each for each in self.entries if each.place == "playing")

    @property
    def pot(self) -> int:
        """What all entries have paid."""
        return sum(each.paid for each in self.entries)

    @property
    def picks(self) -> tuple[str, ...]:
        """All names in the game, each spelling once."""
        return tuple(dict.fromkeys(pick for each in self.playing for pick in each.picks))

    def lacks(self, seat: int) -> int:
        """The pence that are missing from a seat's fee."""
        entrant = self.entrants.get(seat)
        return max(0, self.fee - entrant.paid) if entrant else 0


def evolve(state: State | None, event: Event) -> State:
    """The state after an event; a match begins with an empty table."""
    state = state or State()
    match event:
        case e.PoolOpened(fee, start, zone):
            return replace(state, fee=fee, fixed_start=start, zone=zone)
        case e.EntrantAdmitted(seat, name):
            return replace(state, entrants={**state.entrants, seat: Entrant(seat, name)})
        case e.EntryDeadlineSet(due):
            return replace(state, entry_due=due)
        case e.EntryPaid(seat, pence):
            return _paid(state, seat, pence)
        case e.MoneyReturned(seat, why):
            return _changed(state, seat, lambda each: replace(each, paid=each.paid if why != "not in the game" else 0))
        case e.PickRefused(name, why):
            return replace(state, refusals={**state.refusals, key(name): Refused(name, why)})
        case e.PickAllowed(name):
            return replace(state, refusals=_without(state.refusals, key(name)))
        case e.EntryMade(seat, picks):
            return _changed(state, seat, lambda each: replace(each, place="playing", picks=picks))
        case e.EntryLeftOut(seat, why):
            return _changed(state, seat, lambda each: replace(each, place=why))
        case e.EntriesClosed():
            return replace(state, is_closed=True)
        case e.DeathReported(name, earliest, latest, source):
            death = Death(name, earliest, latest, source, not state.is_closed)
            return replace(state, deaths={**state.deaths, key(name): death})
        case e.DeathWithdrawn(name):
            return replace(state, deaths=_without(state.deaths, key(name)))
        case e.EntrantLeft(seat, movements):
            return _changed(state, seat, lambda each: replace(each, place="left", paid=0 if movements else each.paid))
        case e.PoolWon(seats, names):
            return replace(state, ending="won", winners=seats, won_by=names)
        case e.PoolVoid():
            return replace(state, ending="void")
        case e.PoolClosed():
            return replace(state, ending="closed")
        case _:  # the house's own events do not move the game
            return state


def _paid(state: State, seat: int, pence: int) -> State:
    paid = _changed(state, seat, lambda each: replace(each, paid=each.paid + pence))
    is_new = seat not in state.in_full and not paid.lacks(seat)
    return replace(paid, in_full=(*state.in_full, seat)) if is_new else paid


def _changed(state: State, seat: int, change: Callable[[Entrant], Entrant]) -> State:
    return replace(state, entrants={**state.entrants, seat: change(state.entrants[seat])})


def _without(table: Mapping[str, T], gone: str) -> Mapping[str, T]:
    return {name: value for name, value in table.items() if name != gone}
