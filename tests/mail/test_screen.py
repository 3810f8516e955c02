"""Which mail is a person's, told by single signs; whole mails are in the corpus."""

import pytest

from processor.mail.read import read
from processor.mail.screen import Kind, Screening, screen
from processor.mail.verdicts import Failure

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


AWAY = {
    "English": ("Automatic reply: turn 3", "I am out of the office until Monday and will read your mail then."),
    "German": ("Automatische Antwort: turn 3", "Ich bin bis Montag nicht im Büro und lese keine E-Mails."),
    "French": ("Réponse automatique : turn 3", "Je suis absent jusqu'à lundi."),
    "Spanish": ("Respuesta automática: turn 3", "Estoy fuera de la oficina hasta el lunes."),
    "Italian": ("Risposta automatica: turn 3", "Sono fuori ufficio fino a lunedì."),
    "Portuguese": ("Resposta automática: turn 3", "Estou ausente até segunda-feira."),
    "Dutch": ("Automatisch antwoord: turn 3", "Ik ben afwezig tot maandag."),
    "Swedish": ("Autosvar: turn 3", "Jag är på semester till måndag."),
    "Norwegian": ("Automatisk svar: turn 3", "Jeg er på ferie til mandag."),
    "Danish": ("Automatisk svar: turn 3", "Jeg er ikke på kontoret før mandag."),
    "Finnish": ("Automaattinen vastaus: turn 3", "Olen lomalla maanantaihin asti."),
    "Polish": ("Odpowiedź automatyczna: turn 3", "Jestem na urlopie do poniedziałku."),
    "Czech": ("Automatická odpověď: turn 3", "Jsem na dovolené do pondělí."),
    "Russian": ("Автоматический ответ: turn 3", "Я в отпуске до понедельника."),
    "Ukrainian": ("Автоматична відповідь: turn 3", "Я у відпустці до понеділка."),
    "Greek": ("Αυτόματη απάντηση: turn 3", "Είμαι σε άδεια μέχρι τη Δευτέρα."),
    "Turkish": ("Otomatik yanıt: turn 3", "Pazartesiye kadar izindeyim."),
    "Hungarian": ("Automatikus válasz: turn 3", "Szabadságon vagyok hétfőig."),
    "Japanese": ("自動応答: turn 3", "ただいま不在にしております。"),
    "Chinese": ("自动回复: turn 3", "我正在休假，周一回来。"),
    "Korean": ("자동 회신: turn 3", "휴가 중입니다. 월요일에 돌아옵니다."),
}
"""How away notices begin, subject and body, in every language that we know."""


@pytest.mark.parametrize(("subject", "body"), AWAY.values(), ids=AWAY.keys())
def test_an_away_notice_is_known_in_every_language(subject: str, body: str) -> None:
    assert screened(f"Subject: {subject}", body).kind is Kind.AUTO_REPLY
    assert screened("Subject: turn 3\nIn-Reply-To: <1@games.test>", body).kind is Kind.AUTO_REPLY


@pytest.mark.parametrize(("subject", "body"), AWAY.values(), ids=AWAY.keys())
def test_who_plays_from_holiday_is_a_person_in_every_language(subject: str, body: str) -> None:
    orders = f"{body}\n\n3.1: 6 fives"
    assert screened(f"Subject: Re: {subject}\nIn-Reply-To: <1@games.test>", orders).kind is Kind.HUMAN


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied\nX-Auto-Response-Suppress: All",  # Exchange
        "Auto-Submitted: auto-replied (vacation)\nPrecedence: bulk",  # sieve and vacation programs
        "Precedence: bulk\nX-Autoreply: yes\nAuto-Submitted: auto-replied",  # Gmail's responder
        "X-Autorespond: Re: turn 3\nPrecedence: bulk",  # cPanel
        "X-Mail-Autoreply: ann",  # mail.ru and others
        "Return-Path: <>\nX-POST-MessageClass: 9; Autoresponder",  # GroupWise
        "X-Autogenerated: Reply",  # Outlook's rule of old
        "X-AutoReply-From: ann@players.test",
        "X-Autoresponse: yes",
        "Preference: auto_reply",
        "X-Vacation-Message: away",
        "X-Priority: 5\nAuto-Submitted: auto-generated",
    ],
)
def test_away_notices_of_the_usual_systems_are_known_by_their_headers(headers: str) -> None:
    assert screened(headers, "Thank you for your mail!").kind is Kind.AUTO_REPLY


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

    gone, passing, delayed = Failure.GONE, Failure.PASSING, Failure.DELAYED
    assert status("failed", "5.1.1") == Screening(Kind.BOUNCE, "dsn", {"bob@players.test": gone}, (), gone)
    assert status("failed", "4.4.7") == Screening(Kind.BOUNCE, "dsn", {"bob@players.test": passing}, (), passing)
    assert status("delayed", "4.4.1") == Screening(
        Kind.BOUNCE, "dsn-delayed", {"bob@players.test": delayed}, (), delayed
    )
    assert status("delivered", "2.0.0").kind is Kind.REPORT
