"""The rules of Drop Dead, each by its number in the rule sheet."""

import pytest

from processor.core.dice import Dice
from processor.core.events import rolls_in
from processor.games.dropdead import GAME
from processor.games.dropdead.casting import Cast, casts, play
from processor.games.dropdead.events import InningForfeited, InningPlayed, MatchDecided
from processor.games.dropdead.rules import award, excuse
from tests.games.dropdead.table import NOTHING, SAMPLE, SIX, SIXTEEN, one_inning, table

# --- An inning --------------------------------------------------------------------------------------------


def test_rule_1_a_match_has_five_innings():
    here = table()
    for inning in range(1, 6):
        assert not GAME.is_over(here.state)
        assert here.state.inning == inning
        here = here.deadline(1, 2)
    assert GAME.is_over(here.state)


@pytest.mark.parametrize("innings", [1, 2, 7])
def test_rule_1_or_as_many_as_the_gm_wishes(innings):
    here = table(options={"innings": innings})
    for _ in range(innings):
        here = here.deadline()
    assert GAME.is_over(here.state)
    assert all(len(player.turns) == innings for player in here.state.players)


@pytest.mark.parametrize(
    ("faces", "points", "left"),
    [
        ((1, 3, 4, 6, 6), 20, 5),
        ((1, 1, 1, 1, 1), 5, 5),
        ((3, 4, 6), 13, 3),
        ((3,), 3, 1),
        ((5, 5, 3, 3, 1), 0, 3),
        ((1, 2, 4), 0, 2),
        ((1, 5), 0, 1),
        ((2,), 0, 0),
        ((2, 5, 2, 5, 2), 0, 0),
        ((6, 6, 6, 6, 2), 0, 4),
    ],
)
def test_rules_2_and_3_what_a_cast_scores_and_leaves(faces, points, left):
    cast = Cast(faces)
    assert (cast.points, cast.left) == (points, left)


def test_rule_4_the_example_of_the_rule_sheet_is_worth_16_points():
    here = table(f"Ann inning 1: {SAMPLE}").deadline(1)
    (turn,) = here.player("Ann").turns
    assert [cast.faces for cast in turn.casts] == [(5, 5, 3, 3, 1), (3, 4, 6), (1, 2, 4), (1, 5), (3,), (2,)]
    assert [cast.points for cast in turn.casts] == [0, 13, 0, 0, 3, 0]
    assert [cast.left for cast in turn.casts] == [3, 3, 2, 1, 1, 0]
    assert turn.points == 16


def test_rule_4_the_results_show_it_cast_by_cast():
    shown = table(f"Ann inning 1: {SAMPLE}").deadline(1).shown("results")
    assert "1.  5 5 3 3 1   -  5 and 5 dead, three dice left" in shown
    assert "2.  3 4 6      13 points" in shown
    assert "3.  1 2 4       -  2 dead, two dice left" in shown
    assert "6.  2           -  2 dead, no dice left" in shown
    assert "Total      16 points. A turn this good comes once in 2.4 turns." in shown


def test_rule_4_an_inning_may_well_be_worth_nothing():
    here = table(f"Ann inning 1: {NOTHING}").deadline(1)
    assert here.totals()["Ann"] == 0
    assert "Total       0 points. A turn without any comes once in 4.9 turns." in here.shown("results")


def test_rule_4_dice_of_the_log_are_cast_until_all_are_dead():
    for number in range(200):
        rolls = play(Dice(bytes([number]) * 32), "a turn")
        *before, last = casts([roll.face for roll in rolls])
        assert all(cast.left for cast in before)
        assert last.left == 0
        assert sum(len(cast.faces) for cast in (*before, last)) == len(rolls)


def test_every_die_is_named_by_inning_seat_cast_and_place():
    here = table(f"Bob inning 2: {SAMPLE}").deadline().deadline()
    names = [roll.name for event in here.events if isinstance(event, InningPlayed) for roll in event.rolls]
    assert "dropdead/inning/2/seat/2/cast/1/die/5" in names
    assert "dropdead/inning/2/seat/2/cast/6/die/1" in names
    assert "dropdead/inning/2/seat/2/cast/6/die/2" not in names


# --- Orders and silence -----------------------------------------------------------------------------------


