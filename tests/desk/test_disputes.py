"""Disputes and rulings, beyond what the transcripts tell: what is refused, what stays secret, and what is enclosed."""

import re
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default

import pytest

from processor.desk.casemail import rule_in_question
from processor.desk.work import work
from processor.games import all_games
from processor.store import cases, inbox, journal
from processor.store.outbox import Outgoing
from tests.desk.sandbox import Sandbox, header, said, sandbox
from tests.test_every_game import table

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"


@pytest.fixture
def desk() -> Sandbox:
    """Ann and Bob play Drop Dead with forfeits, and Bob has missed the first inning."""
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London nmr forfeit-inning")
    desk.begins("dead-1", ANN, BOB)
    desk.letter(ANN, "roll", to=desk.reply_to[ANN])
    desk.gm("run dead-1 turn 1")
    desk.post()
    return desk


def disputed(desk: Sandbox, words: str = "dispute: I was never asked.") -> Outgoing:
    """Bob disputes; the mail to the GM."""
    mails = desk.letter(BOB, words, to=desk.reply_to[BOB])
    return next(mail for mail in mails if mail.kind == "case")


def ruled(desk: Sandbox, words: str) -> dict[str, Outgoing]:
    """The GM answers the last mail; the mails that come of it, by their reader and kind."""
    return {f"{mail.recipient} {mail.kind}": mail for mail in desk.letter(GM, words, to=desk.reply_to[GM])}


def case(desk: Sandbox, number: int = 1) -> cases.Case:
    with desk.desk.database.reading() as store:
        return cases.known(store, number)


def entries(desk: Sandbox) -> int:
    with desk.desk.database.reading() as store:
        return journal.last_number(store, "dead-1")


def test_the_gm_gets_the_players_letter_byte_for_byte(desk):
    desk.letter(BOB, "roll inning 1\n-- \nBob R\u00f6hl", to=desk.reply_to[BOB])
    raw = disputed(desk).mime
    assert "\r\n\r\nroll inning 1\r\n-- \r\nBob R\u00f6hl\r\n".encode() in raw
    enclosed = [each for each in message_from_bytes(raw, policy=default).walk() if each.get_filename()]
    assert [each.get_content_type() for each in enclosed] == ["message/rfc822"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("amend inning 1 for Zoe: roll", "Nobody in dead-1 is called Zoe"),
        ("amend inning 9 for Bob: roll", "has had no inning 9"),
        ("amend inning 1 for Bob: dance", "Line 1: dance This is not understood as an order"),
        (
            "amend inning 1 for Bob: roll\n\nHe told me so.\n\nnote: By phone.",
            "Line 3: He told me so. This is not under",
        ),
        (
            "award Bob 20: sorry\ntell Bob: It will not happen again.",
            "Line 2: tell Bob: It will not happen again. This",
        ),
        ("accept late orders", "No orders of Bob were found"),
        ("award Marian 5: Why not", "Marian has no seat in dead-1"),
        ("reject: no\nexcuse NMR Bob inning 1", "leave out either reject or the rest"),
        ("confirm", "No ruling on D-1 waits to be confirmed"),
        ("withdraw\nnote: but why", "stand alone"),
        ("reopen", "D-1 is not closed"),
        ("What shall I say?", "Nothing in your answer to D-1 was read as a ruling"),
        ("excuse Bob", "excuse NMR Ben turn 3"),
        ("reject: no\n\nextend dead-1 by 3 days", "Line 3: extend dead-1 by 3 days This could be a word to the house"),
        ("award Bob 20: sorry\nextend dead-1 by 3 days", "This could be a word to the house"),
        ("excuse NMR Bob inning 1\ntell Bob: It will not happen again.", "This could be a word to the house"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_whole_and_changes_nothing(desk, answer, told):
    disputed(desk)
    before = entries(desk)
    mails = ruled(desk, f"{answer}\n")
    assert told in said(mails[f"{GM} receipt"])
    assert (entries(desk), case(desk).status) == (before, "open")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("amend inning 1 for Bob:\n\nroll\n\nnote: As told by phone.\n\nCheers, Marian", "As told by phone."),
        ("reject: It came late.\n\nA whole\nday.\n\nMarian", "It came late. A whole day."),
    ],
)
def test_what_stands_below_a_blank_line_is_part_of_the_ruling_and_a_farewell_is_not(desk, answer, told):
    disputed(desk)
    mails = ruled(desk, answer)
    assert told in said(mails[f"{BOB} ruled"])
    assert "Marian" not in said(mails[f"{BOB} ruled"])
    assert case(desk).status == "closed"


def test_reopen_above_a_ruling_does_no_harm_where_the_case_is_open(desk):
    disputed(desk)
    ruled(desk, "reopen\nreject: Your letter never came.\n")
    assert case(desk).status == "closed"


def test_a_player_cannot_rule_even_with_the_number_of_the_case(desk):
    disputed(desk)
    before = entries(desk)
    desk.letter(BOB, "D-1 excuse NMR Bob inning 1", to=desk.reply_to[BOB])
    assert (entries(desk), case(desk).status) == (before, "open")


def test_a_ruling_at_the_command_line_is_the_same(desk):
    disputed(desk)
    outcome = desk.gm("D-1 excuse NMR Bob inning 1")
    assert "D-1 is ruled on and closed." in outcome.told[0]
    assert case(desk).status == "closed"
    assert desk.gm("D-7 reject: no").told == ("There is no case D-7.",)


def test_a_ruling_that_waits_is_worked_out_anew_if_the_match_has_gone_on(desk):
    disputed(desk)
    mailed_case = desk.reply_to[GM]
    desk.gm("run dead-1 turn 2")
    desk.post()
    answer = desk.reply_to[GM] = mailed_case
    mails = ruled(desk, "amend inning 1 for Bob: roll")
    assert f"{GM} differences" in mails
    desk.letter(ANN, "roll", to=desk.reply_to[ANN])
    desk.reply_to[GM] = answer
    mails = ruled(desk, "confirm")
    assert "worked out anew" in said(mails[f"{GM} receipt"])
    assert case(desk).status == "to-confirm"
    assert f"{ANN} correction" in ruled(desk, "confirm")
    assert case(desk).status == "closed"


