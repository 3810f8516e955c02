"""What an entry is worth: points for totals made often, a penalty for totals begun and dropped."""

from collections.abc import Mapping

TOTALS = tuple(range(2, 13))
BASE = {2: 120, 3: 80, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 80, 12: 120}

SAFE = 5
MOST_PAID = 10
NEGLECTED = -200


def points(total: int, made: int) -> int:
    """What one total scores that was made so many times (rule 6)."""
    if made in (0, SAFE):
        return 0
    if made < SAFE:
        return NEGLECTED
    return BASE[total] * (min(made, MOST_PAID) - SAFE)


def score(made: Mapping[int, int]) -> int:
    """The sum over all totals, before fines (rule 6)."""
    return sum(points(total, made.get(total, 0)) for total in TOTALS)
