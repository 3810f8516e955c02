"""What the referee answers: a ruling, or a refusal with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from processor.core.events import Event
from processor.core.match import Match
from processor.core.orders import Checked


@dataclass(frozen=True)
class Ruling:
    """Events to be journalled, the match after them, and for orders what was made of each.

    ``unpaid`` are the pence that the orders asked to be taken from an account that holds too little.
    """

    events: tuple[Event, ...]
    match: Match
    checked: Checked | None = None
    unpaid: int = 0


@dataclass(frozen=True)
class Refusal:
    """Why an instruction changes nothing. The words for ``reason`` are a phrase of the house, filled from ``facts``."""

    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)
