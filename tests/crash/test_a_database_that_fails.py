"""The disk is full, a lock is held, the database goes away: the round stops cleanly, says so, and loses nothing."""

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest

from processor.desk import letters
from processor.store import database as store_database
from processor.store import inbox
from processor.store.database import Database, connect
from processor.store.faults import Full, Unavailable
from tests.crash import scene
from tests.crash.matrix import Victim, on_postgresql, on_sqlite, without_a_crash
from tests.crash.victim import ENDED, FAULT, SAID
from tests.daemon.stage import HOUR, PLAYERS, Stage, staged
from tests.servers.gremlin import Gremlin, Meanwhile
from tests.servers.grounds import grounds

SPREAD = 83
DISK = "32m"
"""How large the small disk is: twice what the database needs."""


@pytest.fixture(scope="module")
def victim() -> Iterator[Victim]:
    with Victim() as process:
        yield process


# --- The disk is full -------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [8, 40, 72, 136, 200, 264, 328, 392])
def test_a_full_disk_stops_the_round_and_is_said_and_with_more_room_all_is_done(
    victim: Victim, tmp_path: Path, room: int
) -> None:
    """The files of the database may have so many KiB, the first time."""
    with on_sqlite(tmp_path) as fresh:
        _, undisturbed = without_a_crash(victim, fresh)
        url = fresh()
        with scene.opened(url) as office:
            steps, status = victim.round(url, office, room=room * 1024)
            assert status == FAULT
            assert steps[-1].startswith(f"{SAID}The database could not be reached or was busy for too long, so")
            assert victim.round(url, office, minutes=1)[1] == ENDED
            assert scene.differences(scene.aftermath(url, office), undisturbed) == []


@pytest.mark.servers
@pytest.mark.timeout(400)
@pytest.mark.parametrize("room", [0, 8, 16, 40])
def test_a_full_disk_of_postgresql_is_called_so_and_with_more_room_all_is_done(
    victim: Victim, postgres: str, room: int
) -> None:
    """The database lies on a small disk, on which so many KiB are left the first time."""
    with small_disk(postgres) as disk, on_postgresql(postgres, "small_disk") as fresh:
        undisturbed = without_a_crash(victim, fresh)[1]
        url = fresh()
        rubbish = disk / "rubbish"
        with scene.opened(url) as office:
            rubbish.write_bytes(bytes(shutil.disk_usage(disk).free - room * 1024))
            steps, status = victim.round(url, office)
            assert status == FAULT
            no_room, no_entry = "There is no room left on the disk of the database", "The database could not be reached"
            assert steps[-1].startswith((f"{SAID}{no_room}", f"{SAID}{no_entry}"))  # then not even for its own start
            rubbish.unlink()
            assert victim.round(url, office, minutes=1)[1] == ENDED
            assert scene.differences(scene.aftermath(url, office), undisturbed) == []


@contextmanager
def small_disk(server: str) -> Iterator[Path]:
    """A disk in memory, on which that server can put a database."""
    with grounds("disk") as folder, psycopg.connect(server, autocommit=True) as control:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder], check=False)
        if mounted.returncode:
            pytest.skip("this machine does not let us make a disk in memory")
        try:
            place = folder / "postgres"
            place.mkdir()
            shutil.chown(place, "postgres")
            control.execute(f"CREATE TABLESPACE small_disk LOCATION '{place}'")
            try:
                yield folder
            finally:
                control.execute("DROP TABLESPACE small_disk")
        finally:
            subprocess.run(["umount", folder], check=True)


def test_a_full_disk_is_called_so(sqlite_url: str) -> None:
    database = connect(sqlite_url)
    large = inbox.Fetched(1, scene.EVENING, b"x" * 1_000_000, 1_000_000, False, "<1@x>")

    def keep() -> None:
        with database.begin() as store:
            store._connection.exec_driver_sql("PRAGMA max_page_count=1")
            inbox.keep(store, "test", 1, [large])

    with pytest.raises(Full, match="no room left on the disk"):
        keep()
    database.close()


