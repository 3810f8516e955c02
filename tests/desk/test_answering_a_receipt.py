"""Whoever answers a mail of ours has proved who they are, also where they have no seat."""

import pytest

from tests.desk.sandbox import Sandbox, said, sandbox

GM, ANN = "marian@long.test", "ann@x.test"


@pytest.fixture
def house() -> Sandbox:
    made = sandbox()
    made.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    made.joins(ANN, "choice-1")
    made.letter(GM, "games")
    made.letter(GM, "yes", to=made.reply_to[GM])
    return made


def test_the_gm_goes_on_by_answering_a_receipt_about_a_match_without_a_seat_in_it(house: Sandbox) -> None:
    (receipt,) = house.letter(GM, "who choice-1", to=house.reply_to[GM])
    assert "ann@x.test" in said(receipt)
    mails = house.letter(GM, "who", to=house.reply_to[GM])
    assert ["ann@x.test" in said(mail) for mail in mails] == [True]


def test_a_player_who_was_told_about_somebody_elses_match_can_answer_that(house: Sandbox) -> None:
    house.gm("new choice choice-2 deadline every 2 weeks friday 20:00 Europe/London")
    house.letter(ANN, "status choice-2", to=house.reply_to[ANN])
    (receipt,) = house.letter(ANN, "join", to=house.reply_to[ANN])
    assert "You have a seat in choice-2" in said(receipt)
