"""The tables. A change here needs a migration of the next number, and a test compares the two.

A moment is stored in UTC and comes back aware. What is long (a letter as it came, a draft as it goes) has a
table to itself, so that a list of letters reads none of it and a change of status rewrites none of it.
What IMAP counts goes up to 2**32 - 1, which an ordinary number of PostgreSQL cannot hold, hence BigInteger.
"""

from datetime import datetime
from typing import Any

from sqlmodel import BigInteger, Field, ForeignKeyConstraint, Index, MetaData, SQLModel, UniqueConstraint

from processor.store.columns import CaseBlind, FromOutside, Story

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    }
)


class Row(SQLModel):
    """What all tables share."""

    metadata = METADATA


def _match(**more: Any) -> Any:
    """The code of a match that there is."""
    return Field(foreign_key="match.code", sa_type=CaseBlind, **more)


def _number(**more: Any) -> Any:
    """A part of a key that we count ourselves."""
    return Field(primary_key=True, sa_column_kwargs={"autoincrement": False}, **more)


class Keepsake(Row, table=True):
    """A value that is made once for an installation and kept: its secret."""

    name: str = Field(primary_key=True)
    value: bytes


class Lease(Row, table=True):
    """Who may do something alone, and until when."""

    name: str = Field(primary_key=True)
    holder: str
    until: datetime


class Match(Row, table=True):
    """A match. Its code is kept in lower case, so it is the same however it is written."""

    code: str = Field(primary_key=True, sa_type=CaseBlind)
    game: str
    title: str = Field(sa_type=Story)
    seed: bytes
    zone: str
    phase: str = Field(index=True)
    turn: int
    created: datetime


class Player(Row, table=True):
    """A person with a mail address; ``canonical`` is the address as it is compared."""

    id: int | None = Field(default=None, primary_key=True)
    address: str = Field(sa_type=Story)
    canonical: str = Field(unique=True, sa_type=CaseBlind)
    name: str = Field(sa_type=Story)
    zone: str
    confirmed: bool
    role: str = Field(index=True)
    bouncing: bool


class Seat(Row, table=True):
    """Who sits where."""

    match: str = _match(primary_key=True)
    seat: int = _number()
    player: int = Field(foreign_key="player.id", index=True)

    __table_args__ = (UniqueConstraint("match", "player"),)


class Move(Row, table=True):
    """A player who wants to write from another address, and which of the two has agreed."""

    player: int = Field(primary_key=True, foreign_key="player.id", sa_column_kwargs={"autoincrement": False})
    address: str = Field(sa_type=CaseBlind)
    old_agrees: bool
    new_agrees: bool


class Mailbox(Row, table=True):
    """How far a mailbox was read, and up to when somebody wants it to be."""

    name: str = Field(primary_key=True)
    uidvalidity: int = Field(sa_type=BigInteger)
    last_uid: int = Field(sa_type=BigInteger)
    read_until: datetime | None = None
    wanted_until: datetime | None = None


class Gap(Row, table=True):
    """Hours in which a mailbox was not read, though letters may have come."""

    mailbox: str = Field(primary_key=True)
    since: datetime = Field(primary_key=True)
    until: datetime = Field(index=True)


class Letter(Row, table=True):
    """A letter that came, and what became of it. ``fingerprint`` is the same for a copy of the same letter."""

    id: int | None = Field(default=None, primary_key=True)
    fingerprint: bytes = Field(unique=True)
    mailbox: str
    message_id: str = Field(index=True, sa_type=FromOutside)
    arrived: datetime
    size: int = Field(sa_type=BigInteger)
    truncated: bool
    status: str
    released: bool
    proof: str = Field(sa_column_kwargs={"server_default": ""})
    reason: str = Field(sa_type=Story)
    trace: str = Field(sa_type=Story)
    sender: str = Field(sa_type=CaseBlind)
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    match: str | None = _match(default=None, index=True)

    __table_args__ = (Index(None, "status", "arrived", "id"), Index(None, "sender", "arrived"))


class RawLetter(Row, table=True):
    """The letter itself, byte for byte."""

    __tablename__ = "raw_letter"
    letter: int = _number(foreign_key="letter.id")
    raw: bytes


class Sighting(Row, table=True):
    """Where in a mailbox a letter was seen, and whether it was put away as its status is now.

    ``lies_in`` is the status of the letter when it was last put away, and empty while it lies where it came.
    """

    mailbox: str = Field(primary_key=True)
    uidvalidity: int = _number(sa_type=BigInteger)
    uid: int = _number(sa_type=BigInteger)
    letter: int = Field(foreign_key="letter.id", index=True)
    tidied: bool
    lies_in: str | None = None

    __table_args__ = (Index(None, "mailbox", "uidvalidity", "tidied"),)


