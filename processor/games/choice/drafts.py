"""An allocation while it is being put together, and what becomes of it when nothing more comes."""

from dataclasses import dataclass

from processor.games.choice.items import FACES, Paired, Rejected
from processor.games.choice.legality import Fault
from processor.games.choice.orders import NOT_NAMED, Allocation

A_SPLIT = 2
DICE_LEFT_UNPAIRED = 4


@dataclass(frozen=True)
class Loose:
    """A number that nothing was said about: before the pairs or after them, with a stroke behind it or without."""

    value: int
    is_first: bool
    has_stroke: bool = False


@dataclass(frozen=True)
class Draft:
    """The pieces of one allocation, and where they began.

    Its label ``is_heading`` when a colon or the end of the line closes it, and ``is_aside`` when it stands in prose.
    """

    line: int
    text: str
    column: int
    entry: str = ""
    turn: int = NOT_NAMED
    is_heading: bool = False
    is_aside: bool = False
    pairs: tuple[Paired, ...] = ()
    reject: Rejected | None = None
    loose: tuple[Loose, ...] = ()
    has_other_dice: bool = False
    has_bracketed_sum: bool = False
    is_correction: bool = False
    fault: Fault | None = None
    last_line: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing but labels has come so far."""
        return not (self.pairs or self.reject or self.loose or self.has_other_dice)

    @property
    def is_paired(self) -> bool:
        """Whether both pairs are there."""
        return len(self.pairs) == A_SPLIT

    @property
    def is_full(self) -> bool:
        """Whether the next pair or reject must belong to another allocation."""
        return self.is_paired and (self.reject is not None or any(not each.is_first for each in self.loose))


def completed(draft: Draft) -> Allocation | Fault | None:
    """The allocation that a draft has become, or what is wrong with it, or ``None`` if it never was one."""
    if draft.fault:
        return draft.fault
    if not draft.is_paired:
        return _unfinished(draft)
    match _reject(draft):
        case Fault() as fault:
            return fault
        case (turn, reject):
            first, second = draft.pairs
            return Allocation(draft.entry, turn, (first.dice, second.dice), reject)


def _unfinished(draft: Draft) -> Fault | None:
    dice = len(draft.loose)
    if not draft.pairs and (draft.has_other_dice or dice >= DICE_LEFT_UNPAIRED):
        return Fault("no-pairs")
    if draft.pairs or draft.reject or (draft.turn and (dice or draft.is_heading)):
        return Fault("unfinished", {"pairs": ("no pair", "one pair")[len(draft.pairs)]})
    return None


def _reject(draft: Draft) -> tuple[int, int | None] | Fault:
    """The turn and the reject, when loose numbers are given the only meaning that they can have."""
    values = [each.value for each in draft.loose]
    spoken = draft.reject
    match draft.loose:
        case ():
            return draft.turn, spoken.die if spoken else None
        case (Loose(value, is_first=False),) if not spoken:
            return _die(draft.turn, value)
        case (Loose(value, has_stroke=True),) if not spoken:
            return _die(draft.turn, value)
        case (Loose(value),) if not spoken and draft.turn:
            return _die(draft.turn, value)
        case (Loose(value, is_first=True),) if spoken and not draft.turn:
            return value, spoken.die
        case (Loose(turn, is_first=True), Loose(value, is_first=False)) if not spoken and not draft.turn:
            return _die(turn, value)
        case (Loose(value, is_first=True),) if not spoken:
            return Fault("turn-or-reject", {"number": value})
        case _:
            return Fault("loose-number", {"number": values[-1]})


def _die(turn: int, value: int) -> tuple[int, int] | Fault:
    return (turn, value) if value in FACES else Fault("no-such-die", {"found": value})
