"""What the referee makes of press, told with a toy game."""

from dataclasses import replace

import pytest

from processor.core.events import PressSent, PressTakenBack
from processor.core.life import Press, Shade
from processor.core.match import fold
from processor.core.referee import ChangeSetting, CloseMatch, CloseTurn, LeaveSeat, SendPress, TakeBackPress
from processor.core.referee.press import LONGEST, LONGEST_BYLINE, MOST
from processor.core.remedy import RollBack
from processor.core.replay import replay
from processor.core.revision import revise
from processor.core.ruling import Refusal
from tests.core.test_life import FRIDAY, SEED, Play
from tests.core.toy import TOY

HELLO = SendPress(1, "Hello, Bob!", "white")


def texts(play: Play, turn: int) -> list[str]:
    return [each.text for each in play.match.life.printed_with(turn)]


def test_press_is_printed_with_the_turn_that_it_was_written_for_and_with_no_other() -> None:
    play = Play()
    play.does(HELLO)
    play.does(SendPress(2, "Beware!", "grey", "The Old Fox"))
    play.does(CloseTurn(1, FRIDAY))
    play.does(SendPress(2, "Good morning.", "white"))
    assert play.match.life.printed_with(1) == (
        Press(1, 1, "Hello, Bob!", "white", number=1),
        Press(1, 2, "Beware!", "grey", "The Old Fox", 2),
    )
    assert texts(play, 2) == ["Good morning."]
    assert texts(play, 3) == []


def test_taking_press_back_spares_what_others_wrote_and_what_was_printed_before() -> None:
    play = Play()
    for instruction in (HELLO, CloseTurn(1, FRIDAY), HELLO, SendPress(2, "Hi!", "white"), TakeBackPress(1)):
        play.does(instruction)
    assert (texts(play, 1), texts(play, 2)) == (["Hello, Bob!"], ["Hi!"])
    assert play.refuses(TakeBackPress(1)) == "no-press"


@pytest.mark.parametrize(
    ("setting", "printed"),
    [
        ("off", ()),
        ("white", ("white",)),
        ("grey", ("white", "grey")),
        ("anonymous", ("white", "grey", "anonymous")),
    ],
)
def test_a_match_says_which_press_is_printed(setting: str, printed: tuple[Shade, ...]) -> None:
    shades: tuple[Shade, ...] = ("white", "grey", "anonymous")
    for shade in shades:
        play, sent = Play(press=setting), SendPress(1, "Hello!", shade, "The Old Fox" if shade == "grey" else "")
        if shade in printed:
            assert play.does(sent).life.press[0].shade == shade
        else:
            assert play.refuses(sent).startswith("press-")


def test_grey_press_is_printed_and_anonymous_press_is_not_unless_the_gm_says_so() -> None:
    play = Play()
    play.does(SendPress(1, "Hello!", "grey", "The Old Fox"))
    assert play.refuses(SendPress(1, "Hello!", "anonymous")) == "press-not-anonymous"
    play.does(ChangeSetting("press", "anonymous"))
    play.does(SendPress(1, "Hello!", "anonymous"))


def test_there_is_only_so_much_room_in_a_turn() -> None:
    play = Play()
    assert play.refuses(replace(HELLO, text="x" * (LONGEST + 1))) == "press-too-long"
    assert play.refuses(replace(HELLO, text="")) == "press-empty"
    for _ in range(MOST):
        play.does(HELLO)
    assert play.refuses(HELLO) == "press-too-much"
    play.does(replace(HELLO, seat=2))
    play.does(CloseTurn(1, FRIDAY))
    play.does(HELLO)


def test_the_results_have_room_for_so_much_press_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("processor.core.referee.press.ROOM", 20)
    play = Play()
    play.does(HELLO)
    assert play.refuses(replace(HELLO, seat=2)) == "press-full"
    play.does(replace(HELLO, seat=2, text="Hi, Ann!"))


@pytest.mark.parametrize(
    ("byline", "reason"),
    [
        ("", "byline-wanted"),
        ("?!", "byline-wanted"),
        ("bob", "byline-taken"),
        ("B-o-b", "byline-taken"),
        ("Ann", "byline-taken"),
        ("x" * (LONGEST_BYLINE + 1), "byline-too-long"),
    ],
)
def test_an_invented_name_is_nobodys_at_the_table(byline: str, reason: str) -> None:
    assert Play().refuses(SendPress(1, "Hello!", "grey", byline)) == reason


def test_who_has_left_writes_no_more_but_what_they_wrote_is_printed() -> None:
    play = Play()
    play.does(HELLO)
    play.does(LeaveSeat(1))
    assert play.refuses(HELLO) == "resigned"
    assert texts(play, 1) == ["Hello, Bob!"]


def test_press_is_in_the_journal_and_replays_to_the_same_match() -> None:
    play = Play(press="anonymous")
    for instruction in (
        HELLO,
        SendPress(2, "Beware!", "grey", "The Old Fox"),
        CloseTurn(1, FRIDAY),
        SendPress(2, "Who was that?", "anonymous"),
        TakeBackPress(2),
        SendPress(2, "Never mind.", "anonymous"),
        CloseMatch(),
    ):
        play.does(instruction)
    assert PressSent(2, "Never mind.", "anonymous") in play.journal
    assert PressTakenBack(2) in play.journal
    assert fold(TOY, play.journal) == play.match
    again, match = replay(TOY, play.journal, SEED)
    assert again == play.journal
    assert match.life.press == play.match.life.press


def test_a_turn_that_is_rolled_back_has_its_press_again_and_what_still_waits_is_printed_with_it() -> None:
    play = Play()
    second, third = (replace(HELLO, text=text) for text in ("Oh no!", "At last!"))
    for instruction in (HELLO, CloseTurn(1, FRIDAY), second, CloseTurn(2, FRIDAY), third):
        play.does(instruction)
    revision = revise(TOY, play.journal, 1, ("roll back to turn 2",), [RollBack(2)], SEED)
    assert not isinstance(revision, Refusal)
    assert [each.text for each in revision.after.life.printed_with(1)] == ["Hello, Bob!"]
    assert [each.text for each in revision.after.life.printed_with(2)] == ["Oh no!", "At last!"]
    assert revision.after.turn == 2
