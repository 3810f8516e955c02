"""The match files: takes a match out of the journal, and puts a ruling into it."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from processor.core import calendar, referee
from processor.core.events import (
    DeadlineFreed,
    DeadlineHeld,
    DeadlineSet,
    Event,
    MatchEnded,
    RulingGiven,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    SettingChanged,
    StandbyListed,
    TurnClosed,
)
from processor.core.match import Match, Phase, evolve, fold
from processor.core.reading import nearest
from processor.core.ruling import Refusal, Ruling
from processor.desk import books
from processor.desk.house import File, Sitting
from processor.store import journal, matches, roster, schedule, tokens
from processor.store.journal import Entry
from processor.store.matches import MatchRecord
from processor.store.roster import Player

REMINDER, EARLY = "reminder", "early"
"""What the desk looks at a match for, beside its deadlines."""
ONE_DAY = timedelta(days=1)


def find(sitting: Sitting, code: str) -> File | None:
    """The match of that code, folded from its journal the first time that this sitting needs it."""
    code = code.casefold()
    if code not in sitting.files:
        record = matches.find(sitting.store, code)
        if record is None:
            return None
        sitting.files[code] = _load(sitting, record)
    return sitting.files[code]


def no_such_match(sitting: Sitting, code: str) -> Refusal:
    """There is no match of that code; perhaps one of nearly that code is meant."""
    near = nearest(code, (record.code for record in matches.all(sitting.store)))
    return (
        Refusal("unknown-match-near", {"code": code, "near": near})
        if near
        else Refusal("unknown-match", {"code": code})
    )


def _load(sitting: Sitting, record: MatchRecord) -> File:
    """Fold what the journal has beyond what was folded before; after a ruling, all of it."""
    desk = sitting.desk
    match = desk.memo.get(record.code)
    new = _events(sitting, record, after=match.events if match else 0)
    if match is None or any(isinstance(event, RulingGiven) for event in new):
        return File(fold(desk.games[record.game], _events(sitting, record) if match else new), record.seed)
    for event in new:
        match = evolve(match, event)
    return File(match, record.seed)


def _events(sitting: Sitting, record: MatchRecord, after: int = 0) -> list[Event]:
    codec = sitting.desk.codecs[record.game]
    return [entry.event for _, entry in journal.read(sitting.store, record.code, codec, after)]


def decide(sitting: Sitting, file: File, instruction: referee.Instruction) -> tuple[File, Ruling] | Refusal:
    """Let the referee decide, and journal the ruling."""
    ruling = referee.decide(file.match, instruction, file.seed)
    if isinstance(ruling, Refusal):
        return ruling
    decided = File(ruling.match, file.seed)
    put(sitting, ruling, file.match)
    sitting.files[ruling.match.code] = decided
    return decided, ruling


def put(sitting: Sitting, ruling: Ruling, before: Match | None) -> None:
    """Append a ruling to the journal, and bring the tables that are looked up by into line with it."""
    if not ruling.events:
        return
    match, store = ruling.match, sitting.store
    entries = [Entry(event, sitting.now, sitting.by, sitting.letter) for event in ruling.events]
    first = before.events + 1 if before else 1
    journal.append(store, match.code, first, entries)
    books.post(sitting, match, first, ruling.events)
    for event in ruling.events:
        _note(sitting, match, event)
    _plan_early(sitting, match)
    if before is None or (match.phase, match.turn) != (before.phase, before.turn):
        matches.move_on(store, match.code, match.phase.value, match.turn)


def players(sitting: Sitting, match: Match) -> Mapping[int, Player]:
    """Who sits where."""
    return roster.seated(sitting.store, match.code)


def who_stand_by(sitting: Sitting, match: Match) -> tuple[Player, ...]:
    """Who would play and has no seat, in the order of the list."""
    found = (roster.by_id(sitting.store, each.player) for each in match.life.standbys)
    return tuple(player for player in found if player is not None)


def reminders(sitting: Sitting, match: Match) -> tuple[timedelta, ...]:
    """How long before a deadline of that match reminders go out: as its game wishes, or else as the house does."""
    length = calendar.length(match.opened.rule)
    if not match.game.reminds_halfway or length is None:
        return sitting.desk.house.reminders
    return tuple(distance for distance in (length / 2, ONE_DAY) if distance < length)


def plan_reminder(sitting: Sitting, match: Match, due: datetime) -> None:
    """Have the desk look at a match when the next reminder of its deadline is to go out."""
    ahead = [due - distance for distance in reminders(sitting, match) if due - distance > sitting.now]
    if ahead:
        schedule.set_alarm(sitting.store, match.code, REMINDER, min(ahead))
    else:
        schedule.drop_alarm(sitting.store, match.code, REMINDER)


def let_answer(sitting: Sitting, player: int, code: str) -> None:
    """Have that player's answers to mails about a match count as theirs; once that was so, nothing changes."""
    token = sitting.desk.token("seat", player, code)
    if tokens.token(sitting.store, token) is None:
        tokens.issue_token(sitting.store, token, kind="seat", player=player, match=code)


