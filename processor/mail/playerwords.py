"""The house's words for everybody: what a player can ask and say."""

from dataclasses import dataclass

from processor.core.calendar import Phrase
from processor.mail.saying import Saying


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
    """Take a seat, under a pseudonym where the game has them, or only stand by for somebody who drops out."""

    match: str | None = None
    pseudonym: str | None = None
    stands_by: bool = False

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


@dataclass(frozen=True)
class Wait(Saying):
    """Do not run the coming turn early, though all orders are in."""

    match: str | None = None

    opens = ("wait",)
    page = "wait"
    example = "wait perudo-7"


@dataclass(frozen=True)
class NoWait(Saying):
    """Run the coming turn early after all."""

    match: str | None = None

    opens = ("nowait", "no wait", "don't wait", "do not wait")
    page = "wait"
    example = "nowait perudo-7"


@dataclass(frozen=True)
class TakeVacation(Saying):
    """Be away for some days, in one match or in all of them; from now on if no first day is named."""

    ends: Phrase
    begins: Phrase | None = None
    match: str | None = None

    opens = ("vacation", "holiday", "i am on vacation", "i'm on vacation")
    page = "vacation"
    example = "vacation 20 december to 2 january"


@dataclass(frozen=True)
class NoVacation(Saying):
    """Not be away after all, in one match or in all of them."""

    match: str | None = None

    opens = ("no vacation", "no holiday", "cancel vacation", "cancel my vacation")
    page = "vacation"
    example = "no vacation in perudo-7"


@dataclass(frozen=True)
class Timezone(Saying):
    """Show times by the clocks of another zone."""

    zone: str

    opens = ("timezone", "time zone", "my timezone is", "my time zone is")
    page = "timezone"
    example = "timezone Europe/Paris"


@dataclass(frozen=True)
class NewAddress(Saying):
    """Write from another address from now on, once both it and the present one have agreed."""

    address: str

    opens = ("address", "my address", "new address", "my new address")
    page = "address"
    example = "address ann@new.example.org"
