"""The house's words for the GM about time: when a turn closes, and what keeps it from closing."""

from dataclasses import dataclass

from processor.core.calendar import Amount, Phrase
from processor.mail.saying import Saying


@dataclass(frozen=True)
class SetDeadline(Saying):
    """Set when the coming turn closes; a turn that is named must be that one."""

    when: Phrase
    match: str | None = None
    turn: int | None = None

    opens = ("deadline", "set deadline", "set the deadline", "move the deadline")
    page = "deadline"
    example = "deadline perudo-7 turn 3 friday 18 december 20:00"


@dataclass(frozen=True)
class Extend(Saying):
    """Move the coming deadline back by so long."""

    by: Amount
    match: str | None = None
    turn: int | None = None

    opens = ("extend",)
    page = "extend"
    example = "extend perudo-7 by 3 days"


@dataclass(frozen=True)
class Pause(Saying):
    """Stop the clock of a match: no turn closes until it is resumed."""

    match: str | None = None

    opens = ("pause",)
    page = "pause"
    example = "pause perudo-7"


@dataclass(frozen=True)
class Resume(Saying):
    """Let a paused match go on: by default with as much time as it had left."""

    match: str | None = None
    when: Phrase | None = None

    opens = ("resume",)
    page = "pause"
    example = "resume perudo-7"


@dataclass(frozen=True)
class Hold(Saying):
    """Keep the coming deadline from closing its turn until the GM says go ahead."""

    match: str | None = None
    turn: int | None = None

    opens = ("hold", "hold the deadline")
    page = "hold"
    example = "hold perudo-7 turn 3"


@dataclass(frozen=True)
class GoAhead(Saying):
    """Let a held deadline pass as it would have; without a match, all that the house has held by itself."""

    match: str | None = None
    turn: int | None = None

    opens = ("go ahead",)
    page = "hold"
    example = "go ahead perudo-7"


@dataclass(frozen=True)
class Early(Saying):
    """Run a turn as soon as all its orders are in, or always wait for its deadline."""

    switch: bool
    match: str | None = None

    opens = ("early",)
    page = "early"
    example = "early perudo-7 on"


@dataclass(frozen=True)
class Grace(Saying):
    """Let late orders count for so long after the deadline, or not at all."""

    by: Amount
    match: str | None = None

    opens = ("grace",)
    page = "grace"
    example = "grace perudo-7 6 hours"
