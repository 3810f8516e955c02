"""Cuts a line into clauses and reads each with the grammar."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lark import Token

from processor.core import reading
from processor.core.questions import leaves_open
from processor.core.reading import Grammar, nearest, tokens
from processor.core.wording import listed
from processor.games.choice.drafts import A_SPLIT
from processor.games.choice.items import Correction, Doubt, Item, Misread, Prose, Stop
from processor.games.choice.legality import Fault
from processor.games.choice.orders import WORDS
from processor.games.choice.pieces import LABELS, NUMERIC, Node, pieces, value

_EXPECTED = {terminal: (name, ()) for terminal, name in WORDS.phrases("expected").items()}
_GRAMMAR = Grammar("choice", "orders.lark", start=("clause", "thrown"), vocabulary=_EXPECTED)

_MARKS = {"MARK", "_LEFT", "_RIGHT"}
_STOPS = {"STOP", "_LEFT", "_RIGHT"}
_TALK = {"WORD", "NO_DICE"}
_ALONE = _TALK | {"CORRECTION", "DOUBT", "STOP"} | _MARKS
_GOES_ON = {"LETTERED": {"TURN"}, "NUMBERED": {"TURN", "REJECT", "PLUS", "EQUALS"}, "TURN": {"NTH"}}
_WHOSE = {"LETTER", "ENTRY", "COMMA", "COLON", "DASH"}
_FIGURES = NUMERIC | {"GROUP", "LETTERED", "NUMBERED", "LIST_NUMBER", "PLUS", "DOUBLE", "TWO_PAIRS"}
_BESIDE_DICE = {"PLUS", "AND", "REJECT", "OUT"}
_PAIRINGS = {"PLUS", "AND", "TWO_DICE", "DOUBLE", "GROUP"}
_SENTENCE_END = re.compile(r"[.!?]+ +(?=[^\W\d])")
_COMMON = {"your", "hour"}
_LINKS = {"COLON", "DASH", "EQUALS"}
_SURELY_REJECTS = ("rej", "discard")
_WEAK_CORRECTIONS = ("sorry", "oops", "instead")


@lru_cache(2000)  # all players of a match split the same dice, and greet their GM in the same few words
def items(line: str) -> tuple[Item, ...]:
    """Everything that a line says, in order, prose included."""
    clauses = _cut(_sorted_out(_GRAMMAR.words(line)))
    return tuple(item for clause in clauses for item in _read(line, clause))


def _asks(line: str, mark: Token) -> bool:
    """Whether what ends with this mark is a question that leaves open what is wanted."""
    end = int(mark.start_pos or 0)
    return "?" in mark and leaves_open(_SENTENCE_END.split(line[:end])[-1])


def thrown(words: str) -> tuple[int, ...] | None:
    """The turn and then the dice that a GM writes, or ``None`` if that cannot be read."""
    tree = _GRAMMAR.read(words, "thrown")
    if isinstance(tree, reading.Misread):
        return None
    return tuple(value(token) or 0 for token in tokens(tree) if token.type in NUMERIC | {"NUMBERED"})


def misspelt(word: str) -> str | None:
    """The order word that this one was probably meant to be, unless it is a common word itself."""
    return None if word.casefold() in _COMMON else nearest(word, WORDS.phrases("spellings")["words"])


def _sorted_out(words: Sequence[Token]) -> list[Token]:
    """The tokens as what they are in this line: order words that only stand beside a figure by chance are prose."""
    kinds = [token.type for token in words]
    numbering = _numbering(words) if "LETTER" in kinds else ()
    return [_as_it_stands(token, kinds, at, at in numbering) for at, token in enumerate(words)]


def _as_it_stands(token: Token, kinds: Sequence[str], at: int, is_numbering: bool) -> Token:
    if is_numbering:
        return Token.new_borrow_pos("MARK", str(token), token)
    return Token.new_borrow_pos("WORD", str(token), token) if _is_prose(token, kinds, at) else token


def _numbering(words: Sequence[Token]) -> frozenset[int]:
    """Where letters number the pairs of one turn, and name no entries: "turn 3: a) 1+2 b) 3+4"."""
    letters = [at for at, word in enumerate(words) if word.type == "LETTER" and ")" in word]
    if len(letters) < A_SPLIT or [words[at][0].casefold() for at in letters] != list("abc"[: len(letters)]):
        return frozenset()
    between = [word.type for word in words[letters[0] : letters[1]]]
    return frozenset(letters) if sum(kind in _PAIRINGS for kind in between) == 1 else frozenset()


def _is_prose(token: Token, kinds: Sequence[str], at: int) -> bool:
    before = next((kind for kind in reversed(kinds[:at]) if kind not in _LINKS), "")
    after = next((kind for kind in kinds[at + 1 :] if kind not in _LINKS), "")
    match token.type:
        case "NICKNAME":
            is_last = _follows_dice(kinds, at) and not kinds[at + 1 :]
            return _BESIDE_DICE.isdisjoint({before, after}) and not is_last
        case "REJECT" if _is_of_something_else(kinds, at):
            return False
        case "REJECT":
            is_lost = before not in _FIGURES and after not in _FIGURES | {"NONE"}
            return is_lost and not token.casefold().startswith(_SURELY_REJECTS)
        case "OUT":
            return before not in _FIGURES
        case "NONE":
            return before != "REJECT"
        case "EMPTY":
            return token.startswith("-") and kinds[0] not in NUMERIC
        case "TURN":
            return before != "NTH" and after not in _FIGURES
        case "PLUS" | "EQUALS":
            return token.isalpha() and not _FIGURES.issuperset({before, after})
        case _:
            return False


def _is_of_something_else(kinds: Sequence[str], at: int) -> bool:
    """Whether the first word of rejecting ends a line, and what it rejects is no die: "1+2, 3+4, bin the lot"."""
    return _follows_dice(kinds, at) and "REJECT" not in kinds[:at] and list(kinds[at + 1 :]) in (["WORD"], ["TURN"])


def _follows_dice(kinds: Sequence[str], at: int) -> bool:
    """Whether dice and a comma stand before a word."""
    return at > 1 and kinds[at - 2] in _FIGURES and kinds[at - 1] == "COMMA"


def _cut(words: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Cut before every label, and around words of prose and second thoughts."""
    clause: list[Token] = []
    for token in words:
        before = clause[-1].type if clause else ""
        goes_on = before in _GOES_ON.get(token.type, ()) or {each.type for each in clause} <= _WHOSE
        is_label = token.type in LABELS and not goes_on
        if clause and (is_label or token.type in _ALONE or before in _ALONE):
            yield clause
            clause = []
        clause.append(token)
    if clause:
        yield clause


