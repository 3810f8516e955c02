"""A house at a post office whose clock, like its own, is turned by the test."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import count
from pathlib import Path

from processor.core.events import OrdersFiled
from processor.daemon.clockwatch import ClockWatch
from processor.daemon.rounds import Clock, Pace
from processor.daemon.service import Lines, run_once, serve
from processor.daemon.start import desk_on
from processor.desk.counter import instruct
from processor.desk.house import Desk, House
from processor.store import journal, matches, outbox, roster
from processor.store.database import Database, connect
from processor.wire.faults import WireFault
from processor.wire.imap import ImapAccount
from processor.wire.postoffice import PostOffice
from processor.wire.smtp import SmtpAccount
from tests.servers.grounds import HOST

GAMES, GM = "games@games.test", "marian@games.test"
PLAYERS = {"Ann": "ann@players.test", "Bob": "bob@players.test"}
PASSWORD = "open sesame"
CODE = "choice-1"
BEGINNING = datetime(2026, 12, 1, 12, tzinfo=UTC)
FIRST_DEADLINE = datetime(2026, 12, 18, 20, tzinfo=UTC)
DAY, HOUR, MINUTE, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
SETTLE = 5 * SECOND
NEVER = timedelta(days=3650)
"""In these plays the clock leaps from one scene to the next, which is no outage unless the play is about one."""

_numbers = count(1)


@dataclass
class Calendar:
    """What everybody in the play takes for the time."""

    now: datetime = BEGINNING

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Stage:
    """The house and the post office, both by the same calendar."""

    office: PostOffice
    calendar: Calendar
    database: Database
    desk: Desk
    lines: Lines
    spool: Path | None = None
    seen: dict[str, int] = field(default_factory=dict)

    def at(self, instant: datetime) -> None:
        self.calendar.now = instant

    def guard(self, longest: timedelta = 6 * HOUR) -> None:
        """From now on the house minds for how long its mailbox was not read."""
        self.desk = replace(self.desk, house=replace(self.desk.house, longest_outage=longest))

    def write(self, name: str, text: str, to: str = GAMES) -> None:
        """A letter arrives in the mailbox of the house at this very moment."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = f"{name} <{PLAYERS[name]}>", to, "A letter"
        mail["Message-ID"] = f"<{next(_numbers)}@players.test>"
        mail.set_content(text)
        self.office.deliver(GAMES, mail.as_bytes(), PLAYERS[name])

    def round(self) -> None:
        """One round of the daemon."""
        run_once(self.desk, self.lines, self.calendar)

    def failing_round(self) -> None:
        """One round, whatever the wires do."""
        with suppress(WireFault):
            self.round()

    def mails(self, address: str) -> list[EmailMessage]:
        """All mail of somebody, oldest first."""
        found = [message_from_bytes(raw, policy=default) for raw in self.office.mailboxes()[address].get("INBOX", ())]
        return [mail for mail in found if isinstance(mail, EmailMessage)]

    def subjects(self, address: str) -> list[str]:
        return [str(mail["Subject"]) for mail in self.mails(address)]

    def news(self, name: str) -> list[str]:
        """The subjects of what has come for a player since the last look."""
        subjects = self.subjects(PLAYERS[name])
        fresh = subjects[self.seen.get(name, 0) :]
        self.seen[name] = len(subjects)
        return fresh

    def tell(self, words: str) -> None:
        """The GM says something at the command line."""
        answer = instruct(self.desk, words, self.calendar())
        assert not answer.refused, answer
        assert not answer.complaints, answer

    def begin(self) -> None:
        """A match of Choice + between Ann and Bob, with a deadline every other Friday."""
        self.tell(f'new choice {CODE} "Winter Choice" every 2 weeks friday 20:00 UTC')
        for name in PLAYERS:
            self.write(name, f"join {CODE}")
        self.round()
        self.tell(f"start {CODE}")
        self.round()
        for name in PLAYERS:
            self.news(name)

    def orders(self, name: str, *turns: int, code: str = CODE) -> str:
        """Allocations for these turns that are right whatever the dice."""
        with self.database.reading() as store:
            entries = [entry.event for _, entry in journal.read(store, code, self.desk.codecs["choice"])]
        dice = [roll for event in entries for roll in getattr(event, "rolls", ())]
        return "\n".join(_split(turn, [roll.face for roll in dice[5 * turn - 5 : 5 * turn]]) for turn in turns)

    @property
    def turn(self) -> int:
        with self.database.reading() as store:
            return next(record.turn for record in matches.all(store))

    def filed(self) -> list[OrdersFiled]:
        """The orders in the journal."""
        with self.database.reading() as store:
            entries = journal.read(store, CODE, self.desk.codecs["choice"])
            return [entry.event for _, entry in entries if isinstance(entry.event, OrdersFiled)]

    def outbox(self) -> dict[str, int]:
        with self.database.reading() as store:
            return {str(status): number for status, number in outbox.counts(store).items() if number}

    def reopen_office(self) -> None:
        """The post office closes for a moment; what has been delivered to it stays."""
        doors = self.office.imap_port, self.office.smtp_port
        self.office.__exit__(None, None, None)
        self.office = _office(self.spool, self.calendar, *doors)

    def restart(self) -> None:
        """The process ends and another begins: nothing is left but the database."""
        self.desk = desk_on(self.database, self.desk.house)

    def reach(self, imap_port: int | None = None, smtp_port: int | None = None, pace: Pace | None = None) -> None:
        """From now on the house uses these doors of the mail servers."""
        assert self.lines.imap
        imap = replace(self.lines.imap, port=imap_port or self.lines.imap.port)
        smtp = replace(self.lines.smtp, port=smtp_port or self.lines.smtp.port)
        self.lines = replace(self.lines, imap=imap, smtp=smtp, pace=pace or self.lines.pace)


