"""What is made once for an installation and then stays."""

from sqlalchemy import select

from processor.store.database import Store
from processor.store.faults import Absent
from processor.store.tables import keepsakes

_SECRET = "secret"


def ensure_secret(store: Store, fresh: bytes) -> bytes:
    """The secret of this installation: the one it has, else the fresh one, which it has from now on."""
    store.run(store.insert(keepsakes).values(name=_SECRET, value=fresh).on_conflict_do_nothing())
    return secret(store)


def secret(store: Store) -> bytes:
    """The secret of this installation, which must have been made."""
    kept: bytes | None = store.value(select(keepsakes.c.value).where(keepsakes.c.name == _SECRET))
    if kept is None:
        raise Absent("no secret; it is made when the installation starts for the first time")
    return kept
