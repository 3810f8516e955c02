"""Nobody learns before the end which player is behind a pseudonym."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.games import all_games
from tests.secrecy.world import BRIEFLY, OBSERVER, OTHERS, world

PSEUDONYMOUS = [name for name, game in sorted(all_games().items()) if game.pseudonyms]
ASKED = ("status", "history", "games", "resend", "account", "help", "proof")


@pytest.mark.parametrize("game", PSEUDONYMOUS)
@BRIEFLY
@given(order=st.permutations(OTHERS), seed=st.integers(0, 1000), turns=st.integers(0, 2))
def test_the_same_names_at_the_table_whoever_is_behind_them(game, order, seed, turns):
    one, other = world(game, (OBSERVER, *OTHERS)), world(game, (OBSERVER, *order))
    behind = dict(zip((OBSERVER, *OTHERS), (OBSERVER, *order), strict=True))
    rng = Random(seed)
    for _ in range(turns):
        for address in (OBSERVER, *OTHERS):
            text = one.orders(address, rng)
            one.letter(address, text)
            other.letter(behind[address], text)
        for each in (one, other):
            each.letter(OBSERVER, "status")
            each.deadline()
        if one.stands[0] == "over":
            return  # now everybody is told
        one.assert_same(other)
    for question in ASKED:
        one.letter(OBSERVER, question)
        other.letter(OBSERVER, question)
    one.assert_same(other)
