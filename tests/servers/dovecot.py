"""Dovecot 2.3 with users of our own: IMAP, IMAPS and LMTP on free ports."""

import smtplib
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.servers.grounds import HOST, answers, certificate, found, free_ports, grounds, until, wanted

_CONFIGURATION = """\
base_dir={folder}/run
state_dir={folder}/state
log_path={folder}/log
protocols=imap lmtp
listen={host}
ssl=yes
ssl_cert=<{pem}
ssl_key=<{pem}
disable_plaintext_auth=no
auth_mechanisms=plain login
auth_failure_delay=0
first_valid_uid=0
mail_location=maildir:{folder}/mail/%u
recipient_delimiter=+
{more}
service imap-login {{
  chroot=
  inet_listener imap {{
    port={imap_port}
  }}
  inet_listener imaps {{
    port={imaps_port}
    ssl=yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port={lmtp_port}
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode=0
  }}
}}
passdb {{
  driver=passwd-file
  args=username_format=%u {folder}/users/%u
}}
userdb {{
  driver=passwd-file
  args=username_format=%u {folder}/users/%u
}}
namespace inbox {{
  inbox=yes
  separator={separator}
  prefix={prefix}
}}
"""


class Dovecot:
    """``with Dovecot({"gm@games.test": "secret"}) as dovecot``. Users log in with their whole address.

    ``prefix`` and ``separator`` are those of the personal folders: some providers have ``INBOX.`` and a dot.
    ``capability`` replaces what the server says it can do; ``more`` is put into the configuration as it is.
    """

    def __init__(
        self,
        users: Mapping[str, str],
        prefix: str = "",
        separator: str = "/",
        capability: str | None = None,
        more: str = "",
    ) -> None:
        self._users = dict(users)
        self._layout = {"prefix": prefix, "separator": separator}
        self._more = more + (f"\nprotocol imap {{\n  imap_capability={capability}\n}}\n" if capability else "")

    def __enter__(self) -> Self:
        wanted("dovecot")
        with ExitStack() as stack:
            self.folder: Path = stack.enter_context(grounds("dovecot"))
            self.imap_port, self.imaps_port, self.lmtp_port = free_ports(3)
            pem, self.ca_file = certificate(self.folder)
            (self.folder / "mail").mkdir()
            (self.folder / "mail").chmod(0o777)
            (self.folder / "users").mkdir()
            for address, password in self._users.items():
                self._admit(address, password)
            configuration = self.folder / "dovecot.conf"
            configuration.write_text(
                _CONFIGURATION.format(
                    folder=self.folder,
                    host=HOST,
                    pem=pem,
                    imap_port=self.imap_port,
                    imaps_port=self.imaps_port,
                    lmtp_port=self.lmtp_port,
                    more=self._more,
                    **self._layout,
                )
            )
            self._process = subprocess.Popen(
                [str(found("dovecot")), "-F", "-c", str(configuration)], stderr=subprocess.DEVNULL
            )
            stack.callback(self._stop)
            until(lambda: answers(self.imap_port) and answers(self.lmtp_port), "Dovecot should have greeted")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def add_user(self, address: str, password: str) -> None:
        """Give somebody a mailbox while Dovecot runs."""
        self._admit(address, password)

    def deliver(self, recipient: str, raw: bytes, sender: str = "") -> None:
        """Hand a mail in by LMTP, as a mail server in front would."""
        with smtplib.LMTP(HOST, self.lmtp_port) as line:
            line.sendmail(sender, [recipient], raw)

    @property
    def log(self) -> str:
        """What Dovecot wrote down, for a test that wonders."""
        return (self.folder / "log").read_text(errors="replace")

    def _admit(self, address: str, password: str) -> None:
        """A file for every user: Dovecot reads one again only once a second."""
        home = f"{self.folder}/mail/{address}"
        (self.folder / "users" / address).write_text(f"{address}:{{PLAIN}}{password}:65534:65534::{home}::\n")

    def _stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
