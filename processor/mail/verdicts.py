"""What a refusal means for the address: whether nobody is there, or only this mail, or only this day, was the trouble.

The codes are those of RFC 3463, as the usual servers give them. Where they say nothing, the words are looked at.
"""

import re
from enum import StrEnum

from processor.mail.phrasebook import anywhere


class Failure(StrEnum):
    """What became of a mail that was not delivered, from the least hopeful to the most."""

    GONE = "gone"
    """Nobody is reached at this address."""
    REFUSED = "refused"
    """This mail is not taken; the address is good."""
    PASSING = "passing"
    """The mailbox is full, or its server was out of reach for too long; the next mail may arrive."""
    DELAYED = "delayed"
    """It is still being tried."""


_BY_STATUS = {
    "5.1.7": Failure.REFUSED,  # our own address is not to their liking, nor is our domain
    "5.1.8": Failure.REFUSED,
    "5.1": Failure.GONE,
    "5.2.2": Failure.PASSING,  # the mailbox is full
    "5.2.3": Failure.REFUSED,  # too long
    "5.2.4": Failure.PASSING,
    "5.2": Failure.GONE,
    "5.3.1": Failure.PASSING,  # the whole system is full
    "5.3.2": Failure.PASSING,
    "5.3": Failure.REFUSED,  # 5.3.4: too big
    "5.4.5": Failure.REFUSED,  # as Google says that we have sent too much
    "5.4.6": Failure.PASSING,  # a loop, which somebody will find
    "5.4.7": Failure.PASSING,
    "5.4.14": Failure.PASSING,
    "5.4.300": Failure.PASSING,
    "5.4": Failure.GONE,  # 5.4.1 and 5.4.4: no such host, and at Microsoft no such user
    "5.5.0": None,
    "5.5": Failure.REFUSED,
    "5.6": Failure.REFUSED,
    "5.7.13": Failure.GONE,  # the account is disabled
    "5.7.17": Failure.GONE,  # the mailbox has a new owner
    "5.7": Failure.REFUSED,
    "4": Failure.PASSING,
}
"""By the whole code, or by its beginning. What is not here says as much as no code."""

_STATUS = re.compile(r"(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
_REPLY = re.compile(r"(?<![\d.])([45])([0-5])\d(?=[ -])")
_MOST_WORDS = 2_000


def failure_of(status: str, words: str = "") -> Failure | None:
    """What a failure is, by its status code and by what the server said; None where neither of them tells."""
    told = words[:_MOST_WORDS]
    by_code = _by_status(status) or _by_status(told)
    return by_code or _by_words(told) or _by_reply(told) or (Failure.GONE if status.startswith("5") else None)


def mildest(failures: list[Failure]) -> Failure | None:
    """The most hopeful of several."""
    order = list(Failure)
    return max(failures, key=order.index, default=None)


def _by_status(text: str) -> Failure | None:
    found = _STATUS.search(text)
    if found is None:
        return None
    kind, subject, detail = found.groups()
    codes = (f"{kind}.{subject}.{detail}", f"{kind}.{subject}", kind)
    return next((_BY_STATUS[code] for code in codes if code in _BY_STATUS), None)


def _by_words(text: str) -> Failure | None:
    if anywhere("full").search(text):
        return Failure.PASSING
    return Failure.REFUSED if anywhere("unwanted").search(text) else None


def _by_reply(text: str) -> Failure | None:
    """The three figures of SMTP: 552 is said of mailboxes that are full, 554 of whatever a server dislikes."""
    found = _REPLY.search(text)
    if found is None:
        return None
    match found[0]:
        case reply if reply.startswith("4") or reply == "552":
            return Failure.PASSING
        case "554":
            return Failure.REFUSED
        case _:
            return Failure.GONE
