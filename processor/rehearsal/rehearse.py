"""Rehearses a transcript and compares what came of it with what was expected."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from processor.core.game import Game
from processor.games import all_games
from processor.rehearsal.document import document
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.performance import Performance, perform
from processor.rehearsal.reading import begins_a_step, read_script
from processor.rehearsal.telling import tell, told


@dataclass(frozen=True)
class Surprise:
    """A step that came out otherwise than the transcript expects: its line, and the differences."""

    line: int
    difference: str


@dataclass(frozen=True)
class Rehearsal:
    """A transcript that was played."""

    performance: Performance

    @property
    def surprises(self) -> tuple[Surprise, ...]:
        """Where it came out otherwise than expected. A step that expects nothing in writing is no surprise."""
        return tuple(_surprises(self.performance))


class BrokenOff(BadTranscript):
    """A transcript goes wrong at some line below its head: ``so_far`` is what was played above it."""

    def __init__(self, fault: BadTranscript, so_far: Rehearsal) -> None:
        super().__init__(fault.line, fault.words)
        self.so_far = so_far


def rehearse(text: str, games: Mapping[str, Game[Any]] | None = None) -> Rehearsal:
    """Play the transcript on a desk of its own. Raises ``BadTranscript`` where it cannot be read or played."""
    known = games if games is not None else all_games()
    try:
        return _played(text, known)
    except BadTranscript as fault:
        so_far = _played_above(fault.line, text, known)
        raise BrokenOff(fault, so_far) if so_far else fault from None


def as_text(rehearsal: Rehearsal) -> str:
    """The transcript with everything that came of it: what it expected is replaced by what happened."""
    return tell(rehearsal.performance)


def as_document(rehearsal: Rehearsal) -> dict[str, Any]:
    """Events, receipts, mails and the matches at the end, ready to be written as JSON."""
    return document(rehearsal.performance)


def _played(text: str, games: Mapping[str, Game[Any]]) -> Rehearsal:
    return Rehearsal(perform(read_script(text), games))


def _played_above(line: int, text: str, games: Mapping[str, Game[Any]]) -> Rehearsal | None:
    """What happens above the step that holds this line, played once more by itself; None if nothing does."""
    lines = text.split("\n")
    step = next((at for at in range(line - 1, -1, -1) if begins_a_step(lines[at])), 0)
    try:
        made = _played("\n".join(lines[:step]), games)
    except BadTranscript:
        return None
    return made if made.performance.scenes else None


def _surprises(performance: Performance) -> Iterator[Surprise]:
    for scene in performance.scenes:
        expected = scene.step.expected
        if expected is None:
            continue
        happened = _without_ends("\n".join(told(performance, scene)))
        difference = unified_diff(list(expected), happened, "expected", "happened", lineterm="")
        if words := "\n".join(difference):
            yield Surprise(scene.step.line, words)


def _without_ends(text: str) -> list[str]:
    return text.strip("\n").split("\n")
