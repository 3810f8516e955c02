"""What is ordered: by a player, on purpose not at all, taken back, paid for, or told to the game by the GM."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from processor.core.events import Event, GmRuled, MoneyPaid, NothingOrdered, OrdersFiled, OrdersLate
from processor.core.match import Match, Phase
from processor.core.money import MATCH, Movement, seat_account
from processor.core.orders import Checked, Order, Written
from processor.core.referee.happening import closed_at_once, happen, if_in_play, if_running, not_begun
from processor.core.ruling import Refusal, Ruling

_IDLE_WORDS = frozenset({"entry", "round", "order", "orders", "the", "my", "for", "of"})
"""Words with which people name an order and which its canonical form does without."""


@dataclass(frozen=True)
class FileOrders:
    """A player sent orders, already read by the game.

    ``next_due`` is when the next turn closes if these orders close this one at once. ``funds`` are the pence
    that may be taken from the player's account. They are ``late`` if they came after the deadline.
    """

    seat: int
    written: tuple[Written, ...]
    next_due: datetime | None = None
    funds: int = 0
    late: bool = False


@dataclass(frozen=True)
class Pay:
    """Money of a player has come in for this match."""

    seat: int
    pence: int


@dataclass(frozen=True)
class RuleAsGm:
    """The GM tells the game something at that moment, already read by it."""

    written: tuple[Written, ...]
    at: datetime
    next_due: datetime | None = None


@dataclass(frozen=True)
class OrderNothing:
    """A player says that there will be no orders."""

    seat: int


@dataclass(frozen=True)
class CancelOrders:
    """A player takes standing orders back: those whose key or canonical form holds ``what``, or all of them."""

    seat: int
    what: str | None = None


def file_orders(match: Match, letter: FileOrders, seed: bytes) -> Ruling | Refusal:
    """A player's orders, with the fee that they ask to be paid."""
    if match.phase is Phase.SIGN_UP and match.game.check_early:
        before = match.standing(letter.seat)
        checked = match.game.check_early(before, letter.written)
        return happen(match, _filed(letter.seat, before, checked), seed, checked)
    refused = if_in_play(match, letter.seat)
    if refused:
        return refused
    before = match.standing(letter.seat)
    checked = match.game.check(match.state, letter.seat, before, letter.written)
    filed = _filed(letter.seat, before, checked) or _said_anew(match, letter, checked)
    facts = [*_noted_late(match, letter, checked), *filed] if filed else []
    fee = match.game.fee(match.state, letter.seat, checked.standing) if match.game.fee else 0
    if 0 < fee <= letter.funds:
        facts.append(payment(letter.seat, fee))
    ruling = happen(match, facts, seed, checked)
    return closed_at_once(replace(ruling, unpaid=fee if fee > letter.funds else 0), letter.next_due, seed)


def pay(match: Match, paid: Pay, seed: bytes) -> Ruling | Refusal:
    """A player's money goes into the match."""
    return not_begun(match) or happen(match, [payment(paid.seat, paid.pence)], seed)


def rule_as_gm(match: Match, told: RuleAsGm, seed: bytes) -> Ruling | Refusal:
    """What the GM tells the game."""
    refused = not_begun(match)
    if refused:
        return refused
    if match.game.check_gm is None:
        return Refusal("nothing-to-rule", {"code": match.code})
    checked = match.game.check_gm(match.state, match.book, told.written, told.at)
    facts = [GmRuled(checked.accepted)] if checked.accepted else []
    return closed_at_once(happen(match, facts, seed, checked), told.next_due, seed)


def order_nothing(match: Match, seat: int, seed: bytes) -> Ruling | Refusal:
    """A player has nothing to order, on purpose."""
    refused = if_in_play(match, seat)
    if refused:
        return refused
    if not match.may_pass(seat):
        return Refusal("no-passing", {"code": match.code, "unit": match.game.unit, "turn": match.turn})
    return happen(match, [NothingOrdered(seat)], seed)


def cancel(match: Match, seat: int, what: str | None, seed: bytes) -> Ruling | Refusal:
    """Standing orders are taken back, except for those that are final."""
    refused = if_running(match)
    if refused:
        return refused
    before = match.standing(seat)
    turn = _turn_meant(match, before, what) if what else None
    if turn not in (None, match.turn):
        when = "turn-closed" if turn < match.turn else "turn-to-come"
        return Refusal(when, {"code": match.code, "unit": match.game.unit, "turn": match.turn, "asked": turn})
    meant = [each for each in before if what is None or turn or _is_about(match, each, what)]
    gone = [each for each in meant if not each.is_final]
    if meant and not gone:
        return Refusal("final-order", {"code": match.code, "what": "; ".join(map(match.game.say, meant))})
    if not gone:
        return Refusal("nothing-to-cancel" if what else "nothing-on-file", {"code": match.code, "what": what or ""})
    rest = tuple(Written(each, 0, match.game.say(each)) for each in before if each not in gone)
    checked = match.game.check(match.state, seat, (), rest)
    return happen(match, [OrdersFiled(seat, checked.standing)], seed, checked)


def _noted_late(match: Match, letter: FileOrders, checked: Checked) -> list[Event]:
    """That orders came late, where the game asks for something else then and something was missing from the seat."""
    late = match.game.late
    if late is None or not letter.late or match.is_held:
        return []
    before = match.standing(letter.seat)
    keys = tuple(order.key for order in checked.standing if order not in before)
    return [OrdersLate(letter.seat, keys)] if late(match.state, letter.seat, before, keys) else []


def _filed(seat: int, before: tuple[Order, ...], checked: Checked) -> list[Event]:
    return [OrdersFiled(seat, checked.standing)] if checked.standing != before else []


def _said_anew(match: Match, letter: FileOrders, checked: Checked) -> list[Event]:
    """The orders that stand, once more, where their seat was to write anew and has said nothing else."""
    refused = {each.line for each in checked.complaints}
    says_them = any(each.line not in refused for each in letter.written)
    is_awaited = letter.seat in match.life.unheard
    return [OrdersFiled(letter.seat, checked.standing)] if is_awaited and says_them and checked.standing else []


def payment(seat: int, pence: int) -> MoneyPaid:
    """The event of a fee that is paid."""
    return MoneyPaid(seat, pence, (Movement(seat_account(seat), MATCH, pence, "fee"),))


def _turn_meant(match: Match, before: tuple[Order, ...], what: str) -> int | None:
    """The turn that ``what`` asks for as a whole: "turn 2", unless orders of this game are themselves for turns."""
    unit, _, turn = " ".join(word for word in what.casefold().split() if word not in _IDLE_WORDS).rpartition(" ")
    if not (before and turn.isdecimal() and unit in ("turn", match.game.unit)):
        return None
    return None if any(unit in _words(order.key) for order in before) else int(turn)


def _is_about(match: Match, order: Any, what: str) -> bool:
    """Whether ``what`` names the order: "turn 3" is neither "turn 31" nor "turn 2: 1+2=3".

    A number tells which one is meant, and must stand in its key or before the colon of its canonical form. What
    players call such an order is then of no weight; without a number it counts, as any word of the order does.
    """
    said = match.game.say(order)
    names = _words(f"{order.key} {said.partition(':')[0]}")
    wanted = _words(what) - _IDLE_WORDS
    if any(each[0].isdigit() for each in wanted):
        return {each for each in wanted if each[0].isdigit() or len(each) == 1} <= names
    return wanted <= names | _words(said) | set(order.called())


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w.]+", text.casefold()))
