"""What a game says is on its shelf; the code knows only the label and the facts."""

import pytest

from processor.core.orders import Written
from processor.core.wording import Wording
from processor.games.choice.orders import Allocation

CHOICE = Wording("choice")


def test_a_complaint_has_the_hint_of_its_label_with_the_facts_filled_in() -> None:
    said = CHOICE.complaint("wrong-sum", 4, "1+2=4, 3+4, reject 5", 3, pair="1+2", sum=3, written=4)
    assert (said.reason, said.line, said.text, said.column) == ("wrong-sum", 4, "1+2=4, 3+4, reject 5", 3)
    assert said.hint.startswith("1+2 makes 3, not 4.")


def test_facts_may_be_called_like_the_place_of_the_line() -> None:
    assert "'dice?'" in Wording("perudo").to_gm("unreadable", 1, "dice?", text="dice?").hint


def test_a_complaint_about_an_order_stands_at_its_line() -> None:
    written = Written(Allocation("A", 0, ((1, 2), (3, 4)), None), 7, "turn 0: 12/34")
    said = CHOICE.about(written, "no-such-turn", found=0)
    assert (said.line, said.text, said.column) == (7, "turn 0: 12/34", None)


def test_wording_that_is_broken_over_lines_is_told_in_one() -> None:
    assert "\n" not in CHOICE.to_gm("dice-by-hand", 1, "").hint
    assert "\n" not in CHOICE.complaint("foreign-digit", 1, "", found="٥").hint


def test_a_remark_is_filled_in_as_well() -> None:
    said = CHOICE.remark("late-start", entry="B", points=200, deadlines=4)
    assert said.reason == "late-start"
    assert "fine of 200, 50 points for each deadline that it missed (4)" in said.words


def test_a_fact_that_is_not_given_is_a_bug_and_no_gap_in_a_sentence() -> None:
    with pytest.raises(KeyError):
        CHOICE.remark("late-start", entry="B")


def test_how_the_examples_are_set_up_is_no_mistake() -> None:
    assert "setup" not in CHOICE.mistakes
    assert CHOICE.setup["dice"]
    assert Wording("choice").mistakes["turn-closed"].before == ("turn 1: 1+5, 5+5, reject 6",)
