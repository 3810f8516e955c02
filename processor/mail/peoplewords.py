"""The house's words for the GM about people: who plays, who is excused, who is told something."""

from dataclasses import dataclass

from processor.mail.saying import Saying


@dataclass(frozen=True)
class Who(Saying):
    """List the players of a match and what each of them still owes."""

    match: str | None = None

    opens = ("who", "who's", "whos")
    page = "who"
    example = "who perudo-7"


@dataclass(frozen=True)
class Excuse(Saying):
    """Ask nothing of a player in the coming turn; ``off`` takes that back."""

    person: str
    turn: int
    match: str | None = None
    off: bool = False

    opens = ("excuse", "do not excuse", "don't excuse")
    page = "excuse"
    example = "excuse Anna turn 3 in perudo-7"


@dataclass(frozen=True)
class Drop(Saying):
    """Take a player out of a match, as if they had withdrawn."""

    person: str
    match: str | None = None

    opens = ("drop",)
    page = "drop"
    example = "drop Anna from perudo-7"


@dataclass(frozen=True)
class Tell(Saying):
    """Mail a text to one player. It runs to the end of that match's part of the letter."""

    person: str
    text: str
    match: str | None = None

    opens = ("tell",)
    page = "tell"
    runs_on = r"tell [^:\n]{1,60}(?: ?:|$)"
    example = "tell Anna: Your last three letters came out empty. Could you send plain text?"


@dataclass(frozen=True)
class ActFor(Saying):
    """Give orders for a player, who is told. They run to the end of that match's part of the letter."""

    person: str
    text: str
    match: str | None = None

    opens = ("act for",)
    page = "act-for"
    example = "act for Anna in perudo-7: ORDERS"
    runs_on = r"act for [^:\n]{1,60}(?: ?:|$)"


@dataclass(frozen=True)
class Replace(Saying):
    """Let somebody else play on in a player's seat, with all that the player knew."""

    person: str
    address: str
    match: str | None = None

    opens = ("replace",)
    page = "replace"
    example = "replace Anna in perudo-7 by dora@example.org"


@dataclass(frozen=True)
class StandBy(Saying):
    """Put somebody on the list of those who would play on for a player who drops out; ``off`` takes them off it."""

    address: str
    match: str | None = None
    off: bool = False

    opens = ("standby", "no standby")
    page = "standby"
    example = "standby dora@example.org for perudo-7"
