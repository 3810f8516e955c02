"""Tells orders from prose: whether a line means to give one, or only mentions turns and numbers."""

from collections.abc import Sequence
from itertools import chain, pairwise

from processor.games.choice.drafts import Draft
from processor.games.choice.items import (
    DICE,
    FACES,
    Correction,
    Doubt,
    EntryLabel,
    Item,
    Label,
    Misread,
    Paired,
    Prose,
    Rejected,
    Rolled,
    Single,
    Slash,
    TurnLabel,
)
from processor.games.choice.legality import Fault

SPLIT = 2
MOST_OF_A_ROLL = 4


def is_meant(said: Sequence[Item], waiting: Draft | None) -> bool:
    """Whether a line tries to give an order. With words of prose in it, it must show more than without."""
    if any(isinstance(item, Prose) for item in said):
        return _is_meant_among_prose(said)
    has_dice = any(isinstance(item, Paired | Rejected | Single | Rolled) for item in said)
    return (
        any(isinstance(item, TurnLabel | EntryLabel | Correction | Rejected | Rolled | Misread) for item in said)
        or _pairs(said, plain=True) > 0
        or _pairs(said) >= SPLIT
        or _dice(said) >= MOST_OF_A_ROLL
        or (has_dice and waiting is not None)
    )


def _is_meant_among_prose(said: Sequence[Item]) -> bool:
    plain, pairs = _pairs(said, plain=True), _pairs(said)
    rejects = sum(isinstance(item, Rejected) for item in said)
    strokes = sum(isinstance(item, Slash) for item in said)
    has_label = any(isinstance(item, Label) or (isinstance(item, Misread) and item.has_label) for item in said)
    return (
        plain >= SPLIT
        or (pairs >= SPLIT and (rejects > 0 or strokes >= SPLIT))
        or (plain > 0 and (rejects > 0 or _begins_with_label(said)))
        or (pairs > 0 and rejects > 0 and has_label)
        or (_begins_with_label(said) and _dice(said) >= MOST_OF_A_ROLL)
    )


def headings(said: Sequence[Item]) -> tuple[Item, ...]:
    """The labels of a line that is no order but stands above some: "And now my second game, entry B:"."""
    labels = tuple(item for item in said if isinstance(item, Label))
    has_dice = any(isinstance(item, DICE) for item in said)
    return labels if labels and said[-1] is labels[-1] and labels[-1].is_heading and not has_dice else ()


def doubt(said: Sequence[Item]) -> tuple[Item, Fault] | None:
    """Where a line stops to be an order for certain: "reject 5 or 4", "cancel turn 3: 1+2, …"."""
    if not _pairs(said) and not any(isinstance(item, Rejected) for item in said):
        return None
    for item, follower in pairwise(said):
        if isinstance(item, Doubt) and isinstance(follower, (*DICE, TurnLabel, EntryLabel)):
            return item, Fault("not-certain", {"word": item.word})
    return None


def labels_first(said: Sequence[Item]) -> Sequence[Item]:
    """The pieces of a line with every label in front of its dice.

    "1+2 and 3+4 for turn 3, rejecting 5" has it in between, "turn 3: 1+2, 3+4, reject 5 (entry B)" at the end.
    """
    parts = _parts(said)
    labels, (last_labels, last_dice) = parts[0][0], parts[-1]
    if len(parts) == 1 or _pairs(last_dice) or _is_heading(last_labels[-1]) or _follows_prose(parts):
        return said
    if labels and any(isinstance(label, TurnLabel) for label in last_labels):
        return said
    if labels:
        *earlier, (own_labels, own_dice) = parts[:-1]
        return [*chain(*chain(*earlier)), *last_labels, *own_labels, *own_dice, *last_dice]
    shifted = [(after, before) for (_, before), (after, _) in pairwise(parts)]
    return [*chain(*chain(*shifted)), *last_dice]


def _parts(said: Sequence[Item]) -> list[tuple[list[Item], list[Item]]]:
    """The line as labels and what follows them, again and again; at the start there may be no label."""
    parts: list[tuple[list[Item], list[Item]]] = [([], [])]
    for item in said:
        labels, others = parts[-1]
        if not isinstance(item, Label):
            others.append(item)
        elif others:
            parts.append(([item], []))
        else:
            labels.append(item)
    return parts


def _follows_prose(parts: Sequence[tuple[list[Item], list[Item]]]) -> bool:
    """Whether a word stands before a label: "reject 5. See you in turn 4!"."""
    return any(others and isinstance(others[-1], Prose) for _, others in parts[:-1])


def _is_heading(item: Item) -> bool:
    return isinstance(item, Label) and item.is_heading


def _begins_with_label(said: Sequence[Item]) -> bool:
    first = said[0]
    return isinstance(first, Label) or (isinstance(first, Misread) and first.has_label)


def _pairs(said: Sequence[Item], *, plain: bool = False) -> int:
    """How many pairs there are, or how many that nobody could take for anything else."""
    return sum(item.is_plain or not plain for item in said if isinstance(item, Paired)) + sum(
        item.pairs for item in said if isinstance(item, Misread)
    )


def _dice(said: Sequence[Item]) -> int:
    """How many dice are spoken of, each from 1 to 6."""
    return sum(
        2 if isinstance(item, Paired) else 1
        for item in said
        if isinstance(item, Paired | Rejected) or (isinstance(item, Single) and item.value in FACES)
    )
