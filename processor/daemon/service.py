"""The service: a thread that listens at the mailbox, and a loop that works and sends whenever there is reason to.

APScheduler only rings: regularly, and at the moment when the next deadline may be closed; a glance at the database
rings when others have left something there. All that is to be done stands in the database, so a ring too many does no
harm and a crash loses nothing.
"""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from tenacity import RetryCallState, retry, retry_if_exception_type, wait_exponential

from processor.config import ConfigError
from processor.daemon.clockwatch import ClockWatch, hold_if_put_back
from processor.daemon.intake import PIPE, note_that_we_are_up, read_mailbox
from processor.daemon.reader import Busy, give_back, reader_name, reading_alone, take_mailbox
from processor.daemon.rounds import Clock, Pace, Pigeonholes, report_silence, send_post, tidy_mailbox
from processor.daemon.systemd import telling_systemd
from processor.desk.guard import hold_everything
from processor.desk.house import Desk
from processor.desk.opened import Disposition
from processor.desk.work import BATCH, work
from processor.store import inbox, mailboxes, outbox, schedule
from processor.store.faults import StoreFault
from processor.store.inbox import Letter
from processor.wire.faults import WireFault
from processor.wire.imap import ImapAccount, Mailbox
from processor.wire.smtp import Postman, SmtpAccount

BREATH = 0.2
"""Seconds between looks into the outbox while letters are opened, so that mails go out by the dozen."""
A_GLANCE = 1.0
"""Seconds between glances at what others have left in the database for us."""
PATIENCE_TO_FINISH, PATIENCE_TO_READ = 5.0, 3.0
"""Seconds that a stop may take, together less than the ten that systemd and the demo allow."""
A_WHILE = 10.0
"""Seconds at most after which we look whether another service still has the mailbox, so as to take over soon."""
_AFTER_A_FAULT = wait_exponential(multiplier=1, max=300)
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_log = structlog.get_logger()


@dataclass(frozen=True)
class Lines:
    """The wires of a house: the mailbox, if there is one, the way out, and how each is treated.

    ``together`` is how many letters at most are opened in one transaction. ``renewed`` gives the wires as they are
    set up at this moment, since a password may change while the service runs.
    """

    imap: ImapAccount | None
    smtp: SmtpAccount
    holes: Pigeonholes = field(default_factory=Pigeonholes)
    pace: Pace = field(default_factory=Pace)
    poll: timedelta = timedelta(seconds=60)
    tick: timedelta = timedelta(seconds=30)
    together: int = BATCH
    renewed: Callable[[], "Lines"] | None = None

    @property
    def post(self) -> str:
        """Under which name it is noted until when the post was read: that of the mailbox, if there is one."""
        return self.holes.name if self.imap else PIPE

    def at_this_moment(self) -> "Lines":
        """The wires with the passwords as they are now."""
        return self.renewed() if self.renewed else self


def run_once(desk: Desk, lines: Lines, clock: Clock) -> None:
    """Read, close what is due, send, and be done: for cron. Raises ``Busy`` if another one is at it.

    A mailbox that is out of reach is no reason to let the mails wait that are to be sent.
    """
    try:
        _read_and_work(desk, lines, clock)
    except WireFault:
        report_silence(desk, lines.holes, clock)
        asyncio.run(_send_all(desk, lines, clock))
        raise
    asyncio.run(_send_all(desk, lines, clock))


def _read_and_work(desk: Desk, lines: Lines, clock: Clock) -> None:
    if lines.imap is None:
        hold_if_put_back(desk, lines.post, clock)
        note_that_we_are_up(desk, lines.post, clock)
        work(desk, clock, clock(), lines.together, _log_put_aside)
        return
    with reading_alone(desk, lines.holes.name, clock), Mailbox(lines.imap, clock) as mailbox:
        hold_if_put_back(desk, lines.holes.name, clock)
        read_mailbox(desk, mailbox, lines.holes, clock)
        with _sending_meanwhile(desk, lines, clock):
            work(desk, clock, read_until(desk, lines, clock), lines.together, _log_put_aside)
            tidy_mailbox(desk, mailbox, lines.holes)


