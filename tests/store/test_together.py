"""Several workers on one database: each piece of work is done once, and nobody's is lost."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import chain
from typing import TypeVar

import pytest

from processor.store import inbox, journal, lease, outbox, schedule
from processor.store.codec import Codec
from processor.store.database import Database, Store, connect
from tests.store.conftest import NOON, open_match

T = TypeVar("T")
WORKERS = 4
JOBS = 200
MINUTE = timedelta(minutes=1)

WRITER = """
import sys
from datetime import UTC, datetime
from processor.core.events import SeatLeft
from processor.store import journal
from processor.store.database import connect
from processor.store.faults import Conflict

url, writer, times = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
database = connect(url)
while times:
    try:
        with database.begin() as store:
            number = journal.last_number(store, "perudo-7") + 1
            entry = journal.Entry(SeatLeft(writer), datetime(2026, 11, 27, tzinfo=UTC), "gm")
            journal.append(store, "perudo-7", number, [entry])
        times -= 1
    except Conflict:
        continue
database.close()
"""


def at_once(url: str, work: Callable[[Database, int], T]) -> list[T]:
    """What several workers, each with connections of its own, make of the same work at the same time."""

    def worker(number: int) -> T:
        database = connect(url)
        try:
            return work(database, number)
        finally:
            database.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(worker, range(WORKERS)))


@pytest.fixture
def url(shared_url: str) -> str:
    """The address of a database that has the match and the players, for all workers."""
    database = connect(shared_url)
    with database.begin() as store:
        open_match(store)
    database.close()
    return shared_url


def in_one_go(url: str, work: Callable[[Store], object]) -> None:
    """Prepare something for the workers."""
    database = connect(url)
    with database.begin() as store:
        work(store)
    database.close()


def letters(first: int, last: int) -> list[inbox.Fetched]:
    return [inbox.Fetched(uid, NOON, b"%d" % uid, 1, False, f"<{uid}@x>") for uid in range(first, last + 1)]


def test_each_due_mail_goes_to_one_sender(url: str) -> None:
    def fill(store: Store) -> None:
        for number in range(JOBS):
            outbox.put(store, outbox.Draft(f"<{number}@x>", "gm@x", "anna@x", b"", NOON, "results"))

    def send(database: Database, _worker: int) -> list[int]:
        mine: list[int] = []
        while True:
            with database.begin() as store:
                batch = [mail.id for mail in outbox.due(store, NOON, 7, NOON + MINUTE)]
            if not batch:
                return mine
            mine += batch
            with database.begin() as store:
                outbox.sent(store, batch, NOON)

    in_one_go(url, fill)
    taken = list(chain.from_iterable(at_once(url, send)))
    assert sorted(taken) == list(range(1, JOBS + 1))


def test_each_letter_is_settled_by_one_worker(url: str) -> None:
    def settle(database: Database, worker: int) -> list[int]:
        mine: list[int] = []
        while True:
            with database.begin() as store:
                batch = inbox.waiting(store, 7)
                for letter in batch:
                    inbox.settle(store, letter.id, "done", f"worker {worker}")
            if not batch:
                return mine
            mine += [letter.id for letter in batch]

    in_one_go(url, lambda store: inbox.keep(store, "INBOX", 1, letters(1, JOBS)))
    taken = list(chain.from_iterable(at_once(url, settle)))
    assert sorted(taken) == list(range(1, JOBS + 1))


def test_a_mailbox_read_by_several_is_kept_once(url: str) -> None:
    def keep(database: Database, _worker: int) -> int:
        new = 0
        for first in range(1, JOBS, 20):
            with database.begin() as store:
                new += len(inbox.keep(store, "INBOX", 1, letters(first, first + 19)).new)
        return new

    assert sum(at_once(url, keep)) == JOBS


def test_one_worker_alone_closes_a_turn(url: str) -> None:
    def close(database: Database, _worker: int) -> int:
        with database.begin() as store:
            return schedule.claim(store, "perudo-7", 3) and schedule.close(store, "perudo-7", 3, NOON)

    in_one_go(url, lambda store: schedule.set_deadline(store, "perudo-7", 3, NOON))
    assert sorted(at_once(url, close)) == [False, False, False, True]


def test_one_worker_alone_gets_a_lease(url: str) -> None:
    def take(database: Database, worker: int) -> bool:
        with database.begin() as store:
            return lease.take_lease(store, "mailbox INBOX", str(worker), NOON, NOON + MINUTE)

    assert sorted(at_once(url, take)) == [False, False, False, True]


def test_a_reminder_goes_out_once(url: str) -> None:
    def remind(database: Database, _worker: int) -> bool:
        with database.begin() as store:
            return schedule.remind_once(store, "perudo-7", 3, 1, MINUTE)

    in_one_go(url, lambda store: schedule.set_deadline(store, "perudo-7", 3, NOON))
    assert sorted(at_once(url, remind)) == [False, False, False, True]


def test_no_entry_of_a_journal_is_lost_between_processes(url: str) -> None:
    """Read the last number, add one, write: done carelessly, this loses two of three without a word."""
    times = 25
    writers = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", WRITER, url, str(writer), str(times)])
        for writer in range(WORKERS)
    ]
    assert [writer.wait(timeout=90) for writer in writers] == [0] * WORKERS
    database = connect(url)
    with database.reading() as store:
        entries = journal.read(store, "perudo-7", Codec([], []))
    database.close()
    assert [number for number, _ in entries] == list(range(1, WORKERS * times + 1))
    written = [repr(entry.event) for _, entry in entries]
    assert {event: written.count(event) for event in set(written)} == {
        f"SeatLeft(seat={writer})": times for writer in range(WORKERS)
    }


def test_threads_take_turns_on_a_database_in_memory(memory: Database) -> None:
    with memory.begin() as store:
        open_match(store)

    def fill(worker: int) -> None:
        for number in range(20):
            with memory.begin() as store:
                outbox.put(store, outbox.Draft(f"<{worker}.{number}@x>", "gm@x", "anna@x", b"", NOON, "results"))

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(fill, range(WORKERS)))
    with memory.reading() as store:
        assert outbox.counts(store) == {"waiting": WORKERS * 20}


def test_a_reader_does_not_wait_for_a_writer(url: str) -> None:
    database = connect(url)
    with database.begin() as writing:
        schedule.set_deadline(writing, "perudo-7", 3, NOON)
        with database.reading() as store:
            assert schedule.next_deadline(store) is None
    database.close()


@pytest.mark.servers
def test_on_postgresql_nobody_waits_for_what_another_has_in_hand(postgres_url: str) -> None:
    database = connect(postgres_url)
    with database.begin() as store:
        open_match(store)
        inbox.keep(store, "INBOX", 1, letters(1, 2))
        schedule.set_deadline(store, "perudo-7", 3, NOON)
        for number in (1, 2):
            outbox.put(store, outbox.Draft(f"<{number}@x>", "gm@x", "anna@x", b"", NOON, "results"))
    with database.begin() as one, database.begin() as other:
        assert [[each.id for each in inbox.waiting(store, 1)] for store in (one, other)] == [[1], [2]]
        assert [[each.id for each in outbox.due(store, NOON, 1, NOON)] for store in (one, other)] == [[1], [2]]
        assert [schedule.claim(store, "perudo-7", 3) for store in (one, other)] == [True, False]
    database.close()
