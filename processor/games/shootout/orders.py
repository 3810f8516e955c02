"""What a player can say: an accuracy, a shot, or a vote to remove somebody who keeps all waiting."""

import re
from dataclasses import dataclass

from processor.core.orders import Order
from processor.core.wording import Wording

WORDS = Wording("shootout")

SIDES = 20
"""The die of this game; accuracies go from 1 to its highest face."""


@dataclass(frozen=True)
class Accuracy(Order):
    """The highest face of the die with which this player hits (rule 3)."""

    value: int

    @property
    def key(self) -> str:
        return "accuracy"

    @property
    def is_final(self) -> bool:
        """An accuracy is chosen once and for all (rule 3)."""
        return True


@dataclass(frozen=True)
class Shot(Order):
    """A shot at the player of that name. The reader leaves the name as it was written; ``check`` makes it whole."""

    target: str

    @property
    def key(self) -> str:
        return "shot"


@dataclass(frozen=True)
class Vote(Order):
    """A vote to remove the player of that name, or, without ``kick``, the end of such a vote (rule 9)."""

    target: str
    kick: bool

    @property
    def key(self) -> str:
        return f"vote {self.target}"


def say(order: Order) -> str:
    """The order as the house writes it: "Shooting Bob: DICE20"."""
    match order:
        case Accuracy(value=value):
            return f"accuracy {value}"
        case Shot(target=target):
            return f"Shooting {target}: DICE{SIDES}"
        case Vote(target=target, kick=True):
            return f"vote kick {target}"
        case Vote(target=target):
            return f"vote keep {target}"
        case _:
            raise TypeError(f"{order!r} is no order of this game")


def own_die(target: str) -> str | None:
    """The name alone, where a number stands behind it: "Bob 14" may be Bob and a die that the shooter brought."""
    found = re.fullmatch(r"(?P<name>\S.*?)[\s,(-]+\d+\W*", target)
    return found["name"] if found else None
