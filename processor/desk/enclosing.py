"""Encloses the letters of a case in a mail to the GM that is not too large for any mail server to take."""

from collections.abc import Sequence
from dataclasses import dataclass

from processor.mail.lightening import size_in_words
from processor.store.cases import Case

_MOST_BYTES = 3_000_000
"""Of all letters in one mail: many servers refuse mails of ten million bytes, and ours may be forwarded or quoted."""


@dataclass(frozen=True)
class Enclosures:
    """Letters by the names of their files, and of those that are left out the names and sizes."""

    enclosed: tuple[tuple[str, bytes], ...]
    left_out: tuple[str, ...]


def enclose(case: Case, letters: Sequence[tuple[int, bytes]]) -> Enclosures:
    """As many of these letters, by their numbers, as may go in one mail; the last ones first."""
    room, kept = _MOST_BYTES, set[int]()
    for number, raw in reversed(letters):
        if len(raw) <= room:
            room -= len(raw)
            kept.add(number)
    files = {number: f"{case.name}-letter-{number}.eml" for number, _ in letters}
    return Enclosures(
        tuple((files[number], raw) for number, raw in letters if number in kept),
        tuple(f"{files[number]}, {size_in_words(len(raw))}" for number, raw in letters if number not in kept),
    )