def test_orders_that_come_in_after_the_ruling_are_judged_by_it(desk):
    """The match goes on from the ruling, also for a desk that had it folded before."""
    disputed(desk)
    desk.gm("D-1 amend inning 1 for Bob: roll")
    desk.post()
    desk.letter(BOB, "roll", to=desk.reply_to[BOB])
    desk.gm("run dead-1 turn 2")
    assert "Bob" in desk.gm("who dead-1").sections[0].text
    work(desk.desk, lambda: desk.now, desk.now)


def test_in_a_masked_match_no_reason_may_tell_who_somebody_is():
    desk = sandbox()
    desk.gm("new perudo perudo-7 seats 4-4 deadline every week friday 20:00 Europe/London")
    for name in ("ann", "bob", "cid", "dee"):
        desk.joins(f"{name}@x.test", "perudo-7")
    desk.post()
    desk.gm("run perudo-7 turn 1")
    desk.post()
    desk.letter(BOB, "dispute: My calls were sent.", to=desk.reply_to[BOB])
    mails = ruled(desk, "reject: Bob, they were not.")
    assert "leave the name out" in said(mails[f"{GM} receipt"])
    assert case(desk).status == "open"
    mails = ruled(desk, "reject: They were not.")
    assert "They were not." in said(mails[f"{BOB} ruled"])
    assert [key for key in mails if "correction" in key] == []


@pytest.mark.parametrize(
    "words",
    [
        "D-1 note: Bob was in hospital, so I am kind.\nexcuse NMR {seat} turn 2",
        "D-1 note: I have asked bob@x.test.",
        "D-1 reject: Bob, they were not.",
        "announce perudo-7: Bob cannot go on; Zed plays for him.",
        "announce perudo-7: zed is welcome",
    ],
)
def test_in_a_masked_match_no_word_may_tell_who_played_on_a_seat_before_either(masked, words):
    desk = masked.copy()
    seat = next(each.name for number, each in desk.match("perudo-7").seats.items() if number == 2)
    desk.letter(BOB, "dispute turn 1: My calls were sent.", to=desk.reply_to[BOB])
    assert not desk.gm("replace Bob in perudo-7 by zed@x.test").refused
    desk.post()
    refused = desk.gm(words.format(seat=seat))
    assert refused.refused
    assert "leave the name out" in " ".join([*refused.told, *(each.hint for each in refused.complaints)])
    assert desk.post() == []
    assert not desk.gm(f"announce perudo-7: {seat} has somebody new behind it").refused


@pytest.fixture(scope="module")
def masked() -> Sandbox:
    """Four players have opened their rounds at Perudo, and go on."""
    return at_perudo()


def test_a_turn_that_is_rolled_back_closes_once_more_and_everybody_is_mailed_its_new_results(desk):
    disputed(desk)
    ruled(desk, "roll back to inning 1")
    ruled(desk, "confirm")
    desk.letter(BOB, "roll", to=desk.reply_to[BOB])
    assert not desk.gm("run dead-1 inning 1").refused
    mails = desk.open()
    told = {(mail.kind, mail.recipient): said(mail).partition("Dear")[2] for mail in mails}
    assert told.keys() >= {("results", ANN), ("results", BOB), ("gm-report", GM)}
    resent = said(desk.letter(BOB, "resend inning 1", to=desk.reply_to[BOB])[0])
    assert told["results", BOB] in resent


# --- A turn that is open once more ------------------------------------------------------------------------


def opened_again(desk: Sandbox, turn: int = 1) -> dict[str, Outgoing]:
    """Bob disputes, and the match goes back to that inning."""
    disputed(desk)
    if f"{GM} differences" in (mails := ruled(desk, f"roll back to inning {turn}")):
        mails = ruled(desk, "confirm")
    return mails


def test_a_turn_that_a_ruling_opens_again_closes_again_and_its_results_go_out_anew(desk):
    desk.gm("run dead-1 turn 2")
    desk.post()
    opened_again(desk)
    desk.letter(BOB, "roll", to=desk.reply_to[BOB])
    assert "has been closed" in desk.gm("run dead-1 turn 1").told[0]
    assert sorted((mail.recipient, mail.kind) for mail in desk.post()) == [
        (ANN, "results"),
        (BOB, "results"),
        (GM, "gm-report"),
    ]
    again = said(desk.letter(BOB, "resend turn 1", to=desk.reply_to[BOB])[0])
    assert "No order came" not in again.partition("WHAT INNING 1")[2].partition("STANDINGS")[0]


def test_a_turn_that_is_open_again_waits_for_who_is_on_vacation(desk):
    desk.letter(ANN, "vacation 10 december to 13 december", to=desk.reply_to[ANN])
    mails = opened_again(desk)
    assert "is open and closes Monday 14 December 2026, 20:00" in said(mails[f"{GM} receipt"])


def test_the_gm_who_held_the_deadline_is_told_when_a_turn_that_is_open_again_would_close(desk):
    desk.gm("hold dead-1")
    told = said(opened_again(desk)[f"{GM} receipt"])
    assert "its deadline is still held: Friday 11 December 2026, 20:00" in told
    assert "write: go ahead dead-1" in told


def test_a_match_that_ends_twice_is_told_twice():
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London innings 1 nmr forfeit-inning")
    desk.joins(ANN, "dead-1")
    desk.joins(BOB, "dead-1")
    desk.gm("start dead-1")
    for _ in range(2):
        desk.post()
        desk.gm("run dead-1 turn 1")
        assert [mail.kind for mail in desk.post()] == ["ended", "ended", "gm-report"]
        opened_again(desk)


def test_whoever_sends_nothing_is_reminded_of_a_turn_that_is_open_once_more(desk):
    def reminded(due: datetime) -> list[str]:
        desk.now = due - timedelta(hours=20)
        return [mail.recipient for mail in desk.open() if mail.kind == "reminder"]

    assert reminded(datetime(2026, 12, 18, 20, tzinfo=UTC)) == [ANN, BOB]
    desk.now += timedelta(days=1)
    desk.open()
    opened_again(desk, 2)
    assert reminded(datetime(2026, 12, 25, 20, tzinfo=UTC)) == [ANN, BOB]


