"""What the GM and the players say about time, as they say it, and what they are answered."""

from datetime import timedelta

import pytest

from processor.store.outbox import Outgoing
from tests.desk.sandbox import Sandbox, gm, header, said, sandbox

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def desk() -> Sandbox:
    """A match of Drop Dead between Ann and Bob, whose innings close on Fridays at eight."""
    made = sandbox()
    made.gm('new dropdead dropdead-1 "Friday Dice" deadline every friday 20:00 Europe/London')
    made.joins(ANN, "dropdead-1")
    made.joins(BOB, "dropdead-1")
    made.gm("start dropdead-1")
    made.gm("deadline dropdead-1 friday 4 december 20:00")
    made.post()
    return made


def writes(desk: Sandbox, player: str, words: str) -> str:
    return next(said(mail) for mail in desk.letter(player, words, desk.reply_to[player]) if mail.recipient == player)


def subjects(desk: Sandbox, reader: str) -> list[str]:
    desk.now += 10 * MINUTE
    return [subject(mail) for mail in desk.open() if mail.recipient == reader]


def subject(mail: Outgoing) -> str:
    return header(mail, "Subject")


def test_pause_and_resume_move_the_deadline_by_the_days_between(desk: Sandbox) -> None:
    told = gm(desk, "pause dropdead-1")
    assert "inning 1 does not close until it goes on" in told
    assert told.endswith("write: resume dropdead-1")
    assert subjects(desk, ANN) == ["[dropdead-1] Inning 1 does not close for now"]
    assert "when the GM lets the match go on; it is paused" in writes(desk, ANN, "status dropdead-1")
    desk.now += 10 * DAY
    assert subjects(desk, ANN) == []
    told = gm(desk, "resume dropdead-1")
    assert "closes Tuesday 15 December 2026, 20:00 (Europe/London), 20:00 UTC, in 4 days" in told
    assert subjects(desk, BOB) == ["[dropdead-1] Inning 1 has a new deadline"]


def test_a_match_that_is_paused_is_not_held_besides_and_keeps_the_time_that_it_lost(desk: Sandbox) -> None:
    gm(desk, "pause dropdead-1")
    for words in ("hold dropdead-1", "pause dropdead-1", "go ahead dropdead-1"):
        assert gm(desk, words) == "dropdead-1 is paused. To let it go on, write: resume dropdead-1"
    desk.now += 10 * DAY
    assert "closes Monday 14 December 2026, 20:00" in gm(desk, "resume dropdead-1")


def test_a_match_can_be_resumed_at_a_date(desk: Sandbox) -> None:
    gm(desk, "pause dropdead-1")
    assert "Friday 18 December 2026, 20:00" in gm(desk, "resume dropdead-1 friday 18 december")
    assert "is not paused" in gm(desk, "resume dropdead-1")


def test_what_the_gm_held_before_a_pause_is_held_when_the_match_goes_on(desk: Sandbox) -> None:
    gm(desk, "hold dropdead-1")
    gm(desk, "pause dropdead-1")
    assert "is still held" in gm(desk, "resume dropdead-1")
    desk.post()
    desk.now += 30 * DAY
    assert subjects(desk, ANN) == []
    assert "go ahead" not in gm(desk, "go ahead dropdead-1")
    assert subjects(desk, ANN)[:1] == ["[dropdead-1] Inning 1: results"]


def test_a_held_deadline_closes_nothing_until_the_gm_says_go_ahead(desk: Sandbox) -> None:
    assert "write: go ahead dropdead-1" in gm(desk, "hold dropdead-1 turn 1")
    desk.now += 4 * DAY
    assert subjects(desk, ANN) == ["[dropdead-1] Inning 1 does not close for now"]
    assert "1 order taken" in desk.letter(ANN, "roll", desk.reply_to[ANN])[0].mime.decode()
    assert "has been closed" in gm(desk, "go ahead dropdead-1")
    assert subjects(desk, ANN) == ["[dropdead-1] Inning 1: results"]


