"""What holds in every match of the Dead Pool, whatever is said in it and in whatever order."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from processor.core.replay import replay
from processor.games.deadpool import GAME
from processor.games.deadpool.outcome import Won, outcome
from tests.games.deadpool.bot import FAMOUS
from tests.games.deadpool.table import SEED, Table, table

SEATS = st.sampled_from([1, 2, 3])
PENCE = st.integers(1, 250)
NAMES = st.sampled_from([*FAMOUS, "Bob Hop", "T. Hird"])
LISTS = st.lists(st.sampled_from(FAMOUS), min_size=3, max_size=3, unique=True).map("; ".join)
DAYS = st.builds("{} December 1996 {:02}:00".format, st.integers(1, 6), st.integers(0, 23))

Step = Callable[[Table], Table]


few = settings(max_examples=30)


def lists(seat: int, picks: str, is_asked: bool, funds: int) -> Step:
    fee = "\ntake the fee from my account" if is_asked else ""
    return lambda match: match.letter(f"my three: {picks}{fee}", seat, funds)


STEPS = st.lists(
    st.one_of(
        st.builds(lists, SEATS, LISTS, st.booleans(), PENCE),
        st.builds(lambda seat, pence: lambda match: match.pays(seat, pence=pence), SEATS, PENCE),
        st.builds(lambda name, day: lambda match: match.gm(f"death {name} on {day}"), NAMES, DAYS),
        st.builds(lambda name: lambda match: match.gm(f"alive {name}"), NAMES),
        st.builds(lambda name: lambda match: match.gm(f"refuse pick {name}: not living"), NAMES),
        st.builds(lambda name: lambda match: match.gm(f"allow pick {name}"), NAMES),
        st.just(lambda match: match.gm("confirm winner")),
    ),
    max_size=12,
)


def played(fee: int, before: list[Step], after: list[Step]) -> Table:
    """A match in which some things happen before the entry deadline and some after it."""
    match = table(fee=fee)
    for step in (*before, Table.closes, *after):
        if not match.is_over:
            step(match)
    return match


@few
@given(st.sampled_from([0, 1, 100]), STEPS, STEPS)
def test_no_penny_is_made_or_lost_and_the_pool_is_what_it_holds(
    fee: int, before: list[Step], after: list[Step]
) -> None:
    match = played(fee, before, after)
    purses = match.purses()
    assert sum(purses.values()) == 0
    held = sum(each.paid for each in match.match.state.entrants.values())
    assert purses.get("match", 0) == (0 if match.match.state.ending else held)
    if not match.is_over:
        match.is_closed_by_gm()
        assert match.purses() == {}


@few
@given(st.sampled_from([0, 100]), STEPS, STEPS)
def test_the_order_in_which_deaths_are_told_does_not_matter(fee: int, before: list[Step], after: list[Step]) -> None:
    match = played(fee, before, after)
    state = match.match.state
    result = outcome(state)
    if isinstance(result, Won):
        turned = dict(reversed(state.deaths.items()))
        again = outcome(replace(state, deaths=turned))
        assert isinstance(again, Won)
        assert (set(again.names), again.seats) == (set(result.names), result.seats)


@few
@given(STEPS, STEPS)
def test_replay_is_the_same_match(before: list[Step], after: list[Step]) -> None:
    match = played(100, before, after)
    again, final = replay(GAME, [match.match.opened, *match.journal], SEED)
    assert again == (match.match.opened, *match.journal)
    assert final == match.match


@few
@given(STEPS)
def test_nobody_learns_from_a_page_what_others_wrote_before_the_entry_deadline(before: list[Step]) -> None:
    match, silent = table(), table()
    for step in before:
        step(match)
    told = [GAME.say(order) for event in match.journal for order in getattr(event, "orders", ())]
    silent.gm(*[each for each in told if not each.startswith(("my three", "take the fee"))])
    for page in ("position", "results", "penalty"):
        assert match.shown(page) == silent.shown(page)
