"""What follows from a fact: the consequences that the rules draw from it, and the turns that end with it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from processor.core.dice import Dice
from processor.core.events import (
    DeadlineSet,
    Event,
    GmRuled,
    MatchClosed,
    MatchEnded,
    MatchStarted,
    MoneyPaid,
    OrdersLate,
    PointsGiven,
    SeatLeft,
    SeatTaken,
    TurnClosed,
    TurnExcused,
)
from processor.core.game import Seat
from processor.core.match import Match, Phase, evolve
from processor.core.orders import Checked, Order
from processor.core.ruling import Refusal, Ruling


def happen(match: Match, facts: Sequence[Event], seed: bytes, checked: Checked | None = None) -> Ruling:
    """A ruling of these facts, each followed by what the rules make of it."""
    happened: list[Event] = []
    for fact in facts:
        consequences = _consequences(match, fact, match.dice(seed))
        for event in (fact, *consequences):
            match = evolve(match, event)
            happened.append(event)
        if isinstance(fact, MatchClosed) or (match.phase is Phase.RUNNING and match.game.is_over(match.state)):
            match = evolve(match, MatchEnded())
            happened.append(MatchEnded())
            break
    return Ruling(tuple(happened), match, checked)


def closed_at_once(ruling: Ruling, next_due: datetime | None, seed: bytes) -> Ruling:
    """The ruling, and the end of the turn if the game does not wait for its deadline any more."""
    if not closes_now(ruling.match):
        return ruling
    closing = turn_closed(ruling.match, next_due, seed)
    return replace(ruling, events=(*ruling.events, *closing.events), match=closing.match)


def gone_on(match: Match, fact: Event, next_due: datetime | None, seed: bytes) -> Ruling:
    """A fact that lets the clock of a match run; what came in while it stood still may close the turn at once."""
    ruling = happen(match, [fact], seed)
    return closed_at_once(ruling, next_due, seed) if match.is_held else ruling


def awaits_nothing(match: Match) -> bool:
    """Whether the game has all that it waits for in the coming turn."""
    is_ready = match.game.is_ready
    return match.phase is Phase.RUNNING and is_ready is not None and is_ready(match.state, match.book)


def closes_now(match: Match) -> bool:
    """Whether the coming turn closes without its deadline: nothing more is awaited, and nothing holds it."""
    return awaits_nothing(match) and not match.is_held


def turn_closed(match: Match, next_due: datetime | None, seed: bytes) -> Ruling:
    """A turn ends, and the next one gets its deadline if it has one. What the excused did not send costs nothing."""
    excused = [TurnExcused(seat) for seat in match.awaited() if match.game.excuse and match.is_excused(seat)]
    return timed(happen(match, [*excused, TurnClosed(match.turn)], seed), next_due, seed)


def timed(ruling: Ruling, due: datetime | None, seed: bytes) -> Ruling:
    """The ruling, and the deadline of the turn that now comes, if it has one: not while a player is on vacation."""
    match = ruling.match
    if due is None or not match.is_timed:
        return ruling
    dated = happen(match, [put_off(match, due)], seed)
    return replace(ruling, events=(*ruling.events, *dated.events), match=dated.match)


def put_off(match: Match, due: datetime) -> DeadlineSet:
    """The coming turn closes then, or as soon after it as nobody is on vacation."""
    after, _ = match.put_off(due)
    return DeadlineSet(match.turn, after, due if after != due else None)


def is_paused(match: Match) -> bool:
    """Whether the GM has stopped the clock of the match."""
    return match.life.hold is not None and match.life.hold.why == "pause"


def wrong_turn(match: Match, turn: int) -> Refusal:
    """Another turn is meant than the coming one."""
    return Refusal("wrong-turn", {"code": match.code, "unit": match.game.unit, "asked": turn, "turn": match.turn})


def if_in_play(match: Match, seat: int) -> Refusal | None:
    """Why a seat can do nothing just now, if that is so: the match does not run, or its player has left."""
    left = Refusal("resigned", {"code": match.code}) if seat in match.resigned else None
    return if_running(match) or left


def if_running(match: Match) -> Refusal | None:
    """Why nothing can be done in a match that does not run, if that is so."""
    return None if match.phase is Phase.RUNNING else Refusal("not-started", {"code": match.code})


def not_begun(match: Match) -> Refusal | None:
    """Why the GM can do nothing in a match that has not begun, if that is so."""
    return None if match.phase is Phase.RUNNING else Refusal("not-begun", {"code": match.code})


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
        case MatchClosed() if match.phase is Phase.RUNNING:
            return game.finish(match.state, dice)
        case GmRuled(orders=orders) if game.rule:
            return _ruled(match, orders, dice)
        case MoneyPaid(seat=seat, pence=pence) if game.receive:
            return game.receive(match.state, seat, pence)
        case OrdersLate(seat=seat, keys=keys) if match.phase is Phase.RUNNING and game.late:
            return game.late(match.state, seat, match.standing(seat), keys)
        case TurnExcused(seat=seat) if match.phase is Phase.RUNNING and game.excuse:
            return game.excuse(match.state, seat)
        case PointsGiven(seat=seat, points=points, why=why) if match.phase is Phase.RUNNING and game.award:
            return game.award(match.state, seat, points, why)
        case _:
            return ()


def _ruled(match: Match, orders: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """What the GM's words lead to, one after the other."""
    state, events = match.state, tuple[Event, ...]()
    for order in orders:
        new = match.game.rule(state, order, dice) if match.game.rule else ()
        for event in new:
            state = match.game.evolve(state, event)
        events += new
    return events
