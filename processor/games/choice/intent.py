"""Tells orders from prose: whether a line means to give one, or only mentions turns and numbers."""

from collections.abc import Sequence
from itertools import chain, pairwise, takewhile

from processor.games.choice.drafts import A_SPLIT, Draft
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

TWO_PARTS = 2
MOST_OF_A_ROLL = 4
_CONDITIONS, _ELSE = {"if", "unless"}, {"else", "otherwise"}


def is_meant(said: Sequence[Item], waiting: Draft | None) -> bool:
    """Whether a line tries to give an order. With words of prose in it, it must show more than without."""
    if any(isinstance(item, Prose) for item in said):
        return _is_meant_among_prose(said, waiting)
    has_dice = any(isinstance(item, Paired | Rejected | Single | Rolled) for item in said)
    return (
        any(isinstance(item, TurnLabel | EntryLabel | Correction | Rejected | Rolled | Misread) for item in said)
        or pairs(said, plain=True) > 0
        or pairs(said) >= A_SPLIT
        or _dice(said) >= MOST_OF_A_ROLL
        or (has_dice and waiting is not None)
    )


def _is_meant_among_prose(said: Sequence[Item], waiting: Draft | None) -> bool:
    plain, several = pairs(said, plain=True), pairs(said)
    rejects = sum(isinstance(item, Rejected) for item in said)
    is_awaited = waiting is not None and waiting.is_paired and not waiting.is_full
    strokes = sum(isinstance(item, Slash) for item in said)
    has_label = any(isinstance(item, Label) or (isinstance(item, Misread) and item.has_label) for item in said)
    return (
        plain >= A_SPLIT
        or (several >= A_SPLIT and (rejects > 0 or strokes >= A_SPLIT))
        or (plain > 0 and rejects > 0)
        or (several > 0 and rejects > 0 and has_label)
        or (rejects > 0 and is_awaited)
        or any(isinstance(item, Rejected) and item.is_order for item in said)
        or (_begins_with_label(said) and (plain > 0 or rejects > 0 or _dice(said) >= MOST_OF_A_ROLL))
        or begins_with_heading(said)
    )


def headings(said: Sequence[Item]) -> tuple[Item, ...]:
    """The labels of a line that is no order but stands above some: "And now my second game, entry B:"."""
    labels = tuple(item for item in said if isinstance(item, Label))
    has_dice = any(isinstance(item, DICE) for item in said)
    return labels if labels and said[-1] is labels[-1] and labels[-1].is_heading and not has_dice else ()


def doubt(said: Sequence[Item], asks: bool) -> tuple[Item, Fault] | None:
    """Where a line stops to be an order for certain: "reject 5 or 4", "cancel turn 3: 1+2, …", and if it ``asks``."""
    if not pairs(said) and not any(isinstance(item, Rejected) for item in said):
        return None
    if asks:
        return said[0], Fault("not-certain", {"word": "?"})
    for at, item in enumerate(said):
        match item:
            case Doubt(word=word) if _is_about_dice(said, at) or _is_condition(said, at):
                return item, Fault("not-certain", {"word": word})
            case EntryLabel(is_named=True, letter=letter) if _is_afterthought(said, at):
                return item, Fault("entry-behind", {"entry": letter})
    return None


def _is_about_dice(said: Sequence[Item], at: int) -> bool:
    """Whether a doubt stands right before dice or a label, or right behind dice with more of them to come.

    Several entries cast doubt on the dice before them, too: "turn 3: 12/34/5 (all entries)".
    """
    before, after, doubt = said[at - 1 : at], said[at + 1 :], said[at]
    if isinstance(doubt, Doubt) and doubt.word.casefold().endswith("entries") and isinstance(said[at - 1], DICE):
        return True
    if after and isinstance(after[0], (*DICE, TurnLabel, EntryLabel)):
        return True
    coming = next((item for item in after if not isinstance(item, Prose | Doubt)), None)
    return bool(before) and isinstance(before[0], DICE) and isinstance(coming, DICE)


def _is_condition(said: Sequence[Item], at: int) -> bool:
    """Whether an "if" speaks of dice, or of what holds else: "If Bob rejects a six, turn 3: …", not "if possible"."""
    doubt, after = said[at], said[at + 1 :]
    if not isinstance(doubt, Doubt) or doubt.word.casefold() not in _CONDITIONS:
        return False
    condition = tuple(takewhile(lambda item: not isinstance(item, Label), after))
    has_label, has_dice = len(condition) < len(after), any(isinstance(item, DICE) for item in condition)
    return (has_label and has_dice) or any(isinstance(item, Prose) and item.word.casefold() in _ELSE for item in after)


def _is_afterthought(said: Sequence[Item], at: int) -> bool:
    """Whether an entry is named in prose behind an allocation that has none: "12/34/5, this is my entry B"."""
    is_first = not any(isinstance(item, EntryLabel) for item in said[:at])
    has_dice_after = any(isinstance(item, DICE) for item in said[at:])
    return is_first and not has_dice_after and pairs(said[:at]) > 0 and isinstance(said[at - 1], Prose)


def labels_first(said: Sequence[Item]) -> Sequence[Item]:
    """The pieces of a line with every label in front of its dice.

    In "1+2 and 3+4 for turn 3, rejecting 5" and "reject 5 in turn 3, 1+2, 3+4" it stands in between, and in
    "turn 3: 1+2, 3+4, reject 5 (entry B)" at the end.
    """
    parts = _parts(said)
    (labels, dice), (last_labels, last_dice) = parts[0], parts[-1]
    if not labels and len(parts) == TWO_PARTS and _is_reject_alone(dice) and not _has_reject(last_dice):
        return [*last_labels, *dice, *last_dice]
    if len(parts) == 1 or pairs(last_dice) or _is_heading(last_labels[-1]) or _follows_prose(parts):
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


def _is_reject_alone(said: Sequence[Item]) -> bool:
    return _has_reject(said) and not pairs(said)


def _has_reject(said: Sequence[Item]) -> bool:
    return any(isinstance(item, Rejected) for item in said)


def _follows_prose(parts: Sequence[tuple[list[Item], list[Item]]]) -> bool:
    """Whether a word stands before a label: "reject 5. See you in turn 4!"."""
    return any(others and isinstance(others[-1], Prose) for _, others in parts[:-1])


def _is_heading(item: Item) -> bool:
    return isinstance(item, Label) and item.is_heading


def _begins_with_label(said: Sequence[Item]) -> bool:
    first = said[0]
    return (isinstance(first, Label) and first.column == 1) or (isinstance(first, Misread) and first.has_label)


def begins_with_heading(said: Sequence[Item]) -> bool:
    """Whether a line begins as an order does, though no dice follow: "Turn 3: the usual"."""
    first = said[0]
    return isinstance(first, TurnLabel) and first.is_named and first.is_heading


def pairs(said: Sequence[Item], *, plain: bool = False) -> int:
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
