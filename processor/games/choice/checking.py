"""What stands for a player after a letter, and what the receipt tells about it."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from processor.core.orders import Checked, Complaint, Order, Remark, Written
from processor.games.choice.legality import Fault
from processor.games.choice.orders import WORDS, Allocation, say
from processor.games.choice.placing import out_of_play, with_entries, with_turns
from processor.games.choice.settling import Candidate, Settled, allocations, settle
from processor.games.choice.state import FINE, LAST_REJECTION, LETTERS, Entry, State


def check(state: State, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """What stands for a seat after these written allocations, given what stood before."""
    old = allocations(standing)
    new = tuple(Candidate(each.order, each) for each in fresh if isinstance(each.order, Allocation))
    letters: AbstractSet[str] = {order.entry for order in old} | {entry.letter for entry in state.entries_of(seat)}
    named = with_entries(new, letters)
    result = Checked((), complaints=_refusals(named.refused))
    for letter in LETTERS:
        on_file = [order for order in old if order.entry == letter]
        coming = [candidate for candidate in named.candidates if candidate.order.entry == letter]
        if on_file or coming:
            entry = state.entry(seat, letter) or Entry(seat, letter, state.issue)
            part = _check_entry(state, entry, letters, on_file, coming)
            letters = letters | {order.entry for order in allocations(part.standing)}
            result = _joined(result, part)
    return replace(result, complaints=tuple(sorted(result.complaints, key=lambda each: each.line)))


def _check_entry(
    state: State,
    entry: Entry,
    letters: AbstractSet[str],
    on_file: Sequence[Allocation],
    coming: Sequence[Candidate],
) -> Checked:
    if wrong := out_of_play(state, entry, letters):
        return Checked((), complaints=_refusals([(candidate, wrong) for candidate in coming]))
    placed = with_turns(state, entry, {order.turn for order in on_file}, coming)
    settled = settle(state, entry, [*map(Candidate, on_file), *placed.candidates])
    changed = tuple(each.order for each in settled.chosen if each.written)
    return Checked(
        standing=tuple(each.order for each in settled.chosen),
        accepted=changed,
        complaints=_refusals([*placed.refused, *settled.refused], _last_line(coming)),
        remarks=tuple(dict.fromkeys((*placed.remarks, *_remarks(state, entry, settled, bool(changed))))),
    )


def _remarks(state: State, before: Entry, settled: Settled, is_changed: bool) -> list[Remark]:
    twice = [say(each.order) for each in settled.superseded if each.written]
    dropped = [say(each.order) for each, _ in settled.refused if not each.written]
    return [
        *(WORDS.remark("written-twice", allocation=each) for each in twice),
        *(WORDS.remark("dropped", allocation=each) for each in dropped),
        *(_opening(state, before) if is_changed and before not in state.entries else ()),
        *(_ending(settled.entry) if is_changed else ()),
    ]


def _opening(state: State, entry: Entry) -> tuple[Remark, ...]:
    late = state.issue - 1
    return (WORDS.remark("late-start", entry=entry.letter, points=FINE * late, deadlines=late),) if late else ()


def _ending(entry: Entry) -> tuple[Remark, ...]:
    number = next((face for face, times in entry.rejects.items() if times >= LAST_REJECTION), None)
    return (WORDS.remark("ends", entry=entry.letter, turn=len(entry.made), number=number),) if number else ()


def _refusals(refused: Sequence[tuple[Candidate, Fault]], instead: Written | None = None) -> tuple[Complaint, ...]:
    """A complaint about each; what was on file and no longer stands is laid at the line that made it fall."""
    return tuple(_refusal(candidate, wrong, candidate.written or instead) for candidate, wrong in refused)


def _refusal(candidate: Candidate, wrong: Fault, at: Written | None) -> Complaint:
    text = candidate.written.text if candidate.written else say(candidate.order)
    return WORDS.complaint(wrong.reason, at.line if at else 0, text, **wrong.facts)


def _last_line(coming: Sequence[Candidate]) -> Written | None:
    return coming[-1].written if coming else None


def _joined(one: Checked, other: Checked) -> Checked:
    return Checked(
        (*one.standing, *other.standing),
        (*one.accepted, *other.accepted),
        (*one.complaints, *other.complaints),
        (*one.remarks, *other.remarks),
    )