@contextmanager
def _sending_meanwhile(desk: Desk, lines: Lines, clock: Clock) -> Iterator[None]:
    """Where there is much to do, the first answers go out while the last letters are still opened.

    A fault of the wire is left to the sending that follows.
    """
    over = threading.Event()
    with ThreadPoolExecutor(1, "sending") as beside:
        sending = beside.submit(asyncio.run, _send_until(over, desk, lines, clock))
        try:
            yield
        finally:
            over.set()
        with suppress(WireFault):
            sending.result()


async def _send_until(over: threading.Event, desk: Desk, lines: Lines, clock: Clock) -> None:
    async with Postman(lines.smtp) as postman:
        while not await asyncio.to_thread(over.wait, BREATH):
            await send_post(desk, postman, lines.pace, clock)


def read_until(desk: Desk, lines: Lines, clock: Clock) -> datetime:
    """The instant up to which all post has been read. Post that comes by pipe is here the moment it comes."""
    if lines.imap is None:
        return clock()
    with desk.database.reading() as store:
        cursor = mailboxes.cursor(store, lines.holes.name)
    return cursor.read_until if cursor and cursor.read_until else _LONG_AGO


def serve(
    desk: Desk, lines: Lines, clock: Clock, stop: threading.Event | None = None, watch: ClockWatch | None = None
) -> None:
    """Run until told to stop by SIGTERM, SIGINT or the event. The ``watch`` is for a clock that could be put."""
    asyncio.run(_serve(desk, lines, clock, stop, watch))


async def _serve(
    desk: Desk, lines: Lines, clock: Clock, stop: threading.Event | None, watch: ClockWatch | None
) -> None:
    with telling_systemd() as tell_systemd:
        await _serve_and_tell(_Service(desk, lines, clock, tell_systemd, watch), stop)


async def _serve_and_tell(service: "_Service", stop: threading.Event | None) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError, ValueError, RuntimeError):  # only the main thread hears signals
            loop.add_signal_handler(number, service.stop)
    if stop is not None:
        threading.Thread(target=lambda: (stop.wait(), loop.call_soon_threadsafe(service.stop)), daemon=True).start()
    await service.run()


