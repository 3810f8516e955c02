"""The rules of Shootout, one by one."""

import pytest

from processor.core.calendar import AfterLast, Amount
from processor.core.events import DeadlineSet, TurnClosed
from processor.core.referee import CloseTurn, GiveDice, LeaveSeat, StartMatch, TakeSeat
from processor.games.shootout import GAME
from processor.games.shootout.events import DelayWaived, SeatQuit, ShotFired, TimeRanOut, TurnCompleted, TurnSkipped
from processor.games.shootout.rules import adjudicate, excuse
from processor.games.shootout.state import evolve
from tests.games.shootout.table import NAMES, NOON, SEED, begun, opened, shooting

HIT, MISS = 1, 20


def dice(**turns: tuple[str, int]) -> list[str]:
    """Dice by hand: ``dice(turn2=("Ann", HIT))``."""
    return [f"turn {turn.removeprefix('turn')} {who}: {face}" for turn, (who, face) in turns.items()]


# --- Rules 1 and 2: who plays, and in which order


def test_rule_1_five_to_twenty_play():
    assert (GAME.fewest_seats, GAME.most_seats) == (5, 20)
    assert opened().joined(*NAMES[:4]).refusal(StartMatch(NOON)) == "too-few"


def test_rule_2_the_order_of_shooting_is_that_of_the_answers_to_the_starting_post():
    table = opened().joined("Zoe", "Bob", "Ann").tell(LeaveSeat(2)).joined("Cid", "Dee", "Bob").tell(StartMatch(NOON))
    assert [player.name for player in table.view().players] == ["Zoe", "Ann", "Cid", "Dee", "Bob"]


def test_rule_2_after_the_last_player_the_first_shoots_again():
    table = shooting(accuracy=1)
    shooters = []
    for turn in range(2, 8):
        shooters.append(table.shooter)
        other = next(name for name in NAMES if name != table.shooter)
        table = table.tell(GiveDice(f"turn {turn} {table.shooter}: 20")).letters(
            **{str(table.shooter): f"shoot {other}"}
        )
    assert shooters == ["Ann", "Bob", "Cid", "Dee", "Eve", "Ann"]


def test_rule_2_the_dead_are_passed_over():
    table = shooting(*dice(turn2=("Ann", HIT))).letters(Ann="Shooting Bob: DICE20")
    assert table.shooter == "Cid"


# --- Rule 3: accuracies


def test_rule_3_nothing_else_happens_until_all_have_chosen():
    table = begun().letters(Ann="12", Bob="5", Cid="20", Dee="1").letter("Ann", "Shooting Bob: DICE20")
    assert table.reasons() == ["not-all-chosen"]
    assert "Eve" in table.hint()
    assert table.shooter is None


def test_rule_3_the_last_choice_closes_the_turn_at_once_and_calls_the_first_shooter():
    table = begun().letters(Ann="12", Bob="5", Cid="20", Dee="1", Eve="7")
    assert table.shooter == "Ann"
    assert table.match.turn == 2
    assert [player.accuracy for player in table.view().players] == [12, 5, 20, 1, 7]


@pytest.mark.parametrize("again", ["accuracy 13", "make that 13", "13"])
def test_rule_3_a_second_value_is_refused_and_says_what_stands(again):
    table = begun().letters(Ann="12").letter("Ann", again)
    assert table.reasons() == ["already-chosen"]
    assert "12" in table.hint()
    assert table.standing("Ann") == ["accuracy 12"]


def test_rule_3_also_when_all_have_chosen():
    table = shooting().letter("Cid", "accuracy 20")
    assert table.reasons() == ["already-chosen"]
    assert "12" in table.hint()


def test_rule_3_an_accuracy_is_not_taken_back():
    table = begun().letters(Ann="12")
    assert table.refusal(table.cancels("Ann")) == "final-order"


