"""The post office for trials: what a GM can try out with it, and that it is kind to its neighbours."""

import asyncio
import socket
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from imapclient import IMAPClient

from processor.wire.faults import LoginRefused
from processor.wire.imap import ImapAccount, Mailbox
from processor.wire.postoffice import PostOffice
from processor.wire.smtp import Parcel, SmtpAccount
from tests.wire.conftest import GM, SECRET, Post, delivered, letter, now

HOST = "127.0.0.1"
EVENING = datetime(2026, 3, 13, 19, 59, 59, 900_000, tzinfo=UTC)


def by_smtp(office: PostOffice, *parcels: Parcel) -> list[str]:
    return [each.status for each in delivered(SmtpAccount(HOST, office.smtp_port, security="none"), parcels)]


def by_imap(office: PostOffice) -> tuple[tuple[datetime, bytes], ...]:
    with Mailbox(ImapAccount(HOST, office.imap_port, GM, SECRET, "none"), now) as mailbox:
        return tuple((each.arrived, each.raw) for each in mailbox.look(0).mail)


def test_it_opens_at_once(office: PostOffice) -> None:
    began = time.monotonic()
    with PostOffice({GM: SECRET}):
        assert time.monotonic() - began < 0.7


def test_it_delivers_by_the_envelope_whatever_the_headers_say(office: PostOffice) -> None:
    raw = b"To: somebody-else@games.test\r\nSubject: blind copy\r\n\r\nhello\r\n"
    assert by_smtp(office, Parcel(1, "anna@players.test", GM, raw)) == ["sent"]
    assert len(office.mailboxes()[GM]["INBOX"]) == 1


def test_a_plus_address_keeps_its_tag_in_the_delivery_header(office: PostOffice) -> None:
    by_smtp(office, Parcel(1, "anna@players.test", "GM+x7q2@games.test", letter("order")))
    (raw,) = office.mailboxes()[GM]["INBOX"]
    assert raw.startswith(b"Return-Path: <anna@players.test>\r\nDelivered-To: GM+x7q2@games.test\r\nReceived: from ")
    assert b"for <GM+x7q2@games.test>; " in raw


def test_the_bytes_below_the_delivery_headers_are_untouched(office: PostOffice) -> None:
    raw = b"Subject: \xfcml\xe4ut\r\nX-Odd:\tx \r\n\r\n\x80\xff\t \r\n.\r\n\r\n"
    by_smtp(office, Parcel(1, "anna@players.test", GM, raw))
    ((_, found),) = by_imap(office)
    assert found.endswith(b"+0000\r\n" + raw)


def test_everybody_has_a_box_of_their_own(office: PostOffice) -> None:
    office.add_user("Bela@players.test", "pass-bela")
    by_smtp(office, Parcel(1, GM, "bela@players.test", letter("results")))
    assert len(office.mailboxes()["bela@players.test"]["INBOX"]) == 1
    assert office.mailboxes()["anna@players.test"]["INBOX"] == ()


def test_a_stamp_is_of_the_clock_it_was_given() -> None:
    with PostOffice({GM: SECRET}, clock=lambda: EVENING) as office:
        by_smtp(office, Parcel(1, "anna@players.test", GM, letter("order")))
        assert [arrived for arrived, _ in by_imap(office)] == [EVENING.replace(microsecond=0)]


def test_a_spool_folder_outlives_the_office(tmp_path: Path) -> None:
    for number in (1, 2):
        with PostOffice({GM: SECRET, "anna@players.test": "x"}, tmp_path, clock=lambda: EVENING) as office:
            by_smtp(office, Parcel(1, "anna@players.test", GM, letter(f"order {number}")))
            before = by_imap(office)
            assert len(before) == number
    assert len(list(tmp_path.glob("gm@games.test/*.eml"))) == 2
    with PostOffice({GM: SECRET}, tmp_path, clock=lambda: EVENING) as office:
        assert by_imap(office) == before


def test_all_mail_can_be_written_down(office: PostOffice, office_post: Post, tmp_path: Path) -> None:
    for words in ("one", "two"):
        office_post.deliver(letter(words))
    with office_post.mailbox() as mailbox:
        mailbox.move([mailbox.look(0).mail[0].uid], "Put aside")
    files = office.dump(tmp_path)
    assert {str(file.relative_to(tmp_path)) for file in files} == {
        "gm@games.test/INBOX/0001.eml",
        "gm@games.test/Put aside/0001.eml",
    }
    assert b"Subject: one" in (tmp_path / "gm@games.test/Put aside/0001.eml").read_bytes()


def test_a_stranger_is_not_let_in(office: PostOffice) -> None:
    for user in ("nobody@games.test", GM):
        account = ImapAccount(HOST, office.imap_port, user, "wrong", "none")
        with pytest.raises(LoginRefused), Mailbox(account, now):
            pass


def test_mail_is_pushed_as_soon_as_it_is_there(office: PostOffice) -> None:
    async def idle_and_send() -> float:
        reader, writer = await asyncio.open_connection(HOST, office.imap_port)
        writer.write(f"a LOGIN {GM} {SECRET}\r\nb SELECT INBOX\r\nc IDLE\r\n".encode())
        await reader.readuntil(b"+ ")
        began = time.monotonic()
        sending = threading.Thread(target=by_smtp, args=(office, Parcel(1, "", GM, letter("quick"))))
        sending.start()
        await asyncio.wait_for(reader.readuntil(b"EXISTS"), 5)
        took = time.monotonic() - began
        sending.join()
        writer.close()
        return took

    assert asyncio.run(idle_and_send()) < 1


def test_it_closes_while_somebody_still_waits() -> None:
    with PostOffice({GM: SECRET}) as office:
        before = threading.active_count()
        line = socket.create_connection((HOST, office.imap_port))
        lines = line.makefile("rb")
        line.sendall(f"a LOGIN {GM} {SECRET}\r\nb SELECT INBOX\r\nc IDLE\r\n".encode())
        while not lines.readline().startswith(b"+ "):
            pass
    with line, lines:
        assert threading.active_count() < before
        assert b"* BYE" in lines.read()


def test_it_closes_while_somebody_is_just_coming_in() -> None:
    for _ in range(20):
        with PostOffice({GM: SECRET}) as office:
            lines = [socket.create_connection((HOST, port)) for port in (office.imap_port, office.smtp_port) * 3]
        for line in lines:
            line.close()


def test_two_offices_are_open_side_by_side(office: PostOffice) -> None:
    with PostOffice({GM: SECRET}) as other:
        by_smtp(other, Parcel(1, "", GM, letter("to the other")))
        assert len(by_imap(other)) == 1
        assert by_imap(office) == ()


def test_a_port_that_is_taken_is_said_at_once(office: PostOffice) -> None:
    with pytest.raises(OSError, match="in use"), PostOffice({GM: SECRET}, imap_port=office.imap_port):
        pass


def test_who_begins_to_wait_is_told_of_what_came_just_before(office: PostOffice) -> None:
    with IMAPClient(HOST, office.imap_port, ssl=False) as client:
        client.login(GM, SECRET)
        client.select_folder("INBOX")
        office.deliver(GM, letter("order"))
        client.idle()
        told = client.idle_check(timeout=5)
        told += client.idle_done()[1]
        told += client.noop()[1]  # what came with the server's "go ahead"
    assert (1, b"EXISTS") in told
