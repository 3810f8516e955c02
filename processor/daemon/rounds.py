"""One round of each kind of work: read the mailbox, tidy it, send what waits in the outbox."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from tenacity import RetryCallState, Retrying
from tenacity.wait import wait_exponential

from processor.daemon.holders import has_ended, this_process
from processor.desk.bounces import is_news_of_refusal
from processor.desk.forwarding import follow
from processor.desk.gamemaster import tell
from processor.desk.house import Desk, Sitting
from processor.desk.times import moment
from processor.store import inbox, mailboxes, outbox, roster
from processor.store.database import Store
from processor.store.inbox import Status
from processor.store.mailboxes import Untidied
from processor.wire.faults import WireFault
from processor.wire.imap import Mailbox
from processor.wire.smtp import Outcome, Parcel, Postman

Clock = Callable[[], datetime]

_STEADIEST = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
A_MINUTE, A_DAY = timedelta(minutes=1), timedelta(days=1)
SILENCE = timedelta(hours=6)
PATIENCE = timedelta(days=5)
FEWEST_TRIES = 5
LEASE = timedelta(minutes=15)
_PAUSES = wait_exponential(multiplier=60, min=60, max=4 * 3600)


@dataclass(frozen=True)
class Pigeonholes:
    """The folders that a letter is moved to, by what became of it, and how much of one is fetched.

    ``read_since`` is the day from which on mail is read at the very first start, if not just the last one.
    """

    name: str = "imap"
    folders: Mapping[Status, str] = field(
        default_factory=lambda: {"done": "Processed", "held": "Held", "put-aside": "Put aside"}
    )
    batch: int = 200
    size_limit: int = 5 * 2**20
    read_since: date | None = None


@dataclass(frozen=True)
class Pace:
    """How fast mails go out: at most so many a minute and a day, over so many connections at once.

    ``batch`` is how many are sent before it is noted what became of them: a crash makes no more of them come twice.
    """

    per_minute: int = 60
    per_day: int = 2000
    connections: int = 2
    batch: int = 5


def now() -> datetime:
    """The clock of this machine. Nothing else in the program reads it."""
    return datetime.now(UTC)


def steady() -> float:
    """Seconds that pass however the clock is put, also while the machine sleeps where the system counts those."""
    return time.clock_gettime(_STEADIEST)


def report_silence(desk: Desk, holes: Pigeonholes, clock: Clock) -> bool:
    """Tell the GM, once, that the mailbox could not be read for hours; whether that was done just now."""
    with desk.database.reading() as store:
        cursor = mailboxes.cursor(store, holes.name)
        since = cursor.read_until if cursor else None
        if since is None or clock() - since < SILENCE or _is_told(desk, store, since):
            return False
    with desk.sit(clock(), "the post") as sitting:
        tell(sitting, "silence", since.isoformat(), since=moment(since, desk.house.zone))
    return True


def _is_told(desk: Desk, store: Store, since: datetime) -> bool:
    """Whether a mail about the silence since then has been written: it bears the Message-ID that this has."""
    causes = [("silence", gm.id, since.isoformat(), gm.id) for gm in roster.everybody(store, "gm")]
    return any(outbox.by_message_id(store, desk.message_id(*cause)) for cause in causes)


def tidy_mailbox(desk: Desk, mailbox: Mailbox, holes: Pigeonholes) -> int:
    """Move the letters that have been dealt with to the folders they belong in."""
    moved = 0
    while untidied := _untidied(desk, mailbox, holes):
        for (lies_in, status), letters in _by_way(untidied).items():
            uids = [letter.uid for letter in letters]
            if lies_in is None:
                mailbox.move(uids, holes.folders[status])
            elif holes.folders[lies_in] != holes.folders[status]:
                _move_on(desk, mailbox, holes, letters)
            with desk.database.begin() as store:
                mailboxes.tidied(store, holes.name, mailbox.uidvalidity, uids, status)
            moved += len(uids)
    return moved


def _untidied(desk: Desk, mailbox: Mailbox, holes: Pigeonholes) -> tuple[Untidied, ...]:
    """Some letters that have been dealt with and do not lie where they belong."""
    with desk.database.reading() as store:
        return mailboxes.untidied(store, holes.name, mailbox.uidvalidity)


def _by_way(untidied: Sequence[Untidied]) -> Mapping[tuple[Status | None, Status], list[Untidied]]:
    """The letters, by where they lie and where they belong."""
    ways: dict[tuple[Status | None, Status], list[Untidied]] = {}
    for letter in untidied:
        ways.setdefault((letter.lies_in, letter.status), []).append(letter)
    return ways


def _move_on(desk: Desk, mailbox: Mailbox, holes: Pigeonholes, letters: Sequence[Untidied]) -> None:
    """Move letters that were put away before and have been settled otherwise since: confirmed, or tried again.

    In the other folder they have numbers that we do not know, so they are looked for. One that somebody has taken
    away from there is no matter.
    """
    first = letters[0]
    with desk.database.reading() as store:
        known = [letter for each in letters if (letter := inbox.letter(store, each.letter))]
    with mailbox.beside(holes.folders[first.lies_in or first.status]) as other:
        uids = [uid for letter in known for uid in other.copies(letter.raw, letter.message_id)]
        other.move(uids, holes.folders[first.status])


async def send_post(
    desk: Desk, postman: Postman, pace: Pace, clock: Clock, go_on: Callable[[], bool] = lambda: True
) -> int:
    """Send what is due in the outbox, as far as the pace allows, and note what became of each mail.

    ``go_on`` is asked before each; when it says no, the others are left for later. A fault that only the GM can mend
    leaves all of them as they were.
    """
    sent, more = 0, True
    _free_what_the_dead_hold(desk, clock)
    claimed: tuple[outbox.Outgoing, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    while claimed or more:
        with desk.sit(clock(), "the post") as sitting:
            _note(sitting, claimed, outcomes)
            claimed = _claimed(sitting, pace) if more and go_on() else ()
        parcels = [Parcel(each.id, each.sender, each.recipient, each.mime) for each in claimed]
        try:
            outcomes = await postman.deliver(parcels, pace.connections, go_on)
        except WireFault:
            with desk.sit(clock(), "the post") as sitting:
                outbox.put_back(sitting.store, claimed, sitting.now + A_MINUTE)
            raise
        sent += sum(outcome.status == "sent" for outcome in outcomes)
        more = len(claimed) == pace.batch and all(outcome.status in ("sent", "refused") for outcome in outcomes)
    return sent


def _free_what_the_dead_hold(desk: Desk, clock: Clock) -> None:
    """Mails that a process had in hand when it ended are sent at once."""
    with desk.database.reading() as store:
        gone = [sender for sender in outbox.senders(store) if has_ended(sender)]
    for sender in gone:
        with desk.database.begin() as store:
            outbox.let_go(store, sender, clock())


def _claimed(sitting: Sitting, pace: Pace) -> tuple[outbox.Outgoing, ...]:
    """The next mails that may go out just now; nobody else gets them until their lease runs out."""
    room = min(pace.batch, _room(sitting.store, pace, sitting.now))
    if room <= 0:
        return ()
    return outbox.due(sitting.store, sitting.now, room, sitting.now + LEASE, this_process())


def _room(store: Store, pace: Pace, at: datetime) -> int:
    """How many more mails may go out just now."""
    this_minute = pace.per_minute - outbox.sent_since(store, at - timedelta(minutes=1))
    return min(this_minute, pace.per_day - outbox.sent_since(store, at - timedelta(days=1)))


def _note(sitting: Sitting, mails: Sequence[outbox.Outgoing], outcomes: Sequence[Outcome]) -> None:
    """What the server said of each mail: most were sent."""
    outbox.sent(sitting.store, [outcome.id for outcome in outcomes if outcome.status == "sent"], sitting.now)
    for mail, outcome in zip(mails, outcomes, strict=True):
        _note_failure(sitting, mail, outcome)


def _note_failure(sitting: Sitting, mail: outbox.Outgoing, outcome: Outcome) -> None:
    """A mail that was not sent was refused for ever, or is to be tried again after a growing pause."""
    words = f"{outcome.code or ''} {outcome.words}".strip()
    match outcome.status:
        case "sent":
            pass
        case "refused":
            _give_up(sitting, mail, words, mail.id)
        case "later" | "uncertain" if sitting.now - mail.due > PATIENCE and mail.attempts >= FEWEST_TRIES:
            _give_up(sitting, mail, words, mail.recipient, sitting.now.date())
        case "later" | "uncertain":
            again = sitting.now + pause_after(mail.attempts + 1)
            outbox.postponed(sitting.store, mail.id, again, words, uncertain=outcome.status == "uncertain")
            if mail.player is not None:  # who may have moved while we had the mail in hand
                follow(sitting, mail.player)


def _give_up(sitting: Sitting, mail: outbox.Outgoing, words: str, *news: object) -> None:
    """Nothing more is tried. The GM hears once of all that is the same ``news``, but never of the GM's own mail."""
    outbox.failed(sitting.store, mail.id, words)
    if mail.kind != "undeliverable" and is_news_of_refusal(sitting, mail, words):
        tell(sitting, "undeliverable", *news, address=mail.recipient, kind=mail.kind, words=words)


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts: from a minute, doubling, to four hours."""
    state = RetryCallState(Retrying(), None, (), {})
    state.attempt_number = max(1, attempts)
    return timedelta(seconds=_PAUSES(state))
