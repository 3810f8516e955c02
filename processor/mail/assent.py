"""What somebody answers to a question of ours, such as whether a letter is theirs: yes, no, or neither.

Nothing but a yes may bring to life what a stranger can have written in their name. An answer without any words of its
own is one, for our question asks for no more; so is one that only greets. Whoever asks back has not said yes.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import Literal

from processor.mail.phrasebook import anywhere, beginning
from processor.mail.read import Letter
from processor.mail.screen import is_away

_FIRST_WORDS = 200
_YES = re.compile(
    r"\W*(?:yes|yep|yeah|confirmed|ja|jawohl|oui|sí|si|sim|sì|да|tak|ano|igen|kyllä|evet)\b(?!\W*\?)", re.IGNORECASE
)
_ASKS = ("?", "？")
_BETWEEN_CLAUSES = re.compile(r"[.,;:!\n…–—。，、！：]+|\s-\s")
_IN_ONE_WORD = re.compile(
    r"^[ \t]*(?:yes|(?:yes[ ,.:;-]+)?(?:i[ \t]+)?(?:please[ \t]+)?confirm(?:ed)?(?:[ \t]+(?:it|this|that))?)"
    r"[ \t.!]*$\n?",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class Assent:
    """What was said, and for a no the ``word`` that makes it one."""

    says: Literal["yes", "no", "neither"]
    word: str = ""


def assent(letter: Letter, names: Collection[str] = (), asked: Letter | None = None) -> Assent:
    """What a letter says in answer to a question that can be answered yes or no.

    ``names`` may sign or greet in it. Nothing but the words of the letter that it is ``asked`` about says yes, too.
    """
    rows = letter.text.splitlines()
    said = "\n".join(dropwhile(lambda row: _only_greets(row, names), rows))[:_FIRST_WORDS].strip()
    if _YES.match(said) or (asked is not None and _rows(letter) <= _rows(asked)):
        return Assent("yes")
    denied = anywhere("denies").search(said)
    if denied:
        return Assent("no", said[denied.start() : denied.end()])
    if any(mark in said for mark in _ASKS) or anywhere("absent").search(said):
        return Assent("neither")
    if any(map(_agrees, _BETWEEN_CLAUSES.split(said))) or not said:
        return Assent("yes")
    return Assent("neither")


def _rows(letter: Letter) -> set[str]:
    return {" ".join(row.casefold().split()) for row in letter.text.splitlines() if row.strip()}


def _agrees(clause: str) -> bool:
    """Whether a clause is a word of assent and nothing else, or begins with several: "sure", "that was me alright"."""
    clause = clause.strip()
    found = beginning("agrees").match(clause)
    if found is None:
        return False
    rest = clause[found.end() :]
    return not rest or (not rest[0].isalnum() and " " in found[0].strip())


def _only_greets(said: str, names: Collection[str]) -> bool:
    """Whether nothing is left when greetings and names are taken away."""
    if any(mark in said for mark in _ASKS):
        return False
    known = {word for name in names for word in re.findall(r"\w+", name.casefold())}
    return all(word in known for word in re.findall(r"\w+", anywhere("greets").taken_out(said)))


def without_confirmation(letter: Letter) -> Letter | None:
    """What a letter says beside "confirm", if a line of it says that in plain words and nothing else.

    For what cannot be taken back the looser words of ``assent`` are not enough.
    """
    if is_away(letter) or not _IN_ONE_WORD.search(letter.text):
        return None
    return replace(letter, text=_IN_ONE_WORD.sub("", letter.text, count=1))
