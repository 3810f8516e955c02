"""What a player can say: roll."""

from dataclasses import dataclass

from processor.core.orders import Order
from processor.core.wording import Wording

WORDS = Wording("dropdead")


@dataclass(frozen=True)
class RollInning(Order):
    """The dice of one inning are to be rolled. ``inning`` is ``None`` where it was not named; ``check`` fills it in."""

    inning: int | None = None

    @property
    def key(self) -> str:
        """One inning is played at a deadline, so a later order says the same again."""
        return "roll"


def say(order: Order) -> str:
    """The order as the house writes it: ``roll inning 3``."""
    if not isinstance(order, RollInning):
        raise TypeError(f"{order!r} is no order of this game")
    return "roll" if order.inning is None else f"roll inning {order.inning}"
