"""The log and the history: every kind of event in a sentence, and nobody's secrets told too early."""

import re
from datetime import UTC, datetime
from typing import get_args

import pytest

from processor.core.events import HOUSE_EVENTS, DeadlineHeld, OrdersFiled, SeatExcused, WaitSaid
from processor.core.life import Why
from processor.desk.prose import label_of
from processor.mail.write import has_phrase
from tests.desk.sandbox import Sandbox, said, sandbox

ANN, BOB = "ann@x.test", "bob@x.test"
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
TOLD_OTHERWISE = (
    OrdersFiled(1, ()),
    WaitSaid(1, False),
    SeatExcused(1, 1, False),
    *(DeadlineHeld(1, why, NOON) for why in get_args(Why)),
)


@pytest.fixture
def desk() -> Sandbox:
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London")
    desk.begins("dead-1", ANN, BOB)
    return desk


def history(desk: Sandbox, who: str, of: str = "dead-1") -> str:
    mails = desk.letter(who, f"history {of}", to=desk.reply_to[who])
    return next(said(mail) for mail in mails if (mail.kind, mail.recipient) == ("receipt", who))


@pytest.mark.parametrize("kind", HOUSE_EVENTS, ids=lambda kind: kind.__name__)
def test_every_kind_of_event_has_its_sentence(kind: type) -> None:
    if kind is not DeadlineHeld:  # which has one for each reason
        assert has_phrase(f"event-{kind.__name__}")


@pytest.mark.parametrize("event", TOLD_OTHERWISE, ids=str)
def test_what_goes_the_other_way_has_a_sentence_of_its_own(event: OrdersFiled) -> None:
    assert has_phrase(label_of(event))


def test_the_log_tells_a_stranger_what_happened_and_by_whose_word(desk: Sandbox) -> None:
    desk.letter(ANN, "roll", to=desk.reply_to[ANN])
    desk.gm("hold dead-1")
    desk.gm("go ahead dead-1")
    desk.gm("grace dead-1 6 hours")
    desk.gm("excuse Bob inning 1 in dead-1")
    (log,) = desk.gm("log dead-1").sections
    for told in (
        "Ann takes seat 1.",
        "Play begins.",
        "On file for Ann: roll inning 1",
        "The deadline of inning 1 is held, as the GM wished.",
        "The deadline of inning 1 is held no longer.",
        "The setting grace is now 360.",
        "Nothing is asked of Bob in inning 1.",
    ):
        assert re.search(rf"by .+\n      {re.escape(told)}", log.text), told


def test_a_history_tells_the_common_things_and_ones_own_but_nobody_elses_before_the_end(desk: Sandbox) -> None:
    desk.letter(ANN, "roll", to=desk.reply_to[ANN])
    desk.gm("early dead-1 on")
    desk.letter(ANN, "wait", to=desk.reply_to[ANN])
    desk.gm("excuse Ann inning 1 in dead-1")
    desk.gm("hold dead-1")
    for who, own in ((ANN, True), (BOB, False)):
        told = history(desk, who)
        assert "Bob takes seat 2." in told
        assert "is held, as the GM wished" in told
        assert ("on file from" in told) is own
        assert ("Ann does not want this inning run early" in told) is own
        assert ("Nothing is asked of Ann" in told) is own


def test_the_history_of_a_turn_has_its_results_as_they_were_mailed_to_whoever_asks(desk: Sandbox) -> None:
    desk.letter(ANN, "roll", to=desk.reply_to[ANN])
    desk.gm("run dead-1 inning 1")
    mailed = {mail.recipient: said(mail) for mail in desk.post() if mail.kind == "results"}
    assert "write its number: history dead-1 inning NUMBER" in history(desk, BOB)
    for who in (ANN, BOB):
        told = history(desk, who, "dead-1 inning 1")
        assert "Inning 1 closed on" in told
        assert mailed[who].partition("Dear ")[2] in told


def test_after_the_end_everybody_may_know_all_of_it(desk: Sandbox) -> None:
    desk.letter(ANN, "roll", to=desk.reply_to[ANN])
    desk.gm("close dead-1")
    desk.post()
    told = history(desk, BOB)
    assert "On file for Ann: roll inning 1" in told
    assert "The match is over." in told


def test_who_has_left_a_running_match_is_for_its_game_to_tell() -> None:
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London")
    desk.begins("dead-1", ANN, BOB, "dot@x.test")
    desk.leaves("dot@x.test", "withdraw dead-1")
    assert "Dot leaves." not in history(desk, BOB)
    assert "Dot leaves." in desk.gm("log dead-1").sections[0].text
    desk.gm("close dead-1")
    assert "Dot leaves." in history(desk, BOB)
