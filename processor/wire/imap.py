"""Reads a mailbox by IMAP and tidies it. One connection belongs to one thread.

Nothing is marked by reading. After any ``MailboxLost`` the connection is of no more use: open a new one.
"""

import re
import selectors
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

from imapclient import IMAPClient
from imapclient.exceptions import CapabilityError, IMAPClientAbortError, IMAPClientError, LoginError, ProtocolError

from processor.wire.faults import (
    Auth,
    EncryptionMissing,
    LoginRefused,
    MailboxLost,
    MailboxRefused,
    Security,
    WireFault,
    encryption_fault,
    said,
    trusted,
)

SEEN = rb"\Seen"
SIZE_LIMIT = 5 * 2**20
BATCH = 200
_BATCH_BYTES = 32 * 2**20
_HEADER_BYTES = 2**16
_OLDEST_STAMP = datetime(1995, 1, 1, tzinfo=UTC)
_FARTHEST_AHEAD = timedelta(days=1)
_PASSING = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]")
_HEADERS_END = re.compile(rb"\r?\n\r?\n")
_MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^<>\r\n]+>|\S+)", re.IGNORECASE | re.MULTILINE)

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class ImapAccount:
    """Where the mailbox is and how to get in. With ``xoauth2`` the password is the access token."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    security: Security = "tls"
    ca_file: Path | None = None
    auth: Auth = "password"
    timeout: float = 30.0
    folder: str = "INBOX"

    @property
    def where(self) -> str:
        """The server as a person would name it."""
        return f"{self.host}:{self.port}"


@dataclass(frozen=True)
class Fetched:
    """One message as the server has it.

    A truncated one is over the size limit, and ``raw`` is its headers only; or the server cannot show it,
    and ``raw`` is empty.

    ``arrived`` is the server's stamp, which has whole seconds. Where there is none, or one before 1995 or
    more than a day ahead, it is the time we looked.
    """

    uid: int
    arrived: datetime
    size: int
    raw: bytes = field(repr=False)
    truncated: bool = False
    message_id: str | None = None


@dataclass(frozen=True)
class Look:
    """What one look into the mailbox brought.

    ``upto`` is the highest UID dealt with: the next look starts after it. ``complete`` says that nothing
    newer was left behind; then all mail stamped before ``read_before`` has been seen.
    """

    mail: tuple[Fetched, ...]
    upto: int
    complete: bool
    read_before: datetime | None


class Mailbox:
    """A mailbox, open for reading and tidying: ``with Mailbox(account, clock) as mailbox``.

    The clock must be ours, so that a look can say how far it reaches. INTERNALDATE is stamped by the
    server's clock: ``skew`` is how far that runs ahead of ours, as ``measure_skew`` found it, and none by default.
    """

    def __init__(self, account: ImapAccount, clock: Clock, skew: timedelta = timedelta()) -> None:
        self._account = account
        self._clock = clock
        self._skew = skew
        self._client: Any = None
        self._folders: set[str] = set()
        self._home = "", "/"
        self._upto = 0
        self._waiting: list[int] = []
        self._searched = _OLDEST_STAMP
        self.uidvalidity = 0

    def __enter__(self) -> Self:
        self._client = _connected(self._account)
        try:
            with self._talking():
                _log_in(self._client, self._account)
                self._select()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not isinstance(error, MailboxLost):
            with suppress(IMAPClientError, OSError, ValueError):
                self._client.logout()
        self._close()

    @property
    def capabilities(self) -> tuple[str, ...]:
        """What the server says it can do."""
        with self._talking():
            return tuple(sorted(each.decode("ascii", "replace") for each in self._client.capabilities()))

    def look(self, after_uid: int, limit: int = BATCH, size_limit: int = SIZE_LIMIT) -> Look:
        """The mail with UIDs above ``after_uid``, oldest first: at most ``limit`` of them, and 32 MiB."""
        with self._talking():
            if after_uid != self._upto or not self._waiting:
                self._search(after_uid)
            batch = self._waiting[:limit]
            stamps = self._client.fetch(batch, ["RFC822.SIZE", "INTERNALDATE"]) if batch else {}
            taken = _within_bytes(batch, stamps, size_limit)
            mail = tuple(self._fetched(taken, stamps, size_limit))
        self._waiting = self._waiting[len(taken) :]
        self._upto = taken[-1] if taken else after_uid
        complete = not self._waiting
        return Look(mail, self._upto, complete, self._searched.replace(microsecond=0) if complete else None)

    def new_mail(self, after_uid: int, limit: int = BATCH, size_limit: int = SIZE_LIMIT) -> tuple[Fetched, ...]:
        """The mail that one look brings, where nothing else about it matters."""
        return self.look(after_uid, limit, size_limit).mail

    def waiting(self, after_uid: int) -> tuple[int, ...]:
        """The UIDs above this one: for stepping over a message at which the server hangs up again and again."""
        with self._talking():
            self._client.noop()
            return tuple(self._above(after_uid))

    def newest_uid(self) -> int:
        """The highest UID there is, for a start that leaves the old mail alone."""
        with self._talking():
            self._client.noop()
            return max(self._client.search(["UID", "*"]), default=0)

    def last_uid_before(self, day: date) -> int:
        """The UID after which all mail stamped on that day or later lies, for a start that leaves older mail alone."""
        with self._talking():
            self._client.noop()
            since = self._client.search(["SINCE", day])
        return min(since) - 1 if since else self.newest_uid()

    def wait(self, wake: socket.socket, seconds: float) -> bool:
        """Wait for mail that the last look has not dealt with, for a byte on ``wake``, or for time to run out.

        True if it was ``wake``, which is then drained. An IDLE is only a hint, so look after every wait, and
        do not wait for more than a minute. A server without IDLE leaves us with the time and ``wake``.
        """
        with self._talking():
            if not self._client.has_capability("IDLE"):
                return _woken([wake], wake, seconds)
            self._client.noop()
            if self._above(self._upto):
                return _woken([wake], wake, 0)
            _idle(self._client)
            line = self._client.socket()
            pending = getattr(line, "pending", int)()
            woken = _woken([line, wake], wake, 0 if pending else seconds)
            self._client.idle_done()  # reads whole lines, and notices a connection that has died meanwhile
            return woken

    def move(self, uids: Sequence[int], folder: str, flags: Sequence[bytes] = ()) -> None:
        """Flag these messages and move them to a folder, which is made if it is missing.

        A message that is gone already is no matter.
        """
        target = self._placed(folder)
        for batch in _batches(uids):
            with self._talking():
                self._make(target)
                if flags:
                    self._client.add_flags(batch, flags, silent=True)
                try:
                    self._transfer(batch, target)
                except IMAPClientAbortError:
                    raise
                except IMAPClientError:
                    self._transfer_what_is_left(batch, target)

    def append(self, raw: bytes, flags: Sequence[bytes] = (), arrived: datetime | None = None) -> None:
        """Put a message into this folder."""
        with self._talking():
            self._client.append(self._placed(self._account.folder), raw, flags, arrived)

    def find(self, message_id: str) -> tuple[int, ...]:
        """The UIDs of the messages in this folder that carry this Message-ID."""
        with self._talking():
            self._client.noop()
            return tuple(sorted(self._client.search(["HEADER", "Message-ID", message_id])))

    def delete(self, uids: Sequence[int]) -> None:
        """Remove these messages for good, and no others."""
        for batch in _batches(uids):
            with self._talking():
                self._expunge(batch)

    def folders(self) -> tuple[str, ...]:
        """The names of all folders of this account."""
        with self._talking():
            return tuple(sorted(name for _, _, name in self._client.list_folders()))

    def measure_skew(self) -> timedelta:
        """How far the server's clock runs ahead of ours, found by putting a message here and reading its stamp.

        The message is removed again; open a side folder for it. Stamps have whole seconds, so less than that
        cannot be told and counts as none. Otherwise the least that fits is taken: a horizon drawn with it comes
        rather too late than too early.
        """
        message_id = f"<{token_hex(16)}@clock.invalid>"
        before = self._clock()
        self.append(f"Message-ID: {message_id}\r\nSubject: What time is it?\r\n\r\n".encode(), [SEEN])
        after = self._clock()
        uids = self.find(message_id)
        with self._talking():
            stamps = self._client.fetch(uids[-1:], ["INTERNALDATE"])
        self.delete(uids)
        stamp = _utc(stamps.get(uids[-1], {}).get(b"INTERNALDATE")) if uids else None
        if stamp is None or (before < stamp + timedelta(seconds=1) and stamp <= after):
            return timedelta()
        return stamp - after

    @contextmanager
    def _talking(self) -> Iterator[None]:
        """Whatever the libraries raise while we talk to the server leaves here as a fault of ours."""
        where, secret = self._account.where, self._account.password
        try:
            yield
        except (IMAPClientAbortError, ProtocolError, OSError, ValueError, LookupError) as error:
            raise MailboxLost(where, said(error, secret)) from error
        except IMAPClientError as error:
            raise MailboxRefused(where, said(error, secret)) from error

    def _select(self) -> None:
        self._home = _home(self._client)
        name = self._placed(self._account.folder)
        if name.upper() != "INBOX":
            self._make(name)
        self.uidvalidity = int(self._client.select_folder(name).get(b"UIDVALIDITY", 0))

    def _close(self) -> None:
        with suppress(OSError):
            self._client.shutdown()

    def _search(self, after_uid: int) -> None:
        """Find the UIDs that wait, once for all the looks that then deal with them."""
        self._searched = self._clock() + self._skew
        self._client.noop()  # Dovecot shows a session what was delivered meanwhile only between two commands.
        self._waiting = self._above(after_uid)

    def _above(self, uid: int) -> list[int]:
        """``n:*`` always names the last message too, however low its UID; that one has been dealt with."""
        return sorted(each for each in self._client.search(["UID", f"{uid + 1}:*"]) if each > uid)

    def _fetched(self, uids: Sequence[int], stamps: Mapping[int, Any], size_limit: int) -> Iterator[Fetched]:
        small = [uid for uid in uids if _size(stamps, uid) <= size_limit]
        large = [uid for uid in uids if _size(stamps, uid) > size_limit]
        answers = self._shown(small, "BODY.PEEK[]") | self._shown(large, f"BODY.PEEK[HEADER]<0.{_HEADER_BYTES}>")
        for uid in uids:
            raw = _body(answers.get(uid, {}))
            if raw is not None:  # else it was removed between two commands
                arrived = _arrived(stamps[uid].get(b"INTERNALDATE"), self._searched)
                truncated = uid in large or not raw
                yield Fetched(uid, arrived, _size(stamps, uid), raw, truncated, _message_id(raw))

    def _shown(self, uids: Sequence[int], part: str) -> dict[int, Any]:
        """What the server shows of these messages. One that it cannot show must not keep the others from us."""
        try:
            return dict(self._client.fetch(uids, [part])) if uids else {}
        except IMAPClientAbortError:
            raise
        except IMAPClientError:
            if len(uids) == 1:
                return {uids[0]: {b"BODY[]": b""}}
            return {uid: answer for each in uids for uid, answer in self._shown([each], part).items()}

    def _make(self, folder: str) -> None:
        if not self._folders:
            self._folders = {name for _, _, name in self._client.list_folders()}
        if folder not in self._folders:
            self._client.create_folder(folder)
            self._client.subscribe_folder(folder)
            self._folders.add(folder)

    def _transfer(self, uids: Sequence[int], folder: str) -> None:
        if self._client.has_capability("MOVE"):
            self._client.move(uids, folder)
        else:
            self._client.copy(uids, folder)
            self._expunge(uids)

    def _transfer_what_is_left(self, uids: Sequence[int], folder: str) -> None:
        """The server said no: some may be gone, or the folder, or it does not move although it said it could."""
        left = self._client.search(["UID", ",".join(map(str, uids))])
        if not left:
            return
        self._folders.clear()
        self._make(folder)
        self._client.copy(left, folder)
        self._expunge(left)

    def _expunge(self, uids: Sequence[int]) -> None:
        """Without UIDPLUS an EXPUNGE takes everything flagged; what others flagged must stay, so ours stay with it."""
        self._client.add_flags(uids, [rb"\Deleted"], silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)
        elif not set(self._client.search("DELETED")) - set(uids):
            self._client.expunge()

    def _placed(self, folder: str) -> str:
        """The name of the folder on this server, which may want it below INBOX, with a separator of its own."""
        prefix, separator = self._home
        name = folder.replace("/", separator)
        return name if name.upper() == "INBOX" or name.startswith(prefix) else prefix + name


def _connected(account: ImapAccount) -> Any:
    encrypted = account.security != "none"
    context = trusted(account.where, account.ca_file) if encrypted else None
    client = None
    try:
        client = IMAPClient(
            account.host, account.port, ssl=account.security == "tls", ssl_context=context, timeout=account.timeout
        )
        client.normalise_times = False
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.socket().setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if account.security == "starttls":
            client.starttls(context)
    except (IMAPClientError, OSError, ValueError) as error:
        if client is not None:
            with suppress(OSError):
                client.shutdown()
        raise _no_connection(error, account) from error
    return client


def _no_connection(error: Exception, account: ImapAccount) -> WireFault:
    if isinstance(error, CapabilityError):
        return EncryptionMissing(account.where, said(error))
    return encryption_fault(error, account.where) or MailboxLost(account.where, said(error))


def _log_in(client: Any, account: ImapAccount) -> None:
    try:
        if account.auth == "xoauth2":
            client.oauth2_login(account.user, account.password)
        elif account.password.isascii() and account.user.isascii():
            client.login(account.user, account.password)
        else:
            client.plain_login(account.user, account.password)  # LOGIN takes ASCII only
    except LoginError as error:
        words = said(error, account.password)
        passing = isinstance(error.__context__, IMAPClientAbortError) or any(code in words for code in _PASSING)
        raise (MailboxLost if passing else LoginRefused)(account.where, words) from None


def _home(client: Any) -> tuple[str, str]:
    """Where the server keeps personal folders: the prefix of their names, and the separator."""
    personal = client.namespace().personal if client.has_capability("NAMESPACE") else None
    prefix, separator = personal[0] if personal else ("", None)
    return prefix, separator or "/"


def _idle(client: Any) -> None:
    """Begin IDLE. If the answer is another than awaited, we are out of step with the server."""
    try:
        client.idle()
    except IMAPClientAbortError:
        raise
    except IMAPClientError as error:
        raise ProtocolError(str(error)) from error


def _within_bytes(uids: Sequence[int], stamps: Mapping[int, Any], size_limit: int) -> list[int]:
    """As many from the front as a batch may weigh, and at least one."""
    taken: list[int] = []
    weight = 0
    for uid in uids:
        size = _size(stamps, uid)
        weight += min(size, size_limit)
        if taken and weight > _BATCH_BYTES:
            break
        taken.append(uid)
    return taken


def _size(stamps: Mapping[int, Any], uid: int) -> int:
    return int(stamps.get(uid, {}).get(b"RFC822.SIZE", 0))


def _body(answer: Mapping[bytes, Any]) -> bytes | None:
    """The body, or what we asked of it, whatever the server makes of the part's name."""
    parts = [value for name, value in answer.items() if name.startswith(b"BODY[")]
    return parts[0] or b"" if parts else None


def _arrived(stamp: datetime | None, now: datetime) -> datetime:
    arrived = _utc(stamp)
    return arrived if arrived is not None and _OLDEST_STAMP <= arrived <= now + _FARTHEST_AHEAD else now.astimezone(UTC)


def _utc(stamp: datetime | None) -> datetime | None:
    with suppress(OverflowError, ValueError):
        return None if stamp is None else stamp.astimezone(UTC)
    return None


def _message_id(raw: bytes) -> str | None:
    end = _HEADERS_END.search(raw)
    found = _MESSAGE_ID.search(raw, 0, len(raw) if end is None else end.start())
    return None if found is None else found.group(1).decode("ascii", "replace")


def _woken(lines: Sequence[socket.socket], wake: socket.socket, seconds: float) -> bool:
    with selectors.DefaultSelector() as selector:
        for line in lines:
            selector.register(line, selectors.EVENT_READ)
        woken = any(key.fileobj is wake for key, _ in selector.select(seconds))
    if woken:
        wake.recv(4096)
    return woken


def _batches(uids: Sequence[int]) -> Iterator[list[int]]:
    left = iter(uids)
    while batch := list(islice(left, BATCH)):
        yield batch
