"""Tells numbers that only look like dice: sums without a sign, and turns that look like a pair, as in "11 26/33/1".

Sums stand before pairs in brackets, "6 (1+5), 10 (5+5)", or behind them in a table, "1+5 6 5+5 10".
"""

from collections.abc import Sequence
from dataclasses import replace

from processor.games.choice.drafts import A_SPLIT
from processor.games.choice.items import EntryLabel, Item, Paired, Single, TurnLabel
from processor.games.choice.legality import Fault

_MOST_IN_A_SUM = 10
_RUN_TOGETHER = (11, 12)
"""The sums that look like two dice."""


def with_turns(said: Sequence[Item]) -> Sequence[Item]:
    """The pieces of a line with two figures in front of two pairs as what they must be, the turn: "11 26/33/1"."""
    at = next((at for at, item in enumerate(said) if not isinstance(item, EntryLabel)), len(said))
    turn = _turn_in(said[at]) if at < len(said) else 0
    behind = [item for item in said[at + 1 : at + 1 + A_SPLIT + 1] if isinstance(item, Paired)]
    if not turn or len(behind) != A_SPLIT or not isinstance(said[at + 1], Paired):
        return said
    return [*said[:at], TurnLabel(said[at].column, turn, False, False), *said[at + 1 :]]


def _turn_in(item: Item) -> int:
    match item:
        case Paired(dice=(a, b), run_together=True):
            return 10 * a + b
        case Single(value=value, in_brackets=True) if value > _MOST_IN_A_SUM:
            return value
        case _:
            return 0


def with_sums(said: Sequence[Item]) -> Sequence[Item]:
    """The pieces of a line without the sums before pairs in brackets, or behind others, where every pair has one.

    A single number of that kind could as well be the reject or the turn: "6 (1+5) (5+5)".
    """
    return _without_sums_behind(_without_sums_before(said))


def _without_sums_behind(said: Sequence[Item]) -> Sequence[Item]:
    """Only if they are right: "1+5 7" may be anything."""
    joined = [at for at, item in enumerate(said) if isinstance(item, Paired) and item.is_plain and not item.in_brackets]
    sums = {at + 1 for at in joined if at + 1 < len(said) and _amount(said[at + 1]) == _sum(said[at])}
    if len(joined) < A_SPLIT or len(sums) < len(joined):
        return said
    return [item for at, item in enumerate(said) if at not in sums]


def _sum(item: Item) -> int:
    return sum(item.dice) if isinstance(item, Paired) else 0


def _without_sums_before(said: Sequence[Item]) -> Sequence[Item]:
    bracketed = [at for at, item in enumerate(said) if isinstance(item, Paired) and item.in_brackets]
    if len(bracketed) < A_SPLIT or not all(at and _amount(said[at - 1]) for at in bracketed):
        return said
    sums = {at - 1 for at in bracketed}
    return [_checked(said, at) for at in range(len(said)) if at not in sums]


def _amount(item: Item) -> int:
    match item:
        case Single(value=value, in_brackets=False):
            return value
        case Paired(dice=(a, b), is_plain=False) if 10 * a + b in _RUN_TOGETHER:
            return 10 * a + b
        case _:
            return 0


def _checked(said: Sequence[Item], at: int) -> Item:
    item = said[at]
    if not (isinstance(item, Paired) and item.in_brackets):
        return item
    return replace(item, fault=item.fault or wrong_sum(item.dice, _amount(said[at - 1])))


def wrong_sum(dice: tuple[int, int], written: int) -> Fault | None:
    """What is wrong with a sum that is written for a pair, if it is (rule 2)."""
    a, b = dice
    return None if a + b == written else Fault("wrong-sum", {"pair": f"{a}+{b}", "sum": a + b, "written": written})
