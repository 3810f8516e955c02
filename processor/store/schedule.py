"""When to look at a match: its deadlines, alarms for other reasons, and the reminders that went out.

A deadline is *open* until its turn is *closed*; one that is *held* waits for the GM; a *cancelled* one is
kept for its reminders.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, delete, func, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.tables import alarms, deadlines, reminders

Status = Literal["open", "held", "closed", "cancelled"]


@dataclass(frozen=True)
class Deadline:
    """When a turn of a match closes: ``reason`` says why it is held, ``set_at`` when somebody last settled on it."""

    match: str
    turn: int
    due: datetime
    status: Status
    reason: str
    closed_at: datetime | None
    set_at: datetime | None


@dataclass(frozen=True)
class Alarm:
    """When to look at a match again; ``kind`` says what for."""

    match: str
    kind: str
    at: datetime


_DEADLINE = select(*columns(Deadline, deadlines)).order_by(deadlines.c.due, deadlines.c.match, deadlines.c.turn)
_OPEN = deadlines.c.status == "open"
_THIS = (deadlines.c.match == bindparam("its_match"), deadlines.c.turn == bindparam("its_turn"))
_THIS_IF_OPEN = _DEADLINE.where(*_THIS, _OPEN)
_UNTIL = deadlines.c.due <= bindparam("until")
_DUE = _DEADLINE.where(_OPEN, _UNTIL).limit(bindparam("most"))
_WITHIN = _DEADLINE.where(_OPEN, _UNTIL, deadlines.c.due > bindparam("after"))
_NEXT = select(func.min(deadlines.c.due)).where(_OPEN)
_CLOSED = select(deadlines.c.due, deadlines.c.closed_at).where(*_THIS, deadlines.c.status == "closed")
_CLOSE = update(deadlines).where(*_THIS, _OPEN).values(status="closed", closed_at=bindparam("at"))
_ALARM = select(*columns(Alarm, alarms))
_DUE_ALARMS = (
    _ALARM.where(alarms.c.kind == bindparam("its_kind"), alarms.c.at <= bindparam("until"))
    .order_by(alarms.c.at)
    .limit(bindparam("most"))
)
_NEXT_ALARM = select(func.min(alarms.c.at))


def set_deadline(store: Store, match: str, turn: int, due: datetime, at: datetime | None = None) -> None:
    """The turn closes at ``due``. That takes the place of an earlier deadline of the turn, and of what held it."""
    row = {"match": match, "turn": turn, "due": due, "status": "open", "reason": "", "set_at": at}
    new = store.insert(deadlines).values(row)
    store.run(new.on_conflict_do_update(index_elements=["match", "turn"], set_=row | {"closed_at": None}))


def put_off(store: Store, match: str, turn: int, due: datetime) -> bool:
    """The turn closes at ``due``, though nobody settled on that anew: it stays open or held. False if it is neither."""
    waiting = deadlines.c.status.in_(["open", "held"])
    return store.changed(update(deadlines).where(*_THIS, waiting).values(due=due), its_match=match, its_turn=turn) == 1


def deadline(store: Store, match: str, turn: int) -> Deadline | None:
    """The deadline of a turn."""
    return _one(store.row(_DEADLINE.where(*_THIS), its_match=match, its_turn=turn))


def open_turns(store: Store) -> tuple[Deadline, ...]:
    """The open deadlines of turns, oldest first; the end of a sign-up is none."""
    return _some(store.rows(_DEADLINE.where(_OPEN, deadlines.c.turn > 0)))


def next_deadline(store: Store) -> datetime | None:
    """When the next open deadline is due."""
    moment: datetime | None = store.value(_NEXT)
    return moment


def due_deadlines(store: Store, until: datetime, limit: int = 100) -> tuple[Deadline, ...]:
    """The open deadlines up to that moment, oldest first."""
    return _some(store.rows(_DUE, until=until, most=limit))


def open_within(store: Store, after: datetime, until: datetime) -> tuple[Deadline, ...]:
    """The open deadlines after one moment and up to another, oldest first: those to be reminded of."""
    return _some(store.rows(_WITHIN, after=after, until=until))


def claim(store: Store, match: str, turn: int) -> bool:
    """Take an open deadline in hand until the commit. False if it is not open or somebody else has it."""
    mine = store.claiming(_THIS_IF_OPEN, deadlines)
    return store.row(mine, its_match=match, its_turn=turn) is not None


def close(store: Store, match: str, turn: int, at: datetime) -> bool:
    """The turn is closed. False if its deadline is not open, so that no turn is closed twice."""
    return store.changed(_CLOSE, its_match=match, its_turn=turn, at=at) == 1


def closed_at(store: Store, match: str, turn: int) -> datetime | None:
    """From when on a letter was too late for that turn: from its deadline, or from when it was closed before that.

    A deadline that was held has moved to when it was held no longer.
    """
    row = store.row(_CLOSED, its_match=match, its_turn=turn)
    return None if row is None else min(row.due, row.closed_at)


def hold(store: Store, match: str, turn: int, reason: str) -> bool:
    """Let an open deadline wait for the GM. False if it is not open."""
    return _change(store, match, turn, ["open"], "held", reason)


def release(store: Store, match: str, turn: int, at: datetime) -> bool:
    """Let a held deadline pass as it would have, which somebody settled on then. False if it is not held.

    Until then the turn took what came; if the deadline has passed, it moves to that moment.
    """
    held = deadline(store, match, turn)
    return held is not None and _change(store, match, turn, ["held"], "open", set_at=at, due=max(held.due, at))


def held(store: Store) -> tuple[Deadline, ...]:
    """The deadlines that wait for the GM, oldest first."""
    return _some(store.rows(_DEADLINE.where(deadlines.c.status == "held")))


def cancel(store: Store, match: str, turn: int) -> None:
    """The turn will not be closed after all, unless it gets a new deadline."""
    _change(store, match, turn, ["open", "held"], "cancelled")


def remind_once(store: Store, match: str, turn: int, seat: int, distance: timedelta) -> bool:
    """Note that a seat is reminded that long before the deadline. False if it was, and must not be again."""
    row = {"match": match, "turn": turn, "seat": seat, "distance": int(distance.total_seconds())}
    return store.changed(store.insert(reminders).values(row).on_conflict_do_nothing()) == 1


def remind_anew(store: Store, match: str, turn: int) -> None:
    """From that turn on nobody counts as reminded: it is open once more."""
    store.run(delete(reminders).where(reminders.c.match == match, reminders.c.turn >= turn))


def set_alarm(store: Store, match: str, kind: str, at: datetime) -> None:
    """Look at a match then. It takes the place of an earlier alarm of that kind."""
    new = store.insert(alarms).values(match=match, kind=kind, at=at)
    store.run(new.on_conflict_do_update(index_elements=["match", "kind"], set_={"at": at}))


def drop_alarm(store: Store, match: str, kind: str) -> bool:
    """There is no reason any more. False if the alarm was gone, so that it rings only once."""
    return store.changed(delete(alarms).where(alarms.c.match == match, alarms.c.kind == kind)) == 1


def due_alarms(store: Store, kind: str, until: datetime, limit: int = 100) -> tuple[Alarm, ...]:
    """The alarms of that kind up to that moment, oldest first."""
    return tuple(Alarm(*row) for row in store.rows(_DUE_ALARMS, its_kind=kind, until=until, most=limit))


def next_alarm(store: Store) -> datetime | None:
    """When the next alarm rings."""
    moment: datetime | None = store.value(_NEXT_ALARM)
    return moment


def _change(
    store: Store, match: str, turn: int, before: Sequence[Status], after: Status, reason: str = "", **more: Any
) -> bool:
    values = {"status": after, "reason": reason, **more}
    chosen = update(deadlines).where(*_THIS, deadlines.c.status.in_(before)).values(values)
    return store.changed(chosen, its_match=match, its_turn=turn) == 1


def _one(row: Any) -> Deadline | None:
    return None if row is None else Deadline(*row)


def _some(rows: Iterable[Any]) -> tuple[Deadline, ...]:
    return tuple(Deadline(*row) for row in rows)