def test_rule_3_an_accuracy_may_come_with_the_joining_mail_and_stays_as_well():
    table = opened().joined("Ann").letters(Ann="my accuracy is 18").letter("Ann", "accuracy 20")
    assert table.reasons() == ["already-chosen"]
    assert table.standing("Ann") == ["accuracy 18"]


def test_rule_3_if_everybody_chose_when_joining_the_first_shooter_is_called_with_the_start():
    table = opened().joined(*NAMES).letters(Ann="1", Bob="2", Cid="3", Dee="4", Eve="5").tell(StartMatch(NOON))
    assert table.shooter == "Ann"
    assert [player.accuracy for player in table.view().players] == [1, 2, 3, 4, 5]
    assert table.events[-1] == DeadlineSet(2, NOON)


def test_rule_3_who_leaves_before_the_start_and_comes_back_chooses_anew():
    table = opened().joined("Ann").letters(Ann="18").tell(LeaveSeat(1)).joined("Ann").letters(Ann="4")
    assert table.standing("Ann") == ["accuracy 4"]


def test_rule_3_before_the_start_nothing_but_an_accuracy_is_kept():
    table = opened().joined("Ann", "Bob").letter("Ann", "Shooting Bob: DICE20\nvote kick Bob")
    assert table.reasons() == ["not-begun", "not-begun"]
    assert table.standing("Ann") == []


def test_rule_3_who_quits_while_all_others_have_chosen_holds_nobody_up():
    table = begun().letters(Ann="12", Bob="12", Cid="12", Eve="12").quits("Dee")
    assert table.shooter == "Ann"


# --- Rules 4 to 6: shots


def test_rule_4_a_shot_out_of_turn_is_refused_and_not_kept():
    table = shooting(*dice(turn2=("Ann", MISS))).letter("Bob", "Shooting Cid: DICE20")
    assert table.reasons() == ["not-your-turn"]
    table = table.letters(Ann="shoot Bob")
    assert table.shooter == "Bob"
    assert table.standing("Bob") == []


def test_rule_4_the_next_shooter_is_called_at_once_with_a_time_limit_of_their_own():
    table = shooting().letters(Ann="shoot Bob")
    assert isinstance(table.events[-1], DeadlineSet)
    assert table.events[-1].turn == table.match.turn == 3


@pytest.mark.parametrize(
    ("target", "reason"),
    [("Ann", "at-yourself"), ("myself", "at-yourself"), ("Zorro", "stranger"), ("Bobb", "near-miss")],
)
def test_rule_5_whom_nobody_can_shoot_at(target, reason):
    table = shooting().letter("Ann", f"Shooting {target}: DICE20")
    assert table.reasons() == [reason]
    assert table.shooter == "Ann"


def test_rule_5_the_dead_are_no_targets_and_neither_is_who_has_gone():
    table = shooting(*dice(turn2=("Ann", HIT))).letters(Ann="shoot Bob").quits("Dee")
    assert table.letter("Cid", "shoot Bob").reasons() == ["already-dead"]
    assert table.letter("Cid", "shoot Dee").reasons() == ["already-gone"]


@pytest.mark.parametrize(("face", "accuracy", "hit"), [(12, 12, True), (13, 12, False), (1, 1, True), (20, 20, True)])
def test_rule_6_a_die_of_at_most_the_accuracy_hits(face, accuracy, hit):
    table = shooting(*dice(turn2=("Ann", face)), accuracy=accuracy).letters(Ann="shoot Bob")
    assert ("Bob" not in table.living) is hit
    shot = table.shot
    assert (shot.die, shot.accuracy, shot.hit) == (face, accuracy, hit)


def test_rule_6_the_outcome_is_told_in_the_two_set_forms():
    table = shooting(*dice(turn2=("Ann", HIT), turn3=("Cid", MISS))).letters(Ann="shoot Bob")
    assert "Ann: I Shot Bob and killed em The die shows 1" in table.page("results", "Eve")
    table = table.letters(Cid="shoot Ann")
    assert "Cid: I Shot at Ann and missed. Phooey! The die shows 20" in table.page("results", "Eve")


