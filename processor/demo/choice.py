"""How a robot plays Choice +: it reads the dice that it was mailed, splits them, and spells that its own way."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from math import comb

Dice = tuple[int, ...]

_ISSUE = re.compile(r"^THE DICE OF ISSUE (\d+)$", re.MULTILINE)
_ROLL = re.compile(r"^ +Turn (\d+) +([1-6](?: +[1-6]){4})\b", re.MULTILINE)
_OPEN_ROLL = re.compile(r"turn (\d+), still open: ([1-6](?: [1-6]){4})")
_TO_DO = re.compile(r"^ +(?:To do +)?turn (\d+)\b", re.MULTILINE)
_REJECT = re.compile(r"([1-6]) \((\d+)x\)")
_MADE = re.compile(r"^ +Total +(.+)\n +Made +(.+)$", re.MULTILINE)

_LATE = re.compile(r"^Your letter came after issue \d+ of ", re.MULTILINE)
_FINED = re.compile(r"\(yours\)\n(?:\n|  .*\n)*?  Fine +[0-9]+, since")

_MOST_NUMBERS, _LAST_REJECTION = 3, 8
_BASE = {2: 120, 3: 80, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 80, 12: 120}
_OFTEN, _SELDOM = 5, 200
"""A total that was made so often costs nothing, and pays from then on, five times at most; before, it costs so much."""
_TURNS = 20
"""An entry lasts about so many turns."""
_RATES = (0.5, 0.5, 0.35, 0.12, 0.05, 0.02)
"""How many pairs a turn make a total, by how far it is from seven, if one plays for the middle."""
_CLEAR = 130


@dataclass(frozen=True)
class Issue:
    """What a mail asks its reader to do: the rolls still to be split, and how the reader's entry stands."""

    number: int
    rolls: Mapping[int, Dice]
    made: Counter[int] = field(default_factory=Counter)
    rejected: Counter[int] = field(default_factory=Counter)
    has_entry: bool = False


@dataclass(frozen=True)
class Split:
    """Five dice as two pairs and a reject, or no reject on a free ride."""

    turn: int
    dice: Dice
    reject: int | None

    @property
    def pairs(self) -> tuple[Dice, Dice]:
        return self.dice[:2], self.dice[2:]

    @property
    def totals(self) -> tuple[int, int]:
        return sum(self.pairs[0]), sum(self.pairs[1])


def fined(text: str) -> bool:
    """Whether the results of an issue tell their reader of a fine for turns that are outstanding."""
    return _FINED.search(text) is not None


def was_late(text: str) -> bool:
    """Whether a receipt tells its reader that an issue had closed before their letter came."""
    return _LATE.search(text) is not None


def read(text: str) -> Issue | None:
    """The issue that a mail prints, or ``None`` if it prints none."""
    head = _ISSUE.search(text)
    if head is None:
        return None
    page, _, entry = text[head.start() :].partition("YOUR ENTRY A")
    rolls = {
        int(turn): _dice(faces) for pattern in (_ROLL, _OPEN_ROLL) for turn, faces in pattern.findall(page + entry)
    }
    if not entry:
        return Issue(int(head[1]), dict(sorted(rolls.items())))
    to_do = [] if "Ended" in entry else [int(turn) for turn in _TO_DO.findall(entry)]
    rejected = Counter({int(number): int(times) for number, times in _REJECT.findall(entry)})
    return Issue(int(head[1]), {turn: rolls[turn] for turn in to_do}, _tally(entry), rejected, has_entry=True)


def split(issue: Issue, unlucky: int, on_second_thoughts: bool = False) -> tuple[Split, ...]:
    """How a robot splits every roll that is still open, until a number has been rejected for the last time.

    ``unlucky`` is the number that it would rather reject. On second thoughts it likes the last roll otherwise.
    """
    made, rejected, done = Counter(issue.made), Counter(issue.rejected), list[Split]()
    for turn, dice in issue.rolls.items():
        if max(rejected.values(), default=0) < _LAST_REJECTION:
            ways = sorted(
                _ways(turn, dice, rejected), key=lambda way: _worth(way, made, rejected, unlucky), reverse=True
            )
            done.append(ways[1 if on_second_thoughts and turn == max(issue.rolls) else 0])
            made.update(done[-1].totals)
            rejected.update([done[-1].reject] if done[-1].reject else [])
    return tuple(done)


