"""A player of Choice + who splits every roll somehow, always legally, and likes to reject what came before."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from processor.games.choice.state import LAST_REJECTION, MOST_REJECT_NUMBERS
from processor.games.choice.view import EntryView, Roll, View


def letter(view: View, rng: Random) -> str:
    """What this player mails before the coming deadline; nothing after the rejection that ends an entry."""
    if not view.yours:
        return "\n".join(_lines("A", view.rolls, Counter(), rng))
    return "\n".join(line for entry in view.yours if entry.ending is None for line in _entry(entry, rng))


def _entry(entry: EntryView, rng: Random) -> Iterator[str]:
    return _lines(entry.letter, entry.outstanding, Counter({each.number: each.times for each in entry.rejects}), rng)


def _lines(letter: str, rolls: Sequence[Roll], rejected: Counter[int], rng: Random) -> Iterator[str]:
    for roll in rolls:
        if max(rejected.values(), default=0) < LAST_REJECTION:
            yield _line(letter, roll, rejected, rng)


def _line(letter: str, roll: Roll, rejected: Counter[int], rng: Random) -> str:
    dice = list(roll.faces)
    rng.shuffle(dice)
    allowed = [die for die in dice if len(rejected) < MOST_REJECT_NUMBERS or die in rejected]
    reject = next((die for die in allowed if die in rejected), allowed[0] if allowed else None)
    dice.remove(reject if reject is not None else dice[-1])
    if reject is not None:
        rejected[reject] += 1
    a, b, c, d = dice
    return f"{letter} turn {roll.turn}: {a}+{b}, {c}+{d}, " + (f"reject {reject}" if reject else "no reject")
