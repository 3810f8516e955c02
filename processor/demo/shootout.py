"""How a robot plays Shootout: it shoots at whoever shoots best, and votes out whoever keeps all waiting."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_CHOOSING = "answer this mail with a line like this:\n\n    accuracy "
_TO_SHOOT = "IT IS YOUR TURN TO SHOOT"
_TURN = re.compile(r"^Turn (\d+) closes:$", re.MULTILINE)
_TARGETS = re.compile(r"with the name of whoever you shoot at: (.+?)\. The house")
_PLAYER = re.compile(r"^  [> ] ?\d+ (\S.*?) +(\d+) +\d+ +\d+", re.MULTILINE)
_VOTE = re.compile(r"^    vote kick (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Turn:
    """What a mail asks its reader to do in a turn: to choose an accuracy, to shoot, or to vote."""

    number: int
    chooses: bool
    target: str | None
    late: tuple[str, ...]


def read(text: str) -> Turn | None:
    """The turn that a mail tells of, or ``None`` if it asks its reader for nothing."""
    number = _TURN.search(text)
    if number is None:
        return None
    target = _dangerous(text) if _TO_SHOOT in text else None
    turn = Turn(int(number[1]), _CHOOSING in text, target, tuple(_VOTE.findall(text)))
    return turn if turn.chooses or turn.target or turn.late else None


def _dangerous(text: str) -> str | None:
    """Of those who can be shot at, the one who shoots best."""
    accuracy = {name: int(number) for name, number in _PLAYER.findall(text)}
    found = _TARGETS.search(" ".join(text.split()))
    return max(found[1].split(", "), key=lambda name: accuracy.get(name, 0)) if found else None


# --- Spelling ---------------------------------------------------------------------------------------------

Spelling = Callable[[str], str]

by_the_book: Spelling = "Shooting {}: DICE20".format
plainly: Spelling = "I shoot at {}".format
loudly: Spelling = "FIRE AT {}!".format
shortly: Spelling = "shoot {}".format
