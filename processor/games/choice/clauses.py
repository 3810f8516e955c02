"""Cuts a line into clauses and reads each with the grammar."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from lark import Token, Tree

from processor.core import reading
from processor.core.reading import Grammar, nearest, number
from processor.games.choice.items import (
    FACES,
    Correction,
    Doubt,
    EntryLabel,
    Item,
    Misread,
    Paired,
    Prose,
    Rejected,
    Rolled,
    Single,
    Slash,
    TurnLabel,
)
from processor.games.choice.legality import Fault, listed
from processor.games.choice.mistakes import expectations, phrase, spellings
from processor.games.choice.state import LETTERS

Node = Tree[Token]

_GRAMMAR = Grammar("choice", "orders.lark", start=("clause", "scan", "thrown"), vocabulary=expectations())

_ALONE = {"WORD", "MARK", "CORRECTION", "DOUBT"}
_BEGINS = {"TURN", "NTH", "NUMBERED", "LIST_NUMBER", "ENTRY", "LETTER"}
_GOES_ON = {"NUMBERED": {"TURN", "REJECT", "PLUS", "EQUALS"}, "TURN": {"NTH"}}
_WHOSE = {"LETTER", "ENTRY", "COMMA", "COLON", "DASH"}
_NUMERIC = {"DIE", "INT", "DIE_WORD", "DIE_CHARACTER", "FOREIGN", "TWO_DICE", "NUMBER_WORD"}
_FIGURES = _NUMERIC | {"GROUP", "NUMBERED", "LIST_NUMBER", "PLUS"}
_LINKS = {"COLON", "DASH", "EQUALS"}
_SURELY_REJECTS = ("rej", "discard")
_SURELY_ORDERS = ("rej", "reject", "discard")
_PLAIN_SIGNS = {"+", "&", "plus"}
_SINGULAR = {"ones": "one", "twos": "two", "threes": "three", "fours": "four", "fives": "five", "sixes": "six"}
_WEAK_CORRECTIONS = ("sorry", "oops", "instead")
_TWO = 2
_A_ROLL = 5
_NO_MARKS = str.maketrans("#:.)", "    ")


def items(line: str) -> tuple[Item, ...]:
    """Everything that a line says, in order, prose included."""
    scanned = _GRAMMAR.read(line, "scan")
    if isinstance(scanned, reading.Misread):
        return (Prose(scanned.column, scanned.found),)
    clauses = _cut(_sorted_out([token for token in scanned.children if isinstance(token, Token)]))
    return tuple(item for clause in clauses for item in _read(line, clause))


def thrown(words: str) -> tuple[int, ...] | None:
    """The turn and then the dice that a GM writes, or ``None`` if that cannot be read."""
    tree = _GRAMMAR.read(words, "thrown")
    if isinstance(tree, reading.Misread):
        return None
    return tuple(_value(token) or 0 for token in _tokens(tree) if token.type in _NUMERIC | {"NUMBERED"})


def misspelt(word: str) -> str | None:
    """The order word that this one was probably meant to be."""
    return nearest(word, spellings())


def _sorted_out(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with those made prose that are order words only beside a figure: "it is my turn", "I'm off"."""
    kinds = [token.type for token in tokens]
    return [
        Token.new_borrow_pos("WORD", str(token), token) if _is_prose(token, kinds, at) else token
        for at, token in enumerate(tokens)
    ]


def _is_prose(token: Token, kinds: Sequence[str], at: int) -> bool:
    before = next((kind for kind in reversed(kinds[:at]) if kind not in _LINKS), "")
    after = next((kind for kind in kinds[at + 1 :] if kind not in _LINKS), "")
    match token.type:
        case "REJECT":
            is_lost = before not in _FIGURES and after not in _FIGURES | {"NONE"}
            return is_lost and not token.casefold().startswith(_SURELY_REJECTS)
        case "OUT":
            return before not in _FIGURES
        case "NONE":
            return before != "REJECT"
        case "TURN":
            return before != "NTH" and after not in _FIGURES
        case "PLUS" | "EQUALS":
            return token.isalpha() and not _FIGURES.issuperset({before, after})
        case _:
            return False


