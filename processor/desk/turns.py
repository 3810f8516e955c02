"""Begins matches and closes turns, and has everybody told what that made of their game."""

from datetime import datetime

from processor.core import calendar, referee
from processor.core.match import Match, Phase
from processor.core.ruling import Refusal, Ruling
from processor.desk.books import funds
from processor.desk.drafts import send
from processor.desk.files import (
    ONE_DAY,
    REMINDER,
    decide,
    find,
    no_such_match,
    plan_reminder,
    players,
    reminders,
    who_stand_by,
)
from processor.desk.house import File, Sitting
from processor.desk.pages import headings, mail_everybody, mail_opening, mail_reminder, mail_results, spread
from processor.desk.times import deadline_words
from processor.mail.write import compose, phrase
from processor.store import roster, schedule


def begin(sitting: Sitting, file: File) -> File | Refusal:
    """Start a match, and mail every seat its opening position."""
    due = next_due(file.match, None, sitting.now)
    seated = players(sitting, file.match).items() if file.match.stake else ()
    made = decide(sitting, file, referee.StartMatch(due, {seat: funds(sitting, each) for seat, each in seated}))
    if isinstance(made, Refusal):
        return made
    file, _ = made
    schedule.cancel(sitting.store, file.match.code, 0)  # the end of sign-up
    mail_opening(sitting, file)
    return file


def begin_if_full(sitting: Sitting, file: File) -> None:
    """A match whose last seat has just been taken begins by itself."""
    if file.match.phase is Phase.SIGN_UP and len(file.match.seats) == file.match.opened.most_seats:
        _begin_or_tell_gm(sitting, file)


def end_sign_up(sitting: Sitting, file: File) -> None:
    """Sign-up is over: begin, or tell the GM why that cannot be."""
    schedule.close(sitting.store, file.match.code, 0, sitting.now)
    _begin_or_tell_gm(sitting, file)


def _begin_or_tell_gm(sitting: Sitting, file: File) -> None:
    begun = begin(sitting, file)
    if isinstance(begun, Refusal):
        match = file.match
        mail = compose("not_begun", code=match.code, title=match.opened.title, why=phrase(begun.reason, begun.facts))
        for gm in roster.everybody(sitting.store, "gm"):
            send(sitting, "not-begun", gm, mail, match.code, sitting.now.isoformat(), gm.id)


def close_turn(sitting: Sitting, code: str, turn: int) -> Refusal | None:
    """Close a turn once: apply the order book and mail the results. A turn already closed is left alone."""
    file = find(sitting, code)
    if file is None:
        return no_such_match(sitting, code)
    if turn == 0 and file.match.phase is Phase.SIGN_UP:
        end_sign_up(sitting, file)
        return None
    missing = tuple(file.match.seats[seat].name for seat in file.match.missing())
    due = next_due(file.match, file.match.due, sitting.now)
    made = decide(sitting, file, referee.CloseTurn(turn, due))
    if isinstance(made, Refusal):
        schedule.close(sitting.store, code, turn, sitting.now)  # a deadline of a turn that is over is of no more use
        return made
    mail_results(sitting, made[0], turn, missing)
    _tell_who_is_silent(sitting, made[0])
    return None


def _tell_who_is_silent(sitting: Sitting, file: File) -> None:
    """Tell the GM who has now sent nothing for so many turns in a row, unless the game looks after them itself."""
    match = file.match
    most = int(match.setting("nmrs"))
    if match.phase is not Phase.RUNNING or match.game.watches_silence:
        return
    silent = [seat for seat, turns in sorted(match.life.silent.items()) if turns % most == 0 and turns > 0]
    for seat in silent:
        facts = {"code": match.code, "title": match.opened.title, "unit": match.game.unit, "turn": match.turn}
        name, turns = match.seats[seat].name, match.life.silent[seat]
        facts |= {"player": players(sitting, match)[seat], "standbys": who_stand_by(sitting, match)}
        mail = compose("silent", name=name, turns=turns, **facts)
        for gm in roster.everybody(sitting.store, "gm"):
            send(sitting, "silent", gm, mail, match.code, seat, match.events, gm.id)


