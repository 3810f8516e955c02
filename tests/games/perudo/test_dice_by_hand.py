"""Dice that the GM throws by hand."""

import pytest

from processor.core.dice import Dice
from processor.core.game import Seat
from processor.core.orders import Complaint
from processor.games.perudo import GAME
from processor.games.perudo.events import OrderOfPlayDrawn
from tests.games.perudo.table import table

SEATS = [Seat(1, "Ann"), Seat(2, "Bob Monkhouse"), Seat(4, "Zoë O'Neill"), Seat(7, "Dee")]


@pytest.mark.parametrize(
    "order",
    [
        "Ann, Bob Monkhouse, Zoë O'Neill, Dee",
        "Dee, zoe oneill, Bob Monkhouse, Ann",
        "bob monkhouse, Dee, ANN, Zoë O’Neill",
    ],
)
def test_the_order_of_play(order):
    faces = GAME.by_hand(SEATS, f"order: {order}")
    assert not isinstance(faces, Complaint)
    first, *_ = GAME.open(SEATS, {}, Dice(b"x", faces))
    assert isinstance(first, OrderOfPlayDrawn)
    names = [name.strip().casefold().replace("ë", "e").replace("'", "").replace("’", "") for name in order.split(",")]
    assert [seat.name.casefold().replace("ë", "e").replace("'", "") for seat in first.order] == names
    assert all(roll.by_hand for roll in first.rolls)


@pytest.mark.parametrize("faces", ["2 4 A", "2,4,1", "24A", "2, 4, a", "⚁⚃⚀"])
def test_the_dice_of_a_round(faces):
    assert GAME.by_hand(SEATS, f"Bob Monkhouse 3.2: {faces}") == {
        "perudo/round/3.2/seat/2/die/1": 2,
        "perudo/round/3.2/seat/2/die/2": 4,
        "perudo/round/3.2/seat/2/die/3": 1,
    }


def test_several_parts_in_one_instruction():
    faces = GAME.by_hand(SEATS, "Ann 1.1: A; Dee round 1.2: 6\nturn 3 Ann 1.4 drawn: 5; turn 4 Dee 2.1 reroll: 2 3")
    assert faces == {
        "perudo/round/1.1/seat/1/die/1": 1,
        "perudo/round/1.2/seat/7/die/1": 6,
        "perudo/turn/3/round/1.4/seat/1/drawn": 5,
        "perudo/turn/4/round/2.1/seat/7/reroll/die/1": 2,
        "perudo/turn/4/round/2.1/seat/7/reroll/die/2": 3,
    }


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "unreadable"),
        ("whatever", "unreadable"),
        ("Ann 1.1 drawn: 5", "unreadable"),
        ("Eve 3.2: 2 4 A", "unknown-name"),
        ("order: Ann, Eve", "unknown-name"),
        ("order: Ann, Dee", "order-incomplete"),
        ("order: Ann, Ann, Bob Monkhouse, Dee", "order-incomplete"),
        ("Ann 3.5: 2 4 A", "no-such-round"),
        ("Ann 6.1: 2 4 A", "no-such-round"),
        ("Ann 3.2: 2 4", "wrong-number"),
        ("turn 2 Ann 3.2 drawn: 2 4", "wrong-number"),
        ("Ann 3.2: 2 4 7", "no-such-die"),
        ("Ann 3.2: 2 4 A; Ann 3.3: x", "no-such-die"),
    ],
)
def test_what_cannot_be_taken_is_told(words, reason):
    complaint = GAME.by_hand(SEATS, words)
    assert isinstance(complaint, Complaint)
    assert complaint.reason == reason
    assert complaint.hint


def test_dice_by_hand_are_logged_as_such():
    here = table("Ann 3.2: 2 4 A")
    rolls = {roll.name: roll for event in here.events for roll in getattr(event, "rolls", ())}
    assert rolls["perudo/round/3.2/seat/1/die/2"].by_hand
    assert not rolls["perudo/round/3.3/seat/1/die/2"].by_hand
