"""From our hand through Postfix and Dovecot and back into our hand, as with a real provider."""

import socket
import time
from dataclasses import replace

import pytest

from processor.mail.envelope import return_address
from processor.mail.read import read
from processor.mail.screen import Kind, screen
from processor.mail.verdicts import Failure
from processor.wire.faults import CertificateUntrusted, EncryptionMissing
from processor.wire.imap import Fetched, ImapAccount, Mailbox
from processor.wire.smtp import Parcel, SmtpAccount
from tests.servers.gremlin import Gremlin
from tests.servers.hub import MailHub
from tests.wire.conftest import SECRET, _numbers, delivered, letter, now

pytestmark = pytest.mark.servers

HOST = "127.0.0.1"


@pytest.fixture
def address(mail_hub: MailHub) -> str:
    """An empty mailbox."""
    found = f"gm{next(_numbers)}@games.test"
    mail_hub.add_user(found, SECRET)
    return found


@pytest.fixture
def account(mail_hub: MailHub, address: str) -> ImapAccount:
    return ImapAccount(HOST, mail_hub.imaps_port, address, SECRET, "tls", mail_hub.imap_ca_file, timeout=10)


@pytest.fixture
def relay(mail_hub: MailHub) -> SmtpAccount:
    return SmtpAccount(HOST, mail_hub.smtp_port, security="starttls", ca_file=mail_hub.smtp_ca_file, timeout=10)


def arrived(account: ImapAccount, number: int) -> tuple[Fetched, ...]:
    """The mailbox once it holds as many mails as that."""
    ours, theirs = socket.socketpair()
    with ours, theirs, Mailbox(account, now) as mailbox:
        end = time.monotonic() + 30
        while len(found := mailbox.new_mail(0)) < number:
            assert time.monotonic() < end, f"only {len(found)} of {number} mails came"
            mailbox.wait(theirs, 1.0)
        return found


def test_a_letter_with_a_plus_address_comes_through(relay: SmtpAccount, account: ImapAccount, address: str) -> None:
    tagged = address.replace("@", "+x7q2@")
    (outcome,) = delivered(relay, [Parcel(1, "anna@players.test", tagged, letter("order", 77_001))])
    assert (outcome.status, outcome.code) == ("sent", 250)
    (mail,) = arrived(account, 1)
    assert mail.message_id == "<77001@players.test>"
    assert f"Delivered-To: {tagged}\r\n".encode() in mail.raw
    assert b"Return-Path: <anna@players.test>\r\n" in mail.raw
    assert abs((mail.arrived - now()).total_seconds()) < 60


def test_many_letters_come_through_once_each(relay: SmtpAccount, account: ImapAccount, address: str) -> None:
    mail = [Parcel(each, "anna@players.test", address, letter(f"order {each}")) for each in range(1, 61)]
    assert {each.status for each in delivered(relay, mail, connections=4)} == {"sent"}
    found = arrived(account, 60)
    assert len({each.message_id for each in found}) == len(found) == 60


def test_a_domain_that_postfix_does_not_serve_is_refused(relay: SmtpAccount) -> None:
    (outcome,) = delivered(relay, [Parcel(1, "gm@games.test", "somebody@elsewhere.test", letter("lost"))])
    assert (outcome.status, outcome.code) == ("refused", 550)


def test_a_player_who_has_gone_comes_back_as_a_bounce(relay: SmtpAccount, account: ImapAccount, address: str) -> None:
    (outcome,) = delivered(relay, [Parcel(1, address, "gone@players.test", letter("results", 77_002))])
    assert outcome.status == "sent"
    (bounce,) = arrived(account, 1)
    assert bounce.raw.startswith(b"Return-Path: <>\r\n")
    assert b"multipart/report" in bounce.raw
    assert b"<77002@players.test>" in bounce.raw


def test_a_bounce_comes_to_the_address_that_names_the_mail_and_is_known_for_what_it_is(
    relay: SmtpAccount, account: ImapAccount, address: str
) -> None:
    message_id = "<k7qxw2mzp4tn6abc@games.test>"
    sender = return_address(address, message_id)
    delivered(relay, [Parcel(1, sender, "gone@players.test", letter("results", 77_003))])
    (bounce,) = arrived(account, 1)
    found = screen(read(bounce.raw), bounce.raw, frozenset({address}))
    assert found.kind is Kind.BOUNCE
    assert found.returned[0] == message_id
    assert found.failed == {"gone@players.test": Failure.GONE}


def test_postfix_is_not_trusted_with_a_strange_certificate(relay: SmtpAccount) -> None:
    with pytest.raises(CertificateUntrusted):
        delivered(replace(relay, ca_file=None), [Parcel(1, "", "gm@games.test", letter("secret"))])


def test_a_starttls_that_somebody_strips_is_missed(relay: SmtpAccount) -> None:
    with Gremlin(relay.port, edits=[(rb"STARTTLS", b"X-NOTHING")]) as gremlin:
        with pytest.raises(EncryptionMissing):
            delivered(replace(relay, port=gremlin.port), [Parcel(1, "", "gm@games.test", letter("secret"))])
        assert not gremlin.said("MAIL FROM")
