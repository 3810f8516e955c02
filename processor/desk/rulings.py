"""Carries out what the GM answers to a dispute: a ruling is read, tried, perhaps confirmed, and then holds for ever."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from processor.core import referee
from processor.core.game import Game
from processor.core.match import Match, Phase
from processor.core.orders import Complaint, Line, Written
from processor.core.revision import AmendOrders, ExcuseTurn, GivePoints, Remedy, Revision, RollBack, orders_at, revise
from processor.core.ruling import Refusal, Ruling
from processor.core.text import lines, normalise
from processor.desk.answer import Outcome, told
from processor.desk.casemail import letters_for, mail_case, order_lines, send_to_gms
from processor.desk.chronicle import Chronicle, chronicle
from processor.desk.corrections import for_the_gm, mail_corrections
from processor.desk.files import decide, find, players, put
from processor.desk.house import File, Sitting
from processor.desk.lateness import seems_late
from processor.desk.people import name_told, person
from processor.desk.times import deadline_words, moment
from processor.desk.turns import next_due
from processor.mail import rulings
from processor.mail.read import read
from processor.mail.rulings import Word
from processor.mail.write import compose, phrase
from processor.store import cases, inbox, roster, schedule
from processor.store.cases import Case
from processor.store.inbox import Envelope
from processor.store.roster import Player

_ALONE = (rulings.Confirm, rulings.Withdraw)


@dataclass(frozen=True)
class Docket:
    """A case on the desk, with all that is needed to rule on it."""

    case: Case
    file: File
    happened: Chronicle
    player: Player

    @property
    def match(self) -> Match:
        return self.file.match

    @property
    def game(self) -> Game[Any]:
        return self.file.match.game


@dataclass
class _Plan:
    """What a ruling comes to: what is put into the past, what no longer counts, and what others are told of it."""

    remedies: list[Remedy] = field(default_factory=list)
    void: set[int] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    outcome: list[str] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)

    def wrong(self, word: Word, label: str, **facts: object) -> None:
        self.complaints.append(Complaint(word.line, word.text, label, phrase(label, facts)))


def rule(sitting: Sitting, number: int, text: str) -> Outcome:
    """What comes of a GM's answer to a case. If anything in it is wrong, nothing of it is done."""
    docket = _docket(sitting, number)
    if docket is None:
        return told("no-case", case=f"D-{number}")
    reply = rulings.read(text, sitting.desk.words)
    said = reply.rulings
    if reply.complaints:
        return Outcome(complaints=reply.complaints, refused=True)
    if not said:
        return told("no-ruling", case=docket.case.name)
    if len(said) > 1 and any(isinstance(each, _ALONE) for each in said):
        return told("ruling-alone", case=docket.case.name)
    return _rule(sitting, docket, said)


def holds_any(sitting: Sitting, text: str) -> bool:
    """Whether a letter holds a ruling, or what should have been one."""
    reply = rulings.read(text, sitting.desk.words)
    return bool(reply.rulings or reply.complaints)


def _docket(sitting: Sitting, number: int) -> Docket | None:
    case = cases.find(sitting.store, number)
    file = find(sitting, case.match) if case else None
    if case is None or file is None:
        return None
    player = roster.by_id(sitting.store, case.player)
    return Docket(case, file, chronicle(sitting, file.match), player) if player else None


def _rule(sitting: Sitting, docket: Docket, said: Sequence[rulings.Ruling]) -> Outcome:
    case, first = docket.case, said[0]
    match first:
        case rulings.Confirm():
            return _confirm(sitting, docket)
        case rulings.Withdraw():
            return _withdraw(sitting, docket)
        case rulings.Reopen():
            return _reopen(sitting, docket, said[1:])
        case _ if case.status == "closed":
            return told("case-closed", **_how_it_was_closed(sitting, docket))
        case _:
            return _try(sitting, docket, said)


def _how_it_was_closed(sitting: Sitting, docket: Docket) -> dict[str, object]:
    given = [ruling for ruling, _ in docket.happened.rulings if ruling.case == docket.case.id]
    closed = moment(docket.case.closed, sitting.desk.house.zone) if docket.case.closed else ""
    return {"case": docket.case.name, "closed": closed, "words": "; ".join(given[-1].words) if given else ""}


