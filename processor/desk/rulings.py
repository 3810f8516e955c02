"""Carries out what the GM answers to a dispute: a ruling is read, tried, perhaps confirmed, and then holds for ever."""

from collections.abc import Sequence

from processor.core import referee
from processor.core.life import Why
from processor.core.match import Match, Phase
from processor.core.orders import Complaint
from processor.core.revision import Revision, revise
from processor.core.ruling import Refusal, Ruling
from processor.core.text import lines
from processor.desk.answer import Outcome, declined, told
from processor.desk.casemail import mail_case, send_to_gms
from processor.desk.chronicle import chronicle
from processor.desk.corrections import for_the_gm, mail_corrections, mail_outcome, money_moved
from processor.desk.files import decide, find, put
from processor.desk.house import File, Sitting
from processor.desk.remedies import Docket, Plan, plan_of
from processor.desk.times import deadline_words, moment
from processor.desk.turns import fair_due
from processor.mail import rulings
from processor.mail.house import Known, game_names
from processor.mail.owntexts import could_be_said
from processor.mail.write import compose, phrase
from processor.store import cases, matches, roster, schedule
from processor.store.cases import Case

_ALONE = (rulings.Confirm, rulings.Withdraw)
_BY_THE_GM: tuple[Why, ...] = ("gm", "pause")
"""Why a deadline is held that a GM has stopped, and that nobody else lets go on."""


def rule(sitting: Sitting, number: int, text: str) -> Outcome:
    """What comes of a GM's answer to a case. If anything in it is wrong, nothing of it is done."""
    docket = _docket(sitting, number)
    if docket is None:
        return told("no-case", case=f"D-{number}")
    reply = rulings.read(text, sitting.desk.words, _signed(sitting))
    said = reply.rulings
    if reply.complaints:
        return Outcome(complaints=reply.complaints, refused=True)
    if beside := _words_below(sitting, said, text):
        return Outcome(complaints=beside, refused=True)
    if not said:
        return told("no-ruling", case=docket.case.name)
    if len(said) > 1 and any(isinstance(each, _ALONE) for each in said):
        return told("ruling-alone", case=docket.case.name)
    return _rule(sitting, docket, said)


def _signed(sitting: Sitting) -> tuple[str, ...]:
    """What a GM may sign a letter with."""
    gms = [gm.name for gm in roster.everybody(sitting.store, "gm")]
    return phrase("the-gm"), *gms, *(part for name in gms for part in name.split())


def _words_below(sitting: Sitting, said: Sequence[rulings.Ruling], text: str) -> tuple[Complaint, ...]:
    """The lines below a ruling that could be words of the house: they must not be mailed out as a part of its reason.

    What stands below orders that are amended has to be an order in any case.
    """
    if not said:
        return ()
    codes = frozenset(record.code for record in matches.current(sitting.store))
    known = Known(codes, game_names(), gm=True, words=sitting.desk.words)
    begun = {each.line: each for each in said}
    found: list[Complaint] = []
    above: rulings.Ruling | None = None
    for line in lines(text):
        above = begun.get(line.number, above)
        is_below = above is not None and line.number not in begun and not isinstance(above, rulings.Amend)
        if is_below and could_be_said(line.text, known):
            found.append(Complaint(line.number, line.text, "word-below-ruling", phrase("word-below-ruling")))
    return tuple(found)


def first_line(sitting: Sitting, text: str) -> int | None:
    """The number of the first line that is a ruling, or should have been one."""
    reply = rulings.read(text, sitting.desk.words)
    return min((each.line for each in (*reply.rulings, *reply.complaints)), default=None)


def _docket(sitting: Sitting, number: int) -> Docket | None:
    case = cases.find(sitting.store, number)
    file = find(sitting, case.match) if case else None
    if case is None or file is None:
        return None
    player = roster.by_id(sitting.store, case.player)
    happened = chronicle(sitting, file.match)
    seat = happened.seat_of(case.player)
    return None if player is None or seat is None else Docket(case, file, happened, player, seat)


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
    plan = plan_of(sitting, docket, said)
    if plan.complaints:
        return Outcome(complaints=tuple(plan.complaints), refused=True)
    words = tuple(each.text for each in said)
    revision = _revise(docket, plan, words)
    if isinstance(revision, Refusal):
        return declined(revision)
    if revision.complaints:
        return Outcome(complaints=revision.complaints, refused=True)
    if reasons := _why_to_confirm(docket, revision):
        return _propose(sitting, docket, revision, words, reasons)
    return _hold_to(sitting, docket, revision, plan)


