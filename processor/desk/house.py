"""The house at whose desk we sit, and what lies on the desk."""

from base64 import b32encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from hmac import digest
from typing import Any

from processor.core.game import Game
from processor.core.match import Match
from processor.mail.vocabulary import GameWords
from processor.store.codec import Codec
from processor.store.database import Database, Store

MOST_REMEMBERED = 500
_TOKEN_BYTES = 10


@dataclass(frozen=True)
class House:
    """What the GM set up once: names, addresses, and how trusting the desk is.

    The treasurer, if there is one, may say what was paid, and nothing else that only the GM may.
    ``address`` is where players write to and ``domain`` goes into Message-IDs. Without ``plus_addresses`` the
    reply token stands in the subject. ``trusted_server`` is the name under which our own mail server writes
    ``Authentication-Results``. With ``trust_from`` a From address is proof enough.
    ``letters_per_day`` is how many letters of one address are opened, and ``most_lines`` what each may hold.
    ``settle`` is how far past a deadline the mailbox must have been read before it is closed, ``longest_outage`` for
    how long it may have gone unread in the day before, and ``credit_limit`` how many pence a player's account may owe.
    For ``dispute_time`` beyond the next deadline a turn can be disputed.
    """

    name: str
    address: str
    gm_name: str
    gm_address: str
    zone: str = "UTC"
    plus_addresses: bool = True
    trusted_server: str | None = None
    trust_from: bool = False
    answers_per_hour: int = 10
    letters_per_day: int = 100
    most_lines: int = 200
    reminders: tuple[timedelta, ...] = (timedelta(hours=72), timedelta(hours=24))
    settle: timedelta = timedelta(seconds=5)
    longest_outage: timedelta = timedelta(hours=6)
    credit_limit: int = 0
    dispute_time: timedelta = timedelta(days=7)
    treasurer_name: str | None = None
    treasurer_address: str | None = None

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


@dataclass(frozen=True)
class File:
    """A match as it stands, and the seed of its dice, which nobody may see before the end."""

    match: Match
    seed: bytes = field(repr=False)

    def __repr__(self) -> str:
        return f"File({self.match.code})"


@dataclass(frozen=True)
class Desk:
    """Everything the work is done with.

    ``fresh_seed`` draws the secret seed of a new match. ``memo`` keeps folded matches as they were committed.
    ``are_signed`` tells of domains and mails whether the one signed the other, where the house checks that itself. It
    asks the DNS, so that it is not for use within a transaction.
    """

    database: Database
    house: House
    games: Mapping[str, Game[Any]]
    secret: bytes = field(repr=False)
    codecs: Mapping[str, Codec] = field(repr=False)
    fresh_seed: Callable[[], bytes] = field(repr=False)
    memo: dict[str, Match] = field(default_factory=dict, repr=False)
    are_signed: Callable[[Sequence[tuple[str, bytes]]], Sequence[bool]] | None = None

    @cached_property
    def words(self) -> GameWords:
        """The words that the games bring along, for reading letters."""
        return GameWords.of(self.games.values())

    @contextmanager
    def sit(self, now: datetime, by: str) -> Iterator["Sitting"]:
        """A sitting in a transaction of its own; the matches it folded are remembered when it is committed."""
        with self.database.begin() as store:
            sitting = Sitting(self, store, now, by)
            yield sitting
        self.memo.update({code: file.match for code, file in sitting.files.items()})
        while len(self.memo) > MOST_REMEMBERED:
            self.memo.pop(next(iter(self.memo)))

    def token(self, *purpose: object) -> str:
        """The reply token for that purpose: 16 letters and digits that nobody else can make."""
        made = digest(self.secret, "/".join(map(str, purpose)).encode(), sha256)
        return b32encode(made[:_TOKEN_BYTES]).decode().casefold()

    def message_id(self, *cause: object) -> str:
        """The Message-ID of the mail that this cause leads to: the same for ever, and telling nothing."""
        return f"<{self.token('message-id', *cause)}@{self.house.domain}>"


@dataclass(frozen=True)
class Sitting:
    """One piece of work at the desk, in one transaction: when it is done, and what made us do it.

    ``letter`` is the number of the letter that is being dealt with, ``by`` whose word the journal gives, and
    ``files`` are the matches that were taken out so far, as they stand by now. ``signed`` are letters whose writers'
    domains have signed them.
    """

    desk: Desk
    store: Store
    now: datetime
    by: str
    letter: int | None = None
    files: dict[str, File] = field(default_factory=dict, repr=False)
    signed: frozenset[int] = frozenset()

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """A part of the sitting that can fail alone; the files are then taken out anew."""
        try:
            with self.store.savepoint():
                yield
        except BaseException:
            self.files.clear()
            raise


def codecs_for(games: Mapping[str, Game[Any]]) -> dict[str, Codec]:
    """For each game what puts its events into the journal and takes them out again."""
    return {name: Codec(game.events, game.orders) for name, game in games.items()}
