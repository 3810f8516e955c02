"""What holds in every match: the state is its events, the scores add up, and nothing leaks."""

from collections import Counter
from dataclasses import replace
from functools import reduce
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from processor.core.dice import Roll
from processor.core.events import rolls_in
from processor.games.perudo import GAME
from processor.games.perudo.events import BidDrawn, BidMade, ChallengeSettled, HandDealt, RedNGiven, SeatResigned
from processor.games.perudo.state import fold
from tests.games.perudo.table import play_out, somehow, table

rngs = st.integers(0, 2**32).map(Random)
players = st.integers(4, 8)
seeds = st.binary(min_size=32, max_size=32)
few = settings(max_examples=15)


@few
@given(rngs, players, seeds, st.booleans())
def test_every_match_comes_to_its_end_and_its_scores_add_up(rng, number, seed, reroll):
    start = table(players=number, seed=seed, in_order=False, options={"reroll": reroll})
    here = play_out(start, rng)
    view = here.view()
    assert sum(player.stars for player in view.players) == sum(player.marks for player in view.players) == 5 * number
    for each in here.state.rounds:
        assert each.settlement
        assert each.settlement.star != each.settlement.mark
        ranks = [bid.claim.rank for bid in each.bids]
        assert ranks == sorted(set(ranks))
        assert all(len(hand.dice) == each.dice for hand in each.hands.values())
    assert Counter(event.seat for event in here.events if isinstance(event, RedNGiven)) == here.state.red_ns


@few
@given(rngs, players, seeds)
def test_the_state_is_the_fold_of_the_events_step_by_step(rng, number, seed):
    here = play_out(table(players=number, seed=seed), rng)
    first, *rest = here.events
    assert fold(GAME.evolve(None, first), rest) == here.state
    assert reduce(GAME.evolve, rest, GAME.evolve(None, first)) == here.state


@few
@given(rngs, players, seeds)
def test_everybody_has_at_most_one_call_with_each_number_of_dice_and_one_while_none_has_ended(rng, number, seed):
    here = somehow(table(players=number, seed=seed), rng, forgetful=0.2)
    while not here.state.is_over and not here.state.at_rest:
        state = here.state
        for dice in range(1, 6):
            open_rounds = [each for each in state.open_rounds if each.dice == dice]
            callers = Counter(state.caller(each) for each in open_rounds)
            assert max(callers.values(), default=1) == 1
            if len(open_rounds) == len(state.playing):
                assert set(callers) == set(state.playing)
        here = somehow(here, rng, forgetful=0)


@few
@given(rngs, players, seeds)
def test_every_die_is_logged_once_under_its_name(rng, number, seed):
    here = play_out(table(players=number, seed=seed, in_order=False), rng, forgetful=0.3)
    rolls = rolls_in(here.events)
    assert len({roll.name for roll in rolls}) == len(rolls)
    assert all(here.dice.roll(roll.name, roll.sides) == roll for roll in rolls)


@few
@given(rngs, players, seeds, st.integers(1, 6))
def test_a_view_is_the_same_whatever_its_reader_may_not_know(rng, number, seed, turns):
    """Drawn bids become made ones, red Ns and leavers vanish, secret dice change: only their owner sees it."""
    here = table(players=number, seed=seed)
    here = somehow(here, rng, forgetful=0)
    for _ in range(turns):
        here = somehow(here, rng, forgetful=0.4)
    if here.state.is_over:
        return
    leaver = rng.choice(here.state.playing)
    here = here.happens((SeatResigned(leaver),))
    for reader in (None, *here.state.playing):
        settled = {(e.dice, e.place) for e in here.events if isinstance(e, ChallengeSettled)}
        twin = [_disguised(event, reader, settled, here.state.rounds, rng) for event in here.events]
        first, *rest = [event for event in twin if event is not None]
        other = fold(GAME.evolve(None, first), rest)
        assert GAME.view(other, reader) == here.view(reader)
        assert all(GAME.owed(other, seat, ()) for seat in here.state.playing if here.owed(seat))


def _disguised(event, reader, settled, rounds, rng):
    """The event as it might as well have been, for all that the reader knows."""
    match event:
        case BidDrawn() if event.seat != reader:
            return BidMade(event.dice, event.place, event.seat, event.count, event.face)
        case RedNGiven() | SeatResigned() if event.seat != reader:
            return None
        case HandDealt() if event.seat != reader:
            where = [(each.dice, each.place) for each in rounds for _ in range(each.dice)]
            rolls = [
                roll if place in settled else Roll(roll.name, roll.sides, rng.randint(1, 6))
                for roll, place in zip(event.rolls, where, strict=True)
            ]
            return replace(event, rolls=tuple(rolls))
        case _:
            return event


@few
@given(rngs, players, seeds, st.integers(0, 6))
def test_pages_fit_into_72_columns_and_undefined_names_are_errors(rng, number, seed, turns):
    here = table(players=number, seed=seed, options={"reroll": True})
    for _ in range(turns):
        if not here.state.is_over:
            here = somehow(here, rng)
    for seat in (None, *here.state.playing):
        for page in ("position", "results", "penalty"):
            assert max(map(len, here.page(page, seat).split("\n"))) <= 72
