"""Gathers what speaks for and against a dispute: the player's letters, how they were read, and what stood on file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from processor.core.events import NothingOrdered, OrdersFiled
from processor.core.match import Match
from processor.core.orders import Line
from processor.desk.chronicle import Chronicle
from processor.desk.excerpts import Testimony, testimony
from processor.desk.house import Sitting
from processor.desk.times import moment
from processor.desk.writers import proof_on_file
from processor.mail.write import has_phrase, phrase
from processor.store import inbox
from processor.store.cases import Case
from processor.store.inbox import Envelope
from processor.store.roster import Player

_MOST_LETTERS = 5


@dataclass(frozen=True)
class LineRead:
    """A line of a letter and what was made of it: whether it tries to be an order, and is one for the turn."""

    text: str
    made: str
    tries: bool = True
    counts: bool = False


@dataclass(frozen=True)
class Evidence:
    """A letter of the player: when it came, whether in time, how each line was read, and the receipt it got.

    ``doubt`` is what stands against its being the player's own, if anything does.
    """

    number: int
    arrived: str
    is_late: bool
    became: str
    doubt: inbox.Proof
    lines: tuple[LineRead, ...]
    said: Testimony

    @property
    def matters(self) -> bool:
        """Whether it may have to do with the turn: it was not carried out, tried to order in time, or came too late."""
        return bool(self.became) or any(line.counts or (line.tries and not self.is_late) for line in self.lines)

    @property
    def was_in_vain(self) -> bool:
        """Whether nothing has come of it, though a ruling could let its orders count."""
        return self.doubt != "denied" and bool(self.is_late or self.became)


@dataclass(frozen=True)
class Filed:
    """What was put on file for a seat, when, and by whose word."""

    at: str
    by: str
    orders: tuple[str, ...]


def evidence(
    sitting: Sitting, case: Case, player: Player, seat: int, happened: Chronicle, then: Match
) -> tuple[Evidence, ...]:
    """The letters that matter, as far as they are about the match; ``then`` is how it stood when the turn closed."""
    found = [
        _evidence(sitting, then, player, seat, each, not happened.in_time(case.turn, each.arrived))
        for each in letters_for(sitting, case, player, happened)
    ]
    return tuple(each for each in found if each and each.matters)[-_MOST_LETTERS:]


def letters_for(sitting: Sitting, case: Case, player: Player, happened: Chronicle) -> tuple[Envelope, ...]:
    """The player's letters that may matter: from the deadline before the disputed one up to the dispute itself."""
    since = happened.entries[0].at
    found = inbox.of_writer(sitting.store, player.id, player.address, since, case.opened)
    before = [each.id for each in found if case.turn > 1 and happened.in_time(case.turn - 1, each.arrived)]
    return tuple(each for each in found if each.id not in (*before, case.letter))


def put_on_file(match: Match, happened: Chronicle, seat: int, turn: int, zone: str) -> Iterator[Filed]:
    """All that was put on file for a seat and a turn, by letters or by the GM, first things first."""
    for entry in happened.in_turn(turn):
        match entry.event:
            case OrdersFiled(seat=whose, orders=orders) if whose == seat:
                said = tuple(match.game.say(each) for each in orders) or (phrase("history-none"),)
                yield Filed(moment(entry.at, zone), entry.by, said)
            case NothingOrdered(seat=whose) if whose == seat:
                yield Filed(moment(entry.at, zone), entry.by, (phrase("none-on-purpose"),))
            case _:
                pass


def _evidence(
    sitting: Sitting, then: Match, player: Player, seat: int, letter: Envelope, is_late: bool
) -> Evidence | None:
    """What a letter has to say; nothing if it is about other matches alone."""
    said = testimony(sitting, then, player, letter)
    if said is None or not said.concerns:
        return None
    why = f"aside-{letter.reason}"
    became = (phrase(why) if has_phrase(why) else letter.reason) if letter.status != "done" else ""
    proof = proof_on_file(sitting, letter, player)
    doubt: inbox.Proof = "" if proof == "proved" else proof
    lines = tuple(_read_line_by_line(then, seat, said.orders))
    return Evidence(letter.id, moment(letter.arrived, sitting.desk.house.zone), is_late, became, doubt, lines, said)


def _read_line_by_line(then: Match, seat: int, lines: Sequence[Line]) -> Iterator[LineRead]:
    """What each line was taken for: an order in canonical form, a slip with its hint, or nothing."""
    game = then.game
    reading = then.situated(seat, game.read(lines))
    checked = game.check(then.state, seat, (), reading.written)
    wrong = {each.line: each.hint for each in (*reading.complaints, *checked.complaints)}
    orders: dict[int, list[str]] = {}
    for each in reading.written:
        orders.setdefault(each.line, []).append(game.say(each.order))
    for line in lines:
        if line.number in wrong:
            yield LineRead(line.text, phrase("line-refused", {"hint": wrong[line.number]}))
        elif line.number in orders:
            yield LineRead(line.text, phrase("line-taken", {"what": "; ".join(orders[line.number])}), counts=True)
        elif line.text.strip():
            yield LineRead(line.text, phrase("line-left"), tries=False)
