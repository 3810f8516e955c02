"""How dice are cast in an inning: until every one of them is dead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from processor.core.dice import Dice, Roll

DICE = 5
FACES = range(1, 7)
DEADLY = (2, 5)


@dataclass(frozen=True)
class Cast:
    """The dice of one cast, in the order they fell."""

    faces: tuple[int, ...]

    @property
    def dead(self) -> tuple[int, ...]:
        """The dice that this cast killed (rule 3)."""
        return tuple(face for face in self.faces if face in DEADLY)

    @property
    def left(self) -> int:
        """How many dice the next cast has."""
        return len(self.faces) - len(self.dead)

    @property
    def points(self) -> int:
        """What it scores: its sum, or nothing if any die died (rules 2 and 3)."""
        return 0 if self.dead else sum(self.faces)


def play(dice: Dice, name: str) -> tuple[Roll, ...]:
    """Cast until every die is dead (rule 4). The first die of the second cast is called ``NAME/cast/2/die/1``."""
    rolls: tuple[Roll, ...] = ()
    left = DICE
    number = 1
    while left:
        thrown = dice.rolls(f"{name}/cast/{number}", left)
        rolls += thrown
        left = Cast(tuple(roll.face for roll in thrown)).left
        number += 1
    return rolls


def casts(faces: Sequence[int]) -> Iterator[Cast]:
    """The casts that an inning's dice made, given one after the other."""
    start, left = 0, DICE
    while left and start < len(faces):
        cast = Cast(tuple(faces[start : start + left]))
        yield cast
        start, left = start + left, cast.left


def inning_name(inning: int, seat: int) -> str:
    """What all dice of a player's inning are called by."""
    return f"dropdead/inning/{inning}/seat/{seat}"
