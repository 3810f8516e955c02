"""Sends the GM the letters of a dispute as they came, as far as they are about its match and no secret is in them.

The mail about a case encloses the letters that seem to matter; these are all that its player sent about the turn.
"""

from collections.abc import Iterator

from processor.core.match import Match, Phase
from processor.desk.answer import Outcome, titled, told
from processor.desk.casemail import send_to_gms
from processor.desk.chronicle import Chronicle, chronicle
from processor.desk.enclosing import enclose
from processor.desk.evidence import letters_for
from processor.desk.excerpts import testimony
from processor.desk.files import find
from processor.desk.house import Sitting
from processor.desk.times import moment
from processor.mail.write import compose
from processor.store import cases, roster
from processor.store.cases import Case
from processor.store.inbox import Envelope
from processor.store.roster import Player

_MOST = 20
"""Letters that go in one mail: the last ones."""


def send_letters(sitting: Sitting, number: int) -> Outcome:
    """Mail every GM the letters of a case, unless the players were promised that they stay closed."""
    case = cases.find(sitting.store, number)
    file = find(sitting, case.match) if case else None
    player = roster.by_id(sitting.store, case.player) if case else None
    if case is None or file is None or player is None:
        return told("no-case", case=f"D-{number}")
    match = file.match
    facts = {"case": case.name, "code": match.code, "unit": match.game.unit, "turn": case.turn}
    if _are_secret(match, case):
        return told("letters-secret", **facts)
    found = _letters(sitting, case, player, chronicle(sitting, match))
    said = [(each, testimony(sitting, match, player, each)) for each in found]
    shown = [(each, words) for each, words in said if words and words.concerns][-_MOST:]
    if not shown:
        return told("no-letters", name=player.name, **facts)
    zone = sitting.desk.house.zone
    enclosures = enclose(case, [(each.id, words.raw) for each, words in shown])
    rows = [(each.id, moment(each.arrived, zone), words.is_whole) for each, words in shown]
    mail = compose(
        "case_letters", player=player, title=titled(match), letters=rows, left_out=enclosures.left_out, **facts
    )
    cause = sitting.letter or sitting.now.isoformat()
    send_to_gms(sitting, "case-letters", case, mail, cause, enclosed=enclosures.enclosed)
    return told("letters-sent", number=len(shown), **facts)


def _are_secret(match: Match, case: Case) -> bool:
    """Whether the GM may not know yet who has sent what: where the game shows the GM orders without their writers."""
    is_open = match.phase is Phase.SIGN_UP or (match.phase is Phase.RUNNING and case.turn >= match.turn)
    return match.game.look_over is not None and is_open


def _letters(sitting: Sitting, case: Case, player: Player, happened: Chronicle) -> Iterator[Envelope]:
    """What the player sent about the turn, and the dispute itself; what nobody has proved stays closed."""
    for each in letters_for(sitting, case, player, happened):
        if each.player == player.id and each.status != "held" and each.proof != "denied":
            yield each
