"""What holds for any dice, any stakes and whoever writes or leaves."""

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from processor.core.dice import Dice
from processor.core.events import rolls_in
from processor.core.game import OptionValue
from processor.core.money import MATCH, movements_in, sums
from processor.core.text import lines, normalise
from processor.games.dropdead import GAME
from processor.games.dropdead.orders import RollInning
from tests.games.dropdead.table import Table, table

seeds = st.binary(min_size=32, max_size=32)
options: st.SearchStrategy[dict[str, OptionValue]] = st.fixed_dictionaries(
    {
        "innings": st.integers(1, 4),
        "nmr": st.sampled_from(("roll", "forfeit-inning")),
        "stakes": st.sampled_from(("none", "pot", "per-point")),
        "stake": st.integers(1, 999),
    }
)


@st.composite
def matches(draw: st.DrawFn) -> Table:
    """A match from its start to one of its ends."""
    here = table(players=draw(st.integers(2, 6)), options=draw(options), seed=draw(seeds))
    while not GAME.is_over(here.state):
        happening = draw(st.sampled_from(("deadline", "deadline", "deadline", "leave", "close")))
        playing = [player.seat.number for player in here.state.playing]
        match happening:
            case "deadline":
                here = here.deadline(*draw(st.sets(st.sampled_from(playing))))
            case "leave":
                here = here.leaves(draw(st.sampled_from(playing)))
            case _:
                here = here.closed_by_gm()
    return here


@given(matches())
@settings(max_examples=150)
def test_money_only_changes_hands_and_the_match_keeps_none(here: Table) -> None:
    accounts = sums(movements_in(here.events))
    assert sum(accounts.values()) == 0
    assert MATCH not in accounts
    assert movements_in(here.events) == here.state.movements


@given(matches())
@settings(max_examples=150)
def test_no_winner_loses_money_and_nobody_else_gains_any(here: Table) -> None:
    accounts = sums(movements_in(here.events))
    for player in here.state.players:
        won = accounts.get(f"seat/{player.seat.number}", 0)
        assert won >= 0 if player.seat.number in (here.state.winners or ()) else won <= 0


@given(matches())
@settings(max_examples=100)
def test_a_winner_has_stayed_and_has_the_highest_total_of_those_who_stayed(here: Table) -> None:
    best = max((player.total for player in here.state.playing), default=0)
    for player in here.state.players:
        if player.seat.number in (here.state.winners or ()):
            assert not player.has_left
            assert player.total == best


@given(matches())
@settings(max_examples=100)
def test_totals_add_up_and_every_die_is_there_once(here: Table) -> None:
    for player in here.state.players:
        assert player.total == sum(cast.points for turn in player.turns for cast in turn.casts)
        for turn in player.turns:
            assert not turn.casts or turn.casts[-1].left == 0
    rolls = rolls_in(here.events)
    assert len({roll.name for roll in rolls}) == len(rolls)
    assert all(here.dice.roll(roll.name) == roll for roll in rolls)


@given(matches())
@settings(max_examples=50)
def test_a_match_folded_again_is_the_same_and_can_be_shown_at_every_step(here: Table) -> None:
    first, *rest = here.events
    assert reduce(GAME.evolve, rest, GAME.evolve(None, first)) == here.state
    for seat in (None, *range(1, len(here.state.players) + 1)):
        for page in ("results", "position", "penalty"):
            assert max(map(len, here.shown(page, seat).split("\n"))) <= 78


@given(st.none() | st.integers(0, 9999))
def test_what_the_receipt_says_is_read_back_unchanged(inning: int | None) -> None:
    order = RollInning(inning)
    (written,) = GAME.read(lines(GAME.say(order))).written
    assert written.order == order


@given(st.text(alphabet="rolthwcasgne din123456789,;:.?!'-\n⚀⚅²٣", max_size=80))
@settings(max_examples=400)
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    reading = GAME.read(lines(normalise(text)))
    assert all(complaint.hint and complaint.line >= 1 for complaint in reading.complaints)
    assert all(isinstance(written.order, RollInning) for written in reading.written)


@given(st.text(max_size=60))
def test_no_words_of_the_gm_are_too_strange_to_be_answered(words: str) -> None:
    seats = [player.seat for player in table().state.players]
    faces = GAME.by_hand(seats, words)
    assert not isinstance(faces, dict) or all(Dice(b"", faces).roll(name).by_hand for name in faces)
