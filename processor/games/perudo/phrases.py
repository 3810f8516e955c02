"""Makes calls of the items of a piece, and slips of what is no whole call."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from processor.games.perudo.bids import FACES, Claim
from processor.games.perudo.orders import Bid, Challenge
from processor.games.perudo.pieces import ROUNDS, Item, Kind

MOST_DICE = 999
"""A number beyond this is no number of dice."""

BIDS = frozenset({Kind.BID, Kind.FACE_FIRST, Kind.PAIR})
CALLS = BIDS | {Kind.CHALLENGE, Kind.CALL, Kind.PASSING, Kind.EXACT}
_SHOWS = frozenset({Kind.SHOWING, Kind.REROLL})


@dataclass(frozen=True)
class Slip:
    """What was meant as a call and is none: its label in ``mistakes.toml`` and the facts for the hint."""

    reason: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Said:
    """A call or a slip, the column it begins at, and the rounds it is for as (dice, place).

    ``corrects`` says that it came with words such as "make that".
    """

    call: Bid | Challenge | Slip
    column: int
    rounds: tuple[tuple[int, int], ...] = ()
    corrects: bool = False


Unit = Item | Said
"""Part of a row: a call, or an item that is still to be tied to one (a round, dice shown, a correction)."""


def units(items: Sequence[Item]) -> tuple[Unit, ...]:
    """The rounds and calls of a piece, in order; two calls in a row without a round between them are a slip.

    A word of correction at the end is kept, since what it corrects may follow in the next piece.
    """
    row: list[Unit] = []
    corrects = False
    for index, item in enumerate(items):
        corrects = corrects or item.kind is Kind.CORRECTION
        if item.kind in ROUNDS:
            row.append(item)
        elif item.kind in _SHOWS:
            _show(row, item)
        elif item.kind is Kind.LEAD and _is_challenged(row):
            continue  # "I challenge the bid"
        elif call := _call(item, items[index + 1 :]):
            _add(row, Said(call, item.column, corrects=corrects))
            corrects = False
    return (*row, *(item for item in items[-1:] if item.kind is Kind.CORRECTION))


def _is_challenged(row: Sequence[Unit]) -> bool:
    return bool(row) and isinstance(row[-1], Said) and isinstance(row[-1].call, Challenge)


def _call(item: Item, after: Sequence[Item]) -> Bid | Challenge | Slip | None:
    match item.kind:
        case Kind.BID | Kind.FACE_FIRST:
            return _bid(*item.numbers)
        case Kind.PAIR:
            return _pair(item)
        case Kind.CHALLENGE:
            return Challenge()
        case Kind.CALL:
            return None if _is_lead(after) else Challenge()
        case Kind.LEAD:
            return None if _leads_up(item, after) else Slip("no-number")
        case Kind.NUMBER:
            return no_face(item.numbers[0])
        case Kind.BARE_FACE:
            return Slip("no-number")
        case Kind.PASSING:
            return Slip("no-passing")
        case Kind.EXACT:
            return Slip("no-spot-on")
        case _:
            return None


def _leads_up(item: Item, after: Sequence[Item]) -> bool:
    """Whether words such as "my bid" need no more: a call follows, or they head an empty row of a form."""
    word = item.words[0].casefold()
    heads = word.startswith(("my ", "your ", "the ")) or word.endswith((":", "="))
    return heads or any(each.kind in BIDS | {Kind.CHALLENGE, Kind.NUMBER, Kind.BARE_FACE} for each in after)


def _is_lead(after: Sequence[Item]) -> bool:
    """Whether a word such as "call" only leads up to what is called."""
    following = next((item.kind for item in after if item.kind not in (Kind.CORRECTION, Kind.LEAD)), None)
    return following in BIDS | {Kind.CHALLENGE, Kind.NUMBER, Kind.BARE_FACE}


def _bid(count: int, face: int) -> Bid | Slip:
    if not 1 <= count <= MOST_DICE:
        return Slip("no-such-number", {"number": count, "most": MOST_DICE})
    return Bid(count=count, face=face) if face in FACES else Slip("no-such-face", {"face": face})


def _pair(item: Item) -> Bid | Slip:
    """Two plain numbers: "12 5" can only be twelve fives, but "5x6" may be five sixes or six fives."""
    first, second = item.numbers
    if first not in FACES or second not in FACES or first == second or _says_which(item.words):
        return _bid(first, second)
    return Slip("two-readings", {"first": Claim(first, second), "second": Claim(second, first)})


def no_face(number: int) -> Slip:
    """A number of dice without their face, and what it would be as a bid."""
    return Slip("no-face", {"number": number, "example": Claim(min(max(number, 1), MOST_DICE), 5)})


def _says_which(words: tuple[str, ...]) -> bool:
    """Whether the words name a number and then a face though the plural is missing: "6 five", "a five", "one five"."""
    number, face = words
    return face.isalpha() and (number.isdecimal() or number.casefold() in ("a", "an", "one"))


def _add(row: list[Unit], said: Said) -> None:
    """Add a call to a row, unless it only repeats or contradicts the one before it."""
    before = row[-1] if row else None
    if not isinstance(before, Said) or said.corrects:
        row.append(said)
    elif isinstance(before.call, Slip) or before.call == said.call:
        return
    elif isinstance(before.call, Challenge) and isinstance(said.call, Bid):
        return  # "I doubt the 6 fives" says which bid is doubted
    else:
        row[-1] = replace(before, call=said.call if isinstance(said.call, Slip) else Slip("two-calls"))


def _show(row: list[Unit], item: Item) -> None:
    """Dice that are shown with the bid before; where there is none in this piece, it stands by itself for now."""
    before = row[-1] if row else None
    if item.kind is Kind.REROLL and isinstance(before, Said) and isinstance(before.call, Bid) and before.call.shown:
        return
    if isinstance(before, Said) and isinstance(before.call, Bid):
        row[-1] = replace(before, call=showing(before.call, item))
    else:
        row.append(item)


def showing(bid: Bid, item: Item) -> Bid | Slip:
    """The bid with the number of dice that are shown."""
    if item.kind is Kind.REROLL and bid.shown:
        return bid
    return replace(bid, shown=item.numbers[0]) if item.numbers and item.numbers[0] else Slip("how-many-shown")
