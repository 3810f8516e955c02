"""Servers hang up, stall, talk nonsense. All of it is one fault to us: come back later, nothing is lost."""

import ssl
import traceback
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trustme

from processor.wire.faults import (
    CertificateUntrusted,
    EncryptionMissing,
    LoginRefused,
    MailboxLost,
    MailboxRefused,
    WireFault,
)
from tests.servers.dovecot import Dovecot
from tests.servers.gremlin import Answer, Drop, DropAfter, Gremlin, Instead, Prank, Silence
from tests.servers.grounds import free_ports
from tests.wire.conftest import GM, SECRET, Post, letter

SESAME = "open sesame"
EVERY_COMMAND = [
    "LOGIN",
    "LIST",
    "SELECT",
    "NOOP",
    "UID SEARCH",
    "UID FETCH.*SIZE",
    "UID FETCH.*BODY",
    "UID STORE",
    "UID MOVE",
]


def a_whole_visit(post: Post, port: int) -> None:
    with post.mailbox(port=port, timeout=0.5) as mailbox:
        look = mailbox.look(0)
        mailbox.move([each.uid for each in look.mail], "Processed", [rb"\Seen"])


@pytest.mark.parametrize("command", EVERY_COMMAND)
@pytest.mark.parametrize(
    "prank",
    [
        Drop(),
        Drop("* 1 EXI"),
        Drop("* BYE down for maintenance\r\n"),
        Drop("* 1 FETCH (BODY[] {4000}\r\nFrom: anna"),
        DropAfter(),
        Silence(),
        Answer("* BYE too many connections"),
        Answer("* ?? \0 {"),
    ],
    ids=["drop", "half a line", "bye and drop", "half a mail", "drop after", "silence", "bye", "nonsense"],
)
def test_whatever_happens_is_a_mailbox_lost_and_the_next_visit_finds_all(
    office_post: Post, command: str, prank: Prank
) -> None:
    office_post.deliver(letter("one"))
    office_post.deliver(letter("two"))
    with Gremlin(office_post.account.port, {rf"\w {command}": prank}, times=1) as gremlin:
        with pytest.raises(MailboxLost, match="out of reach"):
            a_whole_visit(office_post, gremlin.port)
        a_whole_visit(office_post, gremlin.port)
    with office_post.mailbox(folder="Processed") as processed:
        assert len(processed.look(0).mail) == 2


@pytest.mark.servers
@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_dovecot_hanging_up_is_a_mailbox_lost_too(dovecot_post: Post, command: str) -> None:
    dovecot_post.deliver(letter("one"))
    with Gremlin(dovecot_post.account.port, {rf"\w {command}": DropAfter()}, times=1) as gremlin:
        with pytest.raises(MailboxLost):
            a_whole_visit(dovecot_post, gremlin.port)
        a_whole_visit(dovecot_post, gremlin.port)
    with dovecot_post.mailbox(folder="Processed") as processed:
        assert len(processed.look(0).mail) == 1


def test_nobody_there_is_a_mailbox_lost(office_post: Post) -> None:
    with pytest.raises(MailboxLost, match="Connection refused"), office_post.mailbox(port=free_ports(1)[0]):
        pass


def test_an_unknown_host_is_a_mailbox_lost(office_post: Post) -> None:
    with pytest.raises(MailboxLost, match=r"imap\.invalid:"), office_post.mailbox(host="imap.invalid"):
        pass


def test_a_refusal_is_told_from_a_loss(office_post: Post) -> None:
    pranks: dict[str, Prank] = {"UID SEARCH": Answer("{tag} NO [SERVERBUG] index is being rebuilt")}
    with (
        Gremlin(office_post.account.port, pranks, times=1) as gremlin,
        office_post.mailbox(port=gremlin.port) as mailbox,
    ):
        with pytest.raises(MailboxRefused, match="index is being rebuilt"):
            mailbox.look(0)
        assert mailbox.look(0).complete


def test_a_wrong_password_says_what_to_do_and_does_not_repeat_it(post: Post) -> None:
    with pytest.raises(LoginRefused, match="check user and password") as refused, post.mailbox(password=SESAME):
        pass
    told = "".join(traceback.format_exception(refused.value)) + repr(refused.value)
    assert "sesame" not in told


def test_a_server_that_repeats_the_password_does_not_make_us_do_so(office_post: Post) -> None:
    pranks: dict[str, Prank] = {"LOGIN": Answer(f"{{tag}} NO wrong password '{SESAME}' for gm")}
    with (
        Gremlin(office_post.account.port, pranks) as gremlin,
        pytest.raises(LoginRefused) as refused,
        office_post.mailbox(port=gremlin.port, password=SESAME),
    ):
        pass
    assert "wrong password '…' for gm" in str(refused.value)
    assert "sesame" not in "".join(traceback.format_exception(refused.value))


def test_a_login_that_fails_for_now_is_no_wrong_password(office_post: Post) -> None:
    pranks: dict[str, Prank] = {"LOGIN": Answer("{tag} NO [UNAVAILABLE] the user database is away")}
    with (
        Gremlin(office_post.account.port, pranks) as gremlin,
        pytest.raises(MailboxLost, match="user database is away"),
        office_post.mailbox(port=gremlin.port),
    ):
        pass


