"""Postfix 3 that takes mail by SMTP and hands it on by LMTP, on a free port."""

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.servers.grounds import HOST, answers, certificate, found, free_ports, grounds, run, until, wanted

_MAIN = """\
compatibility_level=3.6
queue_directory={folder}/spool
data_directory={folder}/data
command_directory=/usr/sbin
daemon_directory=/usr/lib/postfix/sbin
mail_owner=postfix
setgid_group=postdrop
maillog_file={folder}/maillog
maillog_file_prefixes={folder}
myhostname=mx.games.test
mydestination=
alias_maps=
alias_database=
local_recipient_maps=
virtual_mailbox_domains={domains}
virtual_mailbox_maps=static:ok
virtual_transport=lmtp:inet:{host}:{lmtp_port}
recipient_delimiter=+
inet_interfaces={host}
inet_protocols=ipv4
mynetworks=127.0.0.0/8
smtpd_relay_restrictions=permit_mynetworks,reject
default_transport=error:5.4.6 no outside mail in tests
smtpd_tls_security_level=may
smtpd_tls_cert_file={pem}
smtpd_tls_key_file={pem}
minimal_backoff_time=5s
maximal_backoff_time=10s
queue_run_delay=5s
{more}
"""

_MASTER = """\
{host}:{smtp_port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """``with Postfix(lmtp_port, ["games.test"]) as postfix`` takes mail for those domains and for no others."""

    def __init__(self, lmtp_port: int, domains: Sequence[str], more: str = "") -> None:
        self._lmtp_port = lmtp_port
        self._domains = ",".join(domains)
        self._more = more

    def __enter__(self) -> Self:
        wanted("postfix")
        with ExitStack() as stack:
            self.folder: Path = stack.enter_context(grounds("postfix"))
            (self.smtp_port,) = free_ports(1)
            pem, self.ca_file = certificate(self.folder)
            for name in ("etc", "spool", "data"):
                (self.folder / name).mkdir()
            shutil.chown(self.folder / "data", "postfix")
            places = {"folder": self.folder, "host": HOST, "pem": pem, "smtp_port": self.smtp_port}
            main = _MAIN.format(lmtp_port=self._lmtp_port, domains=self._domains, more=self._more, **places)
            (self.folder / "etc/main.cf").write_text(main)
            (self.folder / "etc/master.cf").write_text(_MASTER.format(**places))
            self._command("start")
            stack.callback(self._command, "stop")
            until(lambda: answers(self.smtp_port), "Postfix should have greeted")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    @property
    def log(self) -> str:
        """What Postfix wrote down, for a test that wonders."""
        return (self.folder / "maillog").read_text(errors="replace")

    def _command(self, what: str) -> None:
        run(str(found("postfix")), "-c", self.folder / "etc", what)
