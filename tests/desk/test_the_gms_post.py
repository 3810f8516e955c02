"""What the GM says about letters that wait or lie aside, by mail and at the command line, and mail that comes back."""

from datetime import timedelta

import pytest

from processor.desk import carrying
from processor.store import inbox, outbox, roster
from processor.store.inbox import Envelope
from processor.store.outbox import Outgoing
from tests.desk.sandbox import Sandbox, said, sandbox

GM = "marian@long.test"
PLAYERS = [f"{name}@x.test" for name in ("ann", "bob", "cid", "dee")]
SECRET = "1 die: 3 fives"
BOUNCE = """\
From: MAILER-DAEMON@x.test
To: games@long.test
Return-Path: <>
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

It came back.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.x.test

Final-Recipient: rfc822; cid@x.test
Action: failed
Status: 5.1.1

--b--
"""


@pytest.fixture
def perudo() -> Sandbox:
    """Four players have begun, and Ann's last letter is held since it came without her token."""
    made = sandbox()
    made.gm('new perudo perudo-7 "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    for player in PLAYERS:
        made.begins("perudo-7", player)
    made.letter("Ann <ann@x.test>", SECRET, subject="From my telephone")
    return made


def held(desk: Sandbox) -> list[Envelope]:
    with desk.desk.database.reading() as store:
        return list(inbox.held(store))


def letter(desk: Sandbox, number: int) -> Envelope:
    with desk.desk.database.reading() as store:
        found = inbox.letter(store, number)
    assert found
    return found


def by_mail(desk: Sandbox, words: str) -> str:
    """What the GM is answered to a letter from the registered address that bears the token."""
    return next(said(mail) for mail in mailed(desk, words) if mail.recipient == GM)


def mailed(desk: Sandbox, words: str) -> list[Outgoing]:
    """All that comes of such a letter."""
    with desk.desk.database.reading() as store:
        (gm,) = roster.everybody(store, "gm")
    return desk.letter(GM, words, to=f"games+{desk.desk.token('player', gm.id)}@long.test")


def seat(desk: Sandbox, address: str) -> str:
    """Where that player answers the mails of the match."""
    with desk.desk.database.reading() as store:
        player = roster.by_address(store, address)
    assert player
    return f"games+{desk.desk.token('seat', player.id, 'perudo-7')}@long.test"


def all_call(desk: Sandbox) -> None:
    """Everybody sends a call for the turn, so that the match goes on."""
    for player in PLAYERS:
        desk.letter(player, "1 die: 1 two\n2 dice: 1 two", to=seat(desk, player))


def kept(desk: Sandbox, raw: str, truncated: bool = False) -> int:
    """A letter comes as it stands here and is opened; its number."""
    with desk.desk.database.begin() as store:
        fetched = inbox.Fetched(None, desk.now, raw.encode(), 60_000_000 if truncated else len(raw), truncated, "<k@x>")
        (number,) = inbox.keep(store, "test", 0, [fetched]).new
    desk.open()
    return number


def shown(desk: Sandbox, words: str) -> str:
    answer = desk.gm(words)
    assert not answer.complaints
    return "\n".join([*answer.told, *(f"{each.title}\n{each.text}" for each in answer.sections)])


# --- What is shown ----------------------------------------------------------------------------------------


def test_held_letters_are_listed_by_their_outside_alone(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    for answer in (shown(perudo, "held"), by_mail(perudo, "held")):
        assert f"{ann.id}: Ann <ann@x.test>" in answer
        assert "about: From my telephone" in answer
        assert "nobody has proved yet to have written it" in answer
        assert f"release {ann.id}" in answer
        assert "fives" not in answer


@pytest.mark.parametrize("subject", ["1 die: 3 fives", "Re: [perudo-7 ~{token}] yours"])
def test_a_subject_with_orders_or_a_token_in_it_is_kept_back(perudo: Sandbox, subject: str) -> None:
    token = perudo.desk.token("seat", 2, "perudo-7")
    spelt = subject.format(token=token)
    perudo.letter("bob@x.test", SECRET if "token" in subject else "", subject=spelt.replace(token, token[::-1]))
    for answer in (shown(perudo, "held"), by_mail(perudo, "held")):
        assert "not shown here" in answer
        assert "fives" not in answer
        assert token[::-1] not in answer


def test_of_very_many_letters_the_first_are_listed_and_the_others_counted(perudo: Sandbox) -> None:
    for _ in range(50):
        perudo.letter("ann@x.test", SECRET)
    answer = shown(perudo, "held")
    assert answer.count("about:") == 40
    assert "and 11 more" in answer


def test_nothing_held_and_nothing_aside_is_said_so() -> None:
    desk = sandbox()
    assert shown(desk, "held") == "No letter waits for proof of its writer."
    assert shown(desk, "put aside") == "No letter lies aside."
    assert shown(desk, "bounces").startswith("No player's mail comes back")


# --- Release ----------------------------------------------------------------------------------------------


def test_a_released_letter_counts_as_proved_and_as_having_come_when_it_came(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    perudo.now += timedelta(days=1)
    answer, receipt = mailed(perudo, f"release {ann.id}")
    assert f"Letter {ann.id} from Ann <ann@x.test> counts as theirs" in said(answer)
    assert "3 fives" in said(receipt)
    assert (letter(perudo, ann.id).status, letter(perudo, ann.id).arrived) == ("done", ann.arrived)


def test_at_the_command_line_it_is_dealt_with_at_once(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    assert f"Letter {ann.id} has been opened and dealt with" in shown(perudo, f"release {ann.id}")
    (receipt,) = perudo.post()
    assert "3 fives" in said(receipt)


def test_a_letter_released_after_its_turn_has_closed_is_not_taken_for_the_next(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    all_call(perudo)
    perudo.gm("run perudo-7 turn 1")
    perudo.post()
    perudo.gm(f"release {ann.id}")
    (receipt,) = perudo.post()
    assert "closed before the letter could be counted" in said(receipt)
    assert "What stands for turn 2: nothing yet" in said(receipt)


def test_who_answers_our_question_after_the_release_gets_nothing_twice(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    question = perudo.reply_to["ann@x.test"]
    perudo.gm(f"release {ann.id}")
    perudo.post()
    assert perudo.letter("ann@x.test", "yes", to=question) == []


def test_somebody_new_who_is_released_has_an_address_that_is_theirs() -> None:
    desk = sandbox()
    desk.gm("new choice choice-1 deadline every 2 weeks friday 20:00 UTC")
    desk.letter("Eve <eve@x.test>", "join choice-1")
    (eve,) = held(desk)
    desk.gm(f"release {eve.id}")
    (receipt,) = desk.post()
    assert "You have a seat in choice-1" in said(receipt)
    (answer,) = desk.letter("eve@x.test", "withdraw", to=desk.reply_to["eve@x.test"])
    assert "You have given up your seat" in said(answer)


# --- Put aside, and retry ---------------------------------------------------------------------------------


def test_a_held_letter_is_put_aside_and_with_the_words_of_the_answer_taken_back(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    answer = by_mail(perudo, f"put aside letter {ann.id}")
    assert letter(perudo, ann.id).status == "put-aside"
    assert "you put it aside" in shown(perudo, "put aside")
    assert f"is held. To let it through, write: release {ann.id}" in shown(perudo, answer.rpartition("write: ")[2][:8])
    assert [each.id for each in held(perudo)] == [ann.id]
    assert perudo.post() == [], "the question is not asked twice"


def test_who_answers_for_a_letter_that_was_put_aside_is_told_so(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    question = perudo.reply_to["ann@x.test"]
    perudo.gm(f"put aside {ann.id}")
    (answer,) = perudo.letter("ann@x.test", "yes", to=question)
    assert "was put aside by the GM before you answered" in said(answer)
    assert "What stands for turn 1: nothing yet" in said(answer)


def test_a_letter_on_which_the_program_failed_is_opened_again(perudo: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(carrying, "headline", lambda parts: 1 / 0)
        (report,) = perudo.letter("ann@x.test", SECRET, to=seat(perudo, "ann@x.test"))
        (aside,) = (each for each in aside_of(perudo))
        assert f"letter {aside.id}" in said(report)
        perudo.now += timedelta(minutes=1)
        assert "lies aside: the program failed on it" in shown(perudo, f"retry {aside.id}")
        assert "ZeroDivisionError" in letter(perudo, aside.id).trace
        perudo.post()
    assert f"Letter {aside.id} has been opened and dealt with" in shown(perudo, f"retry {aside.id}")
    (receipt,) = perudo.post()
    assert "3 fives" in said(receipt)
    assert letter(perudo, aside.id).trace == ""


def aside_of(desk: Sandbox) -> tuple[Envelope, ...]:
    with desk.desk.database.reading() as store:
        return inbox.put_aside(store)


def test_a_letter_tried_again_after_its_turn_has_closed_is_not_taken_for_the_next(
    perudo: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(carrying, "headline", lambda parts: 1 / 0)
        perudo.letter("ann@x.test", SECRET, to=seat(perudo, "ann@x.test"))
    (aside,) = aside_of(perudo)
    all_call(perudo)
    perudo.gm("run perudo-7 turn 1")
    perudo.post()
    perudo.gm(f"retry {aside.id}")
    (receipt,) = perudo.post()
    assert "closed before the letter could be counted" in said(receipt)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("release 99", "There is no letter of the number 99"),
        ("retry 99", "There is no letter of the number 99"),
        ("put aside 99", "There is no letter of the number 99"),
        ("release 1", "Letter 1 has been dealt with, so there is nothing to release"),
        ("retry 1", "Letter 1 has been dealt with, so it was not opened again"),
        ("put aside 1", "Letter 1 has been dealt with, so it stays where it is"),
        ("retry {held}", "Letter {held} is held, so it was not opened again"),
    ],
)
def test_what_cannot_be_done_to_a_letter_is_told_with_the_reason(perudo: Sandbox, words: str, answer: str) -> None:
    (ann,) = held(perudo)
    outcome = perudo.gm(words.format(held=ann.id))
    assert outcome.refused
    assert answer.format(held=ann.id) in outcome.told[0]
    assert letter(perudo, ann.id).status == "held"


def test_a_letter_of_which_only_the_headers_came_cannot_be_opened_again(perudo: Sandbox) -> None:
    number = kept(perudo, "From: bob@x.test\nSubject: A map of the world\n\n", truncated=True)
    assert letter(perudo, number).status == "put-aside"
    assert "too large to be fetched" in shown(perudo, "put aside")
    assert "ask its writer to send just the orders" in shown(perudo, f"retry {number}")


# --- Who may say so ---------------------------------------------------------------------------------------


def test_a_player_releases_nothing(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    perudo.letter("bob@x.test", f"release {ann.id}", to=perudo.reply_to["bob@x.test"])
    assert [each.id for each in held(perudo)] == [ann.id]


def test_a_letter_in_the_gms_name_releases_nothing_before_the_gm_confirms_it(perudo: Sandbox) -> None:
    (ann,) = held(perudo)
    perudo.letter(GM, f"release {ann.id}")
    assert [each.id for each in held(perudo)] == [ann.id, ann.id + 1]


# --- Mail that comes back ---------------------------------------------------------------------------------


def test_marked_addresses_and_mails_that_were_given_up_are_listed(perudo: Sandbox) -> None:
    perudo.gm("announce perudo-7: Hello!")
    with perudo.desk.database.begin() as store:
        mail = next(each for each in outbox.due(store, perudo.now, 99, perudo.now) if each.recipient == "bob@x.test")
        outbox.failed(store, mail.id, "550 5.1.1 no such person")
    failed = mail.message_id
    kept(perudo, BOUNCE)
    for answer in (shown(perudo, "bounces"), by_mail(perudo, "bounces")):
        assert "<cid@x.test>" in answer.partition("Mails that were given up")[0]
        assert "bob@x.test (announcement), due" in answer
        assert "the mail server said: 550 5.1.1 no such person" in answer
        assert failed not in answer
    perudo.letter("cid@x.test", "status", to=perudo.reply_to["cid@x.test"])
    assert "cid@x.test" not in shown(perudo, "bounces")


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("5.2.2", "the mailbox is full, or its server out of reach"),
        ("5.7.1", "a mail was refused, as unwanted or too large"),
        ("4.4.7", "the mailbox is full, or its server out of reach"),
    ],
)
def test_mail_that_came_back_from_a_good_address_is_listed_until_its_player_writes(
    perudo: Sandbox, status: str, why: str
) -> None:
    kept(perudo, BOUNCE.replace("5.1.1", status))
    listed = shown(perudo, "bounces")
    assert "Players whose address is good, though mail to it came back" in listed
    assert f"<cid@x.test>, since Tuesday 1 December 2026, 12:04:30 (Europe/London): {why}" in " ".join(listed.split())
    perudo.letter("cid@x.test", "status", to=perudo.reply_to["cid@x.test"])
    assert shown(perudo, "bounces").startswith("No player's mail comes back")
