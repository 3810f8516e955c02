"""Reads the lines of a letter: accuracies, shots and votes, what is nearly one, and lets prose be prose."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lark import Token, Tree

from processor.core.orders import Complaint, Line, Order, Reading, Written
from processor.core.questions import leaves_open
from processor.core.reading import NUMBER_WORDS, Grammar, Misread
from processor.games.shootout.orders import SIDES, WORDS, Accuracy, Shot, Vote

_LONGEST = 200
"""No order is longer."""
_OUR_DIE = re.compile(rf"\bDICE{SIDES}\b", re.IGNORECASE)
_CONDITION = re.compile(r"\S (?:if|unless|when|once|provided|in case) \S", re.IGNORECASE)
_FEW_WORDS = 5
"""In so few words a misspelt one is worth asking about."""

_GRAMMAR = Grammar(
    "shootout",
    "orders.lark",
    start=["line"],
    vocabulary={
        "_SHOOT": ("a shot", ("shooting",)),
        "_ACCURACY": ("an accuracy", ("accuracy",)),
        "_KICK": ("a vote", ("kick",)),
    },
)


@dataclass(frozen=True)
class Slip:
    """What was meant as an order and is none: its label in ``mistakes.toml`` and the facts for the hint."""

    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)


def read(lines: Sequence[Line]) -> Reading:
    """The orders in these lines. Who plays is not known here, so names are left as they were written."""
    written: list[Written] = []
    complaints: list[Complaint] = []
    for line in lines:
        match _read_line(line.text, any(isinstance(each.order, Shot) for each in written)):
            case Slip(reason=reason, facts=facts):
                complaints.append(WORDS.complaint(reason, line.number, line.text, **facts))
            case Order() as order:
                written.append(Written(order, line.number, line.text))
            case None:
                pass
    return Reading(tuple(written), tuple(complaints))


def _read_line(text: str, has_shot: bool) -> Order | Slip | None:
    """The order of a line, or what is wrong with it; nothing if it is prose."""
    if len(text) > _LONGEST:
        return None
    tree = _GRAMMAR.read(text, "line")
    if isinstance(tree, Misread):
        return _unread(text, tree)
    (said,) = tree.children
    if not isinstance(said, Tree) or (said.data == "second_thought" and not has_shot):
        return None
    made = _made(said)
    is_question = text.endswith("?") and leaves_open(text[:-1]) and isinstance(made, Order)
    return Slip("not-sure") if is_question else made


def _made(said: Tree[Token]) -> Order | Slip:
    match str(said.data):
        case "accuracy" | "choice":
            return _accuracy([token for number in said.find_data("number") for token in _tokens(number)])
        case "shot" | "correction" | "second_thought":
            return _shot(said)
        case "kick" | "keep" as vote:
            return Vote(_name(said), vote == "kick")
        case rule:
            return Slip(_SLIPS[rule])


_SLIPS = {
    "vague_vote": "whose-vote",
    "told": "result-told",
    "passing": "no-passing",
    "condition": "condition",
}


def _accuracy(numbers: Sequence[Token]) -> Accuracy | Slip:
    if not numbers:
        return Slip("no-number")
    if len({_value(each) for each in numbers}) > 1:
        return Slip("two-numbers", {"first": numbers[0], "second": numbers[1]})
    value = _value(numbers[0])
    if value is None:
        return Slip("foreign-digits", {"number": numbers[0]})
    if value not in range(1, SIDES + 1):
        return Slip("no-such-accuracy", {"number": numbers[0]})
    return Accuracy(value)


def _value(token: Token) -> int | None:
    """A whole number; 0 for whatever else was written with plain digits or in words, and ``None`` for other digits."""
    word = token.casefold()
    if word in NUMBER_WORDS:
        return NUMBER_WORDS.index(word) + 1
    if not word.isascii():
        return None
    return int(word) if word.isdigit() else 0


def _shot(said: Tree[Token]) -> Shot | Slip:
    name = _name(said)
    if next(said.find_data("own"), None):
        return Slip("own-die", {"example": name or "NAME"})
    if wrong := next(said.find_data("wrong"), None):
        return Slip("wrong-die", {"die": _tokens(wrong)[0], "example": name or "NAME"})
    if _CONDITION.search(name):
        return Slip("condition")
    return Shot(name) if name else Slip("no-name")


def _name(said: Tree[Token]) -> str:
    tokens = [token for name in said.find_data("name") for token in _tokens(name)]
    return str(tokens[0]).rstrip(" .!?;,").strip() if tokens else ""


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)]


def _unread(text: str, misread: Misread) -> Slip | None:
    """A line with our die in it, or a short one whose first word is nearly one of ours; all else is prose."""
    is_short = 1 < len(text.split()) <= _FEW_WORDS
    if misread.column == 1 and is_short and misread.near not in (None, misread.found.casefold()):
        return Slip("misspelt", {"found": misread.found, "near": misread.near})
    return Slip("not-understood") if _OUR_DIE.search(text) else None