def test_go_ahead_before_the_deadline_lets_it_pass_as_planned(desk: Sandbox) -> None:
    gm(desk, "hold dropdead-1")
    assert "closes Friday 4 December 2026, 20:00" in gm(desk, "go ahead dropdead-1")
    assert "[dropdead-1] Inning 1 closes as planned" in subjects(desk, ANN)
    desk.now += 4 * DAY
    assert subjects(desk, ANN) == ["[dropdead-1] Inning 1: results"]


def test_a_deadline_that_passed_while_it_was_held_is_extended_from_now(desk: Sandbox) -> None:
    gm(desk, "hold dropdead-1")
    desk.now += 30 * DAY
    assert "closes Saturday 2 January 2027, 12:" in gm(desk, "extend dropdead-1 by 2 days")


def test_another_turn_than_the_coming_one_is_left_alone(desk: Sandbox) -> None:
    for words in ("hold dropdead-1 turn 2", "go ahead dropdead-1 turn 2", "excuse Ann turn 2 in dropdead-1"):
        assert "is at inning 1, not at inning 2" in gm(desk, words)


def test_a_turn_runs_early_when_all_is_in_and_has_cooled(desk: Sandbox) -> None:
    told = gm(desk, "early dropdead-1 on")
    assert "30 minutes" in told
    assert told.endswith("write: early dropdead-1 off")
    for player in (ANN, BOB):
        writes(desk, player, "roll")
    assert subjects(desk, ANN) == []
    desk.now += 20 * MINUTE
    assert subjects(desk, ANN) == ["[dropdead-1] Inning 1: results"]


def test_wait_keeps_a_turn_from_being_run_early_and_nowait_lets_it(desk: Sandbox) -> None:
    gm(desk, "early dropdead-1 on")
    for player in (ANN, BOB):
        writes(desk, player, "roll")
    assert "is not run before its deadline" in writes(desk, BOB, "wait")
    desk.now += 2 * HOUR
    assert subjects(desk, ANN) == []
    assert "wait dropdead-1" in writes(desk, BOB, "nowait")
    desk.now += 40 * MINUTE
    assert subjects(desk, ANN) == ["[dropdead-1] Inning 1: results"]


def test_where_turns_are_never_run_early_there_is_nothing_to_wait_for(desk: Sandbox) -> None:
    assert "waits for every deadline anyway" in writes(desk, ANN, "wait")


def test_a_letter_in_the_last_minute_of_the_cooling_starts_it_anew(desk: Sandbox) -> None:
    gm(desk, "early dropdead-1 on")
    for player in (ANN, BOB):
        writes(desk, player, "roll")
    desk.now += 29 * MINUTE
    writes(desk, ANN, "cancel")
    desk.now += 20 * MINUTE
    assert subjects(desk, BOB) == []
    gm(desk, "early dropdead-1 off")
    writes(desk, ANN, "roll")
    desk.now += HOUR
    assert subjects(desk, BOB) == []


def test_late_orders_count_within_the_grace(desk: Sandbox) -> None:
    assert "count for 6 hours after each deadline" in gm(desk, "grace dropdead-1 6 hours")
    assert subjects(desk, BOB) == ["[dropdead-1] Late orders count for a while"]
    desk.now = desk.now.replace(day=4, hour=23)
    assert "What stands for inning 1: roll" in writes(desk, ANN, "roll")
    assert subjects(desk, BOB) == []
    assert "nothing counts any more" in gm(desk, "grace dropdead-1 off")
    assert subjects(desk, BOB) == ["[dropdead-1] Late orders do not count", "[dropdead-1] Inning 1: results"]