def test_rule_6_the_die_is_the_one_of_the_dice_log():
    table = shooting().letters(Ann="shoot Bob")
    (roll,) = next(event for event in table.events if isinstance(event, ShotFired)).rolls
    assert (roll.name, roll.sides) == ("shootout/turn/2/seat/1/die", 20)


def test_rule_6_the_dead_do_nothing_more():
    table = shooting(*dice(turn2=("Ann", HIT))).letters(Ann="shoot Bob").letter("Bob", "shoot Cid\nvote kick Cid\n3")
    assert table.reasons() == ["you-are-dead"] * 3


# --- Rule 7: the end


def last_two():
    turns = dice(turn2=("Ann", HIT), turn3=("Bob", HIT), turn4=("Dee", HIT), turn5=("Bob", MISS), turn6=("Dee", HIT))
    return shooting(*turns).letters(Ann="shoot Cid", Bob="shoot Ann", Dee="shoot Eve")


def test_rule_7_the_last_one_living_wins():
    table = last_two().letters(Bob="shoot Dee").letters(Dee="shoot Bob")
    assert table.is_over
    assert table.view().winner == "Dee"
    assert "Dee is the last one living, and wins" in table.page("results")


def test_rule_7_also_if_the_other_leaves():
    table = last_two().quits("Dee")
    assert table.is_over
    assert table.view().winner == "Bob"


# --- Rule 8: leaving


def test_rule_8_the_dead_leave_freely():
    table = shooting(*dice(turn2=("Ann", HIT))).letters(Ann="shoot Bob").quits("Bob")
    assert table.events[-1] == SeatQuit(3, 2, was_living=False, points=0)
    assert table.shooter == "Cid"


@pytest.mark.parametrize("points", [0, 1, 5])
def test_rule_8_who_leaves_alive_is_out_and_marked_for_bad_sportsmanship(points):
    table = shooting(penalty=points).quits("Cid")
    assert table.events[-1] == SeatQuit(2, 3, was_living=True, points=points)
    assert "Cid" not in table.living
    assert next(player.points for player in table.view().players if player.name == "Cid") == points


def test_rule_8_when_the_shooter_leaves_the_next_is_called_at_once():
    table = shooting().quits("Ann")
    assert table.shooter == "Bob"
    assert table.match.turn == 3
    assert table.match.due is not None


# --- Rule 9: time limits


def test_rule_9_a_turn_lasts_seven_days_if_the_gm_names_no_other_time():
    assert GAME.usual_rule == AfterLast(Amount(7, "day"))


def test_rule_9_with_skip_the_turn_passes_when_time_is_up():
    table = shooting(skip=True).deadline()
    assert table.shooter == "Bob"
    assert TurnSkipped(2, 1) in table.events


def test_rule_9_more_than_half_of_the_other_living_players_remove_who_lets_time_run_out():
    table = shooting().deadline().letters(Bob="vote kick Ann", Cid="kick Ann")
    assert "Ann" in table.living  # two of four are not more than half
    table = table.letters(Dee="I vote to kick Ann")
    assert "Ann" not in table.living
    assert table.shooter == "Bob"
    assert "Ann has been voted out of the match by Bob, Cid, Dee." in table.page("results")


def test_rule_9_no_vote_where_the_option_is_off():
    assert shooting(kick=False).deadline().letter("Bob", "vote kick Ann").reasons() == ["no-kicking"]


# --- The rulings


def test_ruling_10_accuracies_are_told_to_others_only_when_all_have_chosen():
    table = begun().letters(Ann="12").deadline()
    assert table.view("Bob").players[0].accuracy is None
    assert table.view("Ann").players[0].accuracy == 12


