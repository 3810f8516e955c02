"""Every test of the store runs on each kind of database."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from processor.store import matches, roster
from processor.store.database import Database, Store, connect

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
SHARED = ["sqlite_url", pytest.param("postgres_url", marks=pytest.mark.servers)]


@pytest.fixture(params=SHARED)
def shared_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database that several processes can use."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture(params=["memory", *SHARED])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """An empty database of each kind."""
    if request.param == "memory":
        yield request.getfixturevalue("memory")
        return
    database = connect(request.getfixturevalue(request.param))
    yield database
    database.close()


@pytest.fixture
def store(database: Database) -> Iterator[Store]:
    """An open transaction in which a match exists, and two players."""
    with database.begin() as store:
        open_match(store)
        yield store


def open_match(store: Store, code: str = "perudo-7") -> None:
    """A match, and the players 1 and 2."""
    matches.create(store, code, "perudo", "Spring Perudo", b"seed", "Europe/London", NOON)
    for name in ("anna", "bela"):
        if roster.by_address(store, f"{name}@players.test") is None:
            roster.add_player(store, f"{name}@players.test", name.title(), "Europe/London")
