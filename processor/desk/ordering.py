"""Hands the lines of a letter that are no house words to the game of their match: a player's orders, the GM's news."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from processor.core import referee
from processor.core.events import OrdersLate
from processor.core.game import Game
from processor.core.match import Match, Phase
from processor.core.orders import Checked, Complaint, Line, Reading, Written
from processor.core.ruling import Refusal, Ruling
from processor.desk import books
from processor.desk.answer import Outcome, declined, told
from processor.desk.belated import Came, too_late_for_orders, without_what_stands
from processor.desk.files import decide, find, no_such_match
from processor.desk.house import File, Sitting
from processor.desk.pages import show_gm, spread
from processor.desk.seating import take_seat
from processor.desk.turns import due_if_closed_now
from processor.store import matches
from processor.store.roster import Player


def hand_in(
    sitting: Sitting,
    player: Player,
    code: str,
    lines: Sequence[Line],
    came: Came | None = None,
) -> tuple[Outcome, tuple[Line, ...]]:
    """Give the lines to the match's game: what came of them, and the lines of which nothing came.

    Of a GM's letter the game first takes what only a GM can tell it. ``came`` tells of the letter that they stood in.
    """
    file = find(sitting, code)
    if file is None:
        return declined(no_such_match(sitting, code)), ()
    outcome = Outcome()
    if player.role == "gm":
        taken = _read_gm(file.match.game, lines)
        if _says_something(taken):
            outcome += _rule(sitting, file, taken)
            lines = _others(lines, taken)
            file = find(sitting, code) or file
    reading = file.match.game.read(lines)
    if _says_something(reading):
        outcome += _file(sitting, player, file, reading, came)
    return outcome, _others(lines, reading)


def would_count(match: Match, seat: int, written: Sequence[Written]) -> bool:
    """Whether a match waits for orders from that seat, or would take some of these."""
    return bool(match.owed(seat) or match.game.check(match.state, seat, match.standing(seat), written).accepted)


def rule_as_gm(sitting: Sitting, code: str, lines: Sequence[Line]) -> Outcome:
    """Give the lines to the match's game as told by the GM."""
    file = find(sitting, code)
    return _rule(sitting, file, _read_gm(file.match.game, lines)) if file else declined(no_such_match(sitting, code))


