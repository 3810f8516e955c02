"""Players who want to write from another address: it is theirs when both addresses have agreed."""

from dataclasses import asdict, dataclass
from typing import Literal

from sqlalchemy import bindparam, delete, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.tables import moves

Side = Literal["old", "new"]


@dataclass(frozen=True)
class Move:
    """To which address a player wants to move, and which of the two has agreed."""

    player: int
    address: str
    old_agrees: bool = False
    new_agrees: bool = False


_PENDING = select(*columns(Move, moves)).where(moves.c.player == bindparam("player"))


def ask(store: Store, player: int, address: str) -> Move:
    """Note that a player wants to move; what they wanted before counts no longer."""
    drop(store, player)
    move = Move(player, address)
    store.run(store.insert(moves).values(asdict(move)))
    return move


def pending(store: Store, player: int) -> Move | None:
    """The move that a player has asked for, if it waits for an answer."""
    row = store.row(_PENDING, player=player)
    return None if row is None else Move(*row)


def agree(store: Store, player: int, side: Side) -> Move | None:
    """One of the two addresses agrees; how things stand then."""
    agreed = {f"{side}_agrees": True}
    store.run(update(moves).where(moves.c.player == player).values(agreed))
    return pending(store, player)


def drop(store: Store, player: int) -> None:
    """Nothing comes of a move, or it is done."""
    store.run(delete(moves).where(moves.c.player == player))
