"""Reads calls in the lines of a letter, asks back where there are two readings, and lets prose be prose."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from processor.core.orders import Complaint, Line, Reading, Written
from processor.core.text import DICE_CHARACTERS
from processor.games.perudo.orders import Bid, Challenge
from processor.games.perudo.phrases import Said, Slip
from processor.games.perudo.pieces import VAGUE, read_piece
from processor.games.perudo.sense import chatter, labelled_row, mentions_rounds, unlabelled_rows
from processor.games.perudo.stitch import Rounds, stitch
from processor.games.perudo.wording import complaint

_LONGEST = 2000
_SENTENCE = re.compile(r"[.!?](?=\s|$)")
_BREAK = re.compile(r"[;,&]|[.!?](?=\s|$)|(?<= )(?:and|then|but)(?= )", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|unless|otherwise|else|either|whether|maybe|perhaps|provided|depending|or(?! (?:more|better)\b))\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\(?([0-9]{1,2})(?:[.)]\s|\s?[:=])\s*(?=\S)")
_PARENTHESIS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_WORTH_READING = re.compile(
    r"[0-9\u2680-\u2685]|\b(?:dice|die|aces?|ones|twos|threes|fours|fives|sixes|deuces|treys|pacos?|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|\w+teen|eleven|twelve|twenty|thirty|forty|chall\w*|dud[oa]|li(?:ars?|es?)|lying|doubt\w*"
    r"|call(?:ing)?|bluff\w*|nonsense|rubbish|bullshit|(?:dis)?believe)\b",
    re.IGNORECASE,
)
_FEW_WORDS = 3


@dataclass(frozen=True)
class _Taken:
    """What a line gave: calls with their rounds, and rounds whose call may stand on the next line."""

    said: tuple[Said, ...] = ()
    waiting: Rounds = ()


@dataclass(frozen=True)
class _Above:
    """What the lines above left: rounds that wait for their call, and the rounds of the last call."""

    waiting: Rounds = ()
    last: Rounds = ()


def read(lines: Sequence[Line]) -> Reading:
    """The calls in these lines. No position is known here, so rounds may stay unnamed."""
    written: list[Written] = []
    complaints: list[Complaint] = []
    above = _Above()
    for line in lines:
        taken = _line(line.text[:_LONGEST], above)
        for said in taken.said:
            match said.call:
                case Slip() as slip:
                    complaints.append(complaint(line.number, line.text, slip.reason, slip.facts, said.column))
                case _ if vague := [dice for dice, place in said.rounds if place == VAGUE]:
                    complaints.append(
                        complaint(line.number, line.text, "no-round-name", {"number": vague[0]}, said.column)
                    )
                case call:
                    written += [Written(order, line.number, line.text) for order in _orders(call, said.rounds)]
        named = [said.rounds for said in taken.said if said.rounds]
        above = _Above(taken.waiting, named[-1] if named else above.last)
    return Reading(tuple(written), tuple(complaints))


def _orders(call: Bid | Challenge, rounds: Rounds) -> list[Bid | Challenge]:
    return [replace(call, dice=dice, place=place) for dice, place in rounds] or [call]


def _line(text: str, above: _Above) -> _Taken:
    foreign = next((at for at, character in enumerate(text) if _is_foreign_digit(character)), None)
    if foreign is None:
        return _numbered(text, above)
    plain = "".join(str(unicodedata.digit(each)) if _is_foreign_digit(each) else each for each in text)
    if not _numbered(plain, above).said:
        return _Taken()
    return _Taken((Said(Slip("foreign-digits", {"digit": text[foreign]}), foreign + 1),))


def _is_foreign_digit(character: str) -> bool:
    return (
        not character.isascii() and character not in DICE_CHARACTERS and unicodedata.digit(character, None) is not None
    )


def _numbered(text: str, above: _Above) -> _Taken:
    """A line that may begin with a list number: "1) 3.2: dudo" has one, "1) dudo" may mean the round with one die."""
    match = _NUMBERED.match(text)
    if match is None:
        return _with_asides(text, above)
    rest = " " * match.end() + text[match.end() :]
    taken = _with_asides(rest, _Above(last=above.last))
    plain = [said for said in taken.said if not said.rounds and not isinstance(said.call, Slip)]
    number = int(match[1])
    if not plain or number > 5:
        return taken
    return _Taken((Said(Slip("number-or-dice", {"number": number, "call": text[match.end() :]}), 1),))


def _with_asides(text: str, above: _Above) -> _Taken:
    """A line with remarks in brackets, which are read only where nothing else is a call."""
    if not _PARENTHESIS.search(text):
        return _plain(text, above)
    taken = _plain(
        _PARENTHESIS.sub(lambda aside: aside[0] if _is_only_a_round(aside[0]) else _blanks(aside[0]), text), above
    )
    if taken.said:
        return taken
    opened = _PARENTHESIS.sub(
        lambda aside: _blanks(aside[0]) if chatter(read_piece(aside[0], 0, len(aside[0]))) else aside[0], text
    )
    return _plain(opened, above)


def _is_only_a_round(aside: str) -> bool:
    piece = read_piece(aside, 0, len(aside))
    return not piece.noise and bool(piece.items) and mentions_rounds([piece])


def _blanks(text: str) -> str:
    return " " * len(text)


def _plain(text: str, above: _Above) -> _Taken:
    if not _WORTH_READING.search(text) and len(text.split()) > _FEW_WORDS:
        return _Taken()
    spans = [span for span in _pieces(text) if text[slice(*span)].strip()]
    pieces = [read_piece(text, *span) for span in spans]
    conditional = [_is_conditional(text, span) for span in spans]
    if mentions_rounds(pieces):
        above = replace(above, waiting=())  # an empty row of a form, "3.1:", is no heading of the row below it
    if above.waiting or mentions_rounds(pieces):
        rows = []
        expecting = bool(above.waiting)
        for piece, condition in zip(pieces, conditional, strict=True):
            row = labelled_row(piece, expecting)
            if condition:
                row = tuple(_on_condition(unit) if isinstance(unit, Said) else unit for unit in row)
            rows.append(row)
            if row:
                expecting = not isinstance(row[-1], Said)
    else:
        rows = [] if any(conditional) else list(unlabelled_rows(pieces, bool(above.last)))
    seam = stitch(rows, above.waiting, above.last)
    if not seam.said:
        return _Taken(waiting=seam.waiting if rows and not any(piece.noise for piece in pieces) else ())
    said = [*seam.said]
    if seam.waiting:
        said.append(Said(Slip("no-call", {}), len(text)))
    return _Taken(tuple(_once(said)))


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _is_conditional(text: str, span: tuple[int, int]) -> bool:
    """Whether the sentence around that piece hangs on a condition."""
    ends = [match.start() for match in _SENTENCE.finditer(text)]
    start = max((end + 1 for end in ends if end < span[0]), default=0)
    end = min((end for end in ends if end >= span[1]), default=len(text))
    return bool(_CONDITION.search(text[start:end]))


def _on_condition(said: Said) -> Said:
    other = isinstance(said.call, Slip) and said.call.reason != "not-understood"
    return said if other else replace(said, call=Slip("condition"))


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
