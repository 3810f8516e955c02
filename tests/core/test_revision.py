"""How the past is told anew with a ruling in it, told with a toy game in which nobody may guess the last die again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from processor.core.calendar import OnDatesGiven
from processor.core.dice import commitment
from processor.core.events import (
    DeadlineHeld,
    DeadlineSet,
    Event,
    MatchOpened,
    OrdersFiled,
    RulingGiven,
    TurnClosed,
    TurnExcused,
    history,
)
from processor.core.game import Game
from processor.core.life import Press
from processor.core.lost import Lost
from processor.core.match import Match, Phase, evolve, fold
from processor.core.orders import Checked, Complaint, Order, Written
from processor.core.referee import (
    CancelOrders,
    CloseTurn,
    Excuse,
    FileOrders,
    FreeDeadline,
    GiveDice,
    HoldDeadline,
    Instruction,
    Resume,
    SendPress,
    StartMatch,
    StrikePress,
    TakeSeat,
    decide,
)
from processor.core.remedy import AmendOrders, ExcuseTurn, RollBack
from processor.core.replay import replay
from processor.core.revision import Revision, orders_at, revise
from processor.core.ruling import Refusal, Ruling
from tests.core.toy import TOY, Guess, Table

SEED = b"s" * 32
FRIDAY = datetime(2026, 12, 18, 20, tzinfo=UTC)
WEEK = timedelta(days=7)
ANN, BOB = 1, 2


def check(table: Table, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """As in the toy, but whoever guessed right may not guess a six next."""
    spoilt = [each for each in fresh if each.order == Guess(6) and table.points[seat]]
    good = [each for each in fresh if each not in spoilt]
    complaints = tuple(Complaint(each.line, each.text, "no-six", "Who was right cannot say six.") for each in spoilt)
    return replace(TOY.check(table, seat, standing, good), complaints=complaints)


STRICT: Game[Any] = replace(TOY, check=check)


def guess(seat: int, face: int) -> FileOrders:
    return FileOrders(seat, said(face))


def said(face: int) -> tuple[Written, ...]:
    return (Written(Guess(face), 1, f"guess {face}"),)


def journal(*instructions: Instruction, game: Game[Any] = STRICT) -> list[Event]:
    """Ann and Bob play three turns with dice that the GM threw: 1, 2 and 3."""
    opened = MatchOpened("toy-1", "toy", "Toy One", commitment(SEED), OnDatesGiven(), "UTC", 2, 3)
    match, events = Match(game, opened), list[Event]([opened])
    dice = (GiveDice(f"turn {turn}: {turn}") for turn in (1, 2, 3))
    for instruction in (TakeSeat(11, "Ann"), TakeSeat(12, "Bob"), *dice, StartMatch(FRIDAY), *instructions):
        ruling = decide(match, instruction, SEED)
        assert isinstance(ruling, Ruling), ruling
        match = ruling.match
        events += ruling.events
    return events


@pytest.fixture
def two_turns() -> list[Event]:
    """Bob guessed a six twice and was wrong; Ann was right in turn two."""
    return journal(guess(BOB, 6), CloseTurn(1, FRIDAY + WEEK), guess(ANN, 2), guess(BOB, 6), CloseTurn(2, None))


def ruled(
    events: Sequence[Event], *remedies: Any, void: Sequence[int] = (), case: int = 12, game: Game[Any] = STRICT
) -> Revision:
    revision = revise(game, events, case, ("so be it",), remedies, SEED, void)
    assert isinstance(revision, Revision)
    return revision


def test_what_is_amended_counts_as_if_it_had_been_on_file(two_turns):
    revision = ruled(two_turns, AmendOrders(BOB, 1, said(1)))
    assert revision.before.state.points == {ANN: 1, BOB: 0}
    assert revision.after.state.points == {ANN: 1, BOB: 1}


def test_a_later_order_that_is_no_longer_possible_counts_as_missing_and_is_listed(two_turns):
    revision = ruled(two_turns, AmendOrders(BOB, 1, said(1)))
    assert revision.lost == (Lost(BOB, 2, Guess(6), "Who was right cannot say six."),)
    filed = [told.event for told in history((*two_turns, revision.ruling)) if isinstance(told.event, OrdersFiled)]
    assert filed == [OrdersFiled(BOB, (Guess(6),)), OrdersFiled(BOB, (Guess(1),)), OrdersFiled(ANN, (Guess(2),))]


def test_what_comes_out_the_same_is_not_told_again(two_turns):
    ruling = ruled(two_turns, AmendOrders(BOB, 2, said(2))).ruling
    assert two_turns[ruling.kept] == TurnClosed(2)
    assert ruling.instead[0].event == OrdersFiled(BOB, (Guess(2),))


def test_every_event_told_anew_says_which_entry_it_goes_back_to(two_turns):
    ruling = ruled(two_turns, AmendOrders(BOB, 1, said(1))).ruling
    number = len(two_turns) + 1
    assert [(told.number, type(told.event).__name__) for told in ruling.instead] == [
        (number, "OrdersFiled"),
        (two_turns.index(TurnClosed(1)) + 1, "TurnClosed"),
        (two_turns.index(TurnClosed(1)) + 1, "Thrown"),
        (two_turns.index(DeadlineSet(2, FRIDAY + WEEK)) + 1, "DeadlineSet"),
        (two_turns.index(OrdersFiled(ANN, (Guess(2),))) + 1, "OrdersFiled"),
        (two_turns.index(TurnClosed(2)) + 1, "TurnClosed"),
        (two_turns.index(TurnClosed(2)) + 1, "Thrown"),
    ]


def test_dice_thrown_by_hand_fall_again_as_they_fell(two_turns):
    ruling = ruled(two_turns, AmendOrders(BOB, 1, said(1))).ruling
    rolls = [roll for told in ruling.instead for roll in getattr(told.event, "rolls", ())]
    assert [(roll.face, roll.by_hand) for roll in rolls] == [(1, True), (2, True)]


def test_an_order_that_no_longer_counts_is_left_out(two_turns):
    void = [two_turns.index(OrdersFiled(ANN, (Guess(2),))) + 1]
    assert ruled(two_turns, void=void).after.state.points == {ANN: 0, BOB: 0}


def test_orders_for_the_coming_turn_can_be_amended_too(two_turns):
    revision = ruled(two_turns, AmendOrders(ANN, 3, said(3)))
    assert revision.after.standing(ANN) == (Guess(3),)
    assert not revision.before.standing(ANN)


def test_orders_of_the_ruling_itself_are_judged_by_the_turn_they_are_for(two_turns):
    amended = ruled(two_turns, AmendOrders(ANN, 3, said(6)))
    assert [complaint.reason for complaint in amended.complaints] == ["no-six"]
    assert ruled(two_turns, AmendOrders(ANN, 1, said(6))).complaints == ()


def test_it_can_be_told_how_many_turns_were_told_anew(two_turns):
    tried = [ruled(two_turns, AmendOrders(BOB, turn, said(1))).turns_told_anew for turn in (1, 2, 3)]
    assert tried == [2, 1, 0]


def test_a_roll_back_opens_the_turn_again_with_the_orders_that_were_on_file_for_it(two_turns):
    after = ruled(two_turns, RollBack(1)).after
    assert (after.turn, after.due, after.book) == (1, FRIDAY, {BOB: (Guess(6),)})
    assert after.state.points == {ANN: 0, BOB: 0}


def test_a_roll_back_lists_every_order_for_a_turn_that_is_not_there_any_more(two_turns):
    revision = ruled(going_on(two_turns, guess(ANN, 5)), RollBack(1))
    assert revision.void == (Lost(ANN, 2, Guess(2), ""), Lost(BOB, 2, Guess(6), ""), Lost(ANN, 3, Guess(5), ""))
    assert revision.lost == ()


def test_orders_that_were_changed_or_taken_back_before_a_roll_back_are_not_listed(two_turns):
    changed = going_on(two_turns, guess(ANN, 5), guess(BOB, 3), guess(ANN, 4), CancelOrders(BOB))
    assert [each for each in ruled(changed, RollBack(2)).void if each.turn == 3] == [Lost(ANN, 3, Guess(4), "")]


def test_press_that_waits_outlives_a_roll_back_and_what_was_printed_or_struck_does_not(two_turns):
    def press(words: str) -> SendPress:
        return SendPress(BOB, words, "white")

    printed = journal(guess(BOB, 6), press("one"), CloseTurn(1, FRIDAY + WEEK), press("two"), CloseTurn(2, None))
    waiting = going_on(printed, press("three"), press("four"), StrikePress(3))
    after = ruled(waiting, RollBack(1)).after
    assert after.life.press == (Press(1, BOB, "one", "white", "", 1), Press(1, BOB, "four", "white", "", 2))
    back = (*waiting, ruled(waiting, RollBack(1)).ruling)
    again = ruled(going_on(back, press("five")))
    assert [each.text for each in again.after.life.printed_with(3)] == ["four", "five"]


def test_a_match_that_is_over_can_be_rolled_back(two_turns):
    three = journal(*(CloseTurn(turn, None) for turn in (1, 2, 3)))
    assert fold(STRICT, three).phase is Phase.OVER
    assert ruled(three, RollBack(3)).after.phase is Phase.RUNNING


def test_a_turn_that_never_closed_is_refused(two_turns):
    refused = revise(STRICT, two_turns, 12, (), [RollBack(7)], SEED)
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.facts["turn"]) == ("no-such-turn", 7)


def test_a_ruling_on_another_case_goes_on_from_the_first(two_turns):
    first = ruled(two_turns, AmendOrders(BOB, 1, said(1))).ruling
    second = ruled((*two_turns, first), AmendOrders(BOB, 2, said(2)), case=13).ruling
    whole = (*two_turns, first, second)
    assert fold(STRICT, whole).state.points == {ANN: 1, BOB: 2}
    assert replay(STRICT, whole, SEED)[0] == whole


def test_orders_are_read_against_the_match_as_it_stood_when_the_turn_closed(two_turns):
    then = orders_at(STRICT, two_turns, 2)
    assert then is not None
    assert (then.turn, then.book) == (2, {ANN: (Guess(2),), BOB: (Guess(6),)})
    assert orders_at(STRICT, two_turns, 3) == fold(STRICT, two_turns)
    assert orders_at(STRICT, two_turns, 4) is None


def test_a_ruling_cannot_be_taken_for_an_event_that_just_follows(two_turns):
    with pytest.raises(ValueError, match="folded from its beginning"):
        evolve(fold(STRICT, two_turns), RulingGiven(12, (), len(two_turns)))


def test_a_game_that_cannot_excuse_anybody_is_left_as_it_is(two_turns):
    assert not ruled(two_turns, ExcuseTurn(BOB, 1)).changes_anything


def test_who_was_excused_from_a_turn_that_closed_at_once_is_excused_from_it_once_again():
    """Only Ann is waited for, and the turn closes with her guess."""
    game = replace(STRICT, is_ready=lambda table, book: ANN in book, excuse=lambda table, seat: ())
    match = Match(game, MatchOpened("toy-1", "toy", "Toy", commitment(SEED), OnDatesGiven(), "UTC", 2, 3))
    told: list[Event] = []
    for instruction in (TakeSeat(11, "Ann"), TakeSeat(12, "Bob"), StartMatch(None), Excuse(BOB, 1), guess(ANN, 1)):
        ruling = decide(match, instruction, SEED)
        assert isinstance(ruling, Ruling)
        match = ruling.match
        told += ruling.events
    revision = revise(game, (match.opened, *told), 12, (), [AmendOrders(ANN, 1, said(2))], SEED)
    assert isinstance(revision, Revision)
    assert [each.event for each in revision.ruling.instead][:3] == [
        OrdersFiled(ANN, (Guess(2),)),
        TurnExcused(BOB),
        TurnClosed(1),
    ]
    assert [type(each.event).__name__ for each in revision.after_it].count("TurnExcused") == 1


QUICK: Game[Any] = replace(TOY, is_ready=lambda table, book: all(book.get(seat) for seat in table.names))
"""The toy, but a turn closes as soon as both have guessed."""

ENDS_OF_A_HOLD = pytest.mark.parametrize(
    ("why", "end"), [("pause", Resume(FRIDAY + WEEK, FRIDAY + 2 * WEEK)), ("gm", FreeDeadline(FRIDAY + 2 * WEEK))]
)


def stood_still(why: Any, end: Instruction) -> list[Event]:
    """Bob guesses before the match is stopped and Ann meanwhile, so turn one closes when it goes on."""
    return journal(guess(BOB, 6), HoldDeadline(why, FRIDAY - WEEK), guess(ANN, 1), end, game=QUICK)


def test_a_turn_that_ends_with_amended_orders_is_not_ended_once_more_by_its_deadline():
    """Bob's guess for turn one is put in, so that it closes at once. What was ordered for turn two stands."""
    missed = journal(guess(ANN, 1), CloseTurn(1, FRIDAY + WEEK), guess(ANN, 2), game=QUICK)
    after = ruled(missed, AmendOrders(BOB, 1, said(6)), game=QUICK).after
    assert (after.turn, after.due, after.book) == (2, FRIDAY + WEEK, {ANN: (Guess(2),)})


