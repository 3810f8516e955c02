"""What a seat may know, or what everybody may know: the only thing that templates are given.

Before the end a view holds no dice but the reader's own and those laid open, does not tell a drawn bid from a
made one, and hides red Ns and resignations, for they would tell it (rule 8 and ruling 15).
"""

from dataclasses import dataclass

from processor.games.perudo.bids import Claim, face_names, least
from processor.games.perudo.state import Hand, MadeBid, Round, Settlement, Standing, State

_SAMPLE_FACE = 5


@dataclass(frozen=True)
class BidView:
    """A bid in the course of a round. ``drawn`` is only ever true for the reader's own, and at the end."""

    turn: int
    who: str
    bid: str
    shown: str
    drawn: bool


@dataclass(frozen=True)
class HandView:
    """The dice of one player in one round, as far as the reader may see them."""

    who: str
    shown: str
    secret: str


@dataclass(frozen=True)
class SettlementView:
    """How a challenge came out: ``found`` is what there really was, in words, ``count`` as a number."""

    turn: int
    challenger: str
    bidder: str
    bid: str
    found: str
    count: int
    good: bool
    star: str
    mark: str


@dataclass(frozen=True)
class RoundView:
    """One round. ``caller`` is whose call it waits for, ``sample`` a legal bid, ``mine`` the reader's dice."""

    name: str
    dice: int
    total: int
    standing: str
    starter: str
    bids: tuple[BidView, ...]
    caller: str | None
    sample: str
    mine: str
    hands: tuple[HandView, ...]
    settlement: SettlementView | None
    news: bool
    """Whether the last turn brought a call here."""

    @property
    def last(self) -> BidView | None:
        return self.bids[-1] if self.bids else None


@dataclass(frozen=True)
class PlayerView:
    """One player in the order of play. ``rank`` is shared in a tie, and 0 for who is out.

    ``red_ns`` and ``left`` are ``None`` and false for everybody else until the end.
    """

    name: str
    rank: int
    marks: int
    stars: int
    red_ns: int | None
    out: bool
    left: bool


@dataclass(frozen=True)
class View:
    """The match as one reader may see it. ``turn`` is the one that the coming deadline closes."""

    turn: int
    over: bool
    broken_off: bool
    too_few: bool
    at_rest: bool
    minimum: int
    reroll: bool
    reader: PlayerView | None
    players: tuple[PlayerView, ...]
    rounds: tuple[RoundView, ...]
    due: tuple[RoundView, ...]
    missed: tuple[str, ...]
    """The rounds in which a bid was drawn for the reader last turn."""
    spared: bool = False
    """Whether the reader was excused last turn, so that this brought no red N."""

    @property
    def ranking(self) -> tuple[PlayerView, ...]:
        """The players from first to last, those who are out behind them."""
        return tuple(sorted(self.players, key=lambda player: (player.out, player.rank)))

    @property
    def playing(self) -> tuple[PlayerView, ...]:
        return tuple(player for player in self.players if not player.out)

    @property
    def open_rounds(self) -> tuple[RoundView, ...]:
        return tuple(each for each in self.rounds if each.standing == Standing.OPEN)


def view(state: State, seat: int | None) -> View:
    """The match as the seat may see it, or as everybody may."""
    rounds = {each.name: _round(state, each, seat) for each in state.rounds}
    players = _players(state, seat)
    seats = [each.number for each in state.order]
    is_awaited = seat in state.playing and seat not in state.resigned
    mine = list(state.due(seat).values()) if seat is not None and is_awaited else []
    return View(
        turn=state.turn,
        over=state.is_over,
        broken_off=state.broken_off,
        too_few=state.too_few,
        at_rest=state.at_rest,
        minimum=state.minimum,
        reroll=state.reroll,
        reader=players[seats.index(seat)] if seat in seats else None,
        players=players,
        rounds=tuple(rounds.values()),
        due=tuple(rounds[each.name] for each in mine),
        missed=tuple(each.name for each in state.rounds if _was_missed(state, each, seat)),
        spared=seat in state.spared,
    )