def test_a_seat_stays_with_whoever_took_it_over_when_a_match_goes_back():
    desk = sandbox()
    desk.gm("new perudo perudo-7 seats 4-4 deadline every week friday 20:00 Europe/London")
    for name in ("ann", "bob", "cid", "dee"):
        desk.joins(f"{name}@x.test", "perudo-7")
    desk.post()
    for name in ("ann", "bob", "cid", "dee"):
        desk.letter(
            f"{name}@x.test", "1.1: 1 two\n1.2: 1 two\n1.3: 1 two\n1.4: 1 two", to=desk.reply_to[f"{name}@x.test"]
        )
    desk.gm("run perudo-7 turn 1")
    desk.post()
    desk.gm("perudo-7\nreplace bob by eve@x.test")
    desk.post()
    desk.letter(ANN, "dispute turn 1: The clock was wrong.", to=desk.reply_to[ANN])
    mails = ruled(desk, "roll back to turn 1")
    assert "eve@x.test correction" in mails
    assert f"{BOB} correction" not in mails
    assert "YOUR CALLS FOR TURN 1" in said(desk.letter("eve@x.test", "status", to=desk.reply_to["eve@x.test"])[0])
    assert "You have no seat in perudo-7" in said(desk.letter(BOB, "status perudo-7", to=desk.reply_to[BOB])[0])


def test_a_roll_back_names_the_rulings_that_it_costs_and_they_stand_again_when_it_is_taken_back(desk):
    desk.gm("run dead-1 turn 2")
    desk.post()
    disputed(desk, "dispute turn 2: My letter was lost.")
    desk.gm("D-1 amend inning 2 for Bob: roll")
    desk.post()
    ruled_on = desk.match("dead-1").state
    disputed(desk, "dispute turn 1: And that one too.")
    differences = ruled(desk, "roll back to inning 1")[f"{GM} differences"]
    assert "what you have ruled on another dispute would no longer count" in said(differences)
    assert "* D-1: amend inning 2 for Bob: roll" in said(differences)
    ruled(desk, "confirm")
    ruled(desk, "reopen\nreject: It was never written.")
    ruled(desk, "confirm")
    assert desk.match("dead-1").state == ruled_on


def test_where_the_gm_names_every_date_a_turn_that_is_open_again_waits_for_one():
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline on dates given")
    desk.joins(ANN, "dead-1")
    desk.joins(BOB, "dead-1")
    desk.gm("start dead-1")
    desk.gm("deadline dead-1 turn 1 4 december 20:00")
    desk.post()
    desk.now += timedelta(days=4)
    desk.open()
    mails = opened_again(desk)
    assert "waits for you to name its day" in said(mails[f"{GM} receipt"])
    desk.gm("grace dead-1 6 hours")
    desk.post()
    desk.now += timedelta(days=1)
    assert desk.open() == []
    assert "now closes" in desk.gm("deadline dead-1 turn 1 11 december 20:00").told[0]
    desk.post()
    desk.now = datetime(2026, 12, 12, 3, tzinfo=UTC)
    assert [mail.kind for mail in desk.open()] == ["results", "results", "gm-report"]


@pytest.fixture
def early() -> Sandbox:
    """Drop Dead that runs early has closed its first inning, and the GM has ruled that it is open again."""
    desk = sandbox()
    desk.gm("new dropdead dead-1 early on deadline every week friday 20:00 Europe/London")
    desk.begins("dead-1", ANN, BOB)
    for address in (ANN, BOB):
        desk.letter(address, "roll", to=desk.reply_to[address])
    assert later(desk) == 2
    desk.letter(BOB, "dispute inning 1: That was too soon for me.", to=desk.reply_to[BOB])
    return desk


def later(desk: Sandbox) -> int:
    """An hour goes by; which inning is open then."""
    desk.now += timedelta(hours=1)
    desk.open()
    return desk.match("dead-1").turn


def test_a_turn_that_is_rolled_back_is_not_run_early_with_the_orders_from_before_and_everybody_is_told(early):
    outcome = early.gm("D-1 roll back to inning 1")
    assert "not run early with the orders from before" in outcome.told[-1]
    for mail in early.post():
        told = said(mail)
        assert "does not close sooner with the orders from before" in told, mail.kind
        assert told.index("Inning 1 closes:") < told.index("does not close sooner")
    assert (later(early), early.match("dead-1").awaited()) == (1, {})
    (receipt,) = early.letter(ANN, "roll", to=early.reply_to[ANN])
    assert "does not close sooner with the orders from before" in said(receipt)
    assert later(early) == 1
    (receipt,) = early.letter(BOB, "roll", to=early.reply_to[BOB])
    assert "may close sooner" in said(receipt)
    assert later(early) == 2


@pytest.mark.parametrize(
    "words",
    [
        ("early dead-1 on",),
        ("run dead-1 inning 1",),
        ("D-1 reopen\nreject: It was all right.", "D-1 confirm"),
    ],
)
def test_a_turn_that_is_rolled_back_closes_at_the_word_of_the_gm(early, words):
    early.gm("D-1 roll back to inning 1")
    assert later(early) == 1
    for each in words:
        early.gm(each)
    assert later(early) == 2


def test_a_turn_that_is_rolled_back_closes_at_its_deadline_at_the_latest_and_the_next_one_may_run_early(early):
    early.gm("D-1 roll back to inning 1")
    early.now = early.match("dead-1").due
    assert later(early) == 2
    for address in (ANN, BOB):
        early.letter(address, "roll", to=early.reply_to[address])
    assert later(early) == 3


# --- What a correction lets others guess ------------------------------------------------------------------

TABLE = {1: ANN, 2: BOB, 3: "cid@x.test", 4: "dee@x.test"}


def at_perudo() -> Sandbox:
    """Four players have opened their rounds; the order of play is that of their seats."""
    desk = sandbox()
    desk.gm("new perudo perudo-7 seats 4-5 deadline every week friday 20:00 Europe/London")
    for address in TABLE.values():
        desk.joins(address, "perudo-7")
    desk.gm(f"dice perudo-7 order: {', '.join(each.name for each in desk.match('perudo-7').seats.values())}")
    desk.gm("start perudo-7")
    desk.post()
    for seat in TABLE:
        calls(desk, seat)
    desk.gm("run perudo-7 turn 1")
    desk.post()
    return desk


def calls(desk: Sandbox, seat: int, **others: str) -> None:
    """A player makes the lowest bid of fives in every round that waits for it, or some other call, or none."""
    match = desk.match("perudo-7")
    said = {f"r{each.dice}": f"{each.name}: {each.sample}" for each in match.game.view(match.state, seat).due}
    desk.letter(TABLE[seat], "\n".join((said | others).values()), to=desk.reply_to[TABLE[seat]])


