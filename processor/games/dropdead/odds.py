"""The chances of a turn, exactly, as fractions.

A cast of n dice is clean, and scores, with (2/3)^n. Otherwise some dice die, and the rest go on as if the turn
began with them. So the chance that n dice make a total follows from that of smaller totals and of fewer dice.
A turn has no greatest total, but every total has its exact chance.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from processor.core.odds import OddsTable
from processor.games.dropdead.casting import DEADLY, DICE, FACES

_ALIVE = tuple(face for face in FACES if face not in DEADLY)
_LIFE = Fraction(len(_ALIVE), len(FACES))
_STEP = 100
_MOST_LISTED = 100


def odds() -> tuple[OddsTable, ...]:
    """What the rules of the game make of chance, for a turn, for a cast, and on the average."""
    numbers = range(1, DICE + 1)
    return (
        OddsTable(
            "A turn with five dice",
            "points",
            ("exactly", "at least"),
            tuple((total, (exactly(total), at_least(total))) for total in range(_MOST_LISTED + 1)),
        ),
        OddsTable("A cast without a 2 or a 5", "dice", ("chance",), tuple((each, (clean(each),)) for each in numbers)),
        OddsTable(
            "A turn that begins with fewer dice",
            "dice",
            ("mean of points", "without a point"),
            tuple((each, (mean(each), exactly(0, each))) for each in numbers),
        ),
    )


def exactly(total: int, dice: int = DICE) -> Fraction:
    """The chance that a turn that begins with so many dice makes just this total."""
    return _chances(dice, _enough(total))[total]


def at_least(total: int, dice: int = DICE) -> Fraction:
    """The chance that it makes this total or more."""
    return _tail(dice, _enough(total))[total]


def clean(dice: int) -> Fraction:
    """The chance that a cast of so many dice shows neither a 2 nor a 5."""
    return _LIFE**dice


@cache
def mean(dice: int = DICE) -> Fraction:
    """The mean of the points of a turn that begins with so many dice: until the first of them dies, and after that."""
    if not dice:
        return Fraction(0)
    pips = Fraction(sum(_ALIVE), len(_ALIVE)) * dice
    after = sum((chance * mean(left) for left, chance in _deaths(dice).items()), Fraction(0))
    return (clean(dice) * pips + after) / (1 - clean(dice))


def _enough(total: int) -> int:
    """A round number above the total, so that few tables are made."""
    return (total // _STEP + 1) * _STEP


@cache
def _chances(dice: int, most: int) -> tuple[Fraction, ...]:
    """The chances of the totals from 0 to ``most``."""
    if not dice:
        return (Fraction(1), *[Fraction(0)] * most)
    fewer = [(chance, _chances(left, most)) for left, chance in _deaths(dice).items()]
    chances: list[Fraction] = []
    for total in range(most + 1):
        scored = [chance * chances[total - pips] for pips, chance in _clean_sums(dice).items() if pips <= total]
        chances.append(sum((*scored, *(chance * rest[total] for chance, rest in fewer)), Fraction(0)))
    return tuple(chances)


@cache
def _tail(dice: int, most: int) -> tuple[Fraction, ...]:
    """The chances of making 0 to ``most`` or more."""
    left, tail = Fraction(1), []
    for chance in _chances(dice, most):
        tail.append(left)
        left -= chance
    return tuple(tail)


@cache
def _deaths(dice: int) -> Mapping[int, Fraction]:
    """The chance that a cast leaves so many dice fewer than it had, by how many it leaves."""
    return {left: comb(dice, left) * _LIFE**left * (1 - _LIFE) ** (dice - left) for left in range(dice)}


@cache
def _clean_sums(dice: int) -> Mapping[int, Fraction]:
    """The chance of a clean cast with that sum, by the sum."""
    sums = [sum(faces) for faces in product(_ALIVE, repeat=dice)]
    return {pips: Fraction(sums.count(pips), len(FACES) ** dice) for pips in sorted(set(sums))}
