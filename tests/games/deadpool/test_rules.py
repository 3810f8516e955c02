"""The rules of the Dead Pool, rule by rule; the numbers are those of ``data/deadpool/rules.txt``."""

from datetime import UTC, datetime, timedelta

import pytest

from processor.core.referee import SetDeadline, TakeSeat
from processor.core.replay import replay
from processor.core.text import lines, normalise
from processor.games.deadpool import GAME
from processor.games.deadpool.events import EntryLeftOut, MoneyReturned, PoolVoid
from processor.games.deadpool.rules import instant
from tests.games.deadpool.table import ANNS, BOBS, CIDS, FRIDAY, NEW_YEAR, SEED, Table, running, table

FEE = "take the fee from my account"


# --- Entries ----------------------------------------------------------------------------------------------


def test_rule_1_a_later_list_takes_the_place_of_the_earlier_one_as_a_whole() -> None:
    match = table().letter(ANNS).letter(CIDS)
    assert match.standing() == [CIDS]


def test_rule_1_of_two_lists_in_one_letter_the_last_counts() -> None:
    match = table().letter(f"{ANNS}\n\nNo, wait.\n\n{BOBS}")
    assert match.standing() == [BOBS]
    assert match.remarked == ["written-twice"]


def test_rule_1_a_nomination_signs_up_its_sender_until_the_entry_deadline() -> None:
    match = table(2).letter(CIDS, seat=3)
    assert match.view(3).you.place == "signed up"
    match = running()
    assert match.refused(TakeSeat(104, "Dee")) == "already-running"


def test_rule_1_a_list_that_comes_while_players_still_join_is_kept() -> None:
    assert GAME.check_early
    reading = GAME.read(lines(normalise(f"{ANNS}\n{FEE}")))
    checked = GAME.check_early((), reading.written)
    assert [GAME.say(order) for order in checked.standing] == [ANNS]
    assert [each.reason for each in checked.remarks] == ["fee-later"]


def test_rule_2_one_person_under_two_spellings_is_not_two_people() -> None:
    assert table().letter("my three: Alec Guinness; Guinness, Sir Alec; Bob Hope").reasons == ["same-person"]
    assert table().letter("my three: Keith Richards; Kieth Richards; Bob Hope").reasons == ["alike"]


def test_rule_13_people_who_only_look_alike_stand_when_the_player_says_so() -> None:
    match = table().letter("my three: Prince; Prince Charles; Bob Hope\nThey are different people.")
    assert match.reasons == []
    assert match.standing() == ["my three: Prince; Prince Charles; Bob Hope (different people)"]


def test_rule_13_who_says_so_of_the_same_name_is_not_believed() -> None:
    assert table().letter("my three: Bob Hope; bob hope; Prince (different people)").reasons == ["same-person"]


# --- The fee ----------------------------------------------------------------------------------------------


def test_rule_3_the_fee_is_taken_from_the_account_when_asked_for() -> None:
    match = table().letter(f"{ANNS}\n{FEE}", funds=100)
    assert match.purses() == {"match": 100, "seat/1": -100}
    assert match.owed() == ""


def test_rule_3_without_a_word_nothing_is_taken_however_much_is_there() -> None:
    match = table().letter(f"{ANNS}\nThe fee is in my account.", funds=10_000)
    assert match.purses() == {}
    assert "the fee of 1.00" in match.owed()


def test_rule_3_an_account_that_holds_too_little_leaves_the_entry_unpaid_and_on_file() -> None:
    match = table().letter(f"{ANNS}\n{FEE}", funds=99)
    assert match.unpaid == 100
    assert match.standing() == [ANNS, FEE]
    assert "does not cover" in match.owed()


def test_rule_3_the_fee_can_be_asked_for_later_and_is_taken_once() -> None:
    match = table().letter(ANNS).letter(FEE, funds=500).letter(CIDS, funds=500)
    assert match.purses() == {"match": 100, "seat/1": -100}
    assert match.letter(FEE, funds=500).remarked == ["paid-already"]


def test_rule_3_no_fee_is_taken_for_a_list_that_could_not_be_taken() -> None:
    match = table().letter(f"my three: Bob Hope; Sir Bob Hope; Prince\n{FEE}", funds=500)
    assert match.purses() == {}
    assert match.remarked == ["fee-waits"]
    assert match.letter(ANNS, funds=500).purses() == {"match": 100, "seat/1": -100}