def _was_missed(state: State, round_: Round, seat: int | None) -> bool:
    return any(bid.drawn and bid.seat == seat and bid.turn == state.turn - 1 for bid in round_.bids)


def _round(state: State, round_: Round, seat: int | None) -> RoundView:
    mine = round_.hands.get(seat) if seat is not None else None
    return RoundView(
        name=round_.name,
        dice=round_.dice,
        total=state.dice_in(round_),
        standing=str(round_.standing),
        starter=state.order[round_.place - 1].name,
        bids=tuple(_bid(state, bid, seat) for bid in round_.bids),
        caller=state.name_of(state.caller(round_)) if round_.is_open and not state.at_rest else None,
        sample=str(least(_SAMPLE_FACE, round_.last)),
        mine=face_names(mine.dice) if mine else "",
        hands=_hands(state, round_, seat),
        settlement=_settlement(state, round_.settlement) if round_.settlement else None,
        news=any(each.turn == state.turn - 1 for each in (*round_.bids[-1:], round_.settlement) if each),
    )


def _bid(state: State, bid: MadeBid, seat: int | None) -> BidView:
    told = state.is_over or bid.seat == seat
    return BidView(bid.turn, state.name_of(bid.seat), str(bid.claim), face_names(bid.shown), bid.drawn and told)


def _hands(state: State, round_: Round, seat: int | None) -> tuple[HandView, ...]:
    """The reader's own dice, what lies open, and everything once the round or the match is over."""
    everything = round_.settlement is not None or state.is_over
    seen = [(each, round_.hands[each], everything or each == seat) for each in state.playing if each in round_.hands]
    return tuple(_hand(state.name_of(each), hand, whole) for each, hand, whole in seen if whole or hand.shown)


def _hand(who: str, hand: Hand, whole: bool) -> HandView:
    return HandView(who, face_names(hand.shown), face_names(hand.secret) if whole else "")


def _settlement(state: State, settlement: Settlement) -> SettlementView:
    return SettlementView(
        turn=settlement.turn,
        challenger=state.name_of(settlement.challenger),
        bidder=state.name_of(settlement.bidder),
        bid=str(settlement.claim),
        found=str(Claim(settlement.found, settlement.claim.face)),
        count=settlement.found,
        good=settlement.good,
        star=state.name_of(settlement.star),
        mark=state.name_of(settlement.mark),
    )


def _players(state: State, seat: int | None) -> tuple[PlayerView, ...]:
    """The players in the order of play, ranked by what the reader may know (rule 10)."""
    scores = {each.number: _score(state, each.number) for each in state.order}
    ranks = sorted(scores[number] for number in state.playing)
    return tuple(
        PlayerView(
            name=each.name,
            rank=0 if each.number in state.ejected else ranks.index(scores[each.number]) + 1,
            marks=_marks(state, each.number),
            stars=_stars(state, each.number),
            red_ns=state.red_ns.get(each.number, 0) if state.is_over or each.number == seat else None,
            out=each.number in state.ejected,
            left=each.number in state.resigned and (state.is_over or each.number == seat),
        )
        for each in state.order
    )


def _score(state: State, seat: int) -> tuple[bool, int, int, int]:
    """The lowest is first: fewest black marks, most gold stars, fewest red Ns (rule 10), leavers last (ruling 15)."""
    hidden = (seat in state.resigned, state.red_ns.get(seat, 0)) if state.is_over else (False, 0)
    return hidden[0], _marks(state, seat), -_stars(state, seat), hidden[1]


def _marks(state: State, seat: int) -> int:
    return sum(each.settlement is not None and each.settlement.mark == seat for each in state.rounds)


def _stars(state: State, seat: int) -> int:
    return sum(each.settlement is not None and each.settlement.star == seat for each in state.rounds)
