"""Doing something alone: a lease has one holder until it is given back or runs out."""

from datetime import datetime

from sqlalchemy import bindparam, delete, func, or_, select, update

from processor.store.database import Store
from processor.store.tables import leases

_TRY_ALONE = select(func.pg_try_advisory_xact_lock(func.hashtext(bindparam("name"))))

_HOLDER = select(leases.c.holder).where(leases.c.name == bindparam("name"))


def take_lease(store: Store, name: str, holder: str, now: datetime, until: datetime) -> bool:
    """Take a lease that nobody has, that ran out, or that is ours already. False if somebody else has it."""
    new = store.insert(leases).values(name=name, holder=holder, until=until)
    free = or_(leases.c.until <= now, leases.c.holder == holder)
    taken = new.on_conflict_do_update(index_elements=["name"], set_={"holder": holder, "until": until}, where=free)
    return store.changed(taken) == 1


def holder_of(store: Store, name: str) -> str | None:
    """Who has it, or had it last."""
    holder: str | None = store.value(_HOLDER, name=name)
    return holder


def renew(store: Store, name: str, holder: str, now: datetime, until: datetime) -> bool:
    """Have it longer. False if it ran out or somebody else has it by now."""
    ours = (leases.c.name == name) & (leases.c.holder == holder) & (leases.c.until > now)
    return store.changed(update(leases).where(ours).values(until=until)) == 1


def alone(store: Store, name: str) -> bool:
    """Do something alone until this transaction ends; False if another one is at it.

    On SQLite a writing transaction is alone anyway.
    """
    if store.dialect != "postgresql":
        return True
    return bool(store.value(_TRY_ALONE, name=name))


def drop_lease(store: Store, name: str, holder: str) -> None:
    """Give it back, if we have it."""
    store.run(delete(leases).where(leases.c.name == name, leases.c.holder == holder))
