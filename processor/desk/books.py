"""The house's books: whose account is meant, and what a ruling moves between accounts."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from processor.core.events import Event, MoneyPaid
from processor.core.match import Match
from processor.core.money import MATCH, Movement, in_words, seat_account
from processor.core.ruling import Ruling
from processor.desk.answer import Outcome, Section, told
from processor.desk.house import Sitting
from processor.mail.write import has_phrase, phrase
from processor.store import ledger
from processor.store.roster import Player


def post(sitting: Sitting, match: Match, first_number: int, events: Sequence[Event]) -> None:
    """Book what these events move; each is booked once, by its number in the journal of the match."""
    accounts = {seat_account(seat): f"player/{player}" for seat, player in match.players.items()}
    accounts[MATCH] = f"match/{match.code}"
    for number, event in enumerate(events, start=first_number):
        moved = getattr(event, "movements", ())
        if moved:
            named = [Movement(accounts[each.payer], accounts[each.payee], each.pence, each.why) for each in moved]
            ledger.book(sitting.store, ledger.of_event(match.code, number), named, sitting.now, sitting.letter)


def money_of(sitting: Sitting, player: Player, ruling: Ruling) -> Outcome:
    """What to say of the money that a player's orders moved, or could not move."""
    paid = sum(each.pence for each in ruling.events if isinstance(each, MoneyPaid))
    if not (paid or ruling.unpaid):
        return Outcome()
    facts = {"code": ruling.match.code, "pence": in_words(paid or ruling.unpaid), "balance": words(sitting, player)}
    return told("fee-taken", **facts) if paid else told("fee-not-covered", **facts, keeper=_keeper(sitting))


def stake_of(sitting: Sitting, player: Player, match: Match) -> Outcome:
    """What to say to somebody who has joined of the money that everybody pays in at the start."""
    if not match.stake:
        return Outcome()
    facts = {"code": match.code, "pence": in_words(match.stake), "balance": words(sitting, player)}
    is_there = match.stake <= funds(sitting, player)
    return told("stake-there", **facts) if is_there else told("stake-wanted", **facts, keeper=_keeper(sitting))


def _keeper(sitting: Sitting) -> str:
    """The name of whoever money is sent to."""
    house = sitting.desk.house
    return (house.treasurer_address and house.treasurer_name) or house.gm_name


def account_of(player: Player) -> str:
    """The name that a player's account has in the ledger."""
    return f"player/{player.id}"


def balance(sitting: Sitting, player: Player) -> int:
    """The pence in a player's account; less than nought if they owe them."""
    return ledger.balance(sitting.store, account_of(player))


def words(sitting: Sitting, player: Player) -> str:
    """A player's balance as people write it."""
    return in_words(balance(sitting, player))


def statement(sitting: Sitting, player: Player, zone: str) -> Section:
    """Everything that went into a player's account and came out of it, line by line, and what that leaves."""
    account, stands = account_of(player), 0
    lines = []
    for booking in ledger.statement(sitting.store, account):
        pence = booking.gives(account)
        stands += pence
        facts = {"date": f"{booking.at.astimezone(ZoneInfo(zone)):%Y-%m-%d}", "why": _why(booking)}
        line = phrase("account-line", {**facts, "pence": in_words(pence), "balance": in_words(stands)})
        lines.append(f"  {line}")
    title = phrase("account-title", {"name": player.name})
    head = phrase("account-balance", {"balance": in_words(stands)})
    return Section(title, "\n".join([head, "", *(lines or [phrase("account-empty")])]))


def _why(booking: ledger.Booking) -> str:
    label = f"why-{booking.why}"
    said = phrase(label) if has_phrase(label) else booking.why.replace("-", " ")
    return f"{said}, {booking.match}" if booking.match else said


def funds(sitting: Sitting, player: Player) -> int:
    """What can be taken from a player's account: what is in it, and as much more as the house lends."""
    return balance(sitting, player) + sitting.desk.house.credit_limit
