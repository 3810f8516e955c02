"""Letters that nobody has proved yet, and the answers that are to prove them."""

from datetime import timedelta

import pytest

from tests.desk.sandbox import Sandbox, header, said, sandbox

PLAYERS = [f"{name}@x.test" for name in ("ann", "bob", "cid", "dee")]
SPOOFED = "1 die: 3 fives"


@pytest.fixture
def perudo() -> Sandbox:
    """Four players have begun, and nobody has called yet."""
    made = sandbox()
    made.gm('new perudo perudo-7 "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    for player in PLAYERS:
        made.begins("perudo-7", player)
    return made


@pytest.mark.parametrize(
    "answer",
    [
        "No, I never wrote that!",
        "Hi,\n\nthis wasn’t me.",
        "not mine",
        "Das war ich nicht.",
        "Ce n'est pas moi",
        "This must be spam.",
        "Somebody else wrote this",
    ],
)
def test_an_answer_that_denies_brings_no_letter_to_life_and_the_gm_hears_of_it_once(perudo, answer):
    perudo.letter("ann@x.test", SPOOFED)
    question = perudo.reply_to["ann@x.test"]
    to_gm, receipt = perudo.letter("ann@x.test", answer, to=question)
    assert "nothing comes of it, and Marian has been told" in said(receipt)
    assert "What stands for turn 1: nothing yet" in said(receipt)
    assert (to_gm.recipient, to_gm.kind) == ("marian@long.test", "denied")
    assert "Ann says that a letter in their name is not theirs" in header(to_gm, "Subject")
    assert [mail.kind for mail in perudo.letter("ann@x.test", answer, to=question)] == ["receipt"]


@pytest.mark.parametrize(
    "answer",
    [
        "Who sent this?",
        "?",
        "Yes?",
        "What letter was mine?",
        "Please delete it.",
        "Stop",
        "Someone is impersonating me",
        "Hi Marian, somebody is playing a joke on me. Cheers, Ann",
        "I am on vacation until Friday.",
        "ok, I am on vacation until Friday.",
        "1 die: 5 fives",
    ],
)
def test_an_answer_that_says_neither_yes_nor_no_is_asked_back(perudo, answer):
    perudo.letter("ann@x.test", SPOOFED)
    question = perudo.reply_to["ann@x.test"]
    (receipt,) = perudo.letter("ann@x.test", answer, to=question)
    assert "does not say whether the letter" in said(receipt)
    assert "3 fives" not in said(receipt)
    (receipt,) = perudo.letter("ann@x.test", "yes", to=question)
    assert "3 fives" in said(receipt)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "yes",
        "Yes, no doubt about it.",
        "ok",
        "That was me, thanks",
        "Ja, das war ich",
        "Hello Marian,\n\nyes, no trouble at all.\n\nBest regards\nAnn",
        "Thanks!\n\nAnn",
        "I confirm this",
        "1 die:  3 Fives",
    ],
)
def test_a_yes_nothing_at_all_or_its_own_words_say_that_the_letter_is_theirs(perudo, answer):
    perudo.letter("ann@x.test", SPOOFED)
    receipt, *_ = perudo.letter("ann@x.test", answer, to=perudo.reply_to["ann@x.test"])
    assert "3 fives" in said(receipt)


def test_who_denied_can_still_say_yes(perudo):
    perudo.letter("ann@x.test", SPOOFED)
    question = perudo.reply_to["ann@x.test"]
    perudo.letter("ann@x.test", "no", to=question)
    (receipt,) = perudo.letter("ann@x.test", "yes", to=question)
    assert "3 fives" in said(receipt)


def test_a_machine_of_somebody_absent_confirms_nothing_and_gets_no_answer(perudo):
    perudo.letter("ann@x.test", SPOOFED)
    away = "I am away until 12 January.\nTelephone: +44 20 1234"
    question = perudo.reply_to["ann@x.test"]
    assert perudo.letter("ann@x.test", away, to=question, subject="Out of office: Is this letter yours?") == []


def test_orders_for_a_turn_that_closed_before_they_were_confirmed_are_not_taken_for_the_next(perudo):
    for player in PLAYERS:
        perudo.letter(player, "1 die: 1 two\n2 dice: 1 two", to=perudo.reply_to[player])
    perudo.letter("ann@x.test", "2 dice: 4 fives")
    question = perudo.reply_to["ann@x.test"]
    perudo.gm("run perudo-7 turn 1")
    perudo.post()
    (receipt,) = perudo.letter("ann@x.test", "yes", to=question)
    assert "closed before the letter could be counted" in said(receipt)
    assert "What stands for turn 2: nothing yet" in said(receipt)


