"""Judges written orders against the position: whether the inning that they name is the one that comes."""

from collections.abc import Sequence

from processor.core.orders import Checked, Complaint, Order, Written
from processor.games.dropdead.orders import WORDS, RollInning
from processor.games.dropdead.state import State


def check(state: State, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """What stands once these orders were judged, each by itself (rule 5)."""
    complaints = [fault for written in fresh if (fault := _fault(state, seat, written))]
    if len(complaints) == len(fresh):
        return Checked(standing, (), tuple(complaints))
    rolled = (RollInning(state.inning),)
    return Checked(rolled, rolled, tuple(complaints))


def _fault(state: State, seat: int, written: Written) -> Complaint | None:
    """Why an order cannot stand."""
    if not isinstance(written.order, RollInning):
        raise TypeError(f"{written.order!r} is no order of this game")
    reason = _reason(state, seat, written.order.inning)
    facts = {"named": written.order.inning, "inning": state.inning, "innings": state.innings}
    return WORDS.about(written, reason, **facts) if reason else None


def _reason(state: State, seat: int, named: int | None) -> str | None:
    if not state.is_playing(seat):
        return "not-playing"
    if named is None or named == state.inning:
        return None
    if not 1 <= named <= state.innings:
        return "no-such-inning"
    return "inning-over" if named < state.inning else "inning-to-come"
