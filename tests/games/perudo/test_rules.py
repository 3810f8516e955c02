"""The rules, in the order of the sheet. Ann, Bob, Cid and Dee sit in the order of play."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from processor.core.dice import Dice
from processor.core.events import rolls_in
from processor.core.text import folded
from processor.core.wording import situated
from processor.games.perudo import GAME
from processor.games.perudo.bids import Claim
from processor.games.perudo.events import BidDrawn, BidMade, RedNGiven, SeatEjected, TooFewLeft
from processor.games.perudo.orders import Bid, Challenge
from processor.games.perudo.rules import excuse, may_pass
from processor.games.perudo.state import Settlement, Standing
from processor.mail.write import render
from tests.games.perudo.table import play_out, somehow, table


def opening(place, bid="2 twos"):
    """The letter of the player in that place who opens all five rounds."""
    return "\n".join(f"{dice}.{place}: {bid}" for dice in range(1, 6))


def opened(*thrown, **options):
    """A match after turn one, in which everybody bid two twos wherever they start."""
    return table(*thrown, options=options).deadline(Ann=opening(1), Bob=opening(2), Cid=opening(3), Dee=opening(4))


def test_rule_1_there_are_game_show_hosts_for_players_without_a_pseudonym():
    assert len(GAME.pseudonyms) >= 40
    assert len({folded(name) for name in GAME.pseudonyms}) == len(GAME.pseudonyms)
    assert all(folded(name) and len(name) <= 30 for name in GAME.pseudonyms)


def test_rule_2_the_order_of_play_is_drawn_once_from_the_dice():
    first = table(in_order=False, players=7)
    again = table(in_order=False, players=7)
    other = table(in_order=False, players=7, seed=b"another")
    order = [seat.name for seat in first.state.order]
    assert [seat.name for seat in again.state.order] == order
    assert [seat.name for seat in other.state.order] != order
    assert sorted(order) == ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus"]
    places = [roll.name for roll in rolls_in(first.events) if "order" in roll.name]
    assert places == [f"perudo/order/place/{place}" for place in range(1, 7)]


@pytest.mark.parametrize("players", range(4, 9))
def test_rule_3_five_rounds_a_player_one_fifth_with_each_number_of_dice(players):
    rounds = table(players=players).state.rounds
    assert Counter(each.dice for each in rounds) == dict.fromkeys(range(1, 6), players)
    assert all(len(hand.dice) == each.dice for each in rounds for hand in each.hands.values())


def test_rule_4_each_round_of_a_number_of_dice_is_started_by_another_player():
    start = table()
    assert [start.caller(f"3.{place}") for place in range(1, 5)] == ["Ann", "Bob", "Cid", "Dee"]
    assert start.view(2).due[2].name == "3.2"


@pytest.mark.parametrize("turn", range(1, 6))
def test_rule_4_every_turn_each_player_has_one_call_with_each_number_of_dice(turn):
    here = table()
    for _ in range(1, turn):
        letters = {}
        for seat in here.state.order:
            due = here.state.due(seat.number)
            letters[seat.name] = "\n".join(f"{each.name}: {here.state.turn} sixes" for each in due.values())
        here = here.deadline(**letters)
    for number in here.state.playing:
        assert sorted(here.state.due(number)) == [1, 2, 3, 4, 5]


def test_rule_5_dice_are_dealt_at_the_start_and_stay():
    start = table("Ann 3.2: 2 4 A; Bob 5.4: 6 6 6 5 5")
    later = start.deadline(Ann=opening(1), Bob=opening(2), Cid=opening(3), Dee=opening(4))
    for here in (start, later):
        assert here.round("3.2").hands[1].dice == (2, 4, 1)
        assert here.round("5.4").hands[2].dice == (6, 6, 6, 5, 5)
    names = {roll.name for roll in rolls_in(start.events)}
    assert "perudo/round/3.2/seat/1/die/3" in names
    assert len(names) == 3 + 4 * 4 * 15


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3.4: 2 twos", "too-low"),
        ("3.4: 1 six", "too-low"),
        ("3.4: 1 five", "too-low"),
        ("3.2: 3 twos", "not-your-call"),
        ("3.9: 3 twos", "no-such-round"),
        ("6 dice: 3 twos", "no-such-round"),
        ("3 twos", "which-round"),
        ("dudo", "which-round"),
    ],
)
def test_rule_6_calls_that_cannot_stand(text, reason):
    here = opened().letter(1, text)
    assert here.reasons() == [reason]
    assert here.standing() == []


def test_rule_6_the_hint_shows_the_last_bid_and_the_lowest_legal_ones():
    hint = opened().letter(1, "3.4: 2 twos").hint()
    assert "2 twos" in hint
    assert "2 threes, fours, fives or sixes, 3 twos, or 1 Ace" in hint


def test_rule_6_a_call_for_another_round_is_told_what_is_due():
    hint = opened().letter(1, "3.2: 3 twos").hint()
    assert "Bob" not in hint
    assert "Cid" in hint
    assert "1.4, 2.4, 3.4, 4.4, 5.4" in hint


@pytest.mark.parametrize("text", ["3.4: 2 threes", "3.4: 1 ace", "3.4: 3 twos", "3.4: challenge", "3 dice: dudo"])
def test_rule_6_calls_that_stand(text):
    here = opened().letter(1, text)
    assert here.reasons() == []
    assert here.standing()[0].startswith("3.4: ")


def test_rule_6_there_is_nothing_to_challenge_before_the_first_bid():
    assert table().letter(1, "3.1: dudo").reasons() == ["nothing-to-challenge"]


def test_rule_6_a_finished_round_takes_no_more_calls():
    here = opened().deadline(Ann="3.4: challenge").letter(2, "3.4: 4 sixes")
    assert here.reasons() == ["round-over"]


def test_rule_8_who_sends_nothing_for_turn_one_is_out():
    here = table().deadline(Ann=opening(1), Bob=opening(2), Dee=opening(4))
    assert here.state.ejected == {3}
    assert {each.name for each in here.state.rounds if each.standing is Standing.NOT_PLAYED} == {
        "1.3",
        "2.3",
        "3.3",
        "4.3",
        "5.3",
    }
    assert all(3 not in each.hands for each in here.state.rounds)
    assert here.state.dice_in(here.round("5.1")) == 15
    assert [each.total for each in here.view(1).due] == [3, 6, 9, 12, 15]
    assert "Cid sent no call and is out" in here.page("results", 1)


def test_rule_8_the_place_of_an_ejected_player_is_skipped():
    here = table().deadline(Ann=opening(1), Bob=opening(2), Dee=opening(4))
    assert (here.caller("3.2"), here.caller("3.4"), here.caller("3.1")) == ("Dee", "Ann", "Bob")
    for seat in here.state.playing:
        assert sorted(here.state.due(seat)) == [1, 2, 3, 4, 5]


def test_rule_8_an_ejected_player_can_order_nothing_and_is_not_awaited():
    here = table().deadline(Ann=opening(1), Bob=opening(2), Dee=opening(4))
    assert here.letter(3, "3.3: 2 twos").reasons() == ["not-playing"]
    assert [seat for seat in (1, 2, 3, 4) if here.owed(seat)] == [1, 2, 4]


def test_rule_8_calls_that_were_refused_do_not_save_a_player_on_turn_one():
    here = table().deadline(Ann=opening(1), Bob=opening(2), Cid="3.1: dudo\n3.2: 5x6", Dee=opening(4))
    assert SeatEjected(3) in here.events


def test_rule_8_nobody_can_let_turn_one_go_by_who_has_sent_no_call():
    start = table()
    assert not may_pass(start.state, 1, ())
    assert may_pass(start.state, 1, (Bid(3, 1, count=2, face=5),))
    assert may_pass(opened().state, 1, ())
    gone = start.deadline(Ann=opening(1), Bob=opening(2), Dee=opening(4))
    assert may_pass(gone.state, 3, ())


def test_rule_8_a_single_missing_call_on_turn_one_is_drawn():
    here = table().deadline(Ann="3.1: 4 twos", Bob=opening(2), Cid=opening(3), Dee=opening(4))
    assert here.state.ejected == set()
    assert [bid.drawn for bid in here.round("3.1").bids] == [False]
    for name in ("1.1", "2.1", "4.1", "5.1"):
        (bid,) = here.round(name).bids
        assert bid.drawn
        assert bid.claim.count == 2
    assert here.state.red_ns == {1: 1}


def test_ruling_14_below_the_minimum_the_gm_is_asked_and_play_goes_on():
    here = table().deadline(Ann=opening(1), Bob=opening(2))
    assert TooFewLeft(2, 3) in here.events
    assert not GAME.is_over(here.state)
    assert "It goes on with those who are left, unless the GM ends it." in " ".join(here.page("results", 1).split())
    assert here.caller("3.2") == "Ann"


def test_ruling_14_the_minimum_is_an_option():
    here = table(options={"minimum": 2}).deadline(Ann=opening(1), Bob=opening(2))
    assert not any(isinstance(event, TooFewLeft) for event in here.events)


@pytest.mark.parametrize("letters", [{"Ann": opening(1)}, {}])
def test_ruling_14_with_nobody_to_play_against_the_match_rests(letters):
    here = table().deadline(**letters)
    assert not GAME.is_over(here.state)
    assert not any(here.owed(seat) for seat in (1, 2, 3, 4))
    later = here.deadline()
    assert later.round("3.1").bids == here.round("3.1").bids
    assert "rests until the GM ends it" in later.page("position", 1)
    assert GAME.is_over(later.happens(GAME.finish(later.state, later.dice)).state)


@pytest.mark.parametrize(
    ("last", "die", "drawn"),
    [
        ("9 sixes", 2, "11 twos"),
        ("9 sixes", 6, "11 sixes"),
        ("9 sixes", 1, "6 Aces"),
        ("9 fours", 4, "11 fours"),
        ("9 fours", 5, "10 fives"),
        ("9 fours", 6, "10 sixes"),
        ("9 fours", 1, "6 Aces"),
        ("5 aces", 3, "12 threes"),
        ("5 aces", 1, "7 Aces"),
    ],
)
def test_rule_8_a_missing_call_later_is_a_bid_drawn_by_one_die(last, die, drawn):
    start = table(f"turn 2 Ann 5.4 drawn: {die}")
    here = start.deadline(Ann=opening(1), Bob=opening(2), Cid=opening(3), Dee=f"5.4: {last}").deadline()
    assert here.bids("5.4")[-1] == f"Ann {drawn}"
    (event,) = [
        each for each in here.events if isinstance(each, BidDrawn) and (each.dice, each.place, each.seat) == (5, 4, 1)
    ]
    assert [roll.name for roll in event.rolls] == ["perudo/turn/2/round/5.4/seat/1/drawn"]


def test_rule_8_each_face_is_drawn_about_equally_often():
    counts = Counter(Dice(b"fair").roll(f"perudo/turn/{turn}/round/3.2/seat/1/drawn").face for turn in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in counts.values())


def test_rule_8_one_red_n_a_turn_however_many_calls_were_missing():
    here = opened().deadline(Bob="3.1: 3 twos").deadline()
    assert here.state.red_ns == {1: 2, 2: 2, 3: 2, 4: 2}
    assert Counter(event.seat for event in here.events if isinstance(event, RedNGiven)) == {1: 2, 2: 2, 3: 2, 4: 2}


def test_rule_8_a_missing_call_is_never_a_challenge():
    here = opened().deadline().deadline().deadline()
    assert all(each.is_open for each in here.state.rounds)


def test_rule_8_only_the_player_is_told_of_a_drawn_bid_before_the_end():
    here = opened().deadline(Bob="3.1: 3 twos", Cid="", Dee="")
    mine = here.view(1)
    assert mine.missed == ("1.4", "2.4", "3.4", "4.4", "5.4")
    assert mine.reader
    assert mine.reader.red_ns == 1
    assert "red N" in here.page("results", 1)
    for other in (2, 3, 4, None):
        view = here.view(other)
        assert not any(bid.drawn for each in view.rounds for bid in each.bids if bid.who == "Ann")
        assert next(player for player in view.players if player.name == "Ann").red_ns is None
    assert "red N" not in here.page("results", None)


CHALLENGED = "Ann 3.1: 2 5 5; Bob 3.1: 5 A 6; Cid 3.1: 2 3 4; Dee 3.1: 6 A 3"  # five fives with the Aces, and two Aces


@pytest.mark.parametrize(
    ("bid", "found", "star", "mark"),
    [
        ("4 fives", 5, "Ann", "Bob"),
        ("5 fives", 5, "Ann", "Bob"),
        ("6 fives", 5, "Bob", "Ann"),
        ("2 aces", 2, "Ann", "Bob"),
        ("3 aces", 2, "Bob", "Ann"),
        ("2 fours", 3, "Ann", "Bob"),
        ("13 sixes", 4, "Bob", "Ann"),
    ],
)
def test_rule_9_a_challenge_shows_all_dice_and_an_even_count_favours_the_bidder(bid, found, star, mark):
    here = table(CHALLENGED).deadline(Ann=f"3.1: {bid}", Bob=opening(2), Cid=opening(3), Dee=opening(4))
    here = here.deadline(Bob="3.1: challenge")
    settlement = here.round("3.1").settlement
    assert settlement
    assert settlement.found == found
    assert (here.state.name_of(settlement.star), here.state.name_of(settlement.mark)) == (star, mark)
    for reader in (None, 4):
        shown = next(each for each in here.view(reader).rounds if each.name == "3.1")
        assert [(hand.who, hand.secret) for hand in shown.hands] == [
            ("Ann", "2 5 5"),
            ("Bob", "5 A 6"),
            ("Cid", "2 3 4"),
            ("Dee", "6 A 3"),
        ]


def test_rule_9_the_round_is_over_and_the_player_has_one_call_less():
    here = opened().deadline(Ann="3.4: challenge")
    assert here.round("3.4").standing is Standing.SETTLED
    assert sorted(here.state.due(2)) == [1, 2, 4, 5]
    assert here.letter(2, "3 dice: dudo").reasons() == ["nothing-due"]


def scored(*scores):
    """The ranks of a finished match with these (black marks, gold stars, red Ns) for Ann, Bob, Cid and Dee."""
    here = table()
    rounds = [here.round(f"5.{place}") for place in range(1, 5)] * 10
    marks = [seat for seat, score in enumerate(scores, start=1) for _ in range(score[0])]
    stars = [seat for seat, score in enumerate(scores, start=1) for _ in range(score[1])]
    assert len(marks) == len(stars)
    settled = tuple(
        replace(each, settlement=Settlement(1, star, mark, Claim(1, 2), 0), standing=Standing.SETTLED)
        for each, star, mark in zip(rounds, stars, marks, strict=False)
    )
    state = replace(here.state, rounds=settled, red_ns={seat: score[2] for seat, score in enumerate(scores, start=1)})
    return [player.rank for player in GAME.view(state, None).players]


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ([(0, 1, 9), (1, 2, 0), (2, 2, 0), (3, 1, 0)], [1, 2, 3, 4]),
        ([(1, 1, 0), (1, 2, 9), (1, 0, 0), (1, 1, 0)], [2, 1, 4, 2]),
        ([(1, 1, 2), (1, 1, 1), (1, 1, 0), (1, 1, 1)], [4, 2, 1, 2]),
        ([(1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0)], [1, 1, 1, 1]),
    ],
)
def test_rule_10_fewest_marks_then_most_stars_then_fewest_red_ns_then_a_tie(scores, ranks):
    assert scored(*scores) == ranks


def test_rule_10_at_the_end_all_dice_and_all_drawn_bids_are_shown():
    start = table(players=5)
    here = play_out(start, Random(4), forgetful=0.3)
    assert GAME.is_over(here.state)
    assert all(each.settlement for each in here.state.rounds)
    view = here.view(None)
    drawn = sum(bid.drawn for each in view.rounds for bid in each.bids)
    assert drawn == sum(isinstance(event, BidDrawn) for event in here.events) > 0
    assert all(len(each.hands) == 5 for each in view.rounds)
    assert all(hand.secret for each in view.rounds for hand in each.hands)
    assert all(player.red_ns is not None for player in view.players)
    assert here.page("results").count("*") == drawn


@pytest.mark.parametrize("seed", range(6))
def test_rule_10_five_players_to_the_end_of_all_25_rounds(seed):
    here = play_out(table(players=5, seed=bytes([seed]) * 32, in_order=False), Random(seed))
    assert len(here.state.rounds) == 25
    assert all(each.standing is Standing.SETTLED for each in here.state.rounds)


def test_ruling_12_a_call_without_a_round_counts_where_just_one_waits():
    here = table().deadline(
        Ann="1.1: 9 twos\n2.1: 9 twos\n3.1: 9 twos\n4.1: 9 twos\n5.1: 3 twos",
        Bob=opening(2),
        Cid=opening(3),
        Dee=opening(4),
    )
    here = here.deadline(Bob="dudo 1.1, 2.1, 3.1, 4.1", Ann="dudo 1.4, 2.4, 3.4, 4.4", Cid="dudo 1.2, 2.2, 3.2, 4.2")
    here = here.deadline(Dee="dudo 1.3, 2.3, 3.3, 4.3")
    (last,) = here.state.due(4).values()
    here = here.letter(4, "challenge")
    assert here.standing(4) == [f"{last.name}: challenge"]
    assert [remark.reason for remark in here.last.remarks] == ["round-found"]


def test_ruling_12_a_later_call_for_the_same_dice_takes_the_place_of_the_earlier():
    here = opened().letter(1, "3.4: 3 twos\n4.4: dudo")
    assert here.standing() == ["3.4: 3 twos", "4.4: challenge"]
    assert here.letter(1, "3 dice: challenge").standing() == ["3.4: challenge", "4.4: challenge"]
    assert here.letter(1, "3.4: 3 sixes\nsorry, make that 4 sixes").standing() == ["3.4: 4 sixes", "4.4: challenge"]
    assert here.letter(1, "3.4: 1 two").standing() == ["3.4: 3 twos", "4.4: challenge"]


def test_ruling_12_only_what_a_letter_changed_is_accepted():
    here = opened().letter(1, "4.4: dudo").letter(1, "3.4: 3 twos\n3.4: 4 twos\n5.4: 1 two")
    assert here.last.accepted == (Bid(3, 4, 4, 2),)
    assert here.last.standing == (Bid(3, 4, 4, 2), Challenge(4, 4))


HELD = "Ann 3.1: 5 A 2; Ann 3.4: 5 5 A"


def test_ruling_13_shown_dice_lie_open_and_the_others_are_thrown_again():
    start = table(HELD, "turn 1 Ann 3.1 reroll: 6", options={"reroll": True})
    here = start.deadline(Ann="3.1: 2 fives, showing 2", Bob=opening(2), Cid=opening(3), Dee=opening(4))
    hand = here.round("3.1").hands[1]
    assert (hand.shown, hand.secret) == ((5, 1), (6,))
    (event,) = [each for each in here.events if isinstance(each, BidMade) and each.rolls]
    assert [(roll.name, roll.by_hand) for roll in event.rolls] == [
        ("perudo/turn/1/round/3.1/seat/1/reroll/die/1", True)
    ]
    for reader in (None, 2):
        (seen,) = [each for each in here.view(reader).rounds if each.name == "3.1"]
        assert [(each.who, each.shown, each.secret) for each in seen.hands if each.who == "Ann"] == [("Ann", "5 A", "")]
    assert "Ann shows 5 A" in here.page("position", 2)


def test_ruling_13_dice_of_the_face_itself_are_shown_before_aces():
    start = table(HELD, options={"reroll": True})
    here = start.deadline(Ann="3.1: 2 fives, showing 1", Bob=opening(2), Cid=opening(3), Dee=opening(4))
    assert here.round("3.1").hands[1].shown == (5,)
    assert len(here.round("3.1").hands[1].secret) == 2


@pytest.mark.parametrize(
    ("reroll", "text", "reasons"),
    [
        (True, "3.1: 2 fives, showing 2", []),
        (True, "3.1: 2 fives, showing 3", ["cannot-show"]),
        (True, "3.1: 2 aces, showing 1", []),
        (True, "3.1: 2 aces, showing 2", ["cannot-show"]),
        (True, "3.1: 2 fours, showing 1", []),
        (False, "3.1: 2 fives, showing 1", ["cannot-show"]),
    ],
)
def test_ruling_13_only_dice_that_count_for_the_face_can_be_shown(reroll, text, reasons):
    assert table(HELD, options={"reroll": reroll}).letter(1, text).reasons() == reasons


def test_ruling_13_dice_once_shown_cannot_be_shown_again_but_count():
    start = table("Ann 3.1: 5 5 2; turn 1 Ann 3.1 reroll: 3", options={"reroll": True})
    here = start.deadline(Ann="3.1: 2 fives, showing 2", Bob=opening(2), Cid=opening(3), Dee=opening(4))
    for who, count in (("Bob", 3), ("Cid", 4), ("Dee", 5)):
        here = here.deadline(**{who: f"3.1: {count} fives"})
    assert here.letter(1, "3.1: 6 fives, showing 1").reasons() == ["cannot-show"]
    here = here.deadline(Ann="3.1: challenge")
    settlement = here.round("3.1").settlement
    assert settlement
    assert settlement.found >= 2


def test_ruling_15_a_player_who_leaves_is_played_by_drawn_bids_and_nobody_is_told():
    here = opened()
    here = here.happens(GAME.resign(here.state, 1))
    assert here.owed(1) == ()
    after = here.deadline(Bob="3.1: 3 twos")
    assert after.bids("3.4")[-1].startswith("Ann")
    stays = opened().deadline(Bob="3.1: 3 twos")
    for reader in (None, 2, 3, 4):
        assert after.view(reader) == stays.view(reader)
    mine = after.view(1).reader
    assert mine
    assert mine.left


def test_ruling_15_who_leaves_before_the_first_deadline_is_out():
    here = table()
    here = here.happens(GAME.resign(here.state, 1)).deadline(Bob=opening(2), Cid=opening(3), Dee=opening(4))
    assert here.state.ejected == {1}


def test_ruling_15_those_who_left_are_ranked_behind_those_who_stayed():
    here = play_out(table(players=5), Random(2))
    first = next(seat for seat, player in zip(here.state.order, here.view().players, strict=True) if player.rank == 1)
    left = replace(here.state, resigned=frozenset({first.number}))
    ranks = {player.name: player.rank for player in GAME.view(left, None).players}
    assert ranks[first.name] == 5


def test_ruling_16_the_gm_can_end_a_match_and_open_rounds_count_for_nobody():
    here = opened().deadline(Ann="3.4: challenge")
    here = here.happens(GAME.finish(here.state, here.dice))
    assert GAME.is_over(here.state)
    standings = Counter(each.standing for each in here.state.rounds)
    assert standings == {Standing.SETTLED: 1, Standing.BROKEN_OFF: 19}
    assert sum(player.marks for player in here.view().players) == 1
    assert all(len(each.hands) == 4 for each in here.view().rounds)
    assert GAME.finish(here.state, here.dice) == ()


def test_ruling_16_when_everybody_has_left_the_match_ends():
    here = opened()
    for seat in (1, 2, 3):
        here = here.happens(GAME.resign(here.state, seat))
        assert not GAME.is_over(here.state)
    assert GAME.is_over(here.happens(GAME.resign(here.state, 4)).state)


def test_ruling_17_a_bid_beyond_the_dice_is_legal_and_remarked():
    here = table().letter(1, "1.1: 5 sixes\n5.1: 20 sixes\n4.1: 17 aces")
    assert here.standing() == ["1.1: 5 sixes", "4.1: 17 Aces", "5.1: 20 sixes"]
    assert [remark.reason for remark in here.last.remarks] == ["beyond-the-dice"] * 2
    assert "4 dice" in here.last.remarks[0].words


def test_ruling_18_a_call_on_file_that_is_no_longer_legal_counts_as_missing():
    here = opened()
    book = {1: (Bid(3, 4, 1, 2), Bid(2, 4, 2, 2))}
    here = here.happens(GAME.adjudicate(here.state, book, here.dice))
    assert here.round("3.4").bids[-1].drawn
    assert here.round("2.4").bids[-1].drawn


def test_what_is_owed_shows_only_what_everybody_knows():
    owed = opened().letter(1, "3.4: 3 twos\n4.4: challenge").owed(1)
    assert owed == ("1.4 (last bid 2 twos)", "2.4 (last bid 2 twos)", "5.4 (last bid 2 twos)")
    assert table().owed(2)[0] == "1.2 (yours to open)"


def test_a_turn_is_the_same_whenever_it_is_adjudicated_again():
    here = somehow(opened(), Random(1))
    book = {1: tuple(Challenge(each.dice, each.place) for each in here.state.due(1).values())}
    first = GAME.adjudicate(here.state, book, here.dice)
    assert first == GAME.adjudicate(here.state, book, here.dice)


def test_ruling_14_a_match_at_rest_has_no_deadline_until_the_gm_ends_it():
    assert GAME.is_timed
    assert GAME.is_timed(table().state)
    assert not GAME.is_timed(table().deadline().state)


def test_ruling_19_an_excused_player_gets_no_red_n_and_stays_in_on_turn_one():
    here = table()
    here = here.happens(excuse(here.state, 3)).deadline(Ann=opening(1), Bob=opening(2), Dee=opening(4))
    assert here.state.ejected == set()
    assert [bid.drawn for bid in here.round("3.3").bids] == [True]
    assert here.state.red_ns == {}
    assert here.deadline().state.red_ns[3] == 1


def test_ruling_19_an_excused_player_is_told_of_the_drawn_bids_and_of_no_red_n():
    here = table()
    here = here.happens(excuse(here.state, 3)).deadline(Ann=opening(1), Bob=opening(2), Dee=opening(4))
    told = _results(here, 3)
    assert "a bid was drawn there in your name. You were excused, so that brings you no red N. The others" in told
    assert "That is a red N; you have 1." in _results(here.deadline(), 3)


def _results(here, seat):
    return " ".join(render("perudo/results.j2", view=here.view(seat)).split())


def test_ruling_19_the_others_are_not_told_that_somebody_was_excused():
    start = table()
    letters = {"Ann": opening(1), "Bob": opening(2), "Cid": "3.3: 4 twos", "Dee": opening(4)}
    usual, excused = start.deadline(**letters), start.happens(excuse(start.state, 3)).deadline(**letters)
    assert usual.state.red_ns != excused.state.red_ns
    assert [usual.view(seat) == excused.view(seat) for seat in (None, 1, 2, 3, 4)] == [True, True, True, False, True]


def advised(game, seat, text):
    """What the only hint for that line advises in this position."""
    (complaint,) = game.letter(seat, text).last.complaints
    assert GAME.examples
    return situated(complaint, GAME.examples(game.state, seat, complaint)).hint.rpartition("instance: ")[2]


def test_hints_have_examples_of_the_rounds_that_wait():
    opening = table()
    for seat in opening.state.playing:
        assert opening.letter(seat, advised(opening, seat, "3.1: fives")).reasons() == []
    later = table().deadline(Ann="3.1: 1 five", Bob="3.2: 2 sixes", Cid="3.3: 4 aces", Dee="3.4: 3 twos")
    for seat in later.state.playing:
        bid, challenge = advised(later, seat, "3.1: exact").split(", or ")
        assert later.letter(seat, bid).reasons() == later.letter(seat, challenge).reasons() == []
        assert later.letter(seat, advised(later, seat, "Challenge all of them!")).reasons() == []


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("5.1: exact", "5.1: 2 fives"),
        ("5.4: exact", "5.1: 2 fives"),
        ("4 dice: pass", "4.1: 2 fives"),
        ("exact in 4.1", "4.1: 2 fives"),
        ("2.1: 2 twos, 3.1: pass, 4.1: 2 sixes", "3.1: 2 fives"),
        ("3.1: 9 nines", "3.1: 9 fives"),
        ("3.1: 13 nines", "3.1: 2 fives"),
        ("1,1: 9 nines", "1.1: 2 fives"),
        ("Round 3: 6 fives", "3.1: 2 fives"),
        ("1.1: 6 fives or 4 aces", "1.1: 2 fives"),
        ("3.9: pass", "3.1: 2 fives"),
        ("6.1: pass", "1.1: 2 fives"),
    ],
)
def test_advice_is_for_the_round_that_the_line_names_and_the_dice_that_lie_there(line, advice):
    assert advised(table(), 1, line) == advice


def test_advice_is_for_the_last_bid_of_the_round_that_the_line_names():
    later = table().deadline(Ann="2.1: 3 aces", Bob="3.2: 2 sixes", Cid="3.3: 4 aces", Dee="3.4: 12 sixes")
    assert advised(later, 1, "3.4: exact") == advised(later, 1, "3.1: exact") == "3.4: 6 Aces, or 3.4: challenge"
    assert advised(later, 1, "3.4: 9 nines") == "3.4: 6 Aces"
    assert advised(later, 2, "2.1: pass") == "2.1: 7 twos"
    beyond = table().deadline(Ann="2.1: 9 aces", Bob="2.2: 2 twos", Cid="2.3: 2 twos", Dee="2.4: 2 twos")
    assert advised(beyond, 2, "2.1: exact") == "2.1: challenge"


def test_a_number_without_a_face_is_answered_in_the_singular_too():
    assert "3.2: 1 five" in table().letter(1, "3.1: 1").hint()
    assert "3.2: 7 fives" in table().letter(1, "3.1: 7").hint()


def test_who_names_no_round_gets_an_example_that_would_count():
    later = table().deadline(Ann="3.1: 1 five", Bob="3.2: 2 sixes", Cid="3.3: 4 aces", Dee="3.4: 3 twos")
    example = later.letter(1, "dudo").hint().rpartition(": ")[0].rpartition(": ")[2]
    assert example in {each.name for each in later.state.due(1).values()}