def test_ruling_10_of_two_values_in_one_letter_the_first_stands():
    table = begun().letter("Ann", "12\n13")
    assert table.reasons() == ["already-chosen"]
    assert table.standing("Ann") == ["accuracy 12"]


@pytest.mark.parametrize("skip", [False, True])
def test_ruling_11_who_does_not_choose_in_time_holds_up_the_match_and_can_be_voted_out(skip):
    table = begun(skip=skip).letters(Ann="12", Bob="12", Cid="12").deadline()
    assert TimeRanOut(1, (4, 5)) in table.events
    assert table.shooter is None
    kick = "kick Dee\nkick Eve"
    table = table.letters(Ann=kick, Bob=kick, Cid=kick)
    assert table.living == ["Ann", "Bob", "Cid"]
    assert table.shooter == "Ann"


def test_ruling_11_who_chooses_late_plays_on_and_the_votes_against_them_are_void():
    table = begun().letters(Ann="12", Bob="12", Cid="12", Dee="12").deadline()
    table = table.letters(Ann="kick Eve").deadline().letters(Eve="3")
    assert table.shooter == "Ann"
    assert table.state.votes == frozenset()
    assert "Eve" in table.living


def test_ruling_12_of_two_shots_that_arrive_together_the_second_is_out_of_turn():
    table = shooting().letters(Ann="shoot Eve").letter("Cid", "shoot Eve")
    assert table.reasons() == ["not-your-turn"]


def test_ruling_12_unless_the_first_brought_its_player_into_the_turn():
    table = shooting(*dice(turn2=("Ann", MISS), turn3=("Bob", MISS))).letters(Ann="shoot Eve", Bob="shoot Eve")
    assert table.shooter == "Cid"


def test_ruling_13_of_two_shots_in_one_letter_the_later_counts_and_the_player_is_told():
    table = shooting().letter("Ann", "Shooting Bob: DICE20\nno, make that Cid")
    assert table.shot.target == "Cid"
    assert [remark.reason for remark in table.last.remarks] == ["later-shot"]


def test_ruling_13_a_second_letter_comes_too_late():
    table = shooting(*dice(turn2=("Ann", 17))).letters(Ann="shoot Bob").letter("Ann", "make that Cid")
    assert table.reasons() == ["already-shot"]
    assert "Bob" in table.hint()
    assert "17" in table.hint()


@pytest.mark.parametrize("wanted", ["Ann", "ann", "ANN.", "at Ann"])
def test_ruling_14_ann_is_ann_though_there_be_an_anna(wanted):
    table = shooting(names=("Bob", "Anna", "Ann", "Annabel Lee", "Zoë O'Neill")).letters(Bob=f"shoot {wanted}")
    assert table.shot.target == "Ann"


@pytest.mark.parametrize(
    ("wanted", "near"), [("An", "Anna or Ann or Annabel Lee"), ("Lee", "Annabel Lee"), ("Zoe", "Zoë O'Neill")]
)
def test_ruling_14_a_name_that_is_only_nearly_right_is_asked_back(wanted, near):
    names = ("Bob", "Anna", "Ann", "Annabel Lee", "Zoë O'Neill")
    table = shooting(names=names).letter("Bob", f"Shooting {wanted}: DICE20")
    assert table.reasons() == ["near-miss"]
    assert f"Did you mean {near}?" in table.hint()


def test_ruling_15_when_time_is_up_the_shooter_stays_on_turn_and_may_still_shoot():
    table = shooting().deadline()
    assert table.shooter == "Ann"
    assert table.match.turn == 3
    assert table.view().times_up == ("Ann",)
    assert table.letters(Ann="shoot Bob").view().times_up == ()


@pytest.mark.parametrize(
    ("vote", "reason"),
    [
        ("kick Ann", "time-not-up"),
        ("kick Cid", "not-waited-for"),
        ("kick Bob", "kick-yourself"),
        ("kick Zorro", "stranger-to-kick"),
        ("kick Annn", "near-miss-to-kick"),
        ("kick Ann and Cid", "several-to-kick"),
    ],
)
def test_ruling_16_votes_that_are_refused(vote, reason):
    table = shooting().letter("Bob", vote)
    assert table.reasons() == [reason]
    assert table.standing("Bob") == []


