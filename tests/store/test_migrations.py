"""The tables: made at once in an empty database, brought up to date in an older one, and equal either way."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import IntegrityError

from processor.store import migrations, roster
from processor.store.database import connect, migrate
from processor.store.faults import TooNew
from processor.store.tables import METADATA
from tests.store.conftest import open_match

LAST = migrations.newest()
NEXT = f"{int(LAST) + 1:04}"
STEP = f"""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{LAST}"


def upgrade() -> None:
    anew = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("match", recreate=anew) as table:
        table.add_column(sa.Column("motto", sa.String(), server_default="fair play"))
"""
UNLUCKY_STEP = (
    STEP
    + """
    raise RuntimeError("out of luck")
"""
)
NextVersion = Callable[[str], None]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Gives the address of a database without any table, by name."""
    if request.param == "sqlite":
        yield lambda name: f"sqlite:///{tmp_path / name}.db"
        return
    server = create_engine(request.getfixturevalue("postgres"), isolation_level="AUTOCOMMIT")
    made: list[str] = []

    def new(name: str) -> str:
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        made.append(name)
        return server.url.set(database=name).render_as_string(hide_password=False)

    yield new
    with server.connect() as connection:
        for name in made:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NextVersion:
    """Goes on as the next version, whose tables have changed by that step."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder)

    def begin(step: str) -> None:
        (folder / "versions" / f"{NEXT}_a_motto.py").write_text(step)
        monkeypatch.setattr(migrations, "FOLDER", folder)

    return begin


def tables_of(connection: Connection) -> dict[str, Any]:
    """All that makes up the tables of a database, in a form that can be compared."""
    look = inspect(connection)
    return {
        name: {
            "columns": {
                each["name"]: (str(each["type"]), each["nullable"], each["default"]) for each in look.get_columns(name)
            },
            "key": look.get_pk_constraint(name),
            "unique": sorted(look.get_unique_constraints(name), key=str),
            "foreign": sorted(look.get_foreign_keys(name), key=str),
            "indexes": sorted(look.get_indexes(name), key=str),
        }
        for name in look.get_table_names()
    }


@contextmanager
def opened(url: str) -> Iterator[Connection]:
    """A plain transaction, beside all that the store does."""
    engine = create_engine(url)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def version_of(url: str) -> str:
    """The number of the last step that the database has taken."""
    with opened(url) as connection:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def test_a_fresh_database_equals_a_migrated_one(new_url: Callable[[str], str]) -> None:
    fresh, migrated = new_url("fresh"), new_url("migrated")
    migrate(fresh)
    with opened(migrated) as connection:
        migrations.upgrade(connection)
    with opened(fresh) as one, opened(migrated) as other:
        assert tables_of(one) == tables_of(other)
        for connection in (one, other):
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert version_of(fresh) == version_of(migrated) == migrations.newest()


def test_all_steps_can_be_taken_back(new_url: Callable[[str], str]) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    with opened(new_url("back")) as connection:
        migrations.upgrade(connection)
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        assert set(tables_of(connection)) == {"alembic_version"}


def test_an_older_database_is_brought_up_to_date_with_all_that_is_in_it(
    new_url: Callable[[str], str], next_version: NextVersion
) -> None:
    url = new_url("older")
    old = connect(url)
    with old.begin() as store:
        open_match(store)
        roster.take_seat(store, "perudo-7", 1, 1)
    old.close()
    next_version(STEP)
    new = connect(url)
    with new.begin() as store:
        assert store.value(text("SELECT motto FROM match")) == "fair play"
        assert roster.seat_of(store, "perudo-7", 1) == 1
        with pytest.raises(IntegrityError), store.savepoint():
            roster.take_seat(store, "no-such-match", 1, 1)
    new.close()
    assert version_of(url) == NEXT


def test_a_step_that_fails_leaves_the_database_as_it_was(
    new_url: Callable[[str], str], next_version: NextVersion
) -> None:
    url = new_url("unlucky")
    migrate(url)
    next_version(UNLUCKY_STEP)
    with pytest.raises(RuntimeError, match="out of luck"):
        migrate(url)
    assert version_of(url) == LAST
    with opened(url) as connection:
        assert "motto" not in tables_of(connection)["match"]["columns"]


def test_a_database_of_a_newer_version_is_left_alone(
    new_url: Callable[[str], str], next_version: NextVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_url("newer")
    migrate(url)
    next_version(STEP)
    migrate(url)
    monkeypatch.undo()
    with pytest.raises(TooNew, match=f"step {NEXT}"):
        connect(url)


def test_workers_that_start_at_once_make_the_tables_once(new_url: Callable[[str], str]) -> None:
    url = new_url("busy")
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(migrate, [url] * 4)) == [None] * 4
    assert version_of(url) == LAST


def test_alembic_is_not_even_imported_when_there_is_nothing_to_change(new_url: Callable[[str], str]) -> None:
    look = f"""
import sys
from processor.store.database import migrate
url = {new_url("quick")!r}
migrate(url)  # makes the tables
migrate(url)  # finds them
sys.exit("alembic" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-W", "error", "-c", look], timeout=60, check=False).returncode == 0


def test_every_step_has_the_number_that_it_is_named_after() -> None:
    steps = [step.name[:4] for step in sorted((migrations.FOLDER / "versions").glob("*.py"))]
    assert steps == [f"{number:04}" for number in range(1, len(steps) + 1)]
    assert ScriptDirectory(str(migrations.FOLDER)).get_current_head() == migrations.newest() == steps[-1]
