"""Transactions: all or nothing, one writer at a time, and a savepoint for every letter."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from processor.store import keepsakes, matches, roster, tables, tokens
from processor.store.database import Database, Store, connect
from processor.store.faults import Absent, Taken, Unavailable
from tests.store.conftest import NOON, open_match


def add_cleo(store: Store) -> None:
    roster.add_player(store, "cleo@players.test", "Cleo", "UTC")


def fail_after(work: Callable[[Store], None], store: Store) -> None:
    """Do something and then come to grief."""
    work(store)
    raise Absent("the end of the work")


def test_what_was_committed_is_there_for_the_next(database: Database) -> None:
    with database.begin() as store:
        open_match(store)
    with database.reading() as store:
        assert matches.find(store, "perudo-7") is not None


def test_an_exception_undoes_the_whole_transaction(database: Database) -> None:
    with pytest.raises(Absent), database.begin() as store:
        fail_after(open_match, store)
    with database.reading() as store:
        assert matches.all(store) == ()


def test_a_failed_savepoint_undoes_itself_alone(database: Database) -> None:
    with database.begin() as store:
        open_match(store)
        with pytest.raises(Absent), store.savepoint():
            fail_after(add_cleo, store)
        with store.savepoint():
            roster.add_player(store, "dora@players.test", "Dora", "UTC")
    with database.reading() as store:
        assert [player.name for player in roster.everybody(store)] == ["Anna", "Bela", "Dora"]


def test_a_savepoint_within_a_savepoint_keeps_what_the_outer_one_did(store: Store) -> None:
    with store.savepoint():
        roster.add_player(store, "dora@players.test", "Dora", "UTC")
        with pytest.raises(Absent), store.savepoint():
            fail_after(add_cleo, store)
    assert [player.name for player in roster.everybody(store)] == ["Anna", "Bela", "Dora"]


def test_after_a_refused_row_the_savepoint_lets_the_rest_go_on(store: Store) -> None:
    with pytest.raises(DBAPIError), store.savepoint():
        roster.take_seat(store, "no-such-match", 1, 1)
    roster.take_seat(store, "perudo-7", 1, 1)
    assert roster.seat_of(store, "perudo-7", 1) == 1


def test_who_reads_cannot_write(database: Database) -> None:
    with pytest.raises((DBAPIError, Unavailable)), database.reading() as store:
        open_match(store)
    with database.begin() as store:
        open_match(store)


def test_moments_come_back_aware_and_in_utc(store: Store) -> None:
    matches.create(store, "choice-1", "choice", "Choice", b"", "Europe/Paris", NOON)
    created = store.value(text("SELECT created FROM match WHERE code = 'choice-1'").columns(tables.matches.c.created))
    assert created == NOON
    assert created.utcoffset() == timedelta(0)


def test_a_moment_without_zone_is_refused(store: Store) -> None:
    with pytest.raises(Exception, match="timezone"):
        matches.create(store, "choice-1", "choice", "Choice", b"", "UTC", NOON.replace(tzinfo=None))


@pytest.mark.parametrize("url", ["rumpelstiltskin", "mysql://somewhere/else", "sqlite:////no/such/folder/turnpost.db"])
def test_a_database_that_cannot_be_reached_is_said_in_words(url: str) -> None:
    with pytest.raises(Unavailable, match="Nothing is lost"):
        connect(url)


@pytest.mark.parametrize(
    "url", ["postgresql:/gm:hush@localhost", "postgresql://gm:hush@localhost:port/x", "oracle://gm:hush@localhost/x"]
)
def test_a_password_in_an_address_is_not_repeated(url: str) -> None:
    with pytest.raises(Unavailable) as refused:
        connect(url)
    assert "hush" not in str(refused.value)


def test_an_error_does_not_tell_what_was_to_be_written(store: Store) -> None:
    with pytest.raises(IntegrityError) as refused, store.savepoint():
        tokens.issue_token(store, "hush-hush", "seat", 99, "perudo-7")
    assert "hush-hush" not in str(refused.value)


def test_a_locked_file_is_unavailable_and_not_a_bug(sqlite_url: str) -> None:
    database, other = connect(sqlite_url), connect(sqlite_url)
    with database.reading() as store:
        store.run(text("PRAGMA busy_timeout=0"))
    with other.begin(), pytest.raises(Unavailable, match="locked"), database.begin():
        pass
    database.close()
    other.close()


def test_the_secret_is_made_once(database: Database) -> None:
    with database.begin() as store:
        with pytest.raises(Absent):
            keepsakes.secret(store)
        assert keepsakes.ensure_secret(store, b"first") == b"first"
    with database.begin() as store:
        assert keepsakes.ensure_secret(store, b"second") == b"first"
        assert keepsakes.secret(store) == b"first"


def test_a_fault_says_what_it_is_about() -> None:
    assert str(Taken("a match perudo-7 exists")) == (
        "That is taken already: two cannot have the same. (a match perudo-7 exists)"
    )


def test_a_path_with_odd_characters_works(tmp_path: Path) -> None:
    database = connect(f"sqlite:///{tmp_path}/100% über.db")
    with database.begin() as store:
        open_match(store)
    database.close()
    assert (tmp_path / "100% über.db").exists()


def test_nobody_else_on_the_machine_can_read_a_database(tmp_path: Path) -> None:
    database = connect(f"sqlite:///{tmp_path / 'house.db'}")
    with database.begin() as store:
        open_match(store)
        rights = {each.name: oct(each.stat().st_mode & 0o777) for each in tmp_path.iterdir()}
    assert rights == dict.fromkeys(("house.db", "house.db-wal", "house.db-shm"), "0o600")
    database.close()
