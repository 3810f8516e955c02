"""How a match is opened: what the GM is answered, what can be chosen, and how it is called off again."""

import pytest

from processor.core.game import HOUSE_OPTIONS
from processor.desk.answer import Outcome
from processor.desk.counter import export, show
from processor.games import all_games
from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN = "ann@x.test"
NEW = 'new dropdead dropdead-1 "Friday Dice" deadline every friday 20:00 Europe/London'


@pytest.fixture
def desk() -> Sandbox:
    return sandbox(trust_from=True)


def words(outcome: Outcome) -> str:
    pieces = (*outcome.told, *(complaint.hint for complaint in outcome.complaints))
    return " ".join(" ".join((*pieces, *(each.text for each in outcome.sections))).split())


def test_the_answer_tells_all_that_was_taken_down_and_how_to_take_it_back(desk: Sandbox) -> None:
    told = words(desk.gm(f"{NEW} seats 2-6 sign-up until 18 december stakes pot stake 50p early on"))
    for taken in (
        "game Drop Dead title Friday Dice seats 2-6 deadlines every friday 20:00",
        "zone Europe/London sign-up Friday 18 December 2026",
        "innings 5 nmr roll stakes pot stake 0.50",
        "early on",
    ):
        assert taken in told
    assert "close dropdead-1, and open it anew under another code" in told


def test_a_match_that_nobody_plays_yet_is_called_off_and_who_had_a_seat_is_told(desk: Sandbox) -> None:
    desk.gm(f"{NEW} sign-up until 18 december")
    desk.joins(ANN, "dropdead-1")
    desk.post()
    assert words(desk.gm("close dropdead-1")).startswith("dropdead-1 is called off; told of it by mail: 1.")
    (mail,) = desk.post()
    assert (mail.recipient, header(mail, "Subject")) == (ANN, "[dropdead-1] Friday Dice is called off")
    assert "dropdead-1" not in words(desk.gm("games"))
    assert "The GM called it off" in show(desk.desk, "dropdead-1", "UTC", desk.now)
    assert '"phase": "over"' in export(desk.desk, "dropdead-1", desk.now)
    assert "dropdead-1 has ended" in words(desk.gm("start dropdead-1"))
    (answer,) = desk.letter(ANN, "status dropdead-1\nproof of dropdead-1\njoin dropdead-1")[:1]
    assert "Traceback" not in said(answer)
    assert not [each for each in desk.became if each.status != "done"]


def test_a_game_that_is_slightly_misspelt_is_asked_back(desk: Sandbox) -> None:
    assert "Did you mean dropdead?" in words(desk.gm(NEW.replace("dropdead ", "dropded ")))
    unknown = words(desk.gm(NEW.replace("dropdead ", "chess ")))
    assert "no game called chess" in unknown
    assert "dropdead" in unknown


def test_an_option_that_is_not_there_or_cannot_be_so_says_what_can(desk: Sandbox) -> None:
    assert "Did you mean innings?" in words(desk.gm(f"{NEW} inings 3"))
    assert "It can be: one of none, pot, per-point" in words(desk.gm(f"{NEW} stakes house"))
    assert "It can be: on or off" in words(desk.gm(f"{NEW} early perhaps"))
    assert "It can be: a whole number, 1 or more" in words(desk.gm(f"{NEW} innings 0"))


@pytest.mark.parametrize(("sum_", "taken"), [("50p", "stake 0.50"), ("0.50", "stake 0.50"), ("2.00", "stake 2.00")])
def test_a_sum_is_taken_as_it_is_where_money_comes_in(desk: Sandbox, sum_: str, taken: str) -> None:
    assert taken in words(desk.gm(f"{NEW} stakes pot stake {sum_}"))


def test_a_number_alone_is_no_sum_for_it_could_be_pence_or_pounds(desk: Sandbox) -> None:
    assert "such as 0.50 or 50p" in words(desk.gm(f"{NEW} stakes pot stake 50"))
    assert "fee 0.00" in words(desk.gm("new deadpool deadpool-1 deadline every friday 20:00 Europe/London fee 0"))


@pytest.mark.parametrize("game", all_games())
def test_the_help_of_a_game_lists_every_option_with_its_values_and_what_else_it_is(desk: Sandbox, game: str) -> None:
    told = words(desk.gm(f"help {game}"))
    for option in all_games()[game].options:
        assert f"{option.name}: " in told
        assert " ".join(option.help.split()) in told


def test_the_help_on_options_lists_those_of_every_match(desk: Sandbox) -> None:
    told = words(desk.gm("help options"))
    for option in HOUSE_OPTIONS:
        assert f"{option.name}: " in told
    assert "vacation: one of moves, excuses, off; moves if you say nothing." in told
    assert "grace: a whole number, 0 or more; 0 if you say nothing. For how many minutes" in told
    for section in desk.gm("help options").sections:
        assert max(map(len, section.text.splitlines())) <= 72


def test_the_first_deadline_of_a_match_without_one_is_said_plainly(desk: Sandbox) -> None:
    desk.gm("new dropdead dropdead-1 deadline on dates given")
    desk.begins("dropdead-1", ANN, "bob@x.test")
    told = words(desk.gm("deadline dropdead-1 friday 4 december 20:00"))
    assert "Before that it had no deadline." in told


def test_a_match_is_not_called_as_disputes_are_numbered() -> None:
    told = sandbox().gm("new dropdead d-1 deadline every friday 20:00 Europe/London").told
    assert told[0].startswith("d-1 would be taken for the number of a dispute.")