@pytest.mark.parametrize("shorter", ["2 hours", "off"])
def test_a_grace_that_is_made_shorter_than_it_has_run_takes_back_nothing_that_has_come(desk: Sandbox, shorter) -> None:
    gm(desk, "grace dropdead-1 6 hours")
    desk.now = desk.now.replace(day=4, hour=23)
    writes(desk, ANN, "roll")
    assert "closed as soon as the post of this moment has been read" in gm(desk, f"grace dropdead-1 {shorter}")
    mails = desk.letter(BOB, "roll", desk.reply_to[BOB], arrived=desk.now - timedelta(seconds=30)) + desk.open()
    (terms,) = (said(mail) for mail in mails if (mail.kind, mail.recipient) == ("terms", BOB))
    assert "So inning 1 is closed now, with everything that has come so far." in terms
    assert "hours ago" not in terms
    assert "What stands for inning 1: roll" in next(said(mail) for mail in mails if mail.kind == "receipt")
    assert "rolled for by the house" not in next(said(mail) for mail in mails if mail.kind == "results")


def test_within_the_grace_a_receipt_says_until_when_late_orders_count(desk: Sandbox) -> None:
    gm(desk, "grace dropdead-1 6 hours")
    (told,) = [said(mail) for mail in desk.open() if mail.recipient == BOB]
    until = "in time, until Saturday 5 December 2026, 02:00 (Europe/London), 02:00 UTC, in"
    assert f"Orders that come after it still count, as if they had come {until} 3 days" in told
    desk.now = desk.now.replace(day=4, hour=21)
    told = writes(desk, ANN, "roll")
    assert "The deadline of inning 1 was: Friday 4 December 2026, 20:00 (Europe/London)" in told
    assert f"That has passed, but late orders still count, as if they had come {until} 4 hours" in told
    assert "Until the turn is closed you may send orders as often as you like" in told
    assert f"still count, as if they had come {until}" in writes(desk, ANN, "status")


def test_everybody_hears_at_once_that_turns_may_close_early_and_that_they_no_longer_may(desk: Sandbox) -> None:
    assert "Told of it by mail: 2." in gm(desk, "early dropdead-1 on")
    sooner = "The inning may close sooner: 30 minutes after all orders are in, unless somebody has said wait."
    told = {mail.recipient: said(mail) for mail in desk.open()}
    assert sooner in told[ANN]
    assert sooner in told[BOB]
    assert sooner in writes(desk, ANN, "roll")
    gm(desk, "early dropdead-1 off")
    (told_bob,) = [said(mail) for mail in desk.open() if mail.recipient == BOB]
    assert "from now on no inning closes before its deadline" in told_bob
    assert sooner not in told_bob


def test_before_the_start_the_opening_says_that_turns_may_close_early() -> None:
    made = sandbox()
    made.gm('new dropdead dropdead-1 "Friday Dice" deadline every friday 20:00 Europe/London')
    made.gm("early dropdead-1 on")
    made.joins(ANN, "dropdead-1")
    made.joins(BOB, "dropdead-1")
    made.gm("start dropdead-1")
    opening = next(said(mail) for mail in made.post() if mail.recipient == ANN)
    assert "The inning may close sooner: 30 minutes after all orders are in" in opening


@pytest.fixture
def issues() -> Sandbox:
    """A match of Choice + that runs early, in which Ann has an entry and Bob has none yet."""
    made = sandbox()
    made.gm("new choice choice-1 seats 2-8 deadline every friday 20:00 Europe/London early on")
    made.gm("dice choice-1 turn 1: 1,5,5,5,6")
    made.gm("dice choice-1 turn 2: 1,2,4,4,6")
    made.begins("choice-1", ANN, BOB)
    made.letter(ANN, "turn 1: 1+5, 5+6, reject 5\nturn 2: 1+2, 4+6, reject 4", made.reply_to[ANN])
    return made


def test_a_player_who_has_not_begun_and_said_nothing_is_waited_for(issues: Sandbox) -> None:
    issues.now += 2 * HOUR
    assert subjects(issues, ANN) == []
    assert "bob@x.test>, has not begun" in gm(issues, "who choice-1")


