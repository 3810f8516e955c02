"""Our outage is nobody's missed turn: what happens when the mailbox was not read for hours, or the clock is put."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from processor.daemon.clockwatch import ClockWatch, hold_if_put_back
from processor.desk.guard import hold_everything
from tests.daemon.stage import (
    BEGINNING,
    DAY,
    FIRST_DEADLINE,
    GM,
    HOUR,
    MINUTE,
    SECOND,
    Calendar,
    Stage,
    served_beside,
    staged,
)
from tests.servers.grounds import until

HELD = "[The Long Table] A deadline is held; shall it go ahead?"
STILL = "[choice-1] Issue 1 does not close for now"
RESULTS = "[choice-1] Issue 1: results"


@pytest.fixture
def guarded(stage: Stage) -> Stage:
    """A match whose house minds its outages, and has read its mailbox until the evening of the deadline."""
    stage.begin()
    for hours in (25, 20, 16, 12):
        reads_until(stage, FIRST_DEADLINE - hours * HOUR)
    stage.guard()
    return stage


def reads_until(stage: Stage, instant: datetime) -> None:
    """Time passes while the mailbox is read as always."""
    stage.at(instant)
    stage.round()


def test_after_hours_without_a_look_before_a_deadline_the_gm_is_asked(guarded: Stage) -> None:
    guarded.write("Ann", guarded.orders("Ann", 1))
    reads_until(guarded, FIRST_DEADLINE + MINUTE)
    assert guarded.turn == 1
    assert guarded.subjects(GM)[-1] == HELD
    question = guarded.mails(GM)[-1].get_content()
    assert "go ahead choice-1" in question
    assert "Still missing: Ann" in question
    assert STILL in guarded.news("Bob")
    for later in (HOUR, 2 * DAY, 30 * DAY):
        reads_until(guarded, FIRST_DEADLINE + later)
    assert guarded.turn == 1
    assert guarded.subjects(GM).count(HELD) == 1


def test_go_ahead_closes_the_turn_with_what_has_come_meanwhile(guarded: Stage) -> None:
    reads_until(guarded, FIRST_DEADLINE + MINUTE)
    guarded.write("Bob", guarded.orders("Bob", 1, 2))
    reads_until(guarded, FIRST_DEADLINE + HOUR)
    assert "[choice-1] 2 orders taken, all is in" in guarded.news("Bob")
    guarded.tell("go ahead")
    reads_until(guarded, FIRST_DEADLINE + HOUR)
    assert guarded.turn == 2
    assert RESULTS in guarded.news("Bob")


def test_more_time_is_given_instead_and_the_outage_is_not_asked_about_again(guarded: Stage) -> None:
    reads_until(guarded, FIRST_DEADLINE + MINUTE)
    guarded.tell("extend choice-1 by 3 hours")
    reads_until(guarded, FIRST_DEADLINE + 3 * HOUR + MINUTE)
    assert guarded.turn == 2
    assert guarded.subjects(GM).count(HELD) == 1


@pytest.mark.parametrize("words", ["early choice-1 on", "grace choice-1 1 hour"])
def test_a_setting_settles_on_no_date_so_the_gm_is_asked_all_the_same(guarded: Stage, words: str) -> None:
    guarded.at(FIRST_DEADLINE - 10 * MINUTE)
    guarded.tell(words)
    reads_until(guarded, FIRST_DEADLINE + HOUR + MINUTE)
    assert guarded.turn == 1
    assert guarded.subjects(GM)[-1] == HELD


def test_a_few_hours_are_no_outage(stage: Stage) -> None:
    stage.begin()
    for hours in (25, 20, 16, 10, 5):
        reads_until(stage, FIRST_DEADLINE - hours * HOUR)
    stage.guard()
    reads_until(stage, FIRST_DEADLINE + MINUTE)
    assert stage.turn == 2


def test_an_outage_that_was_over_a_day_before_the_deadline_does_not_count(stage: Stage) -> None:
    stage.begin()
    stage.guard()
    reads_until(stage, FIRST_DEADLINE - 19 * HOUR)
    for hours in range(18, -1, -3):
        reads_until(stage, FIRST_DEADLINE - hours * HOUR)
    reads_until(stage, FIRST_DEADLINE + MINUTE)
    assert stage.turn == 2


def test_the_time_that_counts_is_a_setting(stage: Stage) -> None:
    stage.begin()
    for hours in (25, 12):
        reads_until(stage, FIRST_DEADLINE - hours * HOUR)
    stage.guard(longest=13 * HOUR)
    reads_until(stage, FIRST_DEADLINE + MINUTE)
    assert stage.turn == 2


def test_missed_deadlines_of_several_matches_are_all_held_and_go_ahead_together(guarded: Stage) -> None:
    guarded.tell("new choice choice-2 every 2 weeks friday 22:00 UTC")
    for name in ("Ann", "Bob"):
        guarded.write(name, "join choice-2")
    guarded.round()
    guarded.tell("start choice-2")
    guarded.tell("deadline choice-2 turn 1 friday 18 december 22:00")
    reads_until(guarded, FIRST_DEADLINE + 40 * DAY)
    assert guarded.subjects(GM).count(HELD) == 2
    news = guarded.news("Ann")
    assert not [subject for subject in news if "results" in subject]
    guarded.tell("go ahead")
    reads_until(guarded, FIRST_DEADLINE + 40 * DAY)
    assert [subject for subject in guarded.news("Ann") if "results" in subject] == [
        RESULTS,
        "[choice-2] Issue 1: results",
    ]


# --- The clock


@dataclass
class Ticking:
    """Seconds that pass whatever the clock shows."""

    seconds: float = 0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("shown", "passed", "jumped"),
    [
        (30 * SECOND, 30 * SECOND, False),
        (30 * DAY, 30 * DAY, False),
        (61 * MINUTE, 2 * MINUTE, False),
        (62 * MINUTE, MINUTE, True),
        (3 * HOUR, 30 * SECOND, True),
        (-3 * HOUR, 30 * SECOND, True),
        (timedelta(), 59 * MINUTE, False),
        (timedelta(), 61 * MINUTE, True),
    ],
)
def test_a_jump_is_more_than_an_hour_that_did_not_pass(shown: timedelta, passed: timedelta, jumped: bool) -> None:
    calendar, ticking = Calendar(), Ticking()
    watch = ClockWatch(calendar, ticking)
    calendar.now, ticking.seconds = BEGINNING + shown, passed.total_seconds()
    assert watch.jumped() is jumped
    assert not watch.jumped()


def test_a_clock_that_jumps_holds_everything_and_the_gm_is_asked_once(guarded: Stage) -> None:
    guarded.at(FIRST_DEADLINE + 3 * HOUR)
    assert hold_everything(guarded.desk, guarded.calendar()) == 1
    assert hold_everything(guarded.desk, guarded.calendar()) == 0
    guarded.round()
    assert guarded.turn == 1
    assert guarded.subjects(GM)[-1] == "[The Long Table] The clock jumped; deadlines are held"
    guarded.tell("go ahead choice-1")
    assert guarded.turn == 2


def test_a_clock_that_was_put_back_since_the_last_look_holds_everything(guarded: Stage) -> None:
    guarded.at(FIRST_DEADLINE - 14 * HOUR)
    guarded.round()
    assert "[The Long Table] The clock jumped; deadlines are held" in guarded.subjects(GM)
    assert not hold_if_put_back(guarded.desk, guarded.lines.holes.name, guarded.calendar)


@pytest.fixture
def by_pipe(stage: Stage) -> Stage:
    """A house without a mailbox, whose letters come by pipe; it was up until twelve hours before the deadline."""
    stage.begin()
    stage.lines = replace(stage.lines, imap=None)
    for hours in (26, 22, 17, 12):
        reads_until(stage, FIRST_DEADLINE - hours * HOUR)
    stage.guard()
    return stage


def test_a_house_without_a_mailbox_that_was_down_before_a_deadline_asks_the_gm(by_pipe: Stage) -> None:
    reads_until(by_pipe, FIRST_DEADLINE + 22 * DAY)
    assert by_pipe.turn == 1
    assert by_pipe.subjects(GM)[-1] == HELD
    by_pipe.tell("go ahead choice-1")
    assert by_pipe.turn == 2


def test_a_house_without_a_mailbox_that_was_up_closes_its_turns_in_time(by_pipe: Stage) -> None:
    for hours in (8, 4, 1):
        reads_until(by_pipe, FIRST_DEADLINE - hours * HOUR)
    reads_until(by_pipe, FIRST_DEADLINE + MINUTE)
    assert by_pipe.turn == 2


def test_a_clock_that_was_put_back_holds_everything_in_a_house_without_a_mailbox(by_pipe: Stage) -> None:
    reads_until(by_pipe, FIRST_DEADLINE - 14 * HOUR)
    assert "[The Long Table] The clock jumped; deadlines are held" in by_pipe.subjects(GM)


def test_the_service_holds_everything_when_the_clock_jumps(tmp_path: Path) -> None:
    with staged(tmp_path / "spool", f"sqlite:///{tmp_path / 'turnpost.db'}") as stage:
        stage.begin()
        lines = replace(stage.lines, tick=timedelta(seconds=0.1))
        with served_beside(stage, stage.calendar, lines, ClockWatch(stage.calendar, Ticking())):
            stage.at(FIRST_DEADLINE + 5 * HOUR)
            jumped = "[The Long Table] The clock jumped; deadlines are held"
            until(lambda: jumped in stage.subjects(GM), "the GM is not told")
            assert stage.turn == 1
