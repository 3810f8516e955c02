"""Reads the allocations in a letter: line by line, piece by piece, with all prose left alone."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce

from processor.core.orders import Line, Reading
from processor.games.choice.clauses import items, misspelt
from processor.games.choice.drafts import Loose
from processor.games.choice.intent import doubt, headings, is_meant, labels_first
from processor.games.choice.items import (
    DICE,
    Correction,
    Doubt,
    EntryLabel,
    Item,
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
from processor.games.choice.letter import Letter, changed, closed, roomy
from processor.games.choice.sentences import to_be_read
from processor.games.choice.sums import with_sums, with_turns, wrong_sum

A_ROLL = 5
_ODD_DIE = re.compile(r"[^\W\d_]+[1-6]|[1-6](?!st|nd|rd|th)[^\W\d_]+", re.IGNORECASE)
"""A die with something at it that nobody knows: "x6"."""
_ORDER_AHEAD = re.compile(
    r"\d|[^\x00-\x7f]|^\W*[a-f]\b|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|eleven|twelve|teen"
    r"|entry|ace|deuce|trey|rej|discard|free|sorry|oops|correct|instead|make (?:that|it)|should|mean",
    re.IGNORECASE,
)


def read(lines: Sequence[Line]) -> Reading:
    """Every allocation in these lines, and a complaint about each that was tried and failed."""
    letter = closed(reduce(_take_line, lines, Letter(Line(0, ""))))
    return Reading(letter.written, letter.complaints)


def _take_line(letter: Letter, line: Line) -> Letter:
    letter = replace(letter, line=line, entry=letter.heading, prose="")
    said, asks = to_be_read(with_sums(with_turns(_items(line.text))), partial(_is_idle, letter))
    if not is_meant(said, letter.draft):
        said = headings(said)
    if wrong := doubt(said, asks):
        return closed(changed(letter, wrong[0], fault=wrong[1]))
    if letter.draft and letter.draft.is_paired and any(isinstance(item, Paired) for item in said):
        letter = closed(letter)
    letter = _at_end_of_line(reduce(_take, labels_first(said), letter))
    has_dice = any(isinstance(item, DICE) for item in said)
    return letter if has_dice else replace(letter, heading=letter.entry)


def _items(text: str) -> tuple[Item, ...]:
    return items(text) if _ORDER_AHEAD.search(text) else (Prose(1, text),)


def _is_idle(letter: Letter, said: Sequence[Item]) -> bool:
    """Whether the letter waits for no more dice once these pieces of its line have been taken."""
    draft = reduce(_take, labels_first(said), letter).draft if said else letter.draft
    return draft is None or draft.is_full


def _at_end_of_line(letter: Letter) -> Letter:
    """A turn that was only mentioned is no heading for the lines that follow."""
    draft = letter.draft
    if draft and draft.is_empty and draft.is_aside and not draft.is_heading:
        return replace(letter, draft=None)
    return letter


def _take(letter: Letter, item: Item) -> Letter:
    """The letter with one more piece of the line put where it belongs."""
    match item:
        case Prose() | Doubt():
            return _past_prose(letter, item)
        case Correction():
            only_named = letter.draft is not None and letter.draft.is_empty  # "for turn 1 make it …"
            return replace(letter if only_named else closed(letter), correction=item, prose="")
        case Slash():
            return _take_slash(letter)
        case Paired() | Single() if _is_prose_too(letter, item):
            return letter
        case TurnLabel():
            letter = _take_turn(letter, item)
        case EntryLabel():
            letter = _take_entry(letter, item)
        case Paired():
            letter = _take_pair(letter, item)
        case Rejected():
            letter = roomy(letter, lambda draft: draft.reject or draft.is_full)
            letter = changed(letter, item, fault=item.fault, reject=item)
        case Single(in_brackets=True):
            letter = _take_bracketed(letter, item)
        case Single():
            letter = _take_single(letter, item)
        case Rolled():
            letter = changed(letter, item, has_other_dice=True)
        case Misread():
            letter = _take_misread(letter, item)
    return replace(letter, prose="")


def _is_prose_too(letter: Letter, item: Paired | Single) -> bool:
    """Figures after a word, when nothing waits for them: "see you on 12/24", "love from all 4 of us"."""
    is_plain = isinstance(item, Paired) and item.is_plain
    return bool(letter.prose) and not is_plain and (letter.draft.is_full if letter.draft else isinstance(item, Paired))


def _past_prose(letter: Letter, item: Prose | Doubt) -> Letter:
    """Go past a word: a number before it was no die, and a mere "sorry" before it no correction."""
    draft, word = letter.draft, item.word
    is_number = draft and not draft.turn and draft.loose and not (draft.pairs or draft.reject)
    if is_number and letter.ended != letter.line.number:
        letter = replace(letter, draft=None)
    elif draft and not (draft.is_full or draft.reject or letter.prose) and _ODD_DIE.fullmatch(word):
        letter = changed(letter, item, fault=_unknown_word(word))
    is_firm = letter.correction is not None and letter.correction.is_firm
    return replace(letter, prose=word, correction=letter.correction if is_firm else None)


def _take_turn(letter: Letter, item: TurnLabel) -> Letter:
    draft = letter.draft
    if draft and draft.turn and draft.is_empty and draft.last_line == letter.line.number and not letter.prose:
        return changed(letter, item, fault=Fault("two-turns", {"one": draft.turn, "other": item.turn}))
    if draft and (draft.turn or not draft.is_empty):
        letter = closed(letter)
    is_aside = bool(letter.prose)
    return changed(letter, item, turn=item.turn, is_heading=item.is_heading, is_aside=is_aside, fault=item.fault)


def _take_entry(letter: Letter, item: EntryLabel) -> Letter:
    if letter.draft and not letter.draft.is_empty:
        letter = closed(letter)
    letter = letter if item.fault else replace(letter, entry=item.letter)
    if letter.draft or item.fault:
        return changed(letter, item, entry=item.letter, fault=item.fault)
    return letter


def _take_pair(letter: Letter, item: Paired) -> Letter:
    letter = roomy(letter, lambda draft: draft.is_paired)
    draft = letter.draft
    pairs = draft.pairs if draft else ()
    loose = () if draft and not pairs and len(draft.loose) == A_ROLL else draft.loose if draft else ()
    return changed(letter, item, pairs=(*pairs, item), loose=loose, fault=item.fault)


def _take_single(letter: Letter, item: Single) -> Letter:
    draft = letter.draft
    if draft and draft.is_full:
        letter, draft = closed(letter), None
    loose = Loose(item.value, is_first=not (draft and draft.pairs))
    fault = item.fault or (_unknown_word(letter.prose) if letter.prose else None)
    return changed(letter, item, loose=(*(draft.loose if draft else ()), loose), fault=fault)


def _take_bracketed(letter: Letter, item: Single) -> Letter:
    """A number in brackets: the sum of the pair before it, two dice run together, or a single die."""
    draft = letter.draft
    first, second = divmod(item.value, 10)
    pair = draft.pairs[-1] if draft and draft.pairs else None
    if draft and pair and not pair.in_brackets and (len(draft.pairs) == 1 or draft.has_bracketed_sum):
        return changed(letter, item, has_bracketed_sum=True, fault=wrong_sum(pair.dice, item.value))
    if item.value > A_ROLL + 1 and not item.fault:
        return _take_pair(letter, Paired(item.column, (first, second), True, in_brackets=True))
    return _take_single(letter, item)


def _take_slash(letter: Letter) -> Letter:
    draft = letter.draft
    if draft and not draft.pairs and len(draft.loose) == 1:
        return replace(letter, draft=replace(draft, loose=(replace(draft.loose[0], has_stroke=True),)))
    return letter


def _take_misread(letter: Letter, item: Misread) -> Letter:
    if item.has_label:
        letter = closed(letter)
    return changed(roomy(letter, lambda draft: draft.is_full), item, fault=item.fault, has_other_dice=True)


def _unknown_word(word: str) -> Fault:
    """The complaint about a word before a die, with the order word that it was probably meant to be."""
    near = misspelt(word)
    return Fault("misspelt", {"word": word, "near": near}) if near else Fault("unknown-word", {"word": word})
