"""Money in whole pence: it only ever moves from one account to another, so all accounts together are always nought.

A game names the accounts as it sees them: ``seat/3`` is the account of the player in that seat, ``match`` the pot.
The house knows besides ``treasury``, through which money comes in and goes out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_POUNDS = r"£|€|\$|gbp|eur|euros?|pounds?|quid"
_SUM = re.compile(
    rf"(?P<pence>\d+)(?:p|pence|pennies|c|cents?)"
    rf"|(?:{_POUNDS})?(?P<whole>\d+|\d{{1,3}}(?:,\d{{3}})+(?=\.))(?:\.(?P<part>\d\d?))?(?:{_POUNDS})?",
    re.ASCII,
)
_LONGEST_SUM = 16

MATCH = "match"
TREASURY = "treasury"


@dataclass(frozen=True)
class Movement:
    """So many pence, more than none, from one account to another; ``why`` is a code such as ``fee`` or ``prize``."""

    payer: str
    payee: str
    pence: int
    why: str

    def __post_init__(self) -> None:
        if self.pence <= 0 or self.payer == self.payee:
            raise ValueError(f"{self.pence} pence cannot go from {self.payer} to {self.payee}")


def seat_account(seat: int) -> str:
    """The account of the player in that seat."""
    return f"seat/{seat}"


def share(pence: int, heads: int) -> tuple[int, ...]:
    """Equal parts of a sum; pence that do not divide go to the first ones, one each."""
    each, odd = divmod(pence, heads)
    return tuple(each + (place < odd) for place in range(heads))


def pay_out(pence: int, seats: Sequence[int], why: str) -> tuple[Movement, ...]:
    """The pot, shared among these seats in this order."""
    parts = zip(seats, share(pence, len(seats)), strict=True)
    return tuple(Movement(MATCH, seat_account(seat), part, why) for seat, part in parts if part)


def movements_in(events: Iterable[object]) -> tuple[Movement, ...]:
    """All money that these events move, in their order."""
    return tuple(movement for event in events for movement in getattr(event, "movements", ()))


def sums(movements: Iterable[Movement]) -> Mapping[str, int]:
    """What these movements make of each account; accounts that come out as they were are left out."""
    made: Counter[str] = Counter()
    for movement in movements:
        made[movement.payer] -= movement.pence
        made[movement.payee] += movement.pence
    return {account: pence for account, pence in sorted(made.items()) if pence}


def difference(made: Iterable[Movement], wanted: Iterable[Movement], why: str) -> tuple[Movement, ...]:
    """What has yet to move so that all accounts stand as if ``wanted`` had been moved and not ``made``."""
    have, want = sums(made), sums(wanted)
    lacking = {account: want.get(account, 0) - have.get(account, 0) for account in sorted({*have, *want})}
    moves: list[Movement] = []
    while any(lacking.values()):
        payer, payee = min(lacking, key=lacking.__getitem__), max(lacking, key=lacking.__getitem__)
        pence = min(-lacking[payer], lacking[payee])
        moves.append(Movement(payer, payee, pence, why))
        lacking[payer] += pence
        lacking[payee] -= pence
    return tuple(moves)


def in_pence(words: str) -> int | None:
    """A sum as people write it: 1, 1.00, £1, 50p. ``None`` where it is none, or another one in another country."""
    said = _SUM.fullmatch(words.casefold().replace(" ", ""))
    if said is None or len(words) > _LONGEST_SUM:
        return None
    if said["pence"]:
        return int(said["pence"])
    return int(said["whole"].replace(",", "")) * 100 + int((said["part"] or "").ljust(2, "0"))


def in_words(pence: int) -> str:
    """A sum as people write it: 1.00, -0.50."""
    sign = "-" if pence < 0 else ""
    return f"{sign}{abs(pence) // 100}.{abs(pence) % 100:02}"
