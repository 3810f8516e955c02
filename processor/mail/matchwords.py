"""The house's words for the GM about a match: open it, run it, speak to everybody in it, close it."""

from dataclasses import dataclass

from processor.core.calendar import Phrase, Rule
from processor.mail.saying import CODE, Saying


@dataclass(frozen=True)
class New(Saying):
    """Open a match for sign-up. Where no zone is named, the rule is in UTC until it is given the house's zone."""

    game: str
    code: str
    rule: Rule
    title: str | None = None
    seats: tuple[int, int] | None = None
    zone: str | None = None
    sign_up_until: Phrase | None = None
    options: tuple[tuple[str, str], ...] = ()

    opens = ("new",)
    page = "new"
    example = 'new perudo perudo-7 "Spring Perudo" seats 5-7 deadline every 2 weeks friday 20:00 Europe/London'


@dataclass(frozen=True)
class Start(Saying):
    """Begin play with the players who have joined."""

    match: str | None = None

    opens = ("start",)
    page = "start"
    example = "start perudo-7"


@dataclass(frozen=True)
class Run(Saying):
    """Close a turn now. Its number is the guard: a repeated mail does nothing."""

    turn: int
    match: str | None = None

    opens = ("run",)
    page = "run"
    example = "run perudo-7 turn 3"


@dataclass(frozen=True)
class GiveDice(Saying):
    """Put in dice thrown by hand; the game reads the words."""

    words: str
    match: str | None = None

    opens = ("dice",)
    page = "dice"
    example = "dice choice-1 turn 3: 1,2,3,4,5"


@dataclass(frozen=True)
class Announce(Saying):
    """Mail a text to everybody in a match. It runs to the end of that match's part of the letter."""

    text: str
    match: str | None = None

    opens = ("announce",)
    page = "announce"
    runs_on = rf"announce(?: to)?(?: {CODE})?(?: ?:|$)"
    example = "announce perudo-7: The next deadline falls on a holiday. Send your calls early!"


@dataclass(frozen=True)
class Close(Saying):
    """End a running match before its time."""

    match: str

    opens = ("close",)
    page = "close"
    example = "close perudo-7"


@dataclass(frozen=True)
class Preview(Saying):
    """Show the GM alone what a turn would come to if it were run now. Nothing is recorded."""

    turn: int
    match: str | None = None

    opens = ("preview",)
    page = "preview"
    example = "preview perudo-7 turn 3"


@dataclass(frozen=True)
class Log(Saying):
    """Show the whole journal of a match: every order, ruling and change, with time and by whose word."""

    match: str | None = None

    opens = ("log",)
    page = "log"
    example = "log perudo-7"


@dataclass(frozen=True)
class Export(Saying):
    """Mail the GM everything about a match as an attachment, from which it can be rebuilt elsewhere."""

    match: str | None = None

    opens = ("export",)
    page = "export"
    example = "export perudo-7"
