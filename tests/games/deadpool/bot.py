"""A player of the Dead Pool who sends three names and asks for the fee to be taken, and a GM who hears of deaths."""

from collections.abc import Sequence
from random import Random

from processor.games.deadpool.view import View

FAMOUS = (
    "Sir Alec Guinness",
    "Dame Vera Lynn",
    "Bob Hope",
    "Thora Hird",
    "Lonnie Donegan",
    "Zoë O'Neill",
    "Dick van Dyke",
    "Spike Milligan",
    "Barbara Cartland",
)
FIRST_DAY, LAST_DAY = 1, 28


def letter(view: View, rng: Random) -> str:
    """What this player mails before the entry deadline; afterwards there is nothing to say."""
    if view.phase != "entries":
        return ""
    return f"my three: {'; '.join(rng.sample(FAMOUS, 3))}\ntake the fee from my account"


def gm_letter(view: View, rng: Random) -> str:
    """What the GM reports: somebody's death, sometimes a mistake, and in the end who has won."""
    names = [pick.name for entry in view.entries for pick in entry.picks]
    if view.phase != "waiting":
        return ""
    if view.leading and rng.random() < 0.5:
        return "confirm winner"
    return (
        f"death {rng.choice(names)} on {rng.randint(FIRST_DAY, LAST_DAY)} {_month(rng)} 1997 12:{rng.randint(10, 59)}"
    )


def _month(rng: Random) -> str:
    months: Sequence[str] = ("March", "April", "May")
    return rng.choice(months)