@ENDS_OF_A_HOLD
def test_orders_that_came_while_a_match_stood_still_are_amended_where_they_came(why, end):
    after = ruled(stood_still(why, end), AmendOrders(ANN, 1, said(2)), game=QUICK).after
    assert (after.turn, after.state.points, after.due) == (2, {ANN: 0, BOB: 0}, FRIDAY + 2 * WEEK)


@ENDS_OF_A_HOLD
def test_a_turn_that_closed_when_the_match_went_on_is_open_and_goes_on_after_a_roll_back(why, end):
    after = ruled(stood_still(why, end), RollBack(1), game=QUICK).after
    assert (after.turn, after.is_held, after.book) == (1, False, {BOB: (Guess(6),)})


def test_a_match_that_stands_still_stands_still_after_a_ruling():
    before = journal(guess(BOB, 6), HoldDeadline("pause", FRIDAY - WEEK), game=QUICK)
    after = ruled(before, AmendOrders(ANN, 1, said(2)), game=QUICK).after
    assert (after.turn, after.is_held) == (1, True)
    assert after.standing(ANN) == (Guess(2),)


def test_a_turn_that_closed_in_a_pause_before_pauses_kept_turns_open_stays_closed():
    """Journals of that time have such a turn; a ruling on another one does not open it."""
    events = journal(CloseTurn(1, FRIDAY + WEEK), guess(ANN, 2), guess(BOB, 6), game=QUICK)
    events.insert(events.index(OrdersFiled(BOB, (Guess(6),))), DeadlineHeld(2, "pause", FRIDAY))
    after = ruled(events, AmendOrders(BOB, 1, said(1)), game=QUICK).after
    assert (after.turn, after.is_held) == (3, False)