def _cut(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Cut before every label, and around words of prose and second thoughts."""
    clause: list[Token] = []
    for token in tokens:
        before = clause[-1].type if clause else ""
        goes_on = before in _GOES_ON.get(token.type, ()) or {each.type for each in clause} <= _WHOSE
        is_label = token.type in _BEGINS and not goes_on
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
        case "MARK":
            return ()
        case "WORD":
            return (Prose(start + 1, str(word)),)
        case "CORRECTION":
            return (Correction(start + 1, word.casefold().strip(" ,;:.!-") not in _WEAK_CORRECTIONS),)
        case "DOUBT":
            return (Doubt(start + 1, str(word)),)
        case _:
            return _read_clause(line[start : clause[-1].end_pos], start, clause)


def _read_clause(text: str, start: int, clause: Sequence[Token]) -> Sequence[Item]:
    tree = _GRAMMAR.read(text, "clause")
    if not isinstance(tree, reading.Misread):
        return tuple(_items(tree, start))
    kinds = [token.type for token in clause]
    if set(kinds) == {"GROUP"} or _FIGURES.isdisjoint(kinds):
        return (Prose(start + 1, text),)
    facts = {"found": tree.found or text.split()[-1], "expected": listed(tree.expected, "or")}
    pairs = kinds.count("PLUS") + kinds.count("GROUP")
    has_label = not _BEGINS.isdisjoint(kinds)
    return (Misread(start + tree.column, Fault("not-understood", facts), pairs, has_label),)


def _items(tree: Node, start: int) -> Iterator[Item]:
    for at, child in enumerate(tree.children):
        if isinstance(child, Tree):
            follower = tree.children[at + 1] if at + 1 < len(tree.children) else None
            is_heading = isinstance(follower, Token) and follower.type in ("COLON", "DASH")
            yield _ITEMS[child.data](child, start + child.meta.column, is_heading)
        elif child.type == "SLASH":
            yield Slash(start + int(child.column or 0))


def _turn(node: Node, column: int, is_heading: bool) -> Item:
    words = _tokens(node)
    word = next(each for each in words if each.type in _NUMERIC | _BEGINS - {"TURN"})
    is_named = words[0].type in ("TURN", "NTH")
    return TurnLabel(column, _value(word) or 0, is_named, is_heading or word.endswith(":"), _foreign(word))


def _entry(node: Node, column: int, is_heading: bool) -> Item:
    word = _tokens(node)[0]
    letter = word.translate(_NO_MARKS).split()[-1].upper()
    fault = None if letter in LETTERS else Fault("no-such-entry", {"found": str(word)})
    return EntryLabel(column, letter, word.type == "ENTRY", is_heading, fault)


def _pair(node: Node, column: int, _: bool) -> Item:
    sums = [_tokens(child)[-1] for child in node.children if isinstance(child, Tree)]
    is_plain = any(token.casefold() in _PLAIN_SIGNS for token in node.children if isinstance(token, Token))
    return _paired(column, _figures(node), sums[0] if sums else None, is_plain)


def _summed(node: Node, column: int, _: bool) -> Item:
    total, *dice = _figures(node)
    return _paired(column, dice, total, True)


def _two_dice(node: Node, column: int, _: bool) -> Item:
    a, b = _tokens(node)[0]
    return Paired(column, (int(a), int(b)), False)


def _group(node: Node, column: int, _: bool) -> Item:
    """Dice in brackets: two are a pair, a whole roll is quoted."""
    signs = {token.type for child in node.find_data("joint") for token in _tokens(child)}
    sums = [_tokens(child)[-1] for child in node.find_data("sum")]
    dice = _figures(node)
    if len(dice) == _TWO:
        return _paired(column, dice, sums[0] if sums else None, True, in_brackets=True)
    if sums or "PLUS" in signs:
        found = listed([str(die) for die in dice], "+")
        return Misread(
            column, Fault("not-understood", {"found": found, "expected": phrase("expected", "DIE")}), 1, False
        )
    return Rolled(column)


def _paired(
    column: int, dice: Sequence[Token], written: Token | None, is_plain: bool, in_brackets: bool = False
) -> Item:
    """Two dice as a pair, with what is wrong with them or with the sum that is written (rule 2)."""
    first, second = (_value(die) or 0 for die in dice)
    fault = next((wrong for die in dice if (wrong := _no_die(die))), None)
    if not fault and written and _value(written) != first + second:
        facts = {"pair": f"{first}+{second}", "sum": first + second, "written": str(written)}
        fault = Fault("wrong-sum", facts)
    return Paired(column, (first, second), is_plain, in_brackets, fault)


def _bracketed(node: Node, column: int, _: bool) -> Item:
    return _number(_tokens(node)[0], column, in_brackets=True)


def _single(node: Node, column: int, _: bool) -> Item:
    return _number(_tokens(node)[0], column, in_brackets=False)


def _number(word: Token, column: int, in_brackets: bool) -> Item:
    """A number by itself, or the five dice of a roll run together."""
    if len(word) == _A_ROLL and set(word) <= set("123456"):
        return Rolled(column)
    return Single(column, _value(word) or 0, in_brackets, _foreign(word))


def _reject(node: Node, column: int, _: bool) -> Item:
    die = _figures(node)[0]
    is_order = any(token.type == "REJECT" and token.casefold().strip(".") in _SURELY_ORDERS for token in _tokens(node))
    return Rejected(column, _value(die), is_order, _no_die(die))


def _no_reject(node: Node, column: int, _: bool) -> Item:
    return Rejected(column, None, False)


_ITEMS: Mapping[str, Callable[[Node, int, bool], Item]] = {
    "turn": _turn,
    "entry": _entry,
    "pair": _pair,
    "summed": _summed,
    "two_dice": _two_dice,
    "group": _group,
    "bracketed": _bracketed,
    "single": _single,
    "reject": _reject,
    "no_reject": _no_reject,
}


def _no_die(word: Token) -> Fault | None:
    return _foreign(word) or (None if _value(word) in FACES else Fault("no-such-die", {"found": str(word)}))


def _foreign(word: Token) -> Fault | None:
    return Fault("foreign-digit", {"found": str(word)}) if word.type == "FOREIGN" else None


def _value(token: Token) -> int | None:
    """The number that a token stands for; ``None`` for a figure that is not ours."""
    if token.type == "FOREIGN":
        return None
    word = token.casefold().rstrip(" ).:")
    if word[0].isdigit() and token.type == "DIE":
        return int(word[0])
    return number(_SINGULAR.get(word, word))


def _figures(node: Node) -> list[Token]:
    return [child for child in node.children if isinstance(child, Token) and child.type in _NUMERIC]


def _tokens(node: Node) -> list[Token]:
    return list(node.scan_values(lambda value: isinstance(value, Token)))
