"""What others send before the deadline, and whether they send anything, shows in nothing that a player is sent."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.games import all_games
from tests.secrecy.world import AT_LENGTH, BRIEFLY, OBSERVER, OTHERS, World, world

GAMES = sorted(all_games())
every_game = pytest.mark.parametrize("game", GAMES)

QUESTIONS = (
    "status",
    "history",
    "resend",
    "games",
    "account",
    "help",
    "proof",
    "no orders",
    "cancel",
    "6 pints, please",
)
FROM_OTHERS = (
    "orders",
    "silence",
    "status",
    "cancel",
    "no orders",
    "challange the bid",
    "turn 1: 9+9",
    "I'll be on a boat until the 24th.",
    "withdraw from no-such-match",
    "a stranger writes",
    "a machine answers",
    "a mail comes back",
    "the GM notes a payment",
)
TURNS_BEFORE = st.integers(0, 2)
SEEDS = st.integers(0, 10_000)
SECRETLY = st.tuples(
    st.just("secretly"), st.sampled_from(OTHERS), *(st.tuples(st.sampled_from(FROM_OTHERS), SEEDS),) * 2
)
"""Somebody does one thing in one world and another thing in the other."""

STEPS = st.tuples(
    SECRETLY,
    st.lists(
        st.one_of(
            st.tuples(st.just("asks"), st.sampled_from(QUESTIONS)),
            st.tuples(st.just("orders"), SEEDS),
            st.tuples(st.just("waits"), st.integers(1, 40)),
            SECRETLY,
        ),
        max_size=10,
    ),
).map(lambda drawn: [drawn[0], *drawn[1], ("asks", "status")])


def check(game: str, turns: int, seed: int, steps: list) -> None:
    one = world(game)
    _play(one, turns, Random(seed))
    other = one.fork()
    stood = one.stands
    for step in steps:
        match step:
            case ("asks", str(question)):
                one.letter(OBSERVER, question)
                other.letter(OBSERVER, question)
            case ("orders", int(number)):
                text = one.orders(OBSERVER, Random(number))
                one.letter(OBSERVER, text)
                other.letter(OBSERVER, text)
            case ("waits", int(hours)):
                one.wait(hours)
                other.wait(hours)
            case ("secretly", str(who), here, there):
                _do(one, who, *here)
                _do(other, who, *there)
        if {one.stands, other.stands} != {stood}:
            break  # a turn has closed: from here on they may differ
        one.assert_same(other)


def _play(world: World, turns: int, rng: Random) -> None:
    """Everybody sends orders, and the deadline passes."""
    for _ in range(turns):
        for address in (OBSERVER, *OTHERS):
            world.letter(address, world.orders(address, rng))
        world.deadline()


def _do(world: World, who: str, what: str, seed: int) -> None:
    """Each takes the time of one letter, so that the clocks stay together."""
    match what:
        case "silence":
            world.nothing()
        case "orders":
            world.letter(who, world.orders(who, Random(seed)))
        case "a stranger writes":
            world.letter("stranger@x.test", f"status {world.code}")
        case "a machine answers":
            world.letter(who, "I am on holiday.", "\nAuto-Submitted: auto-replied")
        case "a mail comes back":
            world.letter("mailer-daemon@x.test", "no such user", f"\nX-Failed-Recipients: {who}")
        case "the GM notes a payment":
            world.gm(f"paid {who} {seed % 90 + 1}.00")
            world.nothing()
        case _:
            world.letter(who, what)


@every_game
@BRIEFLY
@given(turns=TURNS_BEFORE, seed=SEEDS, steps=STEPS)
def test_what_others_send_before_the_deadline_is_not_to_be_seen(game, turns, seed, steps):
    check(game, turns, seed, steps)


@pytest.mark.slow
@every_game
@AT_LENGTH
@given(turns=st.integers(0, 4), seed=SEEDS, steps=STEPS)
def test_what_others_send_is_not_to_be_seen_in_hundreds_of_histories(game, turns, seed, steps):
    check(game, turns, seed, steps)