def _read(line: str, clause: Sequence[Token]) -> Sequence[Item]:
    word = clause[0]
    start = int(word.start_pos or 0)
    match word.type:
        case kind if kind in _STOPS:
            return (Stop(start + 1, _asks(line, word)),)
        case "MARK":
            return ()
        case kind if kind in _TALK:
            return (Prose(start + 1, str(word)),)
        case "CORRECTION":
            return (Correction(start + 1, word.casefold().strip(" ,;:.!-") not in _WEAK_CORRECTIONS),)
        case "DOUBT":
            return (Doubt(start + 1, str(word)),)
        case _:
            text = line[start : clause[-1].end_pos]
            tree = _GRAMMAR.joined(clause, "clause") if text == line else None
            return _made(tree or _GRAMMAR.read(text, "clause"), text, start, clause)


def _made(tree: Node | reading.Misread, text: str, start: int, clause: Sequence[Token]) -> Sequence[Item]:
    if not isinstance(tree, reading.Misread):
        return tuple(pieces(tree, start))
    kinds = [token.type for token in clause]
    if set(kinds) == {"GROUP"} or _FIGURES.isdisjoint(kinds):
        return (Prose(start + 1, text),)
    facts = {
        "found": tree.found or text.split()[-1],
        "expected": listed(tree.expected, "or") or WORDS.phrase("expected", "DIE"),
    }
    pairs = kinds.count("PLUS") + kinds.count("GROUP")
    has_label = not LABELS.isdisjoint(kinds)
    return (Misread(start + tree.column, Fault("not-understood", facts), pairs, has_label),)
