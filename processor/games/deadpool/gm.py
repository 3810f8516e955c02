"""What the GM's words make of the match: whether they fit it, and what then happens."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import assert_never

from processor.core.calendar import moment
from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.money import pay_out
from processor.core.orders import Book, Checked, Complaint, Order, Remark, Written
from processor.games.deadpool.events import (
    DeathReported,
    DeathWithdrawn,
    PickAllowed,
    PickRefused,
    PoolVoid,
    PoolWon,
)
from processor.games.deadpool.names import key, meant
from processor.games.deadpool.orders import WORDS, AllowPick, ConfirmOutcome, RefusePick, ReportAlive, ReportDeath
from processor.games.deadpool.outcome import AllVoid, Won, instants, is_before_start, is_unclear, outcome
from processor.games.deadpool.rules import fees_back, look_over
from processor.games.deadpool.state import State, evolve

GmOrder = RefusePick | AllowPick | ReportDeath | ReportAlive | ConfirmOutcome
GM_ORDERS = (RefusePick, AllowPick, ReportDeath, ReportAlive, ConfirmOutcome)
PRIZE = "prize"

Fault = tuple[str, dict[str, object]]


@dataclass(frozen=True)
class Known:
    """What the GM's words are checked against: the names in the game or, while entries are open, on file; the time."""

    picks: tuple[str, ...]
    at: datetime


def check_gm(state: State, book: Book, fresh: Sequence[Written], at: datetime) -> Checked:
    """What of the GM's words is possible at that moment, each after those before it."""
    known = Known(state.picks if state.is_closed else _on_file(book), at)
    accepted: list[Order] = []
    complaints: list[Complaint] = []
    remarks: list[Remark] = []
    for written in fresh:
        order = written.order
        if not isinstance(order, GM_ORDERS):
            continue
        if wrong := _fault(state, order, known):
            reason, facts = wrong
            complaints.append(WORDS.to_gm(reason, written.line, written.text, **facts))
            continue
        state = reduce(evolve, _events(state, order), state)
        accepted.append(order)
        remarks.extend(_remarks(state, order, known))
    if accepted:
        remarks.extend(_where_it_stands(state))
    return Checked((), tuple(accepted), tuple(complaints), tuple(remarks))


def _on_file(book: Book) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pick for orders in book.values() for pick in look_over(orders)))


def rule(state: State, order: Order, dice: Dice) -> tuple[Event, ...]:
    """The events of one thing that the GM told."""
    return tuple(_events(state, order)) if isinstance(order, GM_ORDERS) else ()


def _events(state: State, order: GmOrder) -> Iterator[Event]:
    match order:
        case RefusePick(name, why):
            yield PickRefused(_as_printed(state, name), why)  # rule 8
        case AllowPick(name):
            yield PickAllowed(name)
        case ReportDeath(name, source=source):
            yield DeathReported(_as_printed(state, name), *instants(order, state.zone), source)  # rule 9
        case ReportAlive(name):
            yield DeathWithdrawn(name)
        case ConfirmOutcome():
            yield from _ending(state)
        case _:
            assert_never(order)


def _as_printed(state: State, name: str) -> str:
    """The name as a player spelt it, once that can be told."""
    return next((pick for pick in state.picks if key(pick) == key(name)), name)


def _ending(state: State) -> Iterator[Event]:
    """The pot goes to whoever named the first to die, in equal parts (rule 10), or back to everybody (rule 11)."""
    match outcome(state):
        case Won(names, seats):
            yield PoolWon(seats, names, pay_out(state.pot, seats, PRIZE))
        case AllVoid():
            yield PoolVoid(fees_back(state))
        case None:
            return


# --- What is possible -------------------------------------------------------------------------------------


def _fault(state: State, order: GmOrder, known: Known) -> Fault | None:
    match order:
        case RefusePick(name):
            return _not_named(state, name, known)
        case AllowPick(name):
            return _not_among(name, [each.name for each in state.refusals.values()], "not-refused")
        case ReportDeath(name):
            return _not_named(state, name, known) or _yet_to_come(state, order, known) or _time_needed(state, order)
        case ReportAlive(name):
            return _not_among(name, [each.name for each in state.deaths.values()], "not-reported")
        case ConfirmOutcome():
            why = "nobody" if state.is_closed else "open"
            return None if outcome(state) else ("nothing-to-confirm", {"why": WORDS.phrase("pieces", why)})
        case _:
            assert_never(order)


def _not_named(state: State, name: str, known: Known) -> Fault | None:
    """Nobody has named this person. While entries are open somebody still may, but a slip is asked back even then."""
    wrong = _not_among(name, known.picks, "not-named")
    return wrong if state.is_closed or (wrong and wrong[0] == "did-you-mean") else None


def _yet_to_come(state: State, report: ReportDeath, known: Known) -> Fault | None:
    """A death can only be told when it has happened."""
    first, _ = instants(report, state.zone)
    now = moment(known.at.replace(second=0), state.zone)
    return ("yet-to-come", {"name": report.name, "now": now}) if first > known.at else None


def _not_among(name: str, known: Sequence[str], reason: str) -> Fault | None:
    """A name must be one of those known; one that is near is asked back and never guessed (rule 9)."""
    if key(name) in map(key, known):
        return None
    near = meant(name, known)
    if near:
        return "did-you-mean", {"name": name, "near": " or ".join(near)}
    return reason, {"name": name, "known": ", ".join(known) or WORDS.phrase("pieces", "none")}


def _time_needed(state: State, report: ReportDeath) -> Fault | None:
    if report.at or state.start is None or not is_unclear(state, report):
        return None
    day = f"{report.day.day} {report.day:%B %Y}"
    return "time-needed", {"name": report.name, "day": day, "start": moment(state.start, state.zone)}


# --- What the GM should know ------------------------------------------------------------------------------


def _remarks(state: State, order: GmOrder, known: Known) -> Iterator[Remark]:
    if isinstance(order, RefusePick | ReportDeath) and key(order.name) not in map(key, known.picks):
        yield WORDS.remark("nobody-yet", name=order.name)
    match order:
        case RefusePick(name) if state.is_closed:
            yield WORDS.remark("after-closing", name=name)
        case ReportDeath():
            yield from _about_a_death(state, order)
        case _:
            return


def _about_a_death(state: State, report: ReportDeath) -> Iterator[Remark]:
    name = report.name
    if is_before_start(state, state.deaths[key(name)]) and state.start:
        yield WORDS.remark("before-start", name=name, start=moment(state.start, state.zone))
    elif report.at is None:
        yield WORDS.remark("no-time", name=name)
    others = [pick for pick in state.picks if key(pick) not in state.deaths]
    for near in meant(name, others):
        yield WORDS.remark("near", near=near)


def _where_it_stands(state: State) -> Iterator[Remark]:
    match outcome(state):
        case Won(names, seats):
            players = [state.entrants[seat].name for seat in seats]
            yield WORDS.remark("leads", names=_joined(names), players=_joined(players))
        case AllVoid():
            yield WORDS.remark("all-void")
        case None:
            return


def _joined(words: Iterable[str]) -> str:
    *rest, last = words
    return f"{', '.join(rest)} and {last}" if rest else last
