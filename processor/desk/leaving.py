"""Asks a player who would leave a running match whether that is meant, and lets those go who say so.

A slip of the pen must not cost a seat. A question holds for the match and the turn in which it was asked.
"""

from processor.core.match import Match, Phase
from processor.desk import conduct
from processor.desk.answer import Outcome, declined, leaving, told
from processor.desk.files import find
from processor.desk.house import File, Sitting
from processor.desk.seating import leave
from processor.mail.write import said_in
from processor.store import matches, outbox, tokens
from processor.store.roster import Player
from processor.store.tokens import TokenRecord


def ask(sitting: Sitting, player: Player, file: File, seat: int) -> Outcome:
    """Ask whether the player means to leave a running match, and tell what that comes to."""
    match = file.match
    if seat in match.resigned:
        return told("resigned", code=match.code)
    if sitting.letter is not None:
        question = _question(sitting, player, match, sitting.letter)
        _issue(sitting, question, player, match.code, sitting.letter)
    label = "leave-asked" if match.is_timed else "leave-asked-untimed"
    return told(label, code=match.code, unit=match.game.unit, turn=match.turn, what=leaving(match, seat))


def word_for(sitting: Sitting, player: Player, letter: int, match: str | None) -> str | None:
    """The word that an answer to our receipt bears if the letter made us ask: it tells which question is meant."""
    if not _asked(sitting, player, letter):
        return None
    word = sitting.desk.token("leave", player.id, letter)
    _issue(sitting, word, player, match, letter)
    return word


def letter_asked_about(player: Player, given: tuple[TokenRecord, ...]) -> int | None:
    """The letter after which we asked the player who answers with these words, if we did."""
    return next((each.letter for each in given if each.kind == "leave" and each.player == player.id), None)


def let_go(sitting: Sitting, player: Player, letter: int) -> Outcome:
    """The player means it: they leave what that letter was about, unless a turn has closed there since we asked."""
    asked = _asked(sitting, player, letter)
    return sum((_gone(sitting, player, file) for file in asked), Outcome()) if asked else told("leave-asked-before")


def point_to_question(sitting: Sitting, player: Player) -> Outcome:
    """Where to say that leaving is meant, for a player who says so, but not in an answer to a question that waits."""
    words = (each for each in tokens.live_tokens(sitting.store, player.id) if each.kind == "leave")
    letters = {each.letter for each in words if each.letter is not None}
    waiting = [each for each in sorted(letters) if any(_stays(player, file) for file in _asked(sitting, player, each))]
    asked = [
        mail.id for letter in waiting for mail in outbox.answers_to(sitting.store, letter) if mail.kind == "receipt"
    ]
    mail = outbox.draft(sitting.store, asked[-1]) if asked else None
    return told("confirm-elsewhere", subject=said_in(mail.mime, "Subject")) if mail else Outcome()


def _stays(player: Player, file: File) -> bool:
    """Whether the player still has a seat there and has not left it."""
    seat = file.match.seat_of(player.id)
    return seat is not None and seat not in file.match.resigned


def _gone(sitting: Sitting, player: Player, file: File) -> Outcome:
    seat = file.match.seat_of(player.id)
    if seat is None or seat in file.match.resigned:
        return told("resigned", code=file.match.code)
    refused = leave(sitting, file, seat)
    if refused:
        return declined(refused)
    gone = (find(sitting, file.match.code) or file).match
    what, points = leaving(gone, seat), conduct.marks(sitting, player)
    outcome = told("resigned-now", code=gone.code, what=what)
    return outcome + told("on-the-record", points=points) if points else outcome


def _asked(sitting: Sitting, player: Player, letter: int) -> list[File]:
    """The matches of which a letter made us ask, as far as they are still in the turn of then."""
    found = [find(sitting, record.code) for record in matches.matches_of(sitting.store, player.id)]
    running = [file for file in found if file and file.match.phase is Phase.RUNNING]
    records = [(file, tokens.token(sitting.store, _question(sitting, player, file.match, letter))) for file in running]
    return [file for file, record in records if record and record.alive]


def _question(sitting: Sitting, player: Player, match: Match, letter: int) -> str:
    return sitting.desk.token("leave", player.id, letter, match.code, match.turn)


def _issue(sitting: Sitting, token: str, player: Player, match: str | None, letter: int) -> None:
    if tokens.token(sitting.store, token) is None:  # a letter may say the same thing twice
        tokens.issue_token(sitting.store, token, kind="leave", player=player.id, match=match, letter=letter)