# --- It goes away -----------------------------------------------------------------------------------------


@pytest.mark.servers
@pytest.mark.timeout(400)
def test_a_database_that_goes_away_at_any_step_stops_the_round_and_the_next_one_does_it_all(
    victim: Victim, postgres: str
) -> None:
    with on_postgresql(postgres) as fresh:
        steps, undisturbed = without_a_crash(victim, fresh)
        for fatal in range(1, len(steps) + 1, SPREAD):
            url = fresh()
            with scene.opened(url) as office:
                told, status = victim.round(url, office, fatal=fatal, harm="cut")
                assert status in (FAULT, ENDED), f"step {fatal}, {steps[fatal - 1]}"
                assert status == ENDED or told[-1].startswith(f"{SAID}The database could not be reached")
                assert victim.round(url, office, minutes=1)[1] == ENDED
                assert scene.differences(scene.aftermath(url, office), undisturbed) == [], steps[fatal - 1]


# --- Somebody holds a lock --------------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """We wait for a lock no longer than a twentieth of a second."""
    pragmas = (*store_database._SQLITE_PRAGMAS, "busy_timeout=50")
    monkeypatch.setattr(store_database, "_SQLITE_PRAGMAS", pragmas)
    monkeypatch.setattr(store_database, "_PATIENCE_MS", 50)


@pytest.fixture(params=["sqlite_url", pytest.param("postgres_url", marks=pytest.mark.servers)])
def stage(request: pytest.FixtureRequest, hasty: None) -> Iterator[Stage]:
    """A house, and two letters with orders in its mailbox."""
    with staged(url=request.getfixturevalue(request.param)) as stage:
        stage.begin()
        for name in PLAYERS:
            stage.write(name, stage.orders(name, 1, 2))
        yield stage


@contextmanager
def lock(database: Database) -> Iterator[Callable[[], object]]:
    """A way to take a lock that nobody else can write beside; it is given back at the end."""
    address = database._writing.url
    if address.get_backend_name() == "sqlite":
        holder = sqlite3.connect(str(address.database), isolation_level=None, check_same_thread=False)
        try:
            yield lambda: holder.in_transaction or holder.execute("BEGIN IMMEDIATE")
        finally:
            holder.close()
    else:
        with psycopg.connect(address.render_as_string(hide_password=False)) as other:
            tables = "letter, draft, sighting, mailbox, lease"
            yield lambda: other.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")
            other.rollback()


@pytest.mark.parametrize("moment", ["UID FETCH.*BODY", "UID MOVE", "^\\.$"])
def test_a_database_that_somebody_locks_stops_the_round_and_the_next_one_does_the_rest(
    stage: Stage, moment: str
) -> None:
    well = stage.office.imap_port, stage.office.smtp_port
    with ExitStack() as stack:
        take = stack.enter_context(lock(stage.database))
        imap, smtp = (stack.enter_context(Gremlin(door, {moment: Meanwhile(take)}, times=1)) for door in well)
        stage.reach(imap.port, smtp.port)
        with pytest.raises(Unavailable, match="busy for too long"):
            stage.round()
    stage.reach(*well)
    for _ in range(2):
        stage.at(stage.calendar() + HOUR)
        stage.round()
    assert [orders.seat for orders in stage.filed()] == [1, 2]
    assert set(stage.outbox()) == {"sent"}
    for name in PLAYERS:
        receipts = [
            str(mail["Message-ID"]) for mail in stage.mails(PLAYERS[name]) if "all is in" in str(mail["Subject"])
        ]
        assert len(set(receipts)) == 1
    assert stage.office.mailboxes()["games@games.test"]["INBOX"] == ()


def test_no_letter_is_put_aside_because_the_database_failed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Unavailable("the lock is held by somebody else")

    with monkeypatch.context() as broken:
        broken.setattr(letters, "read", fail)
        with pytest.raises(Unavailable):
            stage.round()
    stage.round()
    assert [orders.seat for orders in stage.filed()] == [1, 2]
