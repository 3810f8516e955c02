"""A letter is read from its top to its end: what stands below is the later word."""

import re

import pytest

from processor.mail.write import text_of
from processor.store import roster
from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN = "ann@x.test"
PLAYERS = (ANN, "bob@x.test", "cid@x.test", "dot@x.test")
TURN = "turn 1: 1+5, 5+6, reject 5"


@pytest.fixture
def choice() -> Sandbox:
    return opened("1,5,5,5,6")


def opened(first: str) -> Sandbox:
    made = sandbox()
    made.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    made.gm(f"dice choice-1 turn 1: {first}")
    made.gm("dice choice-1 turn 2: 1,2,4,4,6")
    made.begins("choice-1", "ann@x.test")
    return made


def standing_after(choice: Sandbox, words: str) -> str:
    (receipt,) = choice.letter("ann@x.test", words, to=choice.reply_to["ann@x.test"])
    return said(receipt).partition("What stands for issue 1: ")[2].partition(" (on file")[0]


def test_orders_that_are_taken_back_further_down_do_not_stand(choice):
    assert standing_after(choice, f"{TURN}\n\nNo, let me think again.\ncancel turn 1").startswith("nothing yet")


def test_the_turn_that_is_named_is_taken_back_and_none_in_which_its_number_is_a_die():
    both = "turn 1: 2+5, 5+6, reject 2\nturn 2: 1+2, 4+6, reject 4"
    assert standing_after(opened("2,2,5,5,6"), f"{both}\ncancel turn 2") == "A turn 1: 2+5=7, 5+6=11, reject 2"


def test_an_order_is_taken_back_by_what_it_is_called(choice):
    assert standing_after(choice, f"{TURN}\ncancel my allocation").startswith("nothing yet")


def test_orders_below_a_word_that_takes_back_the_earlier_ones_stand(choice):
    standing_after(choice, TURN)
    assert standing_after(choice, "cancel turn 1\nturn 1: 1+6, 5+5, reject 5") == "A turn 1: 1+6=7, 5+5=10, reject 5"


def test_orders_above_and_below_are_each_taken_in_their_turn(choice):
    words = f"{TURN}\ncancel turn 1\nturn 1: 5+5, 1+6, reject 5"
    assert standing_after(choice, words) == "A turn 1: 5+5=10, 1+6=7, reject 5"


def test_two_announcements_of_the_same_words_both_go_out(choice):
    choice.letter("marian@long.test", "ok", to=choice.reply_to["marian@long.test"])
    mails = choice.letter(
        "marian@long.test",
        "choice-1\nannounce: hear, hear\n\nchoice-1\nannounce: hear, hear",
        to=choice.reply_to["marian@long.test"],
    )
    assert [mail.kind for mail in mails].count("announcement") == 2


@pytest.fixture
def two_matches(choice: Sandbox) -> Sandbox:
    choice.gm("new perudo perudo-7 seats 4-4 deadline every week friday 20:00 Europe/London")
    for name in ("ann", "bob", "cid", "dee"):
        choice.letter(f"{name}@x.test", "join perudo-7", to=choice.reply_to.get(f"{name}@x.test", "games@long.test"))
        choice.letter(f"{name}@x.test", "yes", to=choice.reply_to[f"{name}@x.test"])
    return choice


def proved_address(house: Sandbox, address: str) -> str:
    """Where that player writes to about no match in particular, and is known by it."""
    with house.desk.database.reading() as store:
        player = roster.by_address(store, address)
    assert player
    return f"games+{house.desk.token('player', player.id)}@long.test"


def test_a_slip_in_orders_for_one_of_two_matches_that_is_not_named_is_asked_about(two_matches):
    (receipt,) = two_matches.letter("ann@x.test", "turn 1: 1+5=7, 5+6, reject 5")
    assert "please say which one is meant" in said(receipt)


def test_the_question_which_match_is_meant_quotes_the_lines_and_shows_an_answer_that_is_taken(two_matches):
    proved = proved_address(two_matches, "ann@x.test")
    (receipt,) = two_matches.letter("ann@x.test", f"Hello,\n\n{TURN}\n\nAll the best,\nAnn", to=proved)
    asked = text_of(receipt.mime)
    assert f"  * Line 3: {TURN}\n" in asked
    assert "All the best" not in asked
    (proposed,) = re.findall(r"like this:\n +(choice-1: .*)", asked)
    (receipt,) = two_matches.letter("ann@x.test", proposed, to=two_matches.reply_to["ann@x.test"])
    assert "What stands for issue 1: A turn 1: 1+5=6, 5+6=11, reject 5" in said(receipt)


@pytest.mark.parametrize(("words", "subject"), [("cancel", ""), ("", "history")])
def test_the_question_which_match_is_meant_quotes_words_too(two_matches, words, subject):
    proved = proved_address(two_matches, "ann@x.test")
    (receipt,) = two_matches.letter("ann@x.test", words, to=proved, subject=subject)
    assert f"Line 1: {words or subject} This could be for choice-1 or perudo-7" in said(receipt)


