"""Words about disputes: a player asks the GM to look at a turn again, and the GM asks what waits for a ruling."""

from dataclasses import dataclass

from processor.mail.saying import CODE, Saying


@dataclass(frozen=True)
class Dispute(Saying):
    """Ask the GM to rule on a turn: the last one, unless one is named. The text runs to the end of its part."""

    text: str
    match: str | None = None
    turn: int | None = None

    opens = ("dispute", "i dispute", "dispute about")
    page = "dispute"
    runs_on = rf"(?:i )?dispute(?: about)?(?:[ ,]+(?:(?:for|of|from|in|to) )?(?:{CODE}|\w+ ?[0-9]+))*(?: ?:|$)"
    example = "dispute turn 3: My call for 3.1 was on its way before the deadline."


@dataclass(frozen=True)
class Cases(Saying):
    """List the disputes that wait for a ruling, or for a word on one."""

    opens = ("cases", "open cases", "list cases")
    page = "cases"
    example = "cases"


@dataclass(frozen=True)
class CaseLetters(Saying):
    """Send the letters that a dispute is about, as they came."""

    case: int

    opens = ("letter", "letters", "letters of")
    page = "letter"
    example = "letter D-12"
