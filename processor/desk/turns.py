"""Begins matches and closes turns, and mails everybody what that made of their game."""

from datetime import datetime
from typing import Any

from processor.core import calendar, referee
from processor.core.match import Match, Phase
from processor.core.ruling import Refusal
from processor.desk import proof
from processor.desk.answer import penalty, standing
from processor.desk.drafts import send
from processor.desk.files import REMINDER, decide, find, plan_reminder, players
from processor.desk.house import File, Sitting
from processor.desk.times import deadline_words
from processor.mail.newtext import MARK
from processor.mail.write import Composed, compose, phrase, render
from processor.store import roster, schedule
from processor.store.roster import Player


def begin(sitting: Sitting, file: File) -> File | Refusal:
    """Start a match, and mail every seat its opening position."""
    due = next_due(file.match, None, sitting.now)
    made = decide(sitting, file, referee.StartMatch(due))
    if isinstance(made, Refusal):
        return made
    file, _ = made
    schedule.cancel(sitting.store, file.match.code, 0)  # the end of sign-up
    for seat, player in players(sitting, file.match).items():
        _mail(sitting, file, seat, player, "opening", 0)
    _tell_gm(sitting, file, "opening", 0, ())
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
        return Refusal("unknown-match", {"code": code})
    if turn == 0 and file.match.phase is Phase.SIGN_UP:
        end_sign_up(sitting, file)
        return None
    missing = tuple(file.match.seats[seat].name for seat in file.match.awaited() if seat not in file.match.passed)
    due = next_due(file.match, file.match.due, sitting.now)
    made = decide(sitting, file, referee.CloseTurn(turn, due))
    if isinstance(made, Refusal):
        schedule.close(sitting.store, code, turn, sitting.now)  # a deadline of a turn that is over is of no more use
        return made
    _mail_results(sitting, made[0], turn, missing)
    return None


def close_match(sitting: Sitting, file: File) -> Refusal | None:
    """The GM ends a match early; everybody gets the final results."""
    turn = file.match.turn
    made = decide(sitting, file, referee.CloseMatch())
    if isinstance(made, Refusal):
        return made
    _mail_results(sitting, made[0], turn, ())
    return None


def leave(sitting: Sitting, file: File, seat: int) -> Refusal | None:
    """A player leaves. From a running match the GM hears of it; with the last player it ends."""
    before = file.match
    made = decide(sitting, file, referee.LeaveSeat(seat))
    if isinstance(made, Refusal):
        return made
    left = made[0]
    if before.phase is Phase.RUNNING:
        _tell_gm_who_left(sitting, left, seat)
    if left.match.phase is Phase.OVER:
        _mail_results(sitting, left, before.turn, ())
    return None


def next_due(match: Match, last: datetime | None, now: datetime) -> datetime | None:
    """When the next turn closes by the match's own rule, or ``None`` if the GM sets each deadline."""
    return calendar.next_deadline(match.opened.rule, last, now)


def move_deadline(sitting: Sitting, file: File, due: datetime) -> Refusal | None:
    """Set the coming deadline, and tell every seat what it was and what it is."""
    before = file.match.due
    made = decide(sitting, file, referee.SetDeadline(file.match.turn, due))
    if isinstance(made, Refusal):
        return made
    match = made[0].match
    for player in players(sitting, match).values():
        mail = compose(
            "moved",
            **_common(sitting, match, player),
            before=deadline_words(before, player.zone, sitting.now) if before else "",
        )
        send(sitting, "moved", player, mail, match.code, match.events, match=match.code)
    return None