def test_orders_in_an_answer_to_another_matchs_mail_are_quoted_with_an_answer_that_is_taken(two_matches):
    own = two_matches.reply_to["ann@x.test"]
    (receipt,) = two_matches.letter("ann@x.test", f"{TURN}\n1 die: 3 fives", to=own)
    (proposed,) = re.findall(r"like this:\n +(choice-1: .*)", text_of(receipt.mime))
    (receipt,) = two_matches.letter("ann@x.test", proposed, to=own)
    assert "What stands for issue 1: A turn 1: 1+5=6, 5+6=11, reject 5" in said(receipt)


def test_orders_in_an_answer_to_another_matchs_mail_are_not_passed_over(two_matches):
    (receipt,) = two_matches.letter("ann@x.test", TURN, to=two_matches.reply_to["ann@x.test"])
    assert "reads like orders for choice-1" in said(receipt)
    assert "nothing in it that looks like orders" not in said(receipt)


def test_words_beside_orders_for_nobody_knows_which_match_are_answered(two_matches):
    proved = proved_address(two_matches, "ann@x.test")
    (receipt,) = two_matches.letter("ann@x.test", f"games\n\n{TURN}\nhistory", to=proved)
    assert "please say which one is meant" in said(receipt)
    assert "What is played here" in said(receipt)
    assert "Your orders in" not in said(receipt)


def test_words_in_a_part_for_a_match_that_is_not_there_are_answered(two_matches):
    own = two_matches.reply_to["ann@x.test"]
    (receipt,) = two_matches.letter("ann@x.test", f"choice-1\n{TURN}\n\nperudo-8\nrules perudo", to=own)
    assert "A turn 1: 1+5=6, 5+6=11, reject 5" in said(receipt)
    assert "POSTAL PERUDO: THE RULES" in said(receipt)


def test_orders_for_another_match_beside_words_are_asked_about_and_the_words_answered(two_matches):
    words = f"status\n{TURN}"
    (receipt,) = two_matches.letter("ann@x.test", words, to=two_matches.reply_to["ann@x.test"])
    assert "YOUR CALLS FOR TURN 1" in said(receipt)
    assert "reads like orders for choice-1" in said(receipt)


def test_orders_for_another_match_beside_good_ones_are_asked_about(two_matches):
    words = f"1 die: 3 fives\n{TURN}"
    (receipt,) = two_matches.letter("ann@x.test", words, to=two_matches.reply_to["ann@x.test"])
    assert ": 3 fives (on file" in said(receipt)
    assert "reads like orders for choice-1" in said(receipt)


def test_who_is_out_of_the_match_whose_mail_they_answer_is_asked_whether_another_is_meant(two_matches):
    """Ann has sent no call for turn one of the first Perudo match; in the second she is still awaited."""
    house = two_matches
    for name in ("bob", "cid", "dee"):
        house.letter(f"{name}@x.test", "1 die: 1 two", to=house.reply_to[f"{name}@x.test"])
    house.gm("run perudo-7 turn 1")
    house.post()
    first = house.reply_to["ann@x.test"]
    (alone,) = house.letter("ann@x.test", "1 die: 3 fives\n2 dice: 3 fives", to=first)
    assert said(alone).count("You are out of this match") == 1
    house.gm("new perudo perudo-8 seats 4-4 deadline every week friday 20:00 Europe/London")
    for name in ("ann", "bob", "cid", "dee"):
        house.letter(f"{name}@x.test", "join perudo-8", to=house.reply_to[f"{name}@x.test"])
    (receipt,) = house.letter("ann@x.test", "1 die: 3 fives\n2 dice: 3 fives", to=first)
    assert "reads like orders for perudo-8" in said(receipt)
    assert "out of" not in said(receipt)


# --- Below the dashes of a signature ----------------------------------------------------------------------


def test_to_cancel_where_nothing_is_on_file_is_answered_in_a_sentence(choice):
    (receipt,) = choice.letter(ANN, "cancel", to=choice.reply_to[ANN])
    assert "There are no orders of yours on file in choice-1, so there is nothing to take back." in said(receipt)


@pytest.mark.parametrize("dashes", ["-- ", "--"])
@pytest.mark.parametrize("word", ["no orders", "withdraw"])
def test_a_word_below_the_dashes_is_not_read_and_that_is_said(choice, dashes, word):
    (receipt,) = choice.letter(ANN, f"{TURN}\n{dashes}\n{word}", to=choice.reply_to[ANN])
    assert f"Below the dashes that begin your signature stands “{word}”." in said(receipt)
    assert "What stands for issue 1: A turn 1: 1+5=6" in said(receipt)


def test_orders_below_dashes_with_a_blank_are_not_lost_in_silence(choice):
    (receipt,) = choice.letter(ANN, f"Hello Marian,\n-- \nAnn\n{TURN}", to=choice.reply_to[ANN])
    assert f"Below the dashes that begin your signature stands “{TURN}”." in said(receipt)


def test_orders_below_bare_dashes_are_orders(choice):
    assert standing_after(choice, f"Hello Marian,\n--\n{TURN}") == "A turn 1: 1+5=6, 5+6=11, reject 5"


