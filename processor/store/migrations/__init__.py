"""Bringing the tables up to date. Alembic is imported only when there is an old database to change.

Each file in ``versions`` is one numbered step, and the greatest number is the state that this Turnpost needs.
An empty database gets that state at once, since a test proves it equal to the one that all steps lead to.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from processor.store.faults import TooNew
from processor.store.tables import METADATA

FOLDER = Path(__file__).parent
_LOCK = 7_276_669  # any number will do, as long as all Turnposts lock the same
_VERSION_TABLE = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""


def newest() -> str:
    """The number of the last step."""
    return max(step.name[:4] for step in (FOLDER / "versions").glob("[0-9]*.py"))


def bring_up_to_date(engine: Engine) -> None:
    """Make the tables in an empty database, or take the steps that an older one lacks."""
    with engine.begin() as connection:
        if _version(connection) == newest():
            return
    with _alone(engine) as connection:
        match _version(connection):
            case None:
                METADATA.create_all(connection)
                connection.execute(text(_VERSION_TABLE))
                connection.execute(text("INSERT INTO alembic_version VALUES (:number)"), {"number": newest()})
            case version if version < newest():
                upgrade(connection)
            case version if version > newest():
                raise TooNew(f"it is at step {version}, and this one knows {newest()}")


def upgrade(connection: Connection) -> None:
    """Take the steps that the database lacks."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction in which no other process changes tables."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            with _without_foreign_keys(connection), connection.begin():
                yield connection
        else:
            with connection.begin():
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
                yield connection


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """A step may have to make a table anew, which must not count as deleting the rows that others refer to.

    SQLite takes this order only outside of a transaction, so it goes past SQLAlchemy, which would begin one.
    """
    plain: Any = connection.connection.driver_connection
    plain.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        plain.execute("PRAGMA foreign_keys=ON")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    number = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if number is None else str(number)