@pytest.mark.parametrize("words", ["no orders", "turn 1: 1+5, 5+6, reject 5\nturn 2: 1+2, 4+6, reject 4"])
def test_a_player_who_says_whether_to_begin_is_waited_for_no_longer(issues: Sandbox, words: str) -> None:
    writes(issues, BOB, words)
    issues.now += 40 * MINUTE
    assert [each.partition("] ")[2] for each in subjects(issues, ANN)] == ["Issue 1: results"]


def test_a_player_who_is_excused_or_has_left_need_not_begin(issues: Sandbox) -> None:
    gm(issues, "excuse Bob turn 1 in choice-1")
    issues.now += 40 * MINUTE
    assert [each.partition("] ")[2] for each in subjects(issues, ANN)] == ["Issue 1: results"]


def test_in_a_game_with_fines_late_orders_are_said_to_be_fined(issues: Sandbox) -> None:
    gm(issues, "grace choice-1 6 hours")
    told = writes(issues, ANN, "status")
    assert "Orders that come after it still count, fined as missing ones are, until Saturday" in told


def test_a_vacation_may_begin_today(desk: Sandbox) -> None:
    told = writes(desk, ANN, "vacation 1 december to 3 december")
    assert "away from Tuesday 1 December 2026, 12:0" in told
    assert "until Thursday 3 December 2026, 23:59" in told
    assert "You have 11 days of vacation left" in told


def test_a_vacation_does_not_begin_on_a_day_that_has_gone_by(desk: Sandbox) -> None:
    assert "30 November 2026 has gone by" in writes(desk, ANN, "vacation 30 november to 3 december")


def test_an_excused_player_is_told_so_and_when_it_is_taken_back(desk: Sandbox) -> None:
    gm(desk, "excuse Bob turn 1 in dropdead-1")
    (told,) = desk.open()
    assert told.recipient == BOB
    assert "the GM excuses you from inning 1 of Friday Dice: nothing is asked of you" in said(told)
    gm(desk, "do not excuse Bob turn 1 in dropdead-1")
    (told,) = desk.open()
    assert "the GM has taken back that you are excused from inning 1" in said(told)


def test_who_says_how_each_player_stands(desk: Sandbox) -> None:
    assert "ann@x.test>, still owes orders" in gm(desk, "who dropdead-1")
    writes(desk, ANN, "roll")
    writes(desk, BOB, "no orders")
    told = gm(desk, "who dropdead-1")
    assert "ann@x.test>, owes nothing" in told
    assert "bob@x.test>, sends nothing, or nothing more, this inning" in told
    gm(desk, "excuse Bob turn 1 in dropdead-1")
    assert "bob@x.test>, is excused" in gm(desk, "who dropdead-1")


def test_who_was_dropped_is_shown_as_gone_and_the_gm_is_mailed_nothing(desk: Sandbox) -> None:
    gm(desk, "drop Bob in dropdead-1")
    assert [mail for mail in desk.open() if mail.recipient == GM and mail.kind == "left"] == []
    assert "bob@x.test>, has left" in gm(desk, "who dropdead-1")
    assert desk.gm("act for Bob in dropdead-1: roll").told == ("Bob has left dropdead-1 already.",)
    assert desk.gm("excuse Bob turn 1 in dropdead-1").told == ("Bob has left dropdead-1 already.",)


@pytest.mark.parametrize("words", ["join dropdead-1", "join dropdead-1 as standby"])
def test_who_left_for_good_is_told_so_when_they_would_come_back(desk: Sandbox, words: str) -> None:
    gm(desk, "drop Bob in dropdead-1")
    desk.post()
    told = writes(desk, BOB, words)
    assert "dropdead-1 goes on without a player who has left it" in told
    assert "You already have a seat" not in told


