"""The postman hands mail over, and says of every parcel what became of it."""

import asyncio
import ssl
import traceback
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trustme
from aiosmtpd.controller import Controller

from processor.wire.faults import CertificateUntrusted, EncryptionMissing, LoginRefused, RelayLost, WireFault
from processor.wire.postoffice import PostOffice
from processor.wire.smtp import Outcome, Parcel, Postman, SmtpAccount
from tests.servers.gremlin import Answer, Drop, DropAfter, Gremlin, Prank, Silence
from tests.servers.grounds import free_ports
from tests.wire.conftest import GM, SECRET, delivered, letter, parcels

FINAL_DOT = r"^\.$"


def inbox(office: PostOffice) -> list[str]:
    """The subjects of the GM's mail, in order of arrival."""
    mails = office.mailboxes()[GM]["INBOX"]
    return [raw.partition(b"Subject: ")[2].partition(b"\r\n")[0].decode() for raw in mails]


def statuses(outcomes: tuple[Outcome, ...]) -> list[tuple[int, str, int | None]]:
    return [(each.id, each.status, each.code) for each in outcomes]


def pestered(
    relay: SmtpAccount, pranks: dict[str, Prank], mail: list[Parcel], times: int = 2**31, **changes: Any
) -> tuple[Outcome, ...]:
    """What became of the parcels with a gremlin on the line."""
    with Gremlin(relay.port, pranks, times=times) as gremlin:
        return delivered(replace(relay, port=gremlin.port, **changes), mail)


def test_many_mails_go_over_one_connection_in_their_order(relay: SmtpAccount, office: PostOffice) -> None:
    with Gremlin(relay.port) as gremlin:
        outcomes = delivered(replace(relay, port=gremlin.port), parcels(30))
        assert gremlin.callers == 1
    assert statuses(outcomes) == [(each, "sent", 250) for each in range(1, 31)]
    assert inbox(office) == [f"mail {each}" for each in range(1, 31)]


def test_four_connections_at_most_share_the_work(relay: SmtpAccount, office: PostOffice) -> None:
    with Gremlin(relay.port) as gremlin:
        outcomes = delivered(replace(relay, port=gremlin.port), parcels(30), connections=9)
        assert gremlin.callers == 4
    assert statuses(outcomes) == [(each, "sent", 250) for each in range(1, 31)]
    assert sorted(inbox(office)) == sorted(f"mail {each}" for each in range(1, 31))


def test_connections_are_kept_from_one_delivery_to_the_next(relay: SmtpAccount) -> None:
    async def two_rounds(account: SmtpAccount) -> None:
        async with Postman(account) as postman:
            await postman.deliver(parcels(2))
            await postman.deliver(parcels(2))

    with Gremlin(relay.port) as gremlin:
        asyncio.run(two_rounds(replace(relay, port=gremlin.port)))
        assert gremlin.callers == 1
        assert gremlin.said("QUIT") == ["QUIT"]


def test_a_connection_that_was_closed_for_idling_is_opened_again(relay: SmtpAccount, office: PostOffice) -> None:
    for goodbye in (Drop(), Drop("421 4.4.2 idle for too long\r\n"), Answer("421 4.4.2 idle for too long")):
        with Gremlin(relay.port, {"MAIL FROM": goodbye}, times=0) as gremlin:
            outcomes = asyncio.run(with_a_pause(replace(relay, port=gremlin.port), gremlin))
            assert statuses(outcomes) == [(1, "sent", 250), (2, "sent", 250)]
            assert gremlin.callers == 2


async def with_a_pause(account: SmtpAccount, gremlin: Gremlin) -> tuple[Outcome, ...]:
    """What became of the second delivery, before which the gremlin wakes up."""
    async with Postman(account) as postman:
        await postman.deliver(parcels(1))
        gremlin.times = 1
        return await postman.deliver(parcels(2))


def test_nothing_to_deliver_calls_nobody(relay: SmtpAccount) -> None:
    assert delivered(replace(relay, port=free_ports(1)[0]), []) == ()


