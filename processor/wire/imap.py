"""Reads a mailbox by IMAP and tidies it. One connection belongs to one thread.

Nothing is marked by reading. After any ``MailboxLost`` the connection is of no more use: open a new one.
"""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import islice
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, ProtocolError

from processor.wire.faults import FolderMissing, MailboxLost, MailboxRefused, said
from processor.wire.fetched import OLDEST_STAMP, Answers, Fetched, arrived, body, message_id, size, utc, within_bytes
from processor.wire.imapline import ImapAccount, connected, home, idle, log_in, woken

__all__ = ["BATCH", "SEEN", "SIZE_LIMIT", "Clock", "Fetched", "ImapAccount", "Look", "Mailbox"]

SEEN = rb"\Seen"
SIZE_LIMIT = 5 * 2**20
BATCH = 200
_BATCH_BYTES = 32 * 2**20
_HEADER_BYTES = 2**16

Clock = Callable[[], datetime]


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
    A folder that is not there is only made where that is wanted, since its name may be misspelt.
    """

    def __init__(
        self, account: ImapAccount, clock: Clock, skew: timedelta = timedelta(), makes_folder: bool = False
    ) -> None:
        self._account = account
        self._makes_folder = makes_folder
        self._clock = clock
        self._skew = skew
        self._client: Any = None
        self._folders: set[str] = set()
        self._home = "", "/"
        self._upto = 0
        self._waiting: list[int] = []
        self._highest = 0
        self._searched = OLDEST_STAMP
        self.uidvalidity = 0

    def __enter__(self) -> Self:
        self._client = connected(self._account)
        try:
            with self._talking():
                log_in(self._client, self._account)
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

    def look(self, after_uid: int, limit: int = BATCH, size_limit: int = SIZE_LIMIT, since: date | None = None) -> Look:
        """The mail with UIDs above ``after_uid``, oldest first: at most ``limit`` of them, and 32 MiB.

        What is stamped before the day ``since`` is passed over: old mail that was moved here may have high UIDs.
        """
        with self._talking():
            if after_uid != self._upto or not self._waiting:
                self._search(after_uid, since)
            batch = self._waiting[:limit]
            stamps = self._client.fetch(batch, ["RFC822.SIZE", "INTERNALDATE"]) if batch else {}
            taken = within_bytes(batch, stamps, size_limit, _BATCH_BYTES)
            mail = tuple(self._fetched(taken, stamps, size_limit))
        self._waiting = self._waiting[len(taken) :]
        complete = not self._waiting
        self._upto = max(taken[-1:] or [after_uid])
        if complete:
            self._upto = max(self._upto, self._highest)
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
                return woken([wake], wake, seconds)
            self._client.noop()
            if self._above(self._upto):
                return woken([wake], wake, 0)
            idle(self._client)
            line = self._client.socket()
            pending = getattr(line, "pending", int)()
            rung = woken([line, wake], wake, 0 if pending else seconds)
            self._client.idle_done()  # reads whole lines, and notices a connection that has died meanwhile
            return rung

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

    def copies(self, raw: bytes, message_id: str) -> tuple[int, ...]:
        """The UIDs of the messages in this folder that are this one, byte for byte.

        One without a Message-ID cannot be found again.
        """
        found = self.find(message_id) if message_id else ()
        with self._talking():
            answers = self._shown(found, "BODY.PEEK[]")
        return tuple(uid for uid in found if (body(answers.get(uid, {})) or b"").startswith(raw))

    def anew(self) -> "Mailbox":
        """The same folder, to be opened by another connection."""
        return Mailbox(self._account, self._clock, self._skew)

    def beside(self, folder: str) -> "Mailbox":
        """Another folder of the same account, to be opened by a connection of its own."""
        return Mailbox(replace(self._account, folder=folder), self._clock, self._skew, makes_folder=True)

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
        stamp = utc(stamps.get(uids[-1], {}).get(b"INTERNALDATE")) if uids else None
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
        self._home = home(self._client)
        name = self._placed(self._account.folder)
        if name.upper() != "INBOX":
            self._folders = {known for _, _, known in self._client.list_folders()}
            if not self._makes_folder and name not in self._folders:
                there = ", ".join(sorted(self._folders))
                raise FolderMissing(self._account.where, f"{self._account.folder} is none of: {there}")
            self._make(name)
        self.uidvalidity = int(self._client.select_folder(name).get(b"UIDVALIDITY", 0))

    def _close(self) -> None:
        with suppress(OSError):
            self._client.shutdown()

    def _search(self, after_uid: int, since: date | None) -> None:
        """Find the UIDs that wait, once for all the looks that then deal with them."""
        self._searched = self._clock() + self._skew
        self._client.noop()  # Dovecot shows a session what was delivered meanwhile only between two commands.
        self._waiting = self._above(after_uid)
        self._highest = max(self._waiting, default=after_uid)
        if since is not None:
            self._waiting = self._above(after_uid, since)

    def _above(self, uid: int, since: date | None = None) -> list[int]:
        """``n:*`` always names the last message too, however low its UID; that one has been dealt with."""
        wanted = ["UID", f"{uid + 1}:*", *(["SINCE", since] if since else [])]
        return sorted(each for each in self._client.search(wanted) if each > uid)

    def _fetched(self, uids: Sequence[int], stamps: Answers, size_limit: int) -> Iterator[Fetched]:
        small = [uid for uid in uids if size(stamps, uid) <= size_limit]
        large = [uid for uid in uids if size(stamps, uid) > size_limit]
        answers = self._shown(small, "BODY.PEEK[]") | self._shown(large, f"BODY.PEEK[HEADER]<0.{_HEADER_BYTES}>")
        for uid in uids:
            raw, known = body(answers.get(uid, {})), stamps.get(uid, {})
            if raw or (known and raw is not None):  # else it was removed between two commands
                stamp = arrived(known.get(b"INTERNALDATE"), self._searched)
                truncated = uid in large or not raw
                yield Fetched(uid, stamp, size(stamps, uid), raw, truncated, message_id(raw))

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


def _batches(uids: Sequence[int]) -> Iterator[list[int]]:
    left = iter(uids)
    while batch := list(islice(left, BATCH)):
        yield batch
