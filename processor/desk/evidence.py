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
_CARRIED_OUT = ("answered", "asked-back", "confirmed")
"""What became of letters that were read for what they say, unlike the answers to questions of ours."""


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

    ``doubt`` is what stands against its being the player's own, if anything does. It ``is_dispute`` where the dispute
    itself stands in it, and ``came_in_turn`` where it was opened while the turn was and is meant for the match.
    """

    number: int
    arrived: str
    is_late: bool
    became: str
    doubt: inbox.Proof
    lines: tuple[LineRead, ...]
    said: Testimony
    is_dispute: bool
    came_in_turn: bool

    @property
    def orders(self) -> bool:
        """Whether it was not carried out, tried to order in time, or came too late with orders."""
        return bool(self.became) or any(line.counts or (line.tries and not self.is_late) for line in self.lines)

    @property
    def matters(self) -> bool:
        """Whether it may have to do with the turn: what nobody has read as orders may have been meant so."""
        return self.orders or (self.came_in_turn and bool(self.lines))

    @property
    def was_read(self) -> bool:
        """Whether any line of it was taken for an order, or for a try at one."""
        return any(line.tries for line in self.lines)

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


@dataclass(frozen=True)
class Letters:
    """The letters that a mail about a case shows, and whether others came in the turn that it does not show."""

    shown: tuple[Evidence, ...]
    are_more: bool


def evidence(sitting: Sitting, case: Case, player: Player, seat: int, happened: Chronicle, then: Match) -> Letters:
    """The letters that matter, as far as they are about the match; ``then`` is how it stood when the turn closed.

    Of too many, those are shown that have orders, and of these the last ones.
    """
    letters = letters_for(sitting, case, player, happened)
    found = [
        each for each in (_evidence(sitting, case, then, player, seat, each, happened) for each in letters) if each
    ]
    by_weight = sorted((each for each in found if each.matters), key=lambda each: each.orders)
    shown = by_weight[-_MOST_LETTERS:]
    are_more = len(by_weight) > len(shown) or any(each.came_in_turn and not each.matters for each in found)
    return Letters(tuple(each for each in found if each in shown), are_more)


def letters_for(sitting: Sitting, case: Case, player: Player, happened: Chronicle) -> tuple[Envelope, ...]:
    """The player's letters that may matter: from the deadline before the disputed one up to the dispute itself.

    Orders may stand beside the dispute, so that its letter is one of them.
    """
    since, own = happened.entries[0].at, case.letter if case.player == player.id else None
    found = inbox.of_writer(sitting.store, player.id, player.address, since, case.opened, own)
    before = [each.id for each in found if case.turn > 1 and happened.in_time(case.turn - 1, each.arrived)]
    return tuple(each for each in found if each.id == own or each.id not in before)


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
    sitting: Sitting, case: Case, then: Match, player: Player, seat: int, letter: Envelope, happened: Chronicle
) -> Evidence | None:
    """What a letter has to say; nothing if it is about other matches alone."""
    said = testimony(sitting, then, player, letter)
    if said is None or not said.concerns:
        return None
    is_dispute = letter.id == case.letter  # it is being carried out just now, which is done for none without proof
    why = f"aside-{letter.reason}"
    became = (phrase(why) if has_phrase(why) else letter.reason) if letter.status != "done" and not is_dispute else ""
    proof = "proved" if is_dispute else proof_on_file(sitting, letter, player)
    is_late = not happened.in_time(case.turn, letter.arrived)
    has_begun = happened.started is not None and letter.arrived >= happened.started
    return Evidence(
        letter.id,
        moment(letter.arrived, sitting.desk.house.zone),
        is_late,
        became,
        "" if proof == "proved" else proof,
        tuple(_read_line_by_line(then, seat, said.orders)),
        said,
        is_dispute,
        has_begun and not is_late and not is_dispute and said.is_meant and letter.reason in _CARRIED_OUT,
    )


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
