"""The line that our mails begin with, and the blank of the forms in them: how we know our own text again.

Whatever else is printed in our mails passes through ``harmless``, so that nobody's name or subject can pass for either.
"""

import re
from collections.abc import Sequence

from processor.mail.headerblocks import LABELLED, WRAPPED
from processor.mail.rows import ADDRESS, COLONS, Line, has_date

MARK = "-- write your orders above this line --"
"""The first line of every mail we send. Only its words are looked for: dashes and blanks change on the way."""

BLANK = "______"
"""What stands for an answer in a form of ours: ``3.1: ______``, with nothing behind it."""

INVISIBLE = "[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
"""Marks of direction and the like: they are left out before a mail is read."""

_FALSE_BLANK = re.compile(rf"(?<![^\W_])(?<!_)_(?:{INVISIBLE}*_)+|_(?:{INVISIBLE}*_)+(?![^\W_])")
"""A blank is no part of a word; "bob__smith@x.test" is none."""

_WORDS = re.compile(r"write\W{1,4}your\W{1,4}orders\W{1,4}above\W{1,4}this\W{1,4}line", re.IGNORECASE)


def is_mark(lines: Sequence[Line], at: int) -> bool:
    """Does our mark begin on this line? It may have been quoted, dressed up or wrapped on its way."""
    body = lines[at].body
    if "rite" not in body and "RITE" not in body:
        return False
    if at + 1 < len(lines) and len(body) < 60:  # the mark itself may have been wrapped
        body = f"{body} {lines[at + 1].body}"
    start = _WORDS.search(body)
    return start is not None and start.start() < len(lines[at].body)


def harmless(text: str) -> str:
    """The text without anything that a reader of its quotation could take for a blank of ours, or for our mark."""
    if "__" in text or (not text.isascii() and "_" in text):
        text = _FALSE_BLANK.sub("_", text)
    return _WORDS.sub("(our mark)", text) if "rite" in text.casefold() else text


def begins_with_mark(line: Line) -> bool:
    """Do the words of our mark come first in this line, which is not quoted?"""
    found = _WORDS.match(line.body.lstrip(" -–—*_|\u00a0\t")) if line.depth == 0 else None
    return found is not None


def block_above(lines: Sequence[Line], at: int) -> int:
    """Where an introduction that ends just above line ``at`` begins, in whatever language; ``at`` if there is none.

    It is used above our own mark, where some introduction is to be expected: the paragraph there is one if it
    ends with a colon and holds an address or a date, or if it is made of "Label: value" lines, one of them with
    an address. Orders are labelled with figures ("3.1: …") and so are none.
    """
    end = at
    while end and not lines[end - 1].body.strip(" \u00a0_-*"):
        end -= 1
    first = end
    while (
        first and end - first < 8 and lines[first - 1].body.strip() and lines[first - 1].depth == lines[end - 1].depth
    ):
        first -= 1
    paragraph = [line.body.strip() for line in lines[first:end]]
    labelled = [line for line in paragraph if LABELLED.match(line)]
    if len(labelled) >= 3 and len(labelled) * 2 >= len(paragraph) and any(map(ADDRESS.search, labelled)):
        return first
    if paragraph and paragraph[-1].endswith(COLONS):
        for start in range(end - 1, max(first, end - WRAPPED - 1) - 1, -1):
            joined = " ".join(paragraph[start - first :])
            if has_date(joined) or (start == first and ADDRESS.search(joined)):
                return start
    return at