def test_who_comes_to_choice_with_orders_and_confirms_late_keeps_them():
    desk = sandbox()
    desk.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    desk.gm("dice choice-1 turn 1: 1,5,5,5,6")
    desk.gm("start choice-1")
    desk.letter("ann@x.test", "choice-1\nturn 1: 1+5, 5+6, reject 5")
    question = desk.reply_to["ann@x.test"]
    desk.gm("run choice-1 turn 1")
    desk.post()
    (receipt,) = desk.letter("ann@x.test", "yes", to=question)
    assert "A turn 1: 1+5=6, 5+6=11, reject 5" in said(receipt)


def test_a_flood_in_a_players_name_cannot_keep_the_players_own_letter_from_being_confirmed(perudo):
    for _ in range(25):
        perudo.letter("ann@x.test", SPOOFED)
    assert perudo.letter("ann@x.test", "1 die: 1 two") == []
    questions = []
    for _ in range(3):
        perudo.now += timedelta(hours=1)
        due = [mail for mail in perudo.post() if mail.kind == "confirm"]
        assert len(due) <= perudo.desk.house.answers_per_hour
        questions += due
    own = next(mail for mail in questions if "1 die: 1 two" in said(mail))
    (receipt,) = perudo.letter("ann@x.test", "yes", to=header(own, "Reply-To"))
    assert "1 two" in said(receipt)


def test_a_letter_of_nothing_but_a_slip_is_told_of_it_whatever_its_subject(perudo):
    (receipt,) = perudo.letter("ann@x.test", "statsu", to=perudo.reply_to["ann@x.test"], subject="orders")
    assert 'Did you mean "status"?' in said(receipt)


def test_a_player_who_says_what_only_the_gm_can_is_told_so(perudo):
    (receipt,) = perudo.letter("ann@x.test", "run perudo-7 turn 1", to=perudo.reply_to["ann@x.test"], subject="please")
    assert "Only the GM can do that" in said(receipt)


def test_of_a_flood_of_answers_the_last_are_told_in_one_mail(perudo):
    receipts = []
    for number in range(60):
        receipts += perudo.letter("ann@x.test", f"1 die: {number + 1} twos", to=perudo.reply_to["ann@x.test"])
    perudo.now += timedelta(hours=1)
    (merged,) = perudo.post()
    assert len(receipts) <= perudo.desk.house.answers_per_hour
    assert "The oldest are left out here" in said(merged)
    assert ": 60 twos (on file" in said(merged)
    assert len(merged.mime) < 50_000


CLOSES = "before that closes: Friday 4 December 2026, 20:00 (Europe/London)"


def test_the_question_says_until_when_an_answer_counts(perudo):
    perudo.gm("deadline perudo-7 friday 4 december 20:00")
    perudo.post()
    (question,) = perudo.letter("ann@x.test", SPOOFED)
    assert f"to count for turn 1 of Spring, your answer has to be here {CLOSES}" in said(question)
    assert "that you confirm only after that count no longer" in said(question)


def test_a_stranger_who_wants_a_seat_is_told_of_no_deadline(perudo):
    (question,) = perudo.letter("zoe@x.test", "join perudo-7")
    assert "your answer has to be here" not in said(question)


def test_a_letter_that_waits_at_the_deadline_is_named_to_its_player_and_to_the_gm(perudo):
    for player in PLAYERS:
        perudo.letter(player, "1 die: 1 two\n2 dice: 1 two", to=perudo.reply_to[player])
    perudo.letter("ann@x.test", "2 dice: 4 fives")
    number = perudo.letters
    line = f"Number {number}, in the name of"
    assert f"Letters that wait for proof of their writers: {number}" in perudo.gm("status").sections[0].text
    assert line in perudo.gm("status perudo-7").sections[-1].text
    perudo.gm("run perudo-7 turn 1")
    mails = {mail.recipient: said(mail) for mail in perudo.post()}
    told = mails["ann@x.test"]
    assert "A letter in your name that came on Tuesday 1 December 2026" in told
    assert "answer our mail about it, “Is this letter yours? Please confirm”" in told
    assert "Its orders for turn 1 can no longer count by that" in told
    assert "A letter in your name" not in mails["bob@x.test"]
    assert line in mails["marian@long.test"]


def test_in_a_lasting_game_the_question_says_that_late_orders_still_count():
    desk = sandbox()
    desk.gm("new choice choice-1 seats 2-8 every friday 20:00 Europe/London")
    desk.gm("dice choice-1 turn 1: 1,5,5,5,6")
    desk.begins("choice-1", "ann@x.test", "bob@x.test")
    desk.gm("deadline choice-1 friday 4 december 20:00")
    desk.post()
    (question,) = desk.letter("ann@x.test", "turn 1: 1+5, 5+6, reject 5")
    assert CLOSES in said(question)
    assert "Orders in it that you confirm only after that still count, as late ones" in said(question)
    desk.gm("run choice-1 issue 1")
    told = next(said(mail) for mail in desk.post() if mail.recipient == "ann@x.test" and mail.kind == "results")
    assert "Its orders then still count, as late ones." in told
