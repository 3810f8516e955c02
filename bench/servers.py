"""The servers that both sides of a comparison use: a Dovecot full of mail, and a sink that takes whatever is sent."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from imapclient import IMAPClient

from bench.floor import batches
from processor.wire.imap import ImapAccount
from processor.wire.smtp import SmtpAccount
from tests.servers.dovecot import Dovecot
from tests.servers.grounds import HOST, answers, found, free_ports, until, wanted

PASSWORD = "croupier-7"
MAIL_USER = 65534  # as whom the Dovecot of the tests keeps mail


@dataclass(frozen=True)
class Servers:
    """A Dovecot and a sink, both running."""

    dovecot: Dovecot
    sink_port: int
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), repr=False)

    @property
    def relay(self) -> SmtpAccount:
        """The way out."""
        return SmtpAccount(HOST, self.sink_port, security="none")

    def mailbox(self, letters: Sequence[bytes]) -> ImapAccount:
        """A new mailbox in which these letters lie, with Dovecot's index of it made already."""
        address = f"games{next(self._numbers)}@long.test"
        self.dovecot.add_user(address, PASSWORD)
        folder = self.dovecot.folder / "mail" / address
        for name in ("", "new", "cur", "tmp"):
            (folder / name).mkdir(exist_ok=True)
            shutil.chown(folder / name, MAIL_USER, MAIL_USER)
        for number, letter in enumerate(letters):
            _lay(folder / "new" / f"1{number:09}.M{number}P1.bench", letter)
        account = ImapAccount(HOST, self.dovecot.imap_port, address, PASSWORD, "none")
        with IMAPClient(HOST, self.dovecot.imap_port, ssl=False) as client:
            client.login(address, PASSWORD)
            client.select_folder("INBOX")
            parts = ["RFC822.SIZE", "INTERNALDATE"]
            held = [uid for batch in batches(client.search("ALL")) for uid in client.fetch(batch, parts)]
        assert len(held) == len(letters), f"{len(held)} of {len(letters)} letters lie in the mailbox"
        return account

    def empty(self, account: ImapAccount) -> None:
        """Make room: a mailbox that was measured is of no more use."""
        shutil.rmtree(self.dovecot.folder / "mail" / account.user)


@contextmanager
def servers() -> Iterator[Servers]:
    """Dovecot and the sink that comes with Postfix, on this machine alone."""
    wanted("dovecot", "smtp-sink")
    (port,) = free_ports(1)
    with Dovecot({}, more="mail_max_userip_connections=100") as dovecot:
        sink = subprocess.Popen([str(found("smtp-sink")), "-u", "nobody", f"{HOST}:{port}", "100"])
        try:
            until(lambda: answers(port), "the sink should have greeted")
            yield Servers(dovecot, port)
        finally:
            sink.terminate()
            sink.wait()


def _lay(place: Path, letter: bytes) -> None:
    place.write_bytes(letter)
    os.chown(place, MAIL_USER, MAIL_USER)
