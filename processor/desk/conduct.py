"""How players have behaved: what the matches they played have put on their records."""

from processor.desk.files import find
from processor.desk.house import Sitting
from processor.store import matches
from processor.store.roster import Player


def marks(sitting: Sitting, player: Player) -> int:
    """The points for bad sportsmanship on a player's record, from all matches, as their journals tell it."""
    played = [each for each in matches.matches_of(sitting.store, player.id) if sitting.desk.games[each.game].marks]
    return sum(_marks_in(sitting, record.code, player) for record in played)


def _marks_in(sitting: Sitting, code: str, player: Player) -> int:
    file = find(sitting, code)
    if file is None or file.match.state is None or file.match.game.marks is None:
        return 0
    return file.match.game.marks(file.match.state).get(file.match.seat_of(player.id) or 0, 0)
