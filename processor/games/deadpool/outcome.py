"""What the reports of deaths come to: who wins, as far as is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from processor.core.calendar import at_wall
from processor.games.deadpool.names import key, meant
from processor.games.deadpool.orders import ReportDeath
from processor.games.deadpool.state import Death, Refused, State

A_DAY = timedelta(days=1)

Standing = Literal["open", "refused", "void", "dead"]


@dataclass(frozen=True)
class Won:
    """These people were the first to die, and these seats named them; the earliest entry stands first."""

    names: tuple[str, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True)
class AllVoid:
    """No name is left that could win."""


Outcome = Won | AllVoid | None
"""``None`` while everything is open."""


def outcome(state: State) -> Outcome:
    """What the match comes to as far as it has been told, in whatever order it was told (rule 9)."""
    if not state.is_closed or state.ending:
        return None
    standings = {pick: standing(state, pick) for pick in state.picks}
    dead = [pick for pick, each in standings.items() if each == "dead"]
    first = {key(each.name) for each in earliest([state.deaths[key(pick)] for pick in dead])}
    if first:
        names = tuple(dict.fromkeys(state.deaths[key(pick)].name for pick in dead if key(pick) in first))
        named = [each.seat for each in state.playing if any(key(pick) in first for pick in each.picks)]
        return Won(names, tuple(named))
    return None if "open" in standings.values() else AllVoid()


def standing(state: State, pick: str) -> Standing:
    """How one name stands: refused by the GM, void by a death before the start, dead since, or open."""
    death = state.deaths.get(key(pick))
    if key(pick) in state.refusals:
        return "refused"
    if death is None:
        return "open"
    return "void" if is_before_start(state, death) else "dead"


def unmatched(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names that the GM refused or reported which nobody spelt so, and the picks that may have been meant by them."""
    named = {key(pick) for pick in state.picks}
    told: dict[str, Refused | Death] = {**state.refusals, **state.deaths}
    strange = [each.name for name, each in told.items() if name not in named]
    near = {name: meant(name, [pick for pick in state.picks if key(pick) not in told]) for name in strange}
    return tuple((name, picks) for name, picks in near.items() if picks)


def is_before_start(state: State, death: Death) -> bool:
    """Whether somebody died before deaths count; without a start, whether it was told while entries were open."""
    return death.is_early if state.start is None else death.earliest < state.start


def earliest(deaths: Sequence[Death]) -> tuple[Death, ...]:
    """The deaths that no other was surely before: one, or several at the same instant."""
    return tuple(each for each in deaths if not any(other.latest < each.earliest for other in deaths))


def instants(report: ReportDeath, zone: str) -> tuple[datetime, datetime]:
    """Between which instants somebody died: one instant if the report tells the time, else all of the day."""
    zone = report.zone or zone
    if report.at:
        instant = at_wall(datetime.combine(report.day, report.at), zone)
        return instant, instant
    begins = datetime(report.day.year, report.day.month, report.day.day)  # noqa: DTZ001 - on the wall of the zone
    return at_wall(begins, zone), at_wall(begins + A_DAY, zone) - timedelta(microseconds=1)


def is_unclear(state: State, report: ReportDeath) -> bool:
    """Whether it takes the time of day to tell if a death was before the start."""
    first, last = instants(report, state.zone)
    return state.start is not None and first < state.start <= last
