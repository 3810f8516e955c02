"""A transcript as it was written: the house and its matches at the head, then what happens, step by step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from processor.rehearsal.times import When


@dataclass(frozen=True)
class Words:
    """Some words of a transcript and the line they stand in."""

    line: int
    text: str


@dataclass(frozen=True)
class Person:
    """Somebody at the table, or known to the house: under which name and address, in which zone."""

    line: int
    name: str
    address: str
    pseudonym: str | None = None
    zone: str | None = None


@dataclass(frozen=True)
class MatchHead:
    """A match as the head sets it up. With seats it is begun at once, without them it is open for sign-up."""

    line: int
    game: str
    code: str
    title: str | None = None
    seed: str | None = None
    zone: str | None = None
    deadline: Words | None = None
    options: tuple[Words, ...] = ()
    dice: tuple[Words, ...] = ()
    seats: tuple[Person, ...] = ()


@dataclass(frozen=True)
class HouseHead:
    """What holds for the whole transcript. ``printed`` names those whose mails are shown whole; nobody: everybody's."""

    zone: str
    begins: datetime
    believes_from: bool = True
    reminders: tuple[timedelta, ...] = ()
    people: tuple[Person, ...] = ()
    treasurer: Person | None = None
    credit_limit: int = 0
    printed: tuple[str, ...] = ()


# --- What happens -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TheMatchBegins:
    """The opening, named so that its events and mails are shown."""


@dataclass(frozen=True)
class LetterCame:
    """Somebody writes, or answers the last mail they got: of those whose subject has ``about`` in it, if that is said.

    ``address`` is where they write from if it is not their own.
    """

    sender: Words
    answers: bool
    when: When | None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    about: str = ""
    address: str = ""


@dataclass(frozen=True)
class TurnCloses:
    """A deadline passes."""

    turn: int
    code: str | None = None
    when: When | None = None


@dataclass(frozen=True)
class TurnWas:
    """An earlier turn in short: a line of orders for each seat, and its deadline. Nothing of it is shown."""

    turn: int
    code: str | None
    orders: tuple[tuple[Words, str], ...]


@dataclass(frozen=True)
class TimePasses:
    """Nothing comes, but the clock goes on."""

    when: When


@dataclass(frozen=True)
class DeskSleeps:
    """An outage: letters pile up in the mailbox, and deadlines pass."""

    when: When | None


@dataclass(frozen=True)
class DeskWakes:
    """The outage is over: what piled up is read and dealt with."""

    when: When | None


Happening = TheMatchBegins | LetterCame | TurnCloses | TurnWas | TimePasses | DeskSleeps | DeskWakes


@dataclass(frozen=True)
class Step:
    """One thing that happens, how it was written, and what is expected of it: ``None`` if nothing was written."""

    line: int
    happening: Happening
    written: tuple[str, ...]
    expected: tuple[str, ...] | None = None
    lead: tuple[str, ...] = ()
    """The remarks and blank lines above it."""


@dataclass(frozen=True)
class Script:
    """A whole transcript, line for line."""

    house: HouseHead
    matches: tuple[MatchHead, ...]
    steps: tuple[Step, ...]
    head: tuple[str, ...]
    tail: tuple[str, ...] = ()