def test_a_vacation_moves_the_deadline_behind_it_and_names_nobody(desk: Sandbox) -> None:
    mails = desk.letter(ANN, "vacation 3 december to 6 december", desk.reply_to[ANN])
    told = next(said(mail) for mail in mails if header(mail, "Subject").endswith("Your letter"))
    moved = next(said(mail) for mail in mails if mail.recipient == BOB)
    assert "a player of Friday Dice is away at the deadline of inning 1" in moved
    assert "Ann" not in moved
    assert "away from Thursday 3 December 2026, 00:00 (Europe/London) until Sunday 6 December 2026, 23:59" in told
    assert "You have 10 days of vacation left" in told
    assert "Monday 7 December 2026, 20:00" in told
    assert "You are not away after all: dropdead-1." in writes(desk, ANN, "no vacation")
    assert "no vacation on file, so" in writes(desk, ANN, "no vacation")
    assert "on file in dropdead-1, so" in writes(desk, ANN, "no vacation in dropdead-1")


def test_days_that_have_moved_a_deadline_stay_spent_when_the_vacation_is_called_off(desk: Sandbox) -> None:
    writes(desk, ANN, "vacation 3 december to 6 december")
    assert "In dropdead-1 you have 10 days of vacation left in the year" in writes(desk, ANN, "no vacation")
    writes(desk, ANN, "vacation 7 december to 18 december")
    assert desk.match("dropdead-1").life.vacations[-1].days == 10
    assert "Thursday 17 December 2026, 20:00" in writes(desk, ANN, "status dropdead-1")
    assert "no days of vacation left" in writes(desk, ANN, "vacation 17 december to 18 december")


def test_days_that_have_passed_stay_spent_and_those_to_come_are_given_back(desk: Sandbox) -> None:
    writes(desk, ANN, "vacation 5 december to 10 december")
    desk.now += 6 * DAY
    desk.open()
    assert "you have 11 days of vacation left" in writes(desk, ANN, "no vacation")
    writes(desk, ANN, "vacation 20 december to 22 december")
    assert "you have 11 days of vacation left" in writes(desk, ANN, "no vacation")


def test_a_vacation_counts_for_the_days_that_are_left_of_the_year(desk: Sandbox) -> None:
    answer = writes(desk, ANN, "vacation 5 december until 24 december in dropdead-1")
    assert "until Saturday 19 December 2026, 00:00 (Europe/London)" in answer
    assert "You asked for it until Thursday 24 December 2026, 23:59 (Europe/London), but that is more" in answer
    assert "no days of vacation left" in writes(desk, ANN, "vacation 27 december until 29 december")


def test_a_vacation_without_a_first_day_begins_now(desk: Sandbox) -> None:
    assert "away from Tuesday 1 December 2026, 12:" in writes(desk, ANN, "holiday until thursday")


def test_a_time_zone_is_for_the_reader_alone(desk: Sandbox) -> None:
    told = writes(desk, ANN, "timezone america/new_york")
    assert "by the clocks of America/New_York" in told
    assert "To go back, write: timezone Europe/London" in told
    assert "15:00 (America/New_York)" in writes(desk, ANN, "status dropdead-1")
    assert "20:00 (Europe/London)" in writes(desk, BOB, "status dropdead-1")


def test_the_gm_hears_of_three_missed_turns_in_a_row(desk: Sandbox) -> None:
    for week in range(3):
        writes(desk, ANN, "roll")
        desk.now = desk.now.replace(day=4 + 7 * week, hour=21)
        assert ("[dropdead-1] Nothing from Bob for 3 innings" in subjects(desk, GM)) == (week == 2)


def test_an_excused_player_owes_nothing_this_turn(desk: Sandbox) -> None:
    told = gm(desk, "excuse Bob turn 1 in dropdead-1")
    assert "do not excuse Bob turn 1 in dropdead-1" in told
    assert "bob@x.test>, still owes orders" not in gm(desk, "who dropdead-1")
    gm(desk, "do not excuse Bob turn 1 in dropdead-1")
    assert "bob@x.test>, still owes orders" in gm(desk, "who dropdead-1")


def test_a_dropped_player_is_told(desk: Sandbox) -> None:
    assert "no longer plays" in gm(desk, "drop Bob from dropdead-1")
    assert subjects(desk, BOB)[:1] == ["[dropdead-1] You no longer play in Friday Dice"]
    assert "has left dropdead-1 already" in gm(desk, "drop Bob from dropdead-1")