def _note(sitting: Sitting, match: Match, event: Event) -> None:
    store, code = sitting.store, match.code
    match event:
        case SeatTaken(seat=seat, player=player):
            roster.take_seat(store, code, seat, player)
            let_answer(sitting, player, code)
        case SeatHandedOver(seat=seat, player=player):
            _hand_over(sitting, match, seat, player)
        case StandbyListed(player=player):
            _let_answer_again(sitting, match, player)
        case SeatLeft(seat=seat) if match.phase is Phase.SIGN_UP:
            roster.leave_seat(store, code, seat)
        case DeadlineSet(turn=turn, due=due):
            schedule.set_deadline(store, code, turn, due + match.grace, sitting.now)
            plan_reminder(sitting, match, due)
        case SettingChanged() if match.closes:
            _count_grace_anew(sitting, match, match.closes)
        case DeadlineHeld(turn=turn, why=why):
            schedule.hold(store, code, turn, why)
        case DeadlineFreed(turn=turn):
            _open_again(sitting, match, turn)
        case TurnClosed(turn=turn):
            schedule.release(store, code, turn, sitting.now)
            schedule.close(store, code, turn, sitting.now)
        case MatchEnded():
            schedule.cancel(store, code, match.turn)
            schedule.drop_alarm(store, code, REMINDER)
        case _:
            pass


def _count_grace_anew(sitting: Sitting, match: Match, closes: datetime) -> None:
    """A grace counts from the same date, on which nobody has settled anew. A shorter one that has run out by now takes
    nothing back: what came while the longer one held still counts.
    """
    before = schedule.deadline(sitting.store, match.code, match.turn)
    if before:
        schedule.put_off(sitting.store, match.code, match.turn, max(closes, min(before.due, sitting.now)))


def _open_again(sitting: Sitting, match: Match, turn: int) -> None:
    """A deadline is held no longer. After a ruling the calendar may not know it yet."""
    released = schedule.release(sitting.store, match.code, turn, sitting.now)
    if not released and match.closes and match.turn == turn:
        schedule.set_deadline(sitting.store, match.code, turn, match.closes, sitting.now)


def _hand_over(sitting: Sitting, match: Match, seat: int, player: int) -> None:
    """Another player sits there: the words that we gave to the one before prove nothing any more."""
    store, code = sitting.store, match.code
    before = roster.player_at(store, code, seat)
    if before is not None:
        tokens.revoke_all(store, before.id, code)
    roster.leave_seat(store, code, seat)
    roster.take_seat(store, code, seat, player)
    _let_answer_again(sitting, match, player)


def _let_answer_again(sitting: Sitting, match: Match, player: int) -> None:
    """Have that player's answers count as theirs; who was replaced before and comes back gets a new word for it."""
    let_answer(sitting, player, match.code)
    if tokens.live_token(sitting.store, "seat", player, match.code) is None:
        fresh = sitting.desk.token("seat", player, match.code, match.events)
        tokens.issue_token(sitting.store, fresh, kind="seat", player=player, match=match.code)


def _plan_early(sitting: Sitting, match: Match) -> None:
    """Have the desk look at a match when all its orders are in and have had time to cool; what is new takes its own."""
    if match.is_all_in:
        at = sitting.now + timedelta(minutes=int(match.setting("cooling"))) + sitting.desk.house.settle
        schedule.set_alarm(sitting.store, match.code, EARLY, at)
    elif match.setting("early"):
        schedule.drop_alarm(sitting.store, match.code, EARLY)
