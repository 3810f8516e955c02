"""A small town with a post: people who write and read real mail, and the house of games among them.

Letters travel through Postfix and Dovecot, whose stamps are those of the wall clock. The house has a clock of
its own that a test can put ahead, so that a fortnight between two deadlines takes no time.
"""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime, getaddresses, make_msgid
from itertools import count
from pathlib import Path

from imapclient import IMAPClient
from typer.testing import CliRunner

from processor.cli import app
from processor.config import Settings, load
from processor.daemon.service import Lines, run_once
from processor.daemon.start import lines_of, open_desk
from processor.desk.house import Desk
from processor.store import matches
from tests.servers.grounds import HOST, until
from tests.servers.hub import MailHub

PASSWORD = "open sesame"
SEED = b"the same dice in every story ...."[:32]
_towns = count(1)


@dataclass(frozen=True)
class Mail:
    """A mail as its reader sees it."""

    folder: str
    raw: bytes = field(repr=False)

    @property
    def message(self) -> EmailMessage:
        message = message_from_bytes(self.raw, policy=default)
        assert isinstance(message, EmailMessage)
        return message

    @property
    def text(self) -> str:
        body = self.message.get_body(("plain",))
        return "" if body is None else str(body.get_content()).replace("\r\n", "\n")

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def message_id(self) -> str:
        return str(self.message["Message-ID"])

    @property
    def references(self) -> list[str]:
        return str(self.message["References"] or "").split()

    @property
    def recipients(self) -> list[str]:
        return [
            address for _, address in getaddresses([*self.message.get_all("To", []), *self.message.get_all("Cc", [])])
        ]

    @property
    def answers(self) -> str:
        """The Message-ID of the mail that this one answers."""
        return str(self.message["In-Reply-To"] or "")

    @property
    def attachments(self) -> dict[str, str]:
        return {str(part.get_filename()): str(part.get_content()) for part in self.message.iter_attachments()}


