"""The GM closes a turn at the command line while letters that came before are still unopened."""

from datetime import UTC, datetime, timedelta

import pytest

from processor.desk.counter import instruct, overview
from processor.desk.guard import hold_everything
from processor.desk.work import NO_POST_READ
from processor.store.inbox import Fetched, keep
from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN, BOB = "ann@x.test", "bob@x.test"
FRIDAY = datetime(2026, 12, 11, 20, tzinfo=UTC)


def lies_unopened(desk: Sandbox, body: str, arrived: datetime) -> None:
    """A letter of Ann's is in the house, and nobody has opened it yet."""
    desk.letters += 1
    message_id = f"<{desk.letters}@x.test>"
    raw = f"From: {ANN}\nTo: {desk.reply_to[ANN]}\nMessage-ID: {message_id}\n\n{body}\n".encode()
    with desk.desk.database.begin() as store:
        keep(store, "test", 0, [Fetched(None, arrived, raw, len(raw), False, message_id)])


def results_for_ann(desk: Sandbox, code: str) -> str:
    mails = [mail for mail in desk.post() if mail.kind == "results" and mail.recipient == ANN]
    return said(next(mail for mail in mails if code in header(mail, "Subject")))


@pytest.mark.parametrize("word", ["run choice-1 turn 1", "go ahead choice-1", "go ahead"])
def test_orders_that_came_before_the_gm_closes_the_turn_count_for_it(word):
    desk = sandbox()
    desk.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    desk.gm("dice choice-1 turn 1: 1,5,5,5,6")
    desk.begins("choice-1", ANN)
    if word.startswith("go ahead"):
        hold_everything(desk.desk, desk.now)
        desk.now = FRIDAY + timedelta(days=14)
        desk.open()
    lies_unopened(desk, "turn 1: 1+5, 5+6, reject 5", desk.now)
    desk.gm(word)
    assert "1+5=6, 5+6=11" in results_for_ann(desk, "choice-1")


@pytest.mark.parametrize(
    "word",
    [
        "resume choice-1",
        "close choice-1",
        "drop Ann in choice-1",
        "replace Ann in choice-1 by cid@x.test",
        "act for Ann in choice-1: turn 1: 5+5, 1+5, reject 6",
    ],
)
def test_what_came_before_the_gm_ends_something_is_dealt_with_before_it(word):
    desk = sandbox()
    desk.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    desk.gm("dice choice-1 turn 1: 1,5,5,5,6")
    desk.begins("choice-1", ANN, BOB)
    if word.startswith("resume"):
        desk.gm("pause choice-1")
    lies_unopened(desk, "turn 1: 1+5, 5+6, reject 5", desk.now)
    desk.gm(word)
    receipt = next(mail for mail in desk.post() if mail.kind == "receipt" and mail.recipient == ANN)
    assert "What stands for issue 1: A turn 1: 1+5=6, 5+6=11, reject 5" in said(receipt)


def test_who_wrote_to_join_before_the_gm_starts_has_a_seat():
    desk = sandbox()
    desk.gm("new choice choice-1 seats 1-3 deadline every 2 weeks friday 20:00 Europe/London")
    desk.joins(BOB, "choice-1")
    desk.gm("new choice choice-2 deadline every 2 weeks friday 20:00 Europe/London")
    desk.joins(ANN, "choice-2")
    lies_unopened(desk, "join choice-1", desk.now)
    desk.gm("start choice-1")
    assert [seat.name for seat in desk.match("choice-1").seats.values()] == ["Bob", "Ann"]


@pytest.fixture
def two() -> Sandbox:
    """Two matches of Drop Dead, of which one closes on a Friday at eight and the other on a Saturday."""
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 deadline every friday 20:00")
    desk.begins("dropdead-1", ANN, BOB)
    desk.gm("new dropdead dropdead-2 deadline every 2 weeks saturday 20:00")
    for player in (ANN, BOB):
        desk.letter(player, "join dropdead-2", to=desk.reply_to[player])
    desk.gm("start dropdead-2")
    desk.post()
    desk.now = FRIDAY + timedelta(minutes=3)
    return desk


def turn_of(desk: Sandbox, code: str) -> int:
    return next(row.turn for row in overview(desk.desk, desk.now).rows if row.code == code)


def test_the_deadline_of_another_match_that_has_passed_is_closed_first(two):
    lies_unopened(two, "dropdead-2\nroll", FRIDAY + timedelta(minutes=1))
    assert not two.gm("run dropdead-2 inning 1").refused
    assert results_for_ann(two, "dropdead-2").count("rolled for by the house") == 1  # for Bob, who sent nothing
    assert (turn_of(two, "dropdead-1"), turn_of(two, "dropdead-2")) == (2, 2)


def test_what_came_after_the_other_deadline_is_no_order_for_the_turn_before_it(two):
    lies_unopened(two, "dropdead-1\nroll", FRIDAY + timedelta(minutes=1))
    two.gm("run dropdead-2 inning 1")
    mails = two.post()
    assert "What stands for inning 2: roll" in said(next(mail for mail in mails if mail.kind == "receipt"))


def test_where_the_mailbox_stays_unread_the_gm_is_told_what_comes_first(two):
    lies_unopened(two, "dropdead-2\nroll", FRIDAY + timedelta(minutes=1))
    refused = instruct(two.desk, "run dropdead-2 inning 1", two.now, lambda: NO_POST_READ)
    assert refused.refused
    assert "with: run dropdead-1 inning 1, or: hold dropdead-1." in refused.told[0]
    assert (turn_of(two, "dropdead-1"), turn_of(two, "dropdead-2")) == (1, 1)
    for words in ("run dropdead-1 inning 1", "run dropdead-2 inning 1"):
        assert not instruct(two.desk, words, two.now, lambda: NO_POST_READ).refused
    assert results_for_ann(two, "dropdead-2").count("rolled for by the house") == 1  # for Bob, who sent nothing


def test_unread_or_not_a_turn_whose_own_deadline_has_passed_can_be_closed(two):
    lies_unopened(two, "dropdead-1\nroll", FRIDAY + timedelta(minutes=1))
    assert not instruct(two.desk, "run dropdead-1 inning 1", two.now, lambda: NO_POST_READ).refused
    assert turn_of(two, "dropdead-1") == 2


def test_a_sign_up_that_has_run_out_is_ended_first(two):
    two.gm('new choice choice-5 "Five" sign-up until 11 december 2026 20:05 deadline every friday 20:00')
    two.gm("run dropdead-1 inning 1")
    lies_unopened(two, "dropdead-2\nroll", FRIDAY + timedelta(minutes=6))
    two.now = FRIDAY + timedelta(minutes=7)
    refused = instruct(two.desk, "run dropdead-2 inning 1", two.now, lambda: NO_POST_READ)
    assert "the sign-up of choice-5 has to end before them" in refused.told[0]
    assert not two.gm("run dropdead-2 inning 1").refused
    assert results_for_ann(two, "dropdead-2").count("rolled for by the house") == 1  # for Bob, who sent nothing
