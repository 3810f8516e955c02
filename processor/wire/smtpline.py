"""The line to an SMTP server: reached, encrypted as the GM wants it, and logged in."""

import asyncio
import socket
from dataclasses import dataclass, field
from pathlib import Path

import aiosmtplib
from aiosmtplib import SMTPException, SMTPResponseException

from processor.wire.faults import (
    Auth,
    EncryptionMissing,
    LoginRefused,
    RelayLost,
    Security,
    WireFault,
    encryption_fault,
    said,
    trusted,
)


@dataclass(frozen=True)
class SmtpAccount:
    """The server that takes our mail. Without a user we do not log in; with ``xoauth2`` the password is the token.

    ``patience`` is how long the verdict on a mail may take: filters can be slow, and giving up too early
    would send the mail twice. ``hello`` is how we introduce ourselves, by default with this machine's name.
    """

    host: str
    port: int
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    security: Security = "starttls"
    ca_file: Path | None = None
    auth: Auth = "password"
    timeout: float = 30.0
    patience: float = 300.0
    hello: str | None = None

    @property
    def where(self) -> str:
        """The server as a person would name it."""
        return f"{self.host}:{self.port}"


class Smtp(aiosmtplib.SMTP):
    """Hangs up at once, where the library would wait for the other side of a TLS connection to do so too."""

    def close(self) -> None:
        transport = self.transport
        super().close()
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()


async def connected(account: SmtpAccount) -> Smtp:
    """A client that has reached the server and is ready for mail."""
    encrypted = account.security != "none"
    smtp = Smtp(
        hostname=account.host,
        port=account.port,
        local_hostname=account.hello or _this_machine(),
        timeout=account.timeout,
        use_tls=account.security == "tls",
        start_tls=account.security == "starttls",
        tls_context=trusted(account.where, account.ca_file) if encrypted else None,
    )
    try:
        await smtp.connect()
        await smtp.ehlo()
    except (SMTPException, OSError, ValueError) as error:
        smtp.close()
        raise _no_connection(error, account) from error
    try:
        await _log_in(smtp, account)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _no_connection(error: Exception, account: SmtpAccount) -> WireFault:
    fault = encryption_fault(error, account.where)
    if fault is None and account.security == "starttls" and type(error) is SMTPException:
        return EncryptionMissing(account.where, said(error))  # how the library says that STARTTLS is not offered
    return fault or RelayLost(account.where, said(error))


async def _log_in(smtp: aiosmtplib.SMTP, account: SmtpAccount) -> None:
    if account.user is None:
        return
    secret = account.password or ""
    try:
        if account.auth == "xoauth2":
            await smtp.auth_xoauth2(account.user, secret)
        else:
            await smtp.login(account.user, secret)
    except SMTPResponseException as answer:
        fault = LoginRefused if answer.code >= 500 else RelayLost
        raise fault(account.where, said(answer, secret)) from None
    except OSError as lost:
        raise RelayLost(account.where, said(lost, secret)) from None
    except (SMTPException, ValueError) as unable:
        raise LoginRefused(account.where, said(unable, secret)) from None


def _this_machine() -> str:
    """Our name if it is a full one; asking DNS for a better one could take longer than sending the mail."""
    name = socket.gethostname()
    return name if "." in name and name.isascii() else "[127.0.0.1]"
