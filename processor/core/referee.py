"""Decides what an instruction makes of a match. Knows no game: the rules are asked through the game's record.

Every instruction becomes a *fact*. ``happen`` adds the *consequences* that the rules draw from it. Replaying the
facts of a journal therefore gives the same journal, which is how a finished match is verified.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from processor.core.dice import Dice
from processor.core.events import (
    HOUSE_EVENTS,
    DeadlineSet,
    DiceGiven,
    Event,
    GmRuled,
    MatchClosed,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    MoneyPaid,
    NothingOrdered,
    OrdersFiled,
    SaltGiven,
    SeatLeft,
    SeatTaken,
    TurnClosed,
)
from processor.core.game import Game, Seat
from processor.core.match import Match, Phase, evolve
from processor.core.money import MATCH, Movement, seat_account
from processor.core.orders import Checked, Complaint, Order, Written
from processor.core.ruling import Refusal, Ruling
from processor.core.text import folded


@dataclass(frozen=True)
class TakeSeat:
    """A player wants to play. ``pseudonym`` is the name they gave, ``known_as`` what nobody may learn."""

    player: int
    name: str
    pseudonym: str | None = None
    known_as: tuple[str, ...] = ()


@dataclass(frozen=True)
class LeaveSeat:
    """A player wants to stop playing. ``next_due`` is when the next turn closes if this closes the coming one."""

    seat: int
    next_due: datetime | None = None


@dataclass(frozen=True)
class GiveDice:
    """The GM threw some dice by hand. ``fallen`` are the names of all dice that the journal has already."""

    words: str
    fallen: frozenset[str] = frozenset()


@dataclass(frozen=True)
class StartMatch:
    """Play begins, and its first turn closes at ``due``."""

    due: datetime | None


@dataclass(frozen=True)
class SetDeadline:
    """The coming turn, whose number is the guard, closes at ``due``."""

    turn: int
    due: datetime


@dataclass(frozen=True)
class FileOrders:
    """A player sent orders, already read by the game.

    ``next_due`` is when the next turn closes if these orders close this one at once. ``funds`` are the pence
    that may be taken from the player's account.
    """

    seat: int
    written: tuple[Written, ...]
    next_due: datetime | None = None
    funds: int = 0


@dataclass(frozen=True)
class Pay:
    """Money of a player has come in for this match."""

    seat: int
    pence: int


@dataclass(frozen=True)
class RuleAsGm:
    """The GM tells the game something, already read by it."""

    written: tuple[Written, ...]
    next_due: datetime | None = None


@dataclass(frozen=True)
class GiveSalt:
    """A player sends a word to be mixed into every roll."""

    seat: int
    word: str


@dataclass(frozen=True)
class OrderNothing:
    """A player says that there will be no orders."""

    seat: int


@dataclass(frozen=True)
class CancelOrders:
    """A player takes standing orders back: those whose key or canonical form holds ``what``, or all of them."""

    seat: int
    what: str | None = None


@dataclass(frozen=True)
class CloseTurn:
    """The deadline of a turn has passed; the next turn closes at ``next_due``."""

    turn: int
    next_due: datetime | None


@dataclass(frozen=True)
class CloseMatch:
    """The GM ends a running match early."""


_TELLING = 3
"""So many letters of a name tell it even in the middle of a word."""

_PARTS_OF_A_NAME = re.compile(r"[\W\d_]+")
_IDLE_WORDS = frozenset({"entry", "round", "order", "orders", "the", "my", "for", "of"})
"""Words with which people name an order and which its canonical form does without."""

Instruction = (
    TakeSeat
    | LeaveSeat
    | GiveDice
    | StartMatch
    | SetDeadline
    | FileOrders
    | Pay
    | RuleAsGm
    | GiveSalt
    | OrderNothing
    | CancelOrders
    | CloseTurn
    | CloseMatch
)


def open_match(game: Game[Any], opened: MatchOpened) -> Ruling:
    """The first event of a match."""
    return Ruling((opened,), Match(game, opened))


def decide(match: Match, instruction: Instruction, seed: bytes) -> Ruling | Refusal:
    """What the instruction makes of the match: events to be journalled, or a reason why nothing changes."""
    if match.phase is Phase.OVER:
        return Refusal("match-over", {"code": match.code})
    match instruction:
        case TakeSeat():
            return _take_seat(match, instruction, seed)
        case LeaveSeat(seat=seat, next_due=next_due):
            return _closed_at_once(happen(match, [SeatLeft(seat)], seed), next_due, seed)
        case GiveDice():
            return _give_dice(match, instruction, seed)
        case StartMatch(due=due):
            return _start(match, due, seed)
        case SetDeadline(turn=turn, due=due):
            return _set_deadline(match, turn, due, seed)
        case FileOrders():
            return _file_orders(match, instruction, seed)
        case Pay(seat=seat, pence=pence):
            return _if_running(match) or happen(match, [_payment(seat, pence)], seed)
        case RuleAsGm(written=written, next_due=next_due):
            return _rule_as_gm(match, written, next_due, seed)
        case GiveSalt(seat=seat, word=word):
            return _give_salt(match, seat, word, seed)
        case OrderNothing(seat=seat):
            return _if_in_play(match, seat) or happen(match, [NothingOrdered(seat)], seed)
        case CancelOrders(seat=seat, what=what):
            return _cancel(match, seat, what, seed)
        case CloseTurn(turn=turn, next_due=next_due):
            return _close_turn(match, turn, next_due, seed)
        case CloseMatch():
            return _if_running(match) or happen(match, [MatchClosed()], seed)


def happen(match: Match, facts: Sequence[Event], seed: bytes, checked: Checked | None = None) -> Ruling:
    """A ruling of these facts, each followed by what the rules make of it."""
    happened: list[Event] = []
    for fact in facts:
        consequences = _consequences(match, fact, match.dice(seed))
        for event in (fact, *consequences):
            match = evolve(match, event)
            happened.append(event)
        if match.phase is Phase.RUNNING and (isinstance(fact, MatchClosed) or match.game.is_over(match.state)):
            match = evolve(match, MatchEnded())
            happened.append(MatchEnded())
            break
    return Ruling(tuple(happened), match, checked)


def replay(game: Game[Any], events: Iterable[Event], seed: bytes) -> tuple[tuple[Event, ...], Match]:
    """The journal that the facts of ``events`` lead to, thrown anew: equal to ``events`` unless somebody meddled."""
    facts = [event for event in events if isinstance(event, HOUSE_EVENTS) and not isinstance(event, MatchEnded)]
    opened, *rest = facts
    if not isinstance(opened, MatchOpened):
        raise ValueError(f"a journal begins with MatchOpened, not {type(opened).__name__}")
    ruling = happen(Match(game, opened), rest, seed)
    return (opened, *ruling.events), ruling.match


def _consequences(match: Match, fact: Event, dice: Dice) -> tuple[Event, ...]:
    """What the game makes of a fact, given the match just before it."""
    game = match.game
    match fact:
        case MatchStarted():
            seats = [match.seats[number] for number in sorted(match.seats)]
            return game.open(seats, {**match.options, "zone": match.opened.zone}, dice)
        case DeadlineSet(turn=turn, due=due) if turn == match.turn and match.phase is Phase.RUNNING and game.schedule:
            return game.schedule(match.state, due)
        case TurnClosed():
            return game.adjudicate(match.state, match.book, dice)
        case SeatTaken(seat=seat, name=name) if match.phase is Phase.RUNNING and game.admit:
            return game.admit(match.state, Seat(seat, name))
        case SeatLeft(seat=seat) if match.phase is Phase.RUNNING:
            return game.resign(match.state, seat)
        case MatchClosed():
            return game.finish(match.state, dice)
        case GmRuled(orders=orders) if game.rule:
            return _ruled(match, orders, dice)
        case MoneyPaid(seat=seat, pence=pence) if game.receive:
            return game.receive(match.state, seat, pence)
        case _:
            return ()


def _take_seat(match: Match, wish: TakeSeat, seed: bytes) -> Ruling | Refusal:
    if match.seat_of(wish.player) is not None:
        return Refusal("already-in", {"code": match.code})
    seat = max(match.seats, default=0) + 1  # so that seats stay in the order of joining when one is given up
    if match.phase is Phase.RUNNING and not (match.game.admit and match.game.admit(match.state, Seat(seat, wish.name))):
        return Refusal("already-running", {"code": match.code})
    if len(match.seats) >= match.opened.most_seats:
        return Refusal("full", {"code": match.code})
    if not match.game.pseudonyms:
        return happen(match, [SeatTaken(seat, wish.player, _distinct(wish.name, match))], seed)
    if wish.pseudonym is None:
        return happen(match, [_under_a_drawn_name(match, seat, wish, seed)], seed)
    return _bad_pseudonym(match, wish) or happen(match, [SeatTaken(seat, wish.player, wish.pseudonym)], seed)


def _distinct(name: str, match: Match) -> str:
    """The name, with a number behind it if somebody at the table already has it."""
    taken = {folded(seat.name) for seat in match.seats.values()}
    tries = [name, *(f"{name} {number}" for number in range(2, len(taken) + 3))]
    return next(each for each in tries if folded(each) not in taken)


def _under_a_drawn_name(match: Match, seat: int, wish: TakeSeat, seed: bytes) -> SeatTaken:
    taken = {folded(each.name) for each in match.seats.values()}
    free = [name for name in match.game.pseudonyms if folded(name) not in taken and not _gives_away(name, wish)]
    unsalted = replace(match.dice(seed), salt="")  # the words are not all in before play begins
    draw = unsalted.roll(f"{match.game.name}/pseudonym/player/{wish.player}", len(free))
    return SeatTaken(seat, wish.player, free[draw.face - 1], (draw,))


def _bad_pseudonym(match: Match, wish: TakeSeat) -> Refusal | None:
    pseudonym = wish.pseudonym or ""
    facts = {"code": match.code, "name": pseudonym}
    if not folded(pseudonym) or len(pseudonym) > 30:
        return Refusal("pseudonym-unusable", facts)
    if any(folded(seat.name) == folded(pseudonym) for seat in match.seats.values()):
        return Refusal("pseudonym-taken", facts)
    return Refusal("pseudonym-gives-away", facts) if _gives_away(pseudonym, wish) else None


def _gives_away(pseudonym: str, wish: TakeSeat) -> bool:
    """Whether a pseudonym is or contains a name or an address of the player, or a part of one: "ann.archer2", "Jo"."""
    known = {folded(part) for each in wish.known_as for part in (each, *_PARTS_OF_A_NAME.split(each))}
    words = {folded(pseudonym), *map(folded, _PARTS_OF_A_NAME.split(pseudonym))}
    return any(part in words if len(part) < _TELLING else part in folded(pseudonym) for part in known if len(part) > 1)


def _give_dice(match: Match, given: GiveDice, seed: bytes) -> Ruling | Refusal:
    faces = _by_hand(match, given.words)
    if isinstance(faces, Complaint):
        return Refusal("dice-unreadable", {"code": match.code, "hint": faces.hint})
    if not given.fallen.isdisjoint(faces):
        return Refusal("dice-fallen", {"code": match.code, "words": given.words})
    return happen(match, [DiceGiven(dict(faces), given.words)], seed)


def _by_hand(match: Match, words: str) -> Mapping[str, int] | Complaint:
    return match.game.by_hand([match.seats[number] for number in sorted(match.seats)], words)


def _outdated(match: Match) -> DiceGiven | None:
    """Dice by hand that say something else by now, since seats were taken or left after they were given."""
    in_force = match.by_hand
    for given in match.given:
        holds = all(in_force[name] == face for name, face in given.faces.items())
        if holds and _by_hand(match, given.words) != given.faces:
            return given
    return None


def _start(match: Match, due: datetime | None, seed: bytes) -> Ruling | Refusal:
    if match.phase is not Phase.SIGN_UP:
        return Refusal("already-running", {"code": match.code})
    if len(match.seats) < match.opened.fewest_seats:
        facts = {"code": match.code, "seated": len(match.seats), "fewest": match.opened.fewest_seats}
        return Refusal("too-few", facts)
    if outdated := _outdated(match):
        return Refusal("dice-outdated", {"code": match.code, "words": outdated.words})
    begun = _timed(happen(match, [MatchStarted()], seed), due, seed)
    return _closed_at_once(begun, due, seed)  # orders that came early may be all that the first turn waits for


def _set_deadline(match: Match, turn: int, due: datetime, seed: bytes) -> Ruling | Refusal:
    if turn != match.turn:
        return Refusal("wrong-turn", {"code": match.code, "asked": turn, "turn": match.turn})
    if match.phase is Phase.RUNNING and not match.is_timed:
        return Refusal("untimed", {"code": match.code})
    return happen(match, [DeadlineSet(turn, due)], seed)


def _file_orders(match: Match, letter: FileOrders, seed: bytes) -> Ruling | Refusal:
    if match.phase is Phase.SIGN_UP and match.game.check_early:
        before = match.standing(letter.seat)
        checked = match.game.check_early(before, letter.written)
        return happen(match, _filed(letter.seat, before, checked), seed, checked)
    refused = _if_in_play(match, letter.seat)
    if refused:
        return refused
    before = match.standing(letter.seat)
    checked = match.game.check(match.state, letter.seat, before, letter.written)
    facts = _filed(letter.seat, before, checked)
    fee = match.game.fee(match.state, letter.seat, checked.standing) if match.game.fee else 0
    if 0 < fee <= letter.funds:
        facts.append(_payment(letter.seat, fee))
    ruling = happen(match, facts, seed, checked)
    return _closed_at_once(replace(ruling, unpaid=fee if fee > letter.funds else 0), letter.next_due, seed)


def _filed(seat: int, before: tuple[Order, ...], checked: Checked) -> list[Event]:
    return [OrdersFiled(seat, checked.standing)] if checked.standing != before else []


def _closed_at_once(ruling: Ruling, next_due: datetime | None, seed: bytes) -> Ruling:
    """The ruling, and the end of the turn if the game does not wait for its deadline any more."""
    match = ruling.match
    is_ready = match.game.is_ready
    if match.phase is not Phase.RUNNING or is_ready is None or not is_ready(match.state, match.book):
        return ruling
    closing = _closing(match, next_due, seed)
    return replace(ruling, events=(*ruling.events, *closing.events), match=closing.match)


def _closing(match: Match, next_due: datetime | None, seed: bytes) -> Ruling:
    """A turn ends, and the next one gets its deadline if it has one."""
    return _timed(happen(match, [TurnClosed(match.turn)], seed), next_due, seed)


def _timed(ruling: Ruling, due: datetime | None, seed: bytes) -> Ruling:
    """The ruling, and the deadline of the turn that now comes, if it has one."""
    match = ruling.match
    if due is None or not match.is_timed:
        return ruling
    timed = happen(match, [DeadlineSet(match.turn, due)], seed)
    return replace(ruling, events=(*ruling.events, *timed.events), match=timed.match)


def _payment(seat: int, pence: int) -> MoneyPaid:
    return MoneyPaid(seat, pence, (Movement(seat_account(seat), MATCH, pence, "fee"),))


def _rule_as_gm(match: Match, written: tuple[Written, ...], next_due: datetime | None, seed: bytes) -> Ruling | Refusal:
    refused = _if_running(match)
    if refused:
        return refused
    if match.game.check_gm is None:
        return Refusal("nothing-to-rule", {"code": match.code})
    checked = match.game.check_gm(match.state, written)
    facts = [GmRuled(checked.accepted)] if checked.accepted else []
    return _closed_at_once(happen(match, facts, seed, checked), next_due, seed)


def _ruled(match: Match, orders: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """What the GM's words lead to, one after the other."""
    state, events = match.state, tuple[Event, ...]()
    for order in orders:
        new = match.game.rule(state, order, dice) if match.game.rule else ()
        for event in new:
            state = match.game.evolve(state, event)
        events += new
    return events


