"""What a player says: how a roll of five dice is to be split."""

from collections.abc import Sequence
from dataclasses import dataclass

from processor.core.orders import Order
from processor.core.wording import Wording
from processor.games.choice.events import Pair

WORDS = Wording("choice")

NOT_NAMED = 0


@dataclass(frozen=True)
class Allocation(Order):
    """Two pairs and a reject for one turn of one entry.

    ``entry`` is empty and ``turn`` is ``NOT_NAMED`` where the player left them out; ``check`` fills them in.
    ``reject`` is ``None`` for two pairs and no reject.
    """

    entry: str
    turn: int
    pairs: tuple[Pair, Pair]
    reject: int | None

    @property
    def key(self) -> str:
        """One allocation stands for a turn of an entry."""
        return f"{self.entry}/turn {self.turn}"

    @staticmethod
    def is_of(key: str, entry: str) -> bool:
        """Whether an order with that key is for that entry."""
        return key.startswith(f"{entry}/")


def say(order: Order) -> str:
    """An allocation as the receipt repeats it: ``A turn 3: 1+2=3, 3+4=7, reject 5``."""
    if not isinstance(order, Allocation):
        raise TypeError(f"{type(order).__name__} is not an order of Choice +")
    turn = f"turn {order.turn}" if order.turn != NOT_NAMED else ""
    label = " ".join(part for part in (order.entry, turn) if part)
    dice = f"{spell(order.pairs, order.reject)}{', no reject' if order.reject is None else ''}"
    return f"{label}: {dice}" if label else dice


def spell(pairs: Sequence[Pair], reject: int | None) -> str:
    """Dice as a player would write them: ``1+2=3, 3+4=7, reject 5``."""
    written = [f"{a}+{b}={a + b}" for a, b in pairs]
    return ", ".join(written if reject is None else [*written, f"reject {reject}"])
