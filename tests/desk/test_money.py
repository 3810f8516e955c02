"""Money at the desk: who may enter it, that nothing is entered twice, and what the books say."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from processor.core.money import TREASURY
from processor.daemon.start import desk_on
from processor.desk import books
from processor.desk.house import Desk
from processor.games import all_games
from processor.rehearsal import as_document, rehearse
from processor.rehearsal.script import HouseHead, MatchHead, Person
from processor.rehearsal.setting import set_up
from processor.rehearsal.stage import Stage
from processor.store import ledger, roster
from processor.store.database import Database
from tests.desk.sandbox import gm_at

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
ANNA = Person(1, "Anna", "anna@example.org")
BEN = Person(2, "Ben", "ben@example.org")
FEES = next(name for name, game in all_games().items() if game.charge)
"""A game that takes fees."""


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A house with Anna and Ben, both in a match that waits for a fee."""
    match = MatchHead(3, FEES, f"{FEES}-1", seats=(ANNA, BEN))
    stage = set_up(HouseHead("UTC", NOON), (match,), all_games())
    yield stage
    stage.desk.database.close()


def balances(stage: Stage) -> dict[str, int]:
    with stage.desk.database.reading() as store:
        names = {books.account_of(player): player.name for player in roster.everybody(store)}
        return {names.get(account, account): pence for account, pence in ledger.balances(store).items()}


# --- At the command line ----------------------------------------------------------------------------------


def test_money_that_comes_in_pays_the_fee_and_the_rest_stays_in_the_account(stage: Stage) -> None:
    said = gm_at(stage, "paid Anna 1.50")
    assert balances(stage) == {TREASURY: -150, "Anna": 50, f"match/{FEES}-1": 100}
    assert f"1.00 has gone from the account into {FEES}-1" in said.told[0]
    assert sum(balances(stage).values()) == 0


def test_money_that_does_not_cover_the_fee_waits_in_the_account_for_more(stage: Stage) -> None:
    assert f"Anna still owes 1.00 in {FEES}-1" in gm_at(stage, "paid Anna 60p").told[1]
    assert balances(stage) == {TREASURY: -60, "Anna": 60}
    gm_at(stage, "paid Anna 40p")
    assert balances(stage) == {TREASURY: -100, f"match/{FEES}-1": 100}


def test_the_same_words_said_twice_at_the_command_line_are_two_payments(stage: Stage) -> None:
    for _ in range(2):
        gm_at(stage, "paid GM 1.00")
    assert balances(stage)["GM"] == 200


def test_what_was_entered_is_taken_back_with_the_words_that_the_answer_gives(stage: Stage) -> None:
    said = gm_at(stage, "paid GM 1.00").told[0]
    assert gm_at(stage, said.partition("write: ")[2]).told
    assert balances(stage) == {}


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("paid Cleo 1.00", "Nobody here is called Cleo. Please write the name as we know it, or the address."),
        ("paid Annna 1.00", "Nobody here is called Annna. Did you mean Anna?"),
        (f"paid GM 1.00 for {FEES}-1", f"GM has nothing to pay in {FEES}-1, so nothing was entered."),
        ("paid Anna 1.00 for chess-1", "There is no match called chess-1."),
        ("refund Anna", "The account of Anna holds 0.00, and no more than that can go back."),
        ("pay out", "No account holds anything"),
    ],
)
def test_what_cannot_be_entered_is_refused_and_moves_nothing(stage: Stage, words: str, answer: str) -> None:
    said = gm_at(stage, words)
    assert said.refused
    assert said.told[0].startswith(answer)
    assert balances(stage) == {}


def test_a_line_that_is_wrong_does_not_keep_a_good_one_from_being_entered(stage: Stage) -> None:
    said = gm_at(stage, "paid Anna 1.00\npaid Anna five pounds")
    assert len(said.complaints) == 1
    assert balances(stage)[TREASURY] == -100


def test_two_players_of_one_name_are_told_apart_by_their_addresses(stage: Stage) -> None:
    with stage.sit() as sitting:
        roster.add_player(sitting.store, "other@example.org", "Anna", "UTC", confirmed=True)
    assert "anna@example.org, other@example.org" in gm_at(stage, "paid Anna 1.00").told[0]
    gm_at(stage, "paid other@example.org 1.00")
    assert balances(stage) == {TREASURY: -100, "Anna": 100}


def test_paying_out_empties_every_account_that_holds_something(stage: Stage) -> None:
    gm_at(stage, "paid Anna 1.50")
    gm_at(stage, "paid GM 2")
    said = gm_at(stage, "pay out")
    assert said.told[0].startswith("2.50 goes back to 2 in all")
    assert balances(stage) == {TREASURY: -100, f"match/{FEES}-1": 100}


def test_the_gm_can_look_at_an_account_at_the_command_line(stage: Stage) -> None:
    gm_at(stage, "paid Anna 1.50")
    (section,) = gm_at(stage, "account Anna").sections
    assert section.title == "The account of Anna"
    assert f"fee, {FEES}-1" in section.text


# --- By mail ----------------------------------------------------------------------------------------------

LETTERS = """\
believe proof
treasurer Percy <percy@example.org>
people Anna <anna@example.org>

game choice

Percy writes:
    paid Anna 1.00
"""


def test_a_letter_that_may_not_be_the_treasurers_moves_nothing_until_it_is_confirmed() -> None:
    mails = as_document(rehearse(LETTERS))["mails"]
    assert [mail["kind"] for mail in mails] == ["confirm"]
    mails = as_document(rehearse(f"{LETTERS}\nPercy answers:\n    yes\n\nPercy answers:\n    yes\n"))["mails"]
    assert [mail["kind"] for mail in mails].count("money") == 1


# --- Who keeps the money ----------------------------------------------------------------------------------


@pytest.fixture
def house(memory: Database, stage: Stage) -> Desk:
    """A house whose treasurer is Percy."""
    with_percy = replace(stage.desk.house, treasurer_name="Percy", treasurer_address="percy@example.org")
    return desk_on(memory, with_percy)


def roles(desk: Desk) -> dict[str, str]:
    with desk.database.reading() as store:
        return {player.name: player.role for player in roster.everybody(store)}


def test_the_treasurer_of_the_configuration_is_known_from_the_start(house: Desk) -> None:
    assert roles(house) == {"GM": "gm", "Percy": "treasurer"}


def test_who_is_the_treasurer_no_longer_is_a_player_like_others(house: Desk, memory: Database) -> None:
    later = replace(house.house, treasurer_name="Queenie", treasurer_address="queenie@example.org")
    assert roles(desk_on(memory, later)) == {"GM": "gm", "Percy": "player", "Queenie": "treasurer"}
    alone = replace(house.house, treasurer_name=None, treasurer_address=None)
    assert roles(desk_on(memory, alone)) == {"GM": "gm", "Percy": "player", "Queenie": "player"}


def test_the_gm_stays_the_gm_who_keeps_the_money_too(house: Desk, memory: Database) -> None:
    both = replace(house.house, treasurer_name="Me", treasurer_address=house.house.gm_address)
    assert roles(desk_on(memory, both))["GM"] == "gm"
