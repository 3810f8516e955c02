"""A player who tips at random."""

from random import Random
from typing import Any


def letter(view: Any, rng: Random) -> str:
    return f"tip {rng.randint(1, 6)}"
