"""What only a real server shows: mailboxes of many years, letters of many megabytes, numbers near their end."""

import os
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from processor.daemon.rounds import now
from processor.wire.imap import ImapAccount, Mailbox
from processor.wire.smtp import Parcel, SmtpAccount
from tests.crash.scene import prepare
from tests.daemon.stage import GAMES, HOUR, PASSWORD, PLAYERS, Stage, staged
from tests.servers.dovecot import Dovecot
from tests.servers.gremlin import Gremlin
from tests.servers.grounds import HOST, found, run
from tests.servers.postfix import Postfix
from tests.wire.conftest import delivered

pytestmark = pytest.mark.servers

MANY = 50_000
HUGE = 60 * 2**20
MEGABYTE = 2**20


@pytest.fixture
def house() -> Iterator[tuple[Stage, Dovecot]]:
    """A house by the clock on the wall that reads its mail from a Dovecot of its own."""
    with Dovecot({GAMES: PASSWORD}) as dovecot, staged() as stage:
        stage.calendar.now = now()
        account = ImapAccount(HOST, dovecot.imap_port, GAMES, PASSWORD, "none", timeout=30)
        stage.lines = replace(stage.lines, imap=account)
        yield stage, dovecot


def lay_in(dovecot: Dovecot, number: int, raw: bytes, arrived: float) -> None:
    """Put a letter where Dovecot keeps them, as if it had come then."""
    file = dovecot.folder / "mail" / GAMES / "cur" / f"{int(arrived)}.{number}.games:2,"
    file.write_bytes(raw)
    os.utime(file, (arrived, arrived))


def begin(dovecot: Dovecot) -> None:
    """Let Dovecot make the mailbox, by a first letter."""
    dovecot.deliver(GAMES, letter("games", 0), PLAYERS["Ann"])


def lying_in(dovecot: Dovecot, folder: str) -> list[int]:
    """The letters in a folder, by their size in whole megabytes."""
    account = ImapAccount(HOST, dovecot.imap_port, GAMES, PASSWORD, "none", timeout=30, folder=folder)
    with Mailbox(account, now) as mailbox:
        return [each.size // MEGABYTE for each in mailbox.look(0).mail]


def memory_of(work: Callable[[], object]) -> int:
    """How many bytes it needs at most, apart from what is made once and kept, such as grammars."""
    prepare("sqlite://")
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def letter(words: str, number: int) -> bytes:
    head = f"From: {PLAYERS['Ann']}\r\nTo: {GAMES}\r\nSubject: A letter\r\nMessage-ID: <{number}@players.test>\r\n"
    return f"{head}\r\n{words}\r\n".encode()


@pytest.mark.slow
def test_fifty_thousand_old_mails_are_left_alone_at_the_first_start(house: tuple[Stage, Dovecot]) -> None:
    stage, dovecot = house
    begin(dovecot)
    a_month_ago = time.time() - 30 * 24 * 3600
    for number in range(MANY):
        lay_in(dovecot, number, letter("games", number), a_month_ago + number)
    dovecot.deliver(GAMES, letter("games", MANY), PLAYERS["Ann"])
    with Gremlin(dovecot.imap_port) as gremlin:
        stage.reach(imap_port=gremlin.port)
        assert memory_of(stage.round) < 20 * MEGABYTE
        assert len(gremlin.heard) < 30
    assert len(stage.subjects(PLAYERS["Ann"])) == 2
    assert len(list((dovecot.folder / "mail" / GAMES / "cur").iterdir())) == MANY


def test_a_letter_of_sixty_megabytes_is_not_fetched(house: tuple[Stage, Dovecot]) -> None:
    stage, dovecot = house
    begin(dovecot)
    lay_in(dovecot, 1, letter("choice-1", 1) + (b"x" * 76 + b"\r\n") * (HUGE // 78 + 1), time.time())
    assert memory_of(stage.round) < 10 * MEGABYTE
    assert lying_in(dovecot, "Put aside") == [HUGE // MEGABYTE]
    assert any("too large" in mail.get_content() for mail in stage.mails(PLAYERS["Ann"]))


def test_numbers_that_jump_to_the_last_there_are_lead_to_the_right_letters(house: tuple[Stage, Dovecot]) -> None:
    stage, dovecot = house
    begin(dovecot)
    stage.round()
    configuration = dovecot.folder / "dovecot.conf"
    doveadm = (str(found("doveadm")), "-c", configuration, "mailbox", "update", "-u", GAMES)
    run(*doveadm, "--min-next-uid", str(2**32 - 20), "INBOX")
    for number in range(2, 5):
        dovecot.deliver(GAMES, letter("games", number), PLAYERS["Ann"])
        stage.at(stage.calendar() + HOUR)
        stage.round()
    assert len(stage.subjects(PLAYERS["Ann"])) == 4
    assert len(lying_in(dovecot, "Processed")) == 4


def test_postfix_refuses_what_is_larger_than_it_takes() -> None:
    small = Parcel(1, "anna@players.test", GAMES, letter("hello", 1))
    large = replace(small, id=2, raw=letter("x" * 70 + "\r\n", 2) + (b"x" * 70 + b"\r\n") * 1_000)
    with (
        Dovecot({GAMES: PASSWORD}) as dovecot,
        Postfix(dovecot.lmtp_port, ["games.test"], more="message_size_limit=20000") as postfix,
    ):
        account = SmtpAccount(HOST, postfix.smtp_port, security="starttls", ca_file=postfix.ca_file, timeout=30)
        outcomes = delivered(account, [large, small])
    assert [(each.status, each.code) for each in outcomes] == [("refused", 552), ("sent", 250)]
