"""Does what the GM says, by mail or at the command line, and answers what changed and how to take it back."""

from typing import assert_never

from processor.core import referee
from processor.core.events import rolls_in
from processor.core.match import Phase
from processor.core.ruling import Refusal
from processor.desk import opening, press, table, timing
from processor.desk.answer import Outcome, Section, declined, told
from processor.desk.chronicle import chronicle
from processor.desk.drafts import send
from processor.desk.exporting import as_json, whole
from processor.desk.files import decide, find, no_such_match, players
from processor.desk.house import File, Sitting
from processor.desk.journals import log
from processor.desk.masks import name_behind_a_mask
from processor.desk.pages import public_results
from processor.desk.proof import rolls
from processor.desk.times import deadline_words
from processor.desk.turns import begin, close_match, close_turn, next_due
from processor.mail import commands
from processor.mail.write import compose, phrase
from processor.store import roster


def obey(sitting: Sitting, command: commands.MatchCommand, code: str | None) -> Outcome:
    """Carry out one command of the GM about a match. ``code`` names the match it is for, if that is known."""
    if isinstance(command, commands.New):
        return opening.open_match(sitting, command)
    if isinstance(command, commands.GoAhead) and command.match is None:
        return timing.go_ahead_everywhere(sitting)
    if isinstance(command, commands.Tell) and code is None:
        return table.tell_one(sitting, command, None)
    file = find(sitting, code) if code else None
    if file is None:
        return declined(no_such_match(sitting, code)) if code else told("no-match-there")
    if isinstance(command, commands.TimeCommand):
        return timing.obey(sitting, command, file)
    if isinstance(command, commands.PeopleCommand):
        return table.obey(sitting, command, file)
    match command:
        case commands.Start():
            return _start(sitting, file)
        case commands.Run(turn=turn):
            return _run(sitting, file, turn)
        case commands.Preview(turn=turn):
            return _preview(sitting, file, turn)
        case commands.Log():
            return Outcome(sections=(log(sitting, file, file.match.opened.zone),))
        case commands.Export():
            return _export(sitting, file)
        case commands.GiveDice(words=words):
            return _give_dice(sitting, file, words)
        case commands.Announce(line=line, text=text):
            return _announce(sitting, file, line, text)
        case commands.StrikePress(piece=number):
            return press.strike(sitting, file, number)
        case commands.Close():
            return _close(sitting, file)
        case _:
            assert_never(command)


def tell(sitting: Sitting, template: str, *cause: object, **facts: object) -> None:
    """Mail something to every GM."""
    for gm in roster.everybody(sitting.store, "gm"):
        send(sitting, template, gm, compose(template, house=sitting.desk.house.name, **facts), *cause, gm.id)


# --- Running it -------------------------------------------------------------------------------------------


def _start(sitting: Sitting, file: File) -> Outcome:
    begun = begin(sitting, file)
    if isinstance(begun, Refusal):
        return declined(begun)
    match = begun.match
    facts = {"code": match.code, "seated": len(match.seats), "unit": match.game.unit, "turn": match.turn}
    if match.due is None:
        return told("started-without-deadline" if match.is_timed else "started-untimed", **facts)
    return told("started", due=deadline_words(match.due, match.opened.zone, sitting.now), **facts)


def _run(sitting: Sitting, file: File, turn: int) -> Outcome:
    match = file.match
    if match.phase is Phase.SIGN_UP:  # else "turn 0" would end the sign-up
        return told("not-begun", code=match.code)
    closed = close_turn(sitting, match.code, turn)
    return declined(closed) if closed else told("ran", code=match.code, unit=match.game.unit, turn=turn)


def _close(sitting: Sitting, file: File) -> Outcome:
    code, readers = file.match.code, len(players(sitting, file.match))
    refused = close_match(sitting, file)
    if refused:
        return declined(refused)
    return (
        told("called-off", code=code, readers=readers)
        if file.match.phase is Phase.SIGN_UP
        else told("closed", code=code)
    )


def _preview(sitting: Sitting, file: File, turn: int) -> Outcome:
    """What the turn would come to if it were run now, with the very dice that it would be run with.

    Of all that only the names of these dice are kept: whoever has seen them cannot throw others by hand.
    """
    match = file.match
    made = referee.would_close(match, turn, next_due(match, match.due, sitting.now), file.seed)
    if isinstance(made, Refusal):
        return declined(made)
    noted = decide(sitting, file, referee.NotePreview(rolls_in(made.events)))
    shown = told("preview-dice", code=match.code) if not isinstance(noted, Refusal) and noted[1].events else Outcome()
    facts = {"code": match.code, "unit": match.game.unit, "turn": turn}
    missing = ", ".join(match.seats[seat].name for seat in match.missing())
    first = told("preview-missing", names=missing, **facts) if missing else Outcome()
    section = Section(phrase("preview-title", facts), public_results(made.match))
    label = "preview-paused" if match.life.hold and match.life.hold.why == "pause" else "preview"
    return told(label, **facts) + first + shown + Outcome(sections=(section,))


def _export(sitting: Sitting, file: File) -> Outcome:
    """Everything about a match to every GM, as an attachment."""
    match = file.match
    attached = ((f"{match.code}.json", as_json(whole(sitting, file))),)
    for gm in roster.everybody(sitting.store, "gm"):
        mail = compose("exported", code=match.code, title=match.opened.title, reader=gm.name)
        cause = sitting.letter if sitting.letter is not None else sitting.now.isoformat()
        send(sitting, "exported", gm, mail, match.code, cause, attachments=attached)
    return told("exported", code=match.code)


def _give_dice(sitting: Sitting, file: File, words: str) -> Outcome:
    fallen = frozenset(roll.name for roll in rolls(sitting, file))
    made = decide(sitting, file, referee.GiveDice(words, fallen))
    refused = _refused(made if isinstance(made, Refusal) else None)
    return refused or told("dice-given", code=file.match.code, words=words)


def _announce(sitting: Sitting, file: File, line: int, text: str) -> Outcome:
    """Mail the GM's words to everybody at the table; ``line`` tells two announcements of one letter apart."""
    match = file.match
    readers = players(sitting, match)
    if not readers:
        return told("nobody-reads", code=match.code)
    if (name := name_behind_a_mask(sitting, match, chronicle(sitting, match), text)) is not None:
        return declined(Refusal("names-somebody", {"name": name}))
    for player in readers.values():
        mail = compose("announcement", code=match.code, title=match.opened.title, text=text, reader=player.name)
        cause = sitting.letter if sitting.letter is not None else sitting.now.isoformat()
        send(sitting, "announcement", player, mail, match.code, cause, line, text, match=match.code)
    went_out = Section(phrase("announced-title", {"code": match.code}), text)
    return told("announced", code=match.code, readers=len(readers)) + Outcome(sections=(went_out,))


def _refused(refusal: Refusal | None) -> Outcome | None:
    return declined(refusal) if refusal else None
