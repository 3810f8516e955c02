"""What the letters of Choice + say, as a reader finds them."""

from dataclasses import replace

import pytest

from processor.core.text import lines, normalise
from processor.games.choice import GAME
from processor.games.choice.view import Place
from processor.mail.write import render
from processor.paths import shipped
from tests.games.choice.table import Table, rolling, table

EIGHT = ("15556", "12446", "12345", "13456", "11234", "15566", "11223", "11246", "12345")
ALL_EIGHT = """
    A1: 5+5, 5+6, reject 1
    A2: 2+4, 4+6, reject 1
    A3: 2+3, 4+5, reject 1
    A4: 3+4, 5+6, reject 1
    A5: 1+2, 3+4, reject 1
    A6: 5+5, 6+6, reject 1
    A7: 1+2, 2+3, reject 1
    A8: 1+2, 4+6, reject 1
"""

RESULTS = """\
RESULTS OF ISSUE 2

Player 1, entry A

  no allocation in this issue

  Total      2    3    4    5    6    7    8    9   10   11   12
  Made       -    1    -    -    1    -    1    -    1    -    -
  Rejects   6 (2x); 2 more numbers to choose
  Fine      50, since turns 3 and 4 are outstanding
  Fines     50 in all

Player 2, entry A (yours)

  Turn 2    1+4=5, 4+6=10     reject 2
  Turn 3    1+2=3, 3+4=7      reject 5

  Total      2    3    4    5    6    7    8    9   10   11   12
  Made       -    1    -    1    1    1    -    -    1    1    -
  Rejects   2 (1x), 5 (2x); 1 more number to choose
  Fine      50, since turn 4 is outstanding
  Fines     100 in all

Player 3, entry A

  Turn 1    1+5=6, 5+5=10     reject 6

  Total      2    3    4    5    6    7    8    9   10   11   12
  Made       -    -    -    -    1    -    -    -    1    -    -
  Rejects   6 (1x); 2 more numbers to choose
  Fine      50, for starting in issue 2
  Fine      50, since turns 2, 3 and 4 are outstanding
  Fines     100 in all

Player 3, entry B

  Turn 1    5+5=10, 5+6=11    reject 1
  Turn 2    2+4=6, 4+6=10     reject 1

  Total      2    3    4    5    6    7    8    9   10   11   12
  Made       -    -    -    -    1    -    -    -    2    1    -
  Rejects   1 (2x); 2 more numbers to choose
  Fine      50, for starting in issue 2
  Fine      50, since turns 3 and 4 are outstanding
  Fines     100 in all
"""

POSITION = """\
THE DICE OF ISSUE 3

  Turn 5    1  1  2  3  4   (thrown by hand)
  Turn 6    1  5  5  6  6   (thrown by hand)

YOUR ENTRY A

  Total      2    3    4    5    6    7    8    9   10   11   12
  Made       -    1    -    1    1    1    -    -    1    1    -
  Rejects   2 (1x), 5 (2x); 1 more number to choose
  Fines     100
  To do     turn 4, still open: 2 3 4 5 6
            turn 5
            turn 6

You may open entry B as well, at a fine of 100 for starting late.
"""

FINAL = """\
THE FINAL TABLE

       Player                Entry   Totals   Fines   Score
    1. Player 2              A         -800     200   -1000  unfinished
    2. Player 1              A        -1600     150   -1750
"""


def after_two_issues() -> Table:
    match = rolling("15556", "12446", "12345", "23456", "11234", "15566")
    match = match.letter("1+5, 5+5, reject 6; 1+2, 4+4, reject 6").letter("1+5, 5+6, reject 5", seat=2).deadline()
    match = match.letter("T2 1+4, 4+6, r2; T3 1+2, 3+4, r5", seat=2)
    return match.letter("A1: 1+5, 5+5, r6\nB1: 5+5, 5+6, r1\nB2: 2+4, 4+6, r1", seat=3).deadline()


def after_the_end() -> Table:
    match = rolling(*EIGHT).letter("1+5, 5+5, reject 6", seat=2).passes(3)
    match = match.letter(ALL_EIGHT).letter("T2 1+2, 4+4, r6", seat=2).deadline()
    return match.happens(GAME.finish(match.state, match.dice))


def test_the_results_of_an_issue() -> None:
    assert after_two_issues().shown("results", seat=2) == RESULTS


def test_the_position_of_a_player_who_is_behind() -> None:
    assert after_two_issues().shown("position", seat=2) == POSITION


def test_somebody_without_an_entry_is_told_what_a_start_costs_now() -> None:
    assert "Anybody may still begin: the first allocation opens entry A.\n" in table().shown("position", seat=None)
    assert "Your first allocation opens entry A.\n" in table().shown("position", seat=9)
    late = after_two_issues()
    assert "opens entry A, at a fine of\n100 for starting late." in late.shown("position", seat=9)
    assert late.shown("penalty", seat=9) == (
        "An entry that lacks a turn at the deadline is fined 50 points; one that\n"
        "you open after it starts with a fine of 150.\n"
    )


def test_a_missing_order_costs_fifty_points() -> None:
    assert after_two_issues().shown("penalty", seat=2) == (
        "Each of your entries that lacks a turn at the deadline is fined 50\npoints.\n"
    )


def test_the_final_table() -> None:
    assert after_the_end().shown("results", seat=1).endswith(FINAL)