class _Service:
    """What the thread and the loop share: two bells and a way to stop."""

    def __init__(
        self, desk: Desk, lines: Lines, clock: Clock, tell_systemd: Callable[[str], None], watch: ClockWatch | None
    ) -> None:
        self._desk, self._lines, self._clock, self._watch = desk, lines, clock, watch
        self._loop = asyncio.get_running_loop()
        self._to_work, self._to_send = asyncio.Event(), asyncio.Event()
        self._stopping = threading.Event()
        self._stopped = asyncio.Event()
        self._ear, self._bell = socket.socketpair()
        self._tell_systemd = tell_systemd
        self._scheduler = AsyncIOScheduler(timezone="UTC")

    async def run(self) -> None:
        """Work until stopped; what is in hand is finished first."""
        _log.info("serving", mailbox=self._lines.imap.where if self._lines.imap else None)
        await asyncio.to_thread(hold_if_put_back, self._desk, self._lines.post, self._clock)
        # A daemon thread, since a server that does not answer must not keep us from leaving.
        ears = [threading.Thread(target=self._listen, name="mailbox", daemon=True)] if self._lines.imap else []
        for ear in ears:
            ear.start()
        self._scheduler.add_job(
            self._tick,
            "interval",
            seconds=self._lines.tick.total_seconds(),
            misfire_grace_time=None,
            coalesce=True,
            max_instances=1,
        )
        self._scheduler.start()
        self._tell_systemd("READY=1")
        self._ring()
        tasks = [asyncio.create_task(each) for each in (self._working(), self._sending(), self._glancing())]
        try:
            await self._stopped.wait()
        finally:
            self._tell_systemd("STOPPING=1")
            self._scheduler.shutdown(wait=False)
            self._ring()
            await _finished(tasks)
            for ear in ears:
                await asyncio.to_thread(ear.join, PATIENCE_TO_READ)
            self._ear.close()
            self._bell.close()
            _log.info("stopped")

    def stop(self) -> None:
        """Finish what is in hand, and leave."""
        self._stopping.set()
        self._stopped.set()
        self._wake_mailbox()

    def _goes_on(self) -> bool:
        return not self._stopping.is_set()

    def _tick(self) -> None:
        self._tell_systemd("WATCHDOG=1")
        self._ring()

    def _ring(self) -> None:
        self._to_work.set()
        self._to_send.set()

    def _wake_mailbox(self) -> None:
        with suppress(OSError):
            self._bell.send(b"!")

    async def _working(self) -> None:
        while not self._stopping.is_set():
            await self._to_work.wait()
            self._to_work.clear()
            if self._stopping.is_set():
                return
            try:
                if await asyncio.to_thread(self._work):
                    self._to_send.set()
                    self._wake_mailbox()
                self._plan_next_deadline()
            except StoreFault as fault:
                _log.error("work failed", fault=str(fault))
            except Exception as fault:
                _log.error("work failed", fault=type(fault).__name__, exc_info=fault)

    def _work(self) -> bool:
        if self._watch and self._watch.jumped():
            _log.error("the clock has jumped", held=hold_everything(self._desk, self._clock()))
        if self._lines.imap is None:
            note_that_we_are_up(self._desk, self._lines.post, self._clock)
        horizon = read_until(self._desk, self._lines, self._clock)
        done = work(self._desk, self._clock, horizon, self._lines.together, _log_put_aside, self._goes_on)
        if done.letters or done.deadlines or done.reminders:
            _log.info("worked", letters=done.letters, deadlines=done.deadlines, reminders=done.reminders)
        told = self._lines.imap is not None and report_silence(self._desk, self._lines.holes, self._clock)
        return bool(done.letters or done.deadlines or done.reminders or told)

    async def _glancing(self) -> None:
        """Ring when others have left something: the GM at the command line, a letter by pipe, another service."""
        before: object = None
        while not self._stopping.is_set():
            with suppress(StoreFault):  # the work says so
                found, post_is_wanted = await asyncio.to_thread(self._glance)
                if found != before:
                    self._ring()
                if post_is_wanted:
                    self._wake_mailbox()
                before = found
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), A_GLANCE)

    def _glance(self) -> tuple[object, bool]:
        """What there is to do: the mail that is due, the letter that waits, the next deadline; and whether to read."""
        with self._desk.database.reading() as store:
            mail = outbox.next_due(store)
            due = mail if mail and mail <= self._clock() else None
            found = due, inbox.next_arrival(store), schedule.next_deadline(store)
            return found, mailboxes.is_wanted(store, self._lines.holes.name)

    def _plan_next_deadline(self) -> None:
        """Ring when the next deadline may be closed, which is when the mailbox can be read past it."""
        with self._desk.database.reading() as store:
            due = schedule.next_deadline(store)
        if due is None:
            return
        at = max(due + self._desk.house.settle, self._clock()) + timedelta(milliseconds=50)
        self._scheduler.add_job(
            self._deadline_comes, "date", run_date=at, id="deadline", replace_existing=True, misfire_grace_time=None
        )

    def _deadline_comes(self) -> None:
        self._wake_mailbox()
        if self._lines.imap is None:
            self._to_work.set()

    async def _sending(self) -> None:
        """Send whenever the bell rings; after a failure on a new connection, with the password of that moment."""
        while not self._stopping.is_set():
            await self._to_send.wait()
            try:
                async with Postman(self._lines.at_this_moment().smtp) as postman:
                    await self._send_by(postman)
            except (WireFault, StoreFault, ConfigError) as fault:
                _log.error("sending failed", fault=str(fault))
            except Exception as fault:
                _log.error("sending failed", fault=type(fault).__name__, exc_info=fault)
            self._to_send.clear()

    async def _send_by(self, postman: Postman) -> None:
        while not self._stopping.is_set():
            await self._to_send.wait()
            self._to_send.clear()
            sent = await send_post(self._desk, postman, self._lines.pace, self._clock, self._goes_on)
            if sent:
                _log.info("sent", mails=sent)

    def _listen(self) -> None:
        """The mailbox thread: read, wait for mail or the bell, tidy; and connect again whenever the line is lost."""
        reader = reader_name()
        patiently = retry(
            retry=retry_if_exception_type(Exception),  # whatever happens, the mailbox is read again
            wait=_until_the_next_try,
            sleep=self._pause,
            stop=lambda _: self._stopping.is_set(),
            before_sleep=_say_why,
            reraise=True,
        )
        while not self._stopping.is_set():
            with suppress(Exception):
                patiently(self._listen_while_connected)(reader)
        with suppress(StoreFault):
            give_back(self._desk, self._lines.holes.name, reader)

    def _pause(self, seconds: float) -> None:
        self._stopping.wait(seconds)

    def _listen_while_connected(self, reader: str) -> None:
        account, holes = self._lines.at_this_moment().imap, self._lines.holes
        assert account is not None
        take_mailbox(self._desk, holes.name, reader, self._clock)
        went_well = False
        try:
            with Mailbox(account, self._clock) as mailbox:
                while not self._stopping.is_set():
                    take_mailbox(self._desk, holes.name, reader, self._clock)
                    read_mailbox(self._desk, mailbox, holes, self._clock)
                    self._loop.call_soon_threadsafe(self._to_work.set)
                    tidy_mailbox(self._desk, mailbox, holes)
                    went_well = True
                    mailbox.wait(self._ear, self._lines.poll.total_seconds())
        except WireFault as fault:
            if not went_well:
                raise
            _log.warning("mailbox lost", fault=str(fault))
            self._pause(1)  # a line that worked until now gets a fresh start, not a growing pause


