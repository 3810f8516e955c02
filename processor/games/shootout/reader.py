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
_RETHOUGHT = re.compile(
    r"\b(?:correction|scratch|wait|instead|rather|actually|i mea?nt?|make (?:that|it)|shoot(?:ing)? (?!me\b))\b"
    r"|(?<!oh )\bno[,.;:!]",
    re.IGNORECASE,
)
_HANGS = re.compile(
    r"(?<!sorry )\bif\b|\b(?:unless|or(?! (?:less|lower|under|better))|else|otherwise)\b", re.IGNORECASE
)
_NEGATION = re.compile(r"\b(?:no|not|n't|sorry|maybe|perhaps)\b", re.IGNORECASE)
_ASIDE = re.compile(r"[.!;,(].*|\s-+\s.*")
_FIGURE = re.compile(rf"\d|\b(?:{'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
_STOPS = ".!"
_PAUSES = ",;(-"
_FEW_WORDS = 5
"""In so few words a misspelt one is worth asking about."""

Parts = Mapping[str, Sequence[Token]]
"""The words of a line by the rule that they stand in; those in none, by the name of their terminal."""

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
    made = _made(said, text)
    is_question = text.endswith("?") and leaves_open(text[:-1]) and isinstance(made, Order)
    return Slip("not-sure") if is_question else made


def _made(said: Tree[Token], text: str) -> Order | Slip | None:
    parts = _parts(said)
    match str(said.data):
        case "accuracy" | "choice":
            return _chosen(parts, text)
        case "shot":
            return _thought_again(parts) or _shot(parts)
        case "correction" | "second_thought":
            return _shot(parts)
        case "kick" | "keep" as vote:
            return Vote(_name(parts), vote == "kick")
        case "prose":
            return None
        case rule:
            return Slip(_SLIPS[rule])


def _parts(said: Tree[Token]) -> Parts:
    parts: dict[str, list[Token]] = {}
    for part in said.children:
        if isinstance(part, Tree):
            parts.setdefault(str(part.data), []).extend(_tokens(part))
        else:
            parts.setdefault(part.type, []).append(part)
    return parts


_SLIPS = {
    "vague_vote": "whose-vote",
    "told": "result-told",
    "passing": "no-passing",
    "condition": "condition",
}


def _chosen(parts: Parts, text: str) -> Accuracy | Slip | None:
    """The accuracy of a line. It is chosen once and for all, so words behind it must not change what it says."""
    numbers = parts.get("number", ())
    if "REST" not in parts:
        return _accuracy(numbers)
    (rest,) = parts["REST"]
    if not (numbers or _FIGURE.search(rest)):
        return None
    mark = text[: rest.start_pos].rstrip()[-1]
    is_comment = mark in _STOPS or (mark in _PAUSES and not _FIGURE.search(rest))
    return _accuracy(numbers) if numbers and is_comment and not _in_doubt(rest) else Slip("just-the-number")


def _in_doubt(words: str) -> bool:
    return bool(_RETHOUGHT.search(words) or _HANGS.search(words) or _NEGATION.search(words))


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


def _thought_again(parts: Parts) -> Slip | None:
    """What is wrong if a shot is taken back, or hangs on something, in the words behind it."""
    aside = _ASIDE.search(_name(parts))
    words = " ".join((aside[0] if aside else "", *parts.get("COMMENT", ())))
    if _RETHOUGHT.search(words):
        return Slip("second-thoughts")
    return Slip("condition") if _HANGS.search(words) else None


def _shot(parts: Parts) -> Shot | Slip:
    name = _name(parts)
    if "own" in parts:
        return Slip("own-die", {"example": name or "NAME"})
    if "wrong" in parts:
        return Slip("wrong-die", {"die": parts["wrong"][0], "example": name or "NAME"})
    if _CONDITION.search(name):
        return Slip("condition")
    return Shot(name) if name else Slip("no-name")


def _name(parts: Parts) -> str:
    return parts["name"][0].rstrip(" .!?;,").strip() if "name" in parts else ""


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)]


def _unread(text: str, misread: Misread) -> Slip | None:
    """A line with our die in it, or a short one whose first word is nearly one of ours; all else is prose."""
    is_short = 1 < len(text.split()) <= _FEW_WORDS
    if misread.column == 1 and is_short and misread.near not in (None, misread.found.casefold()):
        return Slip("misspelt", {"found": misread.found, "near": misread.near})
    return Slip("not-understood") if _OUR_DIE.search(text) else None
