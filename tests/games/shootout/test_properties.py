"""What holds in every match of Shootout, however it is played."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from processor.core.events import rolls_in
from processor.core.match import evolve, fold
from processor.core.replay import replay
from processor.games.shootout import GAME
from processor.games.shootout.events import SeatKicked, SeatQuit, ShotFired
from processor.games.shootout.state import State
from tests.games.shootout.bot import letter
from tests.games.shootout.table import NAMES, SEED, Table, begun

MOST_TURNS = 40

matches = given(
    number=st.integers(0, 10_000), kick=st.booleans(), skip=st.booleans(), forgetful=st.sampled_from([0.0, 0.3, 0.8])
)


def played(number: int, kick: bool, skip: bool, forgetful: float) -> Table:
    """A match between players who forget to write, lose heart and leave; the GM ends it if it takes too long."""
    rng = Random(number)
    table = begun(kick=kick, skip=skip)
    while not table.is_over and table.match.turn <= MOST_TURNS:
        for name in rng.sample(NAMES, len(NAMES)):
            table = _moves(table, name, rng, forgetful)
        if not table.is_over and rng.random() < 0.5:
            table = table.deadline()
    return table if table.is_over else table.closed()


def _moves(table: Table, name: str, rng: Random, forgetful: float) -> Table:
    seat = table.seat(name)
    if table.is_over or seat in table.match.resigned or table.match.standing(seat) or rng.random() < forgetful:
        return table
    if rng.random() < 0.02:
        return table.quits(name)
    text = letter(table.view(name), rng)
    return table.letters(**{name: text}) if text else table


@settings(max_examples=25)
@matches
def test_one_wins_or_nobody(number, kick, skip, forgetful):
    view = played(number, kick, skip, forgetful).view()
    living = [player.name for player in view.players if player.living]
    assert view.is_closed or len(living) <= 1
    assert view.winner == (living[0] if len(living) == 1 and not view.is_closed else None)


@settings(max_examples=25)
@matches
def test_nobody_goes_but_by_a_hit_a_vote_or_their_own_will_and_each_once(number, kick, skip, forgetful):
    table = played(number, kick, skip, forgetful)
    gone = [event.target for event in table.events if isinstance(event, ShotFired) and event.hit]
    gone += [event.seat for event in table.events if isinstance(event, SeatKicked)]
    gone += [event.seat for event in table.events if isinstance(event, SeatQuit) and event.was_living]
    assert len(gone) == len(set(gone))
    assert set(gone) == set(table.state.fates)
    assert kick or not any(isinstance(event, SeatKicked) for event in table.events)


@settings(max_examples=25)
@matches
def test_every_shot_is_by_the_living_at_the_living_and_all_have_one_before_anybody_has_two(
    number, kick, skip, forgetful
):
    table = played(number, kick, skip, forgetful)
    shots: dict[int, int] = {}
    for event, before in _told(table):
        assert {event.seat, event.target} <= set(before.living)
        assert event.seat != event.target
        assert event.hit == (event.rolls[0].face <= before.accuracies[event.seat])
        shots[event.seat] = shots.get(event.seat, 0) + 1
        counts = [shots.get(seat, 0) for seat in before.living]
        assert skip or max(counts) - min(counts) <= 1


def _told(table: Table) -> Iterator[tuple[ShotFired, State]]:
    """Every shot, and the state just before it."""
    match = fold(GAME, table.events[:1])
    for event in table.events[1:]:
        if isinstance(event, ShotFired):
            yield event, match.state
        match = evolve(match, event)


@settings(max_examples=25)
@matches
def test_replay_equals_play_and_no_die_falls_twice(number, kick, skip, forgetful):
    table = played(number, kick, skip, forgetful)
    again, match = replay(GAME, table.events, SEED)
    assert (again, match) == (table.events, table.match)
    names = [roll.name for roll in rolls_in(table.events)]
    assert len(names) == len(set(names))