def corrections(desk: Sandbox, *words: str) -> dict[str, str]:
    """What everybody but Bob is told, when Bob has disputed turn two and the GM has ruled."""
    desk.letter(BOB, "dispute turn 2: That is not my call.", to=desk.reply_to[BOB])
    desk.gm("\n".join(("D-1", *words)))
    desk.gm("D-1 confirm")
    return {mail.recipient: said(mail) for mail in desk.post() if mail.kind == "correction"}


def test_where_no_points_can_be_given_the_gm_is_told_all_that_can_be_ruled():
    desk = at_perudo()
    desk.letter(BOB, "dispute turn 1: My calls never came.", to=desk.reply_to[BOB])
    (complaint,) = desk.gm(f"D-1 award {desk.match('perudo-7').seats[2].name} 5: why not").complaints
    assert complaint.hint.endswith(
        "What you can answer: reject, amend, accept late orders, excuse NMR, roll back, note."
    )


def test_a_correction_tells_nobody_else_whether_the_bid_that_was_changed_had_been_drawn_or_made():
    drawn = at_perudo()
    name = drawn.match("perudo-7").seats[2].name
    drawn.gm(f"dice perudo-7 turn 2 {name} 1.1 drawn: 5")
    made = drawn.copy()
    for desk, call in ((drawn, ""), (made, "1.1: 3 fives")):
        calls(desk, 2, r1=call)
        desk.gm("run perudo-7 turn 2")
        desk.post()
    assert [desk.match("perudo-7").state.red_ns.get(2, 0) for desk in (drawn, made)] == [1, 0]
    told = corrections(drawn, f"amend turn 2 for {name}: 1.1: 2 sixes")
    assert told == corrections(made, f"amend turn 2 for {name}: 1.1: 2 sixes")
    assert sorted(told) == sorted({*TABLE.values()} - {BOB})
    assert f"was 1.1 {name} bids 3 fives. is 1.1 {name} bids 2 sixes." in told[ANN]


def test_a_correction_tells_nobody_else_whether_a_later_bid_is_drawn_since_the_call_is_not_possible_any_more():
    impossible = at_perudo()
    bob, cid = (impossible.match("perudo-7").seats[seat].name for seat in (2, 3))
    for turn in (2, 3):
        for seat in TABLE:
            calls(impossible, seat)
        impossible.gm(f"run perudo-7 turn {turn}")
        impossible.post()
    amended = impossible.copy()
    told = corrections(impossible, f"amend turn 2 for {bob}: 1.1: 9 sixes")
    now = next(each for each in impossible.match("perudo-7").state.rounds if each.name == "1.1").bids[-1]
    assert now.drawn
    assert "are not possible any more" in told[TABLE[3]]
    also = corrections(amended, f"amend turn 2 for {bob}: 1.1: 9 sixes", f"amend turn 3 for {cid}: 1.1: {now.claim}")
    assert (told[ANN], told[TABLE[4]]) == (also[ANN], also[TABLE[4]])
    assert f"is 1.1 {cid} bids {now.claim}." in told[ANN]


# --- Late orders, and orders in time for a later turn -----------------------------------------------------


def test_only_the_late_letter_is_accepted_and_orders_for_later_turns_stay():
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London nmr forfeit-inning")
    desk.begins("dead-1", ANN, BOB)
    for day, hour in ((11, 21), (16, 12), (18, 21), (20, 12)):  # late by an hour, then in time for innings 2 and 3
        desk.now = datetime(2026, 12, day, hour, tzinfo=UTC)
        desk.open()
        if hour != 21 or day == 11:
            desk.letter(BOB, "roll", to=desk.reply_to[BOB])
    for _ in range(6):
        desk.letter(BOB, "status", to=desk.reply_to[BOB])
    disputed(desk, "dispute turn 1: My letter was late by an hour only.")
    ruled(desk, "accept late orders")
    mails = ruled(desk, "confirm")
    told = said(mails[f"{BOB} ruled"])
    assert "Your orders for inning 1 now are: roll What was" in told
    assert "Inning 2: Bob" not in told
    assert "What stands for inning 3: roll inning 3" in said(desk.letter(BOB, "status", to=desk.reply_to[BOB])[0])


FRIDAY = datetime(2026, 12, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said_by_gm", "until"),
    [
        ({}, 0),
        ({-9: "grace dead-1 6 hours"}, 6),
        ({-9: "hold dead-1", 9: "go ahead dead-1"}, 9),
        ({-9: "hold dead-1", 9: "run dead-1 turn 1"}, 9),
        ({-9: "hold dead-1", -8: "go ahead dead-1"}, 0),
        ({-9: "grace dead-1 2 hours", -8: "hold dead-1", 9: "go ahead dead-1"}, 9),
        ({-9: "pause dead-1", 1: "resume dead-1 12 december 20:00"}, 24),
        ({-3: "run dead-1 turn 1"}, -3),
    ],
)
def test_a_letter_was_in_time_for_a_turn_if_it_came_before_the_desk_closed_that(said_by_gm, until):
    """The hours count from the deadline. Bob writes a minute before the turn takes no more, and a minute after."""
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London nmr forfeit-inning")
    desk.begins("dead-1", ANN, BOB)
    to = desk.reply_to[BOB]
    desk.open()
    for hours in sorted([*said_by_gm, until - 1 / 60, until + 1 / 60]):
        desk.now = FRIDAY + timedelta(hours=hours)
        if hours in said_by_gm:
            assert not desk.gm(said_by_gm[hours]).refused
        else:
            desk.letter(BOB, "roll", to=to)
    told = said(disputed(desk, "dispute turn 1: Both were in time."))
    assert [head.partition(" -")[0].endswith(", too late") for head in told.split("A letter that arrived on")[1:]] == [
        False,
        True,
    ]
    assert ("It took orders until" in told) == (until not in (0, 24))  # that one was the deadline itself


def test_a_letter_that_nobody_has_proved_to_have_written_is_not_accepted_before_it_is_released():
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London nmr forfeit-inning")
    desk.begins("dead-1", ANN, BOB)
    desk.letter(BOB, "roll")  # in time, but in no answer to a mail of ours
    desk.gm("run dead-1 turn 1")
    desk.post()
    disputed(desk, "dispute turn 1: I sent my order in time.")
    refused = said(ruled(desk, "accept late orders")[f"{GM} receipt"])
    found = re.search(r"release [0-9]+", refused)
    assert found
    assert "in the name of Bob, is still held" in refused
    assert not desk.gm(found[0]).refused
    desk.post()
    told = said(ruled_at_the_desk(desk, "D-1 accept late orders")[f"{BOB} ruled"])
    assert "Your orders for inning 1 now are: roll" in told