# --- Trying a ruling, and what may have to be confirmed ---------------------------------------------------


def _try(sitting: Sitting, docket: Docket, said: Sequence[rulings.Ruling]) -> Outcome:
    """Carry a ruling out at once, unless it reaches beyond the turn that it is about."""
    plan = _plan(sitting, docket, said)
    if plan.complaints:
        return Outcome(complaints=tuple(plan.complaints), refused=True)
    words = tuple(each.text for each in said)
    revision = _revise(docket, plan, words)
    if isinstance(revision, Refusal):
        return told(revision.reason, **revision.facts)
    if revision.complaints:
        return Outcome(complaints=revision.complaints, refused=True)
    if _reaches_further(revision):
        return _propose(sitting, docket, revision, words)
    return _hold_to(sitting, docket, revision, plan)


def _revise(docket: Docket, plan: _Plan, words: tuple[str, ...]) -> Revision | Refusal:
    journal, seed = docket.happened.events, docket.file.seed
    return revise(docket.game, journal, docket.case.id, words, plan.remedies, seed, plan.void)


def _reaches_further(revision: Revision) -> bool:
    """Whether later turns come out otherwise, orders are lost, or a match goes on that was over."""
    revived = revision.before.phase is Phase.OVER and revision.after.phase is Phase.RUNNING
    return revision.changes_anything and (revision.turns_told_anew > 1 or bool(revision.lost) or revived)


def _propose(sitting: Sitting, docket: Docket, revision: Revision, words: tuple[str, ...]) -> Outcome:
    """Keep the ruling, and mail the GM what it would change, player by player."""
    case, match = docket.case, docket.match
    cases.propose(sitting.store, case.id, "\n\n".join(words), match.events)
    mail = compose(
        "differences",
        case=case.name,
        code=match.code,
        title=match.opened.title,
        unit=match.game.unit,
        words=words,
        changes=for_the_gm(sitting, revision),
        lost=[(_name(match, each.seat), each, match.game.say(each.order)) for each in revision.lost],
        turns=revision.turns_told_anew,
        revived=revision.before.phase is Phase.OVER and revision.after.phase is Phase.RUNNING,
    )
    send_to_gms(sitting, "differences", case, mail, sitting.letter or sitting.now.isoformat())
    return told("to-confirm", case=case.name, turns=revision.turns_told_anew, unit=match.game.unit)


def _name(match: Match, seat: int) -> str:
    return match.seats[seat].name if seat in match.seats else phrase("the-gm")


def _confirm(sitting: Sitting, docket: Docket) -> Outcome:
    """Let a ruling hold that was kept. If the match has gone on since, its differences are told anew."""
    case = docket.case
    if case.status != "to-confirm":
        return told("nothing-to-confirm", case=case.name)
    said = rulings.read(case.proposal, sitting.desk.words).rulings
    if case.proposed_at != docket.match.events:
        return told("moved-on", case=case.name) + _try(sitting, docket, said)
    plan = _plan(sitting, docket, said)
    revision = _revise(docket, plan, tuple(each.text for each in said))
    if isinstance(revision, Refusal):
        return told(revision.reason, **revision.facts)
    return _hold_to(sitting, docket, revision, plan)


def _withdraw(sitting: Sitting, docket: Docket) -> Outcome:
    if docket.case.status != "to-confirm":
        return told("nothing-to-confirm", case=docket.case.name)
    cases.reopen(sitting.store, docket.case.id)
    return told("ruling-withdrawn", case=docket.case.name)


def _reopen(sitting: Sitting, docket: Docket, said: Sequence[rulings.Ruling]) -> Outcome:
    """Open a closed case again, and rule on it at once if there is a ruling."""
    case = docket.case
    if case.status != "closed":
        return told("case-not-closed", case=case.name)
    cases.reopen(sitting.store, case.id)
    if said:
        return told("reopened", case=case.name) + _try(sitting, docket, said)
    seat = docket.match.seat_of(docket.player.id)
    if seat is not None:
        mail_case(sitting, docket.file, case, docket.player, seat, docket.happened, sitting.now.isoformat())
    return told("reopened", case=case.name)


