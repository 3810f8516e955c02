"""Takes a player's dispute: a case is opened, and the GM gets one mail with everything that is needed to rule.

That mail is written when all of the letter is done, since orders may stand beside the dispute.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from processor.core.match import Match, Phase
from processor.desk import casemail
from processor.desk.answer import Outcome, told
from processor.desk.chronicle import Chronicle, chronicle
from processor.desk.files import find
from processor.desk.house import File, Sitting
from processor.desk.times import moment
from processor.mail.commands import Dispute
from processor.store import cases
from processor.store.cases import Case
from processor.store.roster import Player

LONGEST = 4_000
"""Characters of a dispute that are kept: more is no dispute but a book."""


def dispute(sitting: Sitting, player: Player, file: File, said: Dispute) -> Outcome:
    """Open a case, if the turn is one that can be disputed, and still can."""
    match = file.match
    if match.phase is Phase.SIGN_UP:
        return told("not-started", code=match.code)
    turn = said.turn if said.turn is not None else max(1, match.turn - 1)
    if not 1 <= turn <= match.turn or (turn == match.turn and match.phase is Phase.OVER):
        return told("no-such-turn", code=match.code, unit=match.game.unit, turn=turn)
    happened = chronicle(sitting, match)
    until = disputable_until(sitting, match, happened, turn)
    if until is not None and sitting.now > until:
        facts = {"code": match.code, "unit": match.game.unit, "turn": turn, "gm": sitting.desk.house.gm_name}
        return told("dispute-late", until=moment(until, player.zone), **facts)
    words = said.text.strip()[:LONGEST]
    case = cases.open_case(sitting.store, match.code, turn, player.id, sitting.letter, words, sitting.now)
    facts = {"case": case.name, "code": match.code, "unit": match.game.unit, "turn": turn}
    return replace(told("disputed", gm=sitting.desk.house.gm_name, **facts), disputes=(case,))


def mail_cases(sitting: Sitting, player: Player, opened: Iterable[Case]) -> None:
    """Mail the GM the cases that a letter of this player has opened."""
    for case in opened:
        file = find(sitting, case.match)
        happened = chronicle(sitting, file.match) if file else None
        seat = happened.seat_of(player.id) if happened else None
        if file and happened and seat is not None:
            casemail.mail_case(sitting, file, case, player, seat, happened)


def disputable_until(sitting: Sitting, match: Match, happened: Chronicle, turn: int) -> datetime | None:
    """Up to when a turn can be disputed: some days beyond the next deadline, also if the GM closed it by hand sooner.

    ``None`` while that deadline is not known, or waits for the GM.
    """
    closed, due = happened.closed(turn + 1), happened.set_for(turn + 1)
    if closed is None and match.phase is Phase.OVER:
        closed, due = happened.ended, None
    if closed is None and (match.is_held or turn + 1 != match.turn):
        due = None
    known = [each for each in (closed, due) if each is not None]
    return max(known) + sitting.desk.house.dispute_time if known else None
