"""Judges written calls against the position: which round they are for, and whether the rules allow them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from processor.core.orders import Checked, Complaint, Order, Remark, Written
from processor.games.perudo.advice import example
from processor.games.perudo.bids import is_higher, least_in_words, matching
from processor.games.perudo.orders import WORDS, Bid, Call, Challenge, dice_in_words
from processor.games.perudo.rules import can_show
from processor.games.perudo.state import DICE_COUNTS, Round, Standing, State


@dataclass(frozen=True)
class _Fault:
    """Why a call cannot stand, with the facts for its hint."""

    reason: str
    facts: dict[str, object]


def check(state: State, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """What stands once these calls were judged, each by itself; a later one for the same dice replaces the earlier."""
    stands = {order.key: order for order in standing}
    accepted: dict[str, Order] = {}
    complaints: list[Complaint] = []
    remarks: dict[str, tuple[Remark, ...]] = {}
    for written in fresh:
        match _judged(state, seat, written.order):
            case _Fault(reason=reason, facts=facts):
                complaints.append(WORDS.about(written, reason, **facts))
            case call, round_:
                stands[call.key] = accepted[call.key] = call
                remarks[call.key] = _remarks(state, written.order, call, round_)
    in_order = sorted(stands.values(), key=lambda order: order.key)
    said = tuple(each for several in remarks.values() for each in several)
    return Checked(tuple(in_order), tuple(accepted.values()), tuple(complaints), said)


def _judged(state: State, seat: int, order: Order) -> tuple[Call, Round] | _Fault:
    if not isinstance(order, Call):
        raise TypeError(f"{order!r} is no order of this game")
    round_ = _round_for(state, seat, order)
    if isinstance(round_, _Fault):
        return round_
    fault = _fault(state, seat, order, round_)
    return fault or (replace(order, dice=round_.dice, place=round_.place), round_)


def _round_for(state: State, seat: int, call: Call) -> Round | _Fault:
    """The round that waits for the seat and that the call can be for (rules 4 and 6)."""
    due = state.due(seat)
    if seat not in state.playing:
        return _Fault("not-playing", {})
    if call.dice and call.dice not in DICE_COUNTS:
        return _no_such_round(state, call)
    if not call.dice:
        return next(iter(due.values())) if len(due) == 1 else _Fault("which-round", _due_facts(state, seat))
    if call.place:
        return _named_round(state, seat, call)
    if call.dice not in due:
        return _Fault("nothing-due", {"dice": dice_in_words(call.dice)} | _due_facts(state, seat))
    return due[call.dice]


def _named_round(state: State, seat: int, call: Call) -> Round | _Fault:
    round_ = state.round_named(call.dice, call.place)
    facts: dict[str, object] = {"round": f"{call.dice}.{call.place}"} | _due_facts(state, seat)
    if round_ is None:
        return _no_such_round(state, call)
    if round_.standing is Standing.NOT_PLAYED:
        return _Fault("round-not-played", facts)
    if not round_.is_open:
        return _Fault("round-over", facts)
    if state.caller(round_) != seat:
        return _Fault("not-your-call", facts | {"caller": state.name_of(state.caller(round_))})
    return round_


def _no_such_round(state: State, call: Call) -> _Fault:
    asked = f"{call.dice}.{call.place}" if call.place else f"round with {dice_in_words(call.dice)}"
    return _Fault("no-such-round", {"round": asked, "places": len(state.order)})


def _due_facts(state: State, seat: int) -> dict[str, object]:
    """What the seat is to call, in words, and one of those rounds as an example."""
    due = state.due(seat).values()
    names = ", ".join(each.name for each in due)
    return {"due": names or "no round", "example": next((example(state, each) for each in due), "3.2: 6 fives")}


def _fault(state: State, seat: int, call: Call, round_: Round) -> _Fault | None:
    facts: dict[str, object] = {"round": round_.name, "last": round_.last, "least": least_in_words(round_.last)}
    match call:
        case Challenge() if not round_.bids:
            return _Fault("nothing-to-challenge", facts)
        case Bid() if not is_higher(call.claim, round_.last):
            return _Fault("too-low", facts | {"bid": call.claim})
        case Bid() if not can_show(state, round_, seat, call):
            held = matching(call.face, round_.hands[seat].secret)
            return _Fault(
                "cannot-show", facts | {"bid": call.claim, "held": held, "reroll": "on" if state.reroll else "off"}
            )
        case _:
            return None


def _remarks(state: State, order: Order, call: Call, round_: Round) -> tuple[Remark, ...]:
    remarks: list[Remark] = []
    if isinstance(order, Call) and not order.dice:
        remarks.append(WORDS.remark("round-found", round=round_.name))
    if isinstance(call, Bid) and call.count > state.dice_in(round_):
        remarks.append(WORDS.remark("beyond-the-dice", round=round_.name, bid=call.claim, dice=state.dice_in(round_)))
    return tuple(remarks)