# --- A ruling that holds ----------------------------------------------------------------------------------


def _hold_to(sitting: Sitting, docket: Docket, revision: Revision, plan: _Plan) -> Outcome:
    """Journal the ruling, close the case, and tell everybody whom it concerns."""
    case, before, after = docket.case, revision.before, revision.after
    put(sitting, Ruling((revision.ruling,), after), before)
    file = File(after, docket.file.seed)
    sitting.files[after.code] = file
    file = _timed_anew(sitting, before, file)
    cases.close(sitting.store, case.id, before.events + 1, sitting.now)
    readers = mail_corrections(sitting, file, case, revision, plan.notes, plan.outcome)
    outcome = told("case-ruled", case=case.name, readers=readers)
    if not revision.changes_anything and plan.remedies:
        outcome += told("ruling-changed-nothing")
    return outcome + _new_deadline(sitting, before, file.match)


def _timed_anew(sitting: Sitting, before: Match, file: File) -> File:
    """Bring the calendar into line: a turn that is open again needs a deadline that lies ahead.

    Where the GM names each date, one that has passed already is held until there is another.
    """
    after = file.match
    if before.due and (before.turn, before.phase) != (after.turn, after.phase):
        schedule.cancel(sitting.store, after.code, before.turn)
    if not after.is_timed or (before.turn, before.due) == (after.turn, after.due):
        return file
    schedule.remind_anew(sitting.store, after.code, after.turn)
    due = next_due(after, None, sitting.now) or after.due
    made = decide(sitting, file, referee.SetDeadline(after.turn, due)) if due else None
    if due is None or made is None or isinstance(made, Refusal):
        return file
    held = decide(sitting, made[0], referee.HoldDeadline("gm", sitting.now)) if due <= sitting.now else made
    return made[0] if isinstance(held, Refusal) else held[0]


def _new_deadline(sitting: Sitting, before: Match, after: Match) -> Outcome:
    """What the GM is told of the deadline where another turn is open now."""
    if not after.is_timed or (before.turn, before.due) == (after.turn, after.due):
        return Outcome()
    facts = {"code": after.code, "unit": after.game.unit, "turn": after.turn}
    if after.due is None or after.is_held:
        return told("open-undated", **facts)
    return told("open-again", due=deadline_words(after.due, after.opened.zone, sitting.now), **facts)


# --- What the words come to -------------------------------------------------------------------------------


def _plan(sitting: Sitting, docket: Docket, said: Sequence[rulings.Ruling]) -> _Plan:
    plan = _Plan()
    for word in said:
        _add(sitting, docket, plan, word)
        if (name := _told_name(sitting, docket, word)) is not None:
            plan.wrong(word, "names-somebody", name=name)
    if any(isinstance(each, rulings.Reject) for each in said) and plan.remedies:
        plan.wrong(said[0], "reject-and-more")
    return plan


def _add(sitting: Sitting, docket: Docket, plan: _Plan, word: rulings.Ruling) -> None:
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
                _amend(docket, plan, word, seat, named or turn, lines(normalise(orders)))
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


def _seat(sitting: Sitting, docket: Docket, plan: _Plan, word: Word, name: str) -> int | None:
    """The seat of the player that a ruling names."""
    found = person(sitting, name, docket.match.code)
    if isinstance(found, Refusal):
        plan.wrong(word, found.reason, **found.facts)
        return None
    seat = docket.match.seat_of(found.id)
    if seat is None:
        plan.wrong(word, "not-at-the-table", name=name, code=docket.match.code)
    return seat


def _amend(docket: Docket, plan: _Plan, word: Word, seat: int, turn: int, orders: Sequence[Line]) -> None:
    """Orders in the GM's own words, read by the game; every line has to be one."""
    reading = docket.game.read(orders)
    read = {each.line for each in reading.written} | {each.line for each in reading.complaints}
    left = [line for line in orders if line.text.strip() and line.number not in read]
    plan.complaints += [Complaint(word.line, each.text, each.reason, each.hint) for each in reading.complaints]
    for line in left:
        plan.wrong(word, "no-order-read", line=line.text)
    _put_in(docket, plan, seat, turn, reading.written)


