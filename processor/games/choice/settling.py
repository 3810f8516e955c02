"""Which allocations stand for an entry, turn by turn; the same reckoning at a receipt and at the deadline."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from processor.core.orders import Order, Written
from processor.games.choice.legality import Fault, fault, rolled
from processor.games.choice.orders import WORDS, Allocation
from processor.games.choice.state import Entry, Made, State, Turn


@dataclass(frozen=True)
class Candidate:
    """An allocation that may stand for its turn: one on file, or a new one with the line it was written in."""

    order: Allocation
    written: Written | None = None


@dataclass(frozen=True)
class Settled:
    """What became of the candidates: the entry with those that were chosen, and why others were not."""

    entry: Entry
    chosen: tuple[Candidate, ...] = ()
    refused: tuple[tuple[Candidate, Fault], ...] = ()
    superseded: tuple[Candidate, ...] = ()


def allocations(orders: Sequence[Order]) -> tuple[Allocation, ...]:
    """The allocations among some orders; this game knows no other kind."""
    return tuple(order for order in orders if isinstance(order, Allocation))


def settle(state: State, entry: Entry, candidates: Sequence[Candidate]) -> Settled:
    """Take an entry's outstanding turns in order and let the latest legal allocation stand for each (rule 10).

    A turn that stays open bars the way to those after it, and so does the turn that ends the entry (rule 5).
    """
    settled = Settled(entry)
    for turn in state.outstanding(entry):
        for candidate in reversed([each for each in candidates if each.order.turn == turn.number]):
            settled = _consider(state, settled, turn, candidate)
    return settled


def _consider(state: State, settled: Settled, turn: Turn, candidate: Candidate) -> Settled:
    if settled.chosen and settled.chosen[-1].order.turn == turn.number:
        return replace(settled, superseded=(*settled.superseded, candidate))
    wrong = _out_of_turn(state, settled.entry, turn) or fault(settled.entry, turn, candidate.order)
    if wrong:
        return replace(settled, refused=(*settled.refused, (candidate, wrong)))
    made = Made(state.issue, turn.number, candidate.order.pairs, candidate.order.reject)
    entry = replace(settled.entry, made=(*settled.entry.made, made))
    return replace(settled, entry=entry, chosen=(*settled.chosen, candidate))


def _out_of_turn(state: State, entry: Entry, turn: Turn) -> Fault | None:
    if entry.is_used_up:
        how = WORDS.phrase("over", "ends", turn=len(entry.made))
        return Fault("entry-over", {"entry": entry.letter, "how": how})
    if turn.number != entry.next_turn:
        missing = state.turns[entry.next_turn - 1]
        facts = {"entry": entry.letter, "turn": turn.number, "missing": missing.number, "dice": rolled(missing)}
        return Fault("turn-too-soon", facts)
    return None
