"""A post office for trials: SMTP in, IMAP out, on this machine alone, with its mailboxes in memory.

It stands in for the GM's mail provider in the demo and the tests. Mail is delivered by its envelope,
byte for byte below the delivery headers, and pushed to whoever waits in IDLE. Given a spool folder, it
also writes every delivery there, and delivers all of them again when it is opened the next time.
"""

import asyncio
import logging
import ssl
from argparse import Namespace
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import count
from pathlib import Path
from secrets import compare_digest, token_bytes
from threading import Thread
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote
from weakref import WeakSet

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from proxyprotocol.sock import SocketInfo
from pymap.backend.dict import Config, Login
from pymap.backend.dict.filter import FilterSet
from pymap.backend.dict.mailbox import MailboxData, MailboxSet
from pymap.concurrent import Event, Subsystem
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.parsing.specials import FetchRequirement
from pymap.selected import SelectedMailbox
from pymap.user import UserMetadata
from pysasl.hashing import Cleartext

from processor.wire.spool import Delivery, keep, kept

logging.getLogger("mail.log").setLevel(logging.ERROR)  # aiosmtpd warns of itself at every login

T = TypeVar("T")

HOST = "127.0.0.1"
_NAME = "localhost"
_TURNS = 10


def _now() -> datetime:
    return datetime.now(UTC)


class PostOffice:
    """``with PostOffice({"gm@games.test": "secret"}) as office`` has it open on two free ports, or on those given.

    Users log in with their whole address. ``anna+ticket@games.test`` is delivered to ``anna@games.test``.
    """

    imap_port: int
    smtp_port: int

    def __init__(
        self,
        users: Mapping[str, str],
        spool: Path | None = None,
        clock: Callable[[], datetime] = _now,
        imap_port: int = 0,
        smtp_port: int = 0,
    ) -> None:
        self._users = dict(users)
        self._spool = spool
        self._clock = clock
        self._wanted_ports = imap_port, smtp_port
        self._boxes: dict[str, MailboxSet] = {}
        self._talks: set[asyncio.Task[None]] = set()
        self._counters: WeakSet[SMTP] = WeakSet()

    def __enter__(self) -> Self:
        opened: Future[None] = Future()
        self._thread = Thread(target=lambda: asyncio.run(self._serve(opened)), name="post office", daemon=True)
        self._thread.start()
        opened.result()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    def add_user(self, address: str, password: str) -> None:
        """Give somebody a mailbox while the office is open."""
        self._run(self._admit(address, password))

    def deliver(self, address: str, raw: bytes, sender: str = "") -> None:
        """Put a mail into a mailbox without SMTP, with the usual delivery headers."""
        self._run(self._deliver(sender, address, raw, f"from {_NAME} by {_NAME} by hand"))

    def mailboxes(self) -> Mapping[str, Mapping[str, tuple[bytes, ...]]]:
        """All mail there is, by address and folder."""
        return self._run(self._contents())

    def dump(self, folder: Path) -> tuple[Path, ...]:
        """Write all mail as ``ADDRESS/FOLDER/0001.eml`` and say where."""
        written: list[Path] = []
        for address, boxes in self.mailboxes().items():
            for box, mails in boxes.items():
                place = folder / quote(address, safe="@+") / quote(box, safe=" ")
                place.mkdir(parents=True, exist_ok=True)
                for number, raw in enumerate(mails, start=1):
                    written.append(place / f"{number:04}.eml")
                    written[-1].write_bytes(raw)
        return tuple(written)

    # What follows runs in the thread of the office.

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _serve(self, opened: "Future[None]") -> None:
        self._loop = asyncio.get_running_loop()
        self._closing = asyncio.Event()
        with ExitStack() as doors:
            try:
                await self._open(doors)
            except BaseException as error:
                opened.set_exception(error)
                return
            opened.set_result(None)
            await self._closing.wait()
            await _settle()  # whoever is coming in just now must be in before the doors close
        await self._hang_up()

    async def _open(self, doors: ExitStack) -> None:
        self._config = _TrialConfig()
        self._login = Login(self._config)
        for address, password in self._users.items():
            await self._admit(address, password)
        await self._deliver_again()
        imap_port, smtp_port = self._wanted_ports
        imap = await asyncio.start_server(self._read, HOST, imap_port)
        doors.callback(imap.close)
        smtp = await self._loop.create_server(self._counter, HOST, smtp_port)
        doors.callback(smtp.close)
        self.imap_port, self.smtp_port = (server.sockets[0].getsockname()[1] for server in (imap, smtp))

    async def _hang_up(self) -> None:
        """End all talks, so that nobody's line is left open."""
        talks = asyncio.all_tasks() - {asyncio.current_task()}
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        for counter in self._counters:
            if counter.transport is not None:
                counter.transport.close()
        await _settle()

    def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody comes to read mail."""
        server = IMAPServer(self._login, self._config)
        talk = self._loop.create_task(server(reader, writer, SocketInfo.get(writer, None, unique_id=token_bytes(8))))
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        talk.add_done_callback(lambda _: writer.close())

    def _counter(self) -> SMTP:
        """Somebody comes to hand mail in."""
        counter = SMTP(
            _Counter(self._find, self._deliver),
            hostname=_NAME,
            ident="Turnpost trial post office",
            enable_SMTPUTF8=True,
            authenticator=self._authenticate,
            auth_require_tls=False,
            loop=self._loop,
        )
        self._counters.add(counter)
        return counter

    def _authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        known = isinstance(data, LoginPassword) and self._users.get(_home(data.login.decode("utf-8", "replace")))
        if known and compare_digest(known.encode(), data.password):
            return AuthResult(success=True)
        return AuthResult(success=False, handled=False)

    async def _admit(self, address: str, password: str) -> None:
        address = _home(address)
        self._users[address] = password
        self._login.users_dict[address] = UserMetadata(self._config, address, password=password)
        self._boxes[address] = _Boxes()
        self._config.set_cache[address] = (self._boxes[address], FilterSet())

    def _find(self, address: str) -> str | None:
        home = _home(address)
        return home if home in self._boxes else None

    async def _deliver(self, sender: str, recipient: str, raw: bytes, trace: str) -> None:
        arrived = self._clock()
        head = (
            f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n"
            f"Received: {trace}\r\n for <{recipient}>; {format_datetime(arrived)}\r\n"
        )
        delivery = Delivery(_home(recipient), arrived, head.encode() + raw)
        if self._spool is not None:
            keep(self._spool, next(self._numbers), delivery)
        await self._append(delivery)

    async def _append(self, delivery: Delivery) -> None:
        inbox = await self._boxes[delivery.address].get_mailbox("INBOX")
        await inbox.append(AppendMessage(delivery.raw, delivery.arrived), recent=True)

    async def _deliver_again(self) -> None:
        deliveries = () if self._spool is None else kept(self._spool)
        self._numbers = count(len(deliveries) + 1)
        for delivery in deliveries:
            if delivery.address in self._boxes:
                await self._append(delivery)

    async def _contents(self) -> Mapping[str, Mapping[str, tuple[bytes, ...]]]:
        return {address: await _mails(boxes) for address, boxes in self._boxes.items()}


async def _settle() -> None:
    """Let the loop finish what it has begun: a connection takes a few of its turns to open or to close."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)


