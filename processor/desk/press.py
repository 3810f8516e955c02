"""Takes what a player writes for all to read, and prints it with the results of the turn.

Nothing is printed raw, and nothing that tells whose it is: in a match with pseudonyms white press bears the name at
the table, and a text with the writer's own name in it goes back to them.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from processor.core import referee
from processor.core.life import Press
from processor.core.match import Match
from processor.core.orders import Line
from processor.core.ruling import Refusal
from processor.core.text import DICE_CHARACTERS, folded, lines
from processor.desk.answer import Outcome, Section, declined, told
from processor.desk.drafts import send as send_mail
from processor.desk.files import decide, players
from processor.desk.house import File, House, Sitting
from processor.desk.people import name_told, official_names
from processor.mail import commands
from processor.mail.presstext import holds_address, printable
from processor.mail.write import compose, phrase, render
from processor.store.roster import Player

_MOST_OF_AN_ORDER = 8
"""A line of more words is a tale, unless its order could stand."""

_FIGURE = re.compile(rf"[0-9{DICE_CHARACTERS}]|;")
"""What talk of so few words hardly has: a figure, or names in a row."""


def send(sitting: Sitting, player: Player, file: File, seat: int, said: commands.Press) -> Outcome:
    """Keep press for the coming results, and show its writer how it will be printed."""
    match = file.match
    text = printable(said.text, (player.name, *player.name.split()))
    byline = said.byline if said.shade == "grey" else ""
    refused = _not_for_print(sitting.desk.house, match, player, text, byline) or _holds_order(match, seat, text)
    if refused:
        return declined(refused)
    made = decide(sitting, file, referee.SendPress(seat, text, said.shade, byline))
    if isinstance(made, Refusal):
        return declined(made)
    after = made[0].match
    facts = {"code": match.code, "unit": match.game.unit, "turn": match.turn}
    label = "press-kept" if match.is_timed else "press-kept-untimed"
    section = Section(phrase("press-title"), _in_print(after, after.life.press[-1:]))
    return told(label, **facts) + Outcome(sections=(section,))


def ended_by_orders(
    match: Match, seat: int, said: commands.Press, written: Sequence[Line]
) -> tuple[str, tuple[Line, ...]]:
    """The text of press up to a line below it that is an order, which must neither be printed nor be lost; and the
    lines from there on. ``written`` are those of the whole letter. Where orders are acted on at once, none is taken
    out of press: ``send`` then asks about it.
    """
    rows = said.text.split("\n")
    texts = {row.strip() for row in rows}
    below = tuple(
        takewhile(lambda each: each.text.strip() in texts, (each for each in written if each.number > said.line))
    )
    first = None if match.game.is_ready else _first_order(match, seat, below)
    if first is None:
        return said.text, ()
    orders = tuple(line for line in below if line.number >= first)
    left = len(orders)
    while left:
        left -= bool(rows.pop().strip())
    return "\n".join(rows).strip(), orders


def _first_order(match: Match, seat: int, lines: Sequence[Line]) -> int | None:
    """The number of the first line that the match's game reads as an order of that seat: one that could stand, or a
    line of few words that tries to be one and fails, for it tells the others as much.
    """
    if not match.hears_orders or seat in match.resigned:
        return None
    before, reading = match.standing(seat), match.game.read(lines)
    could_stand = {
        each.line for each in reading.written if match.game.check(match.state, seat, before, (each,)).accepted
    }
    tried = {each.line for each in reading.written} | {each.line for each in reading.complaints}
    short = {each.number for each in lines if len(each.text.split()) <= _MOST_OF_AN_ORDER and _FIGURE.search(each.text)}
    return min(could_stand | (tried & short), default=None)


def take_back(sitting: Sitting, file: File, seat: int) -> Outcome:
    """Nothing that the player wrote is printed with the coming results."""
    made = decide(sitting, file, referee.TakeBackPress(seat))
    if isinstance(made, Refusal):
        return declined(made)
    match = file.match
    return told("press-taken-back", code=match.code, unit=match.game.unit, turn=match.turn)


def strike(sitting: Sitting, file: File, number: int) -> Outcome:
    """A piece of press is not printed, by the GM's word; its writer is told, and gets the text back."""
    match = file.match
    made = decide(sitting, file, referee.StrikePress(number))
    if isinstance(made, Refusal):
        return declined(made)
    piece = next(each for each in match.life.press if each.number == number)
    writer, text = players(sitting, match)[piece.seat], _in_print(match, [piece])
    mail = compose("press_struck", code=match.code, title=match.opened.title, reader=writer.name, text=text)
    send_mail(sitting, "press-struck", writer, mail, match.code, number, match=match.code)
    name = match.seats[piece.seat].name
    return told("press-struck", code=match.code, name=name, number=number) + Outcome(
        sections=(Section(phrase("press-struck-title"), text),)
    )


def waiting(match: Match, seat: int) -> str:
    """A seat's press that goes out with the results of the coming turn, as it will be printed."""
    return _in_print(match, [each for each in match.life.printed_with(match.turn) if each.seat == seat])


def all_waiting(match: Match) -> str:
    """All press that waits, with its writers and the numbers by which the GM can strike it."""
    pieces = [(_numbered(match, each), each.text) for each in match.life.printed_with(match.turn)]
    return render("house/press.j2", pieces=pieces).strip()


def _numbered(match: Match, press: Press) -> str:
    facts = {"number": press.number, "name": match.seats[press.seat].name, "byline": press.byline}
    return phrase(f"press-number-{press.shade}", facts)


def printed(match: Match, turn: int) -> str:
    """The press that is printed with the results of a turn."""
    return _in_print(match, match.life.printed_with(turn))


def _in_print(match: Match, press: Sequence[Press]) -> str:
    """Pieces of press as everybody reads them."""
    return render("house/press.j2", pieces=[(_signed(match, each), each.text) for each in press]).strip()


def _signed(match: Match, press: Press) -> str:
    name = match.seats[press.seat].name if press.shade == "white" else press.byline
    return phrase(f"press-{press.shade}", {"name": name})


def _holds_order(match: Match, seat: int, text: str) -> Refusal | None:
    """An order in a text is not printed: perhaps it was meant as one, and the others must not read it."""
    rows = lines(text)
    first = _first_order(match, seat, rows)
    words = next((row.text for row in rows if row.number == first), "")
    return Refusal("press-is-order", {"code": match.code, "words": words}) if first is not None else None


def _not_for_print(house: House, match: Match, player: Player, text: str, byline: str) -> Refusal | None:
    """What in a text must not be printed: an address, a name that gives its writer away, the GM's own name."""
    facts = {"code": match.code, "byline": byline}
    if holds_address(f"{byline}\n{text}"):
        return Refusal("press-address", facts)
    if match.game.pseudonyms and (name := name_told(f"{byline} {text}", player)):
        return Refusal("press-gives-away", {**facts, "name": name})
    if byline and folded(byline) in official_names(house):
        return Refusal("byline-official", facts)
    return None
