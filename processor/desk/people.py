"""Finds the person that somebody means by a name, a pseudonym or an address."""

import re
from collections.abc import Iterable, Iterator

from processor.core.reading import nearest
from processor.core.ruling import Refusal
from processor.core.text import folded
from processor.desk.files import find
from processor.desk.house import Sitting
from processor.store import roster
from processor.store.roster import Player

_WORDS = re.compile(r"\w+")
_TELLING = 4
"""A part of a name with more letters tells whose it is, wherever it stands."""


def person(sitting: Sitting, words: str, code: str | None = None) -> Player | Refusal:
    """The player of that name or address, or of that name at the table of a match. Part of a name is enough."""
    by_address = roster.by_address(sitting.store, words) if "@" in words else None
    if by_address is not None:
        return by_address
    known = [*_at_the_table(sitting, code), *((each.name, each) for each in roster.everybody(sitting.store))]
    meant = {player.id: player for name, player in known if folded(name) == folded(words)}
    meant = meant or {player.id: player for name, player in known if folded(words) in map(folded, name.split())}
    if len(meant) == 1:
        return next(iter(meant.values()))
    if meant:
        return Refusal("which-person", {"name": words, "addresses": _listed(meant.values())})
    near = nearest(words, (name for name, _ in known))
    right = next((name for name, _ in known if name.casefold() == near), None)
    return Refusal("person-near", {"name": words, "near": right}) if right else Refusal("no-person", {"name": words})


def known_or_new(sitting: Sitting, address: str) -> Player:
    """The player of that address, who is entered on the roster if we have never heard of them."""
    known = roster.by_address(sitting.store, address)
    name = address.partition("@")[0].replace(".", " ").title()
    return known or roster.add_player(sitting.store, address, name, sitting.desk.house.zone)


def name_told(text: str, player: Player) -> str | None:
    """The part of a player's name or address in a text that would tell who is meant by it."""
    said = {folded(each) for each in (*text.split(), *_WORDS.findall(text))}
    for known in _names(player):
        if folded(known) in said or (len(folded(known)) > _TELLING and folded(known) in folded(text)):
            return known
    return None


def _names(player: Player) -> Iterator[str]:
    name, address = player.name, player.address
    parts = (part for part in name.split() if name.islower() or not part.islower())  # not "van" and "der"
    yield from (each for each in (name, *parts, address, address.partition("@")[0]) if len(folded(each)) > 1)


def _at_the_table(sitting: Sitting, code: str | None) -> list[tuple[str, Player]]:
    """The names that the seats of a match have, which may be pseudonyms."""
    file = find(sitting, code) if code else None
    if file is None:
        return []
    seated = roster.seated(sitting.store, file.match.code)
    return [(seat.name, seated[number]) for number, seat in file.match.seats.items() if number in seated]


def _listed(players: Iterable[Player]) -> str:
    return ", ".join(player.address for player in players)
