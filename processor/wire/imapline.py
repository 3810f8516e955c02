"""The line to an IMAP server: reached, encrypted as the GM wants it, logged in, and listened to."""

import selectors
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from imapclient import IMAPClient
from imapclient.exceptions import CapabilityError, IMAPClientAbortError, IMAPClientError, LoginError, ProtocolError

from processor.wire.faults import (
    Auth,
    EncryptionMissing,
    LoginRefused,
    MailboxLost,
    Security,
    WireFault,
    encryption_fault,
    said,
    trusted,
)

_PASSING = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]")


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


def connected(account: ImapAccount) -> Any:
    """A client that has reached the server, encrypted as the account says, but has not logged in."""
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


def log_in(client: Any, account: ImapAccount) -> None:
    """Log in by password or token. Nothing that leaves here holds either of them."""
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


def home(client: Any) -> tuple[str, str]:
    """Where the server keeps personal folders: the prefix of their names, and the separator."""
    personal = client.namespace().personal if client.has_capability("NAMESPACE") else None
    prefix, separator = personal[0] if personal else ("", None)
    return prefix, separator or "/"


def idle(client: Any) -> None:
    """Begin IDLE. If the answer is another than awaited, we are out of step with the server."""
    try:
        client.idle()
    except IMAPClientAbortError:
        raise
    except IMAPClientError as error:
        raise ProtocolError(str(error)) from error


def woken(lines: Sequence[socket.socket], wake: socket.socket, seconds: float) -> bool:
    """Wait until one of the lines has something to say. Whether it was ``wake``, which is then drained."""
    with selectors.DefaultSelector() as selector:
        for line in lines:
            selector.register(line, selectors.EVENT_READ)
        rung = any(key.fileobj is wake for key, _ in selector.select(seconds))
    if rung:
        wake.recv(4096)
    return rung
