"""What the GM is told of matches that do not exist, have not begun, or wait for nothing."""

from datetime import timedelta

import pytest

from processor.desk.counter import overview, show
from processor.desk.files import find
from processor.show import outcome, table
from tests.desk.sandbox import Sandbox, header, said, sandbox


@pytest.fixture
def perudo() -> Sandbox:
    """A match that players can still join."""
    made = sandbox()
    made.gm('new perudo perudo-7 "Spring" seats 4-8 deadline every 2 weeks friday 20:00 Europe/London')
    made.joins("ann@x.test", "perudo-7")
    return made


def answer(house: Sandbox, words: str) -> str:
    return outcome(house.gm(words))


@pytest.mark.parametrize("words", ["start perdo-7", "who perudo-8", "run perudo-77 turn 1", "announce peruod-7: hello"])
def test_a_match_that_is_not_there_is_asked_about_by_the_nearest_name(perudo: Sandbox, words: str) -> None:
    assert "Did you mean perudo-7?" in answer(perudo, words)


def test_where_nothing_is_near_the_way_to_the_list_is_told(perudo: Sandbox) -> None:
    assert answer(perudo, "start choice-1") == "There is no match called choice-1. To see what there is, write: games"


@pytest.mark.parametrize(
    "words",
    [
        "run perudo-7 turn 1",
        "run perudo-7 turn 0",
        "deadline perudo-7 friday 20:00",
        "extend perudo-7 by 3 days",
        "pause perudo-7",
        "hold perudo-7",
    ],
)
def test_what_needs_a_match_that_has_begun_says_how_to_begin_it(perudo: Sandbox, words: str) -> None:
    told = answer(perudo, words)
    assert told.startswith("perudo-7 is open for sign-up and has not begun")
    assert told.endswith("To begin it, write: start perudo-7")
    assert "turn 0" not in told


def test_who_says_before_the_start_whether_there_are_enough(perudo: Sandbox) -> None:
    told = answer(perudo, "who perudo-7")
    assert told.startswith("Who has a seat so far")
    assert "Seats taken: 1 of 8; needed to begin: 4." in told
    assert "ann@x.test" in told
    assert "owes" not in told


def test_the_overview_has_no_turn_before_the_start_and_names_its_zone(perudo: Sandbox) -> None:
    shown = table(overview(perudo.desk, perudo.now), "Europe/London")
    assert "closes (Europe/London)" in shown
    assert "perudo-7  perudo  sign-up  -     -" in shown


def test_a_turn_goes_by_the_name_it_has_in_its_game() -> None:
    house = sandbox()
    house.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    house.gm("start choice-1")
    assert "choice-1 is at issue 1, not at issue 3" in answer(house, "run choice-1 turn 3")
    assert "In choice-1, issue 1 now closes Sunday 20 December" in answer(house, "extend choice-1 by 2 days")
    assert "In choice-1, issue 1 has been closed" in answer(house, "run choice-1 turn 1")


def test_who_comes_late_is_told_what_was_pledged_for_the_dice() -> None:
    house = sandbox()
    house.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    house.gm("start choice-1")
    house.letter("ann@x.test", "join choice-1")
    (receipt,) = house.letter("ann@x.test", "yes", to=house.reply_to["ann@x.test"])
    with house.desk.sit(house.now, "a test") as sitting:
        file = find(sitting, "choice-1")
    assert file
    assert f"are pledged: {file.match.opened.commitment} is the SHA-256" in said(receipt)
    assert said(receipt).count("You play as") + said(receipt).count("and play as") == 1


def test_a_sign_up_that_we_fail_to_end_is_called_that(monkeypatch: pytest.MonkeyPatch) -> None:
    house = sandbox()
    house.gm("new choice choice-1 deadline every week friday 20:00 UTC sign-up until friday 4 december 20:00")
    house.now += timedelta(days=4)
    monkeypatch.setattr("processor.desk.turns.begin", lambda *_: 1 / 0)
    (trouble,) = house.open()
    assert header(trouble, "Subject") == "[The Long Table] Put aside: the sign-up of choice-1"


def test_a_match_is_shown_with_the_word_of_its_game() -> None:
    house = sandbox()
    house.gm("new choice choice-1 deadline every 2 weeks friday 20:00 Europe/London")
    house.gm("start choice-1")
    assert "\nIssue 1 closes Friday 18 December 2026" in show(house.desk, "choice-1", "Europe/London", house.now)


@pytest.mark.parametrize(("game", "is_warned"), [("dropdead", True), ("shootout", False)])
def test_of_silence_the_gm_hears_where_the_rules_leave_it_to_the_house(game: str, is_warned: bool) -> None:
    made = sandbox()
    made.gm(f"new {game} {game}-1 deadline 7 days after the last")
    for name in ("ann", "bob", "cid", "dee", "eve"):
        made.joins(f"{name}@x.test", f"{game}-1")
    made.gm(f"start {game}-1")
    told: list[str] = []
    for _ in range(3):  # in Shootout the others could vote by rule 9, but nobody writes
        made.now += timedelta(days=7)
        told += [header(mail, "Subject") for mail in made.open() if mail.recipient == "marian@long.test"]
    assert sum("results" in subject for subject in told) == 3
    assert any("Nothing from Ann" in subject for subject in told) is is_warned
