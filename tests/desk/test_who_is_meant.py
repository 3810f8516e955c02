"""Whom the GM means by a name: who sits at the table, then who is known here; never who has only written to us once."""

import pytest

from tests.desk.sandbox import Sandbox, sandbox

BEN, STRANGER, OTHER = "ben@x.test", "evil@z.test", "ben@y.test"


@pytest.fixture
def desk() -> Sandbox:
    """Ben Smith plays, and somebody who calls himself Ben has written and confirmed nothing."""
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 deadline every friday 20:00")
    for sender, address in ((f"Ben Smith <{BEN}>", BEN), ("Ann <ann@x.test>", "ann@x.test")):
        desk.letter(sender, "join dropdead-1")
        desk.letter(sender, "yes", to=desk.reply_to[address])
    desk.letter(f"Ben <{STRANGER}>", "join dropdead-1")
    return desk


@pytest.mark.parametrize("words", ["paid Ben 5.00", "tell Ben: The door opens at eight."])
def test_what_is_meant_for_a_player_never_goes_to_a_stranger_of_that_name(desk: Sandbox, words: str) -> None:
    desk.gm(words)
    assert [mail.recipient for mail in desk.post()] == [BEN]


def test_at_the_table_a_part_of_a_name_is_enough_whoever_else_has_it(desk: Sandbox) -> None:
    confirmed(desk)
    desk.gm("start dropdead-1")
    assert desk.gm("excuse Ben turn 1 in dropdead-1").told[0].startswith("Nothing is asked of Ben")


def test_of_two_who_are_known_the_gm_is_asked_which(desk: Sandbox) -> None:
    confirmed(desk)
    outcome = desk.gm("paid Ben 5.00")
    assert outcome.refused
    assert BEN in outcome.told[0]
    assert OTHER in outcome.told[0]


def test_who_has_confirmed_nothing_is_reached_by_the_address(desk: Sandbox) -> None:
    desk.letter("Zorro <zorro@z.test>", "join dropdead-1")
    desk.post()
    outcome = desk.gm("tell Zorro: Hello.")
    assert outcome.refused
    assert "zorro@z.test" in outcome.told[0]
    desk.gm("tell zorro@z.test: Hello.")
    assert [mail.recipient for mail in desk.post()] == ["zorro@z.test"]


def confirmed(desk: Sandbox) -> None:
    """Another Ben joins another match and confirms the address."""
    desk.gm("new dropdead dropdead-2 deadline every friday 20:00")
    desk.letter(f"Ben <{OTHER}>", "join dropdead-2")
    desk.letter(f"Ben <{OTHER}>", "yes", to=desk.reply_to[OTHER])