def test_a_word_to_one_player_goes_to_nobody_else(desk: Sandbox) -> None:
    told = gm(desk, "tell Bob: Your letters come out empty.\n\nPlain text, please!")
    assert told == "Your words go to Bob. Your words to Bob Your letters come out empty.\n\nPlain text, please!"
    mails = desk.open()
    assert [mail.recipient for mail in mails] == [BOB]
    assert "Your letters come out empty. Plain text, please!" in said(mails[0])


@pytest.mark.parametrize("first", ["tell Ann: Hello, you.", "announce dropdead-1: Hello, you.", "act for Ann: roll"])
def test_a_text_of_the_gm_does_not_swallow_the_words_below_it(desk: Sandbox, first: str) -> None:
    told = gm(
        desk,
        f"dropdead-1\n{first}\n\ntell Bob: Between us, I give you time.\nact for Bob in dropdead-1: roll\n\n"
        "extend dropdead-1 by 3 days",
    )
    assert "Your text ends above the line “extend dropdead-1 by 3 days”" in told
    assert "Orders for Bob in dropdead-1: roll inning 1" in told
    assert "inning 1 now closes Monday 7 December" in told
    assert "Between us, I give you time." in told
    to_ann = " ".join(said(mail) for mail in desk.open() if mail.recipient == ANN)
    assert "Hello, you." in to_ann or "roll inning 1" in to_ann
    assert "Between us" not in to_ann
    assert "act for" not in to_ann


@pytest.mark.parametrize("first", ["tell Ann: Hello.", "announce dropdead-1: Hello."])
@pytest.mark.parametrize(
    ("below", "answer"),
    [
        ("hold", "could be a part of that text or a word to us"),
        ("withdraw from dropdead-1", "could be a part of that text or a word to us"),
        ("Tell me: who will win?", "nobody here is known as me. Nothing in your letter has been carried out"),
    ],
)
def test_what_could_be_a_word_or_a_part_of_the_text_is_asked_back_and_nothing_is_sent(
    desk: Sandbox, first: str, below: str, answer: str
) -> None:
    outcome = desk.gm(f"{first}\n{below}")
    assert answer in " ".join((*outcome.told, *(each.hint for each in outcome.complaints)))
    assert below in " ".join((*outcome.told, *(each.text for each in outcome.complaints)))
    assert desk.open() == []


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("friday 18 december 20:00", "Friday 18 December 2026, 20:00 (Europe/London), 20:00 UTC, in 17 days"),
        ("2026-12-18 20:00", "Friday 18 December 2026, 20:00 (Europe/London)"),
        ("18 dec", "Friday 18 December 2026, 20:00 (Europe/London)"),
        ("friday", "Friday 4 December 2026, 20:00 (Europe/London)"),
        ("next monday 8pm", "Monday 7 December 2026, 20:00 (Europe/London)"),
        ("in 3 days", "Friday 4 December 2026, 12:"),
        ("tomorrow noon", "Wednesday 2 December 2026, 12:00 (Europe/London)"),
    ],
)
def test_a_date_is_echoed_in_full(desk: Sandbox, words: str, due: str) -> None:
    assert due in gm(desk, f"deadline dropdead-1 {words}")


@pytest.mark.parametrize(
    "words",
    ["18 november", "2026-11-30 20:00", "18 december 2028", "next friday 8pm", "friday 17 december", "31 february"],
)
def test_a_date_that_is_past_too_far_or_unclear_changes_nothing(desk: Sandbox, words: str) -> None:
    before = gm(desk, "who dropdead-1")
    assert desk.gm(f"deadline dropdead-1 {words}").refused
    assert gm(desk, "who dropdead-1") == before


