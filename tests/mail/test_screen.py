"""Which mail is a person's, told by single signs; whole mails are in the corpus."""

import pytest

from processor.mail.read import read
from processor.mail.screen import Kind, Screening, screen

OWN = frozenset({"gm@games.test"})


def screened(headers: str, body: str = "3.1: 6 fives", sender: str = "Ann <ann@players.test>") -> Screening:
    raw = f"From: {sender}\nTo: gm@games.test\n{headers}\n\n{body}\n".encode()
    return screen(read(raw), raw, OWN)


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ("Subject: turn 3", Kind.HUMAN),
        ("Subject: Re: Automatic reply: turn 3", Kind.HUMAN),
        ("Auto-Submitted: no", Kind.HUMAN),
        ("Auto-Submitted: No (really)", Kind.HUMAN),
        ("X-Auto-Response-Suppress: All", Kind.HUMAN),
        ("X-Autoreply: no", Kind.HUMAN),
        ("Precedence: normal", Kind.HUMAN),
        ("Precedence: first-class", Kind.HUMAN),
        ("X-Loop: ann@players.test", Kind.HUMAN),
        ("Auto-Submitted: auto-replied", Kind.AUTO_REPLY),
        ("Auto-Submitted: auto-generated; type=x", Kind.AUTO_REPLY),
        ("Auto-Submitted: auto-notified", Kind.AUTO_REPLY),
        ("X-Autoreply: yes", Kind.AUTO_REPLY),
        ("X-Autorespond: turn 3", Kind.AUTO_REPLY),
        ("X-Auto-Reply: 1", Kind.AUTO_REPLY),
        ("X-POST-MessageClass: 9; Autoresponder", Kind.AUTO_REPLY),
        ("Precedence: auto_reply", Kind.AUTO_REPLY),
        ("Precedence: junk\nIn-Reply-To: <1@games.test>", Kind.AUTO_REPLY),
        ("Return-Path: <>", Kind.AUTO_REPLY),
        ("Precedence: bulk", Kind.LIST),
        ("Precedence: list", Kind.LIST),
        ("List-Id: <x.lists.test>", Kind.LIST),
        ("List-Unsubscribe: <mailto:x@lists.test>", Kind.LIST),
        ("Auto-Submitted: auto-generated\nList-Id: <x.lists.test>", Kind.LIST),
        ("X-Failed-Recipients: bob@players.test", Kind.BOUNCE),
    ],
)
def test_headers_tell_machines_from_people(headers: str, kind: Kind) -> None:
    assert screened(headers).kind is kind


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: turn 3",
        "Abwesenheitsnotiz",
        "Réponse automatique : tour 3",
        "Out of Office",
        "自动回复: turn 3",
        "Автоответ",
    ],
)
def test_an_away_notice_without_headers_is_known_by_its_subject(subject: str) -> None:
    assert screened(f"Subject: {subject}", "I am away.") == Screening(Kind.AUTO_REPLY, "subject")


def test_wording_never_weighs_against_a_clear_order() -> None:
    body = "I am out of the office, this is an automated world!\n3.1: 6 fives"
    assert screened("Subject: Out of office, but playing\nIn-Reply-To: <1@games.test>", body).kind is Kind.HUMAN


@pytest.mark.parametrize(
    "sender", ["no-reply@shop.test", "Do Not Reply <donotreply@shop.test>", "autoresponder@shop.test"]
)
def test_an_address_that_takes_no_answers_is_a_machine(sender: str) -> None:
    assert screened("Subject: hi", sender=sender) == Screening(Kind.AUTO_REPLY, "no-reply-address")


@pytest.mark.parametrize("sender", ["gm@games.test", "GM@Games.Test", "Turnpost <gm+token@games.test>"])
def test_our_own_mail_is_known_whatever_its_plus_part(sender: str) -> None:
    assert screened("Subject: turn 3", sender=sender).kind is Kind.OWN


def test_a_mailbox_named_like_a_mailer_is_a_bounce_even_without_a_report() -> None:
    found = screened(
        "Subject: sorry", "could not deliver\n\nMessage-ID: <7@games.test>\n", sender="MAILER-DAEMON@mx.test"
    )
    assert (found.kind, found.returned) == (Kind.BOUNCE, ("<7@games.test>",))


def test_a_permanent_failure_is_told_from_a_passing_one() -> None:
    def status(action: str, code: str) -> Screening:
        return screened(
            "MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=x",
            "--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"
            f"Final-Recipient: rfc822; Bob@Players.test\nAction: {action}\nStatus: {code}\n\n--x--",
            sender="MAILER-DAEMON@mx.test",
        )

    assert status("failed", "5.1.1") == Screening(Kind.BOUNCE, "dsn", ("bob@players.test",), (), True)
    assert status("failed", "4.4.7") == Screening(Kind.BOUNCE, "dsn", ("bob@players.test",), (), False)
    assert status("delayed", "4.4.1") == Screening(Kind.BOUNCE, "dsn-delayed", ("bob@players.test",), (), False)
    assert status("delivered", "2.0.0").kind is Kind.REPORT
