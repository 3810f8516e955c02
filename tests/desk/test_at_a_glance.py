"""What the GM and the players see at a glance: what stands still, when turns close, what press waits."""

from datetime import timedelta

import pytest

from processor.desk.counter import overview, show
from processor.show import table
from tests.desk.sandbox import Sandbox, gm, header, said, sandbox

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"


@pytest.fixture
def desk() -> Sandbox:
    made = sandbox(trust_from=True)
    made.gm('new dropdead dropdead-1 "Friday Dice" deadline every friday 20:00 Europe/London grace 360')
    made.begins("dropdead-1", ANN, BOB)
    made.gm("deadline dropdead-1 friday 4 december 20:00")
    made.post()
    return made


def by_mail(desk: Sandbox, sender: str, words: str) -> str:
    return next(said(mail) for mail in desk.letter(sender, words) if mail.recipient == sender)


def seen(desk: Sandbox) -> str:
    return " ".join(table(overview(desk.desk, desk.now), "Europe/London").split())


def test_the_overview_has_the_deadline_as_it_was_announced_without_the_grace(desk: Sandbox) -> None:
    assert "dropdead-1 dropdead running 1 Fri 04 Dec 2026 20:00 Friday Dice" in seen(desk)
    assert "Inning 1 closes Friday 4 December 2026, 20:00" in show(desk.desk, "dropdead-1", "UTC", desk.now)


@pytest.mark.parametrize(
    ("words", "state", "until"),
    [
        ("pause dropdead-1", "paused", "when the GM lets the match go on; it is paused"),
        ("hold dropdead-1", "held", "when the GM says so; the deadline is held"),
    ],
)
def test_what_stands_still_is_called_so_everywhere(desk: Sandbox, words: str, state: str, until: str) -> None:
    gm(desk, words)
    assert f"dropdead-1 dropdead {state} 1" in seen(desk)
    assert f"(Drop Dead, dropdead-1): {state}" in show(desk.desk, "dropdead-1", "UTC", desk.now)
    for told in (
        show(desk.desk, "dropdead-1", "UTC", desk.now),
        gm(desk, "status"),
        gm(desk, "status dropdead-1"),
        by_mail(desk, GM, "status"),
        by_mail(desk, GM, "status dropdead-1"),
        by_mail(desk, ANN, "status"),
        by_mail(desk, ANN, "status dropdead-1"),
    ):
        assert f"Inning 1 closes {until}" in " ".join(told.split())


def test_the_gm_sees_every_match_and_whose_orders_are_missing(desk: Sandbox) -> None:
    gm(desk, "new shootout shootout-1")
    by_mail(desk, ANN, "roll")
    told = " ".join(by_mail(desk, GM, "status").split())
    assert "dropdead-1: Friday Dice (Drop Dead) Inning 1 closes Friday 4 December 2026, 20:00" in told
    assert "Still missing from: Bob" in told
    assert "shootout-1: Shootout (Shootout) Open for sign-up. Seats taken: 0" in told


def test_a_player_sees_the_press_that_waits_and_the_gm_that_of_all(desk: Sandbox) -> None:
    by_mail(desk, ANN, "press: I shall win.")
    by_mail(desk, BOB, "press as The Old Fox: Never.")
    mine = by_mail(desk, ANN, "status")
    assert "Ann writes: | I shall win. It goes out with the next results" in mine
    assert "Never" not in mine
    told = " ".join(gm(desk, "status dropdead-1").split())
    assert "Number 1, by Ann, under that name: | I shall win." in told
    assert "Number 2, by Bob, under the invented name “The Old Fox”: | Never." in told
    assert "strike press NUMBER in dropdead-1" in told


def test_the_gm_strikes_a_piece_of_press_and_its_writer_gets_it_back(desk: Sandbox) -> None:
    by_mail(desk, BOB, "press: Mine stays.")
    by_mail(desk, ANN, "press: Rude words.")
    by_mail(desk, ANN, "press: Kind words.")
    assert "Number 2, which Ann wrote for print" in gm(desk, "strike press 2 in dropdead-1")
    (back,) = desk.post()
    assert (back.recipient, header(back, "Subject")) == (ANN, "[dropdead-1] Your press will not be printed")
    assert "| Rude words." in said(back)
    assert "No press of the number 2 waits" in gm(desk, "strike press 2 in dropdead-1")
    desk.now += timedelta(days=5)
    results = next(said(mail) for mail in desk.open() if mail.recipient == BOB)
    assert "Rude words" not in results
    assert results.index("Mine stays") < results.index("Kind words")
    assert "No press of the number 1 waits" in gm(desk, "strike press no. 1 in dropdead-1")


def test_the_numbers_of_press_stay_what_they_are(desk: Sandbox) -> None:
    by_mail(desk, ANN, "press: One.")
    by_mail(desk, BOB, "press: Two.")
    by_mail(desk, ANN, "cancel press")
    by_mail(desk, ANN, "press: Three.")
    told = " ".join(gm(desk, "status dropdead-1").split())
    assert "Number 2, by Bob" in told
    assert "Number 3, by Ann" in told


def test_players_strike_no_press(desk: Sandbox) -> None:
    by_mail(desk, ANN, "press: One.")
    assert "Only the GM can do that" in by_mail(desk, BOB, "strike press 1 in dropdead-1")
