"""Letters that come after a deadline, and letters from another address than the one we know."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.desk.sandbox import Sandbox, header, said, sandbox

PLAYERS = [f"{name}@x.test" for name in ("ann", "bob", "cid", "dee")]
CALLS = "1 die: 2 twos\n2 dice: 2 twos\n3 dice: 2 twos\n4 dice: 2 twos\n5 dice: 2 twos"
LATE = "after turn 1 of perudo-7 had closed"


@pytest.fixture
def perudo() -> Sandbox:
    """Everybody has called in turn one, and its deadline has just passed."""
    made = sandbox()
    made.gm('new perudo perudo-7 "Spring" seats 4-4 deadline every 2 weeks friday 20:00 Europe/London')
    for player in PLAYERS:
        made.joins(player, "perudo-7")
    for player in PLAYERS:
        made.letter(player, CALLS, to=made.reply_to[player])
    return made


def closed(perudo: Sandbox) -> dict[str, str]:
    """The turn is closed a while later; the Message-IDs of the results, by their readers."""
    perudo.now += timedelta(hours=1)
    perudo.gm("run perudo-7 turn 1")
    return {mail.recipient: header(mail, "Message-ID") for mail in perudo.post() if mail.kind == "results"}


def answer(perudo: Sandbox, words: str, answering: str = "") -> str:
    (receipt,) = perudo.letter("ann@x.test", words, to=perudo.reply_to["ann@x.test"], answering=answering)
    return said(receipt)


def test_a_letter_that_comes_just_after_the_deadline_is_told_which_turn_its_orders_are_for(perudo):
    closed(perudo)
    receipt = answer(perudo, "3 dice: 9 fives")
    assert LATE in receipt
    assert "What stands below is for turn 2" in receipt
    assert "9 fives" in receipt.partition("What stands for turn 2:")[2]


def test_orders_that_hang_on_what_came_of_the_turn_are_plainly_for_the_next(perudo):
    closed(perudo)
    assert LATE not in answer(perudo, "3 dice: challenge")


def test_an_answer_to_the_results_is_plainly_for_the_turn_that_comes(perudo):
    results = closed(perudo)
    assert LATE not in answer(perudo, "3 dice: challenge", results["ann@x.test"])


def test_a_letter_that_says_again_what_stood_in_the_turn_before_is_for_the_turn_that_comes(perudo):
    closed(perudo)
    assert LATE not in answer(perudo, CALLS)


def test_an_answer_to_a_mail_from_before_the_deadline_is_late_if_it_comes_soon(perudo):
    (receipt,) = perudo.letter("ann@x.test", "status", to=perudo.reply_to["ann@x.test"])
    closed(perudo)
    assert LATE in answer(perudo, "3 dice: 9 fives", header(receipt, "Message-ID"))


def test_a_letter_of_hours_later_is_for_the_turn_that_comes_whatever_it_answers(perudo):
    (receipt,) = perudo.letter("ann@x.test", "status", to=perudo.reply_to["ann@x.test"])
    closed(perudo)
    perudo.now += timedelta(hours=3)
    assert LATE not in answer(perudo, "3 dice: challenge", header(receipt, "Message-ID"))
    assert LATE not in answer(perudo, "4 dice: challenge")


def test_orders_that_name_the_turn_that_comes_are_for_it():
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 every friday 20:00 UTC")
    desk.begins("dropdead-1", "ann@x.test", "bob@x.test")
    desk.gm("run dropdead-1 inning 1")
    desk.post()
    ann = desk.reply_to["ann@x.test"]
    (named,) = desk.letter("ann@x.test", "inning 2: roll", to=ann)
    assert "roll inning 2" in said(named)
    assert "had closed" not in said(named)
    desk.letter("ann@x.test", "cancel", to=ann)
    (unnamed,) = desk.letter("ann@x.test", "roll", to=ann)
    assert "after inning 1 of dropdead-1 had closed" in said(unnamed)


def test_a_late_letter_without_orders_is_told_nothing_of_the_kind(perudo):
    closed(perudo)
    assert LATE not in answer(perudo, "status")


def test_who_answers_us_from_an_address_that_we_do_not_know_is_told_so(perudo):
    (mail,) = perudo.letter("ann.archer@elsewhere.test", "3 dice: challenge", to=perudo.reply_to["ann@x.test"])
    assert "You answered a mail of ours, but from an address that we do not know" in said(mail)
    assert "ann@x.test" not in said(mail)
    assert mail.recipient == "ann.archer@elsewhere.test"


def test_a_stranger_who_answers_no_mail_of_ours_is_told_who_we_are(perudo):
    (mail,) = perudo.letter("zoe@elsewhere.test", "3 dice: challenge")
    assert "Your address is new to us, so nothing has come of your letter" in said(mail)


def test_before_the_first_turn_nothing_has_closed_but_the_sign_up():
    desk = sandbox()
    desk.gm("new choice choice-1 every friday 20:00 UTC sign-up until 18 december")
    desk.gm("dice choice-1 turn 1: 1,5,5,5,6")
    desk.joins("ann@x.test", "choice-1")
    desk.now = datetime(2026, 12, 19, 13, tzinfo=UTC)
    desk.open()
    (receipt,) = desk.letter("ann@x.test", "turn 1: 1+5, 5+6, reject 5", to=desk.reply_to["ann@x.test"])
    assert "A turn 1: 1+5=6, 5+6=11, reject 5" in said(receipt)
    assert "had closed" not in said(receipt)


def test_orders_within_the_grace_count_at_a_fine_where_the_game_has_fines() -> None:
    house = sandbox(trust_from=True)
    house.gm("new choice choice-1 deadline 7 days after the last grace 360")
    for words in ("turn 1: 1,5,5,5,6", "turn 2: 1,2,4,4,6", "turn 3: 1,2,4,4,6", "turn 4: 1,2,4,4,6"):
        house.gm(f"dice choice-1 {words}")
    house.begins("choice-1", "ann@x.test", "bob@x.test")
    started = house.now
    for player in ("ann@x.test", "bob@x.test"):
        house.letter(player, "turn 1: 1+5, 5+5, reject 6\nturn 2: 1+2, 4+4, reject 6")
    house.now = started + timedelta(days=7, hours=7)
    house.open()
    orders = "turn 3: 1+2, 4+4, reject 6\nturn 4: 1+2, 4+4, reject 6"
    house.letter("bob@x.test", orders)
    house.now = started + timedelta(days=14, hours=2)
    (receipt,) = house.letter("ann@x.test", orders)
    assert "came after the deadline of issue 2 of choice-1" in said(receipt)
    house.now += timedelta(days=1)
    results = next(said(mail) for mail in house.open() if mail.kind == "results" and mail.recipient == "ann@x.test")
    assert "Fine 50, since turns 3 and 4 came after the deadline" in results
    assert results.count("Fine ") == 1


ONE, TWO = "turn 1: 1+5, 5+5, reject 6", "turn 2: 1+2, 4+4, reject 6"


@pytest.mark.parametrize(
    ("in_time", "in_grace", "fined"),
    [
        ("", f"{ONE}\n{TWO}", {"A": 50}),  # opened only now: that deadline counts as well
        ("", ONE, {"A": 50}),  # and once only, though a turn is outstanding still
        (ONE, TWO, {"A": 50}),  # what was on file before it lacked a turn
        (f"{ONE}\n{TWO}", "turn 2: 1+4, 2+4, reject 6", {"A": 0}),  # nothing was lacking
        (f"{ONE}\n{TWO}", f"B {ONE}\nB {TWO}", {"A": 0, "B": 50}),  # a second entry pays for its own
    ],
)
def test_rule_8_an_entry_that_is_opened_within_the_grace_pays_for_that_deadline(in_time, in_grace, fined) -> None:
    house = sandbox(trust_from=True)
    house.gm("new choice choice-1 deadline 7 days after the last grace 360")
    for words in ("turn 1: 1,5,5,5,6", "turn 2: 1,2,4,4,6"):
        house.gm(f"dice choice-1 {words}")
    house.begins("choice-1", "ann@x.test", "bob@x.test")
    started = house.now
    if in_time:
        house.letter("ann@x.test", in_time)
    house.now = started + timedelta(days=7, hours=2)
    house.letter("ann@x.test", in_grace)
    house.now += timedelta(days=1)
    house.open()
    assert {entry.letter: entry.fined for entry in house.match("choice-1").state.entries} == fined