def test_one_unknown_recipient_holds_nobody_up(relay: SmtpAccount, office: PostOffice) -> None:
    first, second, third = parcels(3)
    outcomes = delivered(relay, [first, replace(second, recipient="nobody@games.test"), third])
    assert statuses(outcomes) == [(1, "sent", 250), (2, "refused", 550), (3, "sent", 250)]
    assert "Nobody of that name" in outcomes[1].words
    assert inbox(office) == ["mail 1", "mail 3"]


@pytest.mark.parametrize(
    ("command", "answer", "status", "code"),
    [
        ("RCPT TO", "451 4.7.1 greylisted, come back in five minutes", "later", 451),
        ("RCPT TO", "452 4.2.2 mailbox full", "later", 452),
        ("RCPT TO", "550 5.1.1 no such user", "refused", 550),
        ("MAIL FROM", "552 5.3.4 message too big", "refused", 552),
        ("MAIL FROM", "450 4.1.8 cannot find your domain", "later", 450),
        ("MAIL FROM", "530 5.7.0 authentication required", "later", 530),
        ("DATA", "451 4.3.0 out of space", "later", 451),
        ("DATA", "554 5.5.1 no valid recipients", "refused", 554),
    ],
)
def test_the_servers_verdict_is_passed_on_and_the_next_mail_goes_out(
    relay: SmtpAccount, office: PostOffice, command: str, answer: str, status: str, code: int
) -> None:
    outcomes = pestered(relay, {command: Answer(answer)}, parcels(2), times=1)
    assert statuses(outcomes) == [(1, status, code), (2, "sent", 250)]
    assert outcomes[0].words == answer[4:]
    assert inbox(office) == ["mail 2"]


def test_a_verdict_after_the_final_dot_counts(relay: SmtpAccount) -> None:
    class Filter:
        async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
            return "554 5.7.1 looks like spam" if b"mail 1" in envelope.content else "451 4.7.1 the filter is asleep"

    controller = Controller(Filter(), hostname="127.0.0.1", port=free_ports(1)[0])
    controller.start()
    try:
        outcomes = delivered(replace(relay, port=controller.port), parcels(2))
    finally:
        controller.stop()
    assert statuses(outcomes) == [(1, "refused", 554), (2, "later", 451)]


@pytest.mark.parametrize("command", ["EHLO", "MAIL FROM", "RCPT TO"])
def test_a_line_that_dies_before_the_mail_leaves_it_for_later(
    relay: SmtpAccount, office: PostOffice, command: str
) -> None:
    for prank in (Drop(), Drop("250 2.1"), DropAfter()):
        assert statuses(pestered(relay, {command: prank}, parcels(1))) == [(1, "later", None)]
    assert inbox(office) == []


def test_a_line_that_dies_once_is_taken_up_again(relay: SmtpAccount, office: PostOffice) -> None:
    assert statuses(pestered(relay, {"RCPT TO": Drop()}, parcels(2), times=1)) == [(1, "sent", 250), (2, "sent", 250)]
    assert inbox(office) == ["mail 1", "mail 2"]


def test_a_line_that_dies_after_the_final_dot_leaves_us_uncertain(relay: SmtpAccount, office: PostOffice) -> None:
    outcomes = pestered(relay, {FINAL_DOT: DropAfter()}, parcels(2), times=1)
    assert statuses(outcomes) == [(1, "uncertain", None), (2, "sent", 250)]
    assert inbox(office) == ["mail 1", "mail 2"], "here it had arrived"


def test_a_line_that_dies_before_the_final_dot_leaves_us_uncertain_too(relay: SmtpAccount, office: PostOffice) -> None:
    outcomes = pestered(relay, {FINAL_DOT: Drop()}, parcels(2), times=1)
    assert statuses(outcomes) == [(1, "uncertain", None), (2, "sent", 250)]
    assert inbox(office) == ["mail 2"], "here it had not"


