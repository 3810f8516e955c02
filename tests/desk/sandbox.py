"""A desk on a database in memory: letters go in with their arrival, and the mails that come of them are taken out."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from processor.core.match import Match
from processor.daemon.start import desk_on
from processor.desk.answer import Outcome
from processor.desk.counter import instruct
from processor.desk.files import find
from processor.desk.house import Desk, House, Sitting
from processor.desk.opened import Disposition
from processor.desk.work import work
from processor.mail.write import text_of
from processor.rehearsal.stage import Stage
from processor.store import outbox
from processor.store.database import Database, connect
from processor.store.inbox import Fetched, keep
from processor.store.outbox import Outgoing

ADDRESS = "games@long.test"
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


@dataclass
class Sandbox:
    """``now`` moves on by half a minute with every letter; ``reply_to`` is where a reader's last mail is answered."""

    desk: Desk
    now: datetime = NOON
    letters: int = 0
    reply_to: dict[str, str] = field(default_factory=dict)
    became: list[Disposition] = field(default_factory=list)

    def copy(self) -> "Sandbox":
        """Another desk at which everything has happened that happened at this one so far."""
        database = connect("sqlite://")
        _sqlite(database).deserialize(_sqlite(self.desk.database).serialize())
        desk = replace(self.desk, database=database, memo={})
        return replace(self, desk=desk, reply_to=dict(self.reply_to), became=[])

    def gm(self, words: str) -> Outcome:
        return instruct(self.desk, words, self.now)

    def match(self, code: str) -> Match:
        """A match as it stands."""
        with self.desk.database.reading() as store:
            file = find(Sitting(self.desk, store, self.now, "the test"), code)
            assert file
            return file.match

    def letter(
        self,
        sender: str,
        body: str,
        to: str = ADDRESS,
        subject: str = "",
        answering: str = "",
        post: bool = True,
        arrived: datetime | None = None,
    ) -> list[Outgoing]:
        """A letter comes and is opened; the mails that come of it. Without ``post`` they stay in the outbox.

        It comes now, unless it has ``arrived`` at another time and comes to light only now.
        """
        self.letters += 1
        message_id = f"<{self.letters}@x.test>"
        head = f"From: {sender}\nTo: {to}\nSubject: {subject}\nMessage-ID: {message_id}\n"
        head += f"In-Reply-To: {answering}\n" if answering else ""
        raw = f"{head}\n{body}\n".encode()
        with self.desk.database.begin() as store:
            keep(store, "test", 0, [Fetched(None, arrived or self.now, raw, len(raw), False, message_id)])
        return self.open(post)

    def open(self, post: bool = True) -> list[Outgoing]:
        self.now += timedelta(seconds=30)
        self.became = []
        work(self.desk, lambda: self.now, self.now, opened=lambda _, became: self.became.append(became))
        return self.post() if post else []

    def post(self) -> list[Outgoing]:
        """The mails that are due, taken out as if they were sent."""
        with self.desk.database.begin() as store:
            mails = list(outbox.due(store, self.now, 1000, self.now + timedelta(days=1)))
            outbox.sent(store, [mail.id for mail in mails], self.now)
        for mail in mails:
            self.reply_to[mail.recipient] = header(mail, "Reply-To")
        return mails

    def joins(self, address: str, match: str) -> None:
        """Somebody new joins a match and confirms the address."""
        self.letter(address, f"join {match}")
        self.letter(address, "yes", to=self.reply_to[address])

    def leaves(self, address: str, words: str = "withdraw") -> list[Outgoing]:
        """A player leaves a running match, is asked, and confirms it; the mails that come of that."""
        self.letter(address, words, to=self.reply_to[address])
        return self.letter(address, "confirm", to=self.reply_to[address])

    def begins(self, match: str, *addresses: str) -> None:
        """New people join a match, and it is started."""
        for address in addresses:
            self.joins(address, match)
        self.gm(f"start {match}")
        self.post()


def gm(desk: Sandbox, words: str) -> str:
    """All that the GM is answered at the command line, where nothing is complained of."""
    outcome = desk.gm(words)
    assert not outcome.complaints, outcome
    return " ".join((*outcome.told, *(f"{section.title} {section.text}" for section in outcome.sections)))


def gm_at(stage: Stage, words: str) -> Outcome:
    """What comes of the GM's words at the command line of a rehearsal, each time a minute later."""
    stage.now += timedelta(minutes=1)
    return instruct(stage.desk, words, stage.now)


def sandbox(**settings: Any) -> Sandbox:
    """A house with these settings, and the usual ones otherwise."""
    house = House("The Long Table", ADDRESS, "Marian", "marian@long.test", "Europe/London")
    return Sandbox(desk_on(connect("sqlite://"), replace(house, **settings)))


def _sqlite(database: Database) -> Any:
    """The connection below a database in memory."""
    return database._writing.raw_connection().driver_connection


def header(mail: Outgoing, name: str) -> str:
    lines = mail.mime.decode().replace("\r\n ", " ").split("\r\n")
    return next(line.partition(": ")[2] for line in lines if line.startswith(f"{name}: "))


def said(mail: Outgoing) -> str:
    """The text of a mail in one line."""
    return " ".join(text_of(mail.mime).split())
