"""Finds the person that somebody means by a name, a pseudonym or an address."""

import re
from collections.abc import Iterable, Iterator

from processor.core.reading import nearest
from processor.core.ruling import Refusal
from processor.core.text import folded
from processor.core.wording import listed
from processor.desk.files import find
from processor.desk.house import House, Sitting
from processor.mail.address import canonical, looks_dangerous, same_person
from processor.store import matches, roster
from processor.store.roster import Player

_OFFICIAL = frozenset({"gm", "thegm", "gamemaster", "thegamemaster", "gamesmaster", "referee", "thereferee"})
_WORDS = re.compile(r"\w+")
_TELLING = 4
"""A part of a name with more letters tells whose it is, wherever it stands."""


def person(sitting: Sitting, words: str, code: str | None = None) -> Player | Refusal:
    """The player of that name or address. Part of a name is enough.

    Who sits at the table of the match comes before all others. Who only wrote to us once and has neither confirmed an
    address nor a seat anywhere is known by the address alone: anybody may call themselves what they like.
    """
    by_address = roster.by_address(sitting.store, words) if "@" in words else None
    if by_address is not None:
        return by_address
    at_table, everybody = _at_the_table(sitting, code), roster.everybody(sitting.store)
    known = [(each.name, each) for each in everybody if _is_known(sitting, each)]
    meant = _called(words, at_table) or _with_part(words, at_table) or _called(words, known) | _with_part(words, known)
    if len(meant) == 1:
        return next(iter(meant.values()))
    if meant:
        return Refusal("which-person", {"name": words, "addresses": _listed(meant.values())})
    near = nearest(words, (name for name, _ in (*at_table, *known)))
    right = next((name for name, _ in (*at_table, *known) if name.casefold() == near), None)
    if right:
        return Refusal("person-near", {"name": words, "near": right})
    strangers = _called(words, [(each.name, each) for each in everybody])
    if strangers:
        return Refusal("person-unconfirmed", {"name": words, "addresses": _listed(strangers.values())})
    file = find(sitting, code) if code else None
    there = listed([seat.name for seat in file.match.seats.values()]) if file else ""
    label = "no-person-there" if there else "no-person"
    return Refusal(label, {"name": words, "code": code, "names": there})


def somebody_at(sitting: Sitting, code: str) -> str | None:
    """What the first of those is called there who sit at a match."""
    file = find(sitting, code)
    return file.match.seats[min(file.match.seats)].name if file and file.match.seats else None


def _is_known(sitting: Sitting, player: Player) -> bool:
    return player.confirmed or bool(matches.matches_of(sitting.store, player.id))


def _called(words: str, known: Iterable[tuple[str, Player]]) -> dict[int, Player]:
    """Those whose whole name that is."""
    return {player.id: player for name, player in known if folded(name) == folded(words)}


def _with_part(words: str, known: Iterable[tuple[str, Player]]) -> dict[int, Player]:
    """Those of whose name that is a part."""
    return {player.id: player for name, player in known if folded(words) in map(folded, name.split())}


def wrong_with(sitting: Sitting, address: str) -> str | None:
    """The phrase that says why nobody can get mail at an address, if that is so."""
    wrong = (
        ("move-not-ascii", not address.isascii()),
        ("move-unusable", looks_dangerous(address)),
        ("move-ours", same_person(address, sitting.desk.house.address)),
    )
    return next((label for label, holds in wrong if holds), None)


def known_or_new(sitting: Sitting, address: str) -> Player | Refusal:
    """The player of that address, who is entered on the roster if we have never heard of them."""
    address = canonical(address) if address.isascii() else address
    if (wrong := wrong_with(sitting, address)) is not None:
        return Refusal(f"{wrong}-there", {"address": address})
    known = roster.by_address(sitting.store, address)
    name = address.partition("@")[0].replace(".", " ").title()
    return known or roster.add_player(sitting.store, address, name, sitting.desk.house.zone)


def official_names(house: House) -> frozenset[str]:
    """Names, as they are compared, that only the GM bears: what stands under them is taken for the GM's word."""
    return _OFFICIAL | {folded(house.name), folded(house.gm_name)}


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
    """What those who sit at a match are called: there, which may be a pseudonym, and by their own names."""
    file = find(sitting, code) if code else None
    if file is None:
        return []
    seated = roster.seated(sitting.store, file.match.code)
    there = [(seat.name, seated[number]) for number, seat in file.match.seats.items() if number in seated]
    return [*there, *((player.name, player) for player in seated.values())]


def _listed(players: Iterable[Player]) -> str:
    return ", ".join(player.address for player in players)