def forged(desk: Sandbox, *words: str) -> int:
    """A letter in Bob's name comes, and the GM does this about it; its number."""
    own = desk.reply_to[BOB]
    desk.letter(BOB, "roll")
    question = desk.reply_to[BOB]
    with desk.desk.database.reading() as store:
        (held,) = inbox.held(store)
    for each in words:
        if each == "denied":
            desk.letter(BOB, "No, not mine.", to=question)
        elif each == "owned to":
            desk.letter(BOB, "yes", to=question)
        else:
            desk.gm(f"{each} {held.id}")
    desk.reply_to[BOB] = own
    desk.gm("run dead-1 turn 1")
    desk.post()
    return held.id


@pytest.mark.parametrize(
    ("became", "told"),
    [
        ((), "is still held"),
        (("put aside",), "lies aside, and nobody has proved to have written it"),
        (("put aside", "retry"), "is still held"),
        (("denied",), "answered our question that it is not theirs"),
        (("denied", "put aside"), "answered our question that it is not theirs"),
        (("put aside", "denied"), "answered our question that it is not theirs"),
        (("denied", "release"), "answered our question that it is not theirs"),
        (("denied", "put aside", "release"), "answered our question that it is not theirs"),
        (("put aside", "owned to"), None),
        (("put aside", "denied", "owned to"), None),
    ],
)
def test_what_becomes_of_a_forged_letter_makes_it_nobodys_own(became, told):
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London nmr forfeit-inning")
    desk.begins("dead-1", ANN, BOB)
    number = forged(desk, *became)
    case_mail = said(disputed(desk, "dispute turn 1: My own letter was lost."))
    receipt = said(ruled(desk, "accept late orders")[f"{GM} receipt"])
    if told is None:
        assert "D-1 is ruled on" in receipt
        return
    assert told in receipt
    is_denied = "denied" in became
    assert ("Bob was asked about it, and answered that it is not theirs" in case_mail) == is_denied
    assert (f"first write in a mail of its own to the house: release {number}" in case_mail) != is_denied
    assert ("accept late orders" in case_mail) != is_denied
    assert desk.gm(f"release {number}").refused == is_denied


@pytest.mark.parametrize(("became", "is_ruled_on"), [((), False), (("put aside",), True), (("denied",), True)])
def test_beside_a_letter_of_the_players_own_a_forged_one_is_no_hindrance_once_it_is_known_for_what_it_is(
    became, is_ruled_on
):
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London nmr forfeit-inning")
    desk.begins("dead-1", ANN, BOB)
    before = desk.reply_to[BOB]
    forged(desk, *became)
    desk.letter(BOB, "roll", to=before)
    disputed(desk, "dispute turn 1: Mine came late.")
    receipt = said(ruled(desk, "accept late orders")[f"{GM} receipt"])
    assert ("D-1 is ruled on" in receipt) == is_ruled_on
    assert ("is still held" in receipt) != is_ruled_on


def ruled_at_the_desk(desk: Sandbox, words: str) -> dict[str, Outgoing]:
    """The GM rules at the command line."""
    outcome = desk.gm(words)
    if "confirm" in " ".join(outcome.told):
        desk.gm("D-1 confirm")
    return {f"{mail.recipient} {mail.kind}": mail for mail in desk.post()}


# --- What a case holds, and what it does not --------------------------------------------------------------

NAMES = "my three: Vera Lynn; Bob Hope; Spike Milligan"


@pytest.fixture
def two_matches(desk: Sandbox) -> Sandbox:
    """Bob has names on file in a Dead Pool, too."""
    desk.gm("new deadpool deadpool-1 deadline every 4 weeks friday 20:00 Europe/London")
    desk.joins(ANN, "deadpool-1")
    desk.joins(BOB, "deadpool-1")
    desk.gm("start deadpool-1")
    desk.post()
    return desk


def everything_in(mail: Outgoing) -> str:
    """Every header and every part of a mail, decoded."""
    message = message_from_bytes(mail.mime, policy=default)
    bodies = [part.get_payload(decode=True) for part in message.walk()]
    heads = [str(value) for part in message.walk() for value in part.values()]
    return "\n".join([*heads, *(body.decode(errors="replace") for body in bodies if isinstance(body, bytes))])


@pytest.mark.parametrize(
    "letter",
    [
        f"dead-1\nroll innings 1\n\ndeadpool-1\n{NAMES}\n",
        f"deadpool-1: {NAMES}\n\ndead-1: roll\n",
        f"dead-1: roll\n\n{NAMES}\n",
        "dead-1: roll\n\nVera Lynn\nBob Hope\nSpike Milligan\n",
        f"{NAMES}\nroll\n",
        f"{NAMES}\n",
    ],
)
@pytest.mark.parametrize("answers", ["a mail of the pool", "a mail of the match", "nothing"])
def test_names_for_another_match_never_reach_the_gm_in_a_case(two_matches, letter, answers):
    desk = two_matches
    to = {"a mail of the pool": desk.reply_to[BOB], "nothing": "games@long.test"}.get(answers)
    if to is None:
        desk.letter(BOB, "status dead-1", to=desk.reply_to[BOB])
        to = desk.reply_to[BOB]
    desk.letter(BOB, letter, to=to, subject="Vera Lynn and others")
    case_mail = disputed(desk, "dispute dead-1 turn 1: I wrote in time.")
    desk.gm("letter D-1")
    told = "\n".join(everything_in(mail) for mail in (case_mail, *desk.post()))
    assert [name for name in ("Vera", "Bob Hope", "Spike") if name in told] == []


