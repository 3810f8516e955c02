"""What a game says when it cannot take something, or takes it with a word: code knows labels, the shelf the wording.

``grammar/<game>/mistakes.toml`` has a table for each slip that players make: the ``hint`` they are told, in which
facts in braces are filled in, and ``examples`` of lines in which it is made. ``phrases.toml`` has whatever else is
said, by kind: ``remarks`` on what was taken, hints to the ``gm``, and pieces of sentences under any other name.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from processor.core.orders import Complaint, Remark, Written
from processor.paths import shipped

SETUP = "setup"
"""Not a slip, but how the match of the examples is set up."""


@dataclass(frozen=True)
class Mistake:
    """A slip that players make: what they are told, and lines in which it is made.

    ``before`` are the turns to be played before the examples make sense.
    """

    hint: str
    examples: tuple[str, ...]
    before: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Wording:
    """The wording of one game, read from the shelf when it is first needed."""

    game: str

    @cached_property
    def mistakes(self) -> Mapping[str, Mistake]:
        """Every slip that the game knows, by its label."""
        tables = {label: table for label, table in self._read("mistakes.toml").items() if label != SETUP}
        return {
            label: Mistake(table["hint"], tuple(table["examples"]), tuple(table.get("before", ())))
            for label, table in tables.items()
        }

    @cached_property
    def setup(self) -> Mapping[str, Any]:
        """How the match is set up in which the examples are made."""
        setup: Mapping[str, Any] = self._read("mistakes.toml").get(SETUP, {})
        return setup

    def complaint(self, label: str, line: int, text: str, column: int | None = None, /, **facts: object) -> Complaint:
        """What a player did wrong in that line."""
        return Complaint(line, text, label, _filled(self.mistakes[label].hint, facts), column)

    def about(self, written: Written, label: str, /, **facts: object) -> Complaint:
        """What is wrong with an order that could be read."""
        return self.complaint(label, written.line, written.text, **facts)

    def to_gm(self, label: str, line: int, text: str, /, **facts: object) -> Complaint:
        """What the GM did wrong in that line, or with dice thrown by hand."""
        return Complaint(line, text, label, self.phrase("gm", label, **facts))

    def remark(self, label: str, /, **facts: object) -> Remark:
        """Something worth knowing about what was taken."""
        return Remark(label, self.phrase("remarks", label, **facts))

    def phrase(self, kind: str, label: str, /, **facts: object) -> str:
        """One phrase of that kind."""
        return _filled(self.phrases(kind)[label], facts)

    def phrases(self, kind: str) -> Mapping[str, Any]:
        """All phrases of that kind."""
        phrases: Mapping[str, Any] = self._phrases[kind]
        return phrases

    @cached_property
    def _phrases(self) -> Mapping[str, Any]:
        return self._read("phrases.toml")

    def _read(self, file: str) -> Mapping[str, Any]:
        return tomllib.loads(shipped("grammar", self.game, file))


def situated(complaint: Complaint, examples: Mapping[str, str]) -> Complaint:
    """The complaint, with what its reader could write now in the place of the examples in its hint."""
    if not examples:
        return complaint
    general = re.compile("|".join(map(re.escape, examples)))
    return replace(complaint, hint=general.sub(lambda found: examples[found[0]], complaint.hint))


def _filled(words: str, facts: Mapping[str, object]) -> str:
    return " ".join(words.format_map(facts).split())


def listed(items: Sequence[object], last: str = "and") -> str:
    """Things in a row: "1", "1 and 2", "1, 2 and 3"."""
    words = [str(item) for item in items]
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
