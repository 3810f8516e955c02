"""Leaves out the sentences of a line that only talk: "See you on 12/12!", "What happens if I reject 6?"."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from processor.games.choice.drafts import A_SPLIT
from processor.games.choice.intent import begins_with_heading, is_meant, pairs
from processor.games.choice.items import DICE, Item, Prose, Stop, TurnLabel

_PAST = frozenset(
    {"last", "previous", "previously", "yesterday", "earlier", "ago", "already", "before", "was", "were", "had"}
)


@dataclass(frozen=True)
class Sentence:
    """What a sentence or a remark in brackets says; ``asks`` when it leaves open what is wanted."""

    said: tuple[Item, ...]
    asks: bool = False


def to_be_read(said: Sequence[Item], is_idle: Callable[[Sequence[Item]], bool]) -> tuple[tuple[Item, ...], bool]:
    """The pieces of a line without the sentences that only talk, and whether it asks where it speaks of dice.

    ``is_idle`` tells whether nothing of an allocation is awaited behind some pieces of the line.
    """
    kept: tuple[Item, ...] = ()
    asks = False
    sentences = list(_sentences(said))
    for at, sentence in enumerate(sentences):
        if _only_mentions(sentence) and any(_names_turn(other) for other in sentences[at + 1 :]):
            continue
        if not (_may_talk(sentence) and is_idle(kept) and _talks(sentence)):
            kept += sentence.said
            asks = asks or (sentence.asks and _has_dice(sentence.said))
    return kept, asks


def _sentences(said: Sequence[Item]) -> Iterator[Sentence]:
    """The line, cut at its stops, and before a turn that a tale of the past stands in front of."""
    gathered: list[Item] = []
    for item in said:
        is_new = isinstance(item, TurnLabel) and _is_past(gathered)
        if isinstance(item, Stop) or is_new:
            yield Sentence(tuple(gathered), isinstance(item, Stop) and item.asks)
            gathered = []
        if not isinstance(item, Stop):
            gathered.append(item)
    yield Sentence(tuple(gathered))


def _may_talk(sentence: Sentence) -> bool:
    return _has_dice(sentence.said) and any(isinstance(item, Prose) for item in sentence.said)


def _only_mentions(sentence: Sentence) -> bool:
    """Whether a sentence names a turn in passing: "Thanks for turn 2!"."""
    has_prose = any(isinstance(item, Prose) for item in sentence.said)
    return _names_turn(sentence) and has_prose and not _has_dice(sentence.said) and not is_meant(sentence.said, None)


def _names_turn(sentence: Sentence) -> bool:
    return any(isinstance(item, TurnLabel) for item in sentence.said)


def _talks(sentence: Sentence) -> bool:
    if begins_with_heading(sentence.said):
        return False
    is_story = sentence.asks or _is_past(sentence.said)
    return (is_story and pairs(sentence.said) < A_SPLIT) or not is_meant(sentence.said, None)


def _is_past(said: Sequence[Item]) -> bool:
    return _has_dice(said) and any(isinstance(item, Prose) and item.word.casefold() in _PAST for item in said)


def _has_dice(said: Sequence[Item]) -> bool:
    return any(isinstance(item, DICE) for item in said)
