"""Whoever sees nothing else after a ruling than before is told nothing of it, and what is told follows from two views.

In two worlds the same is ruled, or something else, on orders and dice that the observer may not know. As long as the
observer's views are the same in both, before and after, every mail that the observer is sent is the same.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.match import Phase
from processor.core.revision import turn_by_turn
from processor.desk.chronicle import chronicle
from processor.games import all_games
from tests.secrecy.world import AT_LENGTH, BRIEFLY, OBSERVER, OTHERS, World, world

GAMES = sorted(all_games())
every_game = pytest.mark.parametrize("game", GAMES)
SEEDS = st.integers(0, 10_000)
RULINGS = st.sampled_from(["reject", "amend the last", "amend the open", "excuse", "award", "accept late", "roll back"])
RULED_TWO_WAYS = {
    "seed": SEEDS,
    "here": st.tuples(RULINGS, SEEDS),
    "there": st.tuples(RULINGS, SEEDS),
    "asks": st.booleans(),
}


def check(game: str, turns: int, seed: int, here: tuple[str, int], there: tuple[str, int], asks: bool) -> None:
    one = world(game)
    rng = Random(seed)
    for _ in range(turns):
        for address in (OBSERVER, *OTHERS):
            if rng.random() < 0.7:
                one.letter(address, one.orders(address, rng))
        one.deadline()
    one.letter(OTHERS[0], f"dispute {one.code}: I wrote something else.")
    if _phase(one) is not Phase.RUNNING:
        return  # what was secret is told at the end
    other = one.fork()
    _rule(one, *here)
    _rule(other, *there)
    if asks:
        for each in (one, other):
            each.letter(OBSERVER, "status")
    if _seen(one) == _seen(other):
        one.assert_same(other)


def _rule(world: World, what: str, seed: int) -> None:
    """The GM rules on the case, and confirms it where that is asked for; in the time of two letters."""
    with world.file() as (_, file):
        match = file.match
        name, unit, turn = match.seats[2].name, match.game.unit, match.turn
    words = {
        "reject": "reject: It stands.",
        "amend the last": f"amend {unit} {turn - 1} for {name}:\n{world.orders(OTHERS[0], Random(seed))}",
        "amend the open": f"amend {unit} {turn} for {name}:\n{world.orders(OTHERS[0], Random(seed))}",
        "excuse": f"excuse NMR {name} {unit} {turn - 1}",
        "award": f"award {name} {seed % 9 + 1}: The sheet.",
        "accept late": "accept late orders",
        "roll back": f"roll back to {unit} {turn - 1}",
    }[what]
    world.sandbox.gm(f"D-1 {words}")
    world.nothing()
    world.sandbox.gm("D-1 confirm")
    world.nothing()


def _phase(world: World) -> Phase:
    with world.file() as (_, file):
        phase: Phase = file.match.phase
        return phase


def _seen(world: World) -> list[Any]:
    """All that the observer may see, of every turn that has closed and of the open one, and the deadline."""
    with world.file() as (sitting, file):
        match = file.match
        told = chronicle(sitting, match).told
        views = {turn: match.game.view(then.state, 1) for turn, then in turn_by_turn(match.game, told).items()}
        return [views, match.game.view(match.state, 1), match.phase, match.turn, match.due, match.standing(1)]


@every_game
@BRIEFLY
@given(turns=st.integers(1, 3), **RULED_TWO_WAYS)
def test_a_ruling_tells_nobody_what_they_may_not_know(game, turns, seed, here, there, asks):
    check(game, turns, seed, here, there, asks)


@pytest.mark.slow
@every_game
@AT_LENGTH
@given(turns=st.integers(1, 4), **RULED_TWO_WAYS)
def test_a_ruling_tells_nobody_what_they_may_not_know_in_hundreds_of_histories(game, turns, seed, here, there, asks):
    check(game, turns, seed, here, there, asks)


@every_game
@pytest.mark.parametrize("words", ["amend", "excuse", "reject"])
def test_who_sees_nothing_else_than_before_hears_nothing_of_a_ruling(game, words):
    """Orders for a turn that is open are nobody's business but their own."""
    one = world(game)
    for address in OTHERS:
        one.letter(address, one.orders(address, Random(3)))
    one.letter(OTHERS[0], f"dispute {one.code} turn 1: My orders are others.")
    sent, seen = list(one.sent), _seen(one)
    _rule(one, {"amend": "amend the open"}.get(words, words), 8)
    if _seen(one) == seen:
        assert one.sent == sent