def test_a_verdict_that_never_comes_leaves_us_uncertain(relay: SmtpAccount) -> None:
    outcomes = pestered(relay, {FINAL_DOT: Silence()}, parcels(2), times=1, patience=0.2)
    assert statuses(outcomes) == [(1, "uncertain", None), (2, "sent", 250)]


def test_a_server_that_stalls_before_the_mail_leaves_it_for_later(relay: SmtpAccount) -> None:
    assert statuses(pestered(relay, {"RCPT TO": Silence()}, parcels(1), timeout=0.2)) == [(1, "later", None)]


def test_a_server_that_always_hangs_up_is_left_alone_soon(relay: SmtpAccount) -> None:
    with Gremlin(relay.port, {"MAIL FROM": Drop()}) as gremlin:
        outcomes = delivered(replace(relay, port=gremlin.port), parcels(50))
        assert gremlin.callers < 10
    assert {each.status for each in outcomes} == {"later"}
    assert [each.id for each in outcomes] == list(range(1, 51))


def test_nobody_there_leaves_all_for_later_and_says_why(relay: SmtpAccount) -> None:
    outcomes = delivered(replace(relay, port=free_ports(1)[0]), parcels(3))
    assert statuses(outcomes) == [(each, "later", None) for each in (1, 2, 3)]
    assert "out of reach" in outcomes[0].words


def test_a_server_that_is_closed_today_leaves_all_for_later(relay: SmtpAccount) -> None:
    with Gremlin(relay.port, edits=[(rb"^220 .*", b"554 5.3.2 closed for repairs\r")]) as gremlin:
        outcomes = delivered(replace(relay, port=gremlin.port), parcels(2))
    assert statuses(outcomes) == [(1, "later", None), (2, "later", None)]
    assert "closed for repairs" in outcomes[0].words


def test_a_server_that_takes_no_sender_with_a_plus_part_gets_mails_from_the_plain_one(relay: SmtpAccount) -> None:
    mail = [replace(each, sender=f"games+back-{each.id}@games.test") for each in parcels(3)]
    for refused_at in ("MAIL FROM:<games.back-", "RCPT TO"):
        refusal: dict[str, Prank] = {refused_at: Answer("553 5.7.1 not your address")}
        with Gremlin(relay.port, refusal, times=1) as gremlin:
            assert statuses(delivered(replace(relay, port=gremlin.port), mail)) == [(n, "sent", 250) for n in (1, 2, 3)]
            senders = [words.split()[1] for words in gremlin.said("^MAIL FROM")]
        assert senders == ["FROM:<games+back-1@games.test>", *["FROM:<games@games.test>"] * 3]


def test_what_is_refused_from_the_plain_sender_too_is_refused_and_others_keep_theirs(relay: SmtpAccount) -> None:
    mail = [replace(each, sender=f"games+back-{each.id}@games.test") for each in parcels(2)]
    with Gremlin(relay.port, {"RCPT TO": Answer("554 5.7.1 no such mail here")}, times=2) as gremlin:
        outcomes = delivered(replace(relay, port=gremlin.port), mail)
        assert gremlin.said("^MAIL FROM")[-1].startswith("MAIL FROM:<games+back-2@games.test>")
    assert statuses(outcomes) == [(1, "refused", 554), (2, "sent", 250)]


def test_a_recipient_who_is_refused_is_not_tried_again_from_another_sender(relay: SmtpAccount) -> None:
    mail = [replace(each, sender=f"games+back-{each.id}@games.test") for each in parcels(1)]
    with Gremlin(relay.port, {"RCPT TO": Answer("550 5.1.1 nobody there")}) as gremlin:
        assert statuses(delivered(replace(relay, port=gremlin.port), mail)) == [(1, "refused", 550)]
        assert len(gremlin.said("^MAIL FROM")) == 1


@pytest.mark.parametrize("words", ["552 5.2.2 the mailbox is full", "550-5.2.2 over quota", "554 5.3.1 no room left"])
def test_a_mailbox_that_is_full_leaves_its_mail_for_later(relay: SmtpAccount, words: str) -> None:
    (outcome,) = pestered(relay, {"RCPT TO": Answer(words.replace("-", " "))}, parcels(1))
    assert outcome.status == "later"