@pytest.mark.parametrize("words", ["friday 8pm or so", "soon", "friday 18 december 20:00 at the latest"])
def test_a_date_that_is_not_wholly_understood_is_refused(desk: Sandbox, words: str) -> None:
    outcome = desk.gm(f"deadline dropdead-1 {words}")
    assert outcome.complaints or outcome.refused


def test_a_vacation_moves_no_deadline_for_which_nothing_is_asked_of_the_player() -> None:
    house = sandbox(trust_from=True)
    house.gm("new choice choice-1 deadline every friday 20:00 Europe/London")
    house.begins("choice-1", ANN, BOB)
    house.gm("deadline choice-1 friday 4 december 20:00")
    house.letter(BOB, "turn 1: 9")  # a letter without orders opens no entry
    told = writes(house, ANN, "vacation 2 december to 8 december")
    assert "Noted for choice-1 (Choice +): you are away" in told
    assert "now closes" not in told
    assert [mail for mail in house.open() if "new deadline" in subject(mail)] == []


def test_a_vacation_says_which_deadline_it_has_moved(desk: Sandbox) -> None:
    mails = desk.letter(ANN, "vacation 2 december to 8 december", desk.reply_to[ANN])
    told = " ".join(said(mail) for mail in mails if mail.recipient == ANN)
    assert "Noted for dropdead-1 (Friday Dice): you are away" in told
    assert "So inning 1 of dropdead-1 now closes Wednesday 9 December 2026, 20:00" in told


def test_who_has_left_a_match_takes_no_vacation_from_it(desk: Sandbox) -> None:
    desk.leaves(ANN, "withdraw from dropdead-1")
    told = writes(desk, ANN, "vacation 2 december to 8 december")
    assert "you are away" not in told


# --- What the GM is to mind when a deadline moves ----------------------------------------------------------


def test_a_vacation_said_while_a_deadline_is_held_moves_it_when_it_goes_ahead(desk: Sandbox) -> None:
    gm(desk, "hold dropdead-1")
    desk.letter(ANN, "vacation 3 december to 6 december", desk.reply_to[ANN])
    assert "inning 1 of dropdead-1 is held no longer; the inning closes Monday 7 December" in gm(
        desk, "go ahead dropdead-1"
    )
    assert subjects(desk, BOB) == ["[dropdead-1] Inning 1 has a new deadline"]
    assert "you have 10 days of vacation left" in writes(desk, ANN, "no vacation")


def test_the_gm_is_told_who_is_away_at_a_deadline_and_how_to_set_one_behind_that(desk: Sandbox) -> None:
    writes(desk, ANN, "vacation 5 december to 7 december")
    told = gm(desk, "extend dropdead-1 by 2 days")
    line = "deadline dropdead-1 inning 1 8 December 2026 20:00"
    assert f"Away on vacation then: Ann. To set the deadline behind that, write: {line}" in told
    assert "away" not in gm(desk, line)
    assert "closes Tuesday 8 December 2026, 20:00" in gm(desk, line)
    assert "already, so nothing was changed" in gm(desk, line)


def test_an_extension_that_comes_twice_is_told_how_to_take_one_back(desk: Sandbox) -> None:
    desk.now += 2 * HOUR
    assert "on top of" not in gm(desk, "extend dropdead-1 by 3 days")
    told = gm(desk, "extend dropdead-1 by 3 days")
    assert "That comes on top of how you moved it at Tuesday 1 December 2026, 14:" in told
    assert "put it back with: deadline dropdead-1 inning 1 7 December 2026 20:00" in told
    desk.now += 2 * HOUR
    assert "on top of" not in gm(desk, "extend dropdead-1 by 3 days")


def test_what_names_no_turn_just_after_one_has_closed_says_which_it_is_about(desk: Sandbox) -> None:
    desk.now = desk.now.replace(day=4, hour=20, minute=2)
    desk.open()
    assert "Mind that inning 1 has closed, at Friday 4 December 2026, 20:00 (" in gm(desk, "hold dropdead-1")
    assert "Mind that" not in gm(desk, "extend dropdead-1 inning 2 by 1 day")
