"""Letters that are opened later than others which came after them: they were held, or lay in another folder."""

from datetime import UTC, datetime, timedelta

import pytest

from processor.store import inbox
from processor.store.outbox import Outgoing
from tests.desk.sandbox import Sandbox, said, sandbox

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"
DEADLINE = datetime(2026, 12, 11, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)


def found(desk: Sandbox, body: str, to: str, arrived: datetime, answering: str = "") -> list[Outgoing]:
    """A letter of Ann's comes to light that has been in the mailbox since then."""
    return desk.letter(ANN, body, to, answering=answering, arrived=arrived)


def to_ann(mails: list[Outgoing]) -> str:
    return said(next(mail for mail in mails if mail.recipient == ANN and mail.kind == "receipt"))


def to_gm(mails: list[Outgoing]) -> str:
    return said(next(mail for mail in mails if (mail.kind, mail.recipient) == ("found-late", GM)))


@pytest.fixture
def dropdead() -> Sandbox:
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 deadline every friday 20:00 UTC")
    desk.begins("dropdead-1", ANN, BOB)
    desk.gm(f"deadline dropdead-1 inning 1 {DEADLINE:%d %B %Y %H:%M}")
    desk.post()
    return desk


@pytest.fixture
def choice() -> Sandbox:
    desk = sandbox()
    desk.gm("new choice choice-1 deadline every 2 weeks friday 20:00 UTC")
    for turn in (1, 2):
        desk.gm(f"dice choice-1 turn {turn}: 1,5,5,5,6")
    desk.begins("choice-1", ANN, BOB)
    return desk


# --- The turn has closed meanwhile ------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["cancel", "no orders", "wait", "nowait", "press: Good luck to all!", "cancel press"])
def test_a_word_for_one_turn_that_is_confirmed_after_it_closed_does_nothing_in_the_next(dropdead, word):
    known = dropdead.reply_to[ANN]
    dropdead.letter(ANN, word)
    question = dropdead.reply_to[ANN]
    dropdead.gm("run dropdead-1 inning 1")
    dropdead.letter(ANN, "roll\npress: For inning two", to=known)
    answer = to_ann(dropdead.letter(ANN, "yes", to=question))
    assert f"“{word.partition(':')[0]}” in your letter" in answer
    assert "was for inning 1 of dropdead-1, which has closed meanwhile" in answer
    assert "What stands for inning 2: roll" in answer
    assert "For inning two" in to_ann(dropdead.letter(ANN, "status", to=known))


def test_what_holds_for_the_whole_match_can_be_confirmed_at_any_time(dropdead):
    dropdead.letter(ANN, "vacation 20 december to 24 december")
    question = dropdead.reply_to[ANN]
    dropdead.gm("run dropdead-1 inning 1")
    dropdead.post()
    assert "24 December" in to_ann(dropdead.letter(ANN, "yes", to=question))


@pytest.mark.parametrize(
    ("before", "closes"), [("grace dropdead-1 6 hours", ""), ("hold dropdead-1", "go ahead dropdead-1")]
)
def test_orders_held_within_the_grace_or_a_hold_are_for_the_turn_that_still_took_them(dropdead, before, closes):
    dropdead.gm(before)
    dropdead.now = DEADLINE + HOUR / 2
    dropdead.open()
    dropdead.letter(ANN, "roll")
    question = dropdead.reply_to[ANN]
    dropdead.now = DEADLINE + 7 * HOUR
    dropdead.gm(closes) if closes else dropdead.open()
    dropdead.post()
    answer = to_ann(dropdead.letter(ANN, "yes", to=question))
    assert "closed before the letter could be counted" in answer
    assert "What stands for inning 2: nothing yet" in answer


@pytest.mark.parametrize("by_hand", [True, False])
def test_orders_found_after_their_turn_closed_are_answered_and_not_taken_for_the_next(dropdead, by_hand):
    known, early = dropdead.reply_to[ANN], dropdead.now
    dropdead.now = early + HOUR if by_hand else DEADLINE + HOUR
    dropdead.gm("run dropdead-1 inning 1") if by_hand else dropdead.open()
    dropdead.post()
    dropdead.now += HOUR
    mails = found(dropdead, "roll", known, early)
    answer = to_ann(mails)
    assert "came before inning 1 of dropdead-1 closed, but it was found only after that" in answer
    assert "What stands for inning 2: nothing yet" in answer
    assert [mail.kind for mail in mails if mail.recipient == GM] == ["found-late"]
    disputed = to_ann(dropdead.letter(ANN, "dispute dropdead-1 inning 1: I had sent it in time.", to=known))
    assert "Your dispute about inning 1 of dropdead-1 is case D-1" in disputed


