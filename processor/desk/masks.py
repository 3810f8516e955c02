"""Keeps out of the GM's words to a table who is, or was, behind a pseudonym there."""

from collections.abc import Iterator

from processor.core.events import SeatHandedOver, SeatTaken
from processor.core.match import Match, Phase
from processor.desk.chronicle import Chronicle
from processor.desk.files import players
from processor.desk.house import Sitting
from processor.desk.people import name_told
from processor.store import roster
from processor.store.roster import Player


def name_behind_a_mask(sitting: Sitting, match: Match, happened: Chronicle, text: str) -> str | None:
    """The player whom a text for others names, where nobody may know before the end who plays, or has played, there."""
    if not match.game.pseudonyms or match.phase is Phase.OVER:
        return None
    told = (player.name for player in _ever_seated(sitting, match, happened) if name_told(text, player))
    return next(told, None)


def _ever_seated(sitting: Sitting, match: Match, happened: Chronicle) -> Iterator[Player]:
    """Who sits at a table, and who has sat there: a seat's pseudonym stays when somebody else takes it over."""
    now = players(sitting, match)
    yield from now.values()
    taken = [each.event.player for each in happened.entries if isinstance(each.event, SeatTaken | SeatHandedOver)]
    gone = set(taken) - {player.id for player in now.values()}
    yield from filter(None, (roster.by_id(sitting.store, each) for each in sorted(gone)))
