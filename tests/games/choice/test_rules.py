"""The rules of Choice +, rule by rule; the numbers are those of ``data/choice/rules.txt``."""

from dataclasses import replace

import pytest

from processor.core.events import rolls_in
from processor.core.game import Seat
from processor.core.orders import Complaint
from processor.core.text import lines
from processor.games.choice import GAME
from processor.games.choice.events import (
    AllocationMade,
    EntryEnded,
    EntryFined,
    EntryOpened,
    EntryUnfinished,
    EntryWithdrawn,
    LatenessNoted,
    PointsAwarded,
    TurnPrinted,
)
from processor.games.choice.rules import award, excuse, late, may_begin
from processor.games.choice.scoring import BASE, points, score
from tests.games.choice.table import SHEET, Table, made, rolling, table

ONE_ENDS = ("15556", "12446", "12345", "13456", "11234", "15566", "11223", "11246", "12345", "23456")
SEVEN_ONES = """
    A turn 1: 5+5, 5+6, reject 1
    A turn 2: 2+4, 4+6, reject 1
    A turn 3: 2+3, 4+5, reject 1
    A turn 4: 3+4, 5+6, reject 1
    A turn 5: 1+2, 3+4, reject 1
    A turn 6: 5+5, 6+6, reject 1
    A turn 7: 1+2, 2+3, reject 1
"""


def test_rule_1_the_first_issue_prints_two_turns_of_five_dice() -> None:
    printed = [event for event in table().events if isinstance(event, TurnPrinted)]
    assert [(event.issue, event.turn) for event in printed] == [(1, 1), (1, 2)]
    assert [roll.name for roll in printed[1].rolls] == [f"choice/issue/1/turn/2/die/{die}" for die in range(1, 6)]
    assert all(1 <= roll.face <= 6 and roll.sides == 6 and not roll.by_hand for roll in rolls_in(table().events))


def test_rule_1_the_gm_may_throw_the_opening_dice_by_hand() -> None:
    turns = table(SHEET).state.turns
    assert [turn.faces for turn in turns] == [(1, 5, 5, 5, 6), (1, 2, 4, 4, 6)]
    assert all(turn.by_hand for turn in turns)


def test_rule_1_an_allocation_uses_the_five_dice_and_no_others() -> None:
    assert rolling("12345").letter("turn 1: 1+2=3, 3+4=7 and reject 5").reasons() == []
    assert rolling("12345").letter("turn 1: 1+2=3, 3+4=7 and reject 4").reasons() == ["wrong-dice"]
    assert rolling("11345").letter("turn 1: 1+3, 4+5, reject 1").reasons() == []


def test_rule_2_a_pair_counts_for_the_sum_of_its_dice() -> None:
    """12345 and 23456, split as the sheet of the game splits them."""
    match = rolling("12345", "23456").letter("1+2=3, 3+4=7 and reject 5; 2+5=7, 3+6=9 and reject 4").deadline()
    assert dict(match.entry().totals) == {3: 1, 7: 2, 9: 1}
    assert dict(match.entry().rejects) == {5: 1, 4: 1}


def test_rule_3_totals_and_rejects_are_counted_over_all_turns() -> None:
    match = rolling("12345", "12345", "12345", "12345")
    match = match.letter("1+2, 3+4, reject 5; 1+2, 3+5, reject 4").deadline()
    match = match.letter("turn 3: 1+2, 3+4, reject 5; turn 4: 1+4, 2+5, reject 3").deadline()
    assert dict(match.entry().totals) == {3: 3, 7: 3, 8: 1, 5: 1}
    assert dict(match.entry().rejects) == {5: 2, 4: 1, 3: 1}


def test_rule_4_any_number_may_be_rejected_until_three_have_been_used() -> None:
    match = (
        rolling("12345", "12345", "12345").letter("turn 1: 2+3, 4+5, reject 1; turn 2: 1+3, 4+5, reject 2").deadline()
    )
    assert match.letter("turn 3: 1+2, 4+5, reject 3").reasons() == []
    assert match.letter("turn 3: 4+2, 3+5, reject 1").reasons() == []


