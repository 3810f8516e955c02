"""The matches there are, and where each of them stands."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, bindparam, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.faults import Absent, Taken
from processor.store.tables import deadlines, matches, seats


@dataclass(frozen=True)
class MatchRecord:
    """A match as it is kept. ``turn`` is the coming one and ``due`` its deadline, if one is set."""

    code: str
    game: str
    title: str
    seed: bytes = field(repr=False)
    phase: str
    turn: int
    due: datetime | None
    zone: str


_MATCH = select(*columns(MatchRecord, matches, deadlines)).outerjoin(
    deadlines,
    and_(
        deadlines.c.match == matches.c.code,
        deadlines.c.turn == matches.c.turn,
        deadlines.c.status.in_(["open", "held"]),
    ),
)
_FIND = _MATCH.where(matches.c.code == bindparam("code"))
_SITS_IN = (seats.c.match == matches.c.code, seats.c.player == bindparam("player"))
_OF_PLAYER = _MATCH.join(seats, _SITS_IN[0]).where(_SITS_IN[1]).order_by(matches.c.code)
_GAMES_BESIDE = (
    select(matches.c.game)
    .where(*_SITS_IN, matches.c.phase == bindparam("phase"), matches.c.code != bindparam("code"))
    .distinct()
)


def create(
    store: Store,
    code: str,
    game: str,
    title: str,
    seed: bytes,
    zone: str,
    at: datetime,
    phase: str = "sign-up",
    turn: int = 0,
) -> MatchRecord:
    """Enter a new match. Its code must be free, however it is written."""
    row = {
        "code": code,
        "game": game,
        "title": title,
        "seed": seed,
        "zone": zone,
        "phase": phase,
        "turn": turn,
        "created": at,
    }
    if not store.changed(store.insert(matches).values(row).on_conflict_do_nothing()):
        raise Taken(f"a match {code} exists")
    return known(store, code)


def find(store: Store, code: str) -> MatchRecord | None:
    """The match of that code, in whatever case it is written."""
    row = store.row(_FIND, code=code)
    return None if row is None else MatchRecord(*row)


def known(store: Store, code: str) -> MatchRecord:
    """The match of that code, which must exist."""
    found = find(store, code)
    if found is None:
        raise Absent(f"no match {code}")
    return found


def all(store: Store, phase: str | None = None) -> tuple[MatchRecord, ...]:
    """All matches, or those in one phase, by code."""
    return _some(store, _MATCH if phase is None else _MATCH.where(matches.c.phase == phase))


def matches_of(store: Store, player_id: int) -> tuple[MatchRecord, ...]:
    """The matches in which a player has a seat."""
    return tuple(MatchRecord(*row) for row in store.rows(_OF_PLAYER, player=player_id))


def games_beside(store: Store, code: str, player_id: int, phase: str) -> frozenset[str]:
    """The games of the other matches in which a player has a seat and which stand there."""
    return frozenset(game for (game,) in store.rows(_GAMES_BESIDE, code=code, player=player_id, phase=phase))


def current(store: Store) -> tuple[MatchRecord, ...]:
    """The matches that are not over, by code."""
    return _some(store, _MATCH.where(matches.c.phase != "over"))


def move_on(store: Store, code: str, phase: str, turn: int) -> None:
    """Note the phase a match has come to and its coming turn."""
    if not store.changed(update(matches).where(matches.c.code == code).values(phase=phase, turn=turn)):
        raise Absent(f"no match {code}")


def _some(store: Store, statement: Select[Any]) -> tuple[MatchRecord, ...]:
    return tuple(MatchRecord(*row) for row in store.rows(statement.order_by(matches.c.code)))
