"""What the referee makes of instructions, told with a toy game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.calendar import OnDatesGiven
from processor.core.dice import Dice, commitment
from processor.core.events import (
    DeadlineSet,
    Event,
    MatchEnded,
    MatchOpened,
    OrdersFiled,
    SeatTaken,
    TurnClosed,
    rolls_in,
)
from processor.core.game import Options, Seat
from processor.core.match import Match, Phase, fold
from processor.core.orders import Checked, Written
from processor.core.referee import (
    CancelOrders,
    CloseMatch,
    CloseTurn,
    FileOrders,
    GiveDice,
    Instruction,
    LeaveSeat,
    OrderNothing,
    SetDeadline,
    StartMatch,
    TakeSeat,
    decide,
    open_match,
)
from processor.core.replay import replay
from processor.core.ruling import Refusal, Ruling
from tests.core.toy import MASKED, TOY, Guess, Left, Table, Thrown

SEED = b"s" * 32
FRIDAY = datetime(2026, 12, 18, 20, tzinfo=UTC)


def opened(game=TOY, most=3):
    event = MatchOpened("toy-1", game.name, "Toy One", commitment(SEED), OnDatesGiven(), "UTC", 2, most)
    return open_match(game, event)


def tell(match: Match, *instructions: Instruction, journal=None) -> Match:
    for instruction in instructions:
        ruling = decide(match, instruction, SEED)
        assert isinstance(ruling, Ruling), ruling
        match = ruling.match
        if journal is not None:
            journal.extend(ruling.events)
    return match


def refusal(match: Match, instruction: Instruction) -> str:
    answer = decide(match, instruction, SEED)
    assert isinstance(answer, Refusal)
    return answer.reason


def guess(seat: int, face: int) -> FileOrders:
    return FileOrders(seat, (Written(Guess(face), 1, f"guess {face}"),))


@pytest.fixture
def seated() -> Match:
    return tell(opened().match, TakeSeat(11, "Ann"), TakeSeat(12, "Bob"))


@pytest.fixture
def running(seated: Match) -> Match:
    return tell(seated, StartMatch(FRIDAY))


def test_seats_are_numbered_in_order_of_joining(seated):
    assert [(seat.number, seat.name) for seat in seated.seats.values()] == [(1, "Ann"), (2, "Bob")]
    assert seated.seat_of(12) == 2


def test_a_seat_given_up_before_the_start_makes_room_and_the_next_to_come_sits_behind_all_others(seated):
    match = tell(seated, LeaveSeat(1), TakeSeat(13, "Cid"))
    assert [(seat.number, seat.name) for seat in match.seats.values()] == [(2, "Bob"), (3, "Cid")]


def test_nobody_sits_twice_and_no_table_is_overfull(seated):
    assert refusal(seated, TakeSeat(11, "Ann")) == "already-in"
    full = tell(seated, TakeSeat(13, "Cid"))
    assert refusal(full, TakeSeat(14, "Dee")) == "full"


def test_two_players_of_one_name_are_told_apart(seated):
    assert tell(seated, TakeSeat(13, "ann")).seats[3].name == "ann 2"


def test_too_few_players_cannot_start():
    assert refusal(tell(opened().match, TakeSeat(11, "Ann")), StartMatch(None)) == "too-few"


def test_play_begins_when_every_account_covers_what_all_pay_in():
    staked = replace(TOY, stake=lambda options: 50)
    match = tell(opened(staked).match, TakeSeat(11, "Ann"), TakeSeat(12, "Bob"))
    for funds in ({}, {1: 50}, {1: 50, 2: 49}, {1: 50, 2: -20}):
        assert refusal(match, StartMatch(None, funds)) == "stakes-not-covered"
    assert tell(match, StartMatch(None, {1: 50, 2: 90})).phase is Phase.RUNNING


def test_a_game_that_nobody_can_join_later_says_so(running):
    assert refusal(running, TakeSeat(13, "Cid")) == "already-running"


def test_a_game_may_let_players_in_while_it_runs_until_it_is_too_late() -> None:
    def admit(state: object, seat: Seat) -> tuple[Event, ...]:
        return (Left(seat.number),) if state != Table() else ()

    late = tell(opened(replace(TOY, admit=admit)).match, TakeSeat(11, "Ann"), TakeSeat(12, "Bob"), StartMatch(FRIDAY))
    assert tell(late, TakeSeat(13, "Cid")).seat_of(13) == 3
    assert refusal(replace(late, state=Table()), TakeSeat(13, "Cid")) == "already-running"


def test_a_game_may_hear_of_its_zone_and_its_deadlines() -> None:
    heard: list[object] = []
    zones: list[object] = []

    def schedule(state: object, due: datetime) -> tuple[Event, ...]:
        heard.append(due)
        return ()

    def open_there(seats: Sequence[Seat], options: Options, dice: Dice) -> tuple[Event, ...]:
        zones.append(options["zone"])
        return TOY.open(seats, options, dice)

    game = replace(TOY, schedule=schedule, open=open_there)
    match = tell(opened(game).match, TakeSeat(11, "Ann"), TakeSeat(12, "Bob"), StartMatch(FRIDAY))
    tell(match, SetDeadline(1, FRIDAY + timedelta(days=7)))
    assert (zones, heard) == (["UTC"], [FRIDAY, FRIDAY + timedelta(days=7)])


def test_a_masked_player_without_a_name_gets_one_drawn_by_the_dice():
    ruling = decide(opened(MASKED).match, TakeSeat(11, "Ann", None, ("Ann Archer", "ann@x.example")), SEED)
    assert isinstance(ruling, Ruling)
    (taken,) = ruling.events
    assert isinstance(taken, SeatTaken)
    assert taken.name in ("Monty Hall", "Bob Barker")  # "Ann Other" would give her away
    assert taken.rolls[0].sides == 2


@pytest.mark.parametrize(
    ("pseudonym", "reason"),
    [
        ("!!", "pseudonym-unusable"),
        ("x" * 31, "pseudonym-unusable"),
        ("zorró", "pseudonym-taken"),
        ("Big Archer", "pseudonym-gives-away"),
        ("A.R.C.H.E.R.", "pseudonym-gives-away"),
    ],
)
def test_a_pseudonym_is_unique_and_gives_nobody_away(pseudonym, reason):
    match = tell(opened(MASKED).match, TakeSeat(12, "Bob", "Zorro", ("Bob",)))
    assert refusal(match, TakeSeat(11, "Ann", pseudonym, ("Ann Archer", "ann"))) == reason


@pytest.mark.parametrize("pseudonym", ["Jo", "JO!", "Jo the Great", "Archer", "Old Mother Archer", "Li"])
def test_short_names_and_parts_of_an_address_give_away_as_well(pseudonym):
    wish = TakeSeat(11, "Jo Li", pseudonym, ("Jo Li", "j.archer2"))
    assert refusal(opened(MASKED).match, wish) == "pseudonym-gives-away"


@pytest.mark.parametrize("pseudonym", ["Jolly Roger", "Little Lil", "Arch Enemy", "J"])
def test_a_pseudonym_that_only_has_letters_in_common_is_fine(pseudonym):
    wish = TakeSeat(11, "Jo Li", pseudonym, ("Jo Li", "j.archer2"))
    assert tell(opened(MASKED).match, wish).seats[1].name == pseudonym


def test_orders_replace_earlier_ones_and_stand_until_the_deadline(running):
    match = tell(running, guess(1, 3), guess(1, 5))
    assert match.book == {1: (Guess(5),)}
    assert match.awaited() == {2: ("a guess",)}


def test_the_same_orders_again_leave_no_second_entry(running):
    again = decide(tell(running, guess(1, 3)), guess(1, 3), SEED)
    assert isinstance(again, Ruling)
    assert again.events == ()


def test_orders_before_the_start_are_refused(seated):
    assert refusal(seated, guess(1, 3)) == "not-started"


@dataclass(frozen=True)
class Pledge(Guess):
    """A guess that is made once and for all."""

    @property
    def is_final(self) -> bool:
        return True


EAGER = replace(
    TOY,
    check_early=lambda standing, fresh: Checked((fresh[-1].order,), (fresh[-1].order,)),
    is_ready=lambda table, book: len(book) == len(table.names),
)
"""The toy game, where guesses may come before the start, and a turn closes when everybody has guessed."""


def test_orders_before_the_start_are_kept_for_it_where_the_game_takes_them():
    match = tell(opened(EAGER).match, TakeSeat(11, "Ann"), TakeSeat(12, "Bob"), guess(1, 3), StartMatch(FRIDAY))
    assert match.book == {1: (Guess(3),)}
    assert (match.turn, match.due) == (1, FRIDAY)


def test_who_leaves_before_the_start_takes_their_orders_with_them():
    match = tell(opened(EAGER).match, TakeSeat(11, "Ann"), guess(1, 3), LeaveSeat(1))
    assert match.book == {}


def test_a_first_turn_for_which_all_orders_have_come_early_closes_with_the_start():
    journal: list[Event] = []
    seats = (TakeSeat(11, "Ann"), guess(1, 3), TakeSeat(12, "Bob"), guess(2, 4))
    begun = opened(EAGER)
    match = tell(begun.match, *seats, StartMatch(FRIDAY), journal=journal)
    assert (match.turn, match.due) == (2, FRIDAY)
    assert match.state.turn == 2
    assert replay(EAGER, (*begun.events, *journal), SEED) == ((*begun.events, *journal), match)


def test_what_is_final_is_not_taken_back(running):
    match = tell(running, FileOrders(1, (Written(Pledge(3), 1, "guess 3"),)))
    assert refusal(match, CancelOrders(1)) == "final-order"
    assert match.standing(1) == (Pledge(3),)


def test_orders_can_be_taken_back(running):
    match = tell(running, guess(1, 3), CancelOrders(1))
    assert match.book == {1: ()}
    assert refusal(match, CancelOrders(1, "guess")) == "nothing-to-cancel"


def test_orders_on_purpose_after_no_orders_count(running):
    match = tell(running, OrderNothing(1))
    assert match.passed == {1}
    assert tell(match, guess(1, 2)).passed == frozenset()


def test_a_turn_is_closed_once_by_its_number(running):
    match = tell(running, CloseTurn(1, None))
    assert match.turn == 2
    assert refusal(match, CloseTurn(1, None)) == "wrong-turn"


def test_the_book_is_empty_and_the_next_deadline_set_after_a_turn(running):
    match = tell(running, guess(1, 3), CloseTurn(1, FRIDAY.replace(day=25)))
    assert (match.book, match.due, match.last_due) == ({}, FRIDAY.replace(day=25), FRIDAY)


def test_a_deadline_is_moved_only_for_the_coming_turn(running):
    assert tell(running, SetDeadline(1, FRIDAY.replace(day=19))).due == FRIDAY.replace(day=19)
    assert refusal(running, SetDeadline(2, FRIDAY)) == "wrong-turn"


def test_who_has_left_orders_nothing_any_more(running):
    assert refusal(tell(running, LeaveSeat(1)), OrderNothing(1)) == "resigned"


def test_there_is_nothing_to_take_back_where_nothing_is_on_file(running):
    assert refusal(running, CancelOrders(1)) == "nothing-on-file"
    assert refusal(running, CancelOrders(1, "turn 3")) == "nothing-to-cancel"


def test_dice_thrown_by_hand_are_used_and_marked(running):
    journal: list = []
    tell(running, GiveDice("turn 1: 4"), CloseTurn(1, None), journal=journal)
    (roll,) = rolls_in(tuple(journal))
    assert (roll.face, roll.by_hand) == (4, True)
    assert refusal(running, GiveDice("lots of sixes")) == "dice-unreadable"


def test_the_match_ends_with_its_last_turn_and_nothing_follows(running):
    journal: list = []
    match = tell(running, *(CloseTurn(turn, FRIDAY) for turn in (1, 2, 3)), journal=journal)
    assert match.phase is Phase.OVER
    assert isinstance(journal[-1], MatchEnded)
    assert not any(isinstance(event, DeadlineSet) and event.turn == 4 for event in journal)
    assert refusal(match, guess(1, 1)) == "match-over"


def test_the_gm_can_end_a_match_early(running):
    assert tell(running, CloseMatch()).phase is Phase.OVER


def test_a_player_who_left_is_no_longer_awaited(running):
    match = tell(running, LeaveSeat(1))
    assert match.awaited() == {2: ("a guess",)}
    assert refusal(match, guess(1, 1)) == "resigned"


moves = st.lists(
    st.one_of(
        st.builds(guess, st.integers(1, 2), st.integers(1, 6)),
        st.builds(CancelOrders, st.integers(1, 2)),
        st.builds(OrderNothing, st.integers(1, 2)),
        st.builds(LeaveSeat, st.integers(1, 2)),
        st.just("close"),
    ),
    max_size=25,
)


@given(moves)
def test_any_history_folds_step_by_step_and_is_the_same_when_replayed(instructions):
    journal = list(opened().events)
    match = tell(opened().match, TakeSeat(11, "Ann"), TakeSeat(12, "Bob"), StartMatch(FRIDAY), journal=journal)
    for instruction in instructions:
        ruling = decide(match, CloseTurn(match.turn, FRIDAY) if instruction == "close" else instruction, SEED)
        if isinstance(ruling, Ruling):
            journal.extend(ruling.events)
            match = ruling.match
    assert fold(TOY, journal) == match
    again, final = replay(TOY, journal, SEED)
    assert (again, final) == (tuple(journal), match)


def test_a_meddled_journal_does_not_replay(running):
    journal = [*opened().events]
    tell(
        opened().match,
        TakeSeat(11, "Ann"),
        TakeSeat(12, "Bob"),
        StartMatch(FRIDAY),
        guess(1, 3),
        CloseTurn(1, FRIDAY),
        journal=journal,
    )
    place = next(index for index, event in enumerate(journal) if isinstance(event, Thrown))
    journal[place] = replace(journal[place], right=(2,))
    assert replay(TOY, journal, SEED)[0] != tuple(journal)
    told = [type(event) for event in journal if isinstance(event, OrdersFiled | TurnClosed)]
    assert told == [OrdersFiled, TurnClosed]