def test_rule_3_a_match_may_cost_nothing() -> None:
    match = table(fee=0).letter(f"{ANNS}\n{FEE}", funds=500)
    assert match.remarked == ["no-fee"]
    assert match.purses() == {}


def test_rule_3_money_in_parts_adds_up_and_too_much_goes_back_at_once() -> None:
    match = table().letter(ANNS).pays(1, pence=60)
    assert "the fee of 0.40" in match.owed()
    match.pays(1, pence=60)
    assert match.owed() == ""
    assert match.purses() == {"match": 100, "seat/1": -100}


def test_rule_3_money_that_comes_after_the_entry_deadline_goes_back() -> None:
    match = running().pays(1)
    assert match.purses()["match"] == 300
    assert isinstance(match.journal[-1], MoneyReturned)


# --- The entry deadline -----------------------------------------------------------------------------------


def test_rule_4_names_without_the_fee_are_not_in_the_game() -> None:
    match = table().letter(ANNS, 1).letter(BOBS, 2).pays(1).closes()
    assert [each.name for each in match.view().entries] == ["Ann"]
    assert EntryLeftOut(2, "unpaid") in match.journal
    assert "your fee had not come in" in match.shown("position", 2)
    assert "Thora Hird" not in match.shown("position")


def test_rule_4_a_fee_without_names_or_only_a_part_of_it_goes_back() -> None:
    match = table().letter(ANNS, 1).letter(BOBS, 2).pays(1, 3).pays(2, pence=50).closes()
    assert match.purses() == {"match": 100, "seat/1": -100}
    assert EntryLeftOut(3, "no nomination") in match.journal


def test_rule_5_nobody_sees_a_name_before_the_entry_deadline_and_everybody_after_it() -> None:
    match = table().letter(ANNS, 1).letter(BOBS, 2).pays(1, 2)
    pages = [match.shown(page, seat) for page in ("position", "results") for seat in (None, 1, 2, 3)]
    assert not any("Guinness" in page for page in pages)
    match.closes()
    assert all("Guinness" in match.shown("position", seat) for seat in (None, 1, 2, 3))


def test_rule_5_after_the_entry_deadline_nothing_changes_and_there_is_no_other() -> None:
    match = running().letter(CIDS, 1)
    assert match.reasons == ["entries-closed"]
    assert match.match.due is None
    assert match.refused(SetDeadline(2, FRIDAY + timedelta(days=7))) == "untimed"
    assert match.owed() == ""
    before = match.match.state
    assert match.closes().match.state == before


def test_rule_11_if_nobody_is_in_the_game_the_match_ends_at_the_entry_deadline() -> None:
    match = table().letter(ANNS).closes()
    assert match.is_over
    assert "NOBODY IS IN THE GAME" in match.shown("results")


# --- Deaths -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("on 28 November 1996", "void"),
        ("on 29 November 1996 19:59", "void"),
        ("on 29 November 1996 20:00", "dead"),
        ("on 30 November 1996", "dead"),
    ],
)
def test_rule_6_a_death_counts_from_the_entry_deadline(words: str, expected: str) -> None:
    assert _standing_of_guinness(running().gm(f"death Alec Guinness {words}")) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("on 30 December 1996", "void"),
        ("on 31 December 1996 23:59:58", "void"),
        ("on 31 December 1996 23:59:59", "dead"),
        ("on 1 January 1997", "dead"),
    ],
)
def test_rule_6_a_death_counts_from_the_start_that_the_gm_has_set(words: str, expected: str) -> None:
    assert _standing_of_guinness(running(start=NEW_YEAR).gm(f"death Alec Guinness {words}")) == expected


def test_rule_6_the_start_moves_with_the_entry_deadline_unless_the_gm_has_set_it() -> None:
    later = FRIDAY + timedelta(days=7)
    assert table().moves_deadline(later).match.state.start == later
    assert table(start=NEW_YEAR).moves_deadline(later).match.state.start == datetime(
        1996, 12, 31, 23, 59, 59, tzinfo=UTC
    )


def test_rule_6_a_void_name_does_not_end_the_game() -> None:
    match = running(start=NEW_YEAR).gm("death Alec Guinness on 1 December 1996")
    assert not match.is_over
    assert match.winners() == []
    assert match.remarked == ["before-start"]


def test_rule_6_a_death_told_while_entries_are_open_voids_the_name_once_it_is_printed() -> None:
    match = table().letter(ANNS).pays(1).gm("death Spike Milligan on 1 November 1996")
    assert "who has died" in match.owed()
    standings = [pick.standing for pick in match.closes().view().entries[0].picks]
    assert standings == ["open", "open", "void"]


