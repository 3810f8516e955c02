"""The course of a match: what is printed, what a deadline decides, and how it ends."""

from collections.abc import Iterator, Sequence
from functools import reduce

from processor.core.dice import Dice
from processor.core.events import Event
from processor.core.game import Options, Seat
from processor.core.orders import Book, Order
from processor.core.wording import listed
from processor.games.choice.events import (
    AllocationMade,
    EntryEnded,
    EntryFined,
    EntryOpened,
    EntryUnfinished,
    EntryWithdrawn,
    FinesWaived,
    IssueClosed,
    LatenessNoted,
    PlayClosed,
    PlayerAdmitted,
    PlayerLeft,
    PointsAwarded,
    TurnPrinted,
)
from processor.games.choice.orders import Allocation
from processor.games.choice.settling import Candidate, allocations, settle
from processor.games.choice.state import FINE, LAST_REJECTION, LETTERS, Entry, State, evolve

TURNS_AN_ISSUE = 2
DICE_A_TURN = 5


def open(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
    """Print the first issue; whoever is at the table already is known by name."""
    return (*print_issue(1, dice), *(PlayerAdmitted(seat.number, seat.name) for seat in seats))


def print_issue(issue: int, dice: Dice) -> tuple[Event, ...]:
    """Throw and print the two turns of an issue (rules 1 and 7)."""
    return tuple(
        TurnPrinted(issue, turn, dice.rolls(roll_name(turn), DICE_A_TURN))
        for turn in range(TURNS_AN_ISSUE * issue - 1, TURNS_AN_ISSUE * issue + 1)
    )


def roll_name(turn: int) -> str:
    """The name under which a turn's dice are in the dice log."""
    return f"choice/issue/{(turn + 1) // TURNS_AN_ISSUE}/turn/{turn}"


def admit(state: State, seat: Seat) -> tuple[Event, ...]:
    """Let a player in while the match runs; sending allocations is signing up (rule 9)."""
    return (PlayerAdmitted(seat.number, seat.name),)


def owed(state: State, seat: int, orders: Sequence[Order]) -> tuple[str, ...]:
    """The turns that a seat's open entries still lack, with what is on file counted as made."""
    entries = [after for _, after, _ in _entries_at_deadline(state, seat, orders) if not after.is_used_up]
    return tuple(f"turn {turn.number} of entry {each.letter}" for each in entries for turn in state.outstanding(each))


def may_begin(state: State, seat: int) -> tuple[str, ...]:
    """The turns that open the first entry of a seat that has none, and what a late start costs (rules 8 and 9)."""
    if seat in state.left or state.entries_of(seat):
        return ()
    numbers = [turn.number for turn in state.turns]
    turns = listed(numbers) if len(numbers) == TURNS_AN_ISSUE else f"1 to {numbers[-1]}"
    late = f", at a fine of {FINE * (state.issue - 1)} for starting late" if state.issue > 1 else ""
    return (f"turns {turns} of your entry A{late}",)


def adjudicate(state: State, book: Book, dice: Dice) -> tuple[Event, ...]:
    """Close the issue: make allocations, take fines, end entries; then print the next two turns."""
    seats = sorted({entry.seat for entry in state.entries} | book.keys())
    events = [
        event
        for seat in seats
        for before, after, made in _entries_at_deadline(state, seat, book.get(seat, ()))
        for event in _entry_at_deadline(state, before, after, made)
    ]
    events.append(IssueClosed(state.issue))
    if not is_over(reduce(evolve, events, state)):
        events.extend(print_issue(state.issue + 1, dice))
    return tuple(events)


def _entries_at_deadline(
    state: State, seat: int, filed: Sequence[Order]
) -> Iterator[tuple[Entry | None, Entry, tuple[Allocation, ...]]]:
    """Every entry in play of a seat: as it was, as it will be, and the allocations between."""
    if seat in state.left:
        return
    orders = allocations(filed)
    for letter in LETTERS:
        before = state.entry(seat, letter)
        mine = [Candidate(order) for order in orders if order.entry == letter]
        settled = settle(state, before or Entry(seat, letter, state.issue), mine)
        if (before or settled.chosen) and not (before and before.ending):
            yield before, settled.entry, tuple(candidate.order for candidate in settled.chosen)


def _entry_at_deadline(state: State, before: Entry | None, after: Entry, made: Sequence[Allocation]) -> Iterator[Event]:
    seat, letter, issue = after.seat, after.letter, state.issue
    is_fined = seat not in state.excused
    late = FINE * (issue - 1) if before is None and is_fined else 0
    if before is None:
        yield EntryOpened(seat, letter, issue)
    if late:
        yield EntryFined(seat, letter, issue, late, "late start")  # rule 8
    for order in made:
        yield AllocationMade(seat, letter, issue, order.turn, order.pairs, order.reject)
    if after.is_used_up:
        yield _ended(after, issue, late)
    elif is_fined and (lacking := state.outstanding(after)):
        yield EntryFined(seat, letter, issue, FINE, "outstanding", tuple(turn.number for turn in lacking))  # rule 8
    elif is_fined and (late_ones := state.late.get((seat, letter))):
        yield EntryFined(seat, letter, issue, FINE, "late orders", late_ones)  # ruling 20


def late(state: State, seat: int, orders: Sequence[Order], keys: Sequence[str]) -> tuple[Event, ...]:
    """A player's allocations come after the deadline: what their entries lacked until then, also one that is opened
    only now or has nothing but what was on file (rule 8, ruling 20).
    """
    at_deadline = {after.letter: after for before, after, _ in _entries_at_deadline(state, seat, orders) if before}
    begun = {letter for letter in LETTERS if any(Allocation.is_of(key, letter) for key in keys)}
    for letter in begun - {entry.letter for entry in state.entries_of(seat)}:
        mine = [Candidate(order) for order in allocations(orders) if order.entry == letter]
        at_deadline[letter] = settle(state, Entry(seat, letter, state.issue), mine).entry
    lacking = {letter: state.outstanding(each) for letter, each in at_deadline.items() if not each.is_used_up}
    return tuple(
        LatenessNoted(seat, letter, tuple(turn.number for turn in turns))
        for letter, turns in sorted(lacking.items())
        if turns
    )


def _ended(entry: Entry, issue: int, late: int) -> EntryEnded:
    number = next(face for face, times in entry.rejects.items() if times >= LAST_REJECTION)  # rule 5
    return EntryEnded(entry.seat, entry.letter, issue, len(entry.made), number, entry.score - late)


def excuse(state: State, seat: int) -> tuple[Event, ...]:
    """The GM excuses a player: the coming deadline fines none of their entries (ruling 19)."""
    return (FinesWaived(seat),)


def award(state: State, seat: int, points: int, why: str) -> tuple[Event, ...]:
    """The GM gives a player points: to their first entry that is still in play, or else to their first (ruling 19)."""
    entries = state.entries_of(seat)
    chosen = next((entry for entry in entries if not entry.ending), entries[0] if entries else None)
    return (PointsAwarded(seat, chosen.letter, points, why),) if chosen else ()


def resign(state: State, seat: int) -> tuple[Event, ...]:
    """A player leaves: open entries are withdrawn, score as they stand and are fined no more."""
    still_open = [entry for entry in state.entries_of(seat) if not entry.ending]
    withdrawn = (EntryWithdrawn(seat, entry.letter, state.issue, entry.score) for entry in still_open)
    return (*withdrawn, PlayerLeft(seat))


def finish(state: State, dice: Dice) -> tuple[Event, ...]:
    """The GM closes the match: open entries score as they stand and are marked unfinished."""
    still_open = [entry for entry in state.entries if not entry.ending]
    unfinished = (EntryUnfinished(entry.seat, entry.letter, state.issue, entry.score) for entry in still_open)
    return (*unfinished, PlayClosed(state.issue))


def is_over(state: State) -> bool:
    """Over when the GM closed it, or when every entry has ended and no new one came by the deadline of that issue."""
    ended = [entry.ended_in is not None and entry.ended_in <= state.closed for entry in state.entries]
    return state.is_closed or (bool(ended) and all(ended))
