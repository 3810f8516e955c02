"""Every mistake that the shelf knows has an example, and every example is answered with that mistake."""

import tomllib
from typing import Any

import pytest

from processor.paths import shipped
from tests.games.choice.table import Table, table

MISTAKES: dict[str, Any] = tomllib.loads(shipped("grammar", "choice", "mistakes.toml"))
SETUP = MISTAKES.pop("setup")
EXAMPLES = [(reason, example) for reason, mistake in MISTAKES.items() for example in mistake["examples"]]


def in_position(reason: str) -> Table:
    """The match as the example of that mistake finds it."""
    match = table(*SETUP["dice"])
    for letter in MISTAKES[reason].get("before", ()):
        match = match.letter(letter)
        assert match.reasons() == [], match.last.complaints
        match = match.deadline()
    return match


@pytest.mark.parametrize(("reason", "example"), EXAMPLES)
def test_every_example_is_answered_with_its_mistake(reason: str, example: str) -> None:
    match = in_position(reason).letter(example)
    assert reason in match.reasons()
    assert all("{" not in complaint.hint for complaint in match.last.complaints)


@pytest.mark.parametrize("reason", MISTAKES)
def test_every_mistake_has_an_example(reason: str) -> None:
    assert MISTAKES[reason]["examples"]