def test_an_answer_to_the_results_is_for_the_next_turn_however_slow_the_mail_servers_clock_is(dropdead):
    dropdead.now = DEADLINE + HOUR
    results = next(mail for mail in dropdead.open() if (mail.kind, mail.recipient) == ("results", ANN))
    answer = to_ann(found(dropdead, "roll", dropdead.reply_to[ANN], DEADLINE - HOUR / 2, results.message_id))
    assert "What stands for inning 2: roll" in answer


def test_what_came_while_a_deadline_was_held_was_for_that_turn(dropdead):
    known = dropdead.reply_to[ANN]
    dropdead.gm("hold dropdead-1")
    dropdead.now = DEADLINE + HOUR
    dropdead.open()
    dropdead.gm("go ahead dropdead-1")
    dropdead.post()
    assert "came before inning 1 of dropdead-1 closed" in to_ann(found(dropdead, "roll", known, DEADLINE + HOUR / 2))


def test_what_came_after_the_deadline_is_for_the_next_turn_however_late_it_is_opened(dropdead):
    dropdead.now = DEADLINE + HOUR
    dropdead.open()
    answer = to_ann(found(dropdead, "roll", dropdead.reply_to[ANN], DEADLINE + HOUR / 2))
    assert "What stands for inning 2: roll" in answer


def test_where_orders_last_those_found_late_count_from_now_on(choice):
    known, early = choice.reply_to[ANN], choice.now
    choice.now += HOUR
    choice.letter(ANN, LATER, to=known)
    choice.gm("run choice-1 turn 1")
    choice.post()
    answer = to_ann(found(choice, "turn 2: 1+5, 5+6, reject 5", known, early))
    assert "came before issue 1 of choice-1 closed, and could be counted only after that" in answer
    assert "A turn 2: 1+5=6, 5+6=11, reject 5" in answer


def test_the_gm_is_told_that_orders_found_late_hold_from_now_on_where_orders_last(choice):
    known, early = choice.reply_to[ANN], choice.now
    choice.now += HOUR
    choice.gm("run choice-1 turn 1")
    choice.post()
    told = to_gm(found(choice, LATER, known, early))
    assert "Issue 1 stays as it was, and so does what it cost that orders were missing in it." in told
    assert "those in the letter hold from now on, unless a later letter says otherwise." in told


# --- A later letter says otherwise ------------------------------------------------------------------------


LATER, OLDER = "turn 1: 1+5, 5+6, reject 5", "turn 1: 5+5, 1+6, reject 5"
STANDS = {
    LATER: "What stands for issue 1: A turn 1: 1+5=6, 5+6=11",
    OLDER: "What stands for issue 1: A turn 1: 5+5=10, 1+6=7",
}


@pytest.mark.parametrize("way", ["confirmed", "released", "found"])
def test_an_older_letter_does_not_take_the_place_of_a_newer_one(choice, way):
    known, early = choice.reply_to[ANN], choice.now
    if way != "found":
        choice.letter(ANN, OLDER)
    question = choice.reply_to[ANN]
    choice.now += HOUR
    choice.letter(ANN, LATER, to=known)
    choice.now += HOUR
    if way == "confirmed":
        mails = choice.letter(ANN, "yes", to=question)
    elif way == "released":
        with choice.desk.database.reading() as store:
            (letter,) = inbox.held(store)
        choice.gm(f"release {letter.id}")
        mails = choice.open()
    else:
        mails = found(choice, OLDER, known, early)
    answer = to_ann(mails)
    assert "this was not taken: turn 1: 5+5=10, 1+6=7, reject 5. A later letter of yours for choice-1" in answer
    assert STANDS[LATER] in answer
    assert STANDS[OLDER] in to_ann(choice.letter(ANN, OLDER, to=known))