def test_nobody_yet() -> None:
    assert "Nobody has sent allocations yet." in table().deadline().shown("results", seat=None)


def test_an_ended_entry_is_told_in_full_once_and_then_no_more() -> None:
    match = rolling(*EIGHT).letter("1+5, 5+5, reject 6", seat=2).passes(3).letter(ALL_EIGHT).deadline()
    told = match.shown("results", seat=2)
    assert "Ends here: the 1 was rejected for the eighth time, in turn 8." in told
    assert "Points" in told
    assert "Player 1" not in match.deadline().shown("results", seat=2)


def test_a_free_ride_is_called_one() -> None:
    match = rolling("12345", "12345", "12345", "44566").letter("T1 2+3, 4+5, r1; T2 1+3, 4+5, r2").deadline()
    match = match.letter("T3 1+2, 4+5, r3; T4 4+4, 5+6, no reject").deadline()
    assert "Turn 4    4+4=8, 5+6=11     free ride" in match.shown("results")


@pytest.mark.parametrize("template", ["position", "results", "penalty"])
@pytest.mark.parametrize("seat", [None, 1, 2, 3, 9])
def test_no_line_is_wider_than_72_columns(template: str, seat: int | None) -> None:
    matches = (table().deadline(), after_two_issues(), after_the_end())
    shown = [line for match in matches for line in match.shown(template, seat).splitlines()]
    assert max(map(len, shown)) <= 72
    assert all(line == line.rstrip() for line in shown)


@pytest.mark.parametrize("name", ["rules.txt", "help.txt"])
def test_the_sheets_fit_a_mail(name: str) -> None:
    text = shipped("data", "choice", name)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 72


def test_every_order_in_the_help_is_read_as_it_is_meant() -> None:
    helped = shipped("data", "choice", "help.txt").split("All of these say the same:")[1].split("Two turns")[0]
    shown = [line.strip() for line in helped.splitlines() if line.strip()]
    assert len(shown) == 5
    for line in shown:
        assert rolling("12345", "12345", "12345").passes(1).letter(f"T1 12/34/5\nT2 12/34/5\n{line}").standing()[
            2:
        ] == ["A turn 3: 1+2=3, 3+4=7, reject 5"]


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ("turn 2: 4+6, 4+2, bin the ace", "turn 2: 4+6=10, 4+2=6, reject 1"),
        ("turn 2: 4+6, 4+2, bin the deuce", "turn 2: 4+6=10, 4+2=6, reject 2"),
        ("turn 2: 4+6, 4+2, drop a trey", "turn 2: 4+6=10, 4+2=6, reject 3"),
        ("turn 2: 4+6, 4+2, the ace is my reject", "turn 2: 4+6=10, 4+2=6, reject 1"),
        ("turn 2: 4+6, 4+2, ace", "turn 2: 4+6=10, 4+2=6, reject 1"),
        ("turn 2: 4+6, 4+2\nbin the ace", "turn 2: 4+6=10, 4+2=6, reject 1"),
        ("turn 2: ace+6, deuce+4, bin the trey", "turn 2: 1+6=7, 2+4=6, reject 3"),
        ("turn 2: 4+6, 4+2, thanks, you are ace", "turn 2: 4+6=10, 4+2=6, no reject"),
        ("turn 2: 4+6, 4+2, chuck the other 5", "turn 2: 4+6=10, 4+2=6, reject 5"),
        ("turn 2: 4+6, 4+2, bin the last five", "turn 2: 4+6=10, 4+2=6, reject 5"),
        ("4/4, 6+1, reject 2", "4+4=8, 6+1=7, reject 2"),
        ("6+1 and 4/4, reject 2", "6+1=7, 4+4=8, reject 2"),
        ("one-two and three-four, reject five", "1+2=3, 3+4=7, reject 5"),
        ("11: 1 2 3 3 6: 2+6 3+3: 1", "turn 11: 2+6=8, 3+3=6, reject 1"),
        ("3: 1,2,3,3,6: 2+6 3+3: 1", "turn 3: 2+6=8, 3+3=6, reject 1"),
    ],
)
def test_dice_by_their_nicknames_and_in_mixed_writing_are_read(line: str, reads: str) -> None:
    reading = GAME.read(lines(normalise(line)))
    assert ([GAME.say(each.order) for each in reading.written], reading.complaints) == ([reads], ())


@pytest.mark.parametrize("words", ["bin the joker", "chuck the lot", "discard it all"])
def test_a_reject_that_is_no_die_is_asked_back(words: str) -> None:
    reading = GAME.read(lines(normalise(f"turn 2: 4+6, 4+2, {words}")))
    assert (reading.written, [each.reason for each in reading.complaints]) == ((), ["not-understood"])


def test_points_of_the_gm_have_a_column_and_the_final_table_stays_within_72() -> None:
    places = (
        Place(1, "Twenty letters exact", "A", True, 12345, 250, 1200, 13295, "ended"),
        Place(2, "Ben", "B", False, -800, 0, 0, -800, "withdrawn"),
    )
    view = replace(GAME.view(table().state, None), is_over=True, table=places)
    shown = render("choice/results.j2", view=view)
    assert max(map(len, shown.splitlines())) <= 72
    assert shown.endswith(
        """\
       Player            Entry  Totals  Fines  By GM  Score
    1. Twenty letters e  A       12345    250  +1200  13295
    2. Ben               B        -800      -      -   -800  withdrawn
"""
    )