def test_rule_4_after_three_numbers_no_fourth_may_be_rejected() -> None:
    match = rolling("12345", "12345", "12345", "12345")
    match = match.letter("turn 1: 2+3, 4+5, reject 1; turn 2: 1+3, 4+5, reject 2").deadline()
    match = match.letter("turn 3: 1+2, 4+5, reject 3; turn 4: 1+2, 3+5, reject 4")
    assert match.reasons() == ["reject-not-yours"]
    assert "1, 2 or 3" in match.last.complaints[0].hint
    assert match.standing() == ["A turn 3: 1+2=3, 4+5=9, reject 3"]


def test_rule_4_the_third_number_may_come_in_the_same_letter() -> None:
    """Both turns of an issue are judged in order, wherever the letter has them."""
    match = rolling("12345", "12345", "12345", "12356").letter("T1 2+3, 4+5, r1; T2 1+3, 4+5, r2").deadline()
    assert match.letter("turn 4: 1+2, 3+5, reject 6\nturn 3: 1+2, 4+5, reject 3").reasons() == ["reject-not-yours"]


def three_numbers_then(faces: str) -> Table:
    match = rolling("12345", "12345", "12345", faces)
    match = match.letter("turn 1: 2+3, 4+5, reject 1; turn 2: 1+3, 4+5, reject 2").deadline()
    return match.letter("turn 3: 1+2, 4+5, reject 3")


def test_rule_4_a_roll_without_any_of_the_three_is_a_free_ride() -> None:
    match = three_numbers_then("44566").letter("turn 4: 4+4, 5+6, no reject").deadline()
    assert made(match.entry()) == {1: 1, 2: 2, 3: 3, 4: None}
    assert sum(match.entry().totals.values()) == 8


def test_rule_12_naming_a_reject_on_a_free_ride_is_refused() -> None:
    match = three_numbers_then("44566").letter("turn 4: 4+4, 5+6, reject 6")
    assert match.reasons() == ["free-ride"]
    assert "turn 4: 4+4=8, 5+6=11, no reject" in match.last.complaints[0].hint


@pytest.mark.parametrize("reject", ["", ", no reject", ", free ride"])
def test_rule_12_leaving_the_reject_out_when_one_of_the_three_shows_is_refused(reject: str) -> None:
    match = three_numbers_then("34456").letter(f"turn 4: 4+4, 5+6{reject}")
    assert match.reasons() == ["reject-missing"]
    assert "you may reject 3" in match.last.complaints[0].hint


def test_rule_5_the_eighth_rejection_counts_and_ends_the_entry() -> None:
    match = rolling(*ONE_ENDS).passes(3).letter(SEVEN_ONES + "A turn 8: 1+2, 4+6, reject 1").deadline()
    entry = match.entry()
    assert entry.rejects[1] == 8
    assert entry.totals[3] == 3
    assert entry.ending == "ended"
    ended = next(event for event in match.events if isinstance(event, EntryEnded))
    assert (ended.turn, ended.number, ended.score) == (8, 1, entry.score)


def test_rule_5_the_seventh_rejection_does_not_end_it() -> None:
    match = rolling(*ONE_ENDS).passes(3).letter(SEVEN_ONES).deadline()
    assert match.entry().ending is None
    assert not GAME.is_over(match.state)


def test_rule_13_a_turn_after_the_last_one_is_not_played_though_it_is_of_the_same_issue() -> None:
    match = rolling(*ONE_ENDS[:7], "23456", "12346", "12345").passes(3)
    match = match.letter(SEVEN_ONES + "A turn 8: 2+3, 4+5, reject 6").deadline()
    match = match.letter("turn 9: 2+3, 4+6, reject 1\nturn 10: 2+3, 4+5, reject 1")
    assert match.reasons() == ["entry-over"]
    assert match.remarked() == ["ends"]
    assert match.standing() == ["A turn 9: 2+3=5, 4+6=10, reject 1"]
    assert len(match.deadline().entry().made) == 9


def test_rule_5_players_may_end_at_different_times() -> None:
    match = rolling(*ONE_ENDS).passes(3).letter(SEVEN_ONES + "A turn 8: 1+2, 4+6, reject 1")
    match = match.letter("turn 1: 5+5, 5+6, reject 1", seat=2).deadline()
    assert match.entry().ending == "ended"
    assert not GAME.is_over(match.state)
    assert match.letter("turn 9: 1+2, 3+4, reject 5").reasons() == ["entry-over"]


