"""A service at work sees at once what others leave in the database, and reads the post when others need it read."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from processor.daemon.reader import PATIENCE, Unread, have_post_read
from processor.daemon.rounds import now
from processor.daemon.start import desk_on
from processor.desk.counter import instruct
from processor.desk.files import find
from processor.desk.turns import move_deadline
from processor.store import inbox, lease, mailboxes
from processor.store.database import connect
from processor.wire.imap import ImapAccount
from tests.daemon.stage import CODE, FIRST_DEADLINE, HOUR, PLAYERS, SECOND, Stage, served_beside, staged
from tests.servers.grounds import until


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Stage]:
    """A match by the clock on the wall, and a service that rings for itself only once in an hour."""
    url = f"sqlite:///{tmp_path / 'turnpost.db'}"
    with staged(tmp_path / "spool", url) as stage:
        stage.calendar.now = now()
        stage.begin()
        with served_beside(stage, now, replace(stage.lines, poll=HOUR, tick=HOUR)):
            until(lambda: reads(stage), "the service should read the mailbox")
            stage.desk = desk_on(connect(url), stage.desk.house)  # another process shares no memory with it
            yield stage
            stage.desk.database.close()


def reads(stage: Stage) -> bool:
    with stage.database.reading() as store:
        return lease.holder_of(store, "mailbox imap") is not None


def post_of(stage: Stage, clock: Callable[[], datetime]) -> Callable[[], datetime]:
    return partial(have_post_read, stage.desk, partial(account, stage), stage.lines.holes, clock)


def account(stage: Stage) -> ImapAccount:
    assert stage.lines.imap
    return stage.lines.imap


def test_what_the_gm_says_at_the_command_line_goes_out_at_once(served: Stage) -> None:
    instruct(served.desk, f"announce {CODE}: Hello!", now())
    until(lambda: len(served.news("Ann")) == 1, "the announcement should go out")


def test_a_deadline_that_is_brought_forward_is_kept(served: Stage) -> None:
    with served.desk.sit(now(), "the GM") as sitting:
        file = find(sitting, CODE)
        assert file
        move_deadline(sitting, file, now() + SECOND)
    until(lambda: served.turn == 2, "the turn should be closed at its new deadline", seconds=30)


def test_a_letter_by_pipe_that_nobody_has_opened_is_opened(served: Stage) -> None:
    raw = f"From: {PLAYERS['Ann']}\nMessage-ID: <1@pipe.test>\n\ngames\n".encode()
    with served.desk.database.begin() as store:
        inbox.keep(store, "pipe", 0, [inbox.Fetched(None, now(), raw, len(raw), False, "<1@pipe.test>")])
    until(lambda: len(served.news("Ann")) == 1, "the letter should be answered")


def test_the_service_reads_the_mailbox_when_somebody_needs_its_post(served: Stage) -> None:
    asked = now()
    post_of(served, now)()
    with served.database.reading() as store:
        cursor = mailboxes.cursor(store, "imap")
    assert cursor
    assert cursor.read_until
    assert cursor.read_until >= asked


def test_orders_in_the_mailbox_count_for_the_turn_that_the_gm_closes_by_hand(stage: Stage) -> None:
    stage.begin()
    stage.write("Ann", stage.orders("Ann", 1, 2))
    answer = instruct(stage.desk, f"run {CODE} turn 1", stage.calendar(), post_of(stage, stage.calendar))
    assert "has been closed" in answer.told[0]
    assert [orders.seat for orders in stage.filed()] == [1]


def test_a_word_that_closes_no_turn_needs_no_post(stage: Stage) -> None:
    stage.begin()
    stage.reach(imap_port=1)
    instruct(stage.desk, f"announce {CODE}: Hello!", stage.calendar(), post_of(stage, stage.calendar))
    stage.failing_round()
    assert len(stage.news("Ann")) == 1


def test_a_service_that_does_not_get_the_mailbox_read_keeps_the_turn_open(stage: Stage) -> None:
    stage.begin()
    seconds = count()

    def clock() -> datetime:
        return FIRST_DEADLINE - HOUR + next(seconds) * PATIENCE / 2

    with stage.database.begin() as store:
        lease.take_lease(store, "mailbox imap", "elsewhere 1 1", FIRST_DEADLINE - HOUR, FIRST_DEADLINE)
    with pytest.raises(Unread, match="letters may be missing"):
        instruct(stage.desk, f"run {CODE} turn 1", clock(), post_of(stage, clock))
    assert stage.turn == 1
