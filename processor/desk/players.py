"""Does what a player says in a house command, and answers it."""

from processor.core import referee
from processor.core.match import Phase
from processor.core.ruling import Refusal
from processor.desk import absence, addresses, caselist, glance, leaving, press, proof, standbys, treasury, unproved
from processor.desk.answer import Outcome, declined, told
from processor.desk.asking import public_answer
from processor.desk.disputes import dispute
from processor.desk.drafts import send
from processor.desk.files import decide, find, no_such_match
from processor.desk.house import File, Sitting
from processor.desk.records import history, mailed_results, position
from processor.desk.seating import NO_ROOM, leave, take_seat
from processor.desk.times import moment
from processor.mail import commands
from processor.mail.write import compose
from processor.store import matches, roster
from processor.store.roster import Player

LONGEST_SALT = 40


def obey(sitting: Sitting, player: Player, command: commands.Command, code: str | None) -> Outcome:
    """Carry out one house command of a player. ``code`` names the match it is for, if that is known."""
    match command:
        case commands.Help() | commands.Rules() | commands.Games():
            return public_answer(sitting, command)
        case commands.Account(person=name):
            return treasury.account(sitting, player, name)
        case commands.Status() if code is None:
            return _all_of(sitting, player)
        case commands.Timezone(zone=zone):
            return _set_zone(sitting, player, zone)
        case commands.NewAddress(address=address):
            return addresses.ask(sitting, player, address)
        case commands.TakeVacation():
            return absence.take_vacation(sitting, player, command, command.match)
        case commands.NoVacation():
            return absence.cancel_vacation(sitting, player, command.match)
        case _:
            pass
    file = find(sitting, code) if code else None
    if file is None:
        return declined(no_such_match(sitting, code)) if code else told("no-match")
    match command:
        case commands.Join():
            return _join(sitting, player, file, command)
        case commands.Proof():
            return _proof(sitting, player, file)
        case _:
            pass
    seat = file.match.seat_of(player.id)
    if seat is None and player.role == "gm" and isinstance(command, commands.Status):
        stands = glance.status(file, None, player.zone, sitting.now, gm=True)
        return stands + unproved.shown(sitting, file.match, player.zone)
    if seat is None and file.match.standby(player.id):
        return standbys.obey(sitting, player, command, file)
    if seat is None:
        return told("no-seat", code=file.match.code)
    return _obey_seated(sitting, player, command, file, seat)


def _obey_seated(sitting: Sitting, player: Player, command: commands.Command, file: File, seat: int) -> Outcome:
    match command:
        case commands.Status():
            return _status(sitting, player, file)
        case commands.Resend(dice=True):
            return Outcome(sections=(position(file, seat),))
        case commands.Resend(turn=turn):
            return _resend(sitting, player, file, seat, turn)
        case commands.History(turn=turn):
            results = mailed_results(sitting, player, file, turn) if turn is not None else None
            told_so_far = Outcome(sections=(history(sitting, file, player, turn), *([results] if results else ())))
            return told_so_far + caselist.own(sitting, player, file.match.code)
        case commands.Withdraw():
            return _leave(sitting, player, file, seat)
        case commands.NoOrders():
            return _no_orders(sitting, file, seat)
        case commands.Cancel(what=what):
            return _cancel(sitting, file, seat, what)
        case commands.Dispute():
            return dispute(sitting, player, file, command)
        case commands.Salt(word=word):
            return _salt(sitting, file, seat, word)
        case commands.Press():
            return press.send(sitting, player, file, seat, command)
        case commands.NoPress():
            return press.take_back(sitting, file, seat)
        case commands.Wait():
            return _wait(sitting, file, seat, True)
        case commands.NoWait():
            return _wait(sitting, file, seat, False)
        case _:
            raise AssertionError(f"{type(command).__name__} is not a player's command")


def _join(sitting: Sitting, player: Player, file: File, said: commands.Join) -> Outcome:
    """A seat, and where the match stands, for somebody who comes while it runs; without room, a place on the list."""
    if said.stands_by:
        return standbys.stand_by(sitting, player, file, said.pseudonym, waits=False)
    made = take_seat(sitting, player, file, said.pseudonym)
    if isinstance(made, Refusal):
        full = made.reason in NO_ROOM
        return standbys.stand_by(sitting, player, file, said.pseudonym, waits=True) if full else declined(made)
    now = find(sitting, file.match.code) or file
    seat = now.match.seat_of(player.id)
    if seat is None or file.match.phase is not Phase.RUNNING:
        return made
    return made + Outcome(sections=(position(now, seat),))