def test_the_gm_gets_all_letters_about_a_case_as_they_came(desk):
    """Also one that does not seem to matter; and with no word in it that could be answered in the player's name."""
    token = desk.reply_to[BOB]
    desk.letter(BOB, "Good evening, and thank you!\n-- \nBob R\u00f6hl", to=token)
    disputed(desk)
    (receipt, sent) = sorted(
        desk.letter(GM, "letter D-1", to=desk.reply_to[GM]), key=lambda mail: mail.kind != "receipt"
    )
    assert "The letters of D-1 are on their way to you in a mail of their own: " in said(receipt)
    assert (sent.kind, sent.recipient) == ("case-letters", GM)
    raw = everything_in(sent)
    assert "Good evening, and thank you!" in raw
    assert "dispute: I was never asked." in raw
    assert "Bob R\u00f6hl" in raw
    assert token.partition("@")[0] not in raw
    enclosed = [each for each in message_from_bytes(sent.mime, policy=default).walk() if each.get_filename()]
    assert {each.get_content_type() for each in enclosed} == {"message/rfc822"}
    desk.letter(GM, "reject: It came late.", to=header(sent, "Reply-To"))
    assert case(desk).status == "closed"


def test_letters_stay_closed_while_the_names_in_them_are_secret_and_nobody_else_may_ask(two_matches):
    desk = two_matches
    token = desk.reply_to[BOB]
    desk.letter(BOB, NAMES, to=token)
    disputed(replace(desk, reply_to={BOB: token}), "dispute deadpool-1 turn 1: I meant Bob Hope junior.")
    told = desk.gm("letter D-1").told[0]
    assert "stay closed until turn 1 of deadpool-1 has closed" in told
    assert "not see who has sent which names" in told
    assert desk.post() == []
    desk.letter(ANN, "letter D-1", to=desk.reply_to[ANN])
    assert not any(mail.kind == "case-letters" for mail in desk.post())
    desk.gm("run deadpool-1 turn 1")
    desk.post()
    desk.gm("letter D-1")
    assert [("Vera Lynn" in everything_in(mail), mail.recipient) for mail in desk.post()] == [(True, GM)]
    assert desk.gm("letter D-7").told == ("There is no case D-7.",)


def test_a_letter_that_waits_and_is_about_another_match_is_no_part_of_a_case(two_matches):
    desk = two_matches
    token = desk.reply_to[BOB]
    desk.letter(BOB, f"deadpool-1: {NAMES}")
    told = everything_in(disputed(replace(desk, reply_to={BOB: token}), "dispute dead-1 turn 1: Why?"))
    assert "Vera" not in told
    assert "No letter of Bob came" in told


@pytest.mark.parametrize(
    "letter",
    [
        "roll\n\ndispute inning 2: The clock is wrong.",
        "dispute dead-1 inning 2: The clock is wrong.\n\ndead-1\nroll",
    ],
)
def test_orders_that_stand_beside_a_dispute_are_in_the_case_like_any_others(desk, letter):
    mail = disputed(desk, letter)
    assert "The dispute itself stands in it. roll taken as roll" in said(mail)
    assert "12:03 (Europe/London), by Bob: roll inning 2" in said(mail).partition("What was put on file for Bob")[2]
    assert "Nobody has proved" not in said(mail)
    assert "accept late orders" not in said(mail)
    assert " ".join(letter.split()) in " ".join(everything_in(mail).split())


def test_calls_that_stand_above_a_dispute_are_in_the_case_also_of_a_letter_that_had_to_be_confirmed(masked):
    desk = masked.copy()
    desk.letter(BOB, "1.1: 3 fives\n1.4: one four\n\ndispute turn 2: That is not my call.")
    mails = desk.letter(BOB, "yes", to=desk.reply_to[BOB])
    told = said(next(mail for mail in mails if mail.kind == "case"))
    assert "1.1: 3 fives taken as 1.1: 3 fives 1.4: one four refused: Round 1.4 waits for" in told
    assert "by Bob: 1.1: 3 fives" in told.partition("What was put on file")[2]
    assert "No letter of" not in told


def test_a_letter_with_late_orders_and_the_dispute_about_them_can_be_accepted(desk):
    desk.letter(ANN, "status", to=desk.reply_to[ANN])
    mail = disputed(desk, "roll inning 1\n\ndispute inning 1: I was at sea, so that this comes late.")
    assert ", too late" in said(mail)
    told = said(ruled_at_the_desk(desk, "D-1 accept late orders")[f"{BOB} ruled"])
    assert "Your orders for inning 1 now are: roll" in told


PAIRS = "In turn one my pairs are the 2 and the 1, and both fives; the other 1 goes to the bin."
SEVEN = "For the first turn I make a seven out of 4 and 3 and an 8 of the 3 and the 5, throw the 2."


@pytest.fixture(scope="module")
def at_choice() -> Sandbox:
    """Bob plays Choice + and Drop Dead; the last mail that he got is one of Choice +."""
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London")
    desk.begins("dead-1", ANN, BOB)
    desk.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    desk.gm("dice choice-1 turn 1: 4,3,3,5,2")
    desk.gm("dice choice-1 turn 2: 3,1,5,1,4")
    desk.begins("choice-1", ANN, BOB)
    return desk


def test_a_letter_of_which_nothing_was_read_as_an_order_is_shown_in_full_in_the_case(at_choice):
    desk = at_choice.copy()
    choice = desk.reply_to[BOB]
    desk.letter(BOB, PAIRS, to=choice)
    desk.letter(BOB, "status", to=choice)
    mail = disputed(replace(desk, reply_to={BOB: choice}), "dispute issue 1: My pairs are not on file.")
    assert f"Nothing of it was read as an order: {PAIRS} The receipt that it got:" in said(mail)
    assert said(mail).count("A letter that arrived on") == 1
    assert "No letter of Bob" not in said(mail)
    assert everything_in(mail).count(PAIRS) == 1
    assert "other matches" not in said(mail)
    assert "write: letter D-1" in said(mail)


def test_prose_that_answers_nothing_may_be_names_and_is_not_shown(two_matches):
    token = two_matches.reply_to[BOB]
    two_matches.letter(BOB, "Vera Lynn\nBob Hope, and I mean the comedian\nSpike Milligan")
    told = everything_in(disputed(replace(two_matches, reply_to={BOB: token}), "dispute dead-1 inning 2: Why?"))
    assert "Vera" not in told


def test_letters_without_orders_give_way_to_those_with_some_and_the_gm_is_told_of_more(desk):
    token = desk.reply_to[BOB]
    desk.letter(BOB, "roll", to=token)
    for number in range(6):
        desk.letter(BOB, f"My parcel number {number} has not come.", to=token)
    told = said(disputed(replace(desk, reply_to={BOB: token}), "dispute inning 2: Where is it?"))
    shown = re.findall(r"roll taken as|parcel number [0-9] has not come\. The receipt", told)
    assert [each[:15] for each in shown] == ["roll taken as", *(f"parcel number {number}" for number in (2, 3, 4, 5))]
    assert "To have all that Bob wrote about this inning, write: letter D-1" in told


