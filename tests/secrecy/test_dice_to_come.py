"""Nobody can tell from what they are sent how dice will fall that have still to be thrown."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.games import all_games
from tests.secrecy.world import BRIEFLY, OBSERVER, OTHERS, other_dice, world

THROWING = [name for name, game in sorted(all_games().items()) if game.throws_dice]
ASKED = ("status", "history", "games", "resend", "resend dice", "account", "help", "proof", "no orders", "cancel")


@pytest.mark.parametrize("game", THROWING)
@BRIEFLY
@given(turns=st.integers(0, 2), seed=st.integers(0, 1000), asked=st.lists(st.sampled_from(ASKED), max_size=6))
def test_dice_that_are_still_to_fall_show_in_nothing(game, turns, seed, asked):
    one, rng = world(game), Random(seed)
    for _ in range(turns):
        for address in (OBSERVER, *OTHERS):
            one.letter(address, one.orders(address, rng))
        one.deadline()
    other = one.fork()
    stood = one.stands
    letters = [(OBSERVER, question) for question in asked]
    letters += [(address, one.orders(address, rng)) for address in (*OTHERS, OBSERVER)]
    for address, text in letters:
        one.letter(address, text)
        with other_dice(lambda name: True):
            other.letter(address, text)
        if {one.stands, other.stands} != {stood}:
            break  # dice have fallen
        one.assert_same(other)