def test_rule_7_the_first_to_die_wins_the_pool_for_who_named_them() -> None:
    match = running().gm("death Keith Richards on 4 March 1997", "death Thora Hird on 5 March 1997", "confirm winner")
    assert match.is_over
    assert match.purses() == {"seat/1": -100, "seat/2": -100, "seat/3": 200}
    assert "Cid (you) wins 3.00" in match.shown("results", 3)


@pytest.mark.parametrize("why", ["not living", "not human", "not well known"])
def test_rule_8_a_refused_name_can_be_replaced_before_the_entry_deadline(why: str) -> None:
    match = table().letter(ANNS).pays(1).gm(f"refuse pick SPIKE MILLIGAN: {why}")
    assert f"another name for Spike Milligan, whom the GM does not accept ({why})" in match.owed()
    assert match.letter("my three: Alec Guinness; Vera Lynn; Bob Hope").owed() == ""


def test_rule_8_a_name_still_refused_at_the_deadline_leaves_the_other_names() -> None:
    match = table().letter(ANNS).pays(1).gm("refuse pick Spike Milligan: not living").closes()
    match.gm("death Spike Milligan on 4 March 1997")
    assert match.winners() == []
    assert match.gm("death Vera Lynn on 5 March 1997").winners() == ["Ann"]


def test_rule_8_a_list_with_a_refused_name_is_kept_and_its_sender_told() -> None:
    match = table().gm("refuse pick Spike Milligan: not human").letter(ANNS)
    assert match.standing() == [ANNS]
    assert match.remarked == ["refused-name"]


def test_rule_8_a_refusal_can_be_taken_back() -> None:
    match = table().letter(ANNS).pays(1).gm("refuse pick Spike Milligan: not living", "allow pick Spike Milligan")
    assert match.owed() == ""


def test_ruling_17_the_gm_is_shown_the_names_on_file_and_not_whose_they_are() -> None:
    assert GAME.look_over
    match = table().letter(ANNS).letter("take the fee from my account", 2)
    assert GAME.look_over(match.match.standing(1)) == ("Sir Alec Guinness", "Dame Vera Lynn", "Spike Milligan")
    assert GAME.look_over(match.match.standing(2)) == ()


def test_rule_15_a_refusal_does_not_tell_who_wrote_the_name() -> None:
    match = table().letter(ANNS).letter(BOBS, 2)
    match.gm("refuse pick Spike Milligan: not living")
    assert match.view(2).refused == match.view(1).refused == match.view(None).refused
    assert "another name" not in match.owed(2)


# --- The earliest death, and the prize --------------------------------------------------------------------


def test_rule_9_the_earliest_death_counts_and_not_the_first_report() -> None:
    match = running().gm("death Keith Richards on 4 March 1997")
    assert match.winners() == ["Cid"]
    assert match.gm("death Thora Hird on 3 March 1997").winners() == ["Bob"]
    assert match.gm("death Dick van Dyke on 5 March 1997").winners() == ["Bob"]


def test_rule_9_a_report_can_be_put_right_and_taken_back() -> None:
    match = running().gm("death Keith Richards on 4 March 1997", "death Thora Hird on 5 March 1997")
    assert match.gm("death Keith Richards on 6 March 1997").winners() == ["Bob"]
    assert match.gm("alive Thora Hird").winners() == ["Cid"]
    assert match.gm("Keith Richards is alive").winners() == []


def test_rule_9_a_death_without_a_time_is_at_the_same_moment_as_others_of_that_day() -> None:
    match = running().gm("death Keith Richards on 4 March 1997 08:00", "death Thora Hird on 4 March 1997")
    assert match.winners() == ["Bob", "Cid"]
    assert match.gm("death Thora Hird on 4 March 1997 07:00").winners() == ["Bob"]


def test_rule_9_the_zone_of_a_death_decides_which_was_first() -> None:
    match = running().gm(
        "death Keith Richards on 4 March 1997 08:00 Europe/London",
        "death Thora Hird on 4 March 1997 08:30 Europe/Paris",
    )
    assert match.winners() == ["Bob"]


def test_rule_9_a_time_without_a_zone_is_in_the_zone_of_the_match() -> None:
    match = running(zone="America/New_York").gm("death Keith Richards on 4 March 1997 08:00")
    assert match.match.state.deaths["keithrichards"].earliest == datetime(1997, 3, 4, 13, tzinfo=UTC)