def test_rule_5_everybody_plays_at_the_deadline_and_not_before():
    here = table(players=3)
    assert rolls_in(here.events) == ()
    here = here.letter(1, "roll").letter(2, "roll")
    assert here.standing(1) == ["roll inning 1"]
    played = [event for event in here.deadline().events if isinstance(event, InningPlayed)]
    assert [(event.seat, event.inning) for event in played] == [(1, 1), (2, 1), (3, 1)]


def test_rule_5_the_order_is_asked_for_anew_in_every_inning():
    here = table()
    assert GAME.owed(here.state, 1, ()) == ("roll, for inning 1",)
    here = here.letter(1, "roll")
    assert GAME.owed(here.state, 1, here.book[1]) == ()
    here = here.deadline()
    assert GAME.owed(here.state, 1, ()) == ("roll, for inning 2",)


def test_rule_6_who_sends_nothing_is_rolled_for_and_the_results_say_so():
    here = table().deadline(1)
    ordered = {event.seat: event.ordered for event in here.events if isinstance(event, InningPlayed)}
    assert ordered == {1: True, 2: False}
    shown = here.shown("results")
    assert "Bob, rolled for by the house, since no order came" in shown
    assert "Ann, rolled" not in shown


def test_rule_6_the_dice_are_the_same_whether_ordered_or_not():
    assert table().deadline(1, 2).totals() == table().deadline().totals()


def test_rule_6_with_forfeits_silence_costs_the_inning():
    here = table(options={"nmr": "forfeit-inning"}).deadline(1)
    assert InningForfeited(1, 2) in here.events
    assert here.player("Bob").total == 0
    assert not [roll for roll in rolls_in(here.events) if "/seat/2/" in roll.name]
    assert "No order came, and so no dice were rolled" in here.shown("results")


@pytest.mark.parametrize(
    ("nmr", "words"), [("roll", "the house rolls your dice"), ("forfeit-inning", "inning 1 scores nothing")]
)
def test_rule_6_what_silence_will_cost_is_told_beforehand(nmr, words):
    assert words in table(options={"nmr": nmr}).shown("penalty")


# --- The end ----------------------------------------------------------------------------------------------


def test_rule_7_the_highest_total_wins():
    here = one_inning(SIX, SAMPLE, NOTHING)
    assert here.winners() == ["Bob"]
    assert "Bob wins with 16 points." in here.shown("results")


def test_rule_7_it_is_the_total_that_counts_and_not_the_last_inning():
    here = table(
        f"Ann inning 1: {SAMPLE}; Ann inning 2: {NOTHING}; Bob inning 1: {NOTHING}; Bob inning 2: {SIX}",
        options={"innings": 2},
    )
    assert here.deadline().deadline().winners() == ["Ann"]


def test_rule_7_equal_totals_share_the_first_place():
    here = one_inning(SAMPLE, NOTHING, SIXTEEN, SIX)
    assert here.winners() == ["Ann", "Cid"]
    places = {player.name: player.place for player in GAME.view(here.state, None).players}
    assert places == {"Ann": 1, "Cid": 1, "Dee": 3, "Bob": 4}
    assert "Ann and Cid share the first place with 16 points each." in here.shown("results")


def test_rule_7_all_may_share_it_even_with_nothing():
    assert one_inning(NOTHING, NOTHING).winners() == ["Ann", "Bob"]


# --- Money ------------------------------------------------------------------------------------------------


def test_without_stakes_no_money_moves():
    assert one_inning(SAMPLE, SIX).money() == {}
    assert "Money" not in one_inning(SAMPLE, SIX).shown("results")


@pytest.mark.parametrize(("options", "pence"), [({}, 0), ({"stakes": "pot"}, 10), ({"stakes": "per-point"}, 0)])
def test_ruling_15_only_a_pot_must_be_in_the_accounts_beforehand(options, pence):
    assert GAME.stake
    assert GAME.stake(options) == pence


def test_rule_8_everybody_pays_into_the_pot_at_the_start():
    here = table(players=3, options={"stakes": "pot", "stake": 50})
    assert here.money() == {"Ann": -50, "Bob": -50, "Cid": -50, "match": 150}
    assert "It holds 1.50" in here.shown("position")


