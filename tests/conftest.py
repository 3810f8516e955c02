"""What all tests can ask for: a database in memory, in a file, or on a real PostgreSQL, and the real mail servers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from processor.store.database import Database, connect, migrate
from tests.store.postgres import empty, postgres_server

pytest_plugins = ["tests.servers.fixtures", "tests.accept"]

settings.register_profile("turnpost", deadline=None)  # how long an example takes depends on the machine
settings.load_profile("turnpost")


@pytest.fixture
def memory() -> Iterator[Database]:
    """An empty database in memory."""
    database = connect("sqlite://")
    yield database
    database.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of an empty database in a file."""
    url = f"sqlite:///{tmp_path / 'turnpost.db'}"
    migrate(url)
    return url


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of one PostgreSQL for the whole run, with our tables in it."""
    with postgres_server() as url:
        migrate(url)
        yield url


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The address of a PostgreSQL whose tables are empty."""
    yield postgres
    empty(postgres)
