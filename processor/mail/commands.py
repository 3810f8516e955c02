"""The house's words: what a player or the GM can ask for in one line.

To add a word, write its alternative in ``grammar/house/commands.lark``, its class here, and its name in one of the
unions. The alternative's alias is the name of the class, and the grammar's field rules are its fields.
"""

import re
from dataclasses import dataclass, fields
from functools import cache
from typing import get_args

from processor.core.calendar import Amount, Phrase, Rule
from processor.mail.disputewords import Dispute as Dispute
from processor.mail.moneywords import Account as Account
from processor.mail.moneywords import Paid as Paid
from processor.mail.moneywords import PayOut as PayOut
from processor.mail.moneywords import Refund as Refund
from processor.mail.postwords import Bounces as Bounces
from processor.mail.postwords import Held as Held
from processor.mail.postwords import PutAside as PutAside
from processor.mail.postwords import Release as Release
from processor.mail.postwords import Retry as Retry
from processor.mail.saying import CODE, Saying
from processor.paths import shipped

# --- What every player can say


@dataclass(frozen=True)
class Help(Saying):
    """Explain how to write something: a topic, a game's orders, or the list of topics."""

    topic: str | None = None

    opens = ("help",)
    page = "help"
    example = "help orders"


@dataclass(frozen=True)
class Rules(Saying):
    """Send the rules of a game."""

    game: str | None = None
    match: str | None = None

    opens = ("rules",)
    page = "rules"
    example = "rules perudo"


@dataclass(frozen=True)
class Games(Saying):
    """List the games of the house and the matches that can be joined."""

    opens = ("games", "list games", "list of games")
    page = "games"
    example = "games"


@dataclass(frozen=True)
class Status(Saying):
    """Show where a match stands, or all of the player's matches: what is on file and what is missing."""

    match: str | None = None

    opens = ("status",)
    page = "status"
    example = "status perudo-7"


@dataclass(frozen=True)
class Join(Saying):
    """Take a seat, under a pseudonym where the game has them."""

    match: str | None = None
    pseudonym: str | None = None

    opens = ("join", "sign me up")
    page = "join"
    example = "join perudo-7 as Lucky Jim"


@dataclass(frozen=True)
class Withdraw(Saying):
    """Give the seat up: before the start it is free again, later the game's rules say what follows."""

    match: str | None = None

    opens = ("withdraw", "resign", "i withdraw", "i resign")
    page = "withdraw"
    example = "withdraw from perudo-7"


@dataclass(frozen=True)
class Resend(Saying):
    """Send something again: the last results, those of a turn, or the player's own dice."""

    match: str | None = None
    turn: int | None = None
    dice: bool = False

    opens = ("resend", "send again")
    page = "resend"
    example = "resend perudo-7 turn 3"


@dataclass(frozen=True)
class History(Saying):
    """Tell what has happened in a match, or in one of its turns."""

    match: str | None = None
    turn: int | None = None

    opens = ("history",)
    page = "history"
    example = "history perudo-7"


@dataclass(frozen=True)
class NoOrders(Saying):
    """Say that there are no orders this turn, on purpose."""

    match: str | None = None

    opens = ("no orders", "no order")
    page = "no-orders"
    example = "no orders for perudo-7"


@dataclass(frozen=True)
class Cancel(Saying):
    """Take orders back before the deadline: those that ``what`` names, or all of them."""

    match: str | None = None
    what: str | None = None

    opens = ("cancel",)
    page = "cancel"
    example = "cancel turn 3"


@dataclass(frozen=True)
class Salt(Saying):
    """Give a word that is mixed into every roll of a match which has not begun yet."""

    word: str
    match: str | None = None

    opens = ("salt",)
    page = "salt"
    example = "salt periwinkle"


@dataclass(frozen=True)
class Proof(Saying):
    """Send the proof of a match's dice: after its end all of it, before what was pledged."""

    match: str | None = None

    opens = ("proof",)
    page = "proof"
    example = "proof of perudo-7"


# --- What the GM can say


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
class Run(Saying):
    """Close a turn now. Its number is the guard: a repeated mail does nothing."""

    turn: int
    match: str | None = None

    opens = ("run",)
    page = "run"
    example = "run perudo-7 turn 3"


@dataclass(frozen=True)
class Who(Saying):
    """List the players of a match and what each of them still owes."""

    match: str | None = None

    opens = ("who", "who's", "whos")
    page = "who"
    example = "who perudo-7"


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


PlayerCommand = (
    Help
    | Rules
    | Games
    | Status
    | Join
    | Withdraw
    | Resend
    | History
    | NoOrders
    | Cancel
    | Account
    | Salt
    | Proof
    | Dispute
)
MatchCommand = New | Start | SetDeadline | Extend | Run | Who | GiveDice | Announce | Close
MoneyCommand = Paid | Refund | PayOut
PostCommand = Held | PutAside | Retry | Release | Bounces
GmCommand = MatchCommand | MoneyCommand | PostCommand
Command = PlayerCommand | GmCommand

MATCH_COMMANDS: tuple[type[MatchCommand], ...] = get_args(MatchCommand)
"""What only the GM may say."""

MONEY_COMMANDS: tuple[type[MoneyCommand], ...] = get_args(MoneyCommand)
"""What only those may say who keep the money: the treasurer and the GM."""

POST_COMMANDS: tuple[type[PostCommand], ...] = get_args(PostCommand)
"""What only the GM may say, about letters and mails rather than about a match."""

GM_COMMANDS: tuple[type[GmCommand], ...] = (*MATCH_COMMANDS, *MONEY_COMMANDS, *POST_COMMANDS)
"""What players may not say."""

COMMANDS: tuple[type[Command], ...] = (*get_args(PlayerCommand), *GM_COMMANDS)

PUBLIC = (Help, Rules, Games)
"""What anybody may ask, known to us or not."""

READ_ONLY = (*PUBLIC, Status, Resend, History, Account, Proof, Who, Held, Bounces)
"""What changes nothing, whoever asks."""

ONE_MATCH: tuple[type[Command], ...] = tuple(
    each for each in COMMANDS if each not in (Rules, Status, Paid) and "match" in {field.name for field in fields(each)}
)
"""What is about one match, which must be known before it can be done."""

RUNNING_ON: tuple[type[Command], ...] = tuple(each for each in COMMANDS if each.runs_on)
"""What goes on to the end of its part of the letter."""


# --- Help

_ESSAYS = ("orders", "deadlines", "late", "rulings")


def help_topics() -> tuple[str, ...]:
    """The help pages: the index, what is good to know, and every word's own."""
    return tuple(dict.fromkeys(("index", *_ESSAYS, *(each.page for each in COMMANDS))))


def topic_named(words: str) -> str | None:
    """The help page that these words ask for: "the deadline", "no orders", "resign"."""
    asked = re.sub(r"^(?:the|my|a|an) ", "", words.casefold())
    for spelling in (asked, f"{asked}s", asked.removesuffix("s")):
        page = _pages().get(spelling)
        if page:
            return page
    return None


@cache
def help_text(topic: str) -> str:
    """The help page of that name."""
    return shipped("data", "house", "help", f"{topic}.txt")


@cache
def _pages() -> dict[str, str]:
    by_word = {word: each.page for each in COMMANDS for word in each.opens}
    return (
        by_word
        | {topic.replace("-", " "): topic for topic in help_topics()}
        | {topic: topic for topic in help_topics()}
    )
