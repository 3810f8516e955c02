"""A letter while it is being read: what it has come to so far, and the order that is being put together."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from processor.core.orders import Complaint, Line, Written
from processor.games.choice.drafts import Draft, Loose, completed
from processor.games.choice.items import Correction, Item, Rejected
from processor.games.choice.legality import Fault
from processor.games.choice.orders import NOT_NAMED, WORDS, Allocation


@dataclass(frozen=True)
class Letter:
    """What has been made of a letter so far.

    ``ended`` is the line in which the last order was complete. ``entry`` is the one that this line is about and
    ``heading`` the one that stands above the lines. ``prose`` is the word just before, if it was no part of an
    order. After second thoughts ``correction`` is set.
    """

    line: Line
    draft: Draft | None = None
    written: tuple[Written, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    ended: int = 0
    entry: str = ""
    heading: str = ""
    prose: str = ""
    correction: Correction | None = None


def roomy(letter: Letter, is_taken: Callable[[Draft], object]) -> Letter:
    """The letter with its draft closed if that has no room for what comes."""
    return closed(letter) if letter.draft and is_taken(letter.draft) else letter


def changed(letter: Letter, item: Item, fault: Fault | None = None, **changes: Any) -> Letter:
    """The letter with its draft changed, or with a new one; the first fault of a draft is the one that is told."""
    draft = letter.draft or Draft(letter.line.number, letter.line.text, item.column, letter.entry)
    if letter.correction:
        letter, draft = replace(letter, correction=None), replace(draft, is_correction=True)
    if draft.last_line not in (0, letter.line.number):
        draft = replace(draft, text=f"{draft.text} {letter.line.text}")
    if fault and not draft.fault:
        draft = replace(draft, fault=fault, column=item.column)
    return replace(letter, draft=replace(draft, last_line=letter.line.number, **changes))


def closed(letter: Letter) -> Letter:
    """The letter with what its draft has become."""
    draft = letter.draft
    if not draft:
        return letter
    letter = replace(letter, draft=None)
    match completed(draft):
        case Allocation() as order:
            return _with_order(letter, draft, order)
        case Fault(reason="unfinished") | None as fault:
            return _with_remnant(letter, draft, fault)
        case fault:
            return _with_complaint(letter, draft, fault)


def _with_order(letter: Letter, draft: Draft, order: Allocation) -> Letter:
    """A correction that names no turn takes the place of what was written last."""
    last = letter.written[-1].order if letter.written else None
    earlier = letter.written
    if draft.is_correction and isinstance(last, Allocation) and order.turn == NOT_NAMED:
        order = replace(order, entry=last.entry, turn=last.turn)
        earlier = letter.written[:-1]
    return replace(letter, written=(*earlier, Written(order, draft.line, draft.text)), ended=draft.last_line)


def _with_remnant(letter: Letter, draft: Draft, fault: Fault | None) -> Letter:
    """The letter with a few pieces that made no order: behind one in the same line they make that doubtful too."""
    doubtful = _left_over(draft, letter.written[-1]) if letter.written and letter.ended == draft.line else None
    if doubtful:
        return _with_complaint(replace(letter, written=letter.written[:-1]), draft, doubtful)
    return _with_complaint(letter, draft, fault) if fault else letter


def _with_complaint(letter: Letter, draft: Draft, fault: Fault) -> Letter:
    said = WORDS.complaint(fault.reason, draft.line, draft.text, draft.column, **fault.facts)
    return replace(letter, complaints=(*letter.complaints, said))


def _left_over(draft: Draft, before: Written) -> Fault | None:
    """What a few pieces are that stand behind an order: a second reject, a third pair, one number too many."""
    has_reject = isinstance(before.order, Allocation) and before.order.reject is not None
    match draft:
        case Draft(turn=turn) if turn != NOT_NAMED:
            return None
        case Draft(pairs=(), reject=Rejected()):
            return Fault("two-rejects")
        case Draft(pairs=(), loose=(Loose(value), *_)):
            return Fault("loose-number", {"number": value})
        case Draft(pairs=(_,), loose=()) if not has_reject:
            return Fault("third-pair")
        case _:
            return None