# --- A case that is ruled on again ------------------------------------------------------------------------


def told_in(events: Sequence[Event]) -> list[Event]:
    return [each.event for each in history(events)]


def test_a_case_that_is_ruled_on_again_has_one_ruling_and_the_old_one_is_gone(two_turns):
    first = ruled(two_turns, AmendOrders(BOB, 1, said(1))).ruling
    second = ruled((*two_turns, first), AmendOrders(BOB, 2, said(2))).ruling
    afresh = ruled(two_turns, AmendOrders(BOB, 2, said(2))).ruling
    assert told_in((*two_turns, first, second)) == told_in((*two_turns, afresh))
    assert replay(STRICT, (*two_turns, first, second), SEED)[0] == (*two_turns, first, second)


def test_a_ruling_without_a_remedy_takes_the_old_one_back_and_what_it_had_cost_stands_again(two_turns):
    """The first ruling had made Bob's second guess impossible."""
    first = ruled(two_turns, AmendOrders(BOB, 1, said(1)))
    assert first.lost
    second = ruled((*two_turns, first.ruling))
    assert told_in((*two_turns, first.ruling, second.ruling)) == two_turns
    assert second.lost == ()


def test_it_can_be_ruled_on_a_case_any_number_of_times(two_turns):
    events: list[Event] = list(two_turns)
    for face in (1, 5, 1, 3):
        events.append(ruled(events, AmendOrders(BOB, 1, said(face))).ruling)
    afresh = ruled(two_turns, AmendOrders(BOB, 1, said(3))).ruling
    assert told_in(events) == told_in((*two_turns, afresh))