@pytest.mark.parametrize(
    ("innings", "stake", "money"),
    [
        ((SAMPLE, SIX), 100, {"Ann": 100, "Bob": -100}),
        ((SIX, SAMPLE, NOTHING), 50, {"Ann": -50, "Bob": 100, "Cid": -50}),
        ((NOTHING, SAMPLE, SIXTEEN), 25, {"Ann": -25, "Bob": 13, "Cid": 12}),
        ((SAMPLE, SIXTEEN, SIXTEEN, NOTHING, SIX), 1, {"Ann": 1, "Bob": 1, "Dee": -1, "Eve": -1}),
        ((SAMPLE, SIXTEEN), 10, {}),
    ],
)
def test_rule_8_the_pot_goes_to_the_winners_and_odd_pence_to_the_first_of_them(innings, stake, money):
    assert one_inning(*innings, stakes="pot", stake=stake).money() == money


@pytest.mark.parametrize(
    ("innings", "stake", "money"),
    [
        ((SAMPLE, SIX), 10, {"Ann": 100, "Bob": -100}),
        ((SIX, SAMPLE, NOTHING), 3, {"Ann": -30, "Bob": 78, "Cid": -48}),
        ((SAMPLE, SIXTEEN, NOTHING), 5, {"Ann": 40, "Bob": 40, "Cid": -80}),
        ((SAMPLE, SIXTEEN, SIXTEEN, SIX), 1, {"Ann": 4, "Bob": 3, "Cid": 3, "Dee": -10}),
        ((SAMPLE, SIXTEEN, SIX, NOTHING), 1, {"Ann": 13, "Bob": 13, "Cid": -10, "Dee": -16}),
        ((SAMPLE, SIXTEEN), 10, {}),
    ],
)
def test_rule_9_each_loser_pays_once_for_the_points_behind_and_winners_share(innings, stake, money):
    here = one_inning(*innings, stakes="per-point", stake=stake)
    assert here.money() == money
    (decided,) = [event for event in here.events if isinstance(event, MatchDecided)]
    payers = [movement.payer for movement in decided.movements if movement.payer != "match"]
    assert len(set(payers)) == len(payers)


def test_rule_9_nothing_is_paid_before_the_end():
    here = table(options={"stakes": "per-point"}).deadline()
    assert here.money() == {}
    assert "The stakes are 0.10 a point" in here.shown("position")


def test_the_table_at_the_end_says_what_everybody_has_won_or_lost():
    shown = one_inning(SAMPLE, SIX, stakes="per-point", stake=25).shown("results")
    assert [line.split() for line in shown.split("\n") if "." in line[-4:] and line.startswith("  ")][-2:] == [
        ["1", "Ann", "16", "16", "+2.50"],
        ["2", "Bob", "6", "6", "-2.50"],
    ]


# --- Rulings ----------------------------------------------------------------------------------------------


def test_rule_10_dice_thrown_by_hand_are_shown_as_such():
    assert "Ann (thrown by hand)" in table(f"Ann inning 1: {SAMPLE}").deadline(1, 2).shown("results")
    assert "by hand" not in table().deadline(1, 2).shown("results")


@pytest.mark.parametrize("words", ["roll", "roll inning 2", "second inning: roll"])
def test_ruling_11_the_coming_inning_may_be_named(words):
    assert table().deadline().letter(1, words).standing() == ["roll inning 2"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("roll inning 1", "inning-over"),
        ("roll inning 3", "inning-to-come"),
        ("roll inning 6", "no-such-inning"),
        ("roll inning 0", "no-such-inning"),
    ],
)
def test_ruling_11_no_other_inning_can_be_ordered(words, reason):
    here = table().deadline().letter(1, words)
    assert here.reasons() == [reason]
    assert here.standing() == []


def test_ruling_11_a_wrong_inning_leaves_a_good_order_on_file():
    here = table().letter(1, "roll").letter(1, "roll inning 4")
    assert here.reasons() == ["inning-to-come"]
    assert here.standing() == ["roll inning 1"]


def test_ruling_12_no_more_dice_are_rolled_for_who_has_left():
    here = table(players=3).deadline().leaves(1).deadline()
    assert [len(player.turns) for player in here.state.players] == [1, 2, 2]
    assert GAME.owed(here.state, 1, ()) == ()
    assert here.letter(1, "roll").reasons() == ["not-playing"]
    assert "No order is due from you" in here.shown("penalty", 1)
    assert "You have left this match." in here.shown("position", 1)


