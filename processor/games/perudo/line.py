"""Reads one line: cuts it into pieces, makes sense of each, and ties the calls to their rounds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from processor.core.reading import NUMBER_WORDS
from processor.games.perudo.phrases import Said, Slip, Unit
from processor.games.perudo.pieces import Kind, Piece, read_piece
from processor.games.perudo.sense import is_mention, is_plain_call, labelled_row, names_rounds, unlabelled_rows
from processor.games.perudo.stitch import Rounds, stitch

_SENTENCE = re.compile(r"[.!?](?=\s|$)")
_BREAK = re.compile(rf"[;,&]|{_SENTENCE.pattern}|(?<= )(?:and|then|but)(?= )", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|unless|otherwise|else|either|whether|maybe|perhaps|provided|depending|or(?! (?:more|better)\b))\b",
    re.IGNORECASE,
)
_VOIDS = re.compile(
    r"\W*(?:(?:please|pls|kindly|just) )*(?:ignore|disregard|scrap|forget)"
    r"(?: (?:my|the|call|bid|for|in|of|round))* (?=\d)",
    re.IGNORECASE,
)
"""What takes back the call behind it: "Please ignore 3.1: 4 fives"."""

# fmt: off
_STEMS = (
    *NUMBER_WORDS, "thirty", "forty", "dice", "die", "ace", "deuces", "treys", "paco", "chall", "dud", "liar", "lies",
    "lying", "doubt", "call", "bluff", "disbelieve", "believe", "nonsense", "rubbish", "bull",
)
# fmt: on
_WORTH_READING = re.compile(rf"[0-9\u2680-\u2685]|\b(?:{'|'.join(_STEMS)})", re.IGNORECASE)
_ENQUIRY = re.compile(
    r"\W*(?:and |so |but )?(?:wh(?:o|om|ose|at|en|ere|y|ich)|how|did|does|do|is|are|was|were|has|have|had)\b.*\?",
    re.IGNORECASE | re.DOTALL,
)
_FEW_WORDS = 3
"""So few words are read in any case, since one of them may be misspelt."""


@dataclass(frozen=True)
class Above:
    """What the lines above left: rounds that wait for their call, and the rounds of the last call."""

    waiting: Rounds = ()
    last: Rounds = ()


@dataclass(frozen=True)
class Taken:
    """What a line gave: calls with their rounds, and rounds whose call may stand on the next line."""

    said: tuple[Said, ...] = ()
    waiting: Rounds = ()


@lru_cache(2000)  # all players of a match bid on the same dice, and greet their GM in the same few words
def read_line(text: str, above: Above) -> Taken:
    """The calls and slips of a line, or the rounds that it only names for the next."""
    if not _WORTH_READING.search(text) and len(text.split()) > _FEW_WORDS:
        return Taken()
    spans = [span for span in _spans(text) if text[slice(*span)].strip() and not _enquires(text, span)]
    pieces = [read_piece(text, *span) for span in spans]
    doubts = [_doubt(text, span) for span in spans]
    if names_rounds(pieces):
        above = replace(above, waiting=())  # an empty row of a form, "3.1:", is no heading of the row below it
    if names_rounds(pieces) or above.waiting:
        rows: Sequence[tuple[Unit, ...]] = _labelled_rows(pieces, doubts, expecting=bool(above.waiting))
    else:
        rows = () if any(doubts) else unlabelled_rows(pieces, bool(above.last))
    seam = stitch(rows, above.waiting, above.last)
    if seam.said:
        dangling = [Said(Slip("no-call"), len(text))] if seam.waiting else []
        return Taken(tuple(_once([*seam.said, *dangling])))
    if seam.waiting and any(item.kind is Kind.REMARK for piece in pieces for item in piece.items):
        return Taken((Said(Slip("no-call"), 1, seam.waiting),))
    is_heading = bool(rows) and not any(piece.noise for piece in pieces)
    return Taken(waiting=seam.waiting if is_heading else ())


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _labelled_rows(pieces: Sequence[Piece], doubts: Sequence[str], expecting: bool) -> list[tuple[Unit, ...]]:
    rows = []
    following: Sequence[Piece | None] = [*pieces[1:], None]
    for piece, doubt, next_one in zip(pieces, doubts, following, strict=True):
        row = labelled_row(piece, expecting, next_one is not None and is_plain_call(next_one))
        if piece.ends and is_mention(piece, row):
            row = ()
        if row:
            expecting = not isinstance(row[-1], Said)
        rows.append(tuple(_doubted(unit, doubt) for unit in row) if doubt else row)
    return rows


def _doubt(text: str, span: tuple[int, int]) -> str:
    """Why a call in that piece is not meant for certain: its sentence hangs on a condition, or takes it back."""
    sentence = _sentence(text, span)
    if _CONDITION.search(sentence):
        return "condition"
    return "taken-back" if _VOIDS.match(sentence) else ""


def _enquires(text: str, span: tuple[int, int]) -> bool:
    """Whether the sentence around that piece wants to know something: "Who bid 6 fives in 3.2?"."""
    return bool(_ENQUIRY.match(_sentence(text, span)))


def _sentence(text: str, span: tuple[int, int]) -> str:
    """The sentence around that piece, with the mark that ends it."""
    ends = [match.start() for match in _SENTENCE.finditer(text)]
    start = max((end + 1 for end in ends if end < span[0]), default=0)
    end = min((end + 1 for end in ends if end >= span[1]), default=len(text))
    return text[start:end]


def _doubted(unit: Unit, doubt: str) -> Unit:
    match unit:
        case Said(call=Slip(reason=reason)) if reason != "not-understood":
            return unit
        case Said():
            return replace(unit, call=Slip(doubt))
        case _:
            return unit


def _once(said: Sequence[Said]) -> list[Said]:
    """The same slip is told once for a line, where it is first made."""
    slips: set[str] = set()
    told = []
    for each in said:
        if not isinstance(each.call, Slip):
            told.append(each)
        elif each.call.reason not in slips:
            slips.add(each.call.reason)
            told.append(each)
    return told