def test_a_ruling_on_another_case_stays_when_one_is_taken_back(two_turns):
    first = ruled(two_turns, AmendOrders(BOB, 1, said(1))).ruling
    other = ruled((*two_turns, first), AmendOrders(BOB, 2, said(2)), case=13).ruling
    back = ruled((*two_turns, first, other)).ruling
    afresh = ruled(two_turns, AmendOrders(BOB, 2, said(2)), case=13).ruling
    assert told_in((*two_turns, first, other, back)) == told_in((*two_turns, afresh))


def test_what_a_ruling_had_left_out_counts_again_when_the_ruling_is_taken_back(two_turns):
    void = [two_turns.index(OrdersFiled(ANN, (Guess(2),))) + 1]
    first = ruled(two_turns, void=void).ruling
    assert told_in((*two_turns, first, ruled((*two_turns, first)).ruling)) == two_turns


def going_on(events: Sequence[Event], *instructions: Instruction) -> list[Event]:
    """The match is played on."""
    made, match = list(events), fold(STRICT, events)
    for instruction in instructions:
        ruling = decide(match, instruction, SEED)
        assert isinstance(ruling, Ruling), ruling
        match = ruling.match
        made += ruling.events
    return made


def test_what_was_played_since_a_ruling_stays_when_another_takes_its_place(two_turns):
    first = ruled(two_turns, AmendOrders(BOB, 1, said(1))).ruling
    third_turn = (guess(ANN, 3), CloseTurn(3, None))
    second = ruled(going_on((*two_turns, first), *third_turn)).ruling
    assert told_in((*going_on((*two_turns, first), *third_turn), second)) == told_in(going_on(two_turns, *third_turn))


