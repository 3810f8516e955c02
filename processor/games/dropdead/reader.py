"""Reads orders in the lines of a letter, says what is wrong where one was tried, and lets prose be prose."""

import re
from collections.abc import Iterator, Sequence

from processor.core.orders import Complaint, Line, Reading, Written
from processor.core.questions import leaves_open
from processor.games.dropdead.clause import Named, Negated, Slip, read_clause
from processor.games.dropdead.orders import WORDS, RollInning

_LONGEST = 2000
"""Nothing that stands further right in a line is an order."""
_LABEL = re.compile(r"\(?[0-9]{1,2}(?:[.):]\s+(?=\S)|\s+(?=[Rr]oll\b))|[A-Z][a-z]+:\s+(?=[Rr]oll\b)")
"""A list number, or who speaks: "1. roll", "3 | roll", "Ann: roll"."""
_SENTENCE = re.compile(r"(?:[^.!?;]|\.(?= ?[0-9]))+[.!?;]*")
_DICE_AHEAD = r"(?! *[0-9⚀-⚅]+(?![0-9⚀-⚅]| ?(?:points?|pts|behind|ahead)\b))"
_BREAK = re.compile(
    rf"(?:[,&(]|\s-+\s){_DICE_AHEAD}|(?<!rock )\b(?:and|then|but|because|since|while)\b(?! *[0-9⚀-⚅])", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\b(?:if(?! you please| i may)|unless|otherwise|or(?! (?:no |a |any )?[1-6]'?s?\b)|either|whether"
    r"|maybe|perhaps|depending|provided)\b",
    re.IGNORECASE,
)
_AROUND = " ?!.;"
_MOST_OF_A_HEADING = 3


def read(lines: Sequence[Line]) -> Reading:
    """The orders in these lines. No position is known here, so the inning may stay unnamed."""
    written: list[Written] = []
    complaints: list[Complaint] = []
    for line in lines:
        match _line(line.text[:_LONGEST], bool(written)):
            case RollInning() as order:
                written.append(Written(order, line.number, line.text))
            case Slip(reason, facts, column):
                complaints.append(WORDS.complaint(reason, line.number, line.text, column, **facts))
            case None:
                pass
    return Reading(tuple(written), tuple(complaints))


def _line(text: str, has_rolled: bool) -> RollInning | Slip | None:
    """What a line says: where anything in it is a slip, that; otherwise the order.

    A bare "don't" is about a roll before it, on the line or above.
    """
    start = match.end() if (match := _LABEL.match(text)) else 0
    said: list[RollInning | Slip | Negated] = []
    heading: int | None = None
    for sentence in _SENTENCE.finditer(text, start):
        said += _sentence(text, *sentence.span(), heading)
        heading = _heading(sentence[0].strip(_AROUND))
    orders = [each for each in said if isinstance(each, RollInning)]
    slips = [each for each in said if isinstance(each, Slip)]
    if isinstance(said[-1] if said else None, Negated) and (orders or has_rolled):
        slips.append(Slip("no-passing"))
    weightiest: list[RollInning | Slip] = [*slips, *orders]
    return weightiest[0] if weightiest else None


def _heading(sentence: str) -> int | None:
    """The inning that a sentence names and says nothing else of: "Inning 2." in front of "Roll."."""
    said = read_clause(sentence, 1) if len(sentence.split()) <= _MOST_OF_A_HEADING else None
    return said.inning if isinstance(said, Named) else None


def _sentence(text: str, start: int, end: int, heading: int | None) -> Iterator[RollInning | Slip | Negated]:
    """What the clauses of a sentence say below that ``heading``.

    A condition or a question mark makes doubtful what would be an order.
    """
    said = [each for at, clause in _clauses(text, start, end) if (each := read_clause(clause, at + 1))]
    if not said:
        return
    sentence = text[start:end].strip()
    is_question = sentence.endswith("?") and leaves_open(sentence[:-1])
    is_conditional = bool(_CONDITION.search(sentence))
    named = next((each.inning for each in said if isinstance(each, Named)), heading)
    for each in said:
        match each:
            case RollInning() if is_question:
                yield Slip("not-sure")
            case RollInning() | Slip("not-understood" | "no-passing") if is_conditional:
                yield Slip("condition")
            case RollInning(inning=None):
                yield RollInning(named)
            case RollInning() | Slip() | Negated():
                yield each


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The clauses of a sentence that hold anything, and where each begins."""
    cuts = [(match.start(), match.end()) for match in _BREAK.finditer(text, start, end)]
    begins = [start, *(after for _, after in cuts)]
    ends = [*(before for before, _ in cuts), end]
    for left, right in zip(begins, ends, strict=True):
        clause = text[left:right].strip(_AROUND)
        if clause:
            yield text.index(clause, left), clause
