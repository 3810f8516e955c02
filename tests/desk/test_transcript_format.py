"""How a transcript may be written, and what its writer is told who slips."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from processor.core.calendar import Refusal
from processor.rehearsal import BadTranscript, as_document, as_text, rehearse
from processor.rehearsal.times import AroundDeadline, Later, OnCalendar, on_calendar, read_when

MANUAL = Path(__file__).parent.parent.parent / "docs" / "transcripts.md"
EXAMPLES = re.findall(r"^```transcript\n(.*?)^```$", MANUAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)

SHORT = """\
game choice
dice turn 1: 1,5,5,5,6
     turn 2: 1,2,4,4,6
seats
    Anna <anna@example.org>

Anna writes Tuesday 5 January, 09:15:
    1: 1+5, 5+6, reject 5
    2: 1+2=4, 4+6, reject 4

Issue 1 closes
"""


# --- The manual -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_every_example_of_the_manual_goes_as_it_says(example: str) -> None:
    rehearsal = rehearse(example)
    assert not rehearsal.surprises
    assert all(output.strip() for output in as_text(rehearsal).split("\n\n"))


def test_the_orders_in_the_first_example_of_the_manual_are_taken() -> None:
    (receipt,) = as_document(rehearse(EXAMPLES[0]))["receipts"]
    (part,) = receipt["parts"]
    assert (len(part["accepted"]), list(part["complaints"])) == (1, [])


def test_the_manual_shows_expected_mails_too() -> None:
    assert any("\n-> mail to" in example for example in EXAMPLES)


# --- Playing ----------------------------------------------------------------------------------------------


def test_what_was_filled_in_is_what_is_expected_from_then_on() -> None:
    filled = as_text(rehearse(SHORT))
    again = rehearse(filled)
    assert filled != SHORT
    assert as_text(again) == filled
    assert not again.surprises


def test_a_title_as_long_as_a_line_stays_in_one_line() -> None:
    text = SHORT.replace("game choice", f"game choice\ntitle {'A Long Way to the Sea ' * 4}")
    filled = as_text(rehearse(text.replace("Anna writes", "The match begins\n\nAnna writes")))
    assert as_text(rehearse(filled)) == filled
    assert not rehearse(filled).surprises


def test_remarks_and_letters_stay_as_they_were_written() -> None:
    text = (
        "# The best match ever.\n\n" + SHORT.replace("Issue 1", "# Ben is late, as ever.\n\nIssue 1") + "\n# So much.\n"
    )
    filled = as_text(rehearse(text))
    kept = [line for line in text.split("\n") if line]
    assert [line for line in filled.split("\n") if line in kept and line] == kept


def test_a_step_that_comes_out_otherwise_is_told_with_its_line() -> None:
    filled = as_text(rehearse(SHORT))
    (surprise,) = rehearse(filled.replace("1+2 makes 3, not 4.", "1+2 makes 4.")).surprises
    assert surprise.line == filled.split("\n").index("Anna writes Tuesday 5 January, 09:15:") + 1
    assert "-        1+2 makes 4. Write" in surprise.difference
    assert "+        1+2 makes 3, not 4. Write" in surprise.difference


def test_what_is_not_expected_in_writing_is_no_surprise() -> None:
    assert rehearse(SHORT).surprises == ()


def test_windows_line_ends_and_tabs_do_not_matter() -> None:
    other = SHORT.replace("\n    ", "\n\t").replace("\n", "\r\n")
    assert as_text(rehearse(other)) == as_text(rehearse(SHORT))


def test_the_seed_of_the_head_makes_the_dice() -> None:
    rolls = {
        seed: re.findall(
            r"TurnPrinted: issue 2.*", as_text(rehearse(SHORT.replace("dice turn 1", f"seed {seed}\ndice turn 1")))
        )
        for seed in ("fair wind", "foul wind")
    }
    assert rolls["fair wind"] != rolls["foul wind"]


def test_a_seed_in_hexadecimal_is_taken_as_it_is() -> None:
    seed = "ab" * 32
    text = SHORT.replace("game choice", f"game choice\nseed {seed}") + "\nGM writes +1h:\n    close choice-1\n"
    assert seed in as_text(rehearse(text))


def test_a_letter_may_bring_headers_of_its_own() -> None:
    letter = "Anna writes:\n    Auto-Submitted: auto-replied\n    Subject: Away\n\n    1: 1+5, 5+6, reject 5\n"
    assert "-> letter done: auto-reply" in as_text(rehearse("game choice\nseats Anna\n\n" + letter))


def test_only_an_answer_proves_its_writer_where_proof_is_asked_for() -> None:
    text = "believe proof\n" + SHORT
    assert "-> letter held: unproved" in as_text(rehearse(text))
    assert "-> letter held" not in as_text(rehearse(text.replace("Anna writes", "Anna answers")))


def test_names_may_be_printed_with_their_mails_or_without() -> None:
    assert "Dear Anna" not in as_text(rehearse("print nobody\n" + SHORT))
    assert "-> mail to Anna: " in as_text(rehearse("print nobody\n" + SHORT))


def test_without_a_rule_turns_close_when_the_transcript_says_so() -> None:
    text = "game choice\ndeadline none\nseats Anna\n\nIssue 1 closes +3 days\n"
    filled = as_text(rehearse(text))
    assert "TurnClosed: turn 1" in filled
    assert "The GM will set the next deadline." in filled


# --- For programs -----------------------------------------------------------------------------------------


def test_programs_get_orders_complaints_mails_and_the_final_state() -> None:
    document = json.loads(json.dumps(as_document(rehearse(SHORT))))
    (receipt,) = document["receipts"]
    (part,) = receipt["parts"]
    (complaint,) = part["complaints"]
    (match,) = document["matches"]
    assert (receipt["line"], receipt["from"], receipt["status"]) == (7, "anna@example.org", "done")
    assert part["accepted"] == ["A turn 1: 1+5=6, 5+6=11, reject 5"]
    assert part["missing"] == ["turn 2 of entry A"]
    assert (complaint["line"], complaint["text"]) == (2, "2: 1+2=4, 4+6, reject 4")
    assert complaint["reason"]
    assert "1+2=3" in complaint["hint"]
    assert (match["match"], match["phase"], match["turn"]) == ("choice-1", "running", 2)
    assert match["view"]["entries"][0]["fines"] == 50
    assert {mail["kind"] for mail in document["mails"]} == {"opening", "receipt", "results", "gm-report"}
    closed = next(event for event in document["events"] if event["kind"] == "TurnClosed")
    assert (closed["line"], closed["by"], closed["event"]) == (11, "the deadline", {"turn": 1})


# --- Times ------------------------------------------------------------------------------------------------

MONDAY_NOON = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Friday 8 January 2027, 20:00", datetime(2027, 1, 8, 20, 0, tzinfo=UTC)),
        ("on Friday, January 8th, at 20:00:30", datetime(2027, 1, 8, 20, 0, 30, tzinfo=UTC)),
        ("8 Jan 20:00", datetime(2027, 1, 8, 20, 0, tzinfo=UTC)),
        ("Friday 20:00", datetime(2027, 1, 8, 20, 0, tzinfo=UTC)),
        ("20:00", datetime(2027, 1, 4, 20, 0, tzinfo=UTC)),
        ("09:15", datetime(2027, 1, 5, 9, 15, tzinfo=UTC)),
        ("12:00", MONDAY_NOON),
    ],
)
def test_dates_are_the_next_such_moment(words: str, meant: datetime) -> None:
    when = read_when(words)
    assert isinstance(when, OnCalendar)
    assert on_calendar(when.phrase, MONDAY_NOON, "UTC") == meant


def test_dates_go_by_the_clocks_of_the_zone() -> None:
    when = read_when("Monday 5 July 2027, 20:00")
    assert isinstance(when, OnCalendar)
    assert on_calendar(when.phrase, MONDAY_NOON, "Europe/London") == datetime(2027, 7, 5, 19, 0, tzinfo=UTC)


def test_a_wrong_weekday_is_refused() -> None:
    when = read_when("Friday 9 January 2027, 20:00")
    assert isinstance(when, OnCalendar)
    assert isinstance(on_calendar(when.phrase, MONDAY_NOON, "UTC"), Refusal)


@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("+2h", timedelta(hours=2)),
        ("+ 20 min", timedelta(minutes=20)),
        ("+1d 6h", timedelta(days=1, hours=6)),
        ("3 days later", timedelta(days=3)),
        ("a week later", timedelta(weeks=1)),
        ("2 hours and 30 minutes later", timedelta(hours=2, minutes=30)),
    ],
)
def test_so_long_after_what_stands_above(words: str, by: timedelta) -> None:
    assert read_when(words) == Later(by)


@pytest.mark.parametrize(
    ("words", "by", "code"),
    [
        ("2 hours before the deadline", timedelta(hours=-2), None),
        ("1s after the deadline", timedelta(seconds=1), None),
        ("at the deadline of perudo-3", timedelta(), "perudo-3"),
    ],
)
def test_by_the_deadline(words: str, by: timedelta, code: str | None) -> None:
    assert read_when(words) == AroundDeadline(by, code)


@pytest.mark.parametrize(
    "words", ["soon", "Friday", "8 20:00", "25:00", "Frday 20:00", "2027 20:00", "some days later"]
)
def test_what_is_no_time_is_not_guessed_at(words: str) -> None:
    assert read_when(words) is None


# --- Slips ------------------------------------------------------------------------------------------------

HEAD = "game choice\nseats Anna, Ben\n\n"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("gmae choice\n", 1, 'Did you mean "game"?'),
        ("Once upon a time\n", 1, "Anna writes Friday 8 January 2027, 20:00:"),
        ("    1+5, 5+6, reject 5\n", 1, "there is nothing above it"),
        ("title A lonely title\n", 1, 'Please write "game NAME" above it'),
        ("game ludo\n", 1, "There is no game called ludo"),
        ("game choice\ncode Choice\n", 2, "a word, a hyphen and a number"),
        ("game choice\n\ngame choice\n", 3, "two matches have the code choice-1"),
        ("game choice\nzone Europe/Atlantis\n", 2, 'there is no time zone "Europe/Atlantis"'),
        ("begins tomorrow\n", 1, "begins 4 January 2027 12:00"),
        ("begins 31 February 2027 12:00\n", 1, "there is no such day"),
        ("begins Friday 4 January 2027 12:00\n", 1, "that day is a Monday"),
        ("believe everybody\n", 1, '"believe proof"'),
        ("reminders often\n", 1, '"reminders 72h, 24h"'),
        ("print Zoe\n" + HEAD, 1, 'nobody here is called "Zoe"'),
        ("game choice\nseats\n    anna@example.org <>\n", 3, "write a name"),
        ("game choice\ndice turn 1: 1,2\nseats Anna\n", 2, "dice for choice-1 could not be read"),
        ("game choice\noption colour red\nseats Anna\n", 1, "no option called colour"),
        ("game perudo\nseats Anna, Ben\n", 2, "needs at least 4 players and has 2"),
        (HEAD + "Zoe writes:\n    hello\n", 4, "There are GM, Anna, Ben; others by their address."),
        (HEAD + "Anna writes soon:\n    hello\n", 4, '"soon" is not a time'),
        (HEAD + "Anna writes Friday 9 January, 20:00:\n    hello\n", 4, "not a Friday"),
        (HEAD + "Anna writes +2h:\n    hello\n\nBen writes 1 January 2027, 09:00:\n    hi\n", 7, "gone by"),
        (HEAD + "Anna writes 10 days later:\n    hello\n", 4, '"Turn 1 of choice-1 closes"'),
        (HEAD + "Turn 2 closes\n", 4, "is that of turn 1, not 2"),
        (HEAD + "Turn 1 closes +1h\n", 4, '"run choice-1 turn 1"'),
        (HEAD + "Turn 1 of choice-9 closes\n", 4, '"of choice-1"'),
        ("game choice\n\nTurn 1 closes\n", 3, "no match is running"),
        ("game choice\n\nThe match begins\n", 3, 'name the players below "seats"'),
        (HEAD + "Anna writes:\n    hello\n\nThe match begins\n", 7, "before everything else"),
        (HEAD + "The desk wakes\n", 4, "the desk is awake"),
        (HEAD + "Turn 1 was:\n    Anna 1+5\n", 5, "write whose orders these are"),
        (HEAD + "Turn 1 was:\n    Anna: 1: 1+1=3, 2+2, reject 9\n", 5, "these orders are not taken"),
        (HEAD + "-> nothing\n", 4, "nothing has happened yet"),
        (HEAD + "Anna writes:\n    hello\n\ntitle Too late\n", 7, '"title" belongs to the head'),
        (HEAD + "Anna writes:\n    Subject: Hello\n    how are you?\n", 6, "a blank line between them"),
        ("people Zoe\n\ngame choice\n\nZoe answers:\n    hello\n", 5, "has got no mail yet"),
        ("people Anna <anna@example.net>\n" + HEAD, 3, "Anna has another address above"),
    ],
)
def test_a_slip_is_told_with_its_line_and_how_to_write_it(text: str, line: int, told: str) -> None:
    with pytest.raises(BadTranscript) as slip:
        rehearse(text)
    assert told in slip.value.words
    assert slip.value.line == line
    assert str(slip.value).startswith(f"Line {line}: ")
