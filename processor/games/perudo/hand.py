"""Dice that the GM throws by hand: "order: Ann, Bob, Cid, Dee", "Ann 3.2: 2 4 A", "turn 4 Ann 3.2 drawn: 5"."""

import re
from collections.abc import Mapping, Sequence

from processor.core.game import Seat
from processor.core.orders import Complaint
from processor.core.text import DICE_CHARACTERS, folded
from processor.games.perudo.bids import ACE, FACES
from processor.games.perudo.orders import WORDS, dice_in_words
from processor.games.perudo.state import DICE_COUNTS

_ORDER = re.compile(r"(?:the )?order(?: of play)?\s*[:=]\s*(?P<names>.+)", re.IGNORECASE)
_DICE = re.compile(
    r"(?:turn (?P<turn>[0-9]{1,4})[:,]? )?(?P<name>.+?)[:,]? (?:round )?(?P<dice>[0-9]+)\.(?P<place>[0-9]+)"
    r"(?: (?P<what>drawn|reroll))?\s*[:=]\s*(?P<faces>.+)",
    re.IGNORECASE,
)
_FACE_NAMES = {
    **{str(face): face for face in FACES},
    "A": ACE,
    **{each: n for n, each in enumerate(DICE_CHARACTERS, 1)},
}


def by_hand(seats: Sequence[Seat], words: str) -> Mapping[str, int] | Complaint:
    """The faces of all dice that the words name, or how to write what cannot be read."""
    faces: dict[str, int] = {}
    for part in filter(None, (each.strip(" .") for each in re.split(r"[;\n]", words))):
        thrown = _part(seats, part)
        if isinstance(thrown, Complaint):
            return thrown
        faces |= thrown
    return faces or WORDS.to_gm("unreadable", 1, words, text=words)


def _part(seats: Sequence[Seat], part: str) -> Mapping[str, int] | Complaint:
    if order := _ORDER.fullmatch(part):
        return _order(seats, part, [name.strip() for name in order["names"].split(",")])
    if dice := _DICE.fullmatch(part):
        return _dice(seats, part, dice)
    return WORDS.to_gm("unreadable", 1, part, text=part)


def _order(seats: Sequence[Seat], part: str, names: Sequence[str]) -> Mapping[str, int] | Complaint:
    """The dice of the shuffle that put the seats in this order."""
    drawn: list[int] = []
    for name in names:
        seat = _seat(seats, name)
        if seat is None:
            return WORDS.to_gm("unknown-name", 1, part, name=name, names=_names(seats))
        drawn.append(seat.number)
    left = [seat.number for seat in seats]
    if sorted(drawn) != sorted(left):
        return WORDS.to_gm("order-incomplete", 1, part, names=_names(seats))
    faces: dict[str, int] = {}
    for place, number in enumerate(drawn[:-1], start=1):
        faces[f"perudo/order/place/{place}"] = left.index(number) + 1
        left.remove(number)
    return faces


def _dice(seats: Sequence[Seat], part: str, match: re.Match[str]) -> Mapping[str, int] | Complaint:
    dice, place = int(match["dice"]), int(match["place"])
    seat = _seat(seats, match["name"])
    if seat is None:
        return WORDS.to_gm("unknown-name", 1, part, name=match["name"], names=_names(seats))
    if dice not in DICE_COUNTS or not 1 <= place <= len(seats):
        return WORDS.to_gm("no-such-round", 1, part, round=f"{dice}.{place}", places=len(seats))
    faces = _faces(match["faces"])
    if isinstance(faces, str):
        return WORDS.to_gm("no-such-die", 1, part, die=faces)
    return _named(part, match, f"round/{dice}.{place}/seat/{seat.number}", dice, faces)


def _named(
    part: str, match: re.Match[str], where: str, dice: int, faces: Sequence[int]
) -> Mapping[str, int] | Complaint:
    """The faces by the names of their dice: dealt at the start, or drawn or thrown again in a turn."""
    what = (match["what"] or "").casefold()
    fits = {"": len(faces) == dice, "drawn": len(faces) == 1, "reroll": len(faces) <= dice}[what]
    if bool(what) != bool(match["turn"]):
        return WORDS.to_gm("unreadable", 1, part, text=part)
    if not fits:
        expected = "one die for a drawn bid" if what == "drawn" else dice_in_words(dice)
        facts = {"round": f"{dice}.{match['place']}", "expected": expected, "given": len(faces)}
        return WORDS.to_gm("wrong-number", 1, part, **facts)
    name = f"perudo/turn/{match['turn']}/{where}/{what}" if what else f"perudo/{where}"
    if what == "drawn":
        return {name: faces[0]}
    return {f"{name}/die/{each}": face for each, face in enumerate(faces, start=1)}


def _faces(text: str) -> tuple[int, ...] | str:
    """The faces in "2 4 A", "2,4,1" or "24A", or the sign that is none."""
    signs = [sign for sign in text.upper() if sign not in " ,"]
    strange = next((sign for sign in signs if sign not in _FACE_NAMES), None)
    return strange or tuple(_FACE_NAMES[sign] for sign in signs)


def _seat(seats: Sequence[Seat], name: str) -> Seat | None:
    return next((seat for seat in seats if folded(seat.name) == folded(name)), None)


def _names(seats: Sequence[Seat]) -> str:
    return ", ".join(seat.name for seat in seats)
