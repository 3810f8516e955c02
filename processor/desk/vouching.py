"""Has the signatures of domains checked before letters are opened: while the DNS is asked, others can write."""

from collections.abc import Iterator
from dataclasses import dataclass

from processor.desk.house import Desk
from processor.mail.read import read
from processor.mail.route import domain_to_check, signs
from processor.store import inbox, roster, tokens
from processor.store.database import Store
from processor.store.inbox import Letter as Kept


@dataclass(frozen=True)
class Vouched:
    """Of which letters the signatures were looked at, and which of them their writer's domain has signed."""

    seen: frozenset[int]
    signed: frozenset[int]


def look_ahead(desk: Desk, most: int) -> Vouched | None:
    """Look at the letters that are opened next, outside of any transaction. None where the house checks no signatures.

    Only a letter that seems to be a player's, and is not proved already by a reply token, is worth a question.
    """
    if desk.are_signed is None:
        return None
    with desk.database.reading() as store:
        letters = inbox.waiting(store, most)
        claims = {letter.id: claim for letter in letters for claim in _claims(desk, store, letter)}
    held = desk.are_signed(list(claims.values())) if claims else ()
    signed = frozenset(number for number, holds in zip(claims, held, strict=True) if holds)
    return Vouched(frozenset(letter.id for letter in letters), signed)


def _claims(desk: Desk, store: Store, waiting: Kept) -> Iterator[tuple[str, bytes]]:
    letter = read(waiting.raw)
    player = roster.by_address(store, letter.sender) if letter.sender else None
    domain = domain_to_check(letter, desk.house.address)
    if player is None or domain is None:
        return
    given = [tokens.token(store, each) for each in signs(letter).tokens]
    if not any(each and each.alive and each.player == player.id for each in given):
        yield domain, waiting.raw
