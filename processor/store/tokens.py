"""Words that we gave out and that prove something when they come back. They are made outside and only kept here."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from sqlalchemy import bindparam, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.faults import Taken
from processor.store.tables import tokens

Kind = Literal["seat", "player", "confirm", "case", "leave", "move-old", "move-new"]


@dataclass(frozen=True)
class TokenRecord:
    """A token and what it stands for: a player, perhaps in one match, asked about one letter or to rule on a case."""

    token: str = field(repr=False)
    kind: Kind
    player: int
    match: str | None
    letter: int | None
    case: int | None
    alive: bool


_TOKEN = select(*columns(TokenRecord, tokens))
_BY_TOKEN = _TOKEN.where(tokens.c.token == bindparam("token"))
_LIVE = _TOKEN.where(
    tokens.c.player == bindparam("player"),
    tokens.c.kind == bindparam("kind"),
    tokens.c.match.is_not_distinct_from(bindparam("match")),
    tokens.c.alive,
)

_ALL_LIVE = _TOKEN.where(tokens.c.player == bindparam("player"), tokens.c.alive).order_by(tokens.c.token)


def token(store: Store, token: str) -> TokenRecord | None:
    """What that word stands for, whether it is still alive or not."""
    return _one(store.row(_BY_TOKEN, token=token))


def live_token(store: Store, kind: Kind, player: int, match: str | None = None) -> TokenRecord | None:
    """The word that a player has for that purpose."""
    return _one(store.row(_LIVE, kind=kind, player=player, match=match))


def live_tokens(store: Store, player: int) -> tuple[TokenRecord, ...]:
    """All words of a player that still prove something."""
    return tuple(TokenRecord(*row) for row in store.rows(_ALL_LIVE, player=player))


def issue_token(
    store: Store,
    token: str,
    kind: Kind,
    player: int,
    match: str | None = None,
    letter: int | None = None,
    case: int | None = None,
) -> TokenRecord:
    """Keep a new word. It must never have been used before."""
    record = TokenRecord(token, kind, player, match, letter, case, alive=True)
    if not store.changed(store.insert(tokens).values(asdict(record)).on_conflict_do_nothing()):
        raise Taken("a token of that spelling was given out before")
    return record


def revoke(store: Store, token: str) -> bool:
    """Let a word prove nothing from now on. False if it had no life left, so that it is used only once."""
    return store.changed(update(tokens).where(tokens.c.token == token, tokens.c.alive).values(alive=False)) == 1


def revoke_all(store: Store, player: int, match: str | None = None) -> int:
    """Revoke all words of a player, or those of one match, for instance when a standby takes over."""
    chosen = update(tokens).where(tokens.c.player == player, tokens.c.alive)
    if match is not None:
        chosen = chosen.where(tokens.c.match == match)
    return store.changed(chosen.values(alive=False))


def _one(row: Any) -> TokenRecord | None:
    return None if row is None else TokenRecord(*row)