def _ways(turn: int, dice: Dice, rejected: Counter[int]) -> Iterator[Split]:
    """All ways to split a roll, with each number that may be rejected."""
    allowed = {die for die in dice if len(rejected) < _MOST_NUMBERS or die in rejected}
    numbers: list[int | None] = [*sorted(allowed)] or [None]
    for number in numbers:
        left = Counter(dice) - Counter([number] if number else [])
        for a, b, c, d in sorted(set(permutations(left.elements(), 4))):
            if a <= b and c <= d and (a, b) <= (c, d):
                yield Split(turn, (a, b, c, d), number)


def _worth(way: Split, made: Counter[int], rejected: Counter[int], unlucky: int) -> float:
    """What the totals can be hoped to come to in the end, and what the reject leaves for the turns to come.

    The game is longest if the three numbers are rejected in turn, and kindest if they are the ones at either end.
    """
    then, rejects = made + Counter(way.totals), rejected + Counter([way.reject] if way.reject else [])
    left = _turns_left(then.total() // 2, max(rejects.values(), default=0))
    hopes = sum(_hope(total, then[total], left) for total in _BASE)
    if way.reject is None:
        return hopes
    is_new = way.reject not in rejected
    return (
        hopes - 12 * (2 * rejected[way.reject] + 1) + 100 * is_new * abs(3.5 - way.reject) + 5 * (way.reject == unlucky)
    )


def _turns_left(played: int, most_rejections: int) -> int:
    """How many turns an entry may still have after those that it has played."""
    by_rejections = int(2.4 * (_LAST_REJECTION - 1 - most_rejections)) if most_rejections else _TURNS
    return max(0, min(_TURNS - played, by_rejections))


@cache
def _hope(total: int, times: int, left: int) -> float:
    """What a total that was made so often may be worth in the end, if each of the pairs to come is as likely it.

    One that was never made need never be: keeping clear of it is worth something too.
    """
    if times == 0:
        return _CLEAR
    pairs = 2 * left
    likely = _RATES[abs(7 - total)] / 2
    chances = ((more, comb(pairs, more) * likely**more * (1 - likely) ** (pairs - more)) for more in range(pairs + 1))
    return sum(chance * _score(total, times + more) for more, chance in chances)


def _score(total: int, times: int) -> int:
    if times < _OFTEN:
        return -_SELDOM
    return _BASE[total] * min(times - _OFTEN, _OFTEN)


def _dice(faces: str) -> Dice:
    return tuple(map(int, faces.split()))


def _tally(entry: str) -> Counter[int]:
    found = _MADE.search(entry)
    if not found:
        return Counter()
    totals, times = (row.split() for row in found.groups())
    return Counter({int(total): int(made) for total, made in zip(totals, times, strict=True) if made != "-"})


# --- Spelling ---------------------------------------------------------------------------------------------

Spelling = Callable[[Split], str]

_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def with_sums(each: Split) -> str:
    (a, b), (c, d) = each.pairs
    rejected = f"reject {each.reject}" if each.reject else "no reject"
    return f"turn {each.turn}: {a}+{b}={a + b}, {c}+{d}={c + d}, {rejected}"


def in_brackets(each: Split) -> str:
    (a, b), (c, d) = each.pairs
    return f"T{each.turn} ({a},{b}) & ({c},{d}) " + (f"bin {each.reject}" if each.reject else "no reject")


def by_strokes(each: Split) -> str:
    (a, b), (c, d) = each.pairs
    return f"{each.turn}) {a}{b}/{c}{d}/{each.reject}" if each.reject else f"{each.turn}) {a}{b}/{c}{d}, no reject"


def in_words(each: Split) -> str:
    a, b, c, d = (_WORDS[die] for die in each.dice)
    rejected = f"throw out the {_WORDS[each.reject]}" if each.reject else "no reject"
    return f"Turn {each.turn}: {a} and {b}, {c} and {d}, {rejected}."


def reject_first(each: Split) -> str:
    (a, b), (c, d) = each.pairs
    rejected = f"discard {each.reject}" if each.reject else "no reject"
    return f"turn {each.turn}: {rejected}; {a}+{b} & {c}+{d}"


def miscounted(each: Split) -> str:
    """With the first sum wrong by one, as it happens."""
    (a, b), (c, d) = each.pairs
    return f"turn {each.turn}: {a}+{b}={a + b + 1}, {c}+{d}={c + d}, " + (
        f"reject {each.reject}" if each.reject else "no reject"
    )