@pytest.mark.parametrize("total", range(2, 13))
@pytest.mark.parametrize(
    ("made_times", "times_base"),
    [(6, 1), (7, 2), (8, 3), (9, 4), (10, 5), (11, 5), (17, 5)],
)
def test_rule_6_six_times_and_more_score_a_multiple_of_the_base(total: int, made_times: int, times_base: int) -> None:
    assert points(total, made_times) == times_base * BASE[total]


@pytest.mark.parametrize("total", range(2, 13))
def test_rule_6_never_and_five_times_score_nothing_and_between_costs_200(total: int) -> None:
    assert [points(total, times) for times in range(6)] == [0, -200, -200, -200, -200, 0]


def test_rule_6_the_base_values() -> None:
    assert BASE == {7: 30, 6: 40, 8: 40, 5: 50, 9: 50, 4: 60, 10: 60, 3: 80, 11: 80, 2: 120, 12: 120}


def test_rule_6_an_entry_is_the_sum_of_its_totals() -> None:
    assert score({7: 10, 6: 6, 2: 5, 12: 7, 4: 3}) == 150 + 40 + 0 + 240 - 200


def test_rule_7_every_issue_prints_the_next_two_turns() -> None:
    match = table().passes(3)
    assert [(turn.issue, turn.number) for turn in match.state.turns] == [
        (k, t) for k in range(1, 5) for t in (2 * k - 1, 2 * k)
    ]


@pytest.mark.parametrize(("issue", "fine"), [(1, 0), (2, 50), (5, 200), (9, 400)])
def test_rule_8_who_starts_late_pays_for_every_deadline_before(issue: int, fine: int) -> None:
    """First orders in the fifth issue: 200. First orders in the ninth: 400."""
    match = table().passes(issue - 1)
    turns = [f"turn {turn.number}: {split_of(turn.faces)}" for turn in match.state.turns]
    match = match.letter("\n".join(turns)).deadline()
    assert set(match.reasons()) <= {"entry-over"}
    assert match.entry().fined == fine
    assert [event.points for event in match.events if isinstance(event, EntryFined)] == ([fine] if fine else [])


def split_of(faces: tuple[int, ...]) -> str:
    """An allocation that rejects one of the same three numbers each time, or rides free."""
    left = sorted(faces)
    reject = next((face for face in (1, 2, 3) if face in left), None)
    left.remove(reject or left[-1])
    a, b, c, d = left
    return f"{a}+{b}, {c}+{d}, {f'reject {reject}' if reject else 'no reject'}"


def test_rule_8_who_starts_late_and_is_still_behind_pays_that_too() -> None:
    match = table(SHEET).passes(4).letter("turn 1: 1+5, 5+5, reject 6").deadline()
    assert match.entry().fined == 200 + 50
    assert [(fine.points, fine.why) for fine in match.entry().fines] == [(200, "late start"), (50, "outstanding")]


def test_rule_8_every_deadline_with_a_turn_outstanding_costs_50() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").deadline()
    assert match.entry().fined == 50
    match = match.deadline()
    assert match.entry().fined == 100
    assert match.entry().fines[-1].turns == (2, 3, 4)


def test_rule_8_two_turns_outstanding_at_one_deadline_cost_50_together() -> None:
    match = rolling("15556", "12446", "12345", "23456").letter("1+5, 5+5, r6; 1+2, 4+4, r6").deadline().deadline()
    assert match.entry().fined == 50


def test_rule_8_an_outstanding_turn_can_be_made_up_later() -> None:
    match = rolling("15556", "12446", "12345", "23456").letter("turn 1: 1+5, 5+5, reject 6").deadline()
    match = match.letter("turn 2: 1+2, 4+4, r6; turn 3: 1+2, 3+4, r5; turn 4: 2+3, 4+6, r5").deadline()
    assert match.entry().fined == 50
    assert [each.issue for each in match.entry().made] == [1, 2, 2, 2]


