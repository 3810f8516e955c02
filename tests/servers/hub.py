"""Postfix in front of Dovecot: a mail provider on this machine."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix


class MailHub:
    """``with MailHub({"gm@games.test": "secret"}) as hub``: SMTP in, IMAP out, plus addresses, real bounces."""

    def __init__(self, users: Mapping[str, str], domains: Sequence[str] = ("games.test", "players.test")) -> None:
        self._users = users
        self._domains = domains

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.dovecot = stack.enter_context(Dovecot(self._users))
            self.postfix = stack.enter_context(Postfix(self.dovecot.lmtp_port, self._domains))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def add_user(self, address: str, password: str) -> None:
        """Give somebody a mailbox while the hub is open."""
        self.dovecot.add_user(address, password)

    @property
    def imap_port(self) -> int:
        """Where mail is read, without encryption or with STARTTLS."""
        return self.dovecot.imap_port

    @property
    def imaps_port(self) -> int:
        """Where mail is read with TLS."""
        return self.dovecot.imaps_port

    @property
    def imap_ca_file(self) -> Path:
        """The authority behind the certificate for reading."""
        return self.dovecot.ca_file

    @property
    def smtp_port(self) -> int:
        """Where mail is handed in, without encryption or with STARTTLS."""
        return self.postfix.smtp_port

    @property
    def smtp_ca_file(self) -> Path:
        """The authority behind the certificate for handing in."""
        return self.postfix.ca_file
