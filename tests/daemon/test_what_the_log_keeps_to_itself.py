"""A whole match and failures of every kind, with the log at its most talkative: it tells no secret of any kind."""

import logging
from collections.abc import Callable, Iterator
from time import sleep

import pytest
import structlog

from processor.config.settings import Settings
from processor.daemon import rounds
from processor.daemon.logs import set_up
from processor.desk import letters, turns, work
from processor.desk.carrying import carry_out
from processor.desk.pages import mail_results
from processor.store import inbox, matches, schedule
from tests.daemon.stage import CODE, DAY, GAMES, GM, PASSWORD, PLAYERS, Stage, served_beside
from tests.servers.grounds import HOST, until

SAID = ("reject ", "the fox is in the henhouse")
"""What stands in the letters and nowhere else."""


@pytest.fixture(params=[False, True], ids=["for people", "as JSON"])
def log(request: pytest.FixtureRequest) -> Iterator[None]:
    """The log as the service sets it up, and everything that libraries say besides."""
    root, before = logging.getLogger(), structlog.get_config()
    level, handlers = root.level, root.handlers[:]
    house = {"name": "The Long Table", "address": GAMES, "gm_name": "Marian", "gm_address": GM}
    imap = {"host": HOST, "user": GAMES, "password": PASSWORD}
    set_up(Settings.model_validate({"house": house, "imap": imap, "log": {"level": "debug", "json": request.param}}))
    yield
    root.setLevel(level)
    root.handlers[:] = handlers
    structlog.configure(**before)


def secrets(stage: Stage) -> set[str]:
    """All that may not stand in a log."""
    desk, numbers = stage.desk, range(1, 30)
    tokens = {desk.token("seat", each, CODE) for each in numbers} | {desk.token("player", each) for each in numbers}
    with stage.database.reading() as store:
        seeds = {record.seed.hex() for record in matches.all(store)}
    return {PASSWORD, *SAID, "Roll(", "rolls=", "face=", "OrdersFiled(", *tokens, *seeds}


def told_in(capsys: pytest.CaptureFixture[str], stage: Stage) -> str:
    """The log, in which no secret stands."""
    out, logged = capsys.readouterr()
    assert out == ""
    for secret in secrets(stage):
        assert secret not in logged
    return logged


def number_of(stage: Stage, status: inbox.Status) -> int:
    with stage.database.reading() as store:
        return inbox.counts(store).get(status, 0)


def failing(how: Callable[..., object]) -> Callable[..., object]:
    """The same function, but it fails when it is done, and says all that it knows."""

    def fails(*given: object, **named: object) -> object:
        raise ValueError(f"{given} {named} {how(*given, **named)} {SAID}")

    return fails


def play(stage: Stage, *rolls: int) -> None:
    """A turn: both send orders, and after the deadline Ann asks where the match stands."""
    turn, opened = stage.turn, number_of(stage, "done")
    for name in PLAYERS:
        stage.write(name, f"{stage.orders(name, *rolls)}\n{SAID[1]}")
    until(lambda: number_of(stage, "done") == opened + 2, "both letters should be opened")
    stage.at(stage.calendar.now + 20 * DAY)
    stage.write("Ann", "status")
    until(lambda: number_of(stage, "done") == opened + 3, "the question should be answered")
    assert stage.turn == turn + 1


def test_a_whole_match_is_played_and_the_log_tells_only_that_it_was(
    stage: Stage, log: None, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.begin()
    with served_beside(stage, stage.calendar):
        for rolls in ((1, 2), (3,)):
            play(stage, *rolls)
        stage.tell(f"close {CODE}")
        until(lambda: any("final" in each.lower() for each in stage.subjects(PLAYERS["Ann"])), "all should be over")
    logged = told_in(capsys, stage)
    assert "worked" in logged
    assert "sent" in logged


def test_a_letter_and_a_turn_on_which_we_fail_are_written_down_without_what_was_in_them(
    stage: Stage, log: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.begin()
    monkeypatch.setattr(letters, "carry_out", failing(carry_out))
    monkeypatch.setattr(turns, "mail_results", failing(mail_results))
    with served_beside(stage, stage.calendar):
        stage.write("Ann", f"{stage.orders('Ann', 1, 2)}\n{SAID[1]}")
        until(lambda: number_of(stage, "put-aside") == 1, "the letter should be put aside")
        stage.at(stage.calendar.now + 20 * DAY)
        stage.write("Bob", "hello")
        until(lambda: number_of(stage, "put-aside") == 2, "the other one too")
        until(lambda: bool(held(stage)), "the match should be held")
    told_in(capsys, stage)
    with stage.database.reading() as store:
        traces = [each.trace for each in inbox.put_aside(store)]
    for trace in (*traces, *held(stage)):
        assert "ValueError" in trace
        assert not [secret for secret in secrets(stage) if secret in trace]
    for mail in stage.mails(GM):
        assert not [secret for secret in SAID if secret in mail.get_content()]


def test_work_that_fails_as_a_whole_is_logged_without_what_it_was_about(
    stage: Stage, log: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.begin()
    monkeypatch.setattr(work, "_letters", failing(lambda desk, *rest: (desk.secret, desk.token("player", 1))))
    monkeypatch.setattr(rounds, "_claimed", failing(lambda sitting, pace: sitting.desk.token("player", 2)))
    said = ""
    with served_beside(stage, stage.calendar):
        stage.write("Ann", "status")
        while not ("work failed" in said and "sending failed" in said):
            said += told_in(capsys, stage)
            sleep(0.01)
    assert "ValueError" in said


def held(stage: Stage) -> list[str]:
    """The traces of turns on which we failed."""
    with stage.database.reading() as store:
        return [each.reason for each in schedule.held(store)]