def test_rule_8_who_never_opened_an_entry_is_not_fined() -> None:
    match = table(SHEET).happens(GAME.admit(table().state, Seat(1, "Ann")) if GAME.admit else ()).passes(3)
    assert not any(isinstance(event, EntryFined) for event in match.events)
    assert match.owed() == ()


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        (0, "turns 1 and 2 of your entry A"),
        (1, "turns 1 to 4 of your entry A, at a fine of 50 for starting late"),
        (4, "turns 1 to 10 of your entry A, at a fine of 200 for starting late"),
    ],
)
def test_rule_9_who_has_no_entry_yet_is_told_what_would_open_one_and_what_it_costs(passed: int, told: str) -> None:
    state = table(SHEET).passes(passed).state
    assert may_begin(state, 1) == (told,)


def test_rule_9_who_has_an_entry_or_has_left_is_not_asked_to_begin() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").deadline()
    assert may_begin(match.state, 1) == ()
    assert may_begin(match.happens(GAME.resign(match.state, 1)).state, 1) == ()


def test_rule_13_an_entry_that_has_ended_is_not_fined() -> None:
    match = rolling(*ONE_ENDS).passes(3).letter(SEVEN_ONES + "A turn 8: 1+2, 4+6, reject 1")
    match = match.letter("turn 1: 5+5, 5+6, reject 1", seat=2).passes(3)
    assert match.entry().fined == 150
    assert match.entry(seat=2).fined == 150 + 3 * 50


def test_rule_8_no_move_is_made_for_a_silent_player() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").passes(3)
    assert made(match.entry()) == {1: 6}
    assert [turn.number for turn in match.state.outstanding(match.entry())] == [2, 3, 4, 5, 6, 7, 8]


def test_rule_9_sending_allocations_is_signing_up() -> None:
    match = table(SHEET).letter("1+5, 5+5, reject 6; 1+2, 4+4, reject 6").deadline()
    assert match.state.names == {1: "Player 1"}
    assert [event for event in match.events if isinstance(event, EntryOpened)] == [EntryOpened(1, "A", 1)]


def test_rule_9_a_player_may_have_three_entries() -> None:
    match = table(SHEET).letter("A 1) 1+5, 5+5, r6\nB 1) 5+5, 5+6, r1\nC 1) 1+6, 5+5, r5").deadline()
    assert [entry.letter for entry in match.state.entries_of(1)] == ["A", "B", "C"]
    assert match.letter("D turn 1: 1+5, 5+5, reject 6").reasons() == ["no-such-entry"]


def test_rule_9_a_letter_cannot_be_skipped() -> None:
    match = table(SHEET)
    assert match.letter("B turn 1: 1+5, 5+5, reject 6").reasons() == ["entry-skipped"]
    assert match.letter("A 1) 1+5, 5+5, r6\nC 1) 1+6, 5+5, r5").reasons() == ["entry-skipped"]


def test_rule_9_the_letters_of_one_mail_may_come_in_any_order() -> None:
    match = table(SHEET).letter("B turn 1: 5+5, 5+6, reject 1\nA turn 1: 1+5, 5+5, reject 6")
    assert match.reasons() == []
    assert match.standing() == ["A turn 1: 1+5=6, 5+5=10, reject 6", "B turn 1: 5+5=10, 5+6=11, reject 1"]


def test_rule_9_without_a_letter_an_order_of_a_player_with_several_entries_is_asked_back() -> None:
    match = table(SHEET).letter("A turn 1: 1+5, 5+5, reject 6\nB turn 1: 5+5, 5+6, reject 1")
    assert match.letter("turn 2: 1+2, 4+4, reject 6").reasons() == ["which-entry"]
    match = match.deadline()
    assert match.letter("turn 2: 1+2, 4+4, reject 6").reasons() == ["which-entry"]
    assert match.letter("B turn 2: 1+2, 4+4, reject 6").reasons() == []


def test_rule_9_entries_are_fined_and_scored_each_for_itself() -> None:
    match = rolling("15556", "12446").letter("A: 1+5, 5+5, r6\nA: 1+2, 4+4, r6\nB turn 1: 5+5, 5+6, r1").deadline()
    assert match.entry("A").fined == 0
    assert match.entry("B").fined == 50


