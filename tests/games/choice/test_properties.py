"""What holds for any dice and any orders."""

from dataclasses import replace
from functools import reduce
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from processor.core.events import rolls_in
from processor.core.text import lines, normalise
from processor.games.choice import GAME
from processor.games.choice.legality import may_reject
from processor.games.choice.orders import Allocation
from processor.games.choice.state import FINE, LETTERS, Entry, Made, State, Turn
from tests.games.choice.table import SHEET, Table, table

faces = st.integers(1, 6)
pairs = st.tuples(st.tuples(faces, faces), st.tuples(faces, faces))
allocations = st.builds(Allocation, st.sampled_from(("", *LETTERS)), st.integers(0, 200), pairs, st.none() | faces)
seeds = st.binary(min_size=32, max_size=32)


@given(allocations)
def test_what_the_receipt_says_is_read_back_unchanged(order: Allocation) -> None:
    reading = GAME.read(lines(GAME.say(order)))
    assert reading.complaints == ()
    assert [written.order for written in reading.written] == [order]


@given(st.lists(allocations, max_size=4))
def test_many_orders_are_read_back_line_by_line_and_from_one_line(orders: list[Allocation]) -> None:
    said = [GAME.say(order) for order in orders]
    assert [written.order for written in GAME.read(lines("\n".join(said))).written] == orders
    named = [order for order in orders if order.entry and order.turn]
    joined = "; ".join(GAME.say(order) for order in named)
    assert [written.order for written in GAME.read(lines(joined)).written] == named


@given(st.text(alphabet="123456789+&=,;:/-()[] rejctunABCD\n.!?⚀⚅²٣", max_size=60))
@settings(max_examples=400)
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    reading = GAME.read(lines(normalise(text)))
    for complaint in reading.complaints:
        assert complaint.hint
        assert complaint.line >= 1
    for written in reading.written:
        assert isinstance(written.order, Allocation)
        assert all(face in range(1, 7) for pair in written.order.pairs for face in pair)


@given(seeds, st.data())
@settings(max_examples=60)
def test_totals_and_rejects_add_up_whatever_is_allocated(seed: bytes, data: st.DataObject) -> None:
    match = played(seed, data, issues=5)
    for entry in match.state.entries:
        assert sum(entry.totals.values()) == 2 * len(entry.made)
        assert sum(entry.rejects.values()) <= len(entry.made)
        assert len(entry.rejects) <= 3
        assert [made.turn for made in entry.made] == list(range(1, len(entry.made) + 1))
        assert entry.fined == FINE * deadlines_missed(match.state, entry)


@given(seeds, st.data())
@settings(max_examples=30)
def test_a_match_folded_step_by_step_is_the_match_folded_at_once(seed: bytes, data: st.DataObject) -> None:
    match = played(seed, data, issues=3)
    stepwise: State | None = None
    for event in match.events:
        stepwise = GAME.evolve(stepwise, event)
    assert stepwise == reduce(GAME.evolve, match.events, State())


@given(seeds, st.data())
@settings(max_examples=30)
def test_every_die_of_a_match_can_be_thrown_again_from_its_name(seed: bytes, data: st.DataObject) -> None:
    match = played(seed, data, issues=3)
    rolls = rolls_in(match.events)
    assert all(match.dice.roll(roll.name, roll.sides) == roll for roll in rolls)
    assert len({roll.name for roll in rolls}) == len(rolls) == 5 * len(match.state.turns)


@given(seeds, st.data())
@settings(max_examples=30)
def test_what_was_checked_is_what_the_deadline_makes_of_it(seed: bytes, data: st.DataObject) -> None:
    match = played(seed, data, issues=2)
    for seat in (1, 2):
        match = match.letter("\n".join(said_by(match, seat, data)), seat)
    standing = [order for orders in match.book.values() for order in orders]
    after = match.deadline()
    made = [
        Allocation(entry.letter, each.turn, each.pairs, each.reject)
        for entry in after.state.entries
        for each in entry.made
        if each.issue == match.state.issue
    ]
    assert sorted(map(GAME.say, made)) == sorted(map(GAME.say, standing))


@given(st.lists(faces, min_size=5, max_size=5), st.lists(faces, max_size=3, unique=True))
def test_what_may_be_rejected_is_decided_by_the_roll_and_the_numbers_used(dice: list[int], numbers: list[int]) -> None:
    entry = Entry(1, "A", 1)
    entry = with_made(entry, *(Made(1, turn, ((1, 1), (1, 1)), number) for turn, number in enumerate(numbers, start=1)))
    allowed = may_reject(entry, Turn(len(numbers) + 1, 1, tuple(dice)))
    assert set(allowed) == (set(dice) if len(numbers) < 3 else set(dice) & set(numbers))


@pytest.mark.parametrize("letter", list(permutations(["A1: 1+5, 5+5, r6", "A2: 1+2, 4+4, r6", "B1: 5+5, 5+6, r1"])))
def test_the_order_of_lines_in_a_letter_does_not_matter_when_they_are_named(letter: tuple[str, ...]) -> None:
    match = table(SHEET).letter("\n".join(letter))
    assert match.reasons() == []
    assert len(match.standing()) == 3


def played(seed: bytes, data: st.DataObject, issues: int) -> Table:
    """Some issues of a match in which two players allocate what they like, or nothing, and may think again."""
    match = table(seed=seed)
    while match.state.closed < issues and not GAME.is_over(match.state):
        for seat in data.draw(st.lists(st.sampled_from((1, 2)), max_size=3), "who writes"):
            said = said_by(match, seat, data)
            match = match.letter("\n".join(said), seat)
            assert [GAME.say(order) for order in match.last.accepted] == said
        match = match.deadline()
    return match


def said_by(match: Table, seat: int, data: st.DataObject) -> list[str]:
    """Legal lines for the first few turns that a seat's entry A has outstanding, or for all, or none."""
    entry = match.state.entry(seat, "A") or Entry(seat, "A", match.state.issue)
    said: list[str] = []
    for turn in match.state.outstanding(entry):
        if entry.is_used_up or not data.draw(st.booleans(), "one turn more"):
            break
        allowed = may_reject(entry, turn)
        reject = data.draw(st.sampled_from(allowed), "the reject") if allowed else None
        left = list(data.draw(st.permutations(turn.faces), "the dice"))
        left.remove(reject or left[0])
        order = Allocation("A", turn.number, ((left[0], left[1]), (left[2], left[3])), reject)
        entry = with_made(entry, Made(match.state.issue, turn.number, order.pairs, reject))
        said.append(GAME.say(order))
    return said


def with_made(entry: Entry, *made: Made) -> Entry:
    return replace(entry, made=(*entry.made, *made))


def deadlines_missed(state: State, entry: Entry) -> int:
    """The deadlines before the entry was opened, and those at which a printed turn was open."""
    ended = entry.ended_in or state.closed + 1
    behind = [
        issue
        for issue in range(entry.opened, state.closed + 1)
        if issue < ended and sum(made.issue <= issue for made in entry.made) < 2 * issue
    ]
    return entry.opened - 1 + len(behind)
