"""Mails the players of a match its pages: where it stands, what a turn made of it, and what else is new."""

from collections.abc import Collection, Sequence
from typing import Any

from processor.core.dice import mixed
from processor.core.events import RulingGiven
from processor.core.match import Match, Phase
from processor.desk import proof, unproved
from processor.desk.answer import penalty, standing
from processor.desk.conduct import marks
from processor.desk.drafts import send
from processor.desk.files import players, who_stand_by
from processor.desk.house import File, Sitting
from processor.desk.press import printed
from processor.desk.times import deadline_of, terms_of
from processor.desk.views import page, what_moved
from processor.mail.newtext import MARK
from processor.mail.write import Composed, compose, render
from processor.store import journal, roster
from processor.store.roster import Player


def mail_opening(sitting: Sitting, file: File) -> None:
    """Mail every seat its opening position."""
    _mail_all(sitting, file, "opening", 0, ())


def mail_results(sitting: Sitting, file: File, turn: int, missing: tuple[str, ...] = ()) -> None:
    """Mail everybody what a turn made of the match, and at its end the final results."""
    _mail_all(sitting, file, "ended" if file.match.phase is Phase.OVER else "results", turn, missing)


def mail_reminder(sitting: Sitting, file: File, seat: int, player: Player, *cause: object) -> None:
    """Mail one seat what it still owes."""
    _mail(sitting, file, seat, player, "reminder", file.match.turn, *cause)


def spread(sitting: Sitting, before: Match, file: File, seats: Collection[int] | None = None) -> int:
    """Mail what has come of a ruling; to how many.

    If it closed a turn or ended the match, everybody gets the results. Otherwise those get news who now see
    something else than before, as far as they are among ``seats``, and are told who has left.
    """
    match = file.match
    if (match.phase, match.turn) != (before.phase, before.turn):
        mail_results(sitting, file, before.turn)
        return len(players(sitting, match))
    if seats is not None and not seats:
        return 0
    seated = players(sitting, match)
    concerned = [seat for seat in seated if (seats is None or seat in seats) and _sees_more(before, match, seat)]
    gone = tuple(match.seats[seat].name for seat in sorted(match.resigned - before.resigned))
    for seat in concerned:
        moved = tuple(what_moved(before, match, seat))
        _mail(sitting, file, seat, seated[seat], "news", match.turn, match.events, gone=gone, moved=moved)
    return len(concerned)


def mail_takeover(sitting: Sitting, file: File, seat: int, player: Player) -> None:
    """Mail somebody who plays on in a seat where it stands, with all that goes with the seat."""
    _mail(sitting, file, seat, player, "takeover", file.match.turn, file.match.events)


def public_results(match: Match) -> str:
    """What the last turn made of a match, as somebody without a seat may read it."""
    names = ["results"] if match.phase is Phase.OVER else ["results", "position"]
    return "\n\n".join(page(match, None, name) for name in names)


def mail_everybody(sitting: Sitting, file: File, kind: str, *cause: object, **facts: object) -> None:
    """Mail every seat the page of that kind; ``cause`` tells two of them apart."""
    match = file.match
    for player in players(sitting, match).values():
        mail = compose(kind, **headings(sitting, match, player), **facts)
        send(sitting, kind, player, mail, match.code, *cause, match=match.code)


def tell_who_left(sitting: Sitting, file: File, seat: int) -> None:
    """Mail the GM that a player has left a running match."""
    match = file.match
    player = players(sitting, match)[seat]
    facts = {"code": match.code, "title": match.opened.title, "name": match.seats[seat].name}
    mail = compose("left", player=player, marks=marks(sitting, player), standbys=who_stand_by(sitting, match), **facts)
    for gm in roster.everybody(sitting.store, "gm"):
        send(sitting, "left", gm, mail, match.code, seat, gm.id)


def show_gm(sitting: Sitting, before: Match, file: File) -> None:
    """Mail the GM what orders have put on file that is to be looked over, without a word on whose they are."""
    match = file.match
    known = set(to_look_over(before))
    fresh = [each for each in to_look_over(match) if each not in known]
    if not fresh:
        return
    how = render(f"{match.game.name}/look_over.j2", code=match.code)
    mail = compose("look_over", code=match.code, title=match.opened.title, fresh=fresh, how=how)
    for gm in roster.everybody(sitting.store, "gm"):
        send(sitting, "look-over", gm, mail, match.code, match.events, gm.id)


