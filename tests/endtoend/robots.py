"""Players who know nothing but the mails they got: what these tell must be enough to play."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# --- Postal Perudo ----------------------------------------------------------------------------------------

_CALL_DUE = re.compile(r"  (?P<round>\d\.\d) .*?(?:(?P<number>\d+) (?P<face>[A-Za-z]+), .+|no bid yet: .+)")
_MOST = 4

FACES = {
    "twos": 2,
    "threes": 3,
    "fours": 4,
    "fives": 5,
    "sixes": 6,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True)
class Call:
    """What is to be said in one round: so many of a face, or a challenge where there is no face."""

    round: str
    number: int = 0
    face: str = ""


def calls(text: str) -> list[Call]:
    """The calls of a player who reads this mail: a little more than the last bid, and a challenge beyond four."""
    _, _, due = text.partition("YOUR CALLS FOR TURN")
    due, _, _ = due.partition("ORDER OF PLAY")
    found = [each for line in due.splitlines() if (each := _CALL_DUE.fullmatch(line))]
    return [_call(each["round"], each["number"], each["face"]) for each in found]


def _call(round_: str, number: str | None, face: str | None) -> Call:
    if number is None or face is None:
        return Call(round_, 2, "fives")
    more = int(number) + 1 if face in FACES else 2 * int(number) + 1  # an Ace counts double
    return Call(round_, more, face if face in FACES else "fives") if more <= _MOST else Call(round_)


def plainly(call: Call) -> str:
    return f"{call.round}: {call.number} {call.face}" if call.face else f"{call.round}: challenge"


def in_words(call: Call) -> str:
    return (
        f"Round {call.round} - {NUMBERS[call.number]} {call.face}" if call.face else f"Round {call.round} - I doubt it"
    )


def in_figures(call: Call) -> str:
    return f"* {call.round}. {call.number} x {FACES[call.face]}'s" if call.face else f"* {call.round}. DUDO!"


def loudly(call: Call) -> str:
    words = f"AT LEAST {call.number} {call.face.upper()}" if call.face else "LIAR"
    return f"IN {call.round}: {words}"


def with_dashes(call: Call) -> str:
    return f"{call.round} \u2014 {call.number} {call.face}" if call.face else f"{call.round} \u2014 challenge"


def letter(text: str, spelling: Callable[[Call], str]) -> str:
    """A letter of calls in answer to this mail."""
    return "\n".join(spelling(call) for call in calls(text))


# --- Choice + ---------------------------------------------------------------------------------------------

_ROLL = re.compile(r"  Turn (\d+) +((?:[1-6]  ){4}[1-6])(?:   .*)?")
_OLDER = re.compile(r"  (?:To do|     )     turn (\d+), still open: ((?:[1-6] ){4}[1-6])")
LAST, MOST_NUMBERS = 8, 3


@dataclass(frozen=True)
class Split:
    """How five dice are split: two pairs and a reject, or no reject on a free ride."""

    turn: int
    pairs: tuple[int, int, int, int]
    reject: int | None


def splits(*texts: str) -> list[Split]:
    """The splits of a player who reads these mails, and who rejects the same numbers again and again."""
    pages = [text.rpartition("THE DICE OF ISSUE")[2] for text in texts]
    rejects = _rejects_in(pages[-1])
    made: list[Split] = []
    for turn, dice in sorted(roll for page in pages for roll in _rolls_in(page)):
        if LAST not in rejects.values():
            made.append(_split(turn, dice, list(rejects)))
            rejects.update([made[-1].reject] if made[-1].reject else [])
    return made


def _rejects_in(page: str) -> Counter[int]:
    lines = [line for line in page.splitlines() if line.startswith("  Rejects ")]
    found = [each for line in lines[-1:] for each in re.findall(r"(\d) \((\d+)x\)", line)]
    return Counter({int(number): int(times) for number, times in found})


def _rolls_in(page: str) -> Iterator[tuple[int, list[int]]]:
    for line in page.splitlines():
        found = _ROLL.fullmatch(line) or _OLDER.fullmatch(line)
        if found:
            yield int(found[1]), [int(die) for die in found[2].split()]


def _split(turn: int, dice: list[int], rejected: list[int]) -> Split:
    fresh = dice[0] if len(rejected) < MOST_NUMBERS else None
    reject = next((die for die in rejected if die in dice), fresh)
    left = list(dice)
    left.remove(dice[-1] if reject is None else reject)
    a, b, c, d = left
    return Split(turn, (a, b, c, d), reject)


def tidily(split: Split) -> str:
    a, b, c, d = split.pairs
    return f"turn {split.turn}: {a}+{b}={a + b}, {c}+{d}={c + d}, {_reject(split, 'reject')}"


def briefly(split: Split) -> str:
    a, b, c, d = split.pairs
    return f"T{split.turn} {a}{b}/{c}{d} {_reject(split, 'rej')}"


def wordily(split: Split) -> str:
    a, b, c, d = split.pairs
    return f"On turn {split.turn} I take {a} and {b}, {c} and {d}, {_reject(split, 'throw out')}."


def _reject(split: Split, word: str) -> str:
    return f"{word} {split.reject}" if split.reject else "no reject"