def close_match(sitting: Sitting, file: File) -> Refusal | None:
    """The GM ends a match early; everybody gets the final results, or hears that it was called off."""
    turn = file.match.turn
    made = decide(sitting, file, referee.CloseMatch())
    if isinstance(made, Refusal):
        return made
    if made[0].match.was_called_off:
        mail_everybody(sitting, made[0], "called_off")
    else:
        mail_results(sitting, made[0], turn)
    return None


def rule(sitting: Sitting, file: File, instruction: referee.Instruction) -> tuple[File, Ruling] | Refusal:
    """Let the referee decide, and mail everybody the results if that closed a turn or ended the match."""
    made = decide(sitting, file, instruction)
    if not isinstance(made, Refusal):
        spread(sitting, file.match, made[0], seats=())
    return made


def next_due(match: Match, last: datetime | None, now: datetime) -> datetime | None:
    """When the next turn closes by the match's own rule, or ``None`` if the GM sets each deadline."""
    return calendar.next_deadline(match.opened.rule, last, now)


def due_if_closed_now(sitting: Sitting, match: Match) -> datetime | None:
    """When the next turn would close if this one did at once."""
    return next_due(match, None, sitting.now) if match.game.is_ready else None


def fair_due(sitting: Sitting, match: Match) -> datetime | None:
    """When a turn closes that is open once more: by the match's own rule, but with fair time for everybody.

    That is as long before it as the first reminder goes out, and a day at the least; no longer than a turn lasts.
    ``None`` where the GM names each date, and the one that was named leaves less.
    """
    least = max((ONE_DAY, *reminders(sitting, match)))
    least = min(least, calendar.length(match.opened.rule) or least)
    due = next_due(match, None, sitting.now)
    if due is None:
        return match.due if match.due and match.due - sitting.now >= least else None
    return due if due - sitting.now >= least else next_due(match, due, sitting.now)


def move_deadline(
    sitting: Sitting, file: File, due: datetime | None, why: str = "gm", but_for: datetime | None = None
) -> Match | Refusal:
    """Set the coming deadline, and tell every seat what it was and what it is; ``but_for`` vacations it would be then.

    A match whose clock stood still goes on with it; where that closes its turn everybody gets the results instead.
    """
    match, before = file.match, file.match.due
    after_it = due_if_closed_now(sitting, match)
    moved = (
        referee.SetDeadline(match.turn, due, after_it, but_for)
        if due and why != "resumed"
        else referee.Resume(due, after_it, but_for)
    )
    made = rule(sitting, file, moved)
    if isinstance(made, Refusal) or made[0].match.turn != match.turn:
        return made if isinstance(made, Refusal) else made[0].match
    match = made[0].match
    for player in players(sitting, match).values():
        mail = compose(
            "moved",
            **headings(sitting, match, player),
            before=deadline_words(before, player.zone, sitting.now, match.opened.zone)
            if before not in (None, due)
            else "",
            why=why,
            is_held=match.is_held,
        )
        send(sitting, "moved", player, mail, match.code, match.events, match=match.code)
    return match


def put_off_for_vacations(sitting: Sitting, file: File) -> datetime | None:
    """Move the coming deadline behind the vacations that it falls into, if it does; to when that was."""
    match = file.match
    due = match.put_off(match.due)[0] if match.due and not match.is_held else None
    if due is None or due == match.due:
        return None
    move_deadline(sitting, file, due, "vacation", but_for=match.due)
    return due


def remind(sitting: Sitting, code: str) -> int:
    """Remind the seats that still owe orders, each once for this distance from the deadline; how many that were."""
    file = find(sitting, code)
    if file is None or file.match.due is None or file.match.due <= sitting.now or file.match.is_held:
        schedule.drop_alarm(sitting.store, code, REMINDER)
        return 0
    match, due, turn = file.match, file.match.due, file.match.turn
    distance = min(each for each in reminders(sitting, match) if due - each <= sitting.now)
    seats = players(sitting, match)
    owing = [seat for seat in match.missing() if seat in seats]
    fresh = [seat for seat in owing if schedule.remind_once(sitting.store, code, turn, seat, distance)]
    for seat in fresh:
        mail_reminder(sitting, file, seat, seats[seat], distance, due)
    plan_reminder(sitting, match, due)
    return len(fresh)
