"""A process that was killed holds nothing up: on the same machine it is seen to be dead."""

import os
import subprocess
import sys
from pathlib import Path

from processor.daemon import holders
from processor.daemon.holders import has_ended, this_process
from processor.store import lease, outbox
from tests.daemon.stage import HOUR, Stage

NAME_ONESELF = "from processor.daemon.holders import this_process; print(this_process())"


def name_of_a_dead_one() -> str:
    done = subprocess.run([sys.executable, "-c", NAME_ONESELF], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_who_lives_has_not_ended() -> None:
    assert not has_ended(this_process())
    assert not has_ended(f"{this_process()} and a mark")


def test_who_is_dead_has_ended() -> None:
    assert has_ended(name_of_a_dead_one())


def test_a_killed_child_that_nobody_has_buried_has_ended() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", f"{NAME_ONESELF}; input()"], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout
        name = child.stdout.readline().strip()
        assert not has_ended(name)
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert has_ended(name)


def test_whoever_has_the_number_of_a_dead_one_is_somebody_else() -> None:
    place, number, life = this_process().split()
    assert has_ended(f"{place} {number} {int(life) - 1}")


def test_of_another_machine_nothing_is_known() -> None:
    _, number, life = name_of_a_dead_one().split()
    assert not has_ended(f"elsewhere/another-start/another-container {number} {life}")


def test_of_a_name_from_before_nothing_is_known() -> None:
    assert not has_ended("somewhere:17:c0ffee")
    assert not has_ended("")


def test_who_is_not_to_be_seen_has_not_ended_as_far_as_we_know(monkeypatch) -> None:
    """A process of another user, on a system that hides those."""
    name = name_of_a_dead_one()

    def forbidden(number: int, signal: int) -> None:
        raise PermissionError(number, signal)

    monkeypatch.setattr(os, "kill", forbidden)
    assert not has_ended(name)


def test_where_the_system_tells_nothing_the_lease_decides(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(holders, "_PROC", tmp_path)
    assert not has_ended(this_process())


def test_the_mailbox_of_a_killed_service_is_read_at_once(stage: Stage) -> None:
    with stage.database.begin() as store:
        lease.take_lease(store, "mailbox imap", name_of_a_dead_one(), stage.calendar(), stage.calendar() + HOUR)
    stage.write("Ann", "games")
    stage.round()
    assert len(stage.news("Ann")) == 1


def test_mails_that_a_killed_service_had_in_hand_go_out_at_once(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    with stage.database.begin() as store:
        taken = outbox.due(store, stage.calendar(), 10, stage.calendar() + HOUR, name_of_a_dead_one())
    stage.round()
    assert len(taken) == 2
    assert (len(stage.news("Ann")), len(stage.news("Bob"))) == (1, 1)


def test_mails_that_somebody_living_has_in_hand_are_left_to_them(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    with stage.database.begin() as store:
        outbox.due(store, stage.calendar(), 10, stage.calendar() + HOUR, this_process())
    stage.round()
    assert stage.news("Ann") == []
