"""How many of which face: what a bid claims, which claim is higher, and the least that is higher."""

from collections.abc import Iterable
from dataclasses import dataclass

ACE = 1
FACES = (2, 3, 4, 5, 6, ACE)
"""The faces as they rank; the Ace, which a die shows as 1, is the highest."""

_WORDS = {
    ACE: ("Ace", "Aces"),
    2: ("two", "twos"),
    3: ("three", "threes"),
    4: ("four", "fours"),
    5: ("five", "fives"),
    6: ("six", "sixes"),
}


@dataclass(frozen=True)
class Claim:
    """At least ``count`` dice of a round show ``face`` (1 is the Ace)."""

    count: int
    face: int

    @property
    def rank(self) -> tuple[int, int]:
        """Claims compare by this: Aces count double and come just above as many sixes (rule 7)."""
        if self.face == ACE:
            return (2 * self.count, FACES.index(ACE))
        return (self.count, FACES.index(self.face))

    def __str__(self) -> str:
        return f"{self.count} {_WORDS[self.face][self.count != 1]}"


def is_higher(claim: Claim, last: Claim | None) -> bool:
    """Whether a claim may follow the last one (rule 6)."""
    return last is None or claim.rank > last.rank


def least(face: int, last: Claim | None) -> Claim:
    """The lowest claim of that face that may follow the last one."""
    if last is None:
        return Claim(1, face)
    level = last.rank[0]
    start = Claim(max(1, level // 2 if face == ACE else level), face)
    return start if is_higher(start, last) else Claim(start.count + 1, face)


def lowest(last: Claim | None) -> Claim:
    """A low claim that may follow the last one."""
    return min((least(face, last) for face in FACES), key=lambda claim: claim.rank) if last else Claim(2, 5)


def drawn(face: int, last: Claim | None) -> Claim:
    """What a missing call becomes once the die has named its face: one more than the least (rule 8)."""
    lowest = least(face, last)
    return Claim(lowest.count + 1, face)


def matching(face: int, dice: Iterable[int]) -> int:
    """How many of the dice count for that face: its own and the Aces, which are wild (rules 7 and 9)."""
    return sum(die in (face, ACE) for die in dice)


def least_in_words(last: Claim | None) -> str:
    """The lowest legal bids, those of one number together: "9 fives or sixes, 10 twos, threes or fours, or 5 Aces"."""
    lowest = [least(face, last) for face in FACES]
    plain = [claim for claim in lowest if claim.face != ACE]
    counts = sorted({claim.count for claim in plain})
    groups = [f"{count} {_either(count, [c.face for c in plain if c.count == count])}" for count in counts]
    return f"{', '.join(groups)}, or {lowest[-1]}"


def _either(count: int, faces: list[int]) -> str:
    words = [_WORDS[face][count != 1] for face in faces]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def face_names(dice: Iterable[int]) -> str:
    """Dice as the players see them: "2 4 A"."""
    return " ".join("A" if die == ACE else str(die) for die in dice)