def test_a_roll_back_that_is_taken_back_leaves_the_match_where_it_was_and_what_was_sent_since_is_void(two_turns):
    back = ruled(two_turns, RollBack(1)).ruling
    since = going_on((*two_turns, back), guess(ANN, 1), CloseTurn(1, None), guess(ANN, 4))
    revision = ruled(since)
    assert told_in((*since, revision.ruling)) == two_turns
    assert revision.void == (Lost(ANN, 1, Guess(1), ""), Lost(ANN, 2, Guess(4), ""))
    assert ruled((*since, revision.ruling)).changes_anything is False


def test_a_roll_back_that_is_ruled_anew_takes_the_match_back_from_where_it_was(two_turns):
    back = ruled(two_turns, RollBack(1)).ruling
    since = going_on((*two_turns, back), guess(ANN, 1), CloseTurn(1, None))
    assert ruled(since, RollBack(2)).after.state.points == {ANN: 0, BOB: 0}
    assert ruled(since, RollBack(2)).after.book == {ANN: (Guess(2),), BOB: (Guess(6),)}


# --- A roll-back that is taken back, and what was ruled on other cases ------------------------------------


def taken_back(events: Sequence[Event], game: Game[Any] = STRICT) -> tuple[Revision, list[Event]]:
    """Case 12 is reopened and its roll-back no longer holds; the history in force after that."""
    revision = ruled(events, game=game)
    return revision, told_in((*events, revision.ruling))


@pytest.mark.parametrize(
    "remedies",
    [
        pytest.param([AmendOrders(ANN, 2, said(3))], id="the turn that was open again"),
        pytest.param([AmendOrders(ANN, 1, said(1))], id="a turn before that"),
        pytest.param([AmendOrders(ANN, 1, said(1)), AmendOrders(ANN, 2, said(3))], id="both"),
    ],
)
def test_what_was_ruled_on_another_case_since_a_roll_back_stands_when_that_is_taken_back(two_turns, remedies):
    back = ruled(two_turns, RollBack(2)).ruling
    other = ruled((*two_turns, back), *remedies, case=13).ruling
    revision, history_now = taken_back(going_on((*two_turns, back, other), guess(BOB, 5), CloseTurn(2, None)))
    assert history_now == told_in((*two_turns, ruled(two_turns, *remedies, case=13).ruling))
    assert revision.fallen == ()