def test_ruling_17_a_vote_outlasts_a_deadline():
    table = shooting().deadline().letters(Bob="kick Ann", Cid="kick Ann").deadline()
    (votes,) = table.view().votes
    assert (votes.target, votes.voters, votes.needed) == ("Ann", ("Bob", "Cid"), 3)
    assert "Ann" not in table.letters(Eve="kick Ann").living


def test_ruling_17_a_vote_can_be_taken_back():
    table = shooting().deadline().letters(Bob="kick Ann", Cid="kick Ann").deadline()
    table = table.letters(Bob="vote keep Ann", Dee="kick Ann")
    assert "Ann" in table.living
    assert table.deadline().view().votes[0].voters == ("Cid", "Dee")


def test_ruling_17_the_votes_of_who_is_out_are_void():
    table = shooting().deadline().letters(Bob="kick Ann", Cid="kick Ann").deadline().quits("Bob")
    assert table.view().votes[0].voters == ("Cid",)


def test_ruling_17_when_fewer_are_left_the_votes_that_stand_may_suffice():
    table = shooting().deadline().letters(Bob="kick Ann", Cid="kick Ann").quits("Eve")
    assert "Ann" not in table.living


def test_ruling_17_once_the_shooter_has_shot_the_votes_are_void():
    table = shooting(*dice(turn4=("Ann", MISS))).deadline().letters(Bob="kick Ann").deadline()
    table = table.tell(GiveDice("turn 4 Ann: 20")).letters(Ann="shoot Bob")
    assert table.view().votes == ()
    assert table.shooter == "Bob"


def test_ruling_18_to_be_voted_out_costs_no_points():
    table = shooting().deadline().letters(Bob="kick Ann", Cid="kick Ann", Dee="kick Ann")
    assert table.view().players[0].points == 0


def test_ruling_19_if_nobody_is_left_nobody_wins():
    table = begun().letters(Dee="12", Eve="12").deadline().quits("Dee").quits("Eve")
    table = table.letters(Ann="kick Bob\nkick Cid", Bob="kick Ann\nkick Cid")
    assert table.is_over
    assert table.view().winner is None
    assert "nobody wins" in table.page("results")


def test_ruling_20_if_the_gm_ends_the_match_nobody_wins():
    table = shooting().closed()
    assert table.is_over
    assert table.view().winner is None
    assert "The GM has ended the match" in table.page("results")


def test_a_turn_that_is_closed_by_hand_twice_is_closed_once():
    table = shooting().deadline()
    assert table.refusal(CloseTurn(2, None)) == "wrong-turn"
    assert sum(event == TurnClosed(2) for event in table.events) == 1


def test_nobody_joins_once_play_has_begun():
    assert begun().refusal(TakeSeat(999, "Zed")) == "already-running"


def test_ruling_21_an_excused_player_cannot_be_voted_out_for_the_deadline_that_comes():
    table = begun().letters(Ann="12", Bob="12", Cid="12")
    events = [
        DelayWaived(4),
        *adjudicate(evolve(table.state, DelayWaived(4)), table.match.book, table.match.dice(SEED)),
    ]
    assert TimeRanOut(1, (5,)) in events


def test_ruling_21_the_turn_of_an_excused_shooter_is_not_skipped():
    table = begun(skip=True).letters(**dict.fromkeys(NAMES, "12"))
    excused = evolve(table.state, excuse(table.state, 1)[0])
    assert TurnSkipped(2, 1) in adjudicate(table.state, {}, table.match.dice(SEED))
    assert adjudicate(excused, {}, table.match.dice(SEED)) == (TurnCompleted(2),)