def _put_in(docket: Docket, plan: _Plan, seat: int, turn: int, written: tuple[Written, ...]) -> None:
    plan.remedies.append(AmendOrders(seat, turn, written))
    if seat == docket.match.seat_of(docket.player.id):
        said = "; ".join(docket.game.say(each.order) for each in written)
        plan.outcome.append(phrase("outcome-amended", {"unit": docket.game.unit, "turn": turn, "orders": said}))


def _accept_late(sitting: Sitting, docket: Docket, plan: _Plan, word: Word, name: str | None) -> None:
    """The orders of every letter that was meant for the turn and did not count: it came late, or was put aside."""
    seat = _seat(sitting, docket, plan, word, name) if name else docket.match.seat_of(docket.player.id)
    if seat is None:
        return
    writer = players(sitting, docket.match)[seat]
    turn, found = docket.case.turn, letters_for(sitting, docket.case, writer, docket.happened)
    letters = [each for each in found if each.status != "done" or _came_late(sitting, docket, seat, each)]
    taken = {each.id: _possible(sitting, docket, seat, each.id, turn) for each in letters}
    written = tuple(order for orders in taken.values() for order in orders)
    if not written:
        plan.wrong(word, "no-late-orders", name=docket.match.seats[seat].name)
        return
    late = [each for each in letters if taken[each.id]]
    since = [each for each in found if each not in letters and each.arrived > late[-1].arrived]
    # What was ordered for the next turn since then rests on what the late letters had put on file.
    if not any(_possible(sitting, docket, seat, each.id, turn) for each in since):
        plan.void |= docket.happened.filed_by(frozenset(each.id for each in late))
    _put_in(docket, plan, seat, turn, written)


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
    was_due = min(closed, happened.due(turn) or closed)
    return seems_late(sitting, read(kept.raw), letter.arrived, was_due) or not _possible(
        sitting, docket, seat, letter.id, turn + 1
    )


def _possible(sitting: Sitting, docket: Docket, seat: int, number: int, turn: int) -> tuple[Written, ...]:
    """Those orders of a letter that a turn could have taken."""
    letter = inbox.letter(sitting.store, number)
    then = orders_at(docket.game, docket.happened.events, turn)
    if letter is None or then is None:
        return ()
    written = docket.game.read(order_lines(sitting, docket.match, letter.raw)).written
    refused = {each.line for each in docket.game.check(then.state, seat, (), written).complaints}
    return tuple(each for each in written if each.line not in refused)


def _excuse(sitting: Sitting, docket: Docket, plan: _Plan, word: Word, name: str, turn: int) -> None:
    seat = _seat(sitting, docket, plan, word, name)
    if docket.game.excuse is None:
        plan.wrong(word, "cannot-excuse", game=docket.game.title)
    elif seat is not None:
        plan.remedies.append(ExcuseTurn(seat, turn))
        if seat == docket.match.seat_of(docket.player.id):
            plan.outcome.append(phrase("outcome-excused", {"unit": docket.game.unit, "turn": turn}))


def _give(sitting: Sitting, docket: Docket, plan: _Plan, word: Word, name: str, points: int, why: str) -> None:
    seat = _seat(sitting, docket, plan, word, name)
    if docket.game.award is None:
        plan.wrong(word, "no-score", game=docket.game.title)
    elif seat is not None and not docket.game.award(docket.match.state, seat, points, why):
        plan.wrong(word, "nothing-to-score", name=docket.match.seats[seat].name)
    elif seat is not None:
        plan.remedies.append(GivePoints(seat, points, why))
        if seat == docket.match.seat_of(docket.player.id):
            plan.outcome.append(phrase("outcome-points", {"points": f"{points:+}", "why": why}))


def _told_name(sitting: Sitting, docket: Docket, word: rulings.Ruling) -> str | None:
    """The name in a text for others that would tell who is behind a pseudonym, where that is a secret still."""
    text = getattr(word, "why", None)
    if text is None or not docket.game.pseudonyms or docket.match.phase is Phase.OVER:
        return None
    told = (player.name for player in players(sitting, docket.match).values() if name_told(text, player))
    return next(told, None)