def test_ruling_12_who_has_left_cannot_win_but_the_total_stands():
    here = table(f"Ann inning 1: {SAMPLE}", f"Bob inning 1: {SIX}", f"Bob inning 2: {SIX}", options={"innings": 2})
    here = here.deadline().leaves(1).deadline()
    assert here.totals() == {"Ann": 16, "Bob": 12}
    assert here.winners() == ["Bob"]
    assert [(player.name, player.place) for player in GAME.view(here.state, 2).players] == [("Bob", 1), ("Ann", 0)]


def test_ruling_12_the_stake_of_who_has_left_stays_in_the_pot():
    here = table(f"Ann inning 1: {SAMPLE}", f"Bob inning 1: {SIX}", options={"innings": 1, "stakes": "pot"})
    assert here.leaves(1).deadline().money() == {"Ann": -10, "Bob": 10}


@pytest.mark.parametrize(
    ("of_ann", "of_bob", "money"),
    [(SIX, SAMPLE, {"Ann": -100, "Bob": 100}), (SAMPLE, SIX, {})],
    ids=["behind", "ahead"],
)
def test_ruling_12_who_has_left_pays_for_points_behind_and_gets_nothing_for_points_ahead(of_ann, of_bob, money):
    here = table(
        f"Ann inning 1: {of_ann}; Bob inning 1: {of_bob}; Bob inning 2: {NOTHING}",
        options={"innings": 2, "stakes": "per-point"},
    )
    assert here.deadline().leaves(1).deadline().money() == money


def test_ruling_12_even_one_player_alone_plays_on():
    here = table().leaves(1).deadline()
    assert not GAME.is_over(here.state)
    assert len(here.player("Bob").turns) == 1


def test_ruling_13_when_the_gm_closes_the_totals_decide_as_they_stand():
    here = table(f"Ann inning 1: {SIX}; Bob inning 1: {SAMPLE}", options={"stakes": "pot", "stake": 30})
    here = here.deadline().closed_by_gm()
    assert GAME.is_over(here.state)
    assert here.winners() == ["Bob"]
    assert here.money() == {"Ann": -30, "Bob": 30}
    assert "The GM has closed the match before inning 2 of 5." in here.shown("results")


@pytest.mark.parametrize("stakes", ["none", "pot", "per-point"])
def test_ruling_13_closed_before_the_first_inning_nobody_wins_and_stakes_go_back(stakes):
    here = table(players=3, options={"stakes": stakes}).leaves(2).closed_by_gm()
    assert GAME.is_over(here.state)
    assert here.winners() == []
    assert here.money() == {}
    assert "Nobody has won." in here.shown("results")


@pytest.mark.parametrize("stakes", ["none", "pot", "per-point"])
def test_ruling_13_when_everybody_has_left_nobody_wins_and_stakes_go_back(stakes):
    here = table(f"Ann inning 1: {SAMPLE}", options={"stakes": stakes}).deadline().leaves(2)
    assert not GAME.is_over(here.state)
    here = here.leaves(1)
    assert GAME.is_over(here.state)
    assert here.winners() == []
    assert here.money() == {}


def test_ruling_13_a_match_that_is_over_needs_no_closing():
    here = one_inning(SAMPLE, SIX)
    assert GAME.finish(here.state, here.dice) == ()


def test_ruling_16_points_of_the_gm_count_in_the_total_and_are_shown_with_the_reason():
    here = table(f"Ann inning 1: {SIX}; Bob inning 1: {SIXTEEN}").deadline()
    here = here.happens(award(here.state, 1, 20, "the post was late"))
    assert here.totals()["Ann"] == here.player("Ann").turns[0].points + 20
    assert "The GM's ruling for Ann: +20: the post was late" in here.shown("position")


def test_ruling_16_an_excused_player_is_rolled_for_where_the_others_forfeit():
    here = table(options={"nmr": "forfeit-inning"})
    here = here.happens(excuse(here.state, 1)).deadline().deadline()
    assert [bool(turn.casts) for turn in here.player("Ann").turns] == [True, False]
    assert [bool(turn.casts) for turn in here.player("Bob").turns] == [False, False]
