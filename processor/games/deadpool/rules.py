"""The course of a match: who is in the game, what a deadline decides, and how it ends."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import Option, Options, Seat
from processor.core.money import MATCH, Movement, in_words, seat_account
from processor.core.orders import Book, Order
from processor.games.deadpool.events import (
    EntrantAdmitted,
    EntrantLeft,
    EntriesClosed,
    EntryDeadlineSet,
    EntryLeftOut,
    EntryMade,
    EntryPaid,
    LeftOut,
    MoneyReturned,
    PoolClosed,
    PoolOpened,
    PoolVoid,
    Returned,
)
from processor.games.deadpool.names import key
from processor.games.deadpool.orders import WORDS, FeeFromAccount, Nomination
from processor.games.deadpool.outcome import standing
from processor.games.deadpool.state import Entrant, State

A_POUND = 100
FEE_BACK = "fee back"


def instant(words: str) -> datetime | None:
    """The instant of "1996-12-31T23:59:59Z"; a day begins at midnight, and UTC is meant where no zone is named."""
    try:
        read = datetime.fromisoformat(words.upper())
    except ValueError:
        return None
    return read.astimezone(UTC) if read.tzinfo else read.replace(tzinfo=UTC)


def _is_start(words: str) -> bool:
    return not words or instant(words) is not None


OPTIONS = (
    Option("fee", A_POUND, "What an entry costs; 0 for a match without money.", at_least=0, is_money=True),
    Option(
        "start",
        "",
        "From when on a death counts, such as 1996-12-31T23:59:59Z; else it is from the entry deadline on.",
        fits=_is_start,
    ),
)


def open(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
    """Take nominations from now on; whoever is at the table already is known by name."""
    opened = PoolOpened(
        int(options.get("fee", A_POUND)), instant(str(options.get("start", ""))), str(options.get("zone", "UTC"))
    )
    return (opened, *(EntrantAdmitted(seat.number, seat.name) for seat in seats))


def admit(state: State, seat: Seat) -> tuple[Event, ...]:
    """A nomination signs up its sender, as long as entries are open (rule 1)."""
    return () if state.is_closed else (EntrantAdmitted(seat.number, seat.name),)


def schedule(state: State, due: datetime) -> tuple[Event, ...]:
    """The entry deadline: without another start, deaths count from then on (rule 6)."""
    return (EntryDeadlineSet(due),)


def is_timed(state: State) -> bool:
    """After the entry deadline there is no other: the match waits for the world (rule 5)."""
    return not state.is_closed


def is_over(state: State) -> bool:
    """Over when the GM has confirmed or closed it, or when nobody is in the game at the entry deadline."""
    return state.ending is not None or (state.is_closed and not state.playing)


# --- What is owed, and money ------------------------------------------------------------------------------


def owed(state: State, seat: int, orders: Sequence[Order]) -> tuple[str, ...]:
    """Before the entry deadline: names, others for those that the GM refuses, and the fee."""
    if state.is_closed or state.ending or state.entrants[seat].place == "left":
        return ()
    nomination = nomination_in(orders)
    names = [WORDS.phrase("owed", "three-names")] if nomination is None else list(_to_replace(state, nomination))
    return (*names, *_unpaid(state, seat, orders))


def _to_replace(state: State, nomination: Nomination) -> Iterator[str]:
    for pick in nomination.picks:
        match standing(state, pick):
            case "refused":
                yield WORDS.phrase("owed", "replacement", name=pick, why=state.refusals[key(pick)].why)
            case "void":
                yield WORDS.phrase("owed", "replacement-of-dead", name=pick)
            case _:
                continue


def _unpaid(state: State, seat: int, orders: Sequence[Order]) -> Iterator[str]:
    lacking = state.lacks(seat)
    if lacking and is_fee_asked_for(orders):
        yield WORDS.phrase("owed", "fee-not-covered", fee=in_words(lacking))
    elif lacking:
        yield WORDS.phrase("owed", "fee", fee=in_words(lacking))


def fee(state: State, seat: int, orders: tuple[Order, ...]) -> int:
    """What to take from the account now: only if it was asked for, and only for an entry that there is (rule 3)."""
    is_wanted = is_fee_asked_for(orders) and nomination_in(orders) is not None
    return charge(state, seat) if is_wanted else 0


def charge(state: State, seat: int) -> int:
    """What is missing from a seat's fee while entries are open."""
    return 0 if not _takes_money(state, seat) else state.lacks(seat)


def receive(state: State, seat: int, pence: int) -> tuple[Event, ...]:
    """Money comes in: as much as the fee still lacks is kept, the rest goes back at once."""
    kept = min(pence, charge(state, seat))
    why: Returned = "too much" if _takes_money(state, seat) else "too late"
    back = _back(seat, pence - kept)
    return (
        *([EntryPaid(seat, kept)] if kept else []),
        *([MoneyReturned(seat, why, back)] if back else []),
    )


def nomination_in(orders: Sequence[Order]) -> Nomination | None:
    """The nomination among some orders."""
    return next((each for each in orders if isinstance(each, Nomination)), None)


def look_over(orders: Sequence[Order]) -> tuple[str, ...]:
    """The names in a seat's orders, any of which the GM may refuse (rule 8)."""
    nomination = nomination_in(orders)
    return nomination.picks if nomination else ()


def is_fee_asked_for(orders: Sequence[Order]) -> bool:
    """Whether the fee is to be taken from the account."""
    return any(isinstance(each, FeeFromAccount) for each in orders)


def _takes_money(state: State, seat: int) -> bool:
    return not state.is_closed and not state.ending and state.entrants[seat].place != "left"


def _back(seat: int, pence: int) -> tuple[Movement, ...]:
    return (Movement(MATCH, seat_account(seat), pence, FEE_BACK),) if pence else ()


# --- The entry deadline, and endings ----------------------------------------------------------------------


def adjudicate(state: State, book: Book, dice: Dice) -> tuple[Event, ...]:
    """Close entries and print them (rule 5). Later turns have nothing to decide: only the world has."""
    if state.is_closed:
        return ()
    waiting = [each for each in state.entrants.values() if each.place != "left"]
    entries = [event for each in waiting for event in _entry(state, each, book.get(each.seat, ()))]
    return (*entries, EntriesClosed())


def _entry(state: State, entrant: Entrant, orders: Sequence[Order]) -> Iterator[Event]:
    nomination = nomination_in(orders)
    if nomination and not state.lacks(entrant.seat):
        yield EntryMade(entrant.seat, nomination.picks)
        return
    why: LeftOut = "unpaid" if nomination else "no nomination"
    yield EntryLeftOut(entrant.seat, why)  # rule 4
    if entrant.paid:
        yield MoneyReturned(entrant.seat, "not in the game", _back(entrant.seat, entrant.paid))


def resign(state: State, seat: int) -> tuple[Event, ...]:
    """A player leaves: before the entry deadline with the fee, after it without (rule 14)."""
    if not state.is_closed:
        return (EntrantLeft(seat, _back(seat, state.entrants[seat].paid)),)
    is_last = [each.seat for each in state.playing] == [seat]
    return (EntrantLeft(seat), *([PoolVoid(fees_back(state))] if is_last else []))


def finish(state: State, dice: Dice) -> tuple[Event, ...]:
    """The GM closes the match before a winner is confirmed: the fees go back (rule 12)."""
    return (PoolClosed(fees_back(state)),)


def fees_back(state: State) -> tuple[Movement, ...]:
    """Every fee that is still in the pot, to whoever paid it."""
    return tuple(move for seat in sorted(state.entrants) for move in _back(seat, state.entrants[seat].paid))
