"""A house that is run and killed, many times over: it forks for every round, so that it need not start anew.

Reads one order a line on standard input, as JSON, and answers each with the steps that the round took and how it ended.
"""

import json
import os
import resource
import signal
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from threading import Event, Thread
from typing import Literal

import psycopg

from processor.daemon import service
from processor.daemon.reader import Busy
from processor.daemon.service import Lines
from processor.daemon.start import desk_on
from processor.store import inbox, mailboxes, outbox, schedule
from processor.store.database import Database, connect
from processor.store.faults import StoreFault
from processor.wire.faults import WireFault
from tests.crash.scene import HOUR, HOUSE, lines_to, prepare
from tests.crash.steps import Watch

ENDED, FAULT, BUG = 0, 3, 4
SAID = "it said   "
"""What stands before the fault that a round ended with, which comes behind the steps."""
A_LOOK, LOOKS = 0.2, 300
"""How often a service looks whether it can end, in seconds, and how often at most."""
Harm = Literal["kill", "cut"]


@dataclass(frozen=True)
class Round:
    """One round of the daemon: on which database and servers, at what time, and harmed at which step, and how.

    ``room`` is how many bytes a file may have, as if the disk were full then. One that ``serves`` is a service, which
    goes on until there is nothing more to do for anybody.
    """

    url: str
    imap_port: int
    smtp_port: int
    now: str
    fatal: int | None = None
    harm: Harm = "kill"
    room: int | None = None
    serves: bool = False


def main() -> None:
    service.BREATH = 3600.0  # mails go out after the letters were opened, so that the steps have an order
    prepare("sqlite://")  # what is made once and kept, grammars for instance, is made before the first child
    for line in sys.stdin:
        steps, status = _in_a_child(Round(**json.loads(line)))
        print(json.dumps({"steps": steps, "status": status}), flush=True)


def _in_a_child(order: Round) -> tuple[list[str], int]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _be_the_child(order, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        steps = told.read().splitlines()
    _, status = os.waitpid(child, 0)
    return steps, os.waitstatus_to_exitcode(status)


def _be_the_child(order: Round, writing: int) -> None:
    """Do the round and leave without the usual farewells, which are those of the parent."""
    status = BUG
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what it logs is no answer of ours
    try:
        if order.room is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (order.room, order.room))
        harm = _kill if order.harm == "kill" else lambda: _cut(order.url)
        Watch(lambda name: os.write(writing, f"{name}\n".encode()), order.fatal, harm).begin()
        database = connect(order.url)
        now = datetime.fromisoformat(order.now)
        desk, lines = desk_on(database, HOUSE), lines_to(order.imap_port, order.smtp_port)
        if order.serves:
            service.serve(desk, lines, lambda: now, quiet(database, lines, now))
        else:
            service.run_once(desk, lines, lambda: now)
        database.close()
        status = ENDED
    except (WireFault, StoreFault, Busy) as fault:
        status = FAULT
        os.write(writing, f"{SAID}{fault}\n".encode())
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(status)


def quiet(database: Database, lines: Lines, now: datetime) -> Event:
    """Is set when nothing has been left to do in the whole house for a while, or after too long a time."""
    over = Event()

    def watch() -> None:
        looks = 0
        for _ in range(LOOKS):
            time.sleep(A_LOOK)
            looks = looks + 1 if _nothing_is_left(database, lines, now) else 0
            if looks == 3:
                break
        over.set()

    Thread(target=watch, daemon=True).start()
    return over


def _nothing_is_left(database: Database, lines: Lines, now: datetime) -> bool:
    with suppress(StoreFault), database.reading() as store:
        cursor = mailboxes.cursor(store, lines.holes.name)
        was_read = cursor is not None and cursor.read_until is not None and cursor.read_until >= now
        due = outbox.next_due(store)
        return (
            cursor is not None
            and was_read
            and inbox.next_arrival(store) is None
            and not mailboxes.untidied(store, lines.holes.name, cursor.uidvalidity)
            and not schedule.due_deadlines(store, now)
            and (due is None or due > now + HOUR)
        )
    return False


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _cut(url: str) -> None:
    """PostgreSQL ends all talks about this database but the one that tells it to."""
    others = "pid <> pg_backend_pid() AND datname = current_database()"
    with psycopg.connect(url, autocommit=True) as control:
        control.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


if __name__ == "__main__":
    main()
