"""What a player can say: a bid or a challenge, each for one round."""

from dataclasses import dataclass

from processor.core.orders import Order
from processor.core.wording import Wording
from processor.games.perudo.bids import Claim

WORDS = Wording("perudo")


@dataclass(frozen=True)
class Call(Order):
    """One call for one round.

    ``dice`` and ``place`` name the round ("3.2" is 3 and 2). A player may leave out the place, since one
    call is due with each number of dice, or both; both are 0 then, and ``check`` fills them in.
    """

    dice: int = 0
    place: int = 0

    @property
    def key(self) -> str:
        """One call is due for each number of dice, so a later one for the same number takes its place."""
        return f"{self.dice}-dice" if self.dice else "round not named"


@dataclass(frozen=True)
class Bid(Call):
    """A bid of ``count`` dice of ``face``, showing ``shown`` of one's own and rerolling the rest (rule 5's variant)."""

    count: int = 0
    face: int = 0
    shown: int = 0

    @property
    def claim(self) -> Claim:
        return Claim(self.count, self.face)


@dataclass(frozen=True)
class Challenge(Call):
    """The last bid of the round is doubted."""


def say(order: Order) -> str:
    """The order as the house writes it: "3.2: 6 fives"."""
    match order:
        case Bid(shown=0):
            return f"{_round(order)}{order.claim}"
        case Bid(shown=shown):
            return f"{_round(order)}{order.claim}, showing {shown}"
        case Challenge():
            return f"{_round(order)}challenge"
        case _:
            raise TypeError(f"{order!r} is no order of this game")


def _round(call: Call) -> str:
    if call.place:
        return f"{call.dice}.{call.place}: "
    return f"{dice_in_words(call.dice)}: " if call.dice else ""


def dice_in_words(number: int) -> str:
    """That many dice: "1 die", "3 dice"."""
    return "1 die" if number == 1 else f"{number} dice"
