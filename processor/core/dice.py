"""Dice that anyone can check: every die has a name, and the seed and the name make its face.

The seed is drawn once for a match and its SHA-256 is published before play, so nobody can
choose a die later; the seed itself is published at the end (spec: the dice log).
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
MOST_SIDES = 256


@dataclass(frozen=True)
class Roll:
    """One die as it stands in the log: its name, its number of sides, its face from 1, and whose hand threw it."""

    name: str
    sides: int
    face: int
    by_hand: bool = False


@dataclass(frozen=True)
class Dice:
    """The dice of one match. The same name always gives the same die.

    With a ``salt``, words of the players, the die of NAME is the one that the seed gives for ``SALT/NAME``.
    """

    seed: bytes = field(repr=False)
    by_hand: Mapping[str, int] = field(default_factory=dict, repr=False)
    salt: str = ""

    def roll(self, name: str, sides: int = 6) -> Roll:
        """The die of that name, or the face the GM threw by hand for it."""
        if name in self.by_hand:
            return Roll(name, sides, self.by_hand[name], by_hand=True)
        return Roll(name, sides, face(self.seed, self.label(name), sides))

    def label(self, name: str) -> str:
        """What the seed makes the die of that name from."""
        return f"{self.salt}/{name}" if self.salt else name

    def rolls(self, name: str, number: int, sides: int = 6) -> tuple[Roll, ...]:
        """That many dice, named ``NAME/die/1``, ``NAME/die/2`` and so on."""
        return tuple(self.roll(f"{name}/die/{each}", sides) for each in range(1, number + 1))

    def shuffle(self, name: str, items: Sequence[T]) -> tuple[tuple[T, ...], tuple[Roll, ...]]:
        """The items in a random order and the dice that put them so.

        ``NAME/place/1`` has as many sides as there are items and picks the first of them;
        ``NAME/place/2`` picks the second from those that are left; the last needs no die.
        """
        left = list(items)
        drawn: list[T] = []
        rolls: list[Roll] = []
        while len(left) > 1:
            die = self.roll(f"{name}/place/{len(drawn) + 1}", len(left))
            rolls.append(die)
            drawn.append(left.pop(die.face - 1))
        return (*drawn, *left), tuple(rolls)


def mixed(words: Mapping[int, str]) -> str:
    """The salt that the players' words make, in the order of their seats."""
    return "+".join(words[seat] for seat in sorted(words))


def commitment(seed: bytes) -> str:
    """What is published before play: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, name: str, sides: int) -> int:
    """A face from 1 to ``sides`` (at most 256), each exactly as likely as the others.

    The bytes of HMAC-SHA-256(seed, name) are read from the left. The first that lies below
    the greatest multiple of ``sides`` decides; others are passed over. Should all 32 be passed
    over, the digest of ``NAME#1`` is read next, then ``NAME#2``.
    """
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"a die has 1 to {MOST_SIDES} sides, not {sides}")
    fair = MOST_SIDES - MOST_SIDES % sides
    for again in count():
        label = f"{name}#{again}" if again else name
        for byte in hmac.digest(seed, label.encode(), "sha256"):
            if byte < fair:
                return byte % sides + 1
    raise AssertionError("unreachable: count() never ends")
