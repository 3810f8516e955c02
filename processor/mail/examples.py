"""How the house's words are written right, shown with a match and a name that whoever is answered knows."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from processor.mail.commands import (
    ActFor,
    Command,
    Early,
    Grace,
    New,
    PutAside,
    Release,
    Replace,
    Retry,
    StandBy,
    StrikePress,
    Tell,
)
from processor.mail.saying import SOME_MATCH, SOMEBODY

NOBODY = "NAME"
"""What stands in an example for a name where we know of nobody."""

_ADDRESS = r"\S@\S+\.\S"
_TEXT = r":\s*\S"
_NUMBER = r"(?<![\w-])[0-9]"
_NEEDED: dict[type[Command], tuple[str, str]] = {
    New: ("game", r"new \S"),
    Early: ("switch", r"\b(?:on|off)\b"),
    Grace: ("by", r"[0-9] ?[a-z]"),
    Replace: ("address", _ADDRESS),
    StandBy: ("address", _ADDRESS),
    Tell: ("text", _TEXT),
    ActFor: ("text", _TEXT),
    PutAside: ("letter", _NUMBER),
    Release: ("letter", _NUMBER),
    Retry: ("letter", _NUMBER),
    StrikePress: ("piece", _NUMBER),
}
"""The one thing without which such a word is never right, and what it looks like."""

_PLAIN_NAME = re.compile(r"[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)*")


@dataclass(frozen=True)
class Example:
    """How a word is written right: about this match, if it is known, and about this person or one who sits there."""

    match: str | None = None
    seated: Callable[[str], str | None] = lambda _: None

    def of(self, kind: type[Command], given: Mapping[str, Any] | None = None) -> str:
        """A line that is right, with what was ``given`` already."""
        if kind is New:
            return kind.example
        named = str((given or {}).get("person", ""))
        sits = self.seated(self.match) if self.match else None
        whom = named if named and " " not in named else _written(sits)  # behind more words the rest may be no name
        return self.about(kind.example).replace(SOMEBODY, whom)

    def about(self, words: str) -> str:
        """The words with the match in the place of the one that stands in all our examples."""
        return words.replace(SOME_MATCH, self.match or SOME_MATCH)


def lacks(kind: type[Command], clause: str) -> str | None:
    """The field without which the clause cannot be such a word, if it is not there."""
    field, shape = _NEEDED.get(kind, ("", ""))
    return field if field and not re.search(shape, clause, re.IGNORECASE) else None


def _written(name: str | None) -> str:
    if name is None or '"' in name:
        return NOBODY
    return name if _PLAIN_NAME.fullmatch(name) else f'"{name}"'
