"""What a GM answers to a dispute: one ruling or several, each on a line of its own.

To add a ruling, write its alternative in ``grammar/house/rulings.lark`` and its class here, and name it in the union.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, cast, get_args

from lark import Token, Transformer

from processor.core.orders import Complaint, Line
from processor.core.reading import Grammar, Misread
from processor.core.text import lines
from processor.mail.presstext import unsigned
from processor.mail.vocabulary import GameWords


@dataclass(frozen=True)
class Word:
    """One ruling and the line it stood in. ``text`` is how it was written, ``example`` a line that is right."""

    line: int
    text: str = field(compare=False)

    example: ClassVar[str]


@dataclass(frozen=True)
class Reject(Word):
    """The dispute is not followed, and why."""

    why: str

    example = "reject: Your letter came an hour after the deadline."


@dataclass(frozen=True)
class Amend(Word):
    """A player's orders for a turn are to be these."""

    person: str
    orders: str
    turn: int | None = None

    example = "amend turn 3 for Lady Luck: ORDERS"


@dataclass(frozen=True)
class AcceptLate(Word):
    """Orders that came after the deadline, or were put aside, count for their turn."""

    person: str | None = None

    example = "accept late orders"


@dataclass(frozen=True)
class RemitFine(Word):
    """A fine that a player had at a deadline is taken back."""

    person: str
    turn: int | None = None

    example = "remit fine Ben turn 3"


@dataclass(frozen=True)
class Fine(Word):
    """A player loses points."""

    person: str
    points: int
    why: str

    example = "fine Ben 50: Two letters with somebody else's orders."


@dataclass(frozen=True)
class Award(Word):
    """A player gets points."""

    person: str
    points: int
    why: str

    example = "award Ben 20: The sheet had a misprint."


@dataclass(frozen=True)
class Excuse(Word):
    """That orders were missing costs a player nothing."""

    person: str
    turn: int | None = None

    example = "excuse NMR Ben turn 3"


@dataclass(frozen=True)
class RollBack(Word):
    """A turn is open again."""

    turn: int

    example = "roll back to turn 3"


@dataclass(frozen=True)
class Note(Word):
    """A word for everybody who is told of the ruling."""

    why: str

    example = "note: The clock of the mail server was wrong."


@dataclass(frozen=True)
class Confirm(Word):
    """A ruling that changes later turns is to hold."""

    example = "confirm"


@dataclass(frozen=True)
class Withdraw(Word):
    """A ruling that was to be confirmed is not to hold."""

    example = "withdraw"


@dataclass(frozen=True)
class Reopen(Word):
    """A case that was closed is ruled on anew."""

    example = "reopen"


Ruling = Reject | Amend | AcceptLate | RemitFine | Fine | Award | Excuse | RollBack | Note | Confirm | Withdraw | Reopen
TOLD_TO_ALL = (Note, Fine, Award, RollBack)
"""What everybody at the table may know of a ruling from the day on which it is given."""

RULINGS: tuple[type[Ruling], ...] = get_args(Ruling)

_KINDS: dict[str, type[Ruling]] = {re.sub(r"\B(?=[A-Z])", "_", kind.__name__).casefold(): kind for kind in RULINGS}
_OPENING = re.compile(
    r"(?:reject|amend|accept (?:the )?late|remit|fine|award|excuse|roll ?back|note|confirm|withdraw|re-?open)"
    r"(?:ed|n)?(?![\w-])",
    re.IGNORECASE,
)
_CASE = re.compile(r"\s*(?:case )?D-(\d{1,9})(?![\w-])[ :,]*", re.IGNORECASE)
_CASE_IN_SUBJECT = re.compile(r"(?<![\w-])D-(\d{1,9})(?![\w-])")
_PLEASE = re.compile(r"^please[ ,]+", re.IGNORECASE)
_ENDING = re.compile(r"(?:[ ,]+please)?[ .!]*$", re.IGNORECASE)
_MISSING = {
    "why": "Please write a colon behind it and then the reason: {example}",
    "person": "Please say whose: {example}",
    "orders": "Please write a colon behind it and then the orders: {example}",
    "points": "Please say how many points: {example}",
    "turn": "Please say which turn: {example}",
}


@dataclass(frozen=True)
class Reply:
    """What was read in a GM's answer. Where anything is wrong, nothing of it may be carried out."""

    rulings: tuple[Ruling, ...] = ()
    complaints: tuple[Complaint, ...] = ()


def by_case(text: str, answered: int | None = None) -> Mapping[int | None, str]:
    """The parts of a GM's letter, each by the case that it is about. Every line keeps its number.

    ``answered`` is the case whose mail the letter answers; without one, what stands above the first case is about none.
    From "D-12 reject: …" on, or a line with no more than "D-12", the letter is about that case.
    """
    parts: dict[int | None, list[tuple[int, str]]] = {}
    case = answered
    for at, line in enumerate(lines(text)):
        head = _CASE.match(line.text)
        rest = line.text[head.end() :] if head else line.text
        if head and (at == 0 or not rest or _OPENING.match(rest)):
            case = int(head[1])
        else:
            rest = line.text
        parts.setdefault(case, []).append((line.number, rest))
    return {case: _placed(rows) for case, rows in parts.items()}


