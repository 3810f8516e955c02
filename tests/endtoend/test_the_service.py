"""``turnpost serve`` as systemd runs it: a process of its own, told to stop, or killed in the middle of its work."""

import smtplib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from signal import SIGKILL, SIGTERM
from subprocess import DEVNULL, PIPE, Popen

import pytest

from processor.core.events import SeatTaken
from processor.desk.counter import instruct
from processor.desk.house import Desk
from processor.store import inbox, journal, outbox, roster
from tests.endtoend.town import Person, Town, found, wait_for_post
from tests.servers.grounds import HOST, until
from tests.servers.hub import MailHub

pytestmark = pytest.mark.servers

CROWD = 40
TURNPOST = (sys.executable, "-c", "from processor.cli import main; main()")


@contextmanager
def serving(config: Path) -> Iterator[Popen[str]]:
    """The service at work, and gone at the end in any case."""
    process = Popen([*TURNPOST, "serve", "--config", str(config)], stderr=PIPE, stdout=DEVNULL, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def trusting(mail_hub: MailHub, tmp_path: Path) -> Iterator[Town]:
    """A house that believes a From address, with a match that anybody may join."""
    with found(mail_hub, tmp_path, "house.trust_from=true") as town:
        opened = instruct(town.desk, "new choice choice-1 every 2 weeks friday 20:00", town.clock())
        assert not opened.refused, opened
        yield town


@pytest.fixture
def crowd(trusting: Town) -> Person:
    """Forty people whom the house knows; they have plus addresses, so their mail comes into one mailbox."""
    crowd = trusting.person("Crowd")
    with trusting.desk.database.begin() as store:
        for address in addresses(crowd):
            roster.add_player(store, address, address, "UTC", confirmed=True)
    return crowd


def addresses(crowd: Person) -> list[str]:
    local, _, domain = crowd.address.partition("@")
    return [f"{local}+{number}@{domain}" for number in range(CROWD)]


def all_write(crowd: Person, to: str) -> None:
    """Everybody joins at once."""
    with smtplib.SMTP(HOST, crowd.hub.smtp_port) as line:
        for address in addresses(crowd):
            letter = EmailMessage()
            letter["From"], letter["To"], letter["Subject"] = address, to, "Hello"
            letter["Message-ID"] = f"<{address.replace('@', '-at-')}@crowd>"
            letter.set_content("join choice-1\n")
            line.send_message(letter)


def stages(desk: Desk) -> dict[str, int]:
    """How many letters were kept and opened, and how many mails went out so far."""
    with desk.database.reading() as store:
        letters, mails = inbox.counts(store), outbox.counts(store)
    kept, done = sum(letters.values()), letters.get("done", 0)
    return {"letters are kept": kept, "letters are opened": done, "mails are sent": mails.get("sent", 0)}


def test_it_answers_a_letter_and_stops_when_it_is_told(trusting: Town, crowd: Person) -> None:
    with serving(trusting.config) as process:
        crowd.write(trusting.house.address, "games")
        until(lambda: crowd.mails() != [], "an answer should come")
        process.send_signal(SIGTERM)
        assert process.wait(timeout=10) == 0
    assert "To play, write: join choice-1" in crowd.last().text


def test_told_to_stop_in_the_middle_of_its_work_it_stops_in_time_and_loses_nothing(
    trusting: Town, crowd: Person
) -> None:
    with serving(trusting.config) as process:
        all_write(crowd, trusting.house.address)
        until(lambda: stages(trusting.desk)["letters are opened"] > 0, "work should have begun")
        process.send_signal(SIGTERM)
        assert process.wait(timeout=10) == 0
    trusting.clock.ahead = timedelta(minutes=2)  # mails that were left for later are due again
    trusting.round()
    assert_everybody_was_answered_once(trusting, crowd)


@pytest.mark.parametrize("stage", ["letters are kept", "letters are opened", "mails are sent"])
def test_killed_in_the_middle_of_its_work_it_loses_and_doubles_nothing(
    trusting: Town, crowd: Person, stage: str
) -> None:
    with serving(trusting.config) as process:
        all_write(crowd, trusting.house.address)
        until(lambda: stages(trusting.desk)[stage] > 0, f"{stage}: that should have come")
        process.send_signal(SIGKILL)
        process.wait()
    trusting.clock.ahead = timedelta(minutes=20)  # by then nothing waits for the dead process any more
    trusting.round()
    assert_everybody_was_answered_once(trusting, crowd)


def assert_everybody_was_answered_once(town: Town, crowd: Person) -> None:
    """A mail that was on its way when the process died may come twice, but under the same Message-ID."""
    wait_for_post(town.hub)
    with town.desk.database.reading() as store:
        entries = journal.read(store, "choice-1", town.desk.codecs["choice"])
    seats = [entry.event.player for _, entry in entries if isinstance(entry.event, SeatTaken)]
    assert len(seats) == len(set(seats)) == CROWD
    answers = {mail.message_id: mail for mail in crowd.mails()}
    assert len(answers) == CROWD
    assert len({mail.answers for mail in answers.values()}) == CROWD
    assert set(town.letters()) >= {"Processed"}
    assert len(town.letters()["Processed"]) == CROWD