def to_look_over(match: Match) -> tuple[str, ...]:
    """What the GM should look over among all orders on file, in an order that does not tell whose it is."""
    look = match.game.look_over
    return tuple(sorted({each for orders in match.book.values() for each in look(orders)})) if look else ()


def headings(sitting: Sitting, match: Match, player: Player) -> dict[str, Any]:
    """What every page of a match needs: whose it is, which match, and when its turn closes for this reader."""
    return {
        "reader": player.name,
        "house": sitting.desk.house.name,
        "code": match.code,
        "title": match.opened.title,
        "game": match.game.title,
        "game_name": match.game.name,
        "unit": match.game.unit,
        "turn": match.turn,
        "deadline": deadline_of(match, player.zone, sitting.now),
        "terms": terms_of(match, player.zone, sitting.now),
        "is_timed": match.is_timed,
        "throws_dice": match.game.throws_dice,
    }


def _sees_more(before: Match, after: Match, seat: int) -> bool:
    view = after.game.view
    return bool(view(before.state, seat) != view(after.state, seat))


def results_of(turn: int, rulings: int) -> tuple[object, ...]:
    """What the results of a turn go by. A turn that is open again after a ruling has others when it closes."""
    return (turn, "ruled", rulings) if rulings else (turn,)


def _mail_all(sitting: Sitting, file: File, kind: str, turn: int, missing: tuple[str, ...]) -> None:
    _, *anew = results_of(turn, journal.count(sitting.store, file.match.code, RulingGiven))
    held = unproved.in_match(sitting, file.match)
    for seat, player in players(sitting, file.match).items():
        _mail(sitting, file, seat, player, kind, turn, *anew, waiting=unproved.arrivals(held, player))
    _tell_gm(sitting, file, kind, turn, missing)


def _mail(
    sitting: Sitting,
    file: File,
    seat: int,
    player: Player,
    kind: str,
    turn: int,
    *cause: object,
    **news: Sequence[object],
) -> None:
    """Mail one player a page; what else is ``news`` for its reader goes into it."""
    match = file.match
    mail = _page(sitting, file, seat, player, kind, turn, **news)
    attachments = ((f"{match.code}-proof.txt", proof.document(sitting, file)),) if kind == "ended" else ()
    send(sitting, kind, player, mail, match.code, turn, *cause, match=match.code, attachments=attachments)


def _tell_gm(sitting: Sitting, file: File, kind: str, turn: int, missing: tuple[str, ...]) -> None:
    """The GM reads what everybody reads, and besides who sent nothing."""
    for gm in roster.everybody(sitting.store, "gm"):
        report = _page(sitting, file, None, gm, kind, turn)
        text = report.text.removeprefix(MARK).strip()
        mail = compose(
            "gm_report",
            subject=report.subject,
            text=text,
            missing=missing,
            held=unproved.listed(sitting, file.match, gm.zone),
            closed=turn,
            unit=file.match.game.unit,
        )
        anew = results_of(turn, journal.count(sitting.store, file.match.code, RulingGiven))
        send(sitting, "gm-report", gm, mail, file.match.code, kind, *anew, match=None)


def _page(
    sitting: Sitting,
    file: File,
    seat: int | None,
    player: Player,
    kind: str,
    turn: int,
    **news: Sequence[object],
) -> Composed:
    match = file.match
    view = match.game.view(match.state, seat)
    over = match.phase is Phase.OVER
    pages: dict[str, Any] = {"position": "" if over else render(f"{match.game.name}/position.j2", view=view)}
    if kind in ("results", "ended"):
        pages["results"] = render(f"{match.game.name}/results.j2", view=view)
        pages["press"] = printed(match, turn)
    account = standing(file, seat) if seat is not None else None
    return compose(
        kind,
        **headings(sitting, match, player),
        **pages,
        closed=turn,
        **({"gone": (), "moved": (), "waiting": ()} | news),
        lasting=match.game.lasting,
        account=account,
        penalty=penalty(match, view) if account else "",
        may_pass=seat is not None and match.may_pass(seat),
        commitment=match.opened.commitment,
        salt=mixed(match.salt),
        seed=file.seed.hex() if over else "",
        rolls=len(proof.rolls(sitting, file)) if over else 0,
        identities=_identities(sitting, match) if over and match.game.pseudonyms else (),
    )


def _identities(sitting: Sitting, match: Match) -> tuple[tuple[str, str], ...]:
    """Who was behind each pseudonym: told when all is over."""
    return tuple((match.seats[seat].name, player.name) for seat, player in players(sitting, match).items())
