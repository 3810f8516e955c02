"""A player of Drop Dead, who can do nothing but roll."""

from random import Random

from processor.games.dropdead.view import View

WORDS = (
    "roll",
    "I roll",
    "Roll the dice, please!",
    "throw them",
    "go",
    "roll inning {inning}",
    "Inning {inning}: roll",
)


def letter(view: View, rng: Random) -> str:
    """What this player mails before the coming deadline."""
    return rng.choice(WORDS).format(inning=view.inning)
