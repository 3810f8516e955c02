"""What the GM can look at before and after a turn, and orders that the GM gives for a player."""

import pytest

from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"


@pytest.fixture
def desk() -> Sandbox:
    made = sandbox()
    made.gm('new dropdead dropdead-1 "Friday Dice" deadline every friday 20:00 Europe/London')
    made.joins(ANN, "dropdead-1")
    made.joins(BOB, "dropdead-1")
    made.gm("start dropdead-1")
    made.letter(ANN, "roll", made.reply_to[ANN])
    made.post()
    return made


def test_a_preview_shows_just_what_the_run_will_come_to_and_records_nothing(desk: Sandbox) -> None:
    before = desk.gm("log dropdead-1")
    previewed = desk.gm("preview dropdead-1 turn 1")
    assert "Missing for inning 1 of dropdead-1: Bob." in previewed.told
    assert desk.gm("log dropdead-1") == before
    assert desk.open() == []
    desk.gm("run dropdead-1 turn 1")
    (copy,) = [said(mail) for mail in desk.open() if mail.recipient == GM]
    assert " ".join(previewed.sections[0].text.split()) in copy


def test_another_turn_than_the_coming_one_has_no_preview(desk: Sandbox) -> None:
    assert desk.gm("preview dropdead-1 turn 2").refused


def test_the_log_tells_every_entry_with_its_time_and_by_whose_word(desk: Sandbox) -> None:
    (journal,) = desk.gm("log dropdead-1").sections
    assert "1  Tuesday 1 December 2026, 12:00:00 (Europe/London), by the GM, at the command line" in journal.text
    assert (
        "      Friday Dice is opened as dropdead-1, with 2 to 1000 seats. Deadlines: every friday 20:00" in journal.text
    )
    assert "by Ann\n      On file for Ann: roll inning 1" in journal.text


def test_the_gm_acts_for_a_player_who_is_told(desk: Sandbox) -> None:
    outcome = desk.gm("act for Bob in dropdead-1: roll")
    assert outcome.told[0].startswith("Orders for Bob in dropdead-1: roll inning 1. Bob is told.")
    (mail,) = desk.open()
    assert mail.recipient == BOB
    assert header(mail, "Subject") == "[dropdead-1] The GM has given orders for you"
    assert "these orders for you in Friday Dice: roll inning 1" in said(mail)


def test_what_is_no_order_is_not_acted_on(desk: Sandbox) -> None:
    assert desk.gm("act for Bob in dropdead-1: have fun").refused
    assert desk.gm("act for Zoe in dropdead-1: roll").refused
    assert desk.open() == []


@pytest.mark.parametrize("words", ["preview dropdead-1 turn 1", "log dropdead-1", "act for Bob in dropdead-1: roll"])
def test_a_player_may_not(desk: Sandbox, words: str) -> None:
    (receipt,) = desk.letter(ANN, words, desk.reply_to[ANN])
    assert "Only the GM can do that" in said(receipt) or "nothing in it that looks like orders" in said(receipt)
