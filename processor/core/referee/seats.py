"""Who sits at the table: players come, under a name that gives nobody away, and leave."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from processor.core.events import SeatHandedOver, SeatLeft, SeatTaken
from processor.core.game import Seat
from processor.core.match import Match, Phase
from processor.core.referee.happening import closed_at_once, happen
from processor.core.ruling import Refusal, Ruling
from processor.core.text import folded

_TELLING = 3
"""So many letters of a name tell it even in the middle of a word."""

_PARTS_OF_A_NAME = re.compile(r"[\W\d_]+")


@dataclass(frozen=True)
class TakeSeat:
    """A player wants to play. ``pseudonym`` is the name they gave, ``known_as`` what nobody may learn.

    ``others`` are the names and addresses of the others at the table and of the GM, which no pseudonym may borrow.
    ``reserved`` are names, as they are compared, under which nobody plays, since they would be taken for the GM.
    """

    player: int
    name: str
    pseudonym: str | None = None
    known_as: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    reserved: frozenset[str] = frozenset()


@dataclass(frozen=True)
class LeaveSeat:
    """A player wants to stop playing. ``next_due`` is when the next turn closes if this closes the coming one."""

    seat: int
    next_due: datetime | None = None


@dataclass(frozen=True)
class HandOver:
    """Another player is to play on in a seat."""

    seat: int
    player: int


def hand_over(match: Match, handed: HandOver, seed: bytes) -> Ruling | Refusal:
    """A seat of a match in play gets another player, who must have none and who cannot revive one that was given up."""
    if match.phase is Phase.SIGN_UP:
        return Refusal("nothing-to-play-on", {"code": match.code, "name": match.seats[handed.seat].name})
    if handed.seat in match.resigned:
        return Refusal("seat-given-up", {"code": match.code, "name": match.seats[handed.seat].name})
    if match.seat_of(handed.player) is not None:
        return Refusal("has-a-seat", {"code": match.code})
    return happen(match, [SeatHandedOver(handed.seat, handed.player)], seed)


def take_seat(match: Match, wish: TakeSeat, seed: bytes) -> Ruling | Refusal:
    """A seat for a player, under the name they wish for or, where the game hides who is who, one that is drawn."""
    if (mine := match.seat_of(wish.player)) is not None:
        return Refusal("left-for-good" if mine in match.resigned else "already-in", {"code": match.code})
    seat = max(match.seats, default=0) + 1  # so that seats stay in the order of joining when one is given up
    if match.phase is Phase.RUNNING and not (match.game.admit and match.game.admit(match.state, Seat(seat, wish.name))):
        return Refusal("already-running", {"code": match.code})
    if len(match.seats) >= match.opened.most_seats:
        return Refusal("full", {"code": match.code})
    if not match.game.pseudonyms:
        return happen(match, [SeatTaken(seat, wish.player, _distinct(_own_name(wish), match))], seed)
    if wish.pseudonym is None:
        return happen(match, [_under_a_drawn_name(match, seat, wish, seed)], seed)
    return bad_pseudonym(match, wish) or happen(match, [SeatTaken(seat, wish.player, wish.pseudonym)], seed)


def leave_seat(match: Match, leaving: LeaveSeat, seed: bytes) -> Ruling | Refusal:
    """A seat is given up. With the last player a match may end."""
    return closed_at_once(happen(match, [SeatLeft(leaving.seat)], seed), leaving.next_due, seed)


def _own_name(wish: TakeSeat) -> str:
    """The player's name; one that could be taken for the GM's says that it is not."""
    return f"{wish.name} (player)" if folded(wish.name) in wish.reserved else wish.name


def _distinct(name: str, match: Match) -> str:
    """The name, with a number behind it if somebody at the table already has it."""
    taken = {folded(seat.name) for seat in match.seats.values()}
    tries = [name, *(f"{name} {number}" for number in range(2, len(taken) + 3))]
    return next(each for each in tries if folded(each) not in taken)


def _under_a_drawn_name(match: Match, seat: int, wish: TakeSeat, seed: bytes) -> SeatTaken:
    taken = {folded(each.name) for each in match.seats.values()}
    untaken = [name for name in match.game.pseudonyms if folded(name) not in taken and not _gives_away(name, wish)]
    free = [name for name in untaken if not _borrows(name, wish)] or untaken
    unsalted = replace(match.dice(seed), salt="")  # the words are not all in before play begins
    draw = unsalted.roll(f"{match.game.name}/pseudonym/player/{wish.player}", len(free))
    return SeatTaken(seat, wish.player, free[draw.face - 1], (draw,))


def bad_pseudonym(match: Match, wish: TakeSeat) -> Refusal | None:
    """Why nobody can play under the name that is wished for, if that is so."""
    pseudonym = wish.pseudonym or ""
    facts = {"code": match.code, "name": pseudonym}
    if not folded(pseudonym) or len(pseudonym) > 30:
        return Refusal("pseudonym-unusable", facts)
    if any(folded(seat.name) == folded(pseudonym) for seat in match.seats.values()):
        return Refusal("pseudonym-taken", facts)
    if _gives_away(pseudonym, wish):
        return Refusal("pseudonym-gives-away", facts)
    if _borrows(pseudonym, wish):
        return Refusal("pseudonym-borrowed", facts)
    return Refusal("pseudonym-official", facts) if folded(pseudonym) in wish.reserved else None


def _gives_away(pseudonym: str, wish: TakeSeat) -> bool:
    """Whether a pseudonym is or contains a name or an address of the player, or a part of one: "ann.archer2", "Jo"."""
    words = _words(pseudonym)
    known = {part for each in wish.known_as for part in _words(each)}
    return any(part in words if len(part) < _TELLING else part in folded(pseudonym) for part in known if len(part) > 1)


def _borrows(pseudonym: str, wish: TakeSeat) -> bool:
    """Whether a pseudonym has a word in it that is a name of somebody else here, or a part of one: "Bob the Brave"."""
    known = {part for each in wish.others for part in _words(each)}
    return any(word in known for word in _words(pseudonym) if len(word) >= _TELLING)


def _words(name: str) -> set[str]:
    """A name as a whole and its parts, as they are compared."""
    return {folded(part) for part in (name, *_PARTS_OF_A_NAME.split(name))}
