"""The pages of a game as one reader may see them, and in what the page on the position is another one than before.

All of it is made of views of that reader, so it can tell nothing that they may not know.
"""

from collections.abc import Iterator

from processor.core.match import Match, Phase
from processor.desk.pagechanges import Change, changes
from processor.mail.write import phrase, render


def page(match: Match, seat: int | None, name: str) -> str:
    """A page of the game, for a seat or for somebody without one."""
    return render(f"{match.game.name}/{name}.j2", view=match.game.view(match.state, seat)).strip()


def where_it_stands(match: Match, seat: int | None) -> str:
    """Where a match stands; of one that is over, how it ended."""
    return page(match, seat, "results" if match.phase is Phase.OVER else "position")


def what_moved(before: Match, after: Match, seat: int | None) -> Iterator[Change]:
    """What reads otherwise in where a match stands."""
    was, now = (where_it_stands(match, seat) for match in (before, after))
    return changes(phrase("as-it-stands"), was, now, names(after))


def names(match: Match) -> tuple[str, ...]:
    """Who sits at the table."""
    return tuple(seat.name for seat in match.seats.values())