def test_an_older_letter_still_says_what_the_newer_one_leaves_open(choice):
    known, early = choice.reply_to[ANN], choice.now
    choice.now += HOUR
    choice.letter(ANN, LATER, to=known)
    answer = to_ann(found(choice, "turn 2: 1+5, 5+6, reject 5", known, early))
    assert "A turn 2: 1+5=6, 5+6=11, reject 5" in answer
    assert "was not taken" not in answer


def test_what_a_newer_letter_took_back_stays_taken_back(choice):
    known, early = choice.reply_to[ANN], choice.now
    choice.letter(ANN, LATER, to=known)
    choice.now += HOUR
    choice.letter(ANN, "cancel", to=known)
    answer = to_ann(found(choice, OLDER, known, early + HOUR / 2))
    assert "this was not taken" in answer
    assert "What stands for issue 1: nothing yet" in answer


def test_an_older_cancel_takes_back_nothing_of_a_newer_letter(choice):
    known, early = choice.reply_to[ANN], choice.now
    choice.now += HOUR
    choice.letter(ANN, LATER, to=known)
    answer = to_ann(found(choice, "cancel", known, early))
    assert "“cancel” in your letter" in answer
    assert STANDS[LATER] in answer


# --- The match has ended meanwhile, or its turn had no deadline -------------------------------------------


@pytest.mark.parametrize("word", ["roll", "press: Good luck to all!"])
def test_the_gm_hears_of_a_letter_that_is_found_when_the_match_is_over(word):
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 innings 1 deadline on dates given")
    desk.begins("dropdead-1", ANN, BOB)
    known, early = desk.reply_to[ANN], desk.now
    desk.now += HOUR
    desk.gm("run dropdead-1 inning 1")
    desk.post()
    mails = found(desk, word, known, early)
    assert "came before inning 1 of dropdead-1 closed, but it could be opened only when the match was over" in to_ann(
        mails
    )
    assert "The match is over and stays as it ended, so nothing of the letter counts." in to_gm(mails)
    assert "is case D-1" in to_ann(desk.letter(ANN, "dispute dropdead-1 inning 1: I was in time.", to=known))


def test_the_gm_hears_of_a_letter_that_is_confirmed_when_the_match_is_over(dropdead):
    dropdead.letter(ANN, "roll")
    question = dropdead.reply_to[ANN]
    dropdead.gm("close dropdead-1")
    dropdead.post()
    mails = dropdead.letter(ANN, "yes", to=question)
    assert "came before dropdead-1 ended, but it could be opened only after that" in to_ann(mails)
    assert "before the match ended, but waited to be confirmed or let through." in to_gm(mails)


def test_what_came_after_the_end_is_only_told_so(dropdead):
    known = dropdead.reply_to[ANN]
    dropdead.gm("close dropdead-1")
    dropdead.post()
    (answer,) = dropdead.letter(ANN, "roll", to=known)
    assert "dropdead-1 has ended" in said(answer)


def test_a_letter_is_found_late_in_a_turn_without_a_deadline_too():
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 deadline on dates given")
    desk.begins("dropdead-1", ANN, BOB)
    known, early = desk.reply_to[ANN], desk.now
    desk.now += HOUR
    desk.gm("run dropdead-1 inning 1")
    desk.post()
    mails = found(desk, "roll", known, early)
    assert "came before inning 1 of dropdead-1 closed, but it was found only after that" in to_ann(mails)
    assert "Inning 1 stays as it was, and nothing of the letter was taken for inning 2." in to_gm(mails)
    assert "What stands for inning 2: roll" in to_ann(desk.letter(ANN, "roll", to=known))


def test_in_a_game_that_acts_at_once_a_letter_is_for_the_turn_in_which_it_came():
    desk = sandbox()
    desk.gm("new shootout shootout-1 deadline on dates given")
    players = [ANN, BOB, "cid@x.test", "dee@x.test", "eve@x.test"]
    for player in players:
        desk.joins(player, "shootout-1")
    desk.gm("start shootout-1")
    desk.post()
    known, early = desk.reply_to[ANN], desk.now
    desk.now += HOUR
    for player in players:
        desk.letter(player, "accuracy 10", to=desk.reply_to[player])
    assert desk.match("shootout-1").turn == 2
    mails = found(desk, "Shooting Bob: DICE20", known, early)
    assert "came before turn 1 of shootout-1 closed, but it was found only after that" in to_ann(mails)
    assert desk.match("shootout-1").turn == 2
