"""Texts of a writer's own, such as press or an announcement, that go on in the lines below; and where they end.

A text ends above a line that is another word to us beyond doubt. A line that could be either is asked back: what was
meant for us must not be read by others, and what was meant for others must not be carried out.
"""

import re
from dataclasses import replace

from processor.core.orders import Complaint, Line
from processor.mail.commands import GM_COMMANDS, Command, Join, Rules, SetDeadline
from processor.mail.house import Known, opening, read
from processor.mail.saying import CODE

_TOLD_TO_OTHERS = (Join, Rules, SetDeadline)
"""What people tell each other about a match in the very words in which they would say it to us."""

_NOT_SAID_TO_US = ("misread", "gm-only")
"""What is wrong with a line that only begins like a word, or that its writer may not say."""

_MATCH = re.compile(CODE, re.IGNORECASE)


def runs_on(text: str, known: Known) -> type[Command] | None:
    """The kind of text that begins in this line and goes on below it: an announcement, a word to a player, press."""
    kind = opening(text)
    if kind is None or not kind.runs_on or not known.allows(kind):
        return None
    return kind if re.search(kind.runs_on, known.spelt(text), re.IGNORECASE) else None


def ends(row: str, text: type[Command], known: Known) -> bool:
    """Whether a row below such a text ends it: a word that has a text of its own, or names its match.

    What the GM writes to players may quote their words to them, so that only the GM's own words end it.
    """
    said = _said(row, known)
    if said is None or isinstance(said, Complaint):
        return False
    if text in GM_COMMANDS and type(said) not in GM_COMMANDS:
        return False
    names_match = getattr(said, "match", None) in known.codes and not isinstance(said, _TOLD_TO_OTHERS)
    return names_match or _begins_text(row, known)


def could_be_said(row: str, known: Known) -> bool:
    """Whether a row may be a word to us: it reads whole as one, or as one about a match that is wrong in some part."""
    said = _said(row, known)
    if isinstance(said, Complaint):
        return said.reason not in _NOT_SAID_TO_US and _MATCH.search(known.spelt(row)) is not None
    return said is not None or _begins_text(row, known)


def _said(row: str, known: Known) -> Command | Complaint | None:
    return read(Line(0, row), replace(known, prose=True)) if opening(row) else None


def _begins_text(row: str, known: Known) -> bool:
    return ":" in row and runs_on(row, known) is not None
