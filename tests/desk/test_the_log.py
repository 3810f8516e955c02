"""The log of a match reads as a stranger can follow it, in the words of the house and of the game."""

import re
from dataclasses import dataclass
from random import Random

import pytest

from processor.core.events import Event
from processor.core.game import Seat
from processor.core.money import Movement
from processor.desk.plainly import plainly
from processor.games import all_games
from tests.desk.sandbox import Sandbox, sandbox
from tests.desk.test_disputes import ANN, BOB
from tests.secrecy.world import OBSERVER, OTHERS, world

_PROGRAMS_WORDS = re.compile(r"\b[A-Z][a-z]+[A-Z][a-z]+\w*\b|\bseat [0-9]+;|_|\((?:number|payer) ")


@dataclass(frozen=True)
class PrizeGiven(Event):
    """An event as a game might have it."""

    seat: int
    place: int
    by_lot: bool
    others: tuple[Seat, ...] = ()
    movements: tuple[Movement, ...] = ()


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (PrizeGiven(1, 2, False), "Prize given, Ann: place 2"),
        (PrizeGiven(1, 2, True), "Prize given, Ann: place 2; by lot"),
        (PrizeGiven(2, 1, False, (Seat(1, "Ann"),)), "Prize given, Bob: place 1; others Ann"),
        (
            PrizeGiven(2, 1, False, (), (Movement("match", "seat/2", 150, "prize"),)),
            "Prize given, Bob: place 1; 1.50 from the match to Bob (prize)",
        ),
    ],
)
def test_what_a_game_made_of_things_is_told_by_its_own_names_for_them(event, told):
    assert plainly(event, {1: "Ann", 2: "Bob"}, str) == told


@pytest.mark.parametrize("game", sorted(all_games()))
def test_no_log_speaks_in_the_words_of_programs(game):
    one, rng = world(game), Random(7)
    for _ in range(2):
        for address in (OBSERVER, *OTHERS):
            one.letter(address, one.orders(address, rng))
        one.deadline()
    log = one.sandbox.gm(f"log {one.code}").sections[0].text
    lines = [line for line in log.splitlines() if line.startswith("      ") and "is opened as" not in line]
    assert len(lines) > 10
    assert [line for line in lines if _PROGRAMS_WORDS.search(line)] == []


def test_of_a_ruling_the_log_tells_what_it_replaces_which_turns_it_told_anew_and_what_money_follows():
    desk: Sandbox = sandbox(credit_limit=500)
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London innings 1 stakes pot stake 0.25")
    desk.joins(ANN, "dead-1")
    desk.joins(BOB, "dead-1")
    desk.gm("dice dead-1 Ann inning 1: 6 6 6 6 6; 2 2 2 2 2\ndice dead-1 Bob inning 1: 2 2 2 2 2")
    desk.gm("start dead-1")
    desk.gm("run dead-1 turn 1")
    desk.post()
    desk.letter(BOB, "dispute turn 1: The sheet was wrong.", to=desk.reply_to[BOB])
    for words in ("award Bob 900: The sheet was wrong.", "confirm", "reopen\nreject: It was right.", "confirm"):
        desk.gm(f"D-1 {words}")
    log = desk.gm("log dead-1").sections[0].text
    first, second = log.partition("The GM rules on D-1: award")[2].split("The GM rules on D-1: reject")
    assert "Turns told anew with it: 1." in first
    assert "takes the place" not in first
    assert re.search(r"It takes the place of the ruling in entry [0-9]+\.", second)
    assert "Money follows: 0.50 from Ann to Bob (correction)" in first
    assert "Money follows: 0.50 from Bob to Ann (correction)" in second
