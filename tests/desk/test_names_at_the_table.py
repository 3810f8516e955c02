"""Names under which players sit at a table: nobody speaks there as if they were the GM."""

from email.header import Header

import pytest

from processor.store import roster
from tests.desk.sandbox import Sandbox, sandbox

WEEKLY = "deadline every week friday 20:00 Europe/London"


def sits_as(desk: Sandbox, match: str, name: str, words: str = "") -> list[str]:
    """The names at a table once somebody of that name has asked for a seat."""
    desk.letter(f"{Header(name).encode()} <x@x.test>", f"join {match}{words}")
    desk.letter("x@x.test", "yes", to=desk.reply_to["x@x.test"])
    with desk.desk.database.reading() as store:
        return [player.name for player in roster.seated(store, match).values()]


@pytest.mark.parametrize("name", ["Marian", "MARIAN", "The GM", "G. M.", "The Long Table", "Máriàn"])
def test_a_player_who_is_called_like_the_gm_plays_as_a_player(name: str) -> None:
    desk = sandbox()
    desk.gm(f"new dropdead dead-1 {WEEKLY}")
    assert sits_as(desk, "dead-1", name) == [name]
    assert f"{name} (player)" in desk.gm("who dead-1").sections[0].text


@pytest.mark.parametrize("name", ["Marian Smith", "Gemma", "Magnus"])
def test_other_names_stay_as_they_are(name: str) -> None:
    desk = sandbox()
    desk.gm(f"new dropdead dead-1 {WEEKLY}")
    sits_as(desk, "dead-1", name)
    assert "(player)" not in desk.gm("who dead-1").sections[0].text


@pytest.mark.parametrize("name", ["The GM", "the long table", "Game Master"])
def test_no_pseudonym_is_the_gms(name: str) -> None:
    desk = sandbox()
    desk.gm(f"new perudo perudo-1 {WEEKLY}")
    assert sits_as(desk, "perudo-1", "Xenia", f" as {name}") == []
