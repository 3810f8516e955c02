"""No turn is closed before its post was read, and every deadline has its own orders."""

from datetime import timedelta

import pytest

from processor.wire.faults import MailboxLost
from tests.daemon.stage import DAY, FIRST_DEADLINE, GM, HOUR, MINUTE, PLAYERS, SECOND, SETTLE, Stage

SECOND_DEADLINE = FIRST_DEADLINE + 14 * DAY


def test_a_deadline_is_closed_only_when_the_mailbox_was_read_past_it(stage: Stage) -> None:
    stage.begin()
    for early in (-MINUTE, timedelta(), SETTLE - SECOND):
        stage.at(FIRST_DEADLINE + early)
        stage.round()
        assert stage.turn == 1
    stage.at(FIRST_DEADLINE + SETTLE)
    stage.round()
    assert stage.turn == 2


def test_a_mailbox_out_of_reach_holds_the_deadline(stage: Stage) -> None:
    stage.begin()
    door = stage.office.imap_port
    stage.reach(imap_port=1)
    for late in (MINUTE, HOUR, 3 * DAY):
        stage.at(FIRST_DEADLINE + late)
        with pytest.raises(MailboxLost):
            stage.round()
        assert stage.turn == 1
    stage.reach(imap_port=door)
    stage.round()
    assert stage.turn == 2


def test_after_an_outage_a_letter_from_before_the_deadline_counts_for_it_and_a_later_one_for_the_next(
    stage: Stage,
) -> None:
    stage.begin()
    stage.at(FIRST_DEADLINE - SECOND)
    stage.write("Ann", stage.orders("Ann", 1, 2))
    stage.at(FIRST_DEADLINE)
    stage.write("Bob", stage.orders("Bob", 1, 2))
    stage.at(FIRST_DEADLINE + 3 * DAY)
    stage.round()
    ann, bob = (stage.mails(PLAYERS[name]) for name in PLAYERS)
    assert [str(mail["Subject"]) for mail in ann[-2:]] == [
        "[choice-1] 2 orders taken, all is in",
        "[choice-1] Issue 1: results",
    ]
    assert "The deadline of issue 1 was:" in ann[-2].get_content()
    assert [str(mail["Subject"]) for mail in bob[-2:]] == [
        "[choice-1] Issue 1: results",
        "[choice-1] 2 orders taken, 2 still missing",
    ]
    assert "What stands for issue 2:" in bob[-1].get_content()


def test_an_outage_of_weeks_closes_one_turn_and_leaves_time_for_the_next(stage: Stage) -> None:
    stage.begin()
    stage.at(FIRST_DEADLINE - HOUR)
    stage.write("Ann", stage.orders("Ann", 1))
    stage.at(SECOND_DEADLINE - HOUR)
    stage.write("Ann", stage.orders("Ann", 2))
    stage.at(SECOND_DEADLINE + HOUR)
    stage.round()
    assert stage.turn == 2
    assert stage.news("Ann") == [
        "[choice-1] 1 order taken, 1 still missing",
        "[choice-1] Issue 1: results",
        "[choice-1] 1 order taken, 2 still missing",
    ]
    stage.at(SECOND_DEADLINE + 7 * DAY)
    stage.round()
    assert stage.turn == 2


def test_missed_deadlines_of_several_matches_are_closed_in_order_each_with_its_own_orders(stage: Stage) -> None:
    """Ann's letter comes between the deadlines of the two matches, and names them both."""
    stage.begin()
    stage.tell("new choice choice-2 every 2 weeks friday 22:00 UTC")
    stage.write("Ann", "join choice-2")
    stage.round()
    stage.tell("start choice-2")
    stage.at(FIRST_DEADLINE + HOUR)
    stage.write("Ann", f"choice-1\n{stage.orders('Ann', 1, 2)}\nchoice-2\n{stage.orders('Ann', 1, 2, code='choice-2')}")
    stage.at(FIRST_DEADLINE + 3 * HOUR)
    stage.round()
    assert [subject for subject in stage.news("Ann") if "begins" not in subject and "Your letter" not in subject] == [
        "[choice-1] Issue 1: results",
        "[choice-1, choice-2] 4 orders taken, 2 still missing",
        "[choice-2] Issue 1: results",
    ]


def test_a_deadline_is_closed_once_however_often_it_is_looked_at(stage: Stage) -> None:
    stage.begin()
    stage.at(FIRST_DEADLINE + MINUTE)
    for _ in range(3):
        stage.round()
        stage.restart()
    assert stage.turn == 2
    assert stage.news("Ann") == ["[choice-1] Issue 1: results"]


def test_the_gm_is_told_who_sent_nothing(stage: Stage) -> None:
    stage.begin()
    stage.write("Ann", stage.orders("Ann", 1))
    stage.round()
    stage.at(FIRST_DEADLINE + MINUTE)
    stage.round()
    report = stage.mails(GM)[-1]
    assert "Without complete orders for issue 1:\n  * Ann\n" in report.get_content().replace("\r\n", "\n")


def test_reminders_go_once_to_those_who_owe_orders(stage: Stage) -> None:
    stage.begin()
    stage.write("Bob", stage.orders("Bob", 1, 2))
    stage.write("Ann", stage.orders("Ann", 1))
    stage.round()
    stage.news("Ann"), stage.news("Bob")
    reminder = ["[choice-1] Reminder: issue 1 closes soon"]
    for before, wanted in ((73 * HOUR, []), (72 * HOUR, reminder), (71 * HOUR, []), (24 * HOUR, reminder), (HOUR, [])):
        stage.at(FIRST_DEADLINE - before)
        stage.round()
        stage.restart()
        stage.round()
        assert stage.news("Ann") == wanted, before
        assert stage.news("Bob") == [], before


def test_reminders_that_an_outage_swallowed_are_sent_as_one(stage: Stage) -> None:
    stage.begin()
    stage.write("Ann", stage.orders("Ann", 1))
    stage.round()
    stage.news("Ann")
    stage.at(FIRST_DEADLINE - 20 * HOUR)
    stage.round()
    stage.round()
    assert stage.news("Ann") == ["[choice-1] Reminder: issue 1 closes soon"]


def test_a_moved_deadline_is_told_and_the_old_one_closes_nothing(stage: Stage) -> None:
    stage.begin()
    stage.tell("extend choice-1 by 3 days")
    stage.at(FIRST_DEADLINE + HOUR)
    stage.round()
    assert stage.turn == 1
    assert "[choice-1] Issue 1 has a new deadline" in stage.news("Bob")
    stage.at(FIRST_DEADLINE + 3 * DAY + MINUTE)
    stage.round()
    assert stage.turn == 2