def _placed(rows: Sequence[tuple[int, str]], first: int = 1) -> str:
    """The rows as one text in which each has its place, from the line with the ``first`` number on."""
    by_number = dict(rows)
    return "\n".join(by_number.get(number, "") for number in range(first, max(by_number) + 1))


def case_in_subject(subject: str) -> int | None:
    """The case that the subject of a mail is about."""
    found = _CASE_IN_SUBJECT.search(subject)
    return int(found[1]) if found else None


def read(text: str, words: GameWords, names: Collection[str] = ()) -> Reply:
    """The rulings in the new text of a mail. Lines above them that begin like none are left alone.

    ``names`` are those that its writer signs letters with; how they sign is no part of a reason.
    """
    made = [_read(_whole(each), words) for each in _gathered(unsigned(text, names), words)]
    return Reply(
        tuple(each for each in made if not isinstance(each, Complaint)),
        tuple(each for each in made if isinstance(each, Complaint)),
    )


def _gathered(text: str, words: GameWords) -> Iterator[Sequence[Line]]:
    """Each ruling with all lines down to the next one, across blank lines too."""
    rows = lines(text)
    starts: list[int] = []
    for at, row in enumerate(rows):
        is_in_text = bool(starts) and _goes_on(rows[starts[-1]].text) and rows[at - 1].number == row.number - 1
        if _begins_another(row.text, words) if is_in_text else _OPENING.match(_PLEASE.sub("", row.text)):
            starts.append(at)
    for start, end in pairwise([*starts, len(rows)]):
        yield rows[start:end]


def _whole(rows: Sequence[Line]) -> Line:
    """A ruling and the lines that belong to it, as one line with breaks in it."""
    first, *below = rows
    head = _PLEASE.sub("", first.text)
    text = [(each.number, each.text) for each in below if _goes_on(head)]
    return Line(first.number, _placed([(first.number, head), *text], first.number))


def _goes_on(row: str) -> bool:
    """Whether the lines below a ruling belong to it: it ends in orders or in a reason, or is to."""
    return ":" in row


def _begins_another(row: str, words: GameWords) -> bool:
    row = _PLEASE.sub("", row)
    return bool(_OPENING.match(row)) and not isinstance(_grammar(words).read(_plain(row), "ruling"), Misread)


def _plain(row: str) -> str:
    return row if ":" in row else _ENDING.sub("", row)


def _read(line: Line, words: GameWords) -> Ruling | Complaint:
    clause = _plain(line.text)
    tree = _grammar(words).read(clause, "ruling")
    if isinstance(tree, Misread):
        return Complaint(line.number, line.text, "misread", _hint(clause))
    kind, said = cast(tuple[type[Ruling], Sequence[tuple[str, Any]]], _Made().transform(tree))
    given = dict(said)
    if len(given) < len(said):
        return Complaint(line.number, line.text, "two-readings", f"Something is said twice here. Write: {kind.example}")
    missing = next((each.name for each in fields(kind) if _lacks(each.name, each.default, given)), None)
    if missing:
        return Complaint(line.number, line.text, f"no-{missing}", _MISSING[missing].format(example=kind.example))
    return kind(line=line.number, text=line.text, **given)


def _lacks(name: str, default: object, given: dict[str, Any]) -> bool:
    return default is MISSING and name not in ("line", "text", *given)


def _hint(clause: str) -> str:
    """How to write it right, by the example of the ruling that it begins like."""
    first = clause.casefold().split()[0].rstrip(":")
    near = [kind.example for kind in RULINGS if kind.example.casefold().startswith(first)]
    return f"Write it like this: {' or '.join(near or [Note.example])}"


class _Made(Transformer[Token, Any]):
    """A field becomes its name and its value, a line becomes its class and its fields."""

    def __default__(self, data: str, children: list[Any], meta: object) -> Any:
        return (_KINDS[data], children) if data in _KINDS else (str(data), str(children[0]).strip())

    def turn(self, parts: Sequence[Token]) -> tuple[str, int]:
        return "turn", int(re.findall(r"\d+", parts[0])[-1])

    def points(self, parts: Sequence[Token]) -> tuple[str, int]:
        return "points", int(re.findall(r"\d+", parts[0])[0])

    def person(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "person", parts[0].strip('"“” ')

    def why(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "why", " ".join(parts[0].lstrip(": \n").split())

    def orders(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "orders", parts[0].lstrip(": \n")


@cache
def _grammar(words: GameWords) -> Grammar:
    return Grammar("house", "rulings.lark", start=["ruling"], vocabulary={}, words={"unit": words.units})