def _log_put_aside(letter: Letter, disposition: Disposition) -> None:
    """A letter that was put aside stands in the log by its number, and why; nothing of what it says does."""
    if disposition.status == "put-aside":
        _log.warning("letter put aside", letter=letter.id, reason=disposition.reason)


async def _send_all(desk: Desk, lines: Lines, clock: Clock) -> None:
    async with Postman(lines.smtp) as postman:
        await send_post(desk, postman, lines.pace, clock)


async def _finished(tasks: Sequence[asyncio.Task[None]]) -> None:
    """What is in hand gets some seconds to be finished. What is broken off then is done again after the next start."""
    _, unfinished = await asyncio.wait(tasks, timeout=PATIENCE_TO_FINISH)
    for task in unfinished:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _until_the_next_try(state: RetryCallState) -> float:
    pause = _AFTER_A_FAULT(state)
    return min(pause, A_WHILE) if state.outcome and isinstance(state.outcome.exception(), Busy) else pause


def _say_why(state: RetryCallState) -> None:
    fault = state.outcome.exception() if state.outcome else None
    if isinstance(fault, Busy):
        if state.attempt_number == 1:
            _log.info("standing by", why=str(fault))
        return
    pause = state.next_action.sleep if state.next_action else 0
    ours = None if isinstance(fault, WireFault | StoreFault | ConfigError) else fault
    what = "mailbox not read" if isinstance(fault, StoreFault) else "mailbox out of reach"
    _log.warning(what, fault=str(fault), again_in_seconds=round(pause), exc_info=ours)
