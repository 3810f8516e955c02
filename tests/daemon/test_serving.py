"""The service itself: what systemd hears of it, what stands in its log, and how it finds a lost mailbox again."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from signal import SIGINT, SIGTERM
from typing import Any

import pytest
from tenacity import RetryCallState, Retrying

from processor.daemon import service
from processor.daemon.reader import Busy
from processor.daemon.rounds import now
from processor.daemon.service import Lines
from processor.desk.counter import instruct
from processor.store import mailboxes
from processor.store.faults import Unavailable
from processor.wire.faults import MailboxLost
from tests.daemon.stage import PASSWORD, PLAYERS, Stage, served_beside, staged
from tests.servers.gremlin import Gremlin, Silence
from tests.servers.grounds import until

CONFIGURATION = """\
[house]
name = "The Long Table"
address = "games@games.test"
gm_name = "Marian"
gm_address = "marian@games.test"
trust_from = true

[imap]
host = "127.0.0.1"
port = {imap_port}
user = "games@games.test"
password = "{password}"
security = "none"

[smtp]
host = "127.0.0.1"
port = {smtp_port}

[log]
level = "debug"
json = {as_json}
"""


@pytest.fixture
def real_time(tmp_path: Path) -> Iterator[Stage]:
    """A stage by the clock on the wall, since a service cannot be told another."""
    with staged(tmp_path / "spool", f"sqlite:///{tmp_path / 'turnpost.db'}") as stage:
        stage.calendar.now = now()
        yield stage


@contextmanager
def serving(
    stage: Stage, folder: Path, password: str = PASSWORD, as_json: bool = True, **doors: int
) -> Iterator[subprocess.Popen]:
    """The service as a process of its own, by other doors than those of the post office if they are given."""
    ports = {"imap_port": stage.office.imap_port, "smtp_port": stage.office.smtp_port} | doors
    config = folder / "turnpost.toml"
    config.write_text(CONFIGURATION.format(password=password, as_json=str(as_json).lower(), **ports))
    command = [sys.executable, "-m", "processor", "serve", "--config", str(config)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen, number: int = SIGTERM) -> tuple[int, str, str]:
    """How it ended when it was told to, and what it said."""
    process.send_signal(number)
    said, logged = process.communicate(timeout=10)
    return process.returncode, said, logged


def has_read(stage: Stage) -> bool:
    with stage.database.reading() as store:
        return mailboxes.cursor(store, "imap") is not None


@pytest.mark.parametrize("number", [SIGTERM, SIGINT])
def test_systemd_hears_when_it_is_ready_and_when_it_stops(
    real_time: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        ear.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        with serving(real_time, tmp_path) as process:
            assert ear.recv(1024) == b"READY=1"
            status, said, _ = ended(process, number)
        heard = iter(lambda: ear.recv(1024), b"STOPPING=1")
        assert set(heard) <= {b"WATCHDOG=1"}
    assert (status, said) == (0, "")


def test_every_line_of_the_log_is_json_where_that_is_wanted(real_time: Stage, tmp_path: Path) -> None:
    with serving(real_time, tmp_path) as process:
        real_time.write("Ann", "games")
        until(lambda: real_time.subjects(PLAYERS["Ann"]) != [], "an answer should come")
        status, said, logged = ended(process)
    lines = [json.loads(line) for line in logged.splitlines()]
    assert (status, said) == (0, "")
    assert [line["event"] for line in lines if line["event"] in ("serving", "stopped")] == ["serving", "stopped"]
    assert {"worked", "sent"} <= {line["event"] for line in lines}
    assert all(line["level"] in ("info", "debug") and line["timestamp"].endswith("Z") for line in lines)


def test_the_log_is_plain_text_otherwise(real_time: Stage, tmp_path: Path) -> None:
    with serving(real_time, tmp_path, as_json=False) as process:
        until(lambda: has_read(real_time), "the mailbox should be read")
        _, _, logged = ended(process)
    assert "serving" in logged.splitlines()[0]
    assert "\x1b" not in logged
    assert "{" not in logged


@pytest.mark.parametrize("as_json", [True, False])
def test_no_secret_stands_in_the_log_whatever_goes_wrong(real_time: Stage, tmp_path: Path, as_json: bool) -> None:
    """The login is refused, again and again."""
    instruct(real_time.desk, "new choice choice-1 every 2 weeks friday 20:00", now())
    instruct(real_time.desk, "start choice-1", now())
    with serving(real_time, tmp_path, password="sesame, open", as_json=as_json) as process:
        assert process.stderr
        for line in process.stderr:
            if "out of reach" in line:
                break
        status, _, logged = ended(process)
    assert status == 0
    everything = line + logged
    assert "refused our login" in everything
    tokens = [real_time.desk.token("player", number) for number in range(1, 4)]
    for secret in ("sesame, open", *tokens, real_time.desk.secret.hex()):
        assert secret not in everything


@pytest.mark.parametrize(
    ("fault", "pauses"),
    [(Busy("another has it"), [1, 2, 4, 8, 10, 10]), (MailboxLost("here", "gone"), [1, 2, 4, 8, 16, 32])],
)
def test_who_stands_by_looks_again_sooner_than_who_finds_nobody(fault: Exception, pauses: list[float]) -> None:
    found = []
    for attempt in range(1, 7):
        state = RetryCallState(Retrying(), None, (), {})
        state.attempt_number = attempt
        state.set_exception((type(fault), fault, None))
        found.append(service._until_the_next_try(state))
    assert found == pauses


def test_a_lost_mailbox_is_found_again_and_every_letter_answered(real_time: Stage) -> None:
    """The post office closes while we listen, and opens again at the same doors."""
    stage = real_time
    lines = replace(stage.lines, poll=timedelta(seconds=1))
    with served_beside(stage, now, lines):
        stage.write("Ann", "games")
        until(lambda: len(stage.subjects(PLAYERS["Ann"])) == 1, "an answer should come")
        stage.reopen_office()
        stage.write("Bob", "games")
        until(lambda: len(stage.subjects(PLAYERS["Bob"])) == 1, "an answer should come after the outage, too")
    assert len(stage.subjects(PLAYERS["Ann"])) == 1


@pytest.mark.parametrize("command", ["UID SEARCH", "LOGIN", " IDLE$"])
def test_a_mailbox_that_does_not_answer_does_not_hold_the_service(
    real_time: Stage, tmp_path: Path, command: str
) -> None:
    with (
        Gremlin(real_time.office.imap_port, {command: Silence()}) as gremlin,
        serving(real_time, tmp_path, imap_port=gremlin.port) as process,
    ):
        until(lambda: gremlin.said(command) != [], "the service should have come so far")
        assert ended(process)[0] == 0


def test_a_server_that_does_not_take_our_mail_does_not_hold_the_service(real_time: Stage, tmp_path: Path) -> None:
    instruct(real_time.desk, "new choice choice-1 every 2 weeks friday 20:00", now())
    instruct(real_time.desk, "start choice-1", now())
    with (
        Gremlin(real_time.office.smtp_port, {r"^\.$": Silence()}) as gremlin,
        serving(real_time, tmp_path, smtp_port=gremlin.port) as process,
    ):
        until(lambda: gremlin.said(r"^\.$") != [], "the service should have come so far")
        assert ended(process)[0] == 0
    assert real_time.outbox() == {"uncertain": 1}


def test_a_fault_of_the_database_does_not_end_the_reading_of_the_mailbox(
    real_time: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time it is to be noted how far the mailbox was read, the disk is full."""
    faults = [Unavailable("disk full")]
    advance = mailboxes.advance

    def failing(*arguments: Any) -> None:
        if faults:
            raise faults.pop()
        advance(*arguments)

    monkeypatch.setattr(mailboxes, "advance", failing)
    stage = real_time
    with served_beside(stage, now):
        stage.write("Ann", "games")
        until(lambda: len(stage.subjects(PLAYERS["Ann"])) == 1, "an answer should come")
    assert faults == []


def test_a_password_that_changes_while_it_runs_is_read_anew(real_time: Stage) -> None:
    """The token has run out; some seconds later its file holds a fresh one."""
    stage, passwords = real_time, ["stale", "stale", PASSWORD]

    def renewed() -> Lines:
        assert stage.lines.imap
        password = passwords.pop(0) if len(passwords) > 1 else passwords[0]
        return replace(stage.lines, imap=replace(stage.lines.imap, password=password))

    lines = replace(stage.lines, renewed=renewed)
    with served_beside(stage, now, lines):
        stage.write("Ann", "games")
        until(lambda: len(stage.subjects(PLAYERS["Ann"])) == 1, "an answer should come")
