"""What a reader is shown. Names come into the state only when they are printed, so no view can tell a secret."""

from dataclasses import dataclass
from typing import Literal

from processor.core.calendar import moment
from processor.core.money import in_words, share
from processor.games.deadpool.dates import day_or_moment
from processor.games.deadpool.names import key
from processor.games.deadpool.orders import Why
from processor.games.deadpool.outcome import Standing, Won, is_before_start, outcome, standing, unmatched
from processor.games.deadpool.rules import is_over
from processor.games.deadpool.state import Death, Ending, Entrant, Place, Refused, State

Phase = Literal["entries", "waiting", "over"]


@dataclass(frozen=True)
class PickView:
    """A name that somebody wrote, and how it stands: ``why`` it was refused, or ``when`` the person died."""

    name: str
    standing: Standing
    why: Why | None
    when: str


@dataclass(frozen=True)
class EntryView:
    """An entry as it is printed after the entry deadline."""

    number: int
    name: str
    is_yours: bool
    has_left: bool
    picks: tuple[PickView, ...]


@dataclass(frozen=True)
class RefusedView:
    """A name that the GM does not accept, without a word on who wrote it."""

    name: str
    why: Why


@dataclass(frozen=True)
class DeathView:
    """A death as it was reported."""

    name: str
    when: str
    source: str
    is_before_start: bool
    named_by: tuple[str, ...]


@dataclass(frozen=True)
class Unmatched:
    """A name that the GM spoke of while entries were secret, and the names in the game that may have been meant."""

    name: str
    near: tuple[str, ...]


@dataclass(frozen=True)
class Share:
    """A player who has won, or would if nothing else is reported, and how much."""

    name: str
    is_yours: bool
    amount: str


@dataclass(frozen=True)
class You:
    """What a player is told of their own place at the table: what they have paid and what is missing."""

    place: Place
    paid: str
    lacking: str


@dataclass(frozen=True)
class View:
    """All that the templates of the Dead Pool are given.

    ``fee``, ``pot`` and other sums are in words, and empty for nothing. ``left_out`` are those who are not in the game
    since something was missing at the entry deadline. ``leading`` are the names of those who were first to die.
    """

    phase: Phase
    ending: Ending | None
    fee: str
    pot: str
    start: str
    starts_with_entries: bool
    table: tuple[str, ...]
    entries: tuple[EntryView, ...]
    left_out: tuple[str, ...]
    refused: tuple[RefusedView, ...]
    deaths: tuple[DeathView, ...]
    unmatched: tuple[Unmatched, ...]
    leading: tuple[str, ...]
    shares: tuple[Share, ...]
    you: You | None


def view(state: State, seat: int | None) -> View:
    """The match as this seat may see it; ``None`` is somebody at no seat."""
    leading, winners = _leading(state)
    return View(
        phase="over" if is_over(state) else "waiting" if state.is_closed else "entries",
        ending=state.ending,
        fee=_sum(state.fee),
        pot=_sum(state.pot),
        start=moment(state.start, state.zone) if state.start else "",
        starts_with_entries=state.fixed_start is None,
        table=tuple(each.name for each in state.entrants.values() if each.place != "left"),
        entries=tuple(_entry(state, number, each, seat) for number, each in enumerate(state.entries, start=1)),
        left_out=tuple(each.name for each in state.entrants.values() if each.place in ("unpaid", "no nomination")),
        refused=tuple(RefusedView(each.name, each.why) for each in state.refusals.values()),
        deaths=_deaths(state),
        unmatched=tuple(Unmatched(name, near) for name, near in unmatched(state)),
        leading=leading,
        shares=_shares(state, winners, seat),
        you=_you(state, seat),
    )


def _sum(pence: int) -> str:
    return in_words(pence) if pence else ""


def _leading(state: State) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Who died first, and the seats that this wins for: for good, or as far as is known."""
    if state.ending == "won":
        return state.won_by, state.winners
    match outcome(state):
        case Won(names, seats):
            return names, seats
        case _:
            return (), ()


def _entry(state: State, number: int, entrant: Entrant, reader: int | None) -> EntryView:
    picks = tuple(_pick(state, pick) for pick in entrant.picks)
    return EntryView(number, entrant.name, entrant.seat == reader, entrant.place == "left", picks)


def _pick(state: State, pick: str) -> PickView:
    refused: Refused | None = state.refusals.get(key(pick))
    death = state.deaths.get(key(pick))
    when = day_or_moment(death.earliest, death.latest, state.zone) if death else ""
    return PickView(pick, standing(state, pick), refused.why if refused else None, when)


def _deaths(state: State) -> tuple[DeathView, ...]:
    """All that was reported, in the order in which people died."""
    ordered = sorted(state.deaths.values(), key=lambda each: (each.earliest, each.latest, each.name))
    return tuple(_death(state, each) for each in ordered)


def _death(state: State, death: Death) -> DeathView:
    when = day_or_moment(death.earliest, death.latest, state.zone)
    named_by = [each.name for each in state.playing if key(death.name) in map(key, each.picks)]
    return DeathView(death.name, when, death.source, is_before_start(state, death), tuple(named_by))


def _shares(state: State, winners: tuple[int, ...], reader: int | None) -> tuple[Share, ...]:
    if not winners:
        return ()
    parts = zip(winners, share(state.pot, len(winners)), strict=True)
    return tuple(Share(state.entrants[seat].name, seat == reader, in_words(part)) for seat, part in parts)


def _you(state: State, seat: int | None) -> You | None:
    entrant = state.entrants.get(seat) if seat is not None else None
    return You(entrant.place, _sum(entrant.paid), _sum(state.lacks(entrant.seat))) if entrant else None
