"""What a GM can answer to a dispute, as people write it, and what is asked back."""

import pytest

from processor.games import all_games
from processor.mail import rulings
from processor.mail.rulings import (
    AcceptLate,
    Amend,
    Award,
    Confirm,
    Excuse,
    Fine,
    Note,
    Reject,
    RemitFine,
    Reopen,
    RollBack,
    Withdraw,
    by_case,
    case_in_subject,
    read,
)
from processor.mail.vocabulary import GameWords

WORDS = GameWords.of(all_games().values())


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        ("reject: It came too late.", Reject(1, "", "It came too late.")),
        ("REJECTED: no", Reject(1, "", "no")),
        ("amend turn 3 for Lady Luck: 3.1: 4 fives", Amend(1, "", "Lady Luck", "3.1: 4 fives", 3)),
        ("amend the orders of Ben for issue 2: turn 3: 1+2, 3+4, reject 5", None),
        ("amend Ben turn 3: roll", Amend(1, "", "Ben", "roll", 3)),
        ("amend for Ben: roll", Amend(1, "", "Ben", "roll")),
        ("accept late orders.", AcceptLate(1, "")),
        ("accept the late orders of Dr Doubt", AcceptLate(1, "", "Dr Doubt")),
        ("remit fine Ben issue 3", RemitFine(1, "", "Ben", 3)),
        ("remit the fine of Ben", RemitFine(1, "", "Ben")),
        ("excuse NMR Lord of Dice turn 3", Excuse(1, "", "Lord of Dice", 3)),
        ("excuse nmr ben", Excuse(1, "", "ben")),
        ("fine Ben 50: Twice!", Fine(1, "", "Ben", 50, "Twice!")),
        ("award 20 points to Ben: A misprint", Award(1, "", "Ben", 20, "A misprint")),
        ('award "Ann 2" 20: A misprint', Award(1, "", "Ann 2", 20, "A misprint")),
        ("roll back to turn 3", RollBack(1, "", 3)),
        ("Rollback to inning 2", RollBack(1, "", 2)),
        ("note: The clock was wrong.", Note(1, "", "The clock was wrong.")),
        ("confirm", Confirm(1, "")),
        ("Confirmed.", Confirm(1, "")),
        ("withdraw", Withdraw(1, "")),
        ("re-open", Reopen(1, "")),
        ("accept late orders please", AcceptLate(1, "")),
        ("Please excuse NMR Ben turn 3.", Excuse(1, "", "Ben", 3)),
        ("roll back to turn 3, please!", RollBack(1, "", 3)),
        ("please, reject: No, please.", Reject(1, "", "No, please.")),
    ],
)
def test_a_ruling_is_read_as_people_write_it(line, ruling):
    reply = read(line, WORDS)
    if ruling is None:
        ruling = Amend(1, "", "Ben", "turn 3: 1+2, 3+4, reject 5", 2)
    assert (reply.complaints, reply.rulings) == ((), (ruling,))


def test_orders_and_reasons_run_on_to_the_next_ruling_and_a_farewell_is_no_part_of_them():
    text = (
        "amend issue 1 for Ben:\n\nturn 1: 1+3, 2+4, reject 4\n\nturn 2: 1+3, 2+4, reject 4\n\n"
        "note: A slip\nof the pen.\n\nIt happens.\n\nYours, Marian"
    )
    assert read(text, WORDS, ("Marian",)) == rulings.Reply(
        (
            Amend(1, "", "Ben", "turn 1: 1+3, 2+4, reject 4\n\nturn 2: 1+3, 2+4, reject 4", 1),
            Note(7, "", "A slip of the pen. It happens."),
        )
    )


def test_prose_above_the_rulings_is_left_alone():
    text = "Dear desk,\n\nI looked into it. In short:\n\nD-3 reject: no such luck\n\nMarian"
    assert read(by_case(text)[3], WORDS, ("Marian",)) == rulings.Reply((Reject(5, "", "no such luck"),))


@pytest.mark.parametrize(
    ("line", "reason", "hint"),
    [
        ("reject", "no-why", "reject: Your letter"),
        ("amend turn 3: roll", "no-person", "amend turn 3 for Lady Luck: ORDERS"),
        ("amend turn 3 for Ben", "no-orders", "amend turn 3 for Lady Luck: ORDERS"),
        ("fine Ben: why not", "no-points", "fine Ben 50:"),
        ("award Ben 20", "no-why", "award Ben 20:"),
        ("roll back", "no-turn", "roll back to turn 3"),
        ("roll back to turn 3 turn 4", "misread", "roll back to turn 3"),
        ("remit fine Ben turn 3 turn 4", "two-readings", "remit fine Ben turn 3"),
        ("excuse Ben", "misread", "excuse NMR Ben turn 3"),
        ("note that I am away", "misread", "note: "),
    ],
)
def test_what_is_not_wholly_understood_is_asked_back_with_how_to_write_it(line, reason, hint):
    reply = read(line, WORDS)
    assert reply.rulings == ()
    (complaint,) = reply.complaints
    assert (complaint.reason, hint in complaint.hint) == (reason, True), complaint


@pytest.mark.parametrize("kind", rulings.RULINGS)
def test_every_example_is_right(kind):
    (made,) = read(kind.example, WORDS).rulings
    assert isinstance(made, kind)


def test_a_case_is_known_by_its_number():
    assert by_case("D-12 reject: no") == {12: "reject: no"}
    assert by_case("D-12: confirm") == {12: "confirm"}
    assert by_case("case d-7: confirm") == {7: "confirm"}
    assert by_case("reject D-12") == {None: "reject D-12"}
    assert case_in_subject("Re: [perudo-7] D-12: Lady Luck disputes turn 3") == 12
    assert case_in_subject("Re: [perudo-7] Turn 3") is None


def test_a_letter_about_several_cases_is_parted_where_the_next_one_is_named_and_every_line_keeps_its_number():
    letter = "reject: as said in\nD-2, which was the same\n\nD-3\nnote: seen\nD-4 fine Ben 50: for that"
    assert by_case(letter, answered=1) == {
        1: "reject: as said in\nD-2, which was the same",
        3: "\n\n\n\nnote: seen",
        4: "\n\n\n\n\nfine Ben 50: for that",
    }
    assert [each.line for part in by_case(letter).values() for each in read(part, WORDS).rulings] == [1, 5, 6]


def test_of_a_letter_that_rules_on_no_case_by_number_all_is_about_the_one_that_it_answers():
    assert by_case("reject: no", answered=1) == {1: "reject: no"}
    assert by_case("reject: no") == {None: "reject: no"}
    assert by_case("") == {}
