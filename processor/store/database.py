"""How the database is reached: one transaction at a time, on SQLite or PostgreSQL."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from sqlalchemy import URL, Connection, CursorResult, Engine, Select, Table, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
)
from sqlalchemy.pool import StaticPool
from sqlalchemy.sql.base import Executable

from processor.store import migrations
from processor.store.faults import Damaged, Full, Unavailable

_PATIENCE_MS = 20_000
"""How long to wait for a lock that somebody else has."""

_FULL = frozenset({"SQLITE_FULL", "53100"})

_SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "foreign_keys=ON",
    f"busy_timeout={_PATIENCE_MS}",
    # A letter may leave the mailbox as soon as it is committed here, so a commit has to survive a power cut.
    "synchronous=FULL",
)

# An error quotes the statement but never what was put into it: seeds, tokens and orders stay out of logs and mails.
_DISCREET: Mapping[str, Any] = {"hide_parameters": True}

_ADDRESSES = "write sqlite:///PATH or postgresql://USER@HOST/NAME"

Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]]


class Store:
    """An open transaction. Every function of this package takes it first."""

    def __init__(self, connection: Connection, readonly: bool) -> None:
        self._connection = connection
        self._readonly = readonly
        self.dialect = connection.dialect.name
        dialect = import_module(f"sqlalchemy.dialects.{self.dialect}")
        self.insert: Callable[[Table], Any] = dialect.insert
        """An insert that knows ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """A part that may fail by itself: on an exception it alone is undone, and it shares the commit.

        Where the database itself has failed, the whole transaction is to be given up: a fault of the store says so.
        """
        # In plain SQL, since there is one for every letter and ``begin_nested`` takes five times as long.
        with _as_store_faults():
            self._connection.exec_driver_sql("SAVEPOINT part")
            try:
                yield
            except (OperationalError, InterfaceError):
                raise
            except BaseException:
                self._connection.exec_driver_sql("ROLLBACK TO SAVEPOINT part")
                self._connection.exec_driver_sql("RELEASE SAVEPOINT part")
                raise
            self._connection.exec_driver_sql("RELEASE SAVEPOINT part")

    def run(self, statement: Executable, parameters: Parameters | None = None) -> CursorResult[Any]:
        """Execute a statement, once for every set of parameters."""
        return self._connection.execute(statement, parameters)

    def insert_one(self, statement: Executable, row: Mapping[str, Any]) -> int:
        """Insert a row that the database numbers; its number."""
        key: Any = self._connection.execute(statement, row).inserted_primary_key
        return int(key[0])

    def insert_all(self, statement: Executable, rows: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
        """Insert the rows in one go; what the statement returns of them, if anything."""
        result = self._connection.execute(statement, rows) if rows else None
        return result.all() if result and result.returns_rows else ()

    def rows(self, statement: Executable, **parameters: Any) -> Sequence[Any]:
        """All rows that it yields."""
        return self._connection.execute(statement, parameters).all()

    def row(self, statement: Executable, **parameters: Any) -> Any:
        """The first row that it yields, or None."""
        return self._connection.execute(statement, parameters).first()

    def value(self, statement: Executable, **parameters: Any) -> Any:
        """The first column of the first row that it yields, or None."""
        return self._connection.execute(statement, parameters).scalar()

    def changed(self, statement: Executable, **parameters: Any) -> int:
        """Execute it and tell how many rows it changed or inserted."""
        counted = self._connection.execute(statement, parameters, execution_options={"preserve_rowcount": True})
        return counted.rowcount

    def claiming(self, statement: Select[Any], table: Table) -> Select[Any]:
        """The same selection, passing over rows of ``table`` that another worker has in hand.

        SQLite leaves the clause out: there the whole transaction is alone. Who only reads takes nothing in hand.
        The statement must be one that is made once, since the outcome is remembered.
        """
        return statement if self._readonly else _claiming(statement, table)


@cache
def _claiming(statement: Select[Any], table: Table) -> Select[Any]:
    return statement.with_for_update(skip_locked=True, of=table)


class _Turns:
    """A lock that goes round: who has had it gets it again only after those who were waiting.

    SQLite itself lets writers try again and again, so that a busy one would leave no gap for the others.
    """

    def __init__(self) -> None:
        self._next, self._turn = Lock(), Lock()

    def __enter__(self) -> None:
        with self._next:
            self._turn.acquire()

    def __exit__(self, *fault: object) -> None:
        self._turn.release()


class Database:
    """A database that is ready for use. Threads may share it."""

    def __init__(self, engine: Engine) -> None:
        self._writing = engine
        self._reading = engine.execution_options(postgresql_readonly=True)
        self._turns: dict[bool, AbstractContextManager[Any]] = {True: nullcontext(), False: nullcontext()}
        if isinstance(engine.pool, StaticPool):  # a database in memory has one connection for all transactions
            self._turns = dict.fromkeys(self._turns, RLock())
        elif engine.dialect.name == "sqlite":
            self._turns[False] = _Turns()

    def begin(self) -> AbstractContextManager[Store]:
        """One transaction: committed at the end, undone on an exception. On SQLite nobody else writes meanwhile."""
        return self._transaction(self._writing, readonly=False)

    def reading(self) -> AbstractContextManager[Store]:
        """A transaction that only reads."""
        return self._transaction(self._reading, readonly=True)

    def close(self) -> None:
        """Let go of all connections; a database in memory is gone with them."""
        self._writing.dispose()

    @contextmanager
    def _transaction(self, engine: Engine, readonly: bool) -> Iterator[Store]:
        with _as_store_faults(), self._turns[readonly], engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                _begin(connection, readonly)
            yield Store(connection, readonly)


def connect(url: str) -> Database:
    """The database at that address, with its tables up to date.

    ``sqlite:///PATH``, ``sqlite://`` (in memory, gone afterwards) or ``postgresql://USER@HOST/NAME``.
    """
    engine = _engine(url)
    try:
        with _as_store_faults():
            migrations.bring_up_to_date(_beginning_by_itself(engine))
    except BaseException:
        engine.dispose()
        raise
    return Database(engine)


def migrate(url: str) -> None:
    """Make or bring up to date the tables of the database at ``url``."""
    connect(url).close()


def is_duplicate(error: IntegrityError) -> bool:
    """Whether a row was refused because there is one with its key."""
    return _name(error) in {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}


def _engine(url: str) -> Engine:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise Unavailable(f"its address is not one; {_ADDRESSES}") from error
    match address.get_backend_name():
        case "sqlite":
            return _sqlite(address)
        case "postgresql":
            return _postgresql(address)
        case other:
            raise Unavailable(f"{other} is not supported; {_ADDRESSES}")


def _sqlite(address: URL) -> Engine:
    in_memory = address.database in (None, "", ":memory:")
    if in_memory:
        engine = create_engine(address, poolclass=StaticPool, connect_args={"check_same_thread": False}, **_DISCREET)
    else:
        _for_our_eyes_alone(Path(address.database or ""))
        engine = create_engine(address, **_DISCREET)
    event.listen(engine, "connect", _set_up)
    return engine


def _for_our_eyes_alone(place: Path) -> None:
    """Make the file of a new database one that nobody else can read, for it will hold secrets.

    SQLite gives the files beside it the same rights. Where none can be made it is left to SQLite to say why.
    """
    with suppress(OSError):
        os.close(os.open(place, os.O_CREAT | os.O_RDWR, 0o600))


def _postgresql(address: URL) -> Engine:
    engine = create_engine(address, pool_pre_ping=True, **_DISCREET)
    event.listen(engine, "connect", _be_patient_for_a_while)
    return engine


def _be_patient_for_a_while(connection: Any, _record: object) -> None:
    """PostgreSQL would wait for a lock as long as somebody has it."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {_PATIENCE_MS}")
    connection.commit()


def _beginning_by_itself(engine: Engine) -> Engine:
    """The engine as those need it who begin and end transactions their own way, as Alembic does.

    An event like this one makes every statement take a quarter longer, so that otherwise we do without.
    """
    itself = engine.execution_options()
    if engine.dialect.name == "sqlite":
        event.listen(itself, "begin", partial(_begin, readonly=False))
    return itself


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # else sqlite3 begins transactions by itself, too late, and updates get lost
    for pragma in _SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection, readonly: bool) -> None:
    connection.exec_driver_sql(f"PRAGMA query_only={int(readonly)}")
    connection.exec_driver_sql("BEGIN" if readonly else "BEGIN IMMEDIATE")


@contextmanager
def _as_store_faults() -> Iterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError) as fault:
        raise (Full if _name(fault) in _FULL else Unavailable)(_in_one_line(fault)) from fault
    except DatabaseError as fault:
        if type(fault) is not DatabaseError:  # the kinds below it are mistakes of ours
            raise
        raise Damaged(_in_one_line(fault)) from fault


def _name(error: DBAPIError) -> str | None:
    """How SQLite or PostgreSQL call what went wrong."""
    return getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)


def _in_one_line(error: DBAPIError) -> str:
    return " ".join(str(error.orig).split())
