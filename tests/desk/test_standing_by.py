"""Waiting for a seat, standing by for one, and being offered to the GM when somebody drops out."""

import pytest

from tests.desk.sandbox import Sandbox, header, said, sandbox

POT = 'new dropdead dropdead-1 "Pennies" seats 2-2 deadline every week friday 20:00 stakes pot stake 50p'
CODE, GM, CID, DEE = "dropdead-1", "marian@long.test", "cid@x.test", "dee@x.test"


def answer(desk: Sandbox, player: str, words: str) -> str:
    """What a known player is answered."""
    mails = desk.letter(player, words, desk.reply_to[player])
    return said(next(mail for mail in mails if header(mail, "Subject").endswith("Your letter")))


@pytest.fixture
def full() -> Sandbox:
    """A match whose two seats are taken, and which waits for the stakes."""
    made = sandbox()
    made.gm(POT)
    for player in ("ann@x.test", "bob@x.test", CID, DEE):
        made.joins(player, CODE)
    return made


@pytest.fixture
def running() -> Sandbox:
    made = sandbox()
    made.gm(f'new dropdead {CODE} "Dice" seats 2-2 deadline every week friday 20:00 nmrs 1')
    for player in ("ann@x.test", "bob@x.test", CID):
        made.joins(player, CODE)
    return made


def test_who_finds_all_seats_taken_is_told_the_place_on_the_waiting_list(full: Sandbox) -> None:
    assert "You are on the list of dropdead-1 already, as number 2." in answer(full, DEE, f"join {CODE}")
    assert "so you are number 1 on its waiting list" in answer(full, CID, f"status {CODE}")
    (listed,) = [each for each in full.gm(f"who {CODE}").sections if each.title == "Who stands by"]
    assert listed.text.splitlines() == [
        f"1  Cid <{CID}>, waits for a seat",
        f"2  Dee <{DEE}>, waits for a seat",
    ]


def test_who_leaves_makes_room_for_the_first_who_waits_and_the_next_moves_up(full: Sandbox) -> None:
    mails = {mail.recipient: mail for mail in full.letter("ann@x.test", "withdraw", full.reply_to["ann@x.test"])}
    assert header(mails[CID], "Subject") == f"[{CODE}] A seat in Pennies is free for you"
    assert "You have a seat in dropdead-1" in said(mails[CID])
    assert DEE not in mails
    assert "number 1 on its waiting list" in answer(full, DEE, f"status {CODE}")


def test_who_is_dropped_before_the_start_makes_room_as_well(full: Sandbox) -> None:
    full.gm(f"drop Ann from {CODE}")
    assert {mail.recipient for mail in full.post()} >= {CID, "ann@x.test"}


def test_who_has_left_the_list_is_passed_over(full: Sandbox) -> None:
    assert "no longer on the list" in answer(full, CID, "withdraw")
    mails = full.letter("ann@x.test", "withdraw", full.reply_to["ann@x.test"])
    assert DEE in {mail.recipient for mail in mails}


def test_who_only_stands_by_gets_no_seat_before_the_start(full: Sandbox) -> None:
    for player in (CID, DEE):
        answer(full, player, f"withdraw {CODE}")
    assert "You stand by for dropdead-1" in answer(full, DEE, f"join {CODE} as standby")
    mails = full.letter("ann@x.test", "withdraw", full.reply_to["ann@x.test"])
    assert DEE not in {mail.recipient for mail in mails}


def test_a_name_wished_for_on_the_waiting_list_is_kept_unless_it_is_taken_by_then() -> None:
    desk = sandbox()
    desk.gm('new perudo perudo-7 "Spring" seats 4-4 deadline every 2 weeks friday 20:00')
    wishes = {"ann": "Red", "bob": "Blue", "cid": "Green", "dee": "Gold", "eve": "Pink Panther", "fay": "Pink Panther"}
    for name, pseudonym in wishes.items():
        if name == "dee":
            desk.gm("dice perudo-7 order: Red, Blue, Green")  # they no longer fit, so play does not begin with Dee
        desk.letter(f"{name}@x.test", f"join perudo-7 as {pseudonym}")
        desk.letter(f"{name}@x.test", "yes", desk.reply_to[f"{name}@x.test"])
    assert "is already called Gold" in answer(desk, "fay@x.test", "withdraw perudo-7\njoin perudo-7 as Gold")
    assert "number 2" in answer(desk, "fay@x.test", "join perudo-7 as Pink Panther")
    told: dict[str, str] = {}
    for name in ("ann", "bob"):
        told |= {mail.recipient: said(mail) for mail in desk.letter(f"{name}@x.test", "withdraw perudo-7")}
        told |= {
            mail.recipient: said(mail) for mail in desk.letter(f"{name}@x.test", "yes", desk.reply_to[f"{name}@x.test"])
        }
    assert "play as Pink Panther" in told["eve@x.test"]
    assert "You have a seat" in told["fay@x.test"]
    assert "Pink Panther" not in told["fay@x.test"]


def test_who_joins_a_running_match_stands_by_and_can_take_it_back(running: Sandbox) -> None:
    assert "You stand by for dropdead-1: you are number 1" in answer(running, CID, f"status {CODE}")
    assert "no longer on the list" in answer(running, CID, "withdraw")
    assert "You stand by" in answer(running, CID, f"join {CODE} as a standby")


def test_the_gm_puts_somebody_on_the_list_who_is_told_and_takes_it_back(running: Sandbox) -> None:
    outcome = running.gm(f"standby zoe@y.test for {CODE}")
    assert outcome.told[0].startswith("Zoe <zoe@y.test> now stands by for dropdead-1, as number 2")
    assert f"write: no standby zoe@y.test for {CODE}" in outcome.told[0]
    (mail,) = running.post()
    assert "If you do not want that, answer: withdraw" in said(mail)
    assert "no longer on the list" in running.gm(f"no standby zoe@y.test for {CODE}").told[0]
    (mail,) = running.post()
    assert header(mail, "Subject") == f"[{CODE}] You stand by for Dice no longer"


@pytest.mark.parametrize(
    ("words", "reply"),
    [
        (f"standby {CID} for {CODE}", "is on the list of dropdead-1 already, as number 1"),
        (f"standby bob@x.test for {CODE}", "plays in dropdead-1 already"),
        (f"no standby nobody@y.test for {CODE}", "nobody@y.test is not on the list"),
    ],
)
def test_what_cannot_be_is_declined_with_the_state_of_the_list(running: Sandbox, words: str, reply: str) -> None:
    outcome = running.gm(words)
    assert outcome.refused
    assert reply in outcome.told[0]


def test_the_gm_is_offered_the_standbys_for_who_is_silent_with_lines_that_work(running: Sandbox) -> None:
    running.gm(f"run {CODE} turn 1")
    told = [said(mail) for mail in running.post() if "Nothing from Bob" in header(mail, "Subject")]
    line = f"replace bob@x.test in {CODE} by {CID}"
    assert line in told[0]
    assert not running.gm(line).refused
    assert {mail.recipient for mail in running.post()} == {"bob@x.test", CID}
    assert not any(each.title == "Who stands by" for each in running.gm(f"who {CODE}").sections)


def test_who_leaves_a_running_match_leaves_a_seat_that_nobody_can_take_and_the_gm_hears_who_stands_by(
    running: Sandbox,
) -> None:
    mails = running.leaves("bob@x.test")
    (told,) = [mail for mail in mails if mail.recipient == GM and "has left" in header(mail, "Subject")]
    assert f"replace NAME in {CODE} by {CID}" in said(told)
