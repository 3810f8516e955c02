"""Turns what the grammar found in a clause into the pieces of an order, each with what is wrong with it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from lark import Token, Tree

from processor.core.reading import begins, number, tokens
from processor.core.wording import listed
from processor.games.choice.items import (
    FACES,
    EntryLabel,
    Item,
    Misread,
    Paired,
    Rejected,
    Rolled,
    Single,
    Slash,
    TurnLabel,
)
from processor.games.choice.legality import Fault
from processor.games.choice.orders import WORDS
from processor.games.choice.state import LETTERS
from processor.games.choice.sums import wrong_sum

Node = Tree[Token]

LABELS = {"TURN", "NTH", "LETTERED", "NUMBERED", "LIST_NUMBER", "ENTRY", "LETTER"}
NUMERIC = {"ROMAN", "DIE", "INT", "DIE_WORD", "NICKNAME", "DIE_CHARACTER", "FOREIGN", "TWO_DICE", "NUMBER_WORD"}
_SURELY_ORDERS = ("rej", "reject", "discard")
_PLAIN_SIGNS = {"+", "&", "plus"}
_SINGULAR = {"ones": "one", "twos": "two", "threes": "three", "fours": "four", "fives": "five", "sixes": "six"}
_NICKNAMES = {"ace": "one", "aces": "one", "deuce": "two", "deuces": "two", "trey": "three", "treys": "three"}
_NTH_ENTRY = {"first": "A", "1st": "A", "second": "B", "2nd": "B", "third": "C", "3rd": "C"}
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_DIE = re.compile("[1-6]|one|two|three|four|five|six", re.IGNORECASE)
_NO_MARKS = str.maketrans("#:.(),", "      ")
_TWO = 2
_A_ROLL = 5


def pieces(tree: Node, start: int) -> Iterator[Item]:
    """What a clause says, piece by piece; ``start`` is where the clause begins in its line."""
    for at, child in enumerate(tree.children):
        if isinstance(child, Tree):
            follower = tree.children[at + 1] if at + 1 < len(tree.children) else None
            is_heading = isinstance(follower, Token) and follower.type in ("COLON", "DASH")
            column = start + begins(child)
            match child.data:
                case "two_pairs":
                    yield from _two_pairs(child, column)
                case "turn_of_entry":
                    yield from _turn_of_entry(child, column, is_heading)
                case kind:
                    yield _ITEMS[kind](child, column, is_heading)
        elif child.type == "SLASH":
            yield Slash(start + int(child.column or 0))


def _turn(node: Node, column: int, is_heading: bool) -> Item:
    words = tokens(node)
    word = next(each for each in words if each.type in NUMERIC | LABELS - {"TURN"})
    is_named = words[0].type in ("TURN", "NTH")
    fault = _foreign(word) or (None if value(word) else Fault("no-such-turn", {"found": str(word)}))
    return TurnLabel(column, value(word) or 0, is_named, is_heading or word.endswith(":"), fault)


def _entry(node: Node, column: int, is_heading: bool) -> Item:
    word = tokens(node)[0]
    words = word.translate(_NO_MARKS).split()
    nth, last = _NTH_ENTRY.get(words[0].casefold()), words[-1].upper()
    letter = nth or last
    fault = None if letter in LETTERS and last in (letter, "ENTRY") else Fault("no-such-entry", {"found": str(word)})
    return EntryLabel(column, letter, word.type == "ENTRY", is_heading, fault)


def _turn_of_entry(node: Node, column: int, is_heading: bool) -> Iterator[Item]:
    """A turn and its entry run together: "turn 3B"."""
    *named, word = tokens(node)
    turn, letter = int(word[:-1]), word[-1].upper()
    fault = None if turn else Fault("no-such-turn", {"found": str(word)})
    yield EntryLabel(column, letter, bool(named), is_heading)
    yield TurnLabel(column, turn, bool(named), is_heading, fault)


def _pair(node: Node, column: int, _: bool) -> Item:
    sums = [tokens(child)[-1] for child in node.children if isinstance(child, Tree)]
    is_plain = any(token.casefold() in _PLAIN_SIGNS for token in node.children if isinstance(token, Token))
    return _paired(column, _figures(node), sums[0] if sums else None, is_plain)


def _summed(node: Node, column: int, _: bool) -> Item:
    total, *dice = _figures(node)
    pair = _paired(column, dice, total, True)
    if column == 1 and pair.fault and pair.fault.reason == "wrong-sum":
        return replace(pair, fault=Fault("turn-or-sum", pair.fault.facts))
    return pair


def _two_dice(node: Node, column: int, _: bool) -> Item:
    word = tokens(node)[0]
    first, second = divmod(value(word) or 0, 10)
    return Paired(column, (first, second), False, run_together=word.isascii())


def _double(node: Node, column: int, _: bool) -> Item:
    """Two dice of the face that is named last: "two fives", "double 5"."""
    face = value(Token("DIE", tokens(node)[0].replace("-", " ").split()[-1])) or 0
    return Paired(column, (face, face), False)


def _two_pairs(node: Node, column: int) -> Iterator[Item]:
    a, b, c, d = (number(die) for die in _DIE.findall(tokens(node)[0]))
    yield Paired(column, (a, b), False)
    yield Paired(column, (c, d), False)


def _quoted(_: Node, column: int, __: bool) -> Item:
    return Rolled(column)


def _group(node: Node, column: int, _: bool) -> Item:
    """Dice in brackets: two are a pair, a whole roll is quoted."""
    signs = {token.type for child in node.find_data("joint") for token in tokens(child)}
    sums = [tokens(child)[-1] for child in node.find_data("sum")]
    dice = _figures(node)
    if len(dice) == _TWO:
        return _paired(column, dice, sums[0] if sums else None, True, in_brackets=True)
    if sums or "PLUS" in signs:
        found = listed([str(die) for die in dice], "+")
        fault = Fault("not-understood", {"found": found, "expected": WORDS.phrase("expected", "DIE")})
        return Misread(column, fault, pairs=1, has_label=False)
    return Rolled(column)


def _paired(
    column: int, dice: Sequence[Token], written: Token | None, is_plain: bool, in_brackets: bool = False
) -> Paired:
    """Two dice as a pair, with what is wrong with them or with the sum that is written (rule 2)."""
    first, second = (value(die) or 0 for die in dice)
    fault = next((wrong for die in dice if (wrong := _no_die(die))), None)
    if not fault and written:
        fault = wrong_sum((first, second), value(written) or 0)
    return Paired(column, (first, second), is_plain, in_brackets, fault)


def _bracketed(node: Node, column: int, _: bool) -> Item:
    return _number(tokens(node)[-1], column, in_brackets=True)


def _single(node: Node, column: int, _: bool) -> Item:
    return _number(tokens(node)[0], column, in_brackets=False)


def _number(word: Token, column: int, in_brackets: bool) -> Item:
    """A number by itself, or the five dice of a roll run together."""
    if len(word) == _A_ROLL and set(word) <= set("123456"):
        return Rolled(column)
    return Single(column, value(word) or 0, in_brackets, _foreign(word))


def _reject(node: Node, column: int, _: bool) -> Item:
    die = _figures(node)[0]
    is_order = any(token.type == "REJECT" and token.casefold().strip(".") in _SURELY_ORDERS for token in tokens(node))
    return Rejected(column, value(die), is_order, _no_die(die))


def _no_reject(node: Node, column: int, _: bool) -> Item:
    return Rejected(column, None, False)


_ITEMS: Mapping[str, Callable[[Node, int, bool], Item]] = {
    "turn": _turn,
    "entry": _entry,
    "pair": _pair,
    "summed": _summed,
    "two_dice": _two_dice,
    "double": _double,
    "quoted": _quoted,
    "group": _group,
    "bracketed": _bracketed,
    "single": _single,
    "reject": _reject,
    "no_reject": _no_reject,
}


def _no_die(word: Token) -> Fault | None:
    return _foreign(word) or (None if value(word) in FACES else Fault("no-such-die", {"found": str(word)}))


def _foreign(word: Token) -> Fault | None:
    return Fault("foreign-digit", {"found": str(word)}) if word.type == "FOREIGN" else None


def value(token: Token) -> int | None:
    """The number that a token stands for; ``None`` for a figure that is not ours."""
    if token.type == "FOREIGN":
        return None
    word = token.casefold().rstrip(" ).:=")
    if token.type == "ROMAN":
        return _ROMAN.index(word) + 1
    if token.type == "TWO_DICE" and not word.isascii():
        return 10 * number(word[0]) + number(word[1])
    if word[0].isdigit() and token.type == "DIE":
        return int(word[0])
    return number((_SINGULAR | _NICKNAMES).get(word, word))


def _figures(node: Node) -> list[Token]:
    return [child for child in node.children if isinstance(child, Token) and child.type in NUMERIC]
