"""Dice that the GM throws by hand: "Ann inning 1: 5 5 3 3 1; 3 4 6; 1 2 4; 1 5; 3; 2"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from processor.core.game import Seat
from processor.core.orders import Complaint
from processor.core.text import DICE_CHARACTERS, folded, normalise
from processor.games.dropdead.casting import DICE, FACES, Cast, inning_name
from processor.games.dropdead.orders import WORDS

_INNING = re.compile(r"(?P<name>.+?)[,:]? inning (?P<inning>[1-9][0-9]{0,3})\s*[:=](?P<faces>.*)", re.IGNORECASE)
_FACE_NAMES = {
    **{str(face): face for face in FACES},
    **{character: face for face, character in enumerate(DICE_CHARACTERS, start=1)},
}


@dataclass(frozen=True)
class _Given:
    """An inning as the GM gave it: whose it is, its number, and the words of each cast."""

    name: str
    inning: int
    casts: tuple[str, ...]


def by_hand(seats: Sequence[Seat], words: str) -> Mapping[str, int] | Complaint:
    """The faces of all dice that the words name, or how to write what cannot be read.

    An inning that is not given to its end goes on with dice of the log.
    """
    faces: dict[str, int] = {}
    innings = _innings(words)
    if isinstance(innings, str):
        return WORDS.to_gm("unreadable", 1, words, text=innings)
    for given in innings:
        thrown = _thrown(seats, given)
        if isinstance(thrown, Complaint):
            return thrown
        faces |= thrown
    return faces


def _innings(words: str) -> Sequence[_Given] | str:
    """The innings that are named in these words, or the part that belongs to none."""
    innings: list[_Given] = []
    parts = [part for each in re.split(r"[;\n]", normalise(words)) if (part := each.strip(" ."))]
    for part in parts:
        match = _INNING.fullmatch(part)
        if match:
            innings.append(_Given(match["name"], int(match["inning"]), tuple(filter(None, [match["faces"].strip()]))))
        elif innings and not any(letter.isalpha() for letter in part):
            last = innings.pop()
            innings.append(_Given(last.name, last.inning, (*last.casts, part)))
        else:
            return part
    return innings or words


def _thrown(seats: Sequence[Seat], given: _Given) -> Mapping[str, int] | Complaint:
    """The dice of one inning by their names."""
    seat = next((seat for seat in seats if folded(seat.name) == folded(given.name)), None)
    if seat is None:
        names = ", ".join(each.name for each in seats)
        return WORDS.to_gm("unknown-name", 1, given.name, name=given.name, names=names)
    faces: dict[str, int] = {}
    left = DICE
    for number, words in enumerate(given.casts, start=1):
        cast = _cast(given, number, words, left)
        if isinstance(cast, Complaint):
            return cast
        name = f"{inning_name(given.inning, seat.number)}/cast/{number}"
        faces |= {f"{name}/die/{at}": face for at, face in enumerate(cast.faces, start=1)}
        left = cast.left
    return faces or WORDS.to_gm("unreadable", 1, given.name, text=f"{given.name} inning {given.inning}:")


def _cast(given: _Given, number: int, words: str, expected: int) -> Cast | Complaint:
    """The dice of one cast, of which there must be as many as are alive."""
    signs = [sign for sign in words if sign not in " ,+-"]
    if strange := [sign for sign in signs if sign not in _FACE_NAMES]:
        return WORDS.to_gm("no-such-die", 1, words, die=strange[0])
    facts = {"name": given.name, "inning": given.inning, "faces": words}
    if not expected:
        return WORDS.to_gm("all-dead", 1, words, **facts, cast=number - 1)
    if len(signs) != expected:
        return WORDS.to_gm("wrong-number", 1, words, **facts, cast=number, expected=expected, given=len(signs))
    return Cast(tuple(_FACE_NAMES[sign] for sign in signs))
