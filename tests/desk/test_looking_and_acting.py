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


def test_a_preview_shows_just_what_the_run_will_come_to_and_runs_nothing(desk: Sandbox) -> None:
    before = _log(desk)
    previewed = desk.gm("preview dropdead-1 turn 1")
    assert "nothing in the match has changed" in previewed.told[0]
    assert "Still missing for inning 1 of dropdead-1: Bob." in previewed.told[1]
    (looked,) = _log(desk)[len(before) :]
    assert looked.startswith("The GM looks at what inning 1 would come to")
    assert desk.open() == []
    desk.gm("run dropdead-1 turn 1")
    (copy,) = [said(mail) for mail in desk.open() if mail.recipient == GM]
    assert " ".join(previewed.sections[0].text.split()) in copy


def _log(desk: Sandbox) -> list[str]:
    """What the journal tells, without the times."""
    (journal,) = desk.gm("log dropdead-1").sections
    return [line.strip() for line in journal.text.splitlines()[1::2]]


def test_dice_that_a_preview_has_shown_cannot_be_thrown_by_hand_any_more(desk: Sandbox) -> None:
    given = "dice dropdead-1 Ann inning 1: 2 2 2 2 2"
    first = desk.gm("preview dropdead-1 turn 1")
    assert "cannot be thrown by hand any more" in " ".join(first.told)
    refused = desk.gm(given)
    assert refused.refused
    assert "Nobody may choose between two outcomes that they know" in refused.told[0]
    assert desk.gm("preview dropdead-1 turn 1").sections == first.sections
    assert "looks at what inning 1 would come to" in said(desk.letter(BOB, "history", desk.reply_to[BOB])[0])
    desk.gm("run dropdead-1 turn 1")
    assert desk.gm(given.replace("inning 1", "inning 2")).told[0].startswith("These dice of dropdead-1 will be used")


def test_a_slip_in_dice_thrown_by_hand_can_be_put_right_after_a_preview(desk: Sandbox) -> None:
    for name in ("Ann", "Bob"):
        desk.gm(f"dice dropdead-1 {name} inning 1: 2 2 2 2 2")
    told = desk.gm("preview dropdead-1 turn 1").told
    assert not any("by hand" in each for each in told)
    assert not desk.gm("dice dropdead-1 Ann inning 1: 5 2 2 2 2").refused


def test_a_match_that_is_paused_or_held_can_be_looked_at(desk: Sandbox) -> None:
    desk.gm("pause dropdead-1")
    paused = desk.gm("preview dropdead-1 turn 1")
    assert paused.sections
    assert "first write: resume dropdead-1" in paused.told[0]
    assert desk.gm("run dropdead-1 turn 1").refused


def test_another_turn_than_the_coming_one_has_no_preview(desk: Sandbox) -> None:
    assert desk.gm("preview dropdead-1 turn 2").refused


def test_the_log_tells_every_entry_with_its_time_and_by_whose_word(desk: Sandbox) -> None:
    (journal,) = desk.gm("log dropdead-1").sections
    assert "1  Tuesday 1 December 2026, 12:00 (Europe/London), by the GM, at the command line" in journal.text
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