@pytest.mark.parametrize(
    "signature",
    [
        "Ann Arden",
        "Ann (she/her)\n12 High Street, London N1 9GU",
        "Tel. 0171 555 12 34\nFax: 1+2, 3",
        "Life is a game of dice.",
        "42: the answer to everything",
        "PGP 1234 5678 9ABC DEF0",
    ],
)
def test_a_signature_that_is_one_is_passed_over(choice, signature):
    (receipt,) = choice.letter(ANN, f"{TURN}\n-- \n{signature}", to=choice.reply_to[ANN])
    assert "dashes" not in said(receipt)


def perudo() -> Sandbox:
    made = sandbox()
    made.gm("new perudo perudo-1 deadline every 2 weeks friday 20:00 Europe/London")
    made.begins("perudo-1", *PLAYERS)
    return made


def call_everything(desk: Sandbox, bid: str) -> None:
    for player in PLAYERS:
        desk.letter(player, "\n".join(f"{dice} dice: {bid}" for dice in range(1, 6)), to=desk.reply_to[player])


@pytest.mark.parametrize("words", ["cancel turn 1", "cancel my orders for turn 1", "cancel turn one"])
def test_the_open_turn_is_taken_back_as_a_whole_where_orders_are_not_for_turns(words):
    desk = perudo()
    call_everything(desk, "2 fives")
    (receipt,) = desk.letter(ANN, words, to=desk.reply_to[ANN])
    (taken_back,) = re.findall(r"Taken back in perudo-1: (.*?)\. To give", said(receipt))
    assert len(taken_back.split("; ")) == 5


def test_nothing_is_taken_back_for_a_turn_that_is_not_open():
    desk = perudo()
    call_everything(desk, "2 fives")
    (receipt,) = desk.letter(ANN, "cancel turn 2", to=desk.reply_to[ANN])
    assert "In perudo-1, turn 2 is still to come and nothing is on file for it" in said(receipt)
    assert "Nothing is missing from you" in said(receipt)
    desk.gm("run perudo-1 turn 1")
    desk.post()
    call_everything(desk, "40 sixes")
    (receipt,) = desk.letter(ANN, "cancel turn 1", to=desk.reply_to[ANN])
    assert "In perudo-1, turn 1 is closed, and what was ordered for it has been played" in said(receipt)


def test_an_issue_of_choice_is_taken_back_as_a_whole_and_its_turns_one_by_one():
    both = "turn 1: 2+5, 5+6, reject 2\nturn 2: 1+2, 4+6, reject 4"
    assert standing_after(opened("2,2,5,5,6"), f"{both}\ncancel issue 1").startswith("nothing yet")
    assert standing_after(opened("2,2,5,5,6"), f"{both}\ncancel turn 1").startswith("nothing yet")
    assert standing_after(opened("2,2,5,5,6"), f"{both}\ncancel issue 2").startswith("A turn 1: 2+5=7")


# --- The subject ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_turns() -> Sandbox:
    return opened("1,5,5,5,6")


SECOND = "turn 2: 1+2, 4+6, reject 4"


def answered(desk: Sandbox, words: str, subject: str = "") -> tuple[str, str]:
    """The subject and the text of what a letter of Ann's is answered."""
    desk = desk.copy()
    (receipt,) = desk.letter(ANN, words, to=desk.reply_to[ANN], subject=subject)
    return header(receipt, "Subject"), said(receipt)


def test_an_order_in_the_subject_beside_others_in_the_text_is_not_passed_over_in_silence(two_turns):
    subject, text = answered(two_turns, TURN, SECOND)
    assert "1 order taken, 1 still missing" in subject
    assert f"The subject of your letter, “{SECOND}”, was not read" in text


def test_a_word_in_the_subject_beside_orders_in_the_text_is_not_passed_over_in_silence(two_turns):
    _, text = answered(two_turns, TURN, "withdraw from choice-1")
    assert "The subject of your letter, “withdraw from choice-1”, was not read" in text


@pytest.mark.parametrize(
    "subject", [TURN, "My orders: 1+5, 5+6, reject 5 for turn 1", "Re: " + SECOND, "Hello", "status"]
)
def test_a_subject_that_says_no_more_than_the_text_is_not_spoken_of(two_turns, subject):
    assert "The subject of your letter" not in answered(two_turns, TURN, subject)[1]


def test_an_order_in_the_subject_above_a_mere_greeting_is_taken(two_turns):
    subject, text = answered(two_turns, "Hello Marian,\nsee above. Best wishes, Ann", TURN)
    assert "1 order taken" in subject
    assert "A turn 1: 1+5" in text


def test_a_subject_counts_no_order_that_was_taken_back_in_the_same_letter(two_turns):
    subject, text = answered(two_turns, f"{TURN}\n{SECOND}\ncancel turn 1")
    assert "taken" not in subject
    assert "nothing yet" in text
    assert "1 order taken" in answered(two_turns, f"{TURN}\n{SECOND}\ncancel turn 2")[0]
