"""Which orders on file a ruling costs their writers."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from processor.core.events import OrdersFiled, Told
from processor.core.facts import with_matches
from processor.core.game import Game
from processor.core.orders import Order


@dataclass(frozen=True)
class Lost:
    """An order on file that the ruling made impossible, and why.

    ``why`` is empty where the match is over by then, and where the part of it that it was for is not there any more.
    """

    seat: int
    turn: int
    order: Order
    why: str

    @property
    def what(self) -> tuple[int, int, Order]:
        """The order and where it was on file, whatever it was lost by."""
        return self.seat, self.turn, self.order


def left_out(
    game: Game[Any], before: Sequence[Told], after: Sequence[Told], not_theirs: Collection[int]
) -> Iterator[Lost]:
    """The orders that seats had last on file for a turn in one history and not in another.

    Those of the entries ``not_theirs`` were ruled, or are somewhere else now, and so is what these stand in place of.
    """
    now = _on_file(game, after)
    for place, told in _on_file(game, before).items():
        stands = now.get(place)
        if told.number in not_theirs or (stands and stands.number in not_theirs):
            continue
        kept = stands.event.orders if stands and isinstance(stands.event, OrdersFiled) else ()
        filed = told.event.orders if isinstance(told.event, OrdersFiled) else ()
        yield from (Lost(*place, order, "") for order in filed if order not in kept)


def _on_file(game: Game[Any], told: Sequence[Told]) -> Mapping[tuple[int, int], Told]:
    """What each seat filed last for each turn, by the seat and the turn."""
    filed = ((fact, fact.event) for fact in with_matches(game, told))
    return {(event.seat, fact.old.turn): fact.told for fact, event in filed if isinstance(event, OrdersFiled)}
