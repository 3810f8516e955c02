"""Cuts a line into sentences, and tells what each says: a list that is opened, names, a wish about the fee."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from lark import Token

from processor.core.reading import Grammar, Misread
from processor.games.deadpool.names import is_suffix

Head = Literal["", "strong", "weak"]
Fee = Literal["", "take", "unclear"]

_GRAMMAR = Grammar("deadpool", "orders.lark", start=("scan",), vocabulary={})
_HEADS: dict[str, Head] = {"MINE": "strong", "NOMINATE": "strong", "CHOOSE": "weak"}
_MARKS = frozenset({"AND", "COMMA", "SEMICOLON", "SLASH", "COLON", "DASH", "STOP"})
_LEADING = frozenset({"LEAD", "WISH"}) | _MARKS
_PASSED_OVER = _LEADING | {"NUMBER"}
_CUTS = frozenset({"WISH", "FEE", "DIFFERENT"})
_SPLITS = (frozenset({"NUMBER"}), frozenset({"SEMICOLON"}), frozenset({"SLASH"}), frozenset({"COMMA", "AND"}))
_ASIDE_ENDS = frozenset({"NUMBER", "COMMA", "SEMICOLON", "STOP"}) | _CUTS
_COUNTED = (
    ("first", "one", "a", "i"),
    ("second", "two", "b", "ii"),
    ("third", "three", "c", "iii"),
    ("fourth", "d"),
)
_GOES_ON = frozenset({"COMMA", "AND", "SEMICOLON"})
_ANOTHER = re.compile(
    r"[A-Z]\S+ (?:\S+ )?[A-Z]\S+ (?:(?:by|with|for|to|into) [A-Z]|(?:and )?(?:add|use|put|take|have)\b|I\b)"
)
_INSTEAD = re.compile(r"[A-Z]\S+ [A-Z]\S+ (?:instead|in place) of [A-Z]\S+ [A-Z]")
_PICKS = re.compile(r"\b(?:nominat\w+|pick(?:s|ed|ing)?|cho(?:ose|osing|sen|ice|ices)|dead pool)\b", re.IGNORECASE)
_NAMES = re.compile(r"(?!Dead Pool)\b[A-Z][\w'.-]+ (?:\w+ )?[A-Z][\w'-]+")
A_FEW_NAMES = 3
_POLITE_QUESTION = re.compile(r"(?:could|can|would|will) you", re.IGNORECASE)
_ABOUT_MONEY = re.compile(r"£|\b(?:fee|pounds?|deduct\w*|debit\w*|charg\w*|pay|paid|quid)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Sentence:
    """What a sentence says.

    ``head`` tells how plainly it opens a list. ``whole`` is what stands in the list, and ``parts`` the same cut at its
    separators; ``number`` is the first number in it, 0 if it has none, and ``goes_on`` says that it ends in the middle.
    A sentence ``asks_to_be_asked`` that opens no list, but has names in it and speaks of picks.
    ``fee`` is what it wants of the account: that the fee be taken from it, or something ``unclear``.
    """

    head: Head
    whole: str
    parts: tuple[str, ...]
    number: int
    goes_on: bool
    is_doubtful: bool
    asks_to_be_asked: bool
    is_sure: bool
    replaces: bool
    fee: Fee


def sentences(line: str) -> tuple[Sentence, ...]:
    """The sentences of a line."""
    scanned = _GRAMMAR.read(line, "scan")
    if isinstance(scanned, Misread):
        return ()
    tokens = [token for token in scanned.children if isinstance(token, Token)]
    return tuple(_sentence(line, each) for each in _cut(tokens))


def _cut(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """Cut behind every full stop."""
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        if token.type == "STOP":
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _sentence(line: str, tokens: Sequence[Token]) -> Sentence:
    kinds = {token.type for token in tokens}
    head, listed = _list_in(list(_without_asides(tokens)))
    numbers = [token for token in listed if token.type == "NUMBER"]
    is_question = tokens[-1].type == "STOP" and "?" in tokens[-1]
    return Sentence(
        head=head,
        whole=_slice(line, _trimmed(listed)),
        parts=tuple(_parts(line, _without_ends(listed))),
        number=_value(numbers[0]) if numbers else 0,
        goes_on=bool(listed) and listed[-1] is tokens[-1] and listed[-1].type in _GOES_ON,
        is_doubtful=is_question or any(token.type in ("DOUBT", "NOT") for token in listed),
        asks_to_be_asked=not head and _speaks_of_picks(_slice(line, tokens)),
        is_sure="DIFFERENT" in kinds,
        replaces=_replaces(line, tokens),
        fee=_fee(line, tokens, kinds, is_question),
    )


def _list_in(tokens: Sequence[Token]) -> tuple[Head, Sequence[Token]]:
    """How the list of a sentence is opened, and what stands in it: all up to a wish, if it does not begin with one."""
    begin = next((at for at, token in enumerate(tokens) if token.type not in _LEADING), len(tokens))
    head = _HEADS.get(tokens[begin].type, "") if begin < len(tokens) else ""
    listed = tokens[begin + bool(head) :]
    end = next((at for at, token in enumerate(listed) if token.type in _CUTS), len(listed))
    return head, listed[:end]


def _replaces(line: str, tokens: Sequence[Token]) -> bool:
    """Whether the sentence wants one name in the place of another: "replace Ann Arden by Bob Best"."""
    first = next((token for token in tokens if token.type not in _PASSED_OVER), None)
    text = _slice(line, tokens)
    return bool(_INSTEAD.search(text)) or (
        first is not None and first.type == "REPLACE" and bool(_ANOTHER.search(text))
    )


def _speaks_of_picks(text: str) -> bool:
    return bool(_PICKS.search(text)) and len(_NAMES.findall(text)) >= A_FEW_NAMES


def _without_asides(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens without what stands behind a dash: "Bob Hope - he won't last"."""
    is_aside = False
    for at, token in enumerate(tokens):
        is_aside = (is_aside or (token.type == "DASH" and at > 0)) and token.type not in _ASIDE_ENDS
        if not is_aside and token.type not in ("BRACKETS", "SMILEY"):
            yield token


