"""Does what the GM says about people: who plays, who is excused, who is told something, who leaves."""

from dataclasses import replace
from typing import assert_never

from processor.core import referee
from processor.core.match import Match, Phase
from processor.core.ruling import Refusal
from processor.core.text import lines
from processor.desk import standbys
from processor.desk.answer import Outcome, Section, declined, told
from processor.desk.conduct import marks
from processor.desk.drafts import send
from processor.desk.files import decide, find, players
from processor.desk.house import File, Sitting
from processor.desk.ordering import closing_words, hand_in
from processor.desk.pages import headings, mail_takeover, to_look_over
from processor.desk.people import known_or_new, person
from processor.desk.records import seats_taken
from processor.desk.seating import leave
from processor.mail import commands
from processor.mail.write import compose, phrase


def obey(sitting: Sitting, command: commands.PeopleCommand, file: File) -> Outcome:
    """Carry out one command of the GM about the people of a match."""
    match command:
        case commands.Who():
            return Outcome(sections=(_who(sitting, file), *standbys.listing(sitting, file.match), *_on_file(file)))
        case commands.Excuse(person=name, turn=turn, off=off):
            return _excuse(sitting, file, name, turn, not off)
        case commands.Drop(person=name):
            return _drop(sitting, file, name)
        case commands.Tell():
            return tell_one(sitting, command, file.match.code)
        case commands.Replace(person=name, address=address):
            return _replace(sitting, file, name, address)
        case commands.StandBy():
            return standbys.by_gm(sitting, file, command)
        case commands.ActFor(person=name, text=text):
            return _act_for(sitting, file, name, text)
        case _:
            assert_never(command)


def seat_named(sitting: Sitting, file: File, name: str) -> int | Refusal:
    """The seat of the player who is called so, by name, pseudonym or address."""
    player = person(sitting, name, file.match.code)
    if isinstance(player, Refusal):
        return player
    seat = file.match.seat_of(player.id)
    return seat if seat is not None else Refusal("not-at-the-table", {"code": file.match.code, "name": name})


def tell_one(sitting: Sitting, said: commands.Tell, code: str | None) -> Outcome:
    """Mail the GM's words to one player, about a match if one is named."""
    player = person(sitting, said.person, code)
    if isinstance(player, Refusal):
        return declined(player)
    file = find(sitting, code) if code else None
    about = file.match if file and file.match.seat_of(player.id) is not None else None
    mail = compose(
        "word",
        house=sitting.desk.house.name,
        code=about.code if about else "",
        title=about.opened.title if about else "",
        text=said.text,
        reader=player.name,
    )
    cause = sitting.letter if sitting.letter is not None else sitting.now.isoformat()
    send(sitting, "word", player, mail, cause, said.line, said.text, match=about.code if about else None)
    went_out = Section(phrase("told-one-title", {"name": said.person}), said.text)
    return told("told-one", name=said.person) + Outcome(sections=(went_out,))


def _who(sitting: Sitting, file: File) -> Section:
    """Who sits where, and who still owes orders, or before the start whether there are enough: for the GM's eyes."""
    match = file.match
    signing_up = match.phase is Phase.SIGN_UP
    rows: list[str] = []
    for seat, player in sorted(players(sitting, match).items()):
        how = phrase(_stands(match, seat), {"unit": match.game.unit}) if match.phase is Phase.RUNNING else ""
        facts = {"seat": seat, "name": match.seats[seat].name, "player": player.name, "address": player.address}
        rows.append(phrase("who-row", {**facts, "how": how}))
        if points := marks(sitting, player):
            rows.append(phrase("who-marks", {"points": points}))
    head = [seats_taken(match), ""] if signing_up else []
    title = phrase("who-title-sign-up" if signing_up else "who-title")
    return Section(title, "\n".join([*head, *(rows or [phrase("nobody-seated")])]))


def _stands(match: Match, seat: int) -> str:
    """The phrase for how a seat of a running match stands in the coming turn."""
    if seat in match.resigned:
        return "who-left"
    if match.is_excused(seat):
        return "who-excused"
    if seat in match.missing():
        return "who-owes"
    if seat in match.passed:
        return "who-passes"
    return "who-may-begin" if seat in match.undecided else "who-is-done"


