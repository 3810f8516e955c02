"""Taking letters in: from the mailbox to the receipt that is sent, as a part of what the floor can do."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.apart import Taken, apart, watch
from bench.floor import floor
from bench.libraries import libraries
from bench.profile import Profile, profiled
from bench.season import HOUSE, Season
from bench.servers import Servers
from processor.daemon.intake import read_mailbox
from processor.daemon.rounds import Pace, Pigeonholes, now, send_post, tidy_mailbox
from processor.daemon.service import Lines, run_once
from processor.daemon.start import desk_on
from processor.desk.house import Desk
from processor.desk.work import work
from processor.store import inbox, outbox
from processor.store.database import connect
from processor.wire.imap import ImapAccount, Mailbox
from processor.wire.smtp import Postman, SmtpAccount

CONNECTIONS = 4
NO_HURRY = 10**9


@dataclass(frozen=True)
class Compared:
    """Ours, the floor's and the libraries' alone, three together for every time it was tried."""

    letters: int
    ours: tuple[Taken, ...]
    floors: tuple[Taken, ...]
    bare: tuple[Taken, ...]

    @property
    def ratio(self) -> float:
        """How much of the floor's speed is ours: the median of the pairs."""
        return _speed(self.ours, self.floors)

    @property
    def of_libraries(self) -> float:
        """How much of the libraries' own speed is ours."""
        return _speed(self.ours, self.bare)

    @property
    def libraries_of_floor(self) -> float:
        """How much of the floor's speed is left to the libraries alone."""
        return _speed(self.bare, self.floors)

    @property
    def a_second(self) -> float:
        """Letters a second."""
        return self.letters / median(each.seconds for each in self.ours)

    @property
    def floor_a_second(self) -> float:
        """Mails a second that the floor does."""
        return self.letters / median(each.seconds for each in self.floors)

    @property
    def memory(self) -> float:
        """The most memory that we ever took, in MiB."""
        return max(each.memory for each in self.ours)

    @property
    def cpu(self) -> float:
        """Milliseconds of processor time that a letter takes in our process."""
        return 1000 * median(each.cpu for each in self.ours) / self.letters


def compare(here: Servers, season: Season, folder: Path, together: int, times: int) -> Compared:
    """Take the letters in, with so many of them in a commit; before each time the others do so too."""
    tried = [_tried(here, season, folder, together, number) for number in range(times)]
    ours, floors, bare = zip(*tried, strict=True)
    return Compared(len(season.letters), ours, floors, bare)


def _tried(here: Servers, season: Season, folder: Path, together: int, number: int) -> tuple[Taken, Taken, Taken]:
    """Ours, the floor's and the libraries', each with a mailbox of its own."""
    name = f"{together}-{number}.db"
    url, count = season.copy(folder, name), len(season.letters)
    return (
        _with_mailbox(here, season, lambda account: apart(ingest, url, account, here.relay, together, count)),
        _with_mailbox(here, season, lambda account: apart(floor, account, here.relay, CONNECTIONS)),
        _with_mailbox(
            here,
            season,
            lambda account: apart(libraries, folder / f"bare-{count}-{name}", account, here.relay, CONNECTIONS),
        ),
    )


def _with_mailbox(here: Servers, season: Season, work: Callable[[ImapAccount], Taken]) -> Taken:
    account = here.mailbox(season.letters)
    taken = work(account)
    here.empty(account)
    return taken


def _speed(those: Sequence[Taken], of: Sequence[Taken]) -> float:
    """What part of the others' speed theirs is: the median of the pairs."""
    return median(other.seconds / each.seconds for each, other in zip(those, of, strict=True))


def ingest(url: str, account: ImapAccount, relay: SmtpAccount, together: int, letters: int) -> Taken:
    """One run of ``run-once`` on a full mailbox. It must have dealt with every letter and answered each."""
    database = connect(url)
    desk = desk_on(database, HOUSE)
    pace = Pace(per_minute=NO_HURRY, per_day=NO_HURRY, connections=CONNECTIONS)
    with watch() as taken:
        run_once(desk, Lines(account, relay, pace=pace, together=together), now)
    _must_be_done(desk, letters)
    database.close()
    return taken


def _must_be_done(desk: Desk, letters: int) -> None:
    with desk.database.reading() as store:
        received, posted = inbox.counts(store), outbox.counts(store)
        answers = outbox.sent_since(store, now() - HOUSE.reminders[-1])
        aside = inbox.put_aside(store)[:1]
    assert received == {"done": letters}, f"{received}: {[each.trace for each in aside]}"
    assert posted.keys() == {"sent"}, posted
    assert answers == letters, f"{answers} answers for {letters} letters"


def profile_of_ingest(url: str, account: ImapAccount, relay: SmtpAccount) -> tuple[Profile, float]:
    """Where the processor time of an ingest goes, and how much that is. The steps follow each other here."""
    database = connect(url)
    desk = desk_on(database, HOUSE)
    holes, pace = Pigeonholes(), Pace(per_minute=NO_HURRY, per_day=NO_HURRY, connections=CONNECTIONS)
    with watch() as taken, profiled() as profile:
        with Mailbox(account, now) as mailbox:
            read_mailbox(desk, mailbox, holes, now)
            work(desk, now, now())
            tidy_mailbox(desk, mailbox, holes)
        asyncio.run(_send(desk, relay, pace))
    database.close()
    return profile, taken.cpu


async def _send(desk: Desk, relay: SmtpAccount, pace: Pace) -> None:
    async with Postman(relay) as postman:
        await send_post(desk, postman, pace, now)
