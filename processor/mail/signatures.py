"""What is below a letter and no part of it: signatures, what telephones and virus scanners add, footers of lists."""

import re
from collections.abc import Container, Iterable, Sequence
from itertools import islice

from processor.mail.phrasebook import beginning
from processor.mail.rows import Line

_DASHES = ("--", "—", "–")
_LONG_RULE = re.compile(r"(?:_{16,}|(?:-=){6,}-?)$")
_LONGEST = 120
_LINK = re.compile(r"<(?:https?://|#|mailto:)[^<>\s]{1,2000}>$|(?:https?://|www\.)\S{1,2000}$")
_OUTLOOK = re.compile(r"outlook\b.{0,25}(?:ios|android)|(?:ios|android).{0,25}\boutlook", re.IGNORECASE)
"""Both words in one short line are in every language the offer to get it."""

_NAMED = re.compile(
    r"i ?(?:phone|pad)|galaxy|samsung|android|blackberry|huawei|xiaomi|outlook|yahoo|gmail|mail\b|proton|tuta|<http",
    re.IGNORECASE,
)
_MOST_WORDS = 8
_MOST_LINES = 12
_TELEPHONE = re.compile(r"(?:\+|\b0|\b(?:tel|phone|mobile|mob|cell|fon|fax)\b\W{1,3})[\d ()/.-]{6,}", re.IGNORECASE)
_ADDRESSES = ("@", "://", "www.")


def is_signature_rule(lines: Sequence[Line], at: int, borders: Container[int]) -> bool:
    """ "-- " begins a signature; other rules only below orders and above a few lines that cannot be any."""
    body = lines[at].body
    if body in ("-- ", "--\u00a0"):
        return True
    bare = body.strip()
    if not (bare in _DASHES or _LONG_RULE.match(bare)) or not _has_figures(islice(lines, max(0, at - 20), at)):
        return False
    below = range(at + 1, min(len(lines), at + 9))
    ends = (n in borders or lines[n].depth > 0 for n in below)
    length = next((count for count, end in enumerate(ends) if end), len(lines) - at - 1)
    return length <= 7 and not _has_figures(islice(lines, at + 1, at + 1 + length))


def end_of_added(lines: Sequence[Line], at: int, borders: Container[int]) -> int | None:
    """The line behind what the program added, if that begins here: "Sent from my iPhone".

    Where no device or program that we know is named, nothing may be written below it: whoever begins
    "Sent from my six fives" goes on.
    """
    if not _may_be_added(lines[at].body):
        return None
    end = at + 1
    while end < len(lines) and end not in borders and not lines[end].depth:
        if end - at > _MOST_LINES:
            return None
        body = lines[end].body.strip()
        if any(map(str.isalnum, body[:_LONGEST])) and not (_LINK.match(body) or _may_be_added(body)):
            is_certain = _NAMED.search(lines[at].body) or is_signature_rule(lines, end, borders)
            return (end if is_signature_rule(lines, end, borders) else at + 1) if is_certain else None
        end += 1
    return end


def _may_be_added(body: str) -> bool:
    text = body.strip()
    if not text or (len(text) > _LONGEST and not _LINK.match(text)):
        return False
    if text[0] == "<" and _LINK.match(text):
        return True
    if beginning("device").match(text):
        return not _has_figure(text) or _NAMED.search(text) is not None
    return "utlook" in text and bool(_OUTLOOK.search(text)) and len(text.split()) <= _MOST_WORDS


def _has_figures(lines: Iterable[Line]) -> bool:
    return any(_has_figure(line.body) for line in lines)


def _has_figure(body: str) -> bool:
    """Are there figures that may be an order's: not those of an address or a telephone?"""
    if not any(map(str.isdigit, body)):
        return False
    words = (word for word in body.split() if not any(sign in word for sign in _ADDRESSES))
    return any(map(str.isdigit, _TELEPHONE.sub("", " ".join(words))))
