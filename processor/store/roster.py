"""Who plays: players and their seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, bindparam, delete, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.faults import Absent, Taken
from processor.store.tables import players, seats

Role = Literal["player", "gm", "treasurer"]


@dataclass(frozen=True)
class Player:
    """A person whom we know by their mail address. ``confirmed``: the address answered us once."""

    id: int
    address: str
    name: str
    zone: str
    confirmed: bool
    role: Role
    bouncing: bool


_PLAYER = select(*columns(Player, players))
_BY_ADDRESS = _PLAYER.where(players.c.canonical == bindparam("address"))
_BY_ID = _PLAYER.where(players.c.id == bindparam("player"))
_SITTING = _PLAYER.join(seats, seats.c.player == players.c.id)
_AT_SEAT = _SITTING.where(seats.c.match == bindparam("match"), seats.c.seat == bindparam("seat"))
_SEATED = (
    select(seats.c.seat, *columns(Player, players))
    .join_from(seats, players)
    .where(seats.c.match == bindparam("match"))
    .order_by(seats.c.seat)
)
_SEAT_OF = select(seats.c.seat).where(seats.c.match == bindparam("match"), seats.c.player == bindparam("player"))


def add_player(
    store: Store, address: str, name: str, zone: str, role: Role = "player", confirmed: bool = False
) -> Player:
    """Enter a new player. No two players have the same address, in whatever case."""
    row = {"address": address, "canonical": address, "name": name, "zone": zone}
    standing = {"role": role, "confirmed": confirmed, "bouncing": False}
    new = store.insert(players).values(row | standing).on_conflict_do_nothing().returning(*columns(Player, players))
    added = _one(store.row(new))
    if added is None:
        raise Taken(f"a player with the address {address} exists")
    return added


def by_address(store: Store, address: str) -> Player | None:
    """The player who writes from that address."""
    return _one(store.row(_BY_ADDRESS, address=address))


def by_id(store: Store, player_id: int) -> Player | None:
    """The player of that number."""
    return _one(store.row(_BY_ID, player=player_id))


def everybody(store: Store, role: Role | None = None) -> tuple[Player, ...]:
    """All players, or those of one role, in the order they came."""
    chosen = _PLAYER if role is None else _PLAYER.where(players.c.role == role)
    return tuple(Player(*row) for row in store.rows(chosen.order_by(players.c.id)))


def confirm(store: Store, player_id: int) -> None:
    """The player answered from the registered address."""
    _change(store, player_id, confirmed=True)


def change_address(store: Store, player_id: int, address: str) -> None:
    """From now on the player writes from another address, which nobody else has."""
    other = by_address(store, address)
    if other is not None and other.id != player_id:
        raise Taken(f"another player has the address {address}")
    _change(store, player_id, address=address, canonical=address, bouncing=False)


def change_zone(store: Store, player_id: int, zone: str) -> None:
    """From now on the player's times are shown in that zone."""
    _change(store, player_id, zone=zone)


def change_name(store: Store, player_id: int, name: str) -> None:
    """From now on we call the player so."""
    _change(store, player_id, name=name)


def change_role(store: Store, player_id: int, role: Role) -> None:
    """From now on the player may do what that role may."""
    _change(store, player_id, role=role)


def mark_bouncing(store: Store, player_id: int, bouncing: bool = True) -> None:
    """Our mail to the player comes back, or no longer does."""
    _change(store, player_id, bouncing=bouncing)


def take_seat(store: Store, match: str, seat: int, player_id: int) -> None:
    """Put a player on a free seat. A player has at most one seat in a match."""
    row = {"match": match, "seat": seat, "player": player_id}
    if not store.changed(store.insert(seats).values(row).on_conflict_do_nothing()):
        raise Taken(f"seat {seat} of {match}, or the player has another one there")


def leave_seat(store: Store, match: str, seat: int) -> None:
    """Make a seat free again."""
    store.run(delete(seats).where(_is_seat(match, seat)))


def seat_of(store: Store, match: str, player_id: int) -> int | None:
    """The seat that a player has in a match."""
    seat: int | None = store.value(_SEAT_OF, match=match, player=player_id)
    return seat


def player_at(store: Store, match: str, seat: int) -> Player | None:
    """Who has that seat."""
    return _one(store.row(_AT_SEAT, match=match, seat=seat))


def seated(store: Store, match: str) -> Mapping[int, Player]:
    """Who sits where in a match, by seat."""
    return {seat: Player(*player) for seat, *player in store.rows(_SEATED, match=match)}


def _is_seat(match: str, seat: int) -> ColumnElement[bool]:
    return (seats.c.match == match) & (seats.c.seat == seat)


def _change(store: Store, player_id: int, **values: Any) -> None:
    if not store.changed(update(players).where(players.c.id == player_id).values(values)):
        raise Absent(f"no player {player_id}")


def _one(row: Any) -> Player | None:
    return None if row is None else Player(*row)
