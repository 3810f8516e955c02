"""Dice that the GM throws by hand."""

import pytest

from processor.core.game import Seat
from processor.core.orders import Complaint
from processor.games.dropdead import GAME
from tests.games.dropdead.table import table

SEATS = [Seat(1, "Ann"), Seat(2, "Zoë O'Neill"), Seat(4, "Dee")]
SHORT = {
    "dropdead/inning/3/seat/2/cast/1/die/1": 5,
    "dropdead/inning/3/seat/2/cast/1/die/2": 2,
    "dropdead/inning/3/seat/2/cast/1/die/3": 2,
    "dropdead/inning/3/seat/2/cast/1/die/4": 5,
    "dropdead/inning/3/seat/2/cast/1/die/5": 4,
    "dropdead/inning/3/seat/2/cast/2/die/1": 2,
}


@pytest.mark.parametrize(
    "words",
    [
        "Zoë O'Neill inning 3: 5 2 2 5 4; 2",
        "zoe oneill inning 3: 52254; 2",
        "Zoë O’Neill, inning 3: 5,2,2,5,4; 2.",
        "Zoë O'Neill: inning 3 = 5-2-2-5-4; 2",
        "Zoë O'Neill inning 3: ⚄⚁⚁⚄⚃\n⚁",
        "Zoë O'Neill inning 3:; 5 2 2 5 4; 2",
    ],
)
def test_an_inning_is_given_cast_by_cast(words):
    assert GAME.by_hand(SEATS, words) == SHORT


def test_several_innings_in_one_instruction():
    faces = GAME.by_hand(SEATS, "Ann inning 1: 2 2 2 2 2; Dee inning 1: 5 5 5 5 1; 5\nZoë O'Neill inning 3: 52254; 2")
    assert not isinstance(faces, Complaint)
    assert len(faces) == 5 + 6 + 6
    assert faces["dropdead/inning/1/seat/4/cast/2/die/1"] == 5


def test_an_inning_that_is_not_given_to_its_end_goes_on_with_dice_of_the_log():
    here = table("Ann inning 1: 2 2 1 1 1; 6 6 6").deadline()
    first, second, *rest = here.player("Ann").turns[0].casts
    assert (first.faces, second.faces) == ((2, 2, 1, 1, 1), (6, 6, 6))
    assert rest[-1].left == 0
    rolls = [roll for event in here.events for roll in getattr(event, "rolls", ()) if "/seat/1/" in roll.name]
    assert [roll.by_hand for roll in rolls[:9]] == [True] * 8 + [False]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "unreadable"),
        ("whatever", "unreadable"),
        ("5 5 3 3 1", "unreadable"),
        ("Ann: 5 5 3 3 1", "unreadable"),
        ("Ann inning 0: 5 5 3 3 1", "unreadable"),
        ("Ann inning 1:", "unreadable"),
        ("Ann inning 1: 5 5 3 3 1; and then", "unreadable"),
        ("Eve inning 1: 5 5 3 3 1", "unknown-name"),
        ("Ann inning 1: 5 5 3 3 7", "no-such-die"),
        ("Ann inning 1: 5 5 3 3", "wrong-number"),
        ("Ann inning 1: 5 5 3 3 1; 3 4", "wrong-number"),
        ("Ann inning 1: 1 1 1 1 1; 3 4 6", "wrong-number"),
        ("Ann inning 1: 2 2 2 2 2; 3", "all-dead"),
    ],
)
def test_what_cannot_be_taken_is_told(words, reason):
    complaint = GAME.by_hand(SEATS, words)
    assert isinstance(complaint, Complaint)
    assert complaint.reason == reason
    assert complaint.hint
    assert "{" not in complaint.hint