def remind(sitting: Sitting, code: str) -> int:
    """Remind the seats that still owe orders, each once for this distance from the deadline; how many that were."""
    file = find(sitting, code)
    if file is None or file.match.due is None or file.match.due <= sitting.now:
        schedule.drop_alarm(sitting.store, code, REMINDER)
        return 0
    match, due, turn = file.match, file.match.due, file.match.turn
    distance = min(each for each in sitting.desk.house.reminders if due - each <= sitting.now)
    seats = players(sitting, match)
    owing = [seat for seat in match.awaited() if seat in seats and seat not in match.passed]
    fresh = [seat for seat in owing if schedule.remind_once(sitting.store, code, turn, seat, distance)]
    for seat in fresh:
        _mail(sitting, file, seat, seats[seat], "reminder", turn, distance)
    plan_reminder(sitting, code, due)
    return len(fresh)


def _mail_results(sitting: Sitting, file: File, turn: int, missing: tuple[str, ...]) -> None:
    kind = "ended" if file.match.phase is Phase.OVER else "results"
    for seat, player in players(sitting, file.match).items():
        _mail(sitting, file, seat, player, kind, turn)
    _tell_gm(sitting, file, kind, turn, missing)


def _mail(sitting: Sitting, file: File, seat: int | None, player: Player, kind: str, turn: int, *cause: object) -> None:
    match = file.match
    mail = _page(sitting, file, seat, player, kind, turn)
    attachments = ((f"{match.code}-proof.txt", proof.document(sitting, file)),) if kind == "ended" else ()
    send(sitting, kind, player, mail, match.code, turn, *cause, match=match.code, attachments=attachments)


def _page(sitting: Sitting, file: File, seat: int | None, player: Player, kind: str, turn: int) -> Composed:
    match = file.match
    view = match.game.view(match.state, seat)
    over = match.phase is Phase.OVER
    pages: dict[str, Any] = {"position": "" if over else render(f"{match.game.name}/position.j2", view=view)}
    if kind in ("results", "ended"):
        pages["results"] = render(f"{match.game.name}/results.j2", view=view)
    account = standing(file, seat) if seat is not None else None
    return compose(
        kind,
        **_common(sitting, match, player),
        **pages,
        closed=turn,
        account=account,
        penalty=penalty(match, view) if account else "",
        commitment=match.opened.commitment,
        seed=file.seed.hex() if over else "",
        rolls=len(proof.rolls(sitting, file)) if over else 0,
        identities=_identities(sitting, match) if over and match.game.pseudonyms else (),
    )


def _common(sitting: Sitting, match: Match, player: Player) -> dict[str, Any]:
    return {
        "reader": player.name,
        "house": sitting.desk.house.name,
        "code": match.code,
        "title": match.opened.title,
        "game": match.game.title,
        "game_name": match.game.name,
        "unit": match.game.unit,
        "turn": match.turn,
        "deadline": deadline_words(match.due, player.zone, sitting.now) if match.due else "",
    }


def _identities(sitting: Sitting, match: Match) -> tuple[tuple[str, str], ...]:
    """Who was behind each pseudonym: told when all is over."""
    return tuple((match.seats[seat].name, player.name) for seat, player in players(sitting, match).items())


def _tell_gm_who_left(sitting: Sitting, file: File, seat: int) -> None:
    match = file.match
    facts = {"code": match.code, "title": match.opened.title, "name": match.seats[seat].name}
    mail = compose("left", player=players(sitting, match)[seat], **facts)
    for gm in roster.everybody(sitting.store, "gm"):
        send(sitting, "left", gm, mail, match.code, seat, gm.id)


def _tell_gm(sitting: Sitting, file: File, kind: str, turn: int, missing: tuple[str, ...]) -> None:
    """The GM reads what everybody reads, and besides who sent nothing."""
    for gm in roster.everybody(sitting.store, "gm"):
        page = _page(sitting, file, None, gm, kind, turn)
        text = page.text.removeprefix(MARK).strip()
        mail = compose(
            "gm_report", subject=page.subject, text=text, missing=missing, closed=turn, unit=file.match.game.unit
        )
        send(sitting, "gm-report", gm, mail, file.match.code, kind, turn, match=None)
