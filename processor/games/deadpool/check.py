"""What stands for a player after a letter: one list of names, and whether the fee is to be taken."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from processor.core.orders import Checked, Complaint, Order, Remark, Written
from processor.games.deadpool.names import alike, key
from processor.games.deadpool.orders import WORDS, FeeFromAccount, Nomination
from processor.games.deadpool.outcome import standing
from processor.games.deadpool.rules import is_fee_asked_for, nomination_in
from processor.games.deadpool.state import State


def check(state: State, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """What stands for a seat after these written orders, given what stood before."""
    if state.is_closed:
        return Checked(standing, complaints=tuple(WORDS.about(each, "entries-closed") for each in fresh))
    lists = [each for each in fresh if isinstance(each.order, Nomination)]
    wrong = [fault for each in lists if (fault := _fault(each))]
    good = [each.order for each in lists if not _fault(each)]
    fees = [each.order for each in fresh if isinstance(each.order, FeeFromAccount)][:1]
    accepted = (*good[-1:], *fees)
    stands = tuple(_standing([*standing, *accepted]))
    return Checked(stands, accepted, tuple(wrong), tuple(_remarks(state, seat, stands, accepted, len(good))))


def check_early(standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """What is kept of a letter that comes while players still join: a list of names, but no wish about money."""
    lists = [each for each in fresh if isinstance(each.order, Nomination)]
    checked = check(State(), 0, standing, lists)
    is_wish = len(lists) < len(fresh)
    return replace(checked, remarks=(*checked.remarks, *([WORDS.remark("fee-later")] if is_wish else [])))


def _standing(orders: Sequence[Order]) -> Iterator[Order]:
    """The last order for each thing, the nomination first."""
    latest = {each.key: each for each in orders}
    yield from (each for _, each in sorted(latest.items(), key=lambda item: item[0] != "nomination"))


def _fault(written: Written) -> Complaint | None:
    """What is wrong with a nomination: three different people are needed (rule 2)."""
    order = written.order
    if not isinstance(order, Nomination):
        return None
    for one, other in combinations(order.picks, 2):
        if key(one) == key(other):
            return WORDS.about(written, "same-person", one=one, other=other)
        if alike(one, other) and not order.is_sure:
            return WORDS.about(written, "alike", one=one, other=other)
    return None


def _remarks(
    state: State, seat: int, stands: Sequence[Order], accepted: Sequence[Order], lists: int
) -> Iterator[Remark]:
    nomination = nomination_in(accepted)
    if lists > 1:
        yield WORDS.remark("written-twice")
    for pick in nomination.picks if nomination else ():
        if refused := state.refusals.get(key(pick)):
            yield WORDS.remark("refused-name", name=pick, why=refused.why)
        elif standing(state, pick) == "void":
            yield WORDS.remark("dead-name", name=pick)
    if is_fee_asked_for(accepted):
        yield from _about_the_fee(state, seat, stands)


def _about_the_fee(state: State, seat: int, stands: Sequence[Order]) -> Iterator[Remark]:
    if not state.fee:
        yield WORDS.remark("no-fee")
    elif not state.lacks(seat):
        yield WORDS.remark("paid-already")
    elif nomination_in(stands) is None:
        yield WORDS.remark("fee-waits")