class _TrialConfig(Config):
    """A server that asks neither DNS nor the environment, and compares passwords at once."""

    def __init__(self) -> None:
        super().__init__(
            Namespace(passlib_cfg=None, proxy_protocol=None),
            host=HOST,
            port=0,
            demo_data=False,
            demo_user="",
            demo_password="",
            ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER),
            tls_enabled=False,
            invalid_user_sleep=0.0,
            hash_context=Cleartext(),
            cpu_subsystem=Subsystem.for_asyncio(),
        )

    @property
    def greeting(self) -> bytes:
        return b"Turnpost trial post office"


class _Inbox(MailboxData):
    """Tells whoever begins to wait of what came just before: left alone, pymap waits for the next change."""

    async def update_selected(self, selected: SelectedMailbox, *, wait_on: Event | None = None) -> SelectedMailbox:
        has_missed_something = selected.mod_sequence not in (None, self._mod_sequences.highest)
        return await super().update_selected(selected, wait_on=None if has_missed_something else wait_on)


class _Boxes(MailboxSet):
    """The folders of one address."""

    def __init__(self) -> None:
        super().__init__()
        self._inbox = _Inbox(self._content_cache, self._thread_cache)


class _Counter:
    """Where mail is handed in. The names of its methods are aiosmtpd's."""

    def __init__(
        self,
        find: Callable[[str], str | None],
        deliver: Callable[[str, str, bytes, str], Coroutine[Any, Any, None]],
    ) -> None:
        self._find = find
        self._deliver = deliver

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self._find(address) is None:
            return "550 5.1.1 Nobody of that name has a mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Known here"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        trace = f"from {session.host_name} by {_NAME} with ESMTP"
        sender = (envelope.mail_from or "").strip("<>")  # aiosmtpd keeps the brackets of the null sender
        for recipient in envelope.rcpt_tos:
            await self._deliver(sender, recipient, envelope.original_content or b"", trace)
        return "250 2.0.0 Delivered"


def _home(address: str) -> str:
    """The address whose mailbox it is: without the tag after a plus, and in small letters."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}".lower()


async def _mails(boxes: MailboxSet) -> Mapping[str, tuple[bytes, ...]]:
    names = [entry.name for entry in (await boxes.list_mailboxes()).list() if entry.exists]
    return {name: await _raws(boxes, name) for name in names}


async def _raws(boxes: MailboxSet, name: str) -> tuple[bytes, ...]:
    mailbox = await boxes.get_mailbox(name)
    return tuple([bytes(await mail.load_content(FetchRequirement.CONTENT)) async for mail in mailbox.messages()])