def test_rule_10_a_turn_waits_for_the_turns_before_it() -> None:
    match = table(SHEET).letter("turn 2: 1+2, 4+4, reject 6")
    assert match.reasons() == ["turn-too-soon"]
    assert match.letter("turn 2: 1+2, 4+4, reject 6\nturn 1: 1+5, 5+5, reject 6").reasons() == []


def test_rule_10_a_later_allocation_replaces_an_earlier_one_and_leaves_the_rest() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6; turn 2: 1+2, 4+4, reject 6")
    match = match.letter("turn 1: 5+5, 5+6, reject 1")
    assert match.standing() == ["A turn 1: 5+5=10, 5+6=11, reject 1", "A turn 2: 1+2=3, 4+4=8, reject 6"]


def test_rule_10_a_refused_change_leaves_what_stood() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").letter("turn 1: 1+6, 6+5, reject 5")
    assert match.reasons() == ["wrong-dice"]
    assert match.standing() == ["A turn 1: 1+5=6, 5+5=10, reject 6"]


def test_rule_10_a_change_that_makes_a_later_turn_illegal_drops_that_and_says_so() -> None:
    match = rolling("12345", "12345", "12345", "12345")
    match = match.letter("turn 1: 2+3, 4+5, reject 1; turn 2: 1+3, 4+5, reject 2").deadline()
    match = match.letter("turn 3: 2+3, 4+5, reject 1; turn 4: 1+2, 4+5, reject 3")
    assert match.reasons() == []
    match = match.letter("turn 3: 1+2, 3+5, reject 4")
    assert match.standing() == ["A turn 3: 1+2=3, 3+5=8, reject 4"]
    assert match.reasons() == ["reject-not-yours"]
    assert match.last.complaints[0].text == "A turn 4: 1+2=3, 4+5=9, reject 3"
    assert match.remarked() == ["dropped"]


def test_rule_10_a_change_may_come_with_the_change_that_it_makes_necessary() -> None:
    match = rolling("12345", "12345", "12345", "12345")
    match = match.letter("turn 1: 2+3, 4+5, reject 1; turn 2: 1+3, 4+5, reject 2").deadline()
    match = match.letter("turn 3: 2+3, 4+5, reject 1; turn 4: 1+2, 4+5, reject 3")
    match = match.letter("turn 3: 1+2, 3+5, reject 4\nturn 4: 2+3, 4+5, reject 1")
    assert match.reasons() == []


def test_rule_10_what_a_deadline_has_closed_stands() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").deadline().letter("turn 1: 5+5, 5+6, reject 1")
    assert match.reasons() == ["turn-closed"]


def test_rule_10_a_turn_that_is_not_printed_cannot_be_allocated() -> None:
    assert table(SHEET).letter("turn 3: 1+2, 3+4, reject 5").reasons() == ["turn-not-printed"]


def test_rule_11_an_order_without_a_turn_goes_to_the_turn_that_its_dice_fit() -> None:
    match = table(SHEET).letter("1+2, 4+4, reject 6\n1+5, 5+5, reject 6")
    assert match.standing() == ["A turn 1: 1+5=6, 5+5=10, reject 6", "A turn 2: 1+2=3, 4+4=8, reject 6"]


def test_rule_11_if_it_fits_several_the_earliest_takes_it_and_the_player_is_told() -> None:
    match = rolling("12345", "12345").letter("1+2, 3+4, reject 5")
    assert match.standing() == ["A turn 1: 1+2=3, 3+4=7, reject 5"]
    assert match.remarked() == ["fits-several"]


def test_rule_11_two_such_orders_take_a_turn_each() -> None:
    match = rolling("12345", "12345").letter("1+2, 3+4, reject 5\n1+3, 2+4, reject 5")
    assert match.standing() == ["A turn 1: 1+2=3, 3+4=7, reject 5", "A turn 2: 1+3=4, 2+4=6, reject 5"]


def test_rule_11_a_turn_that_the_letter_names_is_not_taken_by_another_line() -> None:
    match = rolling("12345", "12345").letter("1+2, 3+4, reject 5\nturn 1: 1+3, 2+4, reject 5")
    assert match.standing() == ["A turn 1: 1+3=4, 2+4=6, reject 5", "A turn 2: 1+2=3, 3+4=7, reject 5"]


