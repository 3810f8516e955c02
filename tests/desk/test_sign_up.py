"""Coming, leaving and coming back before play begins, with dice that the GM has thrown by hand meanwhile."""

import pytest

from processor.store import roster
from tests.desk.sandbox import Sandbox, said, sandbox

PLAYERS = {"ann@x.test": "Red", "bob@x.test": "Blue", "cid@x.test": "Green", "dee@x.test": "Gold", "eve@x.test": "Grey"}


@pytest.fixture
def signing_up() -> Sandbox:
    made = sandbox()
    made.gm('new perudo perudo-7 "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    for player, pseudonym in PLAYERS.items():
        made.letter(player, f"join perudo-7 as {pseudonym}")
        made.letter(player, "yes", to=made.reply_to[player])
    return made


def writes(desk: Sandbox, player: str, words: str) -> str:
    (receipt,) = desk.letter(player, words, to=desk.reply_to[player])
    return said(receipt)


def test_who_joins_is_told_that_the_match_may_begin_when_the_sign_up_ends():
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 seats 2-9 deadline every friday 20:00 sign-up until 4 december 20:00")
    desk.letter("ann@x.test", "join dropdead-1")
    told = writes(desk, "ann@x.test", "yes")
    assert (
        "Play begins when all are taken, when the sign-up ends (Friday 4 December 2026, 20:00 (Europe/London)" in told
    )


def test_who_left_can_come_back(signing_up):
    assert "given up your seat" in writes(signing_up, "eve@x.test", "withdraw")
    assert "You have a seat in perudo-7 and play as Queen Bee" in writes(
        signing_up, "eve@x.test", "join perudo-7 as Queen Bee"
    )


@pytest.mark.parametrize("pseudonym", ["Bob the Brave", "cid", "Marian", "The Real Dee"])
def test_nobody_plays_under_a_name_that_somebody_else_really_has(signing_up, pseudonym):
    writes(signing_up, "eve@x.test", "withdraw")
    refused = writes(signing_up, "eve@x.test", f"join perudo-7 as {pseudonym}")
    assert f"{pseudonym} holds a name that somebody else here really has" in refused


def test_a_name_that_only_begins_like_somebody_elses_will_do(signing_up):
    writes(signing_up, "eve@x.test", "withdraw")
    assert "and play as Bobbin Head" in writes(signing_up, "eve@x.test", "join perudo-7 as Bobbin Head")


def test_dice_by_hand_that_no_longer_fit_the_seats_hold_the_start_up_and_are_asked_for_again(signing_up):
    everybody = "order: Grey, Red, Blue, Green, Gold"
    signing_up.gm(f"dice perudo-7 {everybody}")
    writes(signing_up, "eve@x.test", "withdraw perudo-7")
    refused = signing_up.gm("start perudo-7")
    assert refused.refused
    assert everybody in refused.told[0]
    signing_up.gm("dice perudo-7 order: Gold, Red, Blue, Green")
    assert not signing_up.gm("start perudo-7").refused
    opening = next(mail for mail in signing_up.post() if mail.recipient == "ann@x.test")
    assert "ORDER OF PLAY Gold, Red, Blue, Green" in said(opening)


def test_the_gm_hears_why_a_match_that_is_full_did_not_begin(signing_up):
    signing_up.gm("dice perudo-7 order: Grey, Red, Blue, Green, Gold")
    for name in ("fay", "gus", "hal"):
        signing_up.letter(f"{name}@x.test", "join perudo-7")
        mails = signing_up.letter(f"{name}@x.test", "yes", to=signing_up.reply_to[f"{name}@x.test"])
    (told,) = [mail for mail in mails if mail.recipient == "marian@long.test"]
    assert "should have begun just now" in said(told)
    assert "Please give them once more" in said(told)


def test_dice_that_have_fallen_are_not_thrown_again_by_hand(signing_up):
    signing_up.gm("start perudo-7")
    refused = signing_up.gm("dice perudo-7 Red 1.1: 6")
    assert refused.refused
    assert "fallen already" in refused.told[0]
    assert not signing_up.gm("dice perudo-7 turn 2 Red 1.1 drawn: 6").refused


def test_a_match_whose_dates_the_gm_names_begins_and_the_gm_is_told_to_name_the_first():
    desk = sandbox()
    desk.gm("new choice choice-1 deadline on dates given")
    desk.joins("ann@x.test", "choice-1")
    begun = desk.gm("start choice-1")
    assert not begun.refused
    assert "choice-1 has begun" in begun.told[0]
    assert "deadline choice-1 issue 1 friday 20:00" in begun.told[0]
    assert not desk.gm("deadline choice-1 issue 1 18 december 20:00").refused


@pytest.mark.parametrize("words", ["Ann", "archer", "Ann Archer"])
def test_the_gm_can_name_a_player_by_a_part_of_the_name(words):
    desk = sandbox()
    with desk.desk.database.begin() as store:
        for name in ("Ann Archer", "Hannah Bell", "Bob Bell"):
            roster.add_player(store, f"{name.split()[0]}@x.test", name, "UTC", confirmed=True)
    assert "from Ann Archer has come in" in desk.gm(f"paid {words} 1.00").told[0]
    assert "More than one player is called Bell" in desk.gm("paid Bell 1.00").told[0]


def test_what_is_no_order_in_the_match_that_a_letter_joins_is_passed_over_as_talk(signing_up):
    signing_up.gm("new shootout shoot-1")
    signing_up.letter("fay@x.test", "I would like to play please.\njoin shoot-1")
    receipt = writes(signing_up, "fay@x.test", "yes")
    assert "You have a seat in shoot-1" in receipt
    assert "no match running" not in receipt
