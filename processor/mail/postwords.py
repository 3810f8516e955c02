"""The GM's words about the post itself: letters that were not carried out, and mail of ours that comes back."""

from dataclasses import dataclass

from processor.mail.saying import Saying


@dataclass(frozen=True)
class Held(Saying):
    """List the letters that wait until somebody proves to have written them."""

    opens = ("held",)
    page = "held"
    example = "held"


@dataclass(frozen=True)
class PutAside(Saying):
    """Put a letter that waits aside, unopened; without a number, list those that lie there."""

    letter: int | None = None

    opens = ("put aside", "put-aside")
    page = "put-aside"
    example = "put aside 12"


@dataclass(frozen=True)
class Retry(Saying):
    """Open a letter again that was put aside."""

    letter: int

    opens = ("retry", "try again")
    page = "retry"
    example = "retry 12"


@dataclass(frozen=True)
class Release(Saying):
    """Let a held letter through as if its writer had proved to have written it."""

    letter: int

    opens = ("release",)
    page = "release"
    example = "release 12"


@dataclass(frozen=True)
class Bounces(Saying):
    """List the players whose mail comes back, and the mails that nobody took."""

    opens = ("bounces",)
    page = "bounces"
    example = "bounces"