def test_rule_11_without_a_turn_a_later_letter_can_still_change_an_earlier_one() -> None:
    match = table(SHEET).letter("1+5, 5+5, reject 6").letter("5+5, 5+6, reject 1")
    assert match.standing() == ["A turn 1: 5+5=10, 5+6=11, reject 1"]


def test_rule_11_dice_that_fit_no_roll_are_refused_with_the_rolls_that_are_open() -> None:
    match = table(SHEET).letter("1+2, 3+4, reject 5")
    assert match.reasons() == ["fits-nowhere"]
    assert "turn 1 (1,5,5,5,6) and turn 2 (1,2,4,4,6)" in match.last.complaints[0].hint


def test_rule_14_the_match_ends_with_its_last_entry_and_prints_no_more() -> None:
    match = rolling(*ONE_ENDS).passes(3).letter(SEVEN_ONES + "A turn 8: 1+2, 4+6, reject 1").deadline()
    assert GAME.is_over(match.state)
    assert len(match.state.turns) == 8


def test_rule_14_a_match_that_nobody_has_entered_goes_on() -> None:
    assert not GAME.is_over(table().passes(4).state)
    assert len(table().passes(4).state.turns) == 10


def test_rule_14_the_gm_may_close_it_and_open_entries_score_as_they_stand() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").deadline()
    match = match.happens(GAME.finish(match.state, match.dice))
    assert GAME.is_over(match.state)
    assert match.entry().ending == "unfinished"
    assert [event.score for event in match.events if isinstance(event, EntryUnfinished)] == [-400 - 50]
    assert "unfinished" in match.shown("results")


def test_rule_15_who_leaves_is_fined_no_more_and_scores_as_it_stood() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").letter("1+6, 5+5, r5; 1+2, 4+4, r6", seat=2).deadline()
    match = match.happens(GAME.resign(match.state, 1)).passes(2)
    assert match.entry().ending == "withdrawn"
    assert match.entry().fined == 50
    assert [event.score for event in match.events if isinstance(event, EntryWithdrawn)] == [-400 - 50]
    assert (bool(match.owed(1)), bool(match.owed(2))) == (False, True)
    assert match.letter("turn 2: 1+2, 4+4, reject 6").reasons() == ["entry-over"]


def test_rule_15_when_the_last_player_leaves_the_issue_is_still_open_to_others() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").deadline()
    match = match.happens(GAME.resign(match.state, 1))
    assert not GAME.is_over(match.state)
    assert GAME.is_over(match.deadline().state)
    assert not GAME.is_over(match.letter("turn 1: 1+5, 5+5, reject 6", seat=2).deadline().state)


def test_rule_16_dice_by_hand_are_logged_and_shown_as_such() -> None:
    match = table("turn 3: 1,2,3,4,5; turn 4: 2 3 4 5 6").deadline()
    assert [roll.face for roll in rolls_in(match.events) if roll.by_hand] == [1, 2, 3, 4, 5, 2, 3, 4, 5, 6]
    assert "1  2  3  4  5   (thrown by hand)" in match.shown("position")


@pytest.mark.parametrize(
    "words", ["turn 3: 1,2,3,4", "turn 3: 1,2,3,4,7", "1,2,3,4,5", "turn 0: 1,2,3,4,5", "", "hello"]
)
def test_rule_16_dice_that_cannot_be_read_are_asked_back(words: str) -> None:
    answer = GAME.by_hand((), words)
    assert isinstance(answer, Complaint)
    assert "turn 3: 1,2,3,4,5" in answer.hint


def test_what_a_seat_still_owes() -> None:
    assert table(SHEET).owed() == ()
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6")
    assert match.owed() == ("turn 2 of entry A",)
    assert match.deadline().owed() == ("turn 2 of entry A", "turn 3 of entry A", "turn 4 of entry A")


def test_an_order_book_with_holes_in_it_harms_nobody() -> None:
    match = table(SHEET)
    orders = GAME.read(
        lines("B turn 2: 1+2, 4+4, reject 6\nA turn 1: 1+5, 5+5, reject 6\nA turn 2: 6+6, 6+6, reject 6")
    )
    book = {1: tuple(written.order for written in orders.written)}
    allocated = [event for event in GAME.adjudicate(match.state, book, match.dice) if isinstance(event, AllocationMade)]
    assert [(each.entry, each.turn) for each in allocated] == [("A", 1)]


