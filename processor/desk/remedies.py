"""What the words of a ruling come to: what is put into the past, and what others are told of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from processor.core.game import Game
from processor.core.match import Match
from processor.core.orders import Complaint, Line, Written
from processor.core.remedy import AmendOrders, ExcuseTurn, GivePoints, Remedy, RollBack
from processor.core.revision import orders_at
from processor.core.ruling import Refusal
from processor.core.text import folded, lines, normalise
from processor.desk.chronicle import Chronicle
from processor.desk.evidence import letters_for
from processor.desk.excerpts import order_lines
from processor.desk.files import players
from processor.desk.house import File, Sitting
from processor.desk.lateness import may_be_late
from processor.desk.masks import name_behind_a_mask
from processor.desk.people import person
from processor.desk.times import moment
from processor.desk.writers import proof_on_file
from processor.mail import rulings
from processor.mail.read import read
from processor.mail.rulings import Word
from processor.mail.write import phrase
from processor.store import inbox
from processor.store.cases import Case
from processor.store.inbox import Envelope
from processor.store.roster import Player


@dataclass(frozen=True)
class Docket:
    """A case on the desk, with all that is needed to rule on it."""

    case: Case
    file: File
    happened: Chronicle
    player: Player
    seat: int
    """Where the player who disputes sits, or sat last."""

    @property
    def match(self) -> Match:
        return self.file.match

    @property
    def game(self) -> Game[Any]:
        return self.file.match.game


@dataclass
class Plan:
    """What a ruling comes to: what is put into the past, what no longer counts, and what others are told of it."""

    remedies: list[Remedy] = field(default_factory=list)
    void: set[int] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    outcome: list[str] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)

    def wrong(self, word: Word, label: str, **facts: object) -> None:
        self.complaints.append(Complaint(word.line, word.text, label, phrase(label, facts)))


def plan_of(sitting: Sitting, docket: Docket, said: Sequence[rulings.Ruling]) -> Plan:
    """What these rulings of one answer come to together, with a complaint about each that cannot be."""
    plan = Plan()
    for word in said:
        _add(sitting, docket, plan, word)
        why = getattr(word, "why", "")
        if (name := name_behind_a_mask(sitting, docket.match, docket.happened, why)) is not None:
            plan.wrong(word, "names-somebody", name=name)
    if any(isinstance(each, rulings.Reject) for each in said) and plan.remedies:
        plan.wrong(said[0], "reject-and-more")
    return plan


def _add(sitting: Sitting, docket: Docket, plan: Plan, word: rulings.Ruling) -> None:
    turn = docket.case.turn
    match word:
        case rulings.Reject(why=why):
            plan.outcome.append(phrase("outcome-rejected", {"why": why}))
        case rulings.Note(why=why):
            plan.notes.append(why)
        case rulings.RollBack(turn=to):
            plan.remedies.append(RollBack(to))
            plan.outcome.append(phrase("outcome-rolled-back", {"unit": docket.game.unit, "turn": to}))
        case rulings.AcceptLate(person=name):
            _accept_late(sitting, docket, plan, word, name)
        case rulings.Amend(person=name, turn=named, orders=orders):
            seat = _seat(sitting, docket, plan, word, name)
            if seat is not None:
                _amend(docket, plan, seat, named or turn, _lines_of(word, orders))
        case rulings.RemitFine(person=name, turn=named) | rulings.Excuse(person=name, turn=named):
            _excuse(sitting, docket, plan, word, name, named or turn)
        case rulings.Fine(person=name, points=points, why=why):
            _give(sitting, docket, plan, word, name, -points, why)
        case rulings.Award(person=name, points=points, why=why):
            _give(sitting, docket, plan, word, name, points, why)
        case rulings.Confirm() | rulings.Withdraw() | rulings.Reopen():
            plan.wrong(word, "ruling-alone", case=docket.case.name)
        case _:
            assert_never(word)


def _seat(sitting: Sitting, docket: Docket, plan: Plan, word: Word, name: str) -> int | None:
    """The seat that a ruling names: by its name at the table, or by its player; who disputes may have left it since."""
    at_table = {folded(taken.name): seat for seat, taken in docket.match.seats.items()}
    if folded(name) in at_table:
        return at_table[folded(name)]
    found = person(sitting, name, docket.match.code)
    if isinstance(found, Refusal):
        plan.wrong(word, found.reason, **found.facts)
        return None
    seat = docket.seat if found.id == docket.player.id else docket.match.seat_of(found.id)
    if seat is None:
        plan.wrong(word, "not-at-the-table", name=name, code=docket.match.code)
    return seat


def _lines_of(word: Word, orders: str) -> Sequence[Line]:
    """The lines of the orders that a ruling ends in, each with its number in the letter."""
    above = word.line + word.text.count("\n") - orders.count("\n") - 1
    return tuple(replace(each, number=above + each.number) for each in lines(normalise(orders)))


def _amend(docket: Docket, plan: Plan, seat: int, turn: int, orders: Sequence[Line]) -> None:
    """Orders in the GM's own words, read by the game; every line has to be one."""
    reading = docket.game.read(orders)
    read = {each.line for each in reading.written} | {each.line for each in reading.complaints}
    plan.complaints += reading.complaints
    for line in (each for each in orders if each.number not in read):
        plan.complaints.append(Complaint(line.number, line.text, "no-order-read", phrase("no-order-read")))
    _put_in(docket, plan, seat, turn, reading.written)


