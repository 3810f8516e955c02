"""The house's words about money. Whose they are is said by name, by pseudonym or by address."""

from dataclasses import dataclass

from processor.mail.saying import Saying


@dataclass(frozen=True)
class Account(Saying):
    """Show what went into an account and came out of it: one's own, or for those who keep the money anybody's."""

    person: str | None = None

    opens = ("account", "my account", "statement", "balance")
    page = "account"
    example = "account"


@dataclass(frozen=True)
class Paid(Saying):
    """Enter money that came in from a player; what the player owes in a match that waits for it is taken from it."""

    person: str
    pence: int
    match: str | None = None

    opens = ("paid", "received")
    page = "paid"
    example = "paid Anna 1.00"


@dataclass(frozen=True)
class Refund(Saying):
    """Give a player money back from the account: so much, or all that is in it."""

    person: str
    pence: int | None = None

    opens = ("refund", "pay back")
    page = "refund"
    example = "refund Anna 1.00"


@dataclass(frozen=True)
class PayOut(Saying):
    """Give all players back what is in their accounts."""

    opens = ("pay out", "payout")
    page = "pay-out"
    example = "pay out"