def test_a_mail_from_nobody_has_the_null_sender(relay: SmtpAccount, office: PostOffice) -> None:
    delivered(relay, [Parcel(1, "", GM, letter("a receipt"))])
    assert office.mailboxes()[GM]["INBOX"][0].startswith(b"Return-Path: <>\r\n")


def test_the_mail_arrives_as_it_was_written(relay: SmtpAccount, office: PostOffice) -> None:
    raw = letter("bytes") + b".\r\n..\r\n.hidden\r\n\xe4\xf6\xfc \xe2\x9a\x85\r\n\r\n"
    delivered(relay, [Parcel(1, "anna@players.test", GM, raw)])
    assert office.mailboxes()[GM]["INBOX"][0].endswith(b"\r\n" + raw)


def test_bare_newlines_go_out_as_mail_wants_them(relay: SmtpAccount, office: PostOffice) -> None:
    delivered(relay, [Parcel(1, "anna@players.test", GM, b"Subject: plain\n\none\ntwo\n")])
    assert office.mailboxes()[GM]["INBOX"][0].endswith(b"Subject: plain\r\n\r\none\r\ntwo\r\n")


def test_an_address_beyond_ascii_needs_a_server_that_takes_it(relay: SmtpAccount, office: PostOffice) -> None:
    office.add_user("zoë@games.test", "pass-zoe")
    parcel = Parcel(7, "anna@players.test", "zoë@games.test", letter("hello"))
    assert statuses(delivered(relay, [parcel])) == [(7, "sent", 250)]
    with Gremlin(relay.port, edits=[(rb"SMTPUTF8", b"X-NOTHING")]) as gremlin:
        outcomes = delivered(replace(relay, port=gremlin.port), [parcel, *parcels(1)])
    assert [each.status for each in outcomes] == ["refused", "sent"]
    assert "ASCII" in outcomes[0].words


@pytest.mark.parametrize("address", ["gm@games.test>\r\nRCPT TO:<all@games.test", "gm@games.test\nDATA"])
def test_an_address_that_hides_commands_is_refused(relay: SmtpAccount, address: str) -> None:
    with Gremlin(relay.port) as gremlin:
        (outcome,) = delivered(replace(relay, port=gremlin.port), [Parcel(1, "", address, letter("evil"))])
        assert not gremlin.said("all@games|DATA")
    assert outcome.status == "refused"


def test_we_log_in_when_we_have_a_user(relay: SmtpAccount) -> None:
    with Gremlin(relay.port) as gremlin:
        account = replace(relay, port=gremlin.port, user=GM, password=SECRET)
        assert statuses(delivered(account, parcels(1))) == [(1, "sent", 250)]
        assert len(gremlin.said("^AUTH")) == 1


SESAME = "open sesame"


def test_a_wrong_password_is_raised_before_anything_is_sent(relay: SmtpAccount, office: PostOffice) -> None:
    with pytest.raises(LoginRefused, match="check user and password") as refused:
        delivered(replace(relay, user=GM, password=SESAME), parcels(2))
    told = "".join(traceback.format_exception(refused.value))
    assert SESAME not in told
    assert b64encode(SESAME.encode()).decode() not in told
    assert inbox(office) == []


def test_a_login_that_fails_for_now_leaves_all_for_later(relay: SmtpAccount) -> None:
    pranks: dict[str, Prank] = {"^AUTH": Answer("454 4.7.0 the user database is away")}
    outcomes = pestered(relay, pranks, parcels(2), user=GM, password=SECRET)
    assert statuses(outcomes) == [(1, "later", None), (2, "later", None)]
    assert "user database is away" in outcomes[0].words


def test_a_server_without_logins_is_told_from_a_wrong_password(relay: SmtpAccount) -> None:
    with Gremlin(relay.port, edits=[(rb"AUTH ", b"X-AUTH ")]) as gremlin, pytest.raises(LoginRefused, match="AUTH"):
        delivered(replace(relay, port=gremlin.port, user=GM, password=SECRET), parcels(1))