def _resend(sitting: Sitting, player: Player, file: File, seat: int, turn: int | None) -> Outcome:
    """The results of a turn once more, or the last ones; before any turn has closed, where the match stands."""
    wanted = turn if turn is not None else file.match.turn - 1
    again = mailed_results(sitting, player, file, wanted)
    if again is not None:
        return Outcome(sections=(again,))
    if turn is not None:
        return told("no-such-results", code=file.match.code, unit=file.match.game.unit, turn=turn)
    return Outcome(sections=(position(file, seat),))


def _leave(sitting: Sitting, player: Player, file: File, seat: int) -> Outcome:
    """Before the start a seat is given up at once, for it can be had again; later we ask first."""
    if file.match.phase is Phase.RUNNING:
        return leaving.ask(sitting, player, file, seat)
    refused = leave(sitting, file, seat)
    return declined(refused) if refused else told("left-sign-up", code=file.match.code)


def _no_orders(sitting: Sitting, file: File, seat: int) -> Outcome:
    match = file.match
    label = "nothing-more-noted" if match.standing(seat) else "nothing-noted"
    return _instruct(sitting, file, referee.OrderNothing(seat), label, unit=match.game.unit, turn=match.turn)


def _cancel(sitting: Sitting, file: File, seat: int, what: str | None) -> Outcome:
    before = [file.match.game.say(order) for order in file.match.standing(seat)]
    made = decide(sitting, file, referee.CancelOrders(seat, what))
    if isinstance(made, Refusal):
        return declined(made)
    after = [made[0].match.game.say(order) for order in made[0].match.standing(seat)]
    gone = [each for each in before if each not in after]
    complaints = made[1].checked.complaints if made[1].checked else ()
    outcome = told("cancelled", code=file.match.code, what="; ".join(gone))
    return outcome + Outcome(complaints=complaints, taken_back=tuple(gone))


def _salt(sitting: Sitting, file: File, seat: int, word: str) -> Outcome:
    if len(word) > LONGEST_SALT:
        return told("salt-too-long", most=LONGEST_SALT)
    return _instruct(sitting, file, referee.GiveSalt(seat, word), "salted", word=word)


def _wait(sitting: Sitting, file: File, seat: int, waits: bool) -> Outcome:
    """Whether the turn may be run early; where it never is, there is nothing to wait for."""
    match = file.match
    if not match.setting("early"):
        return told("never-early", code=match.code)
    label = "waits" if waits else "waits-no-more"
    return _instruct(sitting, file, referee.SayWait(seat, waits), label, unit=match.game.unit, turn=match.turn)


def _set_zone(sitting: Sitting, player: Player, zone: str) -> Outcome:
    roster.change_zone(sitting.store, player.id, zone)
    return told("zone-set", zone=zone, now=moment(sitting.now, zone), before=player.zone)


def _proof(sitting: Sitting, player: Player, file: File) -> Outcome:
    """The proof of a match that is over, in a mail of its own; before, what was pledged."""
    match = file.match
    if match.phase is not Phase.OVER:
        return told("proof-later", code=match.code, commitment=match.opened.commitment)
    mail = compose("proof", code=match.code, title=match.opened.title, reader=player.name)
    attached = ((f"{match.code}-proof.txt", proof.document(sitting, file)),)
    hour = f"{sitting.now:%Y-%m-%d %H}"  # in its Message-ID: it goes out once an hour, however often it is asked for
    send(sitting, "proof", player, mail, match.code, hour, match=match.code, attachments=attached)
    return told("proof-sent", code=match.code)


def _instruct(sitting: Sitting, file: File, instruction: referee.Instruction, label: str, **facts: object) -> Outcome:
    made = decide(sitting, file, instruction)
    if isinstance(made, Refusal):
        return declined(made)
    return told(label, code=file.match.code, **facts)


def _status(sitting: Sitting, player: Player, file: File) -> Outcome:
    """Where a match stands for a player, and which of their disputes are not settled."""
    stands = glance.status(file, file.match.seat_of(player.id), player.zone, sitting.now)
    return stands + caselist.own(sitting, player, file.match.code)


def _all_of(sitting: Sitting, player: Player) -> Outcome:
    """Where every match of a player stands; for the GM, who may have no seat at all, every match in short."""
    files = [find(sitting, record.code) for record in matches.matches_of(sitting.store, player.id)]
    found = [file for file in files if file and file.match.phase is not Phase.OVER]
    stand = [_status(sitting, player, file) for file in found]
    if player.role == "gm":
        stand.append(Outcome(sections=(glance.all_matches(sitting, player.zone),)))
    return sum(stand, Outcome()) if stand else told("no-match")
