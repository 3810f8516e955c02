"""Whose letter it is, and how sure that is: tokens, our own mail server's word, signatures, and every usual trick."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from processor.daemon.start import desk_on
from processor.store import inbox, roster
from processor.store.database import connect
from processor.store.inbox import Envelope, Fetched, keep
from tests.desk.sandbox import ADDRESS, Sandbox, header, said, sandbox

PLAYERS = [f"{name}@x.test" for name in ("ann", "bob", "cid", "dee")]
ANN, BOB = PLAYERS[:2]
ORDER = "1 die: 3 fives"
SERVER = "mx.long.test"


def begun(**settings: Any) -> Sandbox:
    """Four players have begun a match of secrets, and nobody has called yet."""
    return _begun(**settings).copy()


@cache
def _begun(**settings: Any) -> Sandbox:
    desk = sandbox(**settings)
    desk.gm('new perudo perudo-7 "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    for player in PLAYERS:
        desk.begins("perudo-7", player)
    return desk


@pytest.fixture
def desk() -> Sandbox:
    return begun()


@pytest.fixture
def checking() -> Sandbox:
    """A house that believes its own mail server."""
    return begun(trusted_server=SERVER)


def last(desk: Sandbox) -> Envelope:
    """What became of the letter that came last."""
    with desk.desk.database.reading() as store:
        found = inbox.letter(store, desk.letters)
    assert found
    return found


def is_taken(desk: Sandbox) -> bool:
    return (last(desk).status, last(desk).reason) == ("done", "answered")


def is_held(desk: Sandbox) -> bool:
    return (last(desk).status, last(desk).reason) == ("held", "unproved")


# --- Questions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["What letter?", "Someone is impersonating me", "cancel", "withdraw", "Stop"])
def test_a_puzzled_answer_brings_no_forged_letter_to_life_and_a_later_yes_does(desk, answer):
    (question,) = desk.letter(ANN, ORDER)
    asked = header(question, "Reply-To")
    (receipt,) = desk.letter(ANN, answer, to=asked)
    assert "does not say whether the letter" in " ".join(said(receipt).split())
    assert not desk.match("perudo-7").book
    desk.letter(ANN, "yes", to=asked)
    assert desk.match("perudo-7").book


def test_orders_in_an_answer_to_the_question_count_themselves_and_the_letter_waits_on(desk):
    (question,) = desk.letter(ANN, ORDER)
    (receipt,) = desk.letter(ANN, "1 die: 4 sixes", to=header(question, "Reply-To"))
    assert "does not say whether the letter" in " ".join(said(receipt).split())
    assert "4 sixes" in said(receipt)
    assert "3 fives" not in said(receipt)


# --- Tokens -----------------------------------------------------------------------------------------------


def test_an_answer_to_our_mail_proves_its_writer(desk):
    (receipt,) = desk.letter(ANN, ORDER, to=desk.reply_to[ANN])
    assert is_taken(desk)
    assert "3 fives" in said(receipt)


def test_a_letter_without_a_token_is_asked_about_at_the_registered_address(desk):
    (question,) = desk.letter(ANN, ORDER)
    assert is_held(desk)
    assert question.recipient == ANN


def test_a_token_that_another_player_was_given_proves_nothing(desk):
    (question,) = desk.letter(BOB, ORDER, to=desk.reply_to[ANN])
    assert is_held(desk)
    assert question.recipient == BOB


def test_a_token_from_an_unknown_address_opens_nothing(desk):
    (answer,) = desk.letter("eve@x.test", "resend dice", to=desk.reply_to[ANN])
    assert (answer.recipient, answer.kind) == ("eve@x.test", "stranger")
    assert "die" not in said(answer).replace("died", "")


def test_a_token_that_was_made_up_or_cut_short_proves_nothing(desk):
    for to in ("games+aaaaaaaaaaaaaaaa@long.test", desk.reply_to[ANN][:-14] + "@long.test"):
        desk.letter(ANN, ORDER, to=to)
        assert is_held(desk)


def test_who_has_left_a_match_orders_nothing_there_with_the_old_token(desk):
    token = desk.reply_to[ANN]
    desk.leaves(ANN)
    (receipt,) = desk.letter(ANN, ORDER, to=token)
    assert "3 fives" not in said(receipt).partition("What stands")[2]


def test_a_former_gm_keeps_no_power_by_an_old_token(desk):
    gm = desk.desk.house.gm_address
    desk.letter(gm, "status perudo-7")
    token = desk.reply_to[gm]
    with desk.desk.database.begin() as store:
        former = roster.by_address(store, gm)
        assert former
        roster.change_role(store, former.id, "player")
    assert "ended" not in {mail.kind for mail in desk.letter(gm, "close perudo-7", to=token)}


def test_the_gms_instruction_needs_proof(desk):
    gm = desk.desk.house.gm_address
    (question,) = desk.letter(gm, "close perudo-7")
    assert is_held(desk)
    assert question.recipient == gm


# --- Tokens in the subject --------------------------------------------------------------------------------


@pytest.fixture
def plain() -> Sandbox:
    return _plain().copy()


@cache
def _plain() -> Sandbox:
    """A house whose mail server knows no plus addresses, and the same match."""
    desk = sandbox(plus_addresses=False)
    desk.gm('new perudo perudo-7 "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    for player in PLAYERS:
        (question,) = desk.letter(player, "join perudo-7")
        assert header(question, "Reply-To") == ADDRESS
        desk.letter(player, "yes", subject=f"Re: {header(question, 'Subject')}")
        assert last(desk).reason == "confirmation"
    desk.gm("start perudo-7")
    return desk


TRAVELS = {
    "as it is": lambda subject: f"Re: {subject}",
    "answered and forwarded": lambda subject: f"AW: Re: WG: {subject}",
    "in capitals": lambda subject: f"RE: {subject}".upper(),
    "folded at its blanks": lambda subject: f"Re: {subject}".replace(" ", "\r\n ", 3),
    "folded inside the token": lambda subject: f"Re: {subject[:-8]}\r\n {subject[-8:]}",
    "folded with a tab": lambda subject: f"Re: {subject[:-12]}\r\n\t{subject[-12:]}",
    "quoted": lambda subject: f'Re: "{subject}"',
    "encoded": lambda subject: f"=?utf-8?q?Re=3A_{subject.replace(' ', '_').replace('~', '=7E')}?=",
    "encoded in two": lambda subject: f"=?utf-8?q?{subject[:-9].replace(' ', '_')}?=\r\n =?utf-8?q?{subject[-9:]}?=",
    "with words behind it": lambda subject: f"Re: {subject} (was: something else)",
}


@pytest.mark.parametrize("travel", TRAVELS.values(), ids=TRAVELS.keys())
def test_a_token_in_the_subject_survives_what_mail_programs_do_to_subjects(plain, travel):
    opening = next(mail for mail in plain.post() if mail.recipient == ANN)
    (receipt,) = plain.letter(ANN, ORDER, subject=travel(header(opening, "Subject")))
    assert is_taken(plain)
    assert "3 fives" in said(receipt)


def test_a_subject_without_its_token_proves_nothing(plain):
    opening = next(mail for mail in plain.post() if mail.recipient == ANN)
    plain.letter(ANN, ORDER, subject=header(opening, "Subject").partition("[~")[0])
    assert is_held(plain)


# --- What mail servers say, and signatures ----------------------------------------------------------------


def says(server: str, result: str) -> str:
    return f"\nAuthentication-Results: {server}; {result}"


PASS = "dmarc=pass header.from=x.test"


@pytest.mark.parametrize(
    "headers",
    [
        says(SERVER, PASS),
        says(SERVER.upper(), PASS),
        says(SERVER, "dkim=pass header.d=x.test"),
        says(SERVER, "dkim=pass (2048-bit key) header.i=@x.test header.s=post header.b=Ab3; dmarc=none"),
        says(SERVER, "dmarc=pass (p=REJECT sp=NONE dis=NONE) header.from=x.test"),
        says(SERVER, f"spf=fail smtp.mailfrom=eve.test; {PASS}"),
        says(SERVER, PASS) + says("mx.elsewhere.test", "dmarc=fail header.from=x.test"),
    ],
)
def test_our_own_mail_server_can_vouch_for_an_address(checking, headers):
    checking.letter(f"{ANN}{headers}", ORDER)
    assert is_taken(checking)


@pytest.mark.parametrize(
    "headers",
    [
        says("mx.elsewhere.test", PASS),
        says(f"{SERVER}.elsewhere.test", PASS),
        says("mx.elsewhere.test", "dmarc=pass header.from=x.test") + says(SERVER, PASS),
        says(SERVER, "dmarc=fail header.from=x.test"),
        says(SERVER, "dmarc=pass header.from=elsewhere.test"),
        says(SERVER, "dkim=pass header.d=elsewhere.test"),
        says(SERVER, "dkim=pass header.d=evil-x.test"),
        says(SERVER, "dkim=pass header.i=ann@x.test@elsewhere.test"),
        says(SERVER, "dkim=pass header.d=elsewhere.test header.i=@x.test"),
        says(SERVER, 'dmarc=fail reason="x; dmarc=pass header.from=x.test" header.from=x.test'),
        says(SERVER, "dmarc=fail (dmarc=pass header.from=x.test) header.from=x.test"),
        says("mx.elsewhere.test", "none").replace("Results:", "Results :") + says(SERVER, PASS),
        f"\nARC-Authentication-Results: i=1; {SERVER}; {PASS}",
        f"\n\nAuthentication-Results: {SERVER}; {PASS}",
        says(SERVER, "spf=pass smtp.mailfrom=x.test"),
        says(SERVER, "none"),
        "\nAuthentication-Results: dmarc=pass header.from=x.test",
        "\nAuthentication-Results: \x00(((",
        "\nX-Authentication-Results: " + SERVER + "; " + PASS,
        says(SERVER, PASS) + "\nSubject: one more subject than was signed",
        says(SERVER, PASS) + "\nContent-Type: text/plain\nContent-Type: text/plain",
    ],
)
def test_nobody_else_can_and_not_for_another_domain(checking, headers):
    checking.letter(f"{ANN}{headers}", ORDER)
    assert is_held(checking)


def test_no_server_is_believed_unless_it_is_configured(desk):
    desk.letter(f"{ANN}{says(SERVER, PASS)}", ORDER)
    assert is_held(desk)


@pytest.mark.parametrize(("domain", "is_proved"), [("x.test", True), ("evil-x.test", False), ("sub.x.test", False)])
def test_a_signature_of_the_senders_own_domain_proves_the_sender_where_the_house_checks_it(desk, domain, is_proved):
    desk.desk = replace(desk.desk, are_signed=lambda claims: [asked == domain for asked, _ in claims])
    desk.letter(ANN, ORDER)
    assert is_taken(desk) is is_proved


SIGNED = "\nDKIM-Signature: v=1; a=rsa-sha256; d=x.test; s=post; h={}; bh=AA==; b=AA=="


@pytest.mark.parametrize("to", [BOB, f'"{ADDRESS}" <{BOB}>', f"=?utf-8?q?{ADDRESS},?= {BOB}", "games@elsewhere.test"])
def test_a_letter_to_somebody_else_that_was_mailed_on_to_us_is_only_claimed(to):
    desk = begun(trusted_server=SERVER)
    desk.desk = replace(desk.desk, are_signed=lambda claims: [True for _ in claims])
    (question,) = desk.letter(f"{ANN}{says(SERVER, PASS)}\nDelivered-To: {ADDRESS}", "withdraw from perudo-7", to=to)
    assert is_held(desk)
    assert question.recipient == ANN


def test_a_letter_that_names_us_among_others_is_its_writers(checking):
    for to in (f"{BOB}, Games <{ADDRESS}>", f"{BOB}\nCc: {ADDRESS.upper()}", "games+back@long.test"):
        checking.letter(f"{ANN}{says(SERVER, PASS)}", ORDER, to=to)
        assert is_taken(checking)


@pytest.mark.parametrize(
    ("covered", "to", "is_proved"),
    [
        ("from:to:subject", ADDRESS, True),
        ("From : To :\n Subject", ADDRESS, True),
        ("from:subject", ADDRESS, False),
        ("from:to:subject", f"{BOB}\nCc: {ADDRESS}", False),
        ("from:to:cc:subject", f"{BOB}\nCc: {ADDRESS}", True),
    ],
)
def test_our_server_vouches_for_the_readers_of_a_letter_only_where_they_are_signed(checking, covered, to, is_proved):
    checking.letter(f"{ANN}{says(SERVER, PASS)}{SIGNED.format(covered)}", ORDER, to=to)
    assert is_taken(checking) is is_proved


def test_a_signature_of_another_domain_says_nothing_of_the_readers(checking):
    other = SIGNED.format("from:subject").replace("d=x.test", "d=lists.test")
    checking.letter(f"{ANN}{says(SERVER, PASS)}{SIGNED.format('from:to:subject')}{other}", ORDER)
    assert is_taken(checking)


def test_a_signature_is_only_looked_at_where_nothing_else_proves_the_sender(desk):
    looked: list[str] = []

    def are_signed(claims: Sequence[tuple[str, bytes]]) -> list[bool]:
        looked.extend(domain for domain, _ in claims)
        return [True] * len(claims)

    desk.desk = replace(desk.desk, are_signed=are_signed)
    desk.letter(ANN, ORDER, to=desk.reply_to[ANN])
    desk.letter("nobody@stranger.test", ORDER)
    desk.letter(f"{ANN}, {BOB}", ORDER)
    assert looked == []
    desk.letter(ANN, ORDER, to=desk.reply_to[BOB])
    assert looked == ["x.test"]


def test_while_the_dns_is_asked_others_can_write_and_what_they_add_is_looked_at_too(tmp_path):
    made = Sandbox(desk_on(connect(f"sqlite:///{tmp_path / 'house.db'}"), begun().desk.house))
    made.gm('new perudo perudo-7 "Spring" seats 2-8 deadline every 2 weeks friday 20:00 Europe/London')
    made.begins("perudo-7", ANN, BOB)
    asked: list[int] = []

    def are_signed(claims: Sequence[tuple[str, bytes]]) -> list[bool]:
        asked.append(len(claims))
        if len(asked) == 1:  # a letter comes by pipe meanwhile
            raw = f"From: {BOB}\nTo: {ADDRESS}\nMessage-ID: <late@x.test>\n\n{ORDER}\n".encode()
            with made.desk.database.begin() as store:
                keep(store, "pipe", 0, [Fetched(None, made.now, raw, len(raw), False, "<late@x.test>")])
        return [True] * len(claims)

    made.desk = replace(made.desk, are_signed=are_signed)
    made.letter(ANN, ORDER)
    assert asked == [1, 1]
    assert [each.reason for each in made.became] == ["answered", "answered"]
    made.desk.database.close()


# --- Addresses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sender",
    [
        "ann\0@x.test",
        "ann@x.test\0.elsewhere.test",
        f'"Ann <{ANN}>, x <eve@elsewhere.test>',
        f'"{ANN}"@elsewhere.test',
        "=?utf-8?q?x?=\t<ann(comment)@x.test>\t<eve@elsewhere.test>",
    ],
)
def test_what_is_no_address_that_could_be_written_to_is_put_aside(desk, sender):
    assert desk.letter(sender, "games") == []
    assert desk.became[0].reason in ("address-unusable", "no-single-sender")


@pytest.mark.parametrize(
    "sender",
    [
        f"{ANN}, {BOB}",
        f"{ANN}\nFrom: {BOB}",
        f"{ANN}\nFrom: nobody at all",
        "a group:;",
        "",
        "ann",
        "ann@x@y.test <eve@x.test>",
    ],
)
def test_a_letter_with_no_or_more_than_one_sender_is_put_aside(desk, sender):
    assert desk.letter(sender, ORDER, to=desk.reply_to[ANN]) == []
    assert (last(desk).status, last(desk).reason) == ("put-aside", "no-single-sender")


@pytest.mark.parametrize(
    "sender",
    [
        f'"{ANN}" <eve@x.test>',
        f'"Ann <{ANN}>" <eve@x.test>',
        f"({ANN}) eve@x.test",
        f"eve@x.test ({ANN})",
        "=?utf-8?q?ann=40x=2Etest_=3Cann=40x=2Etest=3E=2C?= <eve@x.test>",
        f"eve@x.test\nReply-To: {ANN}\nSender: {ANN}\nReturn-Path: <{ANN}>",
    ],
)
def test_an_address_in_a_name_or_a_comment_or_another_header_is_not_the_sender(desk, sender):
    (answer,) = desk.letter(sender, "resend dice perudo-7", to=desk.reply_to[ANN])
    assert (answer.recipient, answer.kind) == ("eve@x.test", "stranger")


@pytest.mark.parametrize("sender", ["аnn@x.test", "ann@х.test", "ａnn@x.test", "ann@x.tеst", "ann\u200b@x.test"])
def test_an_address_that_only_looks_like_a_players_is_another_one(desk, sender):
    for mail in desk.letter(sender, "resend dice perudo-7", to=desk.reply_to[ANN]):
        assert (mail.recipient, mail.kind) != (ANN, "receipt")
        assert "die" not in said(mail)
    assert last(desk).player is None


def test_an_answer_goes_to_the_registered_address_whatever_reply_to_says(desk):
    (answer,) = desk.letter(f"{ANN}\nReply-To: eve@x.test", "resend dice", to=desk.reply_to[ANN])
    assert answer.recipient == ANN


@pytest.mark.parametrize("sender", ["ANN@X.Test", "Ann+games@x.test", '"ann"@x.test', f"Ann Other <{ANN}>"])
def test_case_and_plus_part_make_no_other_person(desk, sender):
    (receipt,) = desk.letter(sender, ORDER, to=desk.reply_to[ANN])
    assert receipt.recipient == ANN
    assert is_taken(desk)


def test_who_signed_up_with_a_plus_address_may_write_without_the_plus_part(desk):
    desk.gm("new choice choice-1 every 2 weeks friday 20:00")
    desk.joins("fay+dice@x.test", "choice-1")
    (receipt,) = desk.letter("fay@x.test", "status choice-1", to=desk.reply_to["fay+dice@x.test"])
    assert receipt.recipient == "fay+dice@x.test"


def test_a_domain_does_not_vouch_for_another_plus_part(checking):
    checking.letter(f"ann+other@x.test{says(SERVER, PASS)}", ORDER)
    assert is_held(checking)


# --- How much one may send --------------------------------------------------------------------------------


def test_of_too_many_letters_in_a_day_the_later_ones_are_put_aside_and_that_is_told_once():
    desk = begun(letters_per_day=4)
    told = [mail for _ in range(8) for mail in desk.letter(ANN, "status")]
    assert [last(desk).status, last(desk).reason] == ["put-aside", "too-many-letters"]
    assert sum("More than 4 letters" in said(mail) for mail in told) == 1
    desk.letter(BOB, "status")
    assert is_taken(desk)


def test_a_flood_in_a_players_name_does_not_keep_out_the_player():
    desk = begun(letters_per_day=4)
    for _ in range(20):
        desk.letter(ANN, "status")
    (receipt,) = desk.letter(ANN, ORDER, to=desk.reply_to[ANN])
    assert is_taken(desk)
    assert "3 fives" in said(receipt)


def test_the_next_day_letters_are_opened_again_and_what_the_gm_retries_is_at_once():
    desk = begun(letters_per_day=4)
    for _ in range(8):
        desk.letter(ANN, "status")
    number = desk.letters
    desk.gm(f"retry {number}")
    assert is_taken(desk)
    desk.now = desk.now.replace(day=3)
    desk.letter(ANN, "status")
    assert is_taken(desk)


def test_a_stranger_who_floods_us_hears_no_more():
    desk = begun(letters_per_day=4)
    answers = [mail for _ in range(12) for mail in desk.letter("eve@x.test", "hello?")]
    assert len(answers) == 4
    assert last(desk).reason == "too-many-letters"


@pytest.mark.parametrize("line", ["status", "help", ORDER, "prose without end"])
def test_a_letter_of_too_many_lines_of_any_kind_is_not_carried_out(desk, line):
    (receipt,) = desk.letter(ANN, "\n".join([line] * 500), to=desk.reply_to[ANN])
    assert "longer than 200 lines" in said(receipt)
    assert len(receipt.mime) < 5_000