@dataclass
class Person:
    """Somebody with a mailbox at the provider; ``read`` counts the mails that were looked at already."""

    name: str
    address: str
    hub: MailHub
    read: int = 0

    def mails(self) -> list[Mail]:
        """Everything in the mailbox, folder by folder."""
        trust = ssl.create_default_context(cafile=str(self.hub.imap_ca_file))
        with IMAPClient(HOST, self.hub.imaps_port, ssl_context=trust) as client:
            client.login(self.address, PASSWORD)
            return [mail for folder in _folders(client) for mail in _mails_in(client, folder)]

    def news(self) -> list[Mail]:
        """What has come since the last look."""
        found = [mail for mail in self.mails() if mail.folder == "INBOX"]
        fresh, self.read = found[self.read :], len(found)
        return fresh

    def last(self, words: str = "") -> Mail:
        """The newest mail whose subject has these words in it."""
        return next(mail for mail in reversed(self.mails()) if words in mail.subject)

    def write(self, to: str, text: str, subject: str = "A letter", **headers: str) -> EmailMessage:
        """Post a new plain letter."""
        letter = self.letter(to, subject)
        letter.set_content(text)
        return self.post(letter, **headers)

    def answer(self, mail: Mail, text: str, quote: bool = True, html: str = "", **headers: str) -> EmailMessage:
        """Post an answer to a mail, as mail programs do; with ``html`` it has no plain text."""
        letter = self.letter(str(mail.message["Reply-To"]), f"Re: {mail.subject}")
        letter["In-Reply-To"] = mail.message_id
        letter["References"] = " ".join([*mail.references, mail.message_id])
        quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
        below = f"\n\nOn {mail.message['Date']}, The Long Table wrote:\n{quoted}\n" if quote else "\n"
        letter.set_content(html or text + below, subtype="html" if html else "plain")
        return self.post(letter, **headers)

    def post(self, letter: EmailMessage, **headers: str) -> EmailMessage:
        """Hand a letter in at Postfix and wait until it is delivered."""
        for name, value in headers.items():
            letter[name.replace("_", "-")] = value
        with smtplib.SMTP(HOST, self.hub.smtp_port) as line:
            line.starttls(context=ssl.create_default_context(cafile=str(self.hub.smtp_ca_file)))
            line.send_message(letter, self.address, str(letter["To"]))
        wait_for_post(self.hub)
        return letter

    def lose_mailbox(self) -> None:
        """From now on mail to this person comes back. Dovecot reads its list of users anew once a second."""
        (self.hub.dovecot.folder / "users" / self.address).write_text("")
        until(lambda: not self._is_known(), "Dovecot should have forgotten the mailbox")

    def regain_mailbox(self) -> None:
        self.hub.add_user(self.address, PASSWORD)
        until(self._is_known, "Dovecot should have noticed the new mailbox")

    def _is_known(self) -> bool:
        with smtplib.LMTP(HOST, self.hub.dovecot.lmtp_port) as line:
            line.ehlo()
            line.mail("")
            return line.rcpt(self.address)[0] == 250

    def letter(self, to: str, subject: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"] = f"{self.name} <{self.address}>"
        letter["To"] = to
        letter["Subject"] = subject
        letter["Date"] = format_datetime(datetime.now(UTC))
        letter["Message-ID"] = make_msgid(domain="players.test")
        return letter


@dataclass
class Clock:
    """The wall clock, put ahead by as much as the story wants."""

    ahead: timedelta = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def put_past(self, instant: datetime) -> None:
        self.ahead += max(timedelta(), instant + timedelta(minutes=1) - self())


@dataclass
class Town:
    """The house with its desk and its wires, its clock, and everybody who has a mailbox in this story."""

    number: int
    hub: MailHub
    config: Path
    settings: Settings
    desk: Desk
    lines: Lines
    house: Person
    gm: Person
    clock: Clock = field(default_factory=Clock)

    def person(self, name: str) -> Person:
        """Somebody new in town."""
        return _settle(self.hub, name, self.number)

    def round(self) -> None:
        """One round of the daemon, and the time the post takes with what it sent."""
        run_once(self.desk, self.lines, self.clock)
        wait_for_post(self.hub)

    def due(self, code: str) -> datetime:
        with self.desk.database.reading() as store:
            record = next(record for record in matches.all(store) if record.code == code)
        assert record.due is not None
        return record.due

    def is_over(self, code: str) -> bool:
        with self.desk.database.reading() as store:
            return next(record.phase for record in matches.all(store) if record.code == code) == "over"

    def close_turn(self, code: str) -> None:
        """Let the post of this moment be read and answered, and then time pass until the deadline is over."""
        self.round()
        self.clock.put_past(self.due(code))
        self.round()

    def letters(self) -> dict[str, list[Mail]]:
        """The mailbox of the house, folder by folder."""
        found: dict[str, list[Mail]] = {}
        for mail in self.house.mails():
            found.setdefault(mail.folder, []).append(mail)
        return found


@contextmanager
def found(hub: MailHub, folder: Path, *more: str) -> Iterator[Town]:
    """A house set up with ``turnpost init``, as a GM would do it; ``more`` are settings beside the usual ones."""
    number = next(_towns)
    house, gm = (_settle(hub, name, number) for name in ("Games", "Marian Gray"))
    config = configure(hub, folder, house.address, gm, *more)
    settings = load(config)
    with open_desk(settings) as opened:
        desk = replace(opened, fresh_seed=lambda: SEED)
        yield Town(number, hub, config, settings, desk, lines_of(settings), house, gm)


def configure(hub: MailHub, folder: Path, address: str, gm: Person, *more: str) -> Path:
    """Write the configuration for that mailbox; ``more`` are further settings."""
    (folder / "password").write_text(f"{PASSWORD}\n")
    config = folder / "turnpost.toml"
    values = [
        "house.name=The Long Table",
        f"house.address={address}",
        f"house.gm_name={gm.name}",
        f"house.gm_address={gm.address}",
        "house.zone=Europe/London",
        "house.settle_seconds=1",
        "house.outage_hours=100000",  # a fortnight passes here without anybody reading the mailbox
        f"imap.host={HOST}",
        f"imap.port={hub.imaps_port}",
        f"imap.user={address}",
        "imap.password_file=password",
        f"imap.ca_file={hub.imap_ca_file}",
        f"smtp.host={HOST}",
        f"smtp.port={hub.smtp_port}",
        "smtp.security=starttls",
        f"smtp.ca_file={hub.smtp_ca_file}",
        "smtp.per_minute=1000",
        *more,
    ]
    asked = [part for value in values for part in ("--set", value)]
    done = CliRunner().invoke(app, ["init", "--non-interactive", "--file", str(config), *asked])
    assert done.exit_code == 0, done.output
    return config


def wait_for_post(hub: MailHub) -> None:
    """Until Postfix has handed on everything, what bounces included.

    A mail may change its queue while we look, so we look through them there and back again.
    """
    spool = hub.postfix.folder / "spool"
    queues = [spool / name for name in ("maildrop", "incoming", "active", "deferred")]
    there_and_back = [*queues, *reversed(queues), *queues]
    until(lambda: not any(_mails_waiting(queue) for queue in there_and_back), "all mail should be out")


def _mails_waiting(queue: Path) -> bool:
    return any(path.is_file() for path in queue.rglob("*"))


def _settle(hub: MailHub, name: str, number: int) -> Person:
    domain = "games.test" if name == "Games" else "players.test"
    address = f"{name.split()[0].lower()}.{number}@{domain}"
    hub.add_user(address, PASSWORD)
    return Person(name, address, hub)


def _folders(client: IMAPClient) -> list[str]:
    return sorted(name for _, _, name in client.list_folders())


def _mails_in(client: IMAPClient, folder: str) -> list[Mail]:
    client.select_folder(folder, readonly=True)
    found = client.fetch(client.search(), ["BODY.PEEK[]"])
    return [Mail(folder, found[uid][b"BODY[]"]) for uid in sorted(found)]