def _parts(line: str, tokens: Sequence[Token]) -> Iterator[str]:
    """The list cut at the strongest separator that it has; "Jr" behind a comma stays with its name."""
    kinds = {token.type for token in tokens}
    separators = next((each for each in _SPLITS if each & kinds), frozenset())
    part: list[Token] = []
    for at, token in enumerate(tokens):
        if token.type in separators and not (token.type == "COMMA" and is_suffix(_next_words(line, tokens[at + 1 :]))):
            yield from _part(line, part)
            part = []
        else:
            part.append(token)
    yield from _part(line, part)


def _part(line: str, tokens: Sequence[Token]) -> Iterator[str]:
    words = _slice(line, _trimmed(tokens))
    if words:
        yield words


def _next_words(line: str, tokens: Sequence[Token]) -> str:
    end = next((at for at, token in enumerate(tokens) if token.type in _MARKS), len(tokens))
    return _slice(line, tokens[:end])


def _trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without marks, joints and numbers at either end."""
    idle = _MARKS | {"NUMBER", "LEAD", "MARK"}
    kept = [at for at, token in enumerate(tokens) if token.type not in idle]
    return tokens[kept[0] : kept[-1] + 1] if kept else ()


def _without_ends(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without the marks at their end."""
    end = len(tokens)
    while end and tokens[end - 1].type in _MARKS:
        end -= 1
    return tokens[:end]


def _slice(line: str, tokens: Sequence[Token]) -> str:
    return line[tokens[0].start_pos : tokens[-1].end_pos] if tokens else ""


def _value(number: Token) -> int:
    figures = re.sub(r"\D", "", number)
    words = [word.strip("([:.)-") for word in number.casefold().split()]
    return int(figures) if figures else next(at for at, each in enumerate(_COUNTED, start=1) if set(words) & set(each))


# --- The fee ----------------------------------------------------------------------------------------------


def _fee(line: str, tokens: Sequence[Token], kinds: set[str], is_question: bool) -> Fee:
    """What the sentence wants of the account (rule 3): to be clear it must be without an if, a not or a question."""
    text = _slice(line, tokens)
    at = next((at for at, token in enumerate(tokens) if token.type == "FEE"), None)
    if "NOT" in kinds and (at is not None or "PURSE" in kinds):
        return ""
    if at is None:
        return "unclear" if "PURSE" in kinds and _ABOUT_MONEY.search(text) else ""
    before = tokens[at - 1] if at else None
    is_begun = before is None or before.type in _PASSED_OVER or before.casefold() == "i"
    is_asked = is_question and not _POLITE_QUESTION.search(text)
    return "take" if is_begun and "DOUBT" not in kinds and not is_asked else "unclear"
