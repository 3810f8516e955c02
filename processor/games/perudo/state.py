"""A match of Perudo as its events tell it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from processor.core.events import Event
from processor.core.game import Seat
from processor.games.perudo.bids import Claim
from processor.games.perudo.events import (
    BidDrawn,
    BidMade,
    ChallengeSettled,
    HandDealt,
    OrderOfPlayDrawn,
    RedNGiven,
    RedNWaived,
    RoundsBrokenOff,
    SeatEjected,
    SeatResigned,
    TooFewLeft,
    TurnPlayed,
)

DICE_COUNTS = (1, 2, 3, 4, 5)
FEWEST_AT_PLAY = 2


@dataclass(frozen=True)
class Hand:
    """The dice of one seat in one round: those still secret, and those laid open with a bid."""

    secret: tuple[int, ...]
    shown: tuple[int, ...] = ()

    @property
    def dice(self) -> tuple[int, ...]:
        return self.shown + self.secret


@dataclass(frozen=True)
class MadeBid:
    """One bid in the course of a round."""

    turn: int
    seat: int
    claim: Claim
    drawn: bool = False
    shown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Settlement:
    """How a challenge came out (rule 9)."""

    turn: int
    challenger: int
    bidder: int
    claim: Claim
    found: int

    @property
    def good(self) -> bool:
        """Whether the bid was good and the challenge bad."""
        return self.found >= self.claim.count

    @property
    def star(self) -> int:
        """The seat that earns the gold star."""
        return self.bidder if self.good else self.challenger

    @property
    def mark(self) -> int:
        """The seat that earns the black mark."""
        return self.challenger if self.good else self.bidder


class Standing(StrEnum):
    """Where a round is in its life."""

    OPEN = "open"
    SETTLED = "settled"
    NOT_PLAYED = "not played"
    BROKEN_OFF = "broken off"


@dataclass(frozen=True)
class Round:
    """One of the rounds: ``dice`` each, started by the seat in that ``place`` of the order of play (rules 3 and 4)."""

    dice: int
    place: int
    hands: Mapping[int, Hand] = field(default_factory=dict)
    bids: tuple[MadeBid, ...] = ()
    settlement: Settlement | None = None
    standing: Standing = Standing.OPEN

    @property
    def name(self) -> str:
        return f"{self.dice}.{self.place}"

    @property
    def last(self) -> Claim | None:
        """The last bid, if there is one."""
        return self.bids[-1].claim if self.bids else None

    @property
    def is_open(self) -> bool:
        return self.standing is Standing.OPEN


@dataclass(frozen=True)
class State:
    """The whole match. ``turn`` is the one that the coming deadline closes; ``order`` is the order of play."""

    order: tuple[Seat, ...]
    minimum: int
    reroll: bool
    rounds: tuple[Round, ...]
    turn: int = 1
    ejected: frozenset[int] = frozenset()
    resigned: frozenset[int] = frozenset()
    red_ns: Mapping[int, int] = field(default_factory=dict)
    excused: frozenset[int] = frozenset()
    spared: frozenset[int] = frozenset()
    """Who was excused from the turn before, so that what was missing then brought no red N."""
    too_few: bool = False
    broken_off: bool = False

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats whose dice count, in the order of play."""
        return tuple(seat.number for seat in self.order if seat.number not in self.ejected)

    @cached_property
    def open_rounds(self) -> tuple[Round, ...]:
        return tuple(round_ for round_ in self.rounds if round_.is_open)

    @property
    def at_rest(self) -> bool:
        """Nobody is left to play against, so nothing happens until the GM ends the match (ruling 14)."""
        return len(self.playing) < FEWEST_AT_PLAY

    @property
    def is_over(self) -> bool:
        """Every round has ended (rule 10), or play was broken off."""
        return self.broken_off or not (self.open_rounds or self.at_rest)

    def name_of(self, seat: int) -> str:
        return next(each.name for each in self.order if each.number == seat)

    def round_named(self, dice: int, place: int) -> Round | None:
        return next((each for each in self.rounds if (each.dice, each.place) == (dice, place)), None)

    def dice_in(self, round_: Round) -> int:
        """How many dice there are in a round, all hands together."""
        return round_.dice * len(self.playing)

    def caller(self, round_: Round) -> int:
        """Whose call an open round waits for: its starter, then one after the other (rules 2 and 4)."""
        if not round_.bids:
            return self.order[round_.place - 1].number
        playing = self.playing
        return playing[(playing.index(round_.bids[-1].seat) + 1) % len(playing)]

    def due(self, seat: int) -> Mapping[int, Round]:
        """The rounds that wait for a seat's call, by their number of dice: at most one of each (rule 4)."""
        return self._due.get(seat, {})

    @cached_property
    def _due(self) -> Mapping[int, Mapping[int, Round]]:
        due: dict[int, dict[int, Round]] = {}
        for each in () if self.at_rest else self.open_rounds:
            due.setdefault(self.caller(each), {})[each.dice] = each
        return due


