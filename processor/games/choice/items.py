"""What a line of a letter can say, piece by piece, before pieces are put together to allocations."""

from dataclasses import dataclass

from processor.games.choice.legality import Fault

FACES = range(1, 7)


@dataclass(frozen=True)
class Item:
    """One thing that a line says, and the column where it says it."""

    column: int


@dataclass(frozen=True)
class TurnLabel(Item):
    """The turn that is spoken of. ``is_named`` if the word is there; ``is_heading`` if a colon follows."""

    turn: int
    is_named: bool
    is_heading: bool
    fault: Fault | None = None


@dataclass(frozen=True)
class EntryLabel(Item):
    """The entry that is spoken of. ``is_named`` if the word is there; ``is_heading`` if a colon follows."""

    letter: str
    is_named: bool
    is_heading: bool
    fault: Fault | None = None


@dataclass(frozen=True)
class Paired(Item):
    """Two dice made a pair. ``is_plain`` when a plus sign or brackets leave no doubt of it.

    Two figures that are ``run_together``, "12", might be a number.
    """

    dice: tuple[int, int]
    is_plain: bool
    in_brackets: bool = False
    fault: Fault | None = None
    run_together: bool = False


@dataclass(frozen=True)
class Rejected(Item):
    """A die named as the reject, or ``None`` for no reject in so many words.

    ``is_order`` when it is said as one says an order: "reject 5", but not "I rejected 5" or "drop by before 5".
    """

    die: int | None
    is_order: bool
    fault: Fault | None = None


@dataclass(frozen=True)
class Single(Item):
    """A number that nothing is said about."""

    value: int
    in_brackets: bool = False
    fault: Fault | None = None


@dataclass(frozen=True)
class Rolled(Item):
    """The dice of a turn as they were printed, quoted before they are split."""


@dataclass(frozen=True)
class Slash(Item):
    """A stroke between dice."""


@dataclass(frozen=True)
class Prose(Item):
    """A word that is no part of an order."""

    word: str


@dataclass(frozen=True)
class Stop(Item):
    """The end of a sentence or of a remark in brackets. ``asks`` when it is a question mark."""

    asks: bool


@dataclass(frozen=True)
class Correction(Item):
    """What follows takes the place of what was said last. A mere "sorry" is not ``is_firm``."""

    is_firm: bool


@dataclass(frozen=True)
class Doubt(Item):
    """What follows is not meant, or not for certain."""

    word: str


@dataclass(frozen=True)
class Misread(Item):
    """A clause that the grammar does not know, how many pairs it seems to have, and whether a label."""

    fault: Fault
    pairs: int
    has_label: bool


Label = TurnLabel | EntryLabel
DICE = (Paired, Rejected, Single, Rolled, Misread)