def _revise(docket: Docket, plan: Plan, words: tuple[str, ...]) -> Revision | Refusal:
    journal, seed = docket.happened.events, docket.file.seed
    return revise(docket.game, journal, docket.case.id, words, plan.remedies, seed, plan.void)


def _why_to_confirm(docket: Docket, revision: Revision) -> tuple[str, ...]:
    """Why the GM has to see first what a ruling comes to, if so: it reaches beyond its turn, or cannot pass unseen."""
    if not revision.changes_anything:
        return ()
    facts = {"unit": docket.game.unit, "turns": revision.turns_told_anew}
    grave = {
        "grave-turns": revision.turns_told_anew > 1,
        "grave-lost": bool(revision.lost),
        "grave-void": bool(revision.void),
        "grave-fallen": bool(revision.fallen),
        "grave-revived": revision.revives,
        "grave-overtaken": revision.overtakes and docket.case.ruling is not None,
        "grave-money": bool(revision.ruling.movements),
        "grave-replaced": docket.case.ruling is not None,
    }
    return tuple(phrase(label, facts) for label, is_so in grave.items() if is_so)


def _propose(
    sitting: Sitting, docket: Docket, revision: Revision, words: tuple[str, ...], reasons: tuple[str, ...]
) -> Outcome:
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
        reasons=reasons,
        throws_dice=match.game.throws_dice,
        revived=revision.revives,
        changes=for_the_gm(revision),
        lost=[(_name(match, each.seat), each, match.game.say(each.order)) for each in revision.lost],
        void=[(_name(match, each.seat), each.turn, match.game.say(each.order)) for each in revision.void],
        fallen=[(f"D-{each.case}", "; ".join(each.words)) for each in revision.fallen],
        moved=money_moved(revision),
    )
    send_to_gms(sitting, "differences", case, mail, sitting.letter or sitting.now.isoformat())
    return told("to-confirm", case=case.name, reasons="; ".join(reasons))


def _name(match: Match, seat: int) -> str:
    return match.seats[seat].name if seat in match.seats else phrase("the-gm")


def _confirm(sitting: Sitting, docket: Docket) -> Outcome:
    """Let a ruling hold that was kept. If the match has gone on since, its differences are told anew."""
    case = docket.case
    if case.status != "to-confirm":
        return _nothing_waits(sitting, docket)
    said = rulings.read(case.proposal, sitting.desk.words).rulings
    if case.proposed_at != docket.match.events:
        return told("moved-on", case=case.name) + _try(sitting, docket, said)
    plan = plan_of(sitting, docket, said)
    revision = _revise(docket, plan, tuple(each.text for each in said))
    if isinstance(revision, Refusal):
        return declined(revision)
    return _hold_to(sitting, docket, revision, plan)


def _withdraw(sitting: Sitting, docket: Docket) -> Outcome:
    case = docket.case
    if case.status != "to-confirm":
        return _nothing_waits(sitting, docket)
    cases.reopen(sitting.store, case.id)
    return told("ruling-withdrawn", case=case.name) + _still_holds(case)


def _nothing_waits(sitting: Sitting, docket: Docket) -> Outcome:
    """There is nothing to confirm or to withdraw; a case that is closed has been ruled on already."""
    if docket.case.status == "closed":
        return told("case-closed", **_how_it_was_closed(sitting, docket))
    return told("nothing-to-confirm", case=docket.case.name)


def _still_holds(case: Case) -> Outcome:
    """A word on the earlier ruling of a case that is open again."""
    return told("holds-till-then", case=case.name) if case.ruling is not None else Outcome()