def evolve(state: State | None, event: Event) -> State:
    """The state after one more event."""
    if isinstance(event, OrderOfPlayDrawn):
        return _opened(event)
    if state is None:
        raise ValueError(f"play begins with OrderOfPlayDrawn, not {type(event).__name__}")
    match event:
        case HandDealt(seat=seat, rolls=rolls):
            return replace(state, rounds=_dealt(state.rounds, seat, tuple(roll.face for roll in rolls)))
        case BidMade():
            return _with_round(state, _bid(state, event))
        case BidDrawn(dice=dice, place=place, seat=seat):
            bid = MadeBid(state.turn, seat, Claim(event.count, event.face), drawn=True)
            return _with_round(state, _add_bid(_round(state, dice, place), bid))
        case ChallengeSettled():
            return _with_round(state, _settled(state, event))
        case SeatEjected(seat=seat):
            rounds = tuple(_without(state, each, seat) for each in state.rounds)
            return replace(state, rounds=rounds, ejected=state.ejected | {seat})
        case TooFewLeft():
            return replace(state, too_few=True)
        case RedNGiven(seat=seat):
            return replace(state, red_ns={**state.red_ns, seat: state.red_ns.get(seat, 0) + 1})
        case RedNWaived(seat=seat):
            return replace(state, excused=state.excused | {seat})
        case SeatResigned(seat=seat):
            return replace(state, resigned=state.resigned | {seat})
        case RoundsBrokenOff():
            rounds = tuple(_broken_off(each) for each in state.rounds)
            return replace(state, rounds=rounds, broken_off=True)
        case TurnPlayed(turn=turn):
            return replace(state, turn=turn + 1, excused=frozenset(), spared=state.excused)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of this game")


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after some more events."""
    for event in events:
        state = evolve(state, event)
    return state


def _opened(event: OrderOfPlayDrawn) -> State:
    places = range(1, len(event.order) + 1)
    rounds = tuple(Round(dice, place) for dice in DICE_COUNTS for place in places)
    return State(event.order, event.minimum, event.reroll, rounds)


def _dealt(rounds: tuple[Round, ...], seat: int, faces: tuple[int, ...]) -> tuple[Round, ...]:
    dealt = []
    for each in rounds:
        hand, faces = Hand(faces[: each.dice]), faces[each.dice :]
        dealt.append(replace(each, hands={**each.hands, seat: hand}))
    return tuple(dealt)


def _bid(state: State, event: BidMade) -> Round:
    round_ = _round(state, event.dice, event.place)
    bid = MadeBid(state.turn, event.seat, Claim(event.count, event.face), shown=event.shown)
    if event.shown:
        before = round_.hands[event.seat]
        hand = Hand(tuple(roll.face for roll in event.rolls), before.shown + event.shown)
        round_ = replace(round_, hands={**round_.hands, event.seat: hand})
    return _add_bid(round_, bid)


def _add_bid(round_: Round, bid: MadeBid) -> Round:
    return replace(round_, bids=(*round_.bids, bid))


def _settled(state: State, event: ChallengeSettled) -> Round:
    claim = Claim(event.count, event.face)
    settlement = Settlement(state.turn, event.challenger, event.bidder, claim, event.found)
    round_ = _round(state, event.dice, event.place)
    return replace(round_, settlement=settlement, standing=Standing.SETTLED)


def _without(state: State, round_: Round, seat: int) -> Round:
    """The round once a seat is ejected: without its dice, and not played at all if that seat was to start it."""
    hands = {each: hand for each, hand in round_.hands.items() if each != seat}
    started_by = state.order[round_.place - 1].number
    return replace(round_, hands=hands, standing=Standing.NOT_PLAYED if started_by == seat else round_.standing)


def _broken_off(round_: Round) -> Round:
    return replace(round_, standing=Standing.BROKEN_OFF) if round_.is_open else round_


def _round(state: State, dice: int, place: int) -> Round:
    found = state.round_named(dice, place)
    if found is None:
        raise LookupError(f"there is no round {dice}.{place}")
    return found


def _with_round(state: State, changed: Round) -> State:
    return replace(
        state,
        rounds=tuple(
            changed if (each.dice, each.place) == (changed.dice, changed.place) else each for each in state.rounds
        ),
    )
