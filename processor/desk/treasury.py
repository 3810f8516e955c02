"""Does what the treasurer and the GM say about money, and shows accounts."""

from dataclasses import dataclass
from typing import assert_never

from processor.core import referee
from processor.core.match import Phase
from processor.core.money import TREASURY, Movement, in_words
from processor.core.ruling import Refusal
from processor.desk import books
from processor.desk.answer import Outcome, Section, declined, told
from processor.desk.drafts import send
from processor.desk.files import decide, find, no_such_match
from processor.desk.house import File, Sitting
from processor.desk.people import person
from processor.mail import commands
from processor.mail.write import compose, phrase
from processor.store import ledger, matches, roster
from processor.store.roster import Player


@dataclass(frozen=True)
class Bill:
    """What a player has still to pay into a match."""

    file: File
    seat: int
    pence: int


def obey(sitting: Sitting, command: commands.MoneyCommand) -> Outcome:
    """Carry out a command of somebody who keeps the money."""
    match command:
        case commands.Paid():
            return _paid(sitting, command)
        case commands.Refund():
            return _refund(sitting, command)
        case commands.PayOut():
            return _pay_out(sitting, command)
        case _:
            assert_never(command)


def account(sitting: Sitting, asker: Player, name: str | None) -> Outcome:
    """The asker's own account, or for somebody who keeps the money that of the player of that name."""
    if name is None:
        return Outcome(sections=(books.statement(sitting, asker, asker.zone),))
    if asker.role == "player":
        return told("own-account-only")
    return account_of(sitting, name, asker.zone)


def account_of(sitting: Sitting, name: str, zone: str) -> Outcome:
    """The account of the player of that name."""
    player = person(sitting, name)
    if isinstance(player, Refusal):
        return declined(player)
    return Outcome(sections=(books.statement(sitting, player, zone),))


# --- Money comes in ---------------------------------------------------------------------------------------


def _paid(sitting: Sitting, paid: commands.Paid) -> Outcome:
    player = person(sitting, paid.person, paid.match)
    if isinstance(player, Refusal):
        return declined(player)
    bill = _bill(sitting, player, paid.match)
    if isinstance(bill, Refusal):
        return declined(bill)
    _move(sitting, paid.line, Movement(TREASURY, books.account_of(player), paid.pence, "paid"))
    covered = bill if bill and bill.pence <= books.balance(sitting, player) else None
    if covered:
        decide(sitting, covered.file, referee.Pay(covered.seat, covered.pence))
    _tell(sitting, player, paid.line, "in", paid.pence, covered)
    return _came_in(sitting, player, paid.pence, bill, bool(covered))


def _came_in(sitting: Sitting, player: Player, pence: int, bill: Bill | None, covered: bool) -> Outcome:
    facts = {"name": player.name, "pence": in_words(pence), "balance": books.words(sitting, player)}
    if bill is None:
        return told("paid", **facts)
    fee = {"name": player.name, "code": bill.file.match.code, "fee": in_words(bill.pence)}
    return told("paid-with-fee", **facts | fee) if covered else told("paid", **facts) + told("fee-open", **fee)


def _bill(sitting: Sitting, player: Player, code: str | None) -> Bill | Refusal | None:
    """What the player still has to pay into the match that is named, or into the only one that waits for it."""
    if code:
        file = find(sitting, code)
        if file is None:
            return no_such_match(sitting, code)
        bill = _bill_of(file, player)
        return bill or Refusal("owes-nothing", {"code": file.match.code, "name": player.name})
    mine = [find(sitting, record.code) for record in matches.matches_of(sitting.store, player.id)]
    bills = [bill for file in mine if file for bill in [_bill_of(file, player)] if bill]
    if len(bills) > 1:
        codes = ", ".join(bill.file.match.code for bill in bills)
        return Refusal("which-bill", {"name": player.name, "codes": codes, "code": bills[0].file.match.code})
    return bills[0] if bills else None


def _bill_of(file: File, player: Player) -> Bill | None:
    match = file.match
    seat = match.seat_of(player.id)
    if seat is None or match.phase is not Phase.RUNNING or match.game.charge is None:
        return None
    pence = match.game.charge(match.state, seat)
    return Bill(file, seat, pence) if pence else None


# --- Money goes out ---------------------------------------------------------------------------------------


def _refund(sitting: Sitting, refund: commands.Refund) -> Outcome:
    player = person(sitting, refund.person)
    if isinstance(player, Refusal):
        return declined(player)
    there = books.balance(sitting, player)
    pence = there if refund.pence is None else refund.pence
    if pence <= 0 or pence > there:
        return told("not-so-much", name=player.name, balance=in_words(there))
    _move(sitting, refund.line, Movement(books.account_of(player), TREASURY, pence, "refund"))
    _tell(sitting, player, refund.line, "out", pence, None)
    return told("refunded", name=player.name, pence=in_words(pence), balance=books.words(sitting, player))


def _pay_out(sitting: Sitting, pay_out: commands.PayOut) -> Outcome:
    owners = [(player, books.balance(sitting, player)) for player in roster.everybody(sitting.store)]
    due = [(player, pence) for player, pence in owners if pence > 0]
    if not due:
        return told("nothing-to-pay-out")
    _move(
        sitting,
        pay_out.line,
        *(Movement(books.account_of(player), TREASURY, pence, "pay-out") for player, pence in due),
    )
    for player, pence in due:
        _tell(sitting, player, pay_out.line, "out", pence, None)
    lines = [f"  {phrase('pay-out-line', _line(player, pence))}" for player, pence in due]
    total = in_words(sum(pence for _, pence in due))
    return told("paid-out", total=total, players=len(due)) + Outcome(
        sections=(Section(phrase("pay-out-title"), "\n".join(lines)),)
    )


def _line(player: Player, pence: int) -> dict[str, str]:
    return {"owner": f"{player.name} <{player.address}>", "pence": in_words(pence)}


# --- Both -------------------------------------------------------------------------------------------------


def _move(sitting: Sitting, line: int, *movements: Movement) -> None:
    cause = ledger.of_word(sitting.letter, line, sitting.now)
    ledger.book(sitting.store, cause, movements, sitting.now, sitting.letter)


def _tell(sitting: Sitting, player: Player, line: int, way: str, pence: int, bill: Bill | None) -> None:
    """Mail the player that money came in or went out, and the ``bill`` that was paid with it."""
    into = bill.file.match if bill else None
    mail = compose(
        "money",
        house=sitting.desk.house.name,
        reader=player.name,
        way=way,
        pence=in_words(pence),
        balance=books.words(sitting, player),
        into=f"{into.opened.title} ({into.code})" if into else "",
        fee=in_words(bill.pence) if bill else "",
    )
    cause = sitting.letter if sitting.letter is not None else sitting.now.isoformat()
    send(sitting, "money", player, mail, cause, line)