def _reopen(sitting: Sitting, docket: Docket, said: Sequence[rulings.Ruling]) -> Outcome:
    """Open a closed case again, and rule on it at once if there is a ruling, for which it may be open already."""
    case = docket.case
    if said:
        return _try(sitting, docket, said)
    if case.status != "closed":
        return told("case-not-closed", case=case.name)
    cases.reopen(sitting.store, case.id)
    mail_case(sitting, docket.file, case, docket.player, docket.seat, docket.happened, sitting.now.isoformat())
    return told("reopened", case=case.name) + _still_holds(case)


# --- A ruling that holds ----------------------------------------------------------------------------------


def _hold_to(sitting: Sitting, docket: Docket, revision: Revision, plan: Plan) -> Outcome:
    """Journal the ruling, close the case, and tell everybody whom it concerns."""
    case, before, after = docket.case, revision.before, revision.after
    put(sitting, Ruling((revision.ruling,), after), before)
    file = File(after, docket.file.seed)
    sitting.files[after.code] = file
    file = _timed_anew(sitting, before, file)
    cases.close(sitting.store, case.id, before.events + 1, sitting.now)
    readers = mail_corrections(sitting, file, case, revision, plan.notes, plan.outcome)
    if file.match.seat_of(case.player) is None:
        mail_outcome(sitting, file, case, docket.player, plan.notes, plan.outcome)
        readers += 1
    outcome = told("case-ruled", case=case.name, readers=readers)
    if not revision.changes_anything and plan.remedies:
        outcome += told("ruling-changed-nothing")
    return outcome + _new_deadline(sitting, before, file.match)


def _timed_anew(sitting: Sitting, before: Match, file: File) -> File:
    """Bring the calendar into line: a turn that is open again needs a deadline that leaves everybody fair time.

    What was held then is held again. A match that has been paused since stays paused, and one whose deadline waited for
    the GM waits on. Where the GM names each date, a turn whose date has passed waits for another.
    """
    after, hold = file.match, before.life.hold
    if before.due and (before.turn, before.phase) != (after.turn, after.phase):
        schedule.cancel(sitting.store, after.code, before.turn)
    if not _closes_otherwise(before, after):
        return file
    if _opens_again(before, after) and after.setting("early") and after.game.is_ready is None:
        file = _decided(sitting, file, referee.AwaitLetters())
    schedule.remind_anew(sitting.store, after.code, after.turn)
    if after.is_held:
        return file
    fair = fair_due(sitting, after)
    due = after.put_off(fair)[0] if fair else after.due
    if due is not None:
        but_for = fair if due != fair else None
        file = _decided(sitting, file, referee.SetDeadline(after.turn, due, but_for=but_for))
    if hold and hold.why in _BY_THE_GM:
        for each in filter(None, (hold.beneath, hold)):
            file = _decided(sitting, file, referee.HoldDeadline(each.why, sitting.now))
        return file
    return file if fair else _decided(sitting, file, referee.HoldDeadline("gm", sitting.now))


def _decided(sitting: Sitting, file: File, instruction: referee.Instruction) -> File:
    """The match after an instruction, or as it was where that cannot be."""
    made = decide(sitting, file, instruction)
    return file if isinstance(made, Refusal) else made[0]


def _new_deadline(sitting: Sitting, before: Match, after: Match) -> Outcome:
    """What the GM is told of the deadline where another turn is open now."""
    if not _closes_otherwise(before, after):
        return Outcome()
    facts = {"code": after.code, "unit": after.game.unit, "turn": after.turn}
    if after.life.hold and after.life.hold.why == "pause":
        return told("open-paused", **facts)
    if after.due is None or (after.is_held and after.due <= sitting.now):
        return told("open-undated", **facts)
    label = "open-held" if after.is_held else "open-again"
    opened = told(label, due=deadline_words(after.due, after.opened.zone, sitting.now), **facts)
    return opened + told("open-not-early", **facts) if after.asked_anew else opened


def _opens_again(before: Match, after: Match) -> bool:
    """Whether a turn is open that had closed."""
    return after.phase is Phase.RUNNING and (before.phase is Phase.OVER or after.turn < before.turn)


def _closes_otherwise(before: Match, after: Match) -> bool:
    """Whether another turn is open now, or the same one until another time."""
    return after.is_timed and (before.turn, before.due) != (after.turn, after.due)