def test_rule_9_nothing_is_final_until_the_gm_confirms() -> None:
    match = running().gm("death Keith Richards on 4 March 1997")
    assert not match.is_over
    assert match.purses()["match"] == 300
    assert match.gm("confirm winner").is_over


def test_rule_10_several_who_named_the_same_person_share_under_any_spelling() -> None:
    match = running().gm("death ALEC GUINNESS on 4 March 1997", "confirm winner")
    assert match.purses() == {"seat/1": 50, "seat/2": 50, "seat/3": -100}


def test_rule_10_odd_pence_go_to_whose_fee_was_complete_first() -> None:
    match = table(fee=75).letter(ANNS, 1).letter(BOBS, 2).letter(CIDS, 3)
    match.pays(2, pence=75).pays(1, pence=74).pays(3, pence=75).pays(1, pence=1).closes()
    assert [each.name for each in match.view().entries] == ["Bob", "Cid", "Ann"]
    match.gm("death Alec Guinness on 4 March 1997", "confirm winner")
    assert match.purses() == {"seat/1": 112 - 75, "seat/2": 113 - 75, "seat/3": -75}


def test_rule_10_who_named_two_of_those_who_died_first_has_one_share() -> None:
    match = running().gm("death Alec Guinness on 4 March 1997 08:00", "death Vera Lynn on 4 March 1997 08:00")
    match.gm("confirm winner")
    assert match.purses() == {"seat/1": 50, "seat/2": 50, "seat/3": -100}


def test_rule_11_when_all_names_are_void_the_fees_go_back_once_that_is_confirmed() -> None:
    match = table(2, start=NEW_YEAR).letter(ANNS).pays(1).closes()
    match.gm("death Alec Guinness on 1 December 1996", "death Vera Lynn on 2 December 1996")
    assert "all-void" not in match.remarked
    match.gm("refuse pick Spike Milligan: not well known")
    assert "all-void" in match.remarked
    assert not match.is_over
    assert match.gm("confirm winner").is_over
    assert match.purses() == {}


def test_rule_12_when_the_gm_closes_the_match_the_fees_go_back_even_with_a_leader() -> None:
    match = running().gm("death Keith Richards on 4 March 1997").is_closed_by_gm()
    assert match.is_over
    assert match.purses() == {}


def test_rule_12_fees_go_back_also_while_entries_are_open() -> None:
    assert table().letter(ANNS).pays(1, 2).is_closed_by_gm().purses() == {}


def test_rule_14_who_leaves_before_the_entry_deadline_has_the_fee_back() -> None:
    match = table().letter(ANNS).pays(1).leaves(1)
    assert match.purses() == {}
    assert match.closes().view().entries == ()


def test_rule_14_who_leaves_after_it_leaves_the_fee_in_the_pool_and_cannot_win() -> None:
    match = running().leaves(3).gm("death Keith Richards on 4 March 1997")
    assert match.reasons == ["not-named"]
    match.gm("death Thora Hird on 5 March 1997", "confirm winner")
    assert match.purses() == {"seat/1": -100, "seat/2": 200, "seat/3": -100}


def test_rule_14_when_the_last_player_leaves_all_fees_go_back() -> None:
    match = running().leaves(3).leaves(1).leaves(2)
    assert match.is_over
    assert any(isinstance(event, PoolVoid) for event in match.journal)
    assert match.purses() == {}


def test_rule_16_there_are_no_dice() -> None:
    assert not GAME.throws_dice
    assert "no" in str(getattr(GAME.by_hand((), "1,2,3"), "hint", "")).casefold()


# --- The frame --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("1996-12-31T23:59:59Z", datetime(1996, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("1997-01-01T00:59:59+01:00", datetime(1996, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("1997-01-01", datetime(1997, 1, 1, tzinfo=UTC)),
        ("1996-02-30", None),
        ("new-year", None),
    ],
)
def test_the_start_is_an_instant_or_refused_when_the_match_is_opened(words: str, expected: datetime | None) -> None:
    assert instant(words) == expected
    (option,) = (each for each in GAME.options if each.name == "start")
    assert option.fits
    assert option.fits(words) == (expected is not None)


def test_a_match_played_again_from_its_facts_is_the_same() -> None:
    match = running().gm("death Keith Richards on 4 March 1997", "confirm winner")
    first = table().match.opened
    again, final = replay(GAME, [first, *match.journal], SEED)
    assert again == (first, *match.journal)
    assert final == match.match


def _standing_of_guinness(match: Table) -> str:
    return str(match.view().entries[0].picks[0].standing)
