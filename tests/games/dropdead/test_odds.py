"""The chances of a turn: exact figures, held against each other, against the rules, and against thrown dice."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from typer.testing import CliRunner

from processor.cli import app
from processor.core.dice import Dice
from processor.games.dropdead.casting import FACES, Cast, casts, play
from processor.games.dropdead.odds import at_least, clean, exactly, mean, odds
from processor.games.dropdead.view import once_in

NOT_FOUND = 3


@pytest.mark.parametrize(
    ("dice", "chance"),
    [
        (1, Fraction(2, 3)),
        (2, Fraction(4, 9)),
        (3, Fraction(8, 27)),
        (4, Fraction(16, 81)),
        (5, Fraction(32, 243)),
    ],
)
def test_the_chance_of_a_cast_that_scores(dice, chance):
    assert clean(dice) == chance
    scoring = sum(Cast(faces).points > 0 for faces in product(FACES, repeat=dice))
    assert Fraction(scoring, 6**dice) == chance


def test_the_mean_of_a_turn_with_five_dice():
    assert mean() == Fraction(837242, 52117)


def test_the_mean_of_a_turn_with_one_die_is_seven():
    assert mean(1) == 7  # 3.5 a cast that scores, and two of them before the die dies


def test_the_chance_of_a_turn_without_a_point():
    assert exactly(0) == Fraction(978853, 4782969)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_chances_of_all_totals_add_up_to_certainty(dice):
    assert at_least(0, dice) == 1
    for total in range(400):
        assert at_least(total, dice) - at_least(total + 1, dice) == exactly(total, dice)
    assert 0 < at_least(400, dice) < Fraction(1, 10**15)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_mean_is_what_the_chances_make_it(dice):
    so_far = sum(total * exactly(total, dice) for total in range(400))
    assert 0 < mean(dice) - so_far < Fraction(1, 10**12)


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("total", range(9))
def test_small_totals_by_trying_all_dice(dice, total):
    """Every cast of a turn, one after the other, as the rules say; no formula."""
    assert exactly(total, dice) == tried(dice, total)


def tried(dice: int, total: int) -> Fraction:
    if total < 0 or not dice:
        return Fraction(total == 0)
    results = Counter((cast.left, cast.points) for cast in map(Cast, product(FACES, repeat=dice)))
    ways = sum((number * tried(left, total - points) for (left, points), number in results.items()), Fraction(0))
    return ways / 6**dice


@pytest.mark.parametrize(
    ("points", "words"),
    [(0, "4.9"), (1, "1.3"), (16, "2.4"), (56, "37"), (100, "1,440"), (300, "more than 1,000,000,000")],
)
def test_ruling_14_how_often_a_turn_this_good_comes(points, words):
    assert once_in(points) == words


def test_a_turn_beyond_all_reason_is_still_told():
    assert once_in(100_000) == "more than 1,000,000,000"


def test_the_command_prints_tables():
    said = CliRunner().invoke(app, ["odds", "dropdead"])
    assert said.exit_code == 0
    assert "     0    0.204654    1.000000" in said.output
    assert "     5       16.064662         0.204654" in said.output


def test_the_command_gives_fractions_to_programs():
    document = json.loads(CliRunner().invoke(app, ["odds", "--json", "dropdead"]).output)
    turn, cast, fewer = document["tables"]
    assert turn["rows"][0] == {"points": 0, "exactly": "978853/4782969", "at_least": "1"}
    assert [row["chance"] for row in cast["rows"]] == ["2/3", "4/9", "8/27", "16/81", "32/243"]
    assert fewer["rows"][-1]["mean_of_points"] == "837242/52117"
    for row in turn["rows"]:
        assert Fraction(row["exactly"]) == exactly(row["points"])


@pytest.mark.parametrize("game", ["choice", "chess"])
def test_the_command_says_which_games_have_odds(game):
    said = CliRunner().invoke(app, ["odds", game])
    assert said.exit_code == NOT_FOUND
    assert "dropdead" in said.output


def test_the_tables_are_whole():
    for table in odds():
        assert all(len(row) == len(table.columns) for _, row in table.rows)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_thrown_dice_agree_with_the_chances(seed):
    """A hundred thousand turns from the dice log: every frequency within five of its standard deviations."""
    turns = 100_000
    dice = Dice(bytes([seed]) * 32)
    totals = Counter(
        sum(cast.points for cast in casts([roll.face for roll in play(dice, f"trial/{number}")]))
        for number in range(turns)
    )
    for total in range(80):
        agree(sum(totals[each] for each in totals if each >= total), turns, at_least(total))
        agree(totals[total], turns, exactly(total))
    assert abs(sum(total * times for total, times in totals.items()) / turns - float(mean())) < 0.3


def agree(times: int, turns: int, chance: Fraction) -> None:
    expected = float(chance * turns)
    assert abs(times - expected) <= 5 * sqrt(expected * float(1 - chance)) + 1, (times, expected)
