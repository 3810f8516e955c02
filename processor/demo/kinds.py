"""What a mail of the house is, as a reader tells by a glance at its subject."""

import re
from enum import Enum
from functools import cache

from processor.demo.cast import HOUSE
from processor.demo.post import Mail

_CODE = re.compile(r"\[([a-z]+-[0-9]+)\]")
_INVITED = re.compile(r"^ +join ([a-z]+-[0-9]+)$", re.MULTILINE)


class Kind(Enum):
    """The kinds of mail that a player or the GM gets; the value is what their subjects have in common."""

    QUESTION = "Please confirm"
    ENDED = "has ended"
    RESULTS = "results"
    BEGUN = "begins"
    MOVED = "new deadline"
    CASE = " disputes "
    DIFFERENCES = "what your ruling would change"
    RULED = "has ruled on your dispute"
    CORRECTION = "A ruling has changed something"
    RECEIPT = ""
    """Anything else from the house answers a letter."""
    PRIVATE = "from somebody else"


@cache
def kind_of(mail: Mail) -> Kind:
    """What kind of mail this is."""
    if mail.sender != HOUSE:
        return Kind.PRIVATE
    return next(kind for kind in Kind if kind.value in mail.subject)


@cache
def code_in(mail: Mail) -> str:
    """The match that the mail is about, or nothing if its subject names none."""
    found = _CODE.search(mail.subject)
    return found[1] if found else ""


def invited_to(mail: Mail) -> tuple[str, ...]:
    """The matches that the mail says how to join."""
    return tuple(_INVITED.findall(mail.text))


def is_refused(mail: Mail) -> bool:
    """Whether the mail says that some line of a letter could not be taken."""
    return "What could not be taken:" in mail.text