def _give_salt(match: Match, seat: int, word: str, seed: bytes) -> Ruling | Refusal:
    if not match.options.get("salt"):
        return Refusal("no-salt", {"code": match.code})
    if match.phase is not Phase.SIGN_UP:
        return Refusal("too-late-for-salt", {"code": match.code})
    return happen(match, [SaltGiven(seat, word)], seed)


def _cancel(match: Match, seat: int, what: str | None, seed: bytes) -> Ruling | Refusal:
    refused = _if_running(match)
    if refused:
        return refused
    before = match.standing(seat)
    meant = [each for each in before if what is None or _is_about(match, each, what)]
    gone = [each for each in meant if not each.is_final]
    if meant and not gone:
        return Refusal("final-order", {"code": match.code, "what": "; ".join(map(match.game.say, meant))})
    if not gone:
        return Refusal("nothing-to-cancel" if what else "nothing-on-file", {"code": match.code, "what": what or ""})
    rest = tuple(Written(each, 0, match.game.say(each)) for each in before if each not in gone)
    checked = match.game.check(match.state, seat, (), rest)
    return happen(match, [OrdersFiled(seat, checked.standing)], seed, checked)


def _is_about(match: Match, order: Any, what: str) -> bool:
    """Whether every word of ``what`` stands in the order's key or canonical form: "turn 3" is not "turn 31"."""
    said = _words(f"{order.key} {match.game.say(order)}")
    return _words(what) - _IDLE_WORDS <= said


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w.]+", text.casefold()))


def _close_turn(match: Match, turn: int, next_due: datetime | None, seed: bytes) -> Ruling | Refusal:
    if match.phase is not Phase.RUNNING or turn != match.turn:
        return Refusal("wrong-turn", {"code": match.code, "asked": turn, "turn": match.turn})
    return _closing(match, next_due, seed)


def _if_in_play(match: Match, seat: int) -> Refusal | None:
    left = Refusal("resigned", {"code": match.code}) if seat in match.resigned else None
    return _if_running(match) or left


def _if_running(match: Match) -> Refusal | None:
    return None if match.phase is Phase.RUNNING else Refusal("not-started", {"code": match.code})