def _put_in(docket: Docket, plan: Plan, seat: int, turn: int, written: tuple[Written, ...]) -> None:
    plan.remedies.append(AmendOrders(seat, turn, written))
    if seat == docket.seat:
        said = "; ".join(docket.game.say(each.order) for each in written)
        plan.outcome.append(phrase("outcome-amended", {"unit": docket.game.unit, "turn": turn, "orders": said}))


def _accept_late(sitting: Sitting, docket: Docket, plan: Plan, word: Word, name: str | None) -> None:
    """The orders of every letter that was meant for the turn and did not count: it came late, or was put aside."""
    seat = _seat(sitting, docket, plan, word, name) if name else docket.seat
    if seat is None:
        return
    writer = _writer(sitting, docket, seat)
    turn, found = docket.case.turn, letters_for(sitting, docket.case, writer, docket.happened)
    letters = [each for each in found if _was_in_vain(docket, each) or _came_late(sitting, docket, seat, each)]
    taken = {each.id: _possible(sitting, docket, seat, each, turn) for each in letters}
    proofs = {each.id: proof_on_file(sitting, each, writer) for each in found}
    late = [each for each in letters if taken[each.id]]
    theirs = [each for each in late if proofs[each.id] == "proved"]
    if doubtful := _in_doubt(late, proofs, theirs):
        _refuse_doubtful(docket, plan, word, seat, doubtful, proofs[doubtful.id])
        return
    if not theirs:
        facts = {"name": docket.match.seats[seat].name, "unit": docket.game.unit, "turn": turn}
        plan.wrong(word, "no-late-orders", **facts)
        return
    written = tuple(order for each in theirs for order in taken[each.id])
    own = [each for each in found if each not in letters and proofs[each.id] == "proved"]
    since = [each for each in own if each.arrived > theirs[-1].arrived]
    # What was ordered for the next turn since then rests on what the late letters had put on file.
    if not any(_possible(sitting, docket, seat, each, turn) for each in since):
        plan.void |= docket.happened.filed_by(frozenset(each.id for each in theirs))
    _put_in(docket, plan, seat, turn, written)


def _in_doubt(
    late: Sequence[Envelope], proofs: Mapping[int, inbox.Proof], theirs: Sequence[Envelope]
) -> Envelope | None:
    """The letter over which the orders of a seat cannot be accepted yet, since it is not known whose it is.

    Beside letters that are the player's, one counts for nothing that the GM has put aside or the player has denied.
    """
    claimed = [each for each in late if proofs[each.id] not in ("proved", "denied")]
    held = [each for each in claimed if each.status == "held"]
    return next(iter(held or (() if theirs else claimed or late)), None)