def _on_file(file: File) -> tuple[Section, ...]:
    """What the GM should look over, where the game has such a thing."""
    names = to_look_over(file.match)
    return (Section(phrase("look-over-title"), "\n".join(f"  {name}" for name in names)),) if names else ()


def _excuse(sitting: Sitting, file: File, name: str, turn: int, excused: bool) -> Outcome:
    seat = seat_named(sitting, file, name)
    if isinstance(seat, Refusal):
        return declined(seat)
    made = decide(sitting, file, referee.Excuse(seat, turn, excused))
    if isinstance(made, Refusal):
        return declined(made)
    match, player = made[0].match, players(sitting, file.match)[seat]
    mail = compose("excused", **headings(sitting, match, player), excused=excused)
    send(sitting, "excused", player, mail, match.code, match.events, match=match.code)
    label = "excused" if excused else "not-excused"
    return told(label, code=file.match.code, unit=file.match.game.unit, turn=turn, name=name)


def _drop(sitting: Sitting, file: File, name: str) -> Outcome:
    """Take a player out of the match, and tell them so."""
    match, seat = file.match, seat_named(sitting, file, name)
    if isinstance(seat, Refusal):
        return declined(seat)
    if seat in match.resigned:
        return told("left-already", code=match.code, name=name)
    player = players(sitting, match)[seat]
    refused = leave(sitting, file, seat, by_gm=True)
    if refused:
        return declined(refused)
    mail = compose("dropped", code=match.code, title=match.opened.title, reader=player.name)
    send(sitting, "dropped", player, mail, match.code, match.events, match=match.code)
    after = (find(sitting, match.code) or file).match
    return told("dropped", code=match.code, name=name) + closing_words(match, after)


def _act_for(sitting: Sitting, file: File, name: str, text: str) -> Outcome:
    """Give orders as a player would, and tell the player what stands for them now."""
    match, seat = file.match, seat_named(sitting, file, name)
    if isinstance(seat, Refusal):
        return declined(seat)
    if seat in match.resigned:
        return told("left-already", code=match.code, name=name)
    player = players(sitting, match)[seat]
    outcome, left = hand_in(sitting, replace(player, role="player"), match.code, lines(text))
    if not outcome.accepted:
        return outcome + told("acted-in-vain", code=match.code, name=name)
    after = (find(sitting, match.code) or file).match
    standing = [match.game.say(order) for order in after.standing(seat)] if after.turn == match.turn else []
    mail = compose(
        "acted",
        code=match.code,
        title=match.opened.title,
        unit=match.game.unit,
        turn=match.turn,
        reader=player.name,
        orders=outcome.accepted,
        standing=standing,
    )
    send(sitting, "acted", player, mail, match.code, after.events, match=match.code)
    ignored = told("acted-ignored", words="; ".join(line.text for line in left)) if left else Outcome()
    return (
        told("acted", code=match.code, name=name, what="; ".join(outcome.accepted))
        + ignored
        + replace(outcome, accepted=())
    )


def _replace(sitting: Sitting, file: File, name: str, address: str) -> Outcome:
    """Let somebody else play on in a seat. The new player gets where it stands, the old one hears of it."""
    match, seat = file.match, seat_named(sitting, file, name)
    if isinstance(seat, Refusal):
        return declined(seat)
    before = players(sitting, match)[seat]
    newcomer = known_or_new(sitting, address)
    if isinstance(newcomer, Refusal):
        return declined(newcomer)
    made = decide(sitting, file, referee.HandOver(seat, newcomer.id))
    if isinstance(made, Refusal):
        return declined(made)
    mail_takeover(sitting, made[0], seat, newcomer)
    mail = compose("replaced", code=match.code, title=match.opened.title, reader=before.name)
    send(sitting, "replaced", before, mail, match.code, made[0].match.events)
    facts = {"code": match.code, "seat": match.seats[seat].name, "name": newcomer.name, "address": newcomer.address}
    return told("replaced", before=before.address, **facts)
