"""What stands at the head of our mails: subjects short enough for a list of mails, and every name said once."""

import pytest

from processor.desk.answer import named
from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN = "ann@x.test"
RULE = "deadline every week friday 20:00 Europe/London"


@pytest.fixture
def three_matches() -> Sandbox:
    house = sandbox()
    for number in (1, 2, 3):
        house.gm(f"new choice choice-{number} {RULE}")
        house.gm(f"dice choice-{number} turn 1: 1,5,5,5,6")
    house.begins("choice-1", ANN)
    for number in (2, 3):
        house.letter(ANN, f"join choice-{number}", to=house.reply_to[ANN])
        house.gm(f"start choice-{number}")
    house.post()
    return house


def letter_for(*numbers: int) -> str:
    return "\n\n".join(f"choice-{number}\nturn 1: 1+5, 5+6, reject 5" for number in numbers)


@pytest.mark.parametrize(
    ("numbers", "subject"),
    [
        ((2,), "[choice-2] 1 order taken, 1 still missing"),
        ((1, 3), "[choice-1, choice-3] 2 orders taken, 2 still missing"),
        ((1, 2, 3), "[The Long Table] Your orders for 3 matches: 3 orders taken, 3 still missing"),
    ],
)
def test_the_subject_of_a_receipt_names_two_matches_and_counts_more(three_matches, numbers, subject):
    (receipt,) = three_matches.letter(ANN, letter_for(*numbers), to=three_matches.reply_to[ANN])
    assert header(receipt, "Subject") == subject


def test_a_letter_about_three_matches_without_orders_is_called_so(three_matches):
    words = "status choice-1\nstatus choice-2\nstatus choice-3"
    (receipt,) = three_matches.letter(ANN, words, to=three_matches.reply_to[ANN])
    assert header(receipt, "Subject") == "[The Long Table] Your letter about 3 matches"


def test_a_receipt_about_three_matches_stays_in_the_thread_of_the_letter_that_it_answers(three_matches):
    (receipt,) = three_matches.letter(ANN, letter_for(1, 2, 3), to=three_matches.reply_to[ANN])
    letter = f"<{three_matches.letters}@x.test>"
    assert header(receipt, "In-Reply-To") == letter
    assert header(receipt, "References").endswith(letter)


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Drop Dead", "Drop Dead (dropdead-1)"),
        ("Drop Dead by the Sea", "Drop Dead by the Sea (dropdead-1)"),
        ("Pennies in the Pot", "Pennies in the Pot (Drop Dead, dropdead-1)"),
    ],
)
def test_a_title_that_names_its_game_has_the_name_once(title, told):
    assert named(title, "Drop Dead", "dropdead-1") == told


def test_a_match_that_is_called_like_its_game_begins_under_one_name():
    house = sandbox()
    house.gm(f"new dropdead dropdead-1 {RULE}")
    house.joins(ANN, "dropdead-1")
    house.joins("bob@x.test", "dropdead-1")
    house.post()
    house.gm("start dropdead-1")
    assert "Dear Ann, Drop Dead begins." in " ".join(map(said, house.post()))


def test_large_numbers_have_their_comma():
    house = sandbox()
    house.gm(f"new dropdead dropdead-1 {RULE}")
    house.letter(ANN, "join dropdead-1")
    (receipt,) = house.letter(ANN, "yes", to=house.reply_to[ANN])
    assert "Seats taken so far: 1 of 1,000." in said(receipt)


def test_words_with_and_without_the_code_of_a_match_make_one_part_of_a_receipt(three_matches):
    house = three_matches
    (receipt,) = house.letter(ANN, letter_for(2), to=house.reply_to[ANN])
    (receipt,) = house.letter(ANN, "turn 1: 1+6, 5+5, reject 5\n\nchoice-2\nhistory", to=header(receipt, "Reply-To"))
    assert said(receipt).count("Choice + (choice-2) ---") == 1
    assert "What stands for issue 1: A turn 1: 1+6=7, 5+5=10, reject 5" in said(receipt)
    assert "What has happened in choice-2" in said(receipt)


def test_somebody_new_is_told_who_we_are_what_is_open_and_how_to_join(three_matches):
    (answer,) = three_matches.letter("new@y.test", "Good evening, is there a game for me?")
    for told in (
        "this is The Long Table, where games are played by mail",
        "Looking for players: choice-1: Choice + choice-2: Choice +",
        "To take a seat, answer with the line: join choice-1",
        "To see all that you can say, answer: help",
    ):
        assert told in said(answer)


def test_somebody_new_is_shown_five_open_matches_and_told_of_the_others(three_matches):
    for number in range(4, 9):
        three_matches.gm(f"new perudo perudo-{number} {RULE}")
    (answer,) = three_matches.letter("new@y.test", "Good evening!")
    assert "and 3 more" in said(answer)
    assert said(answer).count(": Postal Perudo") + said(answer).count(": Choice +") == 5


def test_nobody_new_is_invited_to_a_match_that_has_begun_without_them():
    house = sandbox()
    house.gm(f"new dropdead dropdead-1 {RULE}")
    house.begins("dropdead-1", ANN, "bob@x.test")
    (answer,) = house.letter("new@y.test", "Good evening!")
    assert "No match is looking for players just now." in said(answer)
    assert "dropdead-1" not in said(answer)
