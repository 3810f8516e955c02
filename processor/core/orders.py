"""What a player says, how it was read, and what was wrong with it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One line of a letter, already normalised; ``number`` counts from 1 in the new text of the mail."""

    number: int
    text: str


@dataclass(frozen=True)
class Order(ABC):
    """One thing a player wants. Every game has its own kinds."""

    @property
    @abstractmethod
    def key(self) -> str:
        """What this order is for. A later order with the same key takes the place of an earlier one."""

    @property
    def is_final(self) -> bool:
        """Whether it cannot be taken back once it is on file."""
        return False

    @classmethod
    def called(cls) -> tuple[str, ...]:
        """What players call such an order: the first word of its class's name, and of those that it derives from."""
        names = [each.__name__ for each in cls.__mro__ if issubclass(each, Order) and each is not Order]
        return tuple(re.findall(r"[A-Z][a-z]*", name)[0].casefold() for name in names)


@dataclass(frozen=True)
class Written:
    """An order as read, and where it stood."""

    order: Order
    line: int
    text: str


@dataclass(frozen=True)
class Complaint:
    """A line that tried to be an order and failed.

    ``reason`` is a label of the game's ``mistakes.toml`` and is for programs; ``hint`` is for the
    player and says how to write it right. ``column`` counts from 1, where that is known.
    """

    line: int
    text: str
    reason: str
    hint: str
    column: int | None = None


@dataclass(frozen=True)
class Remark:
    """Something the player should know about an order that counts: "taken for turn 3, since …"."""

    reason: str
    words: str


@dataclass(frozen=True)
class Reading:
    """What a game's reader made of some lines, in the order they stood in."""

    written: tuple[Written, ...] = ()
    complaints: tuple[Complaint, ...] = ()


@dataclass(frozen=True)
class Checked:
    """What stands for the coming deadline after an order was checked against the rules.

    ``standing`` is all of it, old and new; ``accepted`` is what this letter changed.
    """

    standing: tuple[Order, ...]
    accepted: tuple[Order, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    remarks: tuple[Remark, ...] = ()


Book = Mapping[int, tuple[Order, ...]]
"""The order book: what stands for the coming deadline, by seat."""
