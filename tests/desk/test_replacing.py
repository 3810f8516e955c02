"""Somebody else plays on in a seat: with its secrets, under its name, and by words of their own."""

import pytest

from tests.desk.sandbox import Sandbox, header, said, sandbox

CODE = "perudo-7"
PLAYERS = {"ann@x.test": "Red", "bob@x.test": "Blue", "cid@x.test": "Green", "dee@x.test": "Gold"}
ANN, ZOE = "ann@x.test", "zoe@y.test"


@pytest.fixture
def desk() -> Sandbox:
    made = sandbox()
    made.gm(f'new perudo {CODE} "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    for player, pseudonym in PLAYERS.items():
        made.letter(player, f"join {CODE} as {pseudonym}")
        made.letter(player, "yes", to=made.reply_to[player])
    made.gm(f"start {CODE}")
    made.post()
    return made


def test_the_newcomer_gets_the_seat_with_its_secrets_and_its_name(desk: Sandbox) -> None:
    (status,) = desk.letter(ANN, "resend dice", desk.reply_to[ANN])
    secret = said(status).partition("your dice")[2][:120]
    outcome = desk.gm(f"replace Red in {CODE} by {ZOE}")
    assert outcome.told[0].endswith(f"write: replace Red in {CODE} by {ANN}")
    mails = {mail.recipient: mail for mail in desk.open()}
    assert mails.keys() == {ANN, ZOE}
    assert "play on in Spring (Postal Perudo) as Red" in said(mails[ZOE])
    assert secret
    assert secret in said(mails[ZOE])
    assert header(mails[ANN], "Subject") == f"[{CODE}] Somebody else plays on for you in Spring"
    assert "zoe" not in said(mails[ANN]).casefold()


def test_before_the_start_there_is_nothing_to_take_over() -> None:
    made = sandbox()
    made.gm("new dropdead dropdead-1 deadline every friday 20:00")
    made.joins(ANN, "dropdead-1")
    refused = made.gm(f"replace Ann in dropdead-1 by {ZOE}")
    assert refused.refused
    assert "To make room, write: drop Ann in dropdead-1." in refused.told[0]
    assert made.post() == []


@pytest.mark.parametrize("address", ["games@long.test", "games+abc@long.test", "Games@Long.Test"])
@pytest.mark.parametrize("words", [f"replace Red in {CODE} by", f"standby for {CODE}"])
def test_nobody_plays_at_the_houses_own_address(desk: Sandbox, words: str, address: str) -> None:
    said_so = desk.gm(f"standby {address} for {CODE}" if words.startswith("standby") else f"{words} {address}")
    assert said_so.refused
    assert "is the house's own address" in said_so.told[0]
    assert desk.post() == []


def test_the_words_of_the_one_before_prove_nothing_any_more(desk: Sandbox) -> None:
    old = desk.reply_to[ANN]
    desk.gm(f"replace Red in {CODE} by {ZOE}")
    desk.open()
    mails = desk.letter(ANN, "status", old)
    assert "your dice" not in " ".join(map(said, mails))
    (answer,) = desk.letter(ZOE, "status", desk.reply_to[ZOE])
    assert "your dice" in said(answer)


def test_it_can_be_taken_back(desk: Sandbox) -> None:
    desk.gm(f"replace Red in {CODE} by {ZOE}")
    desk.gm(f"replace Red in {CODE} by {ANN}")
    desk.open()
    (answer,) = desk.letter(ANN, "status", desk.reply_to[ANN])
    assert "your dice" in said(answer)


def test_who_sits_at_the_table_takes_over_no_second_seat(desk: Sandbox) -> None:
    assert desk.gm(f"replace Red in {CODE} by bob@x.test").refused


def test_a_seat_that_was_given_up_stays_so(desk: Sandbox) -> None:
    desk.gm(f"drop Red from {CODE}")
    assert desk.gm(f"replace Red in {CODE} by {ZOE}").refused
