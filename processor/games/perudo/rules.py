"""The rules of play: how a match opens, what a turn makes of the order book, and how it ends."""

from collections.abc import Mapping, Sequence

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import Option, Options, OptionValue, Seat
from processor.core.orders import Book, Order
from processor.games.perudo.bids import ACE, FACES, drawn, is_higher, matching
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
from processor.games.perudo.orders import Bid, Call, Challenge
from processor.games.perudo.state import DICE_COUNTS, Hand, Round, State, evolve, fold

OPTIONS = (
    Option(
        "minimum",
        3,
        "The fewest players that a match goes on with after turn one; below it the GM is asked.",
        at_least=2,
    ),
    Option("reroll", False, "Whether a bid may show some dice and throw the others of that round again."),
)


def open_match(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
    """Draw the order of play and deal every seat its secret dice (rules 2, 3 and 5)."""
    numbers, rolls = dice.shuffle("perudo/order", [seat.number for seat in seats])
    by_number = {seat.number: seat for seat in seats}
    chosen: Mapping[str, OptionValue] = {option.name: option.default for option in OPTIONS} | dict(options)
    order = tuple(by_number[number] for number in numbers)
    begun = OrderOfPlayDrawn(order, int(chosen["minimum"]), bool(chosen["reroll"]), rolls)
    return (begun, *(_deal(number, len(seats), dice) for number in sorted(numbers)))


def _deal(seat: int, players: int, dice: Dice) -> HandDealt:
    names = [
        (count, f"perudo/round/{count}.{place}/seat/{seat}") for count in DICE_COUNTS for place in range(1, players + 1)
    ]
    return HandDealt(seat, tuple(roll for count, name in names for roll in dice.rolls(name, count)))


def owed(state: State, seat: int, orders: Sequence[Order]) -> tuple[str, ...]:
    """The rounds that a player still has to call in, with what everybody knows of them."""
    if seat not in state.playing or seat in state.resigned:
        return ()
    called = {order.key for order in orders}
    missing = [each for each in state.due(seat).values() if Call(each.dice, each.place).key not in called]
    return tuple(f"{each.name} ({f'last bid {each.last}' if each.last else 'yours to open'})" for each in missing)


def may_pass(state: State, seat: int, orders: Sequence[Order]) -> bool:
    """Whether a player may let a turn go by: not turn one, as whoever sends no call at all for it is out (rule 8)."""
    return state.turn > 1 or bool(orders) or not owed(state, seat, orders)


def adjudicate(state: State, book: Book, dice: Dice) -> tuple[Event, ...]:
    """What a turn makes of the order book: one call in every open round (rules 4, 6, 8 and 9)."""
    ejections = _ejections(state, book)
    left = fold(state, ejections)
    calls = tuple(_call(left, each, book, dice) for each in left.open_rounds if not left.at_rest)
    late = {event.seat for event in calls if isinstance(event, BidDrawn)} - state.excused
    red_ns = tuple(RedNGiven(seat) for seat in left.playing if seat in late)
    return (*ejections, *calls, *red_ns, TurnPlayed(state.turn))


def _ejections(state: State, book: Book) -> tuple[Event, ...]:
    """Who sent not one call that counts for turn one is out (rule 8)."""
    if state.turn > 1:
        return ()
    out = [
        seat
        for seat in state.playing
        if seat not in state.excused and not any(_valid(state, each, seat, book) for each in state.due(seat).values())
    ]
    if not out:
        return ()
    left = len(state.playing) - len(out)
    events: list[Event] = [SeatEjected(seat) for seat in out]
    if left < state.minimum:
        events.append(TooFewLeft(left, state.minimum))
    return tuple(events)


def _valid(state: State, round_: Round, seat: int, book: Book) -> Call | None:
    """The seat's call for that round, if the book holds one that the rules allow."""
    for order in book.get(seat, ()):
        if isinstance(order, Call) and (order.dice, order.place) == (round_.dice, round_.place):
            return order if is_legal(state, round_, seat, order) else None
    return None


def is_legal(state: State, round_: Round, seat: int, call: Call) -> bool:
    """Whether the rules allow that call in that round (rules 6 and 7, and 5 for showing)."""
    match call:
        case Challenge():
            return bool(round_.bids)
        case Bid():
            return is_higher(call.claim, round_.last) and can_show(state, round_, seat, call)
        case _:
            return False


def can_show(state: State, round_: Round, seat: int, bid: Bid) -> bool:
    """Whether the player has the dice they want to show, and may show any (rule 5's variant, ruling 13)."""
    return not bid.shown or (state.reroll and matching(bid.face, round_.hands[seat].secret) >= bid.shown)


def _call(state: State, round_: Round, book: Book, dice: Dice) -> Event:
    """The one call that is made in this round this turn."""
    seat = state.caller(round_)
    match _valid(state, round_, seat, book):
        case Challenge():
            return _challenge(round_, seat)
        case Bid() as bid:
            return _bid(state, round_, seat, bid, dice)
        case _:
            return _drawn_bid(state, round_, seat, dice)


def _challenge(round_: Round, challenger: int) -> ChallengeSettled:
    """All hands are shown and counted (rule 9)."""
    last = round_.bids[-1]
    found = matching(last.claim.face, (die for hand in round_.hands.values() for die in hand.dice))
    return ChallengeSettled(round_.dice, round_.place, challenger, last.seat, last.claim.count, last.claim.face, found)


def _bid(state: State, round_: Round, seat: int, bid: Bid, dice: Dice) -> BidMade:
    hand = round_.hands[seat]
    shown = shown_for(hand, bid.face, bid.shown)
    again = len(hand.secret) - len(shown) if shown else 0
    rolls = dice.rolls(f"{_roll_name(state, round_, seat)}/reroll", again)
    return BidMade(round_.dice, round_.place, seat, bid.count, bid.face, shown, rolls)


def shown_for(hand: Hand, face: int, number: int) -> tuple[int, ...]:
    """The secret dice that are shown for a face: those of the face itself first, then Aces (ruling 13)."""
    fitting = [die for die in hand.secret if die == face] + [ACE for die in hand.secret if die == ACE != face]
    return tuple(fitting[:number])


def _drawn_bid(state: State, round_: Round, seat: int, dice: Dice) -> BidDrawn:
    """Each face is equally likely; the number is one more than it need be (rule 8)."""
    roll = dice.roll(f"{_roll_name(state, round_, seat)}/drawn", len(FACES))
    claim = drawn(roll.face, round_.last)
    return BidDrawn(round_.dice, round_.place, seat, claim.count, claim.face, (roll,))


def _roll_name(state: State, round_: Round, seat: int) -> str:
    return f"perudo/turn/{state.turn}/round/{round_.name}/seat/{seat}"


def excuse(state: State, seat: int) -> tuple[Event, ...]:
    """The GM excuses a seat from the coming deadline (ruling 19)."""
    return (RedNWaived(seat),)


def resign(state: State, seat: int) -> tuple[Event, ...]:
    """A player leaves: their calls are drawn from now on, unless nobody is left to play (rulings 15 and 16)."""
    gone = SeatResigned(seat)
    after = evolve(state, gone)
    stay = [each for each in after.playing if each not in after.resigned]
    return (gone,) if stay else (gone, RoundsBrokenOff())


def finish(state: State, dice: Dice) -> tuple[Event, ...]:
    """The GM ends the match: rounds still open count for nobody (ruling 16). It needs no more dice."""
    return () if state.is_over else (RoundsBrokenOff(),)


def is_over(state: State) -> bool:
    """Whether every round has ended (rule 10)."""
    return state.is_over
