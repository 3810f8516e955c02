"""Who waits for a seat and who stands by, as the journal tells it and replay tells it again."""

import pytest

from processor.core.events import MatchOpened
from processor.core.match import fold
from processor.core.referee import CloseTurn, HandOver, LeaveSeat, StandBy, StandDown, TakeSeat, decide
from processor.core.remedy import RollBack
from processor.core.replay import replay
from processor.core.revision import revise
from processor.core.ruling import Refusal
from tests.core.test_life import DAY, FRIDAY, SEED, Play
from tests.core.toy import TOY

CID, DEE = TakeSeat(13, "Cid"), TakeSeat(14, "Dee")


def listed(play: Play) -> list[tuple[int, bool]]:
    return [(each.player, each.waits) for each in play.match.life.standbys]


def signing_up() -> Play:
    """A match of at most three that is full and has not begun."""
    play = Play()
    begun = play.journal
    opened = begun[0]
    assert isinstance(opened, MatchOpened)
    play.match, play.journal = fold(TOY, begun[:3]), begun[:3]
    play.does(CID)
    return play


def test_who_waits_has_a_place_and_who_takes_a_seat_has_it_no_longer() -> None:
    play = signing_up()
    play.does(StandBy(TakeSeat(15, "Eve")))
    play.does(StandBy(DEE, waits=True))
    play.does(StandBy(TakeSeat(16, "Fay"), waits=True))
    assert [play.match.place(player) for player in (15, 14, 16, 11)] == [1, 1, 2, 0]
    play.does(LeaveSeat(1))
    assert play.does(DEE).seat_of(14) == 4
    assert listed(play) == [(15, False), (16, True)]


def test_nobody_waits_for_a_seat_once_play_has_begun() -> None:
    play = Play()
    play.does(StandBy(CID, waits=True))
    assert listed(play) == [(13, False)]


def test_who_stood_by_may_wait_for_a_seat_and_is_then_the_last_on_the_list() -> None:
    play = signing_up()
    play.does(StandBy(DEE))
    play.does(StandBy(TakeSeat(15, "Eve"), waits=True))
    play.does(StandBy(DEE, waits=True))
    assert listed(play) == [(15, True), (14, True)]


def test_a_standby_takes_over_and_stands_by_no_longer() -> None:
    play = Play()
    play.does(StandBy(CID))
    assert play.does(CloseTurn(1, FRIDAY + 7 * DAY)).life.silent == {1: 1, 2: 1}
    assert play.does(HandOver(2, 13)).life.standbys == ()
    assert play.match.life.silent == {1: 1}  # the silence of whoever sat there before is not theirs


@pytest.mark.parametrize(
    ("instruction", "reason"),
    [
        (StandBy(TakeSeat(11, "Ann")), "has-a-seat"),
        (StandBy(CID), "listed-already"),
        (StandDown(99), "not-listed"),
    ],
)
def test_what_changes_nothing_is_refused(instruction: StandBy | StandDown, reason: str) -> None:
    play = Play()
    play.does(StandBy(CID))
    made = decide(play.match, instruction, SEED)
    assert isinstance(made, Refusal)
    assert made.reason == reason


def test_the_list_is_told_again_by_the_journal_and_by_replay() -> None:
    play = Play()
    for instruction in (StandBy(CID), StandBy(DEE), StandDown(13), CloseTurn(1, FRIDAY + 7 * DAY)):
        play.does(instruction)
    assert listed(play) == [(14, False)]
    assert fold(TOY, play.journal) == play.match
    assert replay(TOY, play.journal, SEED)[0] == play.journal


def test_a_roll_back_leaves_alone_who_stands_by_and_who_has_taken_over() -> None:
    play = Play()
    play.does(CloseTurn(1, FRIDAY + 7 * DAY))
    play.does(StandBy(CID))
    play.does(StandBy(DEE))
    play.does(HandOver(2, 13))
    revision = revise(TOY, play.journal, 12, ("so be it",), [RollBack(1)], SEED, frozenset())
    assert not isinstance(revision, Refusal)
    assert revision.after.turn == 1
    assert revision.after.players[2] == 13
    assert [each.player for each in revision.after.life.standbys] == [14]