def test_a_login_refused_midway_loses_no_outcome(relay: SmtpAccount) -> None:
    """The line dies after the first mail, and by then the password has been changed."""
    with Gremlin(relay.port, {"MAIL FROM:<second": Drop(), "^RSET": Drop()}) as gremlin:
        first, second, third = parcels(3)
        mail = [first, replace(second, sender="second@players.test"), third]
        account = replace(relay, port=gremlin.port, user=GM, password=SECRET)

        async def with_a_change() -> tuple[Outcome, ...]:
            async with Postman(account) as postman:
                await postman.call()
                gremlin.pranks = {**gremlin.pranks, "^AUTH": Answer("535 5.7.8 wrong password")}
                return await postman.deliver(mail)

        outcomes = asyncio.run(with_a_change())
    assert [each.status for each in outcomes] == ["sent", "later", "later"]
    assert "wrong password" in outcomes[2].words


def test_a_token_is_shown_as_xoauth2_wants_it(relay: SmtpAccount) -> None:
    edits = [(rb"AUTH LOGIN PLAIN", b"AUTH XOAUTH2")]
    with Gremlin(relay.port, {"^AUTH XOAUTH2": Answer("235 2.7.0 welcome")}, edits=edits) as gremlin:
        account = replace(relay, port=gremlin.port, user=GM, password="ya29.token", auth="xoauth2")
        assert statuses(delivered(account, parcels(1))) == [(1, "sent", 250)]
        shown = b64encode(f"user={GM}\1auth=Bearer ya29.token\1\1".encode()).decode()
        assert gremlin.said("^AUTH") == [f"AUTH XOAUTH2 {shown}"]


def test_a_stale_token_says_what_to_do(relay: SmtpAccount) -> None:
    pranks: dict[str, Prank] = {"^AUTH XOAUTH2": Answer("535 5.7.8 token expired")}
    with pytest.raises(LoginRefused, match="fresh token"):
        pestered(relay, pranks, parcels(1), user=GM, password="ya29.stale", auth="xoauth2")


def test_the_right_authority_is_trusted_and_no_other(relay: SmtpAccount, tmp_path: Path) -> None:
    authority, server = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    authority.issue_cert("127.0.0.1").configure_cert(server)
    with Gremlin(relay.port, tls=server) as gremlin:
        account = replace(relay, port=gremlin.port, security="tls")
        with pytest.raises(CertificateUntrusted, match="ca_file"):
            delivered(account, parcels(1))
        assert gremlin.heard == []
        assert statuses(delivered(replace(account, ca_file=tmp_path / "ca.pem"), parcels(1))) == [(1, "sent", 250)]


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_server_without_encryption_gets_no_mail(relay: SmtpAccount, office: PostOffice, security: Any) -> None:
    with pytest.raises(EncryptionMissing, match="587"):
        delivered(replace(relay, security=security), parcels(1))
    assert inbox(office) == []


def test_a_call_says_what_the_server_can_do_or_what_is_wrong(relay: SmtpAccount) -> None:
    async def call(account: SmtpAccount) -> tuple[str, ...]:
        async with Postman(account) as postman:
            return await postman.call()

    assert "8BITMIME" in asyncio.run(call(relay))
    with pytest.raises(RelayLost):
        asyncio.run(call(replace(relay, port=free_ports(1)[0])))


def test_an_account_keeps_its_password_to_itself() -> None:
    assert SESAME not in repr(SmtpAccount("mail.games.test", 587, "gm", SESAME))


@pytest.mark.parametrize("fault", WireFault.__subclasses__())
def test_every_fault_speaks_in_sentences(fault: type[WireFault]) -> None:
    words = str(fault("mail.games.test:587", "the reason"))
    assert "mail.games.test:587" in words
    assert words.endswith("(the reason)")
    assert "\n" not in words
    assert "{" not in words
