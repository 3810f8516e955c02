"""Looks into texts that a writer has for others, such as press and announcements, for what was perhaps meant for us.

Such a text goes to many and cannot be called back, and an order in it would be lost. So where it may hold one, the
writer is asked.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import shorten

from processor.core.match import Phase
from processor.core.orders import Line
from processor.core.ruling import Refusal
from processor.core.text import lines
from processor.desk.answer import Outcome, told
from processor.desk.files import find
from processor.desk.house import Sitting
from processor.desk.ordering import would_count
from processor.desk.people import person
from processor.mail import commands
from processor.mail.parse import Parsed
from processor.mail.saying import CODE
from processor.store import matches
from processor.store.roster import Player

_QUOTED = 60
_HEAD = re.compile(rf"^\W*{CODE}\W*", re.IGNORECASE)


def where_they_end(parsed: Parsed) -> Outcome:
    """A word on each text that ended above a line which was another word."""
    return sum((told("text-ends-above", words=shorten(line.text, _QUOTED)) for line in parsed.ended), Outcome())


def ended_by_talk(sitting: Sitting, parsed: Parsed, outside: str | None = None) -> Outcome | None:
    """A question, where what ended a text is said of nobody whom we know: "Tell me: who will win?"."""
    ended = {line.number: line.text for line in parsed.ended}
    for block in parsed.blocks:
        for said in block.commands:
            if said.line in ended and isinstance(said, commands.Tell | commands.ActFor):
                found = person(sitting, said.person, said.match or block.match or outside)
                if isinstance(found, Refusal) and found.reason == "no-person":
                    return told("text-or-word", words=ended[said.line], name=said.person)
    return None


def holds_order(sitting: Sitting, player: Player | None, said: commands.Command, here: str | None) -> Outcome | None:
    """A question, where a text for others holds what reads as an order in a match that its writer plays or runs.

    ``here`` is the match that it is about. Orders in press for that match are looked for where the press is taken.
    """
    if not isinstance(said, commands.Press | commands.Announce | commands.Tell):
        return None
    is_press = isinstance(said, commands.Press)
    found = _order(sitting, player, _rows(said.text)[not is_press :], besides=here if is_press else None)
    return told("text-is-order", text=said.opens[0], words=found[0], code=found[1]) if found else None


def order_in_dispute(sitting: Sitting, player: Player, said: commands.Command) -> Outcome:
    """A word on an order below a dispute: it may be quoted there, so that the dispute is opened all the same."""
    found = _order(sitting, player, _rows(said.text)[1:]) if isinstance(said, commands.Dispute) else None
    return told("dispute-holds-order", words=found[0], code=found[1]) if found else Outcome()


def _rows(text: str) -> tuple[Line, ...]:
    """The rows of a text, without the code of a match before them."""
    return tuple(replace(row, text=_HEAD.sub("", row.text)) for row in lines(text))


def _order(
    sitting: Sitting, player: Player | None, rows: Sequence[Line], besides: str | None = None
) -> tuple[str, str] | None:
    """The first row that is an order of the player's, or news that only the GM can tell; and the match it is for."""
    number, code = next(_orders(sitting, player, rows, besides), (0, ""))
    return next(((row.text, code) for row in rows if row.number == number), None)


def _orders(
    sitting: Sitting, player: Player | None, rows: Sequence[Line], besides: str | None
) -> Iterator[tuple[int, str]]:
    """The first such row of each match."""
    for record in matches.matches_of(sitting.store, player.id) if player else ():
        written = sitting.desk.games[record.game].read(rows).written
        file = find(sitting, record.code) if written and record.code != besides else None
        seat = file.match.seat_of(player.id) if file and player else None
        if file and seat is not None and file.match.phase is Phase.RUNNING and would_count(file.match, seat, written):
            yield min(each.line for each in written), record.code
    if player is None or player.role == "gm":
        for record in matches.all(sitting.store, Phase.RUNNING):
            read_gm = sitting.desk.games[record.game].read_gm
            if read_gm and (news := read_gm(rows).written):
                yield min(each.line for each in news), record.code