def test_words_to_the_house_alone_are_no_letter_about_the_turn_and_the_case_says_how_to_have_them(desk):
    desk.letter(BOB, "status", to=desk.reply_to[BOB])
    told = said(disputed(desk, "dispute inning 2: Why?"))
    assert "No letter of Bob that came for this inning has anything for the game in it." in told
    assert "write: letter D-1" in told


@pytest.mark.parametrize("head", ["", "choice-1\n"])
def test_prose_that_no_game_reads_as_an_order_of_another_match_stays_in_the_case(at_choice, head):
    desk = at_choice.copy()
    choice = desk.reply_to[BOB]
    letter = f"{head}{SEVEN}\nAnd turn 2: 3+1, 5+1, bin the four."
    desk.letter(BOB, letter, to=choice)
    mail = disputed(replace(desk, reply_to={BOB: choice}), "dispute issue 1: You have lost my first turn.")
    told = said(mail)
    assert f"{SEVEN} no order And turn 2: 3+1, 5+1, bin the four. refused: Turns are taken in order" in told
    assert "left out" not in told
    enclosed = " ".join(everything_in(mail).split()).partition("shown the differences first.")[2]
    assert f"{' '.join(letter.split())} [This is all that the letter itself says. What it quotes" in enclosed


def test_an_order_of_another_match_is_left_out_and_the_prose_around_it_stays(at_choice):
    desk = at_choice.copy()
    choice = desk.reply_to[BOB]
    desk.letter(BOB, f"{SEVEN}\ndead-1: roll\n\nchoice-1\n{PAIRS}", to=choice)
    mail = disputed(replace(desk, reply_to={BOB: choice}), "dispute issue 1: You have lost my first turn.")
    told = said(mail)
    assert f"Nothing of it was read as an order: {SEVEN} {PAIRS} What it says, or may say, of other matches" in told
    assert "roll" not in told.partition("Your ruling")[0]


def encloses(desk: Sandbox, kind: str, name: str, content: bytes) -> None:
    """Bob rolls, and encloses a file with his letter."""
    head = f'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\nX-Mailer: r\u00f6hl {name}'
    part = (
        f'Content-Type: {kind}\nContent-Disposition: attachment; filename="{name}"\nContent-Transfer-Encoding: base64'
    )
    body = f"--b\nContent-Type: text/plain\n\nroll inning 1\n--b\n{part}\n\n{b64encode(content).decode()}\n--b--\n"
    desk.letter(f"{BOB}\n{head}", body, to=desk.reply_to[BOB])


def test_photos_in_a_players_letters_are_named_to_the_gm_and_left_out(desk):
    encloses(desk, "image/jpeg", "dice.jpg", bytes(3_100_000))
    for mail in (disputed(desk), *(desk.gm("letter D-1") and desk.post())):
        assert len(mail.mime) < 50_000
        assert "[Left out: dice.jpg, image/jpeg, 3.1 MB]" in (told := everything_in(mail))
        assert "roll inning 1" in told
        assert "Not enclosed" not in told
    assert "X-Mailer: röhl dice.jpg" in mail.mime.decode()


def test_letters_for_which_a_mail_has_no_room_are_named_to_the_gm_and_the_last_ones_go_first(desk):
    for name in ("first.csv", "second.csv"):
        encloses(desk, "text/csv", name, bytes(1_500_000))
    for mail in (disputed(desk), *(desk.gm("letter D-1") and desk.post())):
        assert len(mail.mime) < 3_100_000
        told = everything_in(mail)
        assert ("first.csv" in told, "second.csv" in told) == (False, True)
        assert re.search(r"mailboxes:\s+D-1-letter-[0-9]+\.eml, 2\.0 MB\s", told)


@pytest.mark.parametrize("encoding", ["as it is", "base64", "quoted-printable"])
def test_no_reply_token_of_a_player_reaches_the_gm_in_a_case(desk, encoding):
    """Whoever has it could write in the player's name."""
    token = desk.reply_to[BOB].partition("+")[2].partition("@")[0]
    body = f"roll inning 1\n\nOn Friday games+{token.upper()}@long.test wrote:\n> Hello (games+{token}@long.test)\n"
    head = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "
    if encoding == "base64":
        letter = f"{head}base64\n\n{b64encode(body.encode()).decode()}"
    elif encoding == "quoted-printable":
        letter = f"{head}quoted-printable\n\n{body.replace(token, token[:8] + '=' + chr(10) + token[8:])}"
    else:
        letter = f"X-Seen: {token}\n\n{body}"
    desk.letter(f"{BOB}\n{letter.partition(chr(10) * 2)[0]}", letter.partition("\n\n")[2], to=desk.reply_to[BOB])
    told = everything_in(disputed(desk))
    assert "roll inning 1" in told
    assert token not in told.casefold()


def test_what_the_gm_put_on_file_for_a_player_stands_in_the_case(desk):
    desk.gm("act for Bob in dead-1: roll")
    desk.gm("run dead-1 turn 2")
    desk.post()
    told = said(disputed(desk, "dispute turn 2: I never sent that."))
    assert "by the GM, at the command line: roll inning 2" in told


def test_a_rule_is_quoted_where_somebody_has_named_it_and_else_none_is_guessed(desk):
    mails = desk.letter(ANN, "dispute: The dice must have been wrong.", to=desk.reply_to[ANN])
    assert "The rule in question" not in said(mails[0])
    assert "6. If you send no order" in said(disputed(desk, "dispute: By rule 6 my dice are rolled for me."))


def test_the_rule_on_missing_orders_is_quoted_where_some_were_missing_when_the_turn_closed(desk):
    assert "The rule in question" in (told := said(disputed(desk, "dispute: My letter never came.")))
    assert "6. If you send no order, the house rolls your dice" in told
    mails = desk.letter(BOB, "dispute turn 2: It will not come either.", to=desk.reply_to[BOB])
    assert "The rule in question" not in said(next(mail for mail in mails if mail.kind == "case"))


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("choice", "8. A turn that you leave open"),
        ("deadpool", "4. At the entry deadline your entry must be complete"),
        ("dropdead", "6. If you send no order"),
        ("perudo", "8. Calls that are missing"),
        ("shootout", "11. Who has not chosen when the time is up"),
    ],
)
def test_every_game_has_a_rule_on_missing_orders_for_the_gm(name, begins):
    made = table(all_games()[name], 5).match
    assert made.game.missing_rule
    assert begins in rule_in_question(made.game, "", "", made.game.missing_rule(made.state))