@contextmanager
def served_beside(
    stage: Stage, clock: Clock, lines: Lines | None = None, watch: ClockWatch | None = None
) -> Iterator[None]:
    """The service at work in a thread of its own, which stops in time."""
    stop = threading.Event()
    service = threading.Thread(target=serve, args=(stage.desk, lines or stage.lines, clock, stop, watch))
    service.start()
    try:
        yield
    finally:
        stop.set()
        service.join(timeout=10)
    assert not service.is_alive()


@contextmanager
def staged(spool: Path | None = None, url: str = "sqlite://", founded: bool = False) -> Iterator[Stage]:
    """A house that believes a From address, and two players whom it knows, already so if it was ``founded`` before."""
    calendar = Calendar()
    database = connect(url)
    house = House("The Long Table", GAMES, "Marian", GM, "UTC", trust_from=True, settle=SETTLE, longest_outage=NEVER)
    desk = desk_on(database, house)
    if not founded:
        with database.begin() as store:
            for name, address in PLAYERS.items():
                roster.add_player(store, address, name, "UTC", confirmed=True)
    office = _office(spool, calendar)
    imap = ImapAccount(HOST, office.imap_port, GAMES, PASSWORD, "none", timeout=10)
    smtp = SmtpAccount(HOST, office.smtp_port, security="none", timeout=10)
    stage = Stage(office, calendar, database, desk, Lines(imap, smtp, pace=Pace(per_minute=1_000)), spool)
    try:
        yield stage
    finally:
        stage.office.__exit__(None, None, None)
        database.close()


def _office(spool: Path | None, calendar: Calendar, imap_port: int = 0, smtp_port: int = 0) -> PostOffice:
    users = dict.fromkeys((GAMES, GM, *PLAYERS.values()), PASSWORD)
    return PostOffice(users, spool, calendar, imap_port, smtp_port).__enter__()


def _split(turn: int, dice: list[int]) -> str:
    reject, a, b, c, d = sorted(dice)
    return f"turn {turn}: {a}+{b}, {c}+{d}, reject {reject}"
