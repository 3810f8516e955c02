"""What a reader may look up: where a match stands, and what happened in it so far."""

from collections.abc import Iterable, Mapping
from itertools import product

from processor.core.events import HOUSE_EVENTS, OrdersFiled, RulingGiven, TurnClosed
from processor.core.match import Match, Phase
from processor.desk.answer import Section
from processor.desk.chronicle import Chronicle, chronicle
from processor.desk.disputes import disputable_until
from processor.desk.house import File, Sitting
from processor.desk.pages import results_of
from processor.desk.prose import may_know, names_in, sentence
from processor.desk.times import moment
from processor.mail import rulings
from processor.mail.newtext import MARK
from processor.mail.write import phrase, render, text_of
from processor.store import journal, outbox
from processor.store.journal import Entry
from processor.store.roster import Player


def position(file: File, seat: int | None) -> Section:
    """Where a match stands, as the reader in that seat may know it."""
    match = file.match
    title = phrase("position-title", {"title": match.opened.title, "code": match.code})
    if match.state is None:
        return Section(title, sign_up(match))
    page = render(f"{match.game.name}/position.j2", view=match.game.view(match.state, seat))
    return Section(title, page, has_form=True)


def sign_up(match: Match) -> str:
    """Who has a seat so far, while the match is open for sign-up; or that it never began."""
    if match.was_called_off:
        return phrase("was-called-off")
    seats = [match.seats[number].name for number in sorted(match.seats)]
    return "\n".join([seats_taken(match), *(f"  {name}" for name in seats)])


def seats_taken(match: Match) -> str:
    """How many seats are taken of a match that is open for sign-up, and how many it needs."""
    facts = {"seated": len(match.seats), "fewest": match.opened.fewest_seats, "most": match.opened.most_seats}
    return phrase("sign-up", facts)


def mailed_results(sitting: Sitting, player: Player, file: File, turn: int) -> Section | None:
    """The results of a turn as they were mailed to that player last."""
    code = file.match.code
    rulings_then = range(journal.count(sitting.store, code, RulingGiven), -1, -1)
    for kind, ruled in product(("ended", "results"), rulings_then):
        cause = sitting.desk.message_id(kind, player.id, code, *results_of(turn, ruled))
        posted = outbox.by_message_id(sitting.store, cause)
        mail = outbox.draft(sitting.store, posted.id) if posted else None
        if mail is not None:
            title = phrase("resent-title", {"code": code, "unit": file.match.game.unit, "turn": turn})
            return Section(title, text_of(mail.mime).removeprefix(MARK).strip())
    return None


def history(sitting: Sitting, file: File, player: Player, turn: int | None) -> Section:
    """What happened, turn by turn, as far as the player may know it, and the rulings of the GM; each with its time."""
    match = file.match
    seat = match.seat_of(player.id)
    happened = chronicle(sitting, match)
    names = names_in(happened.events)
    lines = [
        line
        for number, entry in _by_turn(happened.in_force)
        if turn in (None, number)
        for line in (
            *_lines(match, entry, number, seat, player, names),
            *_disputable(sitting, match, happened, entry, player),
        )
    ]
    lines += [_ruling(sitting, match, given, entry, player) for given, entry in happened.rulings if turn is None]
    if turn is None and any(isinstance(event, TurnClosed) for event in happened.events):
        lines.append(phrase("history-results", {"code": match.code, "unit": match.game.unit}))
    title = phrase("history-title", {"code": match.code})
    return Section(title, "\n".join(lines or [phrase("history-empty")]))


def _ruling(sitting: Sitting, match: Match, given: RulingGiven, entry: Entry, player: Player) -> str:
    """A ruling and its reasons. Before the end its other words could tell what is a secret still."""
    said = rulings.read("\n\n".join(given.words), sitting.desk.words).rulings
    open_words = [each.text for each in said if isinstance(each, rulings.TOLD_TO_ALL) or match.phase is Phase.OVER]
    words = "".join(f" {' '.join(each.split())}" for each in open_words)
    return phrase("history-ruling", {"case": f"D-{given.case}", "at": moment(entry.at, player.zone), "words": words})


def _disputable(sitting: Sitting, match: Match, happened: Chronicle, entry: Entry, player: Player) -> tuple[str, ...]:
    """Below the end of a turn, up to when it can be disputed, if it still can."""
    if not isinstance(entry.event, TurnClosed):
        return ()
    until = disputable_until(sitting, match, happened, entry.event.turn)
    if until is None:
        return (phrase("history-disputable"), "")
    is_past = until < sitting.now
    return ("",) if is_past else (phrase("history-disputable-until", {"until": moment(until, player.zone)}), "")


def _by_turn(entries: Iterable[Entry]) -> Iterable[tuple[int, Entry]]:
    turn = 1
    for entry in entries:
        yield turn, entry
        if isinstance(entry.event, TurnClosed):
            turn = entry.event.turn + 1


def _lines(
    match: Match, entry: Entry, turn: int, seat: int | None, player: Player, names: Mapping[int, str]
) -> list[str]:
    match entry.event:
        case OrdersFiled(seat=whose, orders=orders) if whose == seat:
            said = [f"    {match.game.say(order)}" for order in orders] or [f"    {phrase('history-none')}"]
            return [
                phrase(
                    "history-orders",
                    {"unit": match.game.unit.capitalize(), "turn": turn, "at": moment(entry.at, player.zone)},
                ),
                *said,
            ]
        case TurnClosed():
            return [
                phrase(
                    "history-closed",
                    {"unit": match.game.unit.capitalize(), "turn": turn, "at": moment(entry.at, player.zone)},
                ),
            ]
        case event if isinstance(event, HOUSE_EVENTS) and may_know(event, seat, match):
            what = sentence(event, match, names, player.zone)
            return [phrase("history-line", {"at": moment(entry.at, player.zone), "what": what})]
        case _:
            return []
