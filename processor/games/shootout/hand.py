"""Dice that the GM throws by hand: "turn 3 Ann: 14"."""

import re
from collections.abc import Mapping, Sequence

from processor.core.game import Seat
from processor.core.orders import Complaint
from processor.games.shootout.names import named
from processor.games.shootout.orders import SIDES, WORDS

_DIE = re.compile(r"turn (?P<turn>[0-9]{1,4})[:,]? (?P<name>\S.*?)\s*[:=]\s*(?P<face>[0-9]{1,4})", re.IGNORECASE)


def by_hand(seats: Sequence[Seat], words: str) -> Mapping[str, int] | Complaint:
    """The faces of all dice that the words name, or how to write what cannot be read."""
    faces: dict[str, int] = {}
    for part in filter(None, (each.strip(" .") for each in re.split(r"[;\n]", words))):
        die = _DIE.fullmatch(part)
        if die is None:
            return WORDS.to_gm("unreadable", 1, part, text=part)
        seat = named(seats, die["name"])
        if seat is None:
            names = ", ".join(each.name for each in seats)
            return WORDS.to_gm("unknown-name", 1, part, name=die["name"], names=names)
        if int(die["face"]) not in range(1, SIDES + 1):
            return WORDS.to_gm("no-such-face", 1, part, face=die["face"], sides=SIDES)
        faces[f"shootout/turn/{int(die['turn'])}/seat/{seat}/die"] = int(die["face"])
    return faces or WORDS.to_gm("unreadable", 1, words, text=words)
