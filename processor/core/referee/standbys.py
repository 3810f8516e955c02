"""Who would play and has no seat: the waiting list before the start, and the standbys while a match runs."""

from dataclasses import dataclass

from processor.core.events import StandbyListed, StandbyStruck
from processor.core.match import Match, Phase
from processor.core.referee.happening import happen
from processor.core.referee.seats import TakeSeat, bad_pseudonym
from processor.core.ruling import Refusal, Ruling


@dataclass(frozen=True)
class StandBy:
    """A player would play. Who ``waits`` gets the first seat that is free before the start, as they wished for one."""

    wish: TakeSeat
    waits: bool = False


@dataclass(frozen=True)
class StandDown:
    """A player would not play any more."""

    player: int


def stand_by(match: Match, standing: StandBy, seed: bytes) -> Ruling | Refusal:
    """A place at the end of the list, for somebody who has no seat and is not on it already in the same way."""
    wish, waits = standing.wish, standing.waits and match.phase is Phase.SIGN_UP
    if (mine := match.seat_of(wish.player)) is not None:
        return Refusal("left-for-good" if mine in match.resigned else "has-a-seat", {"code": match.code})
    listed = match.standby(wish.player)
    if listed and (listed.waits or not waits):
        return Refusal("listed-already", {"code": match.code, "place": match.place(wish.player)})
    pseudonym = wish.pseudonym if match.game.pseudonyms else None
    refused = bad_pseudonym(match, wish) if pseudonym else None
    return refused or happen(match, [StandbyListed(wish.player, waits, pseudonym)], seed)


def stand_down(match: Match, player: int, seed: bytes) -> Ruling | Refusal:
    """A place on the list is given up."""
    if match.standby(player) is None:
        return Refusal("not-listed", {"code": match.code})
    return happen(match, [StandbyStruck(player)], seed)
