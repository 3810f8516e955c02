"""Gives players a seat and takes it back; who waits for one gets it as soon as it is free."""

from processor.core import referee
from processor.core.dice import mixed
from processor.core.match import Match, Phase
from processor.core.ruling import Refusal
from processor.desk import books
from processor.desk.answer import Outcome, declined, told
from processor.desk.drafts import send
from processor.desk.files import decide, find
from processor.desk.house import File, Sitting
from processor.desk.pages import spread, tell_who_left
from processor.desk.people import official_names
from processor.desk.times import deadline_words
from processor.desk.turns import begin_if_full, next_due
from processor.mail.write import compose, phrase
from processor.store import roster
from processor.store.roster import Player

NO_ROOM = frozenset({"full", "already-running"})
"""Why somebody gets no seat who can wait or stand by for one."""


def take_seat(sitting: Sitting, player: Player, file: File, pseudonym: str | None) -> Outcome | Refusal:
    """Give the player a seat, if the referee lets them; a match that is full thereby begins."""
    made = decide(sitting, file, wish_of(sitting, player, file.match, pseudonym))
    if isinstance(made, Refusal):
        return made
    file, _ = made
    match = file.match
    seat = match.seat_of(player.id) or 0
    facts = {"code": match.code, "name": match.seats[seat].name}
    if match.phase is not Phase.SIGN_UP:
        return told("joined", **facts) + _pledge(match)
    begin_if_full(sitting, file)
    now = find(sitting, match.code) or file
    if now.match.phase is not Phase.SIGN_UP:
        return told("joined-last", **facts)
    outcome = told("joined-sign-up", **facts, **_how_it_begins(sitting, player, match))
    outcome += books.stake_of(sitting, player, match)
    return outcome + told("salt-wanted", code=match.code) if match.options.get("salt") else outcome


def _how_it_begins(sitting: Sitting, player: Player, match: Match) -> dict[str, object]:
    """What a match waits for to begin, for somebody who has just sat down."""
    until = match.opened.sign_up_until
    ends = until is not None and until > sitting.now
    when = phrase("or-at-its-end", {"until": deadline_words(until, player.zone, sitting.now)}) if until and ends else ""
    return {"seated": len(match.seats), "most": match.opened.most_seats, "when": when}


def wish_of(sitting: Sitting, player: Player, match: Match, pseudonym: str | None) -> referee.TakeSeat:
    """What the player wishes for, and what the referee has to know of the others at the table."""
    others = _names_of_others(sitting, player, match) if match.game.pseudonyms else ()
    reserved = official_names(sitting.desk.house)
    return referee.TakeSeat(player.id, player.name, pseudonym, _names(player), others, reserved)


def _names_of_others(sitting: Sitting, player: Player, match: Match) -> tuple[str, ...]:
    """What the others at the table and the GM are known as."""
    others = [*roster.seated(sitting.store, match.code).values(), *roster.everybody(sitting.store, "gm")]
    return tuple(name for each in others if each.id != player.id for name in _names(each))


def _names(player: Player) -> tuple[str, str]:
    """What a player is known as: the name, and what stands before the @ of the address."""
    return player.name, player.address.partition("@")[0]


def _pledge(match: Match) -> Outcome:
    """What was pledged for the dice, for somebody who gets no opening mail."""
    if not match.game.throws_dice:
        return Outcome()
    salt = mixed(match.salt)
    label = "pledge-with-salt" if salt else "pledge"
    return told(label, code=match.code, commitment=match.opened.commitment, salt=salt)


def leave(sitting: Sitting, file: File, seat: int, by_gm: bool = False) -> Refusal | None:
    """A player leaves. Before the start that makes room for the first who waits; from a running match the GM hears of
    it who did not say so, and the others as far as they see more by it.
    """
    made = decide(sitting, file, referee.LeaveSeat(seat, next_due(file.match, None, sitting.now)))
    if isinstance(made, Refusal):
        return made
    if file.match.phase is Phase.RUNNING:
        if not by_gm:
            tell_who_left(sitting, made[0], seat)
        spread(sitting, file.match, made[0], seats=made[0].match.seats.keys() - made[0].match.resigned)
    else:
        _seat_the_first_who_waits(sitting, made[0])
    return None


def _seat_the_first_who_waits(sitting: Sitting, file: File) -> None:
    """The first on the waiting list has a seat now, under a drawn name if theirs has been taken, and is told so."""
    match = file.match
    if not match.life.waiting:
        return
    first = match.life.waiting[0]
    player = roster.by_id(sitting.store, first.player)
    if player is None:
        raise LookupError(f"player {first.player} waits for a seat in {match.code} and is not on the roster")
    seated = take_seat(sitting, player, file, first.pseudonym)
    if isinstance(seated, Refusal) and first.pseudonym:
        seated = take_seat(sitting, player, file, None)
    words = (seated if isinstance(seated, Outcome) else declined(seated)).told
    mail = compose("seat_free", code=match.code, title=match.opened.title, reader=player.name, told=words)
    send(sitting, "seat-free", player, mail, match.code, match.events, match=match.code)
