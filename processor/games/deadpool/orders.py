"""What players say, and what only the GM can tell."""

from dataclasses import dataclass
from datetime import date, time
from typing import Literal

from processor.core.calendar.clocks import said
from processor.core.orders import Order
from processor.core.wording import Wording
from processor.games.deadpool.names import key

WORDS = Wording("deadpool")

Picks = tuple[str, str, str]
Why = Literal["not living", "not human", "not well known"]


@dataclass(frozen=True)
class Nomination(Order):
    """Three people. ``is_sure`` once the player says that names which look alike are different people."""

    picks: Picks
    is_sure: bool = False

    @property
    def key(self) -> str:
        """A player has one list; a new one takes the place of the whole of it."""
        return "nomination"


@dataclass(frozen=True)
class FeeFromAccount(Order):
    """The entry fee is to be taken from the player's account."""

    @property
    def key(self) -> str:
        """It is said once."""
        return "fee"


@dataclass(frozen=True)
class RefusePick(Order):
    """The GM does not accept a name."""

    name: str
    why: Why

    @property
    def key(self) -> str:
        """A name is refused for one reason."""
        return f"pick {key(self.name)}"


@dataclass(frozen=True)
class AllowPick(Order):
    """The GM accepts a name after all."""

    name: str

    @property
    def key(self) -> str:
        """It takes a refusal back."""
        return f"pick {key(self.name)}"


@dataclass(frozen=True)
class ReportDeath(Order):
    """Somebody died on that day; ``at`` and its ``zone`` where the hour is known, and where it was read."""

    name: str
    day: date
    at: time | None = None
    zone: str = ""
    source: str = ""

    @property
    def key(self) -> str:
        """A later report on the same person puts the earlier one right."""
        return f"death {key(self.name)}"


@dataclass(frozen=True)
class ReportAlive(Order):
    """The report of a death was wrong."""

    name: str

    @property
    def key(self) -> str:
        """It takes the report of a death back."""
        return f"death {key(self.name)}"


@dataclass(frozen=True)
class ConfirmOutcome(Order):
    """What the reports have come to is final."""

    @property
    def key(self) -> str:
        """It is said once."""
        return "confirm"


def say(order: Order) -> str:
    """An order as the receipt repeats it."""
    match order:
        case Nomination(picks, is_sure):
            return f"my three: {'; '.join(picks)}{' (different people)' if is_sure else ''}"
        case FeeFromAccount():
            return "take the fee from my account"
        case RefusePick(name, why):
            return f"refuse pick {name}: {why}"
        case AllowPick(name):
            return f"allow pick {name}"
        case ReportDeath(name, day, at, zone, source):
            clock = f" {at:%H:%M:%S}".removesuffix(":00") if at else ""
            when = f"{said(day.day, day.month, day.year)}{clock}{f' {zone}' if zone else ''}"
            return f"death {name} on {when}{f' source {source}' if source else ''}"
        case ReportAlive(name):
            return f"alive {name}"
        case ConfirmOutcome():
            return "confirm winner"
        case _:
            raise TypeError(f"{type(order).__name__} is not an order of the Dead Pool")