class Dispute(Row, table=True):
    """A player's objection to a turn, and how far it has come. The numbers run on across the house."""

    id: int | None = Field(default=None, primary_key=True)
    match: str = _match(index=True)
    turn: int
    player: int = Field(foreign_key="player.id", index=True)
    letter: int | None = Field(default=None, foreign_key="letter.id", index=True)
    words: str = Field(sa_type=Story)
    opened: datetime
    status: str = Field(index=True)
    proposal: str = Field(sa_type=Story)
    proposed_at: int
    ruling: int | None = None
    closed: datetime | None = None


class Token(Row, table=True):
    """A word that proves something about who sends it."""

    token: str = Field(primary_key=True, sa_type=FromOutside)
    kind: str
    player: int = Field(foreign_key="player.id")
    match: str | None = _match(default=None)
    letter: int | None = Field(default=None, foreign_key="letter.id", index=True)
    case: int | None = Field(default=None, foreign_key="dispute.id")
    alive: bool

    __table_args__ = (Index(None, "player", "kind", "match"),)


class JournalEntry(Row, table=True):
    """One event of a match. The key is the lock between two writers."""

    __tablename__ = "journal_entry"
    match: str = _match(primary_key=True)
    number: int = _number()
    kind: str
    body: str
    at: datetime
    by: str
    letter: int | None = Field(default=None, foreign_key="letter.id", index=True)


class Draft(Row, table=True):
    """A mail to be sent. ``next_try`` is empty when there is nothing more to be done about it.

    ``taken_by`` is the process that has it in hand, or had when it ended.
    """

    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True, sa_type=FromOutside)
    sender: str
    recipient: str = Field(sa_type=Story)
    canonical: str = Field(sa_type=CaseBlind)
    kind: str
    due: datetime
    match: str | None = _match(default=None)
    turn: int | None = None
    player: int | None = Field(default=None, foreign_key="player.id")
    letter: int | None = Field(default=None, foreign_key="letter.id", index=True)
    status: str
    attempts: int
    next_try: datetime | None = None
    taken_by: str | None = None
    last_error: str = Field(sa_type=Story)
    sent_at: datetime | None = Field(default=None, index=True)

    __table_args__ = (
        Index(None, "next_try", "id"),
        Index(None, "match", "player", "id"),
        Index(None, "canonical", "due"),
        Index(None, "status", "id"),
    )


class RawDraft(Row, table=True):
    """The mail itself, byte for byte as it goes."""

    __tablename__ = "raw_draft"
    draft: int = _number(foreign_key="draft.id")
    mime: bytes


class Deadline(Row, table=True):
    """When a turn closes. ``status`` comes first in the index, so closed ones cost nothing."""

    match: str = _match(primary_key=True)
    turn: int = _number()
    due: datetime
    status: str
    reason: str = Field(sa_type=Story)
    closed_at: datetime | None = None
    set_at: datetime | None = None

    __table_args__ = (Index(None, "status", "due", "match", "turn"),)


class Alarm(Row, table=True):
    """When to look at a match again for another reason than its deadline."""

    match: str = _match(primary_key=True)
    kind: str = Field(primary_key=True)
    at: datetime = Field(index=True)


class Reminder(Row, table=True):
    """A reminder that went out, so that no restart doubles it. ``distance`` is in seconds before the deadline."""

    match: str = Field(primary_key=True, sa_type=CaseBlind)
    turn: int = _number()
    seat: int = _number()
    distance: int = _number()

    __table_args__ = (ForeignKeyConstraint(["match", "turn"], ["deadline.match", "deadline.turn"]),)


class Booking(Row, table=True):
    """Pence that went from one account to another, once for each ``cause`` and ``number``."""

    id: int | None = Field(default=None, primary_key=True)
    cause: str = Field(sa_type=CaseBlind)
    number: int
    payer: str = Field(sa_type=CaseBlind, index=True)
    payee: str = Field(sa_type=CaseBlind, index=True)
    pence: int = Field(sa_type=BigInteger)
    why: str
    at: datetime
    match: str | None = _match(default=None, index=True)
    letter: int | None = Field(default=None, foreign_key="letter.id", index=True)

    __table_args__ = (UniqueConstraint("cause", "number"),)


alarms = METADATA.tables["alarm"]
bookings = METADATA.tables["booking"]
cases = METADATA.tables["dispute"]
deadlines = METADATA.tables["deadline"]
drafts = METADATA.tables["draft"]
journal_entries = METADATA.tables["journal_entry"]
gaps = METADATA.tables["gap"]
keepsakes = METADATA.tables["keepsake"]
leases = METADATA.tables["lease"]
letters = METADATA.tables["letter"]
mailboxes = METADATA.tables["mailbox"]
matches = METADATA.tables["match"]
moves = METADATA.tables["move"]
players = METADATA.tables["player"]
raw_drafts = METADATA.tables["raw_draft"]
raw_letters = METADATA.tables["raw_letter"]
reminders = METADATA.tables["reminder"]
seats = METADATA.tables["seat"]
sightings = METADATA.tables["sighting"]
tokens = METADATA.tables["token"]