def test_ruling_19_an_excused_player_is_not_fined_at_the_deadline_that_comes() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6")
    match = match.happens(excuse(match.state, 1)).deadline()
    assert match.entry().fined == 0
    assert match.deadline().entry().fined == 50


def test_ruling_19_points_of_the_gm_count_in_the_score_and_are_shown_with_the_reason() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").deadline()
    match = match.happens(award(match.state, 1, 20, "the post was late"))
    assert match.entry().score == -400 - 50 + 20
    assert "Player 1, entry A: +20 points: the post was late" in match.shown("position", seat=2)
    ended = match.happens(GAME.finish(match.state, match.dice)).shown("results")
    assert "Score     -400 - 50 in fines + 20 by the GM = -430" in ended
    assert "Totals Fines By GM Score 1. Player 1 A -400 50 +20 -430" in " ".join(
        ended[ended.index("FINAL TABLE") :].split()
    )


def test_ruling_19_they_go_to_the_first_entry_still_in_play_and_to_nobody_without_one() -> None:
    match = table(SHEET)
    assert award(match.state, 1, 20, "why") == ()
    match = match.letter("B turn 1: 1+5, 5+5, reject 6\nA turn 1: 1+5, 5+5, reject 6").deadline()
    assert award(match.state, 1, 20, "why") == (PointsAwarded(1, "A", 20, "why"),)


def test_hints_have_examples_for_the_first_turn_that_waits() -> None:
    line = Complaint(1, "turn seven", "no-such-turn", "like this: turn 3: 1+2, 3+4, reject 5.")
    new = rolling("15556", "12446")
    assert GAME.examples
    assert GAME.examples(new.state, 1, line) == {
        "A turn 3: 1+2, 3+4, reject 5": "A turn 1: 1+5=6, 5+5=10, reject 6",
        "turn 3: 1+2, 3+4, reject 5": "turn 1: 1+5=6, 5+5=10, reject 6",
    }
    both = new.letter("A turn 1: 1+5, 5+5, reject 6\nB turn 1: 1+5, 5+5, reject 6").deadline()
    for order in GAME.examples(both.state, 1, line).values():
        assert both.letter(order).reasons() == []
    assert GAME.examples(both.state, 1, line)["turn 3: 1+2, 3+4, reject 5"].startswith("A turn 2: ")
    of_b = GAME.examples(both.state, 1, replace(line, text="b turn seven"))
    assert of_b["turn 3: 1+2, 3+4, reject 5"].startswith("B turn 2: ")


def test_ruling_20_orders_that_come_within_the_grace_count_at_the_fine_of_missing_ones() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6").deadline().passes(0)
    before = match.entry()
    match = match.happens(late(match.state, 1, (), ()))
    match = match.letter("turn 2: 1+2, 4+4, reject 6").deadline()
    lacking = match.state.outstanding(before)
    assert len(match.entry().made) == len(before.made) + 1
    assert match.entry().fined == before.fined + 50
    assert lacking


def test_ruling_20_what_is_opened_only_within_the_grace_lacked_all_that_was_printed() -> None:
    state = table(SHEET).state
    assert late(state, 1, (), ("A/turn 1",)) == (LatenessNoted(1, "A", (1, 2)),)
    assert late(state, 1, (), ("B/turn 1", "A/turn 1")) == (
        LatenessNoted(1, "A", (1, 2)),
        LatenessNoted(1, "B", (1, 2)),
    )


def test_ruling_20_who_has_all_in_is_not_late_and_who_is_excused_is_not_fined() -> None:
    match = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6; turn 2: 1+2, 4+4, reject 6").deadline()
    whole = table(SHEET).letter("turn 1: 1+5, 5+5, reject 6")
    assert late(table(SHEET).state, 1, (), ()) == ()
    assert late(whole.state, 1, whole.book[1], ()) == ()
    noted = match.happens(late(match.state, 1, (), ()))
    assert noted.state.late
    assert noted.happens(excuse(noted.state, 1)).deadline().entry().fined == match.entry().fined
    assert not noted.deadline().state.late
