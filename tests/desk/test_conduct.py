"""What leaving a match alive puts on a player's record, and who is told of it."""

import pytest

from tests.desk.sandbox import Sandbox, said, sandbox

ANN, GM = "ann@x.test", "marian@long.test"
PLAYERS = (ANN, "bob@x.test", "cid@x.test", "dee@x.test", "eve@x.test")


@pytest.fixture
def house() -> Sandbox:
    """Two matches of Shootout with the same five players; leaving costs one point in the first and two in the other."""
    made = sandbox()
    for code, penalty in (("shootout-1", 1), ("shootout-2", 2)):
        made.gm(f"new shootout {code} seats 5-5 penalty {penalty}")
    for player in PLAYERS:
        made.joins(player, "shootout-1")
    for player in PLAYERS:
        made.letter(player, "join shootout-2", to=made.reply_to[player])
    return made


def leave(house: Sandbox, code: str) -> dict[str, str]:
    """What is mailed to whom when Ann leaves."""
    return {mail.recipient: said(mail) for mail in house.letter(ANN, f"withdraw from {code}", to=house.reply_to[ANN])}


def test_leaving_alive_is_on_the_record_across_all_matches(house: Sandbox) -> None:
    assert "on your record, over all matches: 1." in leave(house, "shootout-1")[ANN]
    assert "on your record, over all matches: 3." in leave(house, "shootout-2")[ANN]


def test_the_gm_hears_of_the_record_and_sees_it_in_every_match(house: Sandbox) -> None:
    assert "over all matches: 1 point." in leave(house, "shootout-1")[GM]
    assert "over all matches: 3 points." in leave(house, "shootout-2")[GM]
    for code in ("shootout-1", "shootout-2"):
        (section,) = house.gm(f"who {code}").sections
        assert section.text.count("points for bad sportsmanship, over all matches: 3") == 1


def test_everybody_else_hears_at_once_who_has_left(house: Sandbox) -> None:
    mails = leave(house, "shootout-1")
    for player in PLAYERS[1:]:
        assert "Ann has left Shootout." in mails[player]


def test_a_game_without_marks_puts_nothing_on_the_record(house: Sandbox) -> None:
    house.gm("new dropdead dropdead-1 seats 2-2 deadline 7 days after the last")
    for player in PLAYERS[:2]:
        house.letter(player, "join dropdead-1", to=house.reply_to[player])
    assert "record" not in leave(house, "dropdead-1")[ANN]


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("new dropdead g-1 seats 2-5", "No more dice are rolled for you. Your total stands in the table"),
        ("new deadpool g-1 seats 2-5 fee 0", "Your names are no longer in the game."),
        (
            "new choice g-1 seats 2-5",
            "Your open entries are withdrawn: they score as they stand",
        ),
    ],
)
def test_who_leaves_is_told_what_that_comes_to_in_this_game(new: str, words: str) -> None:
    made = sandbox()
    made.gm(f"{new} every friday 20:00 Europe/London")
    made.begins("g-1", "ann@x.test", "bob@x.test", "cid@x.test")
    mails = made.letter("ann@x.test", "withdraw", made.reply_to["ann@x.test"])
    told = next(said(mail) for mail in mails if mail.kind == "receipt")
    assert f"You have left g-1, and the GM is told. {words}" in told
