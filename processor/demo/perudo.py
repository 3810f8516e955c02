"""How a robot plays Perudo: it reads its dice and the last bids, makes up its mind, and spells that its own way."""

import re
from collections.abc import Callable
from dataclasses import dataclass

ACE = 1

_TURN = re.compile(r"^YOUR CALLS FOR TURN (\d+)$", re.MULTILINE)
_DUE = re.compile(
    r"^ +([1-5])\.(\d) +([2-6A](?: [2-6A])*) +(?:no bid|(\d+) (Ace|two|three|four|five|six)(?:s|es)?\b)", re.MULTILINE
)
_TOTAL = re.compile(r"(one|two|three|four|five) (?:die|dice) each, (\d+) in all")

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_FACES = {"Ace": ACE} | {word: face for face, word in enumerate(_NUMBERS) if face > ACE}
_PLURALS = {ACE: "aces", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}


@dataclass(frozen=True)
class Bid:
    """At least so many dice of a face."""

    count: int
    face: int


@dataclass(frozen=True)
class Round:
    """A round that waits for the reader: their own dice in it, how many there are in all, and the last bid."""

    dice: int
    place: int
    mine: tuple[int, ...]
    total: int
    last: Bid | None

    @property
    def name(self) -> str:
        return f"{self.dice}.{self.place}"


@dataclass(frozen=True)
class Turn:
    """What a mail asks its reader to do."""

    number: int
    rounds: tuple[Round, ...]


@dataclass(frozen=True)
class Call:
    """A bid in a round, or a challenge where there is none."""

    round: Round
    bid: Bid | None


def read(text: str) -> Turn | None:
    """The calls that a mail asks for, or ``None`` if it asks for none."""
    head = _TURN.search(text)
    if head is None:
        return None
    due, _, rest = text[head.start() :].partition("ORDER OF PLAY")
    totals = {_NUMBERS.index(word): int(number) for word, number in _TOTAL.findall(rest)}
    rounds = [
        Round(
            int(dice),
            int(place),
            tuple(ACE if face == "A" else int(face) for face in mine.split()),
            totals[int(dice)],
            Bid(int(count), _FACES[face]) if count else None,
        )
        for dice, place, mine, count, face in _DUE.findall(due)
    ]
    return Turn(int(head[1]), tuple(rounds))


def calls(turn: Turn) -> tuple[Call, ...]:
    """What a robot calls in every round that waits for it. The longer a match lasts, the sooner it doubts."""
    return tuple(Call(each, _bid(each, doubt=turn.number / 4 - 1)) for each in turn.rounds)


def _bid(each: Round, doubt: float) -> Bid | None:
    best = max(range(2, 7), key=lambda face: (_likely(each, face), face))
    expected = max(1, int(_likely(each, best)))
    if each.last is None:
        return Bid(expected, best)
    if each.last.count > _likely(each, each.last.face) - doubt:
        return None
    return Bid(max(expected, _least(best, each.last)), best)


def _likely(each: Round, face: int) -> float:
    """How many dice of that face there should be: one's own for certain, of the others a third, of Aces a sixth."""
    mine = sum(die in (face, ACE) for die in each.mine)
    return mine + (each.total - len(each.mine)) / (6 if face == ACE else 3)


def _least(face: int, last: Bid) -> int:
    """The lowest number of a face, Aces apart, that outbids the last bid."""
    if last.face == ACE:
        return 2 * last.count + 1
    return last.count if face > last.face else last.count + 1


# --- Spelling ---------------------------------------------------------------------------------------------

Spelling = Callable[[Call], str]


def in_figures(call: Call) -> str:
    return f"{call.round.name}: {_named(call.bid) if call.bid else 'challenge'}"


def round_last(call: Call) -> str:
    return f"{_named(call.bid) if call.bid else 'dudo'} in {call.round.name}"


def by_dice(call: Call) -> str:
    number = _NUMBERS[call.round.dice]
    return f"{number} {'die' if call.round.dice == 1 else 'dice'}: " + (
        f"at least {_named(call.bid)}" if call.bid else "liar!"
    )


def chatty(call: Call) -> str:
    bid = call.bid
    return f"round {call.round.name}: " + (f"I bid {bid.count} {bid.face}s" if bid else "I doubt it")


def bare(call: Call) -> str:
    """What goes behind the blank of a form."""
    return _named(call.bid) if call.bid else "challenge"


def fill_in(form: str, turn: tuple[Call, ...]) -> str:
    """The form of a mail with the calls written into its blanks."""
    for call in turn:
        form = re.sub(rf"^( *{re.escape(call.round.name)}: _+)$", rf"\1 {bare(call)}", form, flags=re.MULTILINE)
    return form


def _named(bid: Bid) -> str:
    singular = next(word for word, face in _FACES.items() if face == bid.face)
    return f"{bid.count} {_PLURALS[bid.face] if bid.count != 1 else singular.casefold()}"
