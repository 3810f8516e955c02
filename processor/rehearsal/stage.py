"""The stage: a real desk on a database in memory, with a clock that the transcript moves."""

import re
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from processor.core.text import folded
from processor.desk.files import find
from processor.desk.house import Desk, File, Sitting
from processor.desk.opened import Disposition
from processor.desk.work import work
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.persons import ADDRESS
from processor.rehearsal.post import Mail, letter, mail
from processor.rehearsal.script import LetterCame, Person, Words
from processor.store import inbox, journal, mailboxes, matches, outbox, schedule
from processor.store.inbox import Letter as Kept
from processor.store.journal import Entry

_BY_ADDRESS = re.compile(rf"(?P<name>[^<>]*?)\s*<?(?P<address>{ADDRESS})>?")
OURS = "games@example.org"
MAILBOX = "rehearsal"
BY = "the transcript"
ALL = 100_000
AN_HOUR = timedelta(hours=1)
FAR_AHEAD = timedelta(days=1000)
SIGN_UP = 0
"""What stands for a turn in the deadline of a sign-up."""


@dataclass(frozen=True)
class Receipt:
    """What became of one letter."""

    letter: Kept
    disposition: Disposition


@dataclass(frozen=True)
class Happened:
    """An event of a match."""

    code: str
    number: int
    entry: Entry


@dataclass(frozen=True)
class Output:
    """What came of something: events, what became of letters, and mails that went out."""

    events: tuple[Happened, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    mails: tuple[Mail, ...] = ()


@dataclass
class Stage:
    """The desk, the time, who is there, and how much has been told already."""

    desk: Desk
    now: datetime
    zone: str
    people: dict[str, Person]
    asleep_since: datetime | None = None
    letters: int = 0
    told: dict[str, int] = field(default_factory=dict)
    receipts: list[Receipt] = field(default_factory=list)
    mails: list[Mail] = field(default_factory=list)
    got: dict[str, list[Mail]] = field(default_factory=dict)

    @property
    def asleep(self) -> bool:
        """Whether nobody reads the mailbox just now."""
        return self.asleep_since is not None

    def sleep(self) -> None:
        """Stop reading the mailbox."""
        self.asleep_since = self.asleep_since or self.now

    def wake(self) -> None:
        """Read the mailbox again, and note for how long it was not read."""
        with self.desk.database.begin() as store:
            mailboxes.note_gap(store, MAILBOX, self.asleep_since or self.now, self.now)
        self.asleep_since = None

    def sit(self) -> AbstractContextManager[Sitting]:
        """A sitting at the desk, now."""
        return self.desk.sit(self.now, BY)

    def file(self, code: str) -> File | None:
        """The match of that code as it stands."""
        with self.desk.database.reading() as store:
            return find(Sitting(self.desk, store, self.now, BY), code)


def advance(stage: Stage, to: datetime) -> None:
    """Let time pass. Reminders and mails that fall due on the way go out when they do."""
    while not stage.asleep:
        due = _next_errand(stage)
        if due is None or due >= to:
            break
        stage.now = max(due, stage.now)
        busy(stage)
    stage.now = max(to, stage.now)


def _next_errand(stage: Stage) -> datetime | None:
    """When something falls due that no step tells of: a reminder, a deferred mail, the end of sign-up."""
    with stage.desk.database.reading() as store:
        moments = [schedule.next_alarm(store), outbox.next_due(store)]
        deadlines = schedule.due_deadlines(store, stage.now + FAR_AHEAD, ALL)
    moments += [each.due + stage.desk.house.settle for each in deadlines if each.turn == SIGN_UP]
    return min((each for each in moments if each), default=None)


def busy(stage: Stage) -> None:
    """Let the desk do what there is to do just now, and send what it wrote."""
    if stage.asleep:
        return
    now = stage.now
    work(stage.desk, lambda: now, now, opened=lambda kept, made: stage.receipts.append(Receipt(kept, made)))
    with stage.desk.database.begin() as store:
        due = outbox.due(store, now, ALL, now + AN_HOUR)
        outbox.sent(store, [each.id for each in due], now)
    for each in due:
        sent = mail(each, now)
        stage.mails.append(sent)
        stage.got.setdefault(sent.address.casefold(), []).append(sent)


def receive(stage: Stage, came: LetterCame) -> None:
    """Put a letter into the mailbox."""
    sender = sender_of(stage, came.sender)
    got = [each for each in stage.got.get(sender.address.casefold(), ()) if came.about in each.subject]
    if came.answers and not got:
        which = f' with "{came.about}" in its subject' if came.about else " yet"
        raise BadTranscript(came.sender.line, f"{sender.name} has got no mail{which} that could be answered.")
    stage.letters += 1
    name = "" if sender.name == sender.address else sender.name
    raw = letter(
        stage.letters,
        (name, came.address or sender.address),
        OURS,
        stage.now,
        came.headers,
        came.body,
        got[-1] if came.answers else None,
    )
    with stage.desk.database.begin() as store:
        inbox.keep(store, MAILBOX, 1, [raw])


def sender_of(stage: Stage, words: Words) -> Person:
    """Who writes: somebody of the head by name or pseudonym, or anybody by address."""
    wanted = folded(words.text)
    for person in stage.people.values():
        if wanted in (folded(person.name), folded(person.pseudonym or person.name)):
            return person
    if found := _BY_ADDRESS.fullmatch(words.text):
        return Person(words.line, (found["name"] or found["address"]).strip(), found["address"])
    known = ", ".join(person.name for person in stage.people.values())
    raise BadTranscript(
        words.line, f'nobody here is called "{words.text}". There are {known}; others by their address.'
    )


def output(stage: Stage) -> Output:
    """What has happened since this was last asked."""
    events = tuple(_new_events(stage))
    made = Output(events, tuple(stage.receipts), tuple(stage.mails))
    stage.receipts.clear()
    stage.mails.clear()
    return made


def _new_events(stage: Stage) -> list[Happened]:
    with stage.desk.database.reading() as store:
        found: list[Happened] = []
        for record in matches.all(store):
            told = stage.told.get(record.code, 0)
            entries = journal.read(store, record.code, stage.desk.codecs[record.game], after=told)
            found += [Happened(record.code, number, entry) for number, entry in entries]
            stage.told[record.code] = told + len(entries)
    return found
