"""Dice that the GM threw by hand, read from the GM's words."""

from collections.abc import Mapping, Sequence

from processor.core.game import Seat
from processor.core.orders import Complaint
from processor.core.text import normalise
from processor.games.choice.clauses import thrown
from processor.games.choice.items import FACES
from processor.games.choice.orders import WORDS
from processor.games.choice.rules import DICE_A_TURN, roll_name


def by_hand(seats: Sequence[Seat], words: str) -> Mapping[str, int] | Complaint:
    """Faces by roll name, from words such as ``turn 3: 1,2,3,4,5; turn 4: 2,3,4,5,6``."""
    faces: dict[str, int] = {}
    parts = [part.strip(" .") for part in normalise(words).replace("\n", ";").split(";")]
    for part in filter(None, parts):
        given = _turn(part)
        if given is None:
            return WORDS.to_gm("dice-by-hand", 1, part)
        faces |= given
    return faces or WORDS.to_gm("dice-by-hand", 1, words)


def _turn(words: str) -> Mapping[str, int] | None:
    turn, *dice = thrown(words) or (0,)
    if turn < 1 or len(dice) != DICE_A_TURN or not all(die in FACES for die in dice):
        return None
    return {f"{roll_name(turn)}/die/{at}": die for at, die in enumerate(dice, start=1)}