def _refuse_doubtful(docket: Docket, plan: Plan, word: Word, seat: int, letter: Envelope, proof: inbox.Proof) -> None:
    label = "late-denied" if proof == "denied" else "late-held" if letter.status == "held" else "late-unproved"
    facts: dict[str, object] = {"name": docket.match.seats[seat].name, "number": letter.id}
    facts |= {"case": docket.case.name, "unit": docket.game.unit, "turn": docket.case.turn}
    plan.wrong(word, label, arrived=moment(letter.arrived, docket.match.opened.zone), **facts)


def _was_in_vain(docket: Docket, letter: Envelope) -> bool:
    """Whether nothing came of a letter: it was put off or aside, or let through when its turn had closed."""
    return letter.status != "done" or (letter.released and not docket.happened.filed_by(frozenset({letter.id})))


def _came_late(sitting: Sitting, docket: Docket, seat: int, letter: Envelope) -> bool:
    """Whether a letter came after the turn that it was meant for. What was ordered in time for a later one stays.

    It was meant for that turn too if nothing in it could be ordered in the next one.
    """
    happened, turn = docket.happened, docket.case.turn
    closed, kept = happened.closed(turn), inbox.letter(sitting.store, letter.id)
    if happened.in_time(turn, letter.arrived) or closed is None or kept is None:
        return False
    if happened.closed(turn + 1) and not happened.in_time(turn + 1, letter.arrived):
        return False
    stop = happened.stops.get(turn, closed)
    return may_be_late(sitting, read(kept.raw), letter.arrived, stop) or not _possible(
        sitting, docket, seat, letter, turn + 1
    )


def _possible(sitting: Sitting, docket: Docket, seat: int, letter: Envelope, turn: int) -> tuple[Written, ...]:
    """Those orders of a letter that a turn could have taken."""
    then = orders_at(docket.game, docket.happened.events, turn)
    if then is None:
        return ()
    written = docket.game.read(order_lines(sitting, docket.match, _writer(sitting, docket, seat), letter)).written
    refused = {each.line for each in docket.game.check(then.state, seat, (), written).complaints}
    return tuple(each for each in written if each.line not in refused)


def _writer(sitting: Sitting, docket: Docket, seat: int) -> Player:
    """Whose letters count for a seat: those of the player who disputes, or of whoever sits there."""
    return docket.player if seat == docket.seat else players(sitting, docket.match)[seat]


def _excuse(sitting: Sitting, docket: Docket, plan: Plan, word: Word, name: str, turn: int) -> None:
    seat = _seat(sitting, docket, plan, word, name)
    if docket.game.excuse is None:
        plan.wrong(word, "cannot-excuse", game=docket.game.title)
    elif seat is not None:
        plan.remedies.append(ExcuseTurn(seat, turn))
        if seat == docket.seat:
            plan.outcome.append(phrase("outcome-excused", {"unit": docket.game.unit, "turn": turn}))


def _give(sitting: Sitting, docket: Docket, plan: Plan, word: Word, name: str, points: int, why: str) -> None:
    seat = _seat(sitting, docket, plan, word, name)
    if docket.game.award is None:
        plan.wrong(word, "no-score", game=docket.game.title, rulings=", ".join(_what_it_can_do(docket.game)))
    elif seat is not None and not docket.game.award(docket.match.state, seat, points, why):
        plan.wrong(word, "nothing-to-score", name=docket.match.seats[seat].name)
    elif seat is not None:
        plan.remedies.append(GivePoints(seat, points, why))
        if seat == docket.seat:
            plan.outcome.append(phrase("outcome-points", {"points": f"{points:+}", "why": why}))


def _what_it_can_do(game: Game[Any]) -> Iterator[str]:
    """The rulings that a game without points knows."""
    yield from ("reject", "amend", "accept late orders")
    if game.excuse is not None:
        yield "excuse NMR"
    yield from ("roll back", "note")
