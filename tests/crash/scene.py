"""The evening of a deadline: letters of every kind lie in the mailbox, and a turn is to be closed among them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from typing import Any

from processor.daemon.rounds import Pace, Pigeonholes
from processor.daemon.service import Lines
from processor.daemon.start import desk_on
from processor.desk.house import Desk, House
from processor.store import inbox, journal, outbox, roster, schedule
from processor.store.database import connect
from processor.wire.imap import ImapAccount
from processor.wire.postoffice import PostOffice
from processor.wire.smtp import SmtpAccount
from tests.desk.sandbox import Sandbox
from tests.servers.grounds import HOST

GAMES, GM, CODE, PASSWORD = "games@long.test", "marian@long.test", "choice-1", "open sesame"
HOUSE = House("The Long Table", GAMES, "Marian", GM, "UTC")
PLAYERS = ("ann@x.test", "bob@x.test", "cid@x.test")
STRANGER = "eve@elsewhere.test"
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
DEADLINE = datetime(2026, 12, 18, 20, tzinfo=UTC)
EVENING = DEADLINE + 10 * MINUTE
_NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
_FOLDERS = {"done": "Processed", "held": "Held", "put-aside": "Put aside"}


def lines_to(imap_port: int, smtp_port: int) -> Lines:
    """The wires of the house. Batches are small, so that one evening has many."""
    imap = ImapAccount(HOST, imap_port, GAMES, PASSWORD, "none", timeout=10)
    smtp = SmtpAccount(HOST, smtp_port, security="none", timeout=10)
    return Lines(imap, smtp, Pigeonholes(batch=4), Pace(per_minute=1_000, connections=1, batch=5), together=3)


def prepare(url: str) -> None:
    """Into an empty database: a match of three that has begun, and no mail that waits."""
    database = connect(url)
    desk = Sandbox(desk_on(database, HOUSE), _NOON)
    desk.gm(f'new choice {CODE} "Winter Choice" deadline every 2 weeks friday 20:00 UTC')
    desk.gm(f"dice {CODE} turn 1: 1,2,3,4,5")
    desk.gm(f"dice {CODE} turn 2: 1,2,3,4,5")
    for player in PLAYERS:
        desk.joins(player, CODE)
    desk.gm(f"start {CODE}")
    desk.post()
    database.close()


@contextmanager
def opened(url: str) -> Iterator[PostOffice]:
    """The post office with the letters of that evening in the mailbox of the house."""
    letters, clock = _letters(url), _Clock()
    with PostOffice(dict.fromkeys((GAMES, GM, STRANGER, *PLAYERS), PASSWORD), clock=clock) as office:
        for clock.now, raw in letters:
            office.deliver(GAMES, raw, "somebody@x.test")
        clock.now = EVENING
        yield office


@dataclass
class _Clock:
    now: datetime = _NOON

    def __call__(self) -> datetime:
        return self.now


def _letters(url: str) -> list[tuple[datetime, bytes]]:
    database = connect(url)
    desk = desk_on(database, HOUSE)
    with database.reading() as store:
        ann, bob, _ = (_answering(desk, store, player) for player in PLAYERS)
    database.close()
    early, late = DEADLINE - HOUR, DEADLINE + MINUTE
    turns = "turn 1: 1+2, 3+4, reject 5\nturn 2: 1+3, 2+4, reject 5"
    ann_orders = _letter(1, PLAYERS[0], ann, turns)
    return [
        (early, ann_orders),
        (early + MINUTE, _letter(2, PLAYERS[1], bob, "turn 1: 1+2, 3+5, reject 4")),
        (early + 2 * MINUTE, _letter(3, PLAYERS[2], GAMES, turns)),  # without a token, so it is held
        (early + 3 * MINUTE, ann_orders),  # the same once more, by another way
        (early + 4 * MINUTE, _letter(4, STRANGER, GAMES, "games")),
        (early + 5 * MINUTE, _letter(5, f"{PLAYERS[0]}, {PLAYERS[1]}", GAMES, turns)),  # of two, so it is put aside
        (early + 6 * MINUTE, _letter(6, PLAYERS[1], bob, "turn 2: 1+3, 2+5, reject 4")),
        (late, _letter(7, PLAYERS[0], ann, "status")),
        (late + MINUTE, _letter(8, PLAYERS[1], bob, "no orders")),  # of the next turn already
    ]


def _answering(desk: Desk, store: Any, address: str) -> str:
    player = roster.by_address(store, address)
    assert player
    local, _, domain = GAMES.partition("@")
    return f"{local}+{desk.token('seat', player.id, CODE)}@{domain}"


def _letter(number: int, sender: str, to: str, words: str) -> bytes:
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: A letter\r\nMessage-ID: <{number}@x.test>\r\n"
    return f"{head}\r\n{words}\r\n".replace("\n\r", "\r").encode()


# --- What came of it --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aftermath:
    """All that is left when the evening is over, but for what differs from one evening to the next, as numbers do."""

    journal: tuple[object, ...]
    deadlines: tuple[tuple[int, str], ...]
    letters: tuple[tuple[str, str, str], ...]
    folders: Counter[tuple[str, str]]
    outbox: Counter[tuple[str, str, str]]
    mails: Counter[str]
    wanted: frozenset[str]
    changed: tuple[str, ...]
    """The Message-IDs under which two different mails were sent."""

    @property
    def repeated(self) -> int:
        """How many mails came more than once."""
        return sum(number - 1 for number in self.mails.values())


def aftermath(url: str, office: PostOffice) -> Aftermath:
    """What the database holds, and what lies in whose mailbox."""
    database = connect(url)
    codec = desk_on(database, HOUSE).codecs["choice"]
    with database.reading() as store:
        entries = tuple(entry.event for _, entry in journal.read(store, CODE, codec))
        found = [schedule.deadline(store, CODE, turn) for turn in (1, 2, 3)]
        letters = [letter for number in range(1, 200) if (letter := inbox.letter(store, number))]
        drafts = [draft for number in range(1, 200) if (draft := outbox.draft(store, number))]
    database.close()
    boxes = office.mailboxes()
    lying = Counter((folder, _id(raw)) for folder, mails in boxes[GAMES].items() for raw in mails)
    sent = [raw for address, folders in boxes.items() if address != GAMES for raw in folders.get("INBOX", ())]
    tonight = [each for each in drafts if each.sent_at is None or each.sent_at >= DEADLINE]
    return Aftermath(
        journal=entries,
        deadlines=tuple((each.turn, each.status) for each in found if each),
        letters=tuple((each.message_id, each.status, each.reason) for each in letters if each.mailbox == "imap"),
        folders=lying,
        outbox=Counter((each.recipient, each.kind, each.status) for each in tonight),
        mails=Counter(map(_id, sent)),
        wanted=frozenset(each.message_id for each in tonight),
        changed=tuple(name for name, number in Counter(map(_id, set(map(_written, sent)))).items() if number > 1),
    )


def differences(found: Aftermath, undisturbed: Aftermath) -> list[str]:
    """What is otherwise than if nothing had happened. A mail may come twice, for we cannot know that it came."""
    same = ("journal", "deadlines", "letters", "folders", "outbox")
    wrong = [f"{each} differs" for each in same if getattr(found, each) != getattr(undisturbed, each)]
    wrong += [f"{each} was never sent" for each in found.wanted - found.mails.keys()]
    wrong += [f"{each} is in no outbox" for each in found.mails.keys() - found.wanted]
    wrong += [f"{each} came {number} times" for each, number in found.mails.items() if number > 2]
    wrong += [f"{each} stands for two mails" for each in found.changed]
    return wrong


def _id(raw: bytes) -> str:
    return str(_mail(raw)["Message-ID"])


def _written(raw: bytes) -> bytes:
    """The mail as we wrote it, below what the servers put on top."""
    return raw[raw.index(b"From: ") :]


def _mail(raw: bytes) -> Message:
    return message_from_bytes(raw)