def test_who_was_replaced_since_is_told_the_outcome_of_the_dispute_and_no_secret(desk):
    disputed(desk, "dispute turn 1: I was never asked.")
    answer = desk.reply_to[GM]
    desk.gm("replace Bob in dead-1 by eve@x.test")
    desk.post()
    desk.reply_to[GM] = answer
    mails = ruled(desk, "excuse NMR Bob inning 1")
    assert "eve@x.test correction" in mails
    told = said(mails[f"{BOB} ruled"])
    assert "costs you nothing" in told
    assert "You have no seat in the match any more" in told
    assert "STANDINGS" not in told


# --- What waits -------------------------------------------------------------------------------------------


def test_the_gm_asks_which_cases_wait(desk):
    assert desk.gm("cases").told == ("No dispute waits for you.",)
    disputed(desk, "dispute: " + "I was never asked whether I would mind that, not once. " * 3)
    listed = desk.gm("cases").sections[0].text
    assert "D-1: Bob disputes inning 1 of dead-1, since Tuesday 1 December 2026" in listed
    assert "It waits for your ruling. It begins: I was never asked whether I would mind that, not once. I …" in listed
    desk.gm("run dead-1 turn 2")
    desk.gm("D-1 amend inning 1 for Bob: roll")
    assert "It waits for your word on the ruling" in desk.gm("open cases").sections[0].text
    desk.gm("D-1 confirm")
    assert desk.gm("cases").told == ("No dispute waits for you.",)
    desk.post()
    assert "No dispute waits for you." in said(desk.letter(GM, "cases", to=desk.reply_to[GM])[0])


def test_a_ruling_is_about_the_case_that_it_names_whichever_mail_it_answers(desk):
    disputed(desk)
    first = desk.reply_to[GM]
    desk.letter(ANN, "dispute: Bob was rude to me.", to=desk.reply_to[ANN])
    mails = desk.letter(GM, "D-2 reject: rudeness is no matter for me\n", to=first, subject="Re: D-1")
    assert [(mail.recipient, mail.kind) for mail in mails] == [(ANN, "ruled"), (GM, "receipt")]
    assert [case(desk, number).status for number in (1, 2)] == ["open", "closed"]
    desk.letter(GM, "confirm\n", to=desk.reply_to[GM])
    assert case(desk).status == "open"


@pytest.mark.parametrize("place", ["mail", "command line"])
def test_one_letter_may_rule_on_several_cases_and_say_other_things_above_them(two_matches, place):
    two_matches.letter(BOB, "dispute dead-1: I was never asked.", to=two_matches.reply_to[BOB])
    two_matches.letter(ANN, "dispute dead-1 turn 1: So was I not.", to=two_matches.reply_to[ANN])
    words = "extend dead-1 by 1 day\nD-1 note: checked it\nD-2 reject: you wrote\nthree times\n"
    if place == "mail":
        mails = two_matches.letter(GM, words, to=two_matches.reply_to[GM])
        answer = next(said(mail) for mail in mails if mail.recipient == GM)
    else:
        answer = " ".join(two_matches.gm(words).told)
        mails = two_matches.post()
    assert [case(two_matches, number).status for number in (1, 2)] == ["closed", "closed"]
    for word in ("D-1 is ruled on and closed", "D-2 is ruled on and closed", "19 December 2026"):
        assert word in " ".join(answer.split())
    ruled_on = {mail.recipient: " ".join(said(mail).split()) for mail in mails if mail.kind == "ruled"}
    assert "checked it" in ruled_on[BOB]
    assert "you wrote three times" in ruled_on[ANN]
    assert "checked it" not in ruled_on[ANN]


def test_a_player_cannot_list_the_cases(desk):
    disputed(desk)
    assert "D-1" not in said(desk.letter(ANN, "cases", to=desk.reply_to[ANN])[0])


@pytest.mark.parametrize("question", ["status", "status dead-1", "history"])
def test_a_player_sees_their_own_open_cases_and_nobody_elses(desk, question):
    disputed(desk)
    mine = said(desk.letter(BOB, question, to=desk.reply_to[BOB])[0])
    assert "Your disputes that are not settled yet" in mine
    assert "D-1, about inning 1, came on Tuesday 1 December 2026" in mine
    assert "D-1" not in said(desk.letter(ANN, question, to=desk.reply_to[ANN])[0])
    desk.gm("D-1 reject: No.")
    desk.post()
    assert "not settled" not in said(desk.letter(BOB, question, to=desk.reply_to[BOB])[0])


def test_a_turn_that_is_closed_by_hand_can_be_disputed_as_long_as_its_deadline_said(desk):
    """Inning 2 was to close on the 18th, and is closed on the 1st."""
    desk.gm("run dead-1 turn 2")
    desk.gm("run dead-1 turn 3")
    desk.post()
    told = said(desk.letter(BOB, "history", to=desk.reply_to[BOB])[0])
    until = "It can be disputed until Friday 25 December 2026, 20:00 (Europe/London)."
    assert f"Inning 1 closed on Tuesday 1 December 2026, 12:02:30 (Europe/London). {until}" in told
    desk.now = datetime(2026, 12, 25, 19, tzinfo=UTC)
    assert disputed(desk, "dispute turn 1: I was never asked.")
    desk.now += timedelta(hours=2)
    late = said(desk.letter(BOB, "dispute turn 1: Once more.", to=desk.reply_to[BOB])[0])
    assert "could be disputed until Friday 25 December 2026, 20:00" in late


def test_where_the_gm_has_named_no_date_yet_a_turn_can_still_be_disputed():
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline on dates given")
    desk.begins("dead-1", ANN, BOB)
    desk.gm("run dead-1 turn 1")
    desk.post()
    assert "It can still be disputed." in said(desk.letter(BOB, "history", to=desk.reply_to[BOB])[0])
    desk.now += timedelta(days=90)
    assert disputed(desk)