def test_what_was_ruled_on_another_case_before_a_roll_back_comes_back_to_its_own_turn(two_turns):
    three = going_on(two_turns, guess(ANN, 3), CloseTurn(3, None))
    other = ruled(three, AmendOrders(BOB, 2, said(2)), case=13).ruling
    back = ruled((*three, other), RollBack(1))
    assert back.fallen == (other,)
    _, history_now = taken_back((*three, other, back.ruling))
    assert history_now == told_in((*three, other))


def test_a_ruling_that_has_been_replaced_meanwhile_does_not_come_back(two_turns):
    other = ruled(two_turns, AmendOrders(BOB, 2, said(2)), case=13).ruling
    back = ruled((*two_turns, other), RollBack(1)).ruling
    anew = ruled((*two_turns, other, back), case=13).ruling
    assert taken_back((*two_turns, other, back, anew))[1] == two_turns


def test_a_ruling_on_a_turn_that_is_there_no_more_falls_and_is_named(two_turns):
    back = ruled(two_turns, RollBack(2)).ruling
    since = going_on((*two_turns, back), CloseTurn(2, None), guess(BOB, 4))
    far = ruled(going_on(since, CloseTurn(3, None)), AmendOrders(ANN, 3, said(3)), case=13).ruling
    revision, _ = taken_back((*going_on(since, CloseTurn(3, None)), far))
    assert (revision.fallen, revision.after.turn) == ((), 3)
    assert revision.after.standing(ANN) == (Guess(3),)
    first = ruled(two_turns[: two_turns.index(TurnClosed(2))], RollBack(1)).ruling
    begun = [*two_turns[: two_turns.index(TurnClosed(2))], first]
    later = going_on(begun, CloseTurn(1, None), CloseTurn(2, None), guess(BOB, 4))
    third = ruled(later, AmendOrders(ANN, 3, said(3)), case=13).ruling
    revision, _ = taken_back((*later, third))
    assert (revision.fallen, revision.after.turn) == ((third,), 2)


def test_a_roll_back_on_another_case_stands_when_one_is_taken_back(two_turns):
    """Case 13 went further back, and what was played since then is what holds."""
    back = ruled(two_turns, RollBack(2)).ruling
    further = ruled((*two_turns, back), RollBack(1), case=13).ruling
    since = going_on((*two_turns, back, further), guess(ANN, 1), CloseTurn(1, None))
    revision, history_now = taken_back(since)
    assert history_now == told_in(since)
    assert not revision.changes_anything


def test_a_turn_that_another_case_opened_again_is_open_also_in_what_comes_back(two_turns):
    """Case 12 went back to turn one; in what was played then, case 13 opened turn two again."""
    back = ruled(two_turns, RollBack(1)).ruling
    since = going_on((*two_turns, back), guess(ANN, 4), CloseTurn(1, None), guess(BOB, 3), CloseTurn(2, None))
    second = ruled(since, RollBack(2), case=13).ruling
    revision, history_now = taken_back((*since, second))
    assert history_now == told_in((*two_turns, ruled(two_turns, RollBack(2)).ruling))
    assert ruled((*since, second, revision.ruling), case=13).after.turn == 3


def test_orders_ruled_for_a_turn_that_closes_at_once_take_the_place_of_the_last_ones():
    quick = journal(guess(BOB, 6), guess(ANN, 1), guess(BOB, 6), game=QUICK)
    back = ruled(quick, RollBack(1), game=QUICK).ruling
    other = ruled((*quick, back), AmendOrders(ANN, 1, said(2)), case=13, game=QUICK).ruling
    _, history_now = taken_back((*quick, back, other), game=QUICK)
    afresh = ruled(quick, AmendOrders(ANN, 1, said(2)), case=13, game=QUICK).ruling
    assert history_now == told_in((*quick, afresh))