def unread(sitting: Sitting, code: str | None, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that no game takes from the GM: not that of the match, or where none is named, no running one's."""
    codes = [code] if code else ruled_on(sitting, lines)
    files = [file for file in (find(sitting, each) for each in codes) if file]
    unread = tuple(lines)
    for file in files:
        unread = _others(unread, _read_gm(file.match.game, lines))
    return unread


def ruled_on(sitting: Sitting, lines: Sequence[Line]) -> list[str]:
    """The running matches whose game understands one of these lines as said by the GM, or else finds one near enough
    to say how it is written.
    """
    readings = {name: _read_gm(game, lines) for name, game in sitting.desk.games.items()}
    heard = [name for name, reading in readings.items() if reading.written]
    heard = heard or [name for name, reading in readings.items() if reading.complaints]
    running = matches.all(sitting.store, Phase.RUNNING) if heard else ()
    return [record.code for record in running if record.game in heard]


def reads_as_orders(sitting: Sitting, lines: Sequence[Line], gm: bool = False) -> bool:
    """Whether some game finds an order in these lines, or what only a GM can say if a GM wrote them."""
    readers = [game.read for game in sitting.desk.games.values()]
    readers += [game.read_gm for game in sitting.desk.games.values() if gm and game.read_gm]
    return bool(lines) and any(read(lines).written for read in readers)


def reads_as_an_order(sitting: Sitting, text: str) -> bool:
    """Whether some game finds an order in a line by itself, such as returns in letter after letter: a signature's."""
    return any(_finds_an_order(game.read, text) for game in sitting.desk.games.values())


@lru_cache(maxsize=4096)
def _finds_an_order(read: Callable[[Sequence[Line]], Reading], text: str) -> bool:
    return bool(read((Line(1, text),)).written)


def tried(games: Iterable[Game[Any]], lines: Sequence[Line]) -> Iterator[int]:
    """The numbers of the lines in which a game finds orders, or what was meant for one; from every game anew."""
    for game in games if lines else ():
        reading = game.read(lines)
        yield from (each.line for each in reading.written)
        yield from (each.line for each in reading.complaints)


def says_more(sitting: Sitting, lines: Sequence[Line], than: Sequence[Line]) -> bool:
    """Whether some game finds an order in the first lines that it does not find in the others."""
    for game in sitting.desk.games.values():
        found = [each.order for each in game.read(lines).written]
        known = [each.order for each in game.read(than).written] if found else []
        if any(each not in known for each in found):
            return True
    return False


# --- The GM tells the game something ----------------------------------------------------------------------


def _rule(sitting: Sitting, file: File, reading: Reading) -> Outcome:
    """Let the game have what the GM says, and tell everybody for whom that changes something."""
    match = file.match
    made = decide(sitting, file, referee.RuleAsGm(reading.written, sitting.now, due_if_closed_now(sitting, match)))
    if isinstance(made, Refusal):
        return declined(made)
    after, ruling = made
    checked = ruling.checked or Checked(())
    readers = spread(sitting, match, after)
    said = "; ".join(match.game.say(order) for order in checked.accepted)
    label = "ruled" if readers else "ruled-untold"
    outcome = told(label, code=match.code, what=said, readers=readers) if said else Outcome()
    return outcome + closing_words(match, after.match) + Outcome((), _all_complaints(reading, checked), checked.remarks)


# --- A player's orders ------------------------------------------------------------------------------------


def _file(
    sitting: Sitting,
    player: Player,
    file: File,
    reading: Reading,
    came: Came | None,
) -> Outcome:
    match, outcome = file.match, Outcome()
    seat = match.seat_of(player.id)
    if seat is None and match.phase is Phase.RUNNING and match.game.admit and reading.written:
        joined = take_seat(sitting, player, file, None)
        outcome += declined(joined) if isinstance(joined, Refusal) else joined
        file = find(sitting, match.code) or file
        seat = file.match.seat_of(player.id)
    if seat is None:
        return outcome + told("no-seat", code=match.code)
    if came:
        outcome += too_late_for_orders(sitting, file.match, came)
        if outcome.refused:
            return outcome
        written, stands = without_what_stands(sitting, file.match, seat, reading.written, came)
        outcome += stands
        if not written and not reading.complaints:
            return outcome
        reading = replace(reading, written=written)
    return outcome + _file_seated(sitting, player, file, seat, reading, came)


def _file_seated(
    sitting: Sitting, player: Player, file: File, seat: int, reading: Reading, came: Came | None
) -> Outcome:
    match = file.match
    funds = books.funds(sitting, player) if match.game.fee else 0
    late = came is not None and match.due is not None and came.at >= match.due
    letter = referee.FileOrders(seat, reading.written, due_if_closed_now(sitting, match), funds, late)
    made = decide(sitting, file, letter)
    if isinstance(made, Refusal):
        return declined(made)
    after, ruling = made
    checked = ruling.checked or Checked(())
    spread(sitting, match, after, seats=())
    show_gm(sitting, match, after)
    accepted = tuple(match.game.say(order) for order in checked.accepted)
    return (
        Outcome((), _all_complaints(match.situated(seat, reading), checked), checked.remarks, (), accepted)
        + books.money_of(sitting, player, ruling)
        + _taken(match, ruling, accepted)
        + _late(match, ruling)
    )


def _taken(before: Match, ruling: Ruling, orders: tuple[str, ...]) -> Outcome:
    """A word on orders that stand for no coming deadline: they wait for the start, or closed their turn at once."""
    what, closing = "; ".join(orders), closing_words(before, ruling.match)
    if before.phase is Phase.SIGN_UP:
        return told("kept-early", code=before.code, what=what) if orders else Outcome()
    if before.life.hold and orders:
        return told("kept-paused" if before.life.hold.why == "pause" else "kept-held", **turn_words(before))
    return told("taken-at-once", what=what) + closing if orders and closing.told else closing


def _late(before: Match, ruling: Ruling) -> Outcome:
    """A word on orders that came after the deadline, where the rules take a fine for that."""
    is_late = any(isinstance(event, OrdersLate) for event in ruling.events)
    return told("fined-for-late", **turn_words(before)) if is_late else Outcome()


def _read_gm(game: Game[Any], lines: Sequence[Line]) -> Reading:
    return game.read_gm(lines) if game.read_gm else Reading()


def closing_words(before: Match, after: Match) -> Outcome:
    """A word on what a ruling led to at once."""
    if after.phase is Phase.OVER:
        return told("ended-at-once", code=before.code)
    if after.turn != before.turn:
        return told("closed-at-once", **turn_words(before))
    return Outcome()


def turn_words(match: Match) -> dict[str, object]:
    """The coming turn of a match, for a phrase that names it."""
    return {"code": match.code, "unit": match.game.unit, "turn": match.turn}


def _all_complaints(reading: Reading, checked: Checked) -> tuple[Complaint, ...]:
    return tuple(sorted((*reading.complaints, *checked.complaints), key=_place))


def _place(complaint: Complaint) -> int:
    return complaint.line


def _says_something(reading: Reading) -> bool:
    return bool(reading.written or reading.complaints)


def _others(lines: Iterable[Line], taken: Reading) -> tuple[Line, ...]:
    """The lines of which nothing was taken."""
    used = {each.line for each in taken.written} | {each.line for each in taken.complaints}
    return tuple(line for line in lines if line.number not in used)