@pytest.mark.servers
def test_a_password_may_have_any_letters(dovecot: Dovecot, dovecot_post: Post) -> None:
    for address, password in (("umlaut@games.test", "Würfel-⚅"), ("quote@games.test", 'six "sixes" \\ {6}')):
        dovecot.add_user(address, password)
        with dovecot_post.mailbox(user=address, password=password) as mailbox:
            assert mailbox.look(0).complete


def test_a_token_is_shown_as_xoauth2_wants_it(office_post: Post) -> None:
    pranks: dict[str, Prank] = {
        "AUTHENTICATE XOAUTH2": Answer("+ "),
        r"^[A-Za-z0-9+/=]+$": Instead(f"{{tag}} LOGIN {GM} {SECRET}"),
    }
    with (
        Gremlin(office_post.account.port, pranks, times=2) as gremlin,
        office_post.mailbox(port=gremlin.port, auth="xoauth2", password="ya29.token") as mailbox,
    ):
        assert mailbox.look(0).complete
        (shown,) = gremlin.said(r"^[A-Za-z0-9+/=]+$")
    assert b64decode(shown) == f"user={GM}\1auth=Bearer ya29.token\1\1".encode()


def test_a_stale_token_says_what_to_do(post: Post) -> None:
    with pytest.raises(LoginRefused, match="fresh token"), post.mailbox(auth="xoauth2", password="ya29.stale"):
        pass


class Shielded:
    """The post office behind TLS, and whom to trust for it."""

    def __init__(self, gremlin: Gremlin, ca_file: Path) -> None:
        self.gremlin = gremlin
        self.ca_file = ca_file


def context(authority: trustme.CA, host: str) -> ssl.SSLContext:
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(host).configure_cert(server)
    return server


@pytest.fixture
def shielded(office_post: Post, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Shielded]:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    host = getattr(request, "param", "127.0.0.1")
    with Gremlin(office_post.account.port, tls=context(authority, host)) as gremlin:
        yield Shielded(gremlin, tmp_path / "ca.pem")


def test_with_the_right_authority_we_talk(office_post: Post, shielded: Shielded) -> None:
    office_post.deliver(letter("in confidence"))
    with office_post.mailbox(port=shielded.gremlin.port, security="tls", ca_file=shielded.ca_file) as mailbox:
        assert len(mailbox.look(0).mail) == 1


def refused_unheard(office_post: Post, gremlin: Gremlin, fault: type[WireFault], **changes: object) -> str:
    """Open the mailbox, be refused with that fault, and see that the server has heard no word from us."""
    with pytest.raises(fault) as refused, office_post.mailbox(port=gremlin.port, **changes):
        pass
    assert not gremlin.said("LOGIN")
    return str(refused.value)


def test_a_strange_authority_is_not_trusted_and_nothing_is_said(office_post: Post, shielded: Shielded) -> None:
    words = refused_unheard(office_post, shielded.gremlin, CertificateUntrusted, security="tls")
    assert "ca_file" in words


@pytest.mark.parametrize("shielded", ["mail.elsewhere.test"], indirect=True)
def test_a_certificate_for_somebody_else_is_not_trusted(office_post: Post, shielded: Shielded) -> None:
    words = refused_unheard(
        office_post, shielded.gremlin, CertificateUntrusted, security="tls", ca_file=shielded.ca_file
    )
    assert "127.0.0.1" in words


def test_an_authority_that_cannot_be_read_is_named(office_post: Post, shielded: Shielded, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere.pem"
    words = refused_unheard(office_post, shielded.gremlin, CertificateUntrusted, security="tls", ca_file=missing)
    assert "nowhere.pem" in words


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_server_without_encryption_is_not_spoken_to_in_plain(office_post: Post, security: Any) -> None:
    with Gremlin(office_post.account.port) as gremlin:
        words = refused_unheard(office_post, gremlin, EncryptionMissing, security=security, timeout=0.5)
    assert "993" in words


@pytest.mark.servers
class TestEncryptionOfDovecot:
    def test_it_is_read_by_tls_and_by_starttls(self, dovecot: Dovecot, dovecot_post: Post) -> None:
        dovecot_post.deliver(letter("in confidence"))
        for port, security in ((dovecot.imaps_port, "tls"), (dovecot.imap_port, "starttls")):
            with dovecot_post.mailbox(port=port, security=security, ca_file=dovecot.ca_file) as mailbox:
                assert len(mailbox.look(0).mail) == 1

    def test_a_strange_authority_is_not_trusted(self, dovecot: Dovecot, dovecot_post: Post) -> None:
        for port, security in ((dovecot.imaps_port, "tls"), (dovecot.imap_port, "starttls")):
            with pytest.raises(CertificateUntrusted), dovecot_post.mailbox(port=port, security=security):
                pass

    def test_a_starttls_that_somebody_strips_is_missed(self, dovecot: Dovecot, dovecot_post: Post) -> None:
        with Gremlin(dovecot.imap_port, edits=[(rb" STARTTLS\b", b"")]) as gremlin:
            words = refused_unheard(
                dovecot_post, gremlin, EncryptionMissing, security="starttls", ca_file=dovecot.ca_file
            )
        assert "starttls" in words
