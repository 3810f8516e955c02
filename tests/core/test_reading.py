"""A clause is read whole, or the reader says where it stopped, what could have come, and what was probably meant."""

import pytest

from processor.core.reading import NUMBER_WORDS, ORDINAL_WORDS, Grammar, Misread, nearest, number
from processor.core.text import DICE_CHARACTERS

AMOUNTS = Grammar(
    "house",
    "commands.lark",
    start=["amount", "phrase"],
    vocabulary={
        "COUNT": ("how many", ()),
        "UNIT": ("hours or days", ("minutes", "hours", "days")),
        "WEEKS": ("weeks", ("weeks",)),
        "MONTH": ("a month", ("december", "january")),
    },
)


def test_a_clause_that_is_right_becomes_a_tree() -> None:
    tree = AMOUNTS.read("3 days", "amount")
    assert not isinstance(tree, Misread)
    assert (tree.data, [str(token) for token in tree.children]) == ("amount", ["3", "days"])


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("", (1, "", ("how many",), None)),
        ("days", (1, "days", ("how many",), None)),
        ("3", (2, "", ("hours or days", "weeks"), None)),
        ("3 dyas", (3, "dyas", ("hours or days", "weeks"), "days")),
        ("3 weeeks", (3, "weeeks", ("hours or days", "weeks"), "weeks")),
        ("3 oranges", (3, "oranges", ("hours or days", "weeks"), None)),
        ("3 days more", (8, "more", (), None)),
        ("3 $ days", (3, "$", ("hours or days", "weeks"), None)),
    ],
)
def test_a_clause_that_is_wrong_is_told_where_and_why(clause: str, told: tuple[object, ...]) -> None:
    misread = AMOUNTS.read(clause, "amount")
    assert isinstance(misread, Misread)
    assert (misread.column, misread.found, misread.expected, misread.near) == told


def test_a_grammar_can_be_entered_at_each_of_its_starts() -> None:
    assert not isinstance(AMOUNTS.read("in 3 days", "phrase"), Misread)
    assert isinstance(AMOUNTS.read("in 3 days", "amount"), Misread)


def test_a_player_is_never_offered_what_has_no_name() -> None:
    misread = AMOUNTS.read("xyzzy", "phrase")
    assert isinstance(misread, Misread)
    assert set(misread.expected) == {"a month"}


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("challange", ("challenge", "bid"), "challenge"),
        ("CHALLANGE", ("challenge", "bid"), "challenge"),
        ("Firday", ("Friday", "Monday"), "friday"),
        ("rejct", ("reject",), "reject"),
        ("challenge", ("challenge", "bid"), "challenge"),
        ("orange", ("challenge", "bid"), None),
        ("bd", ("bid",), None),
        ("123", ("1234",), None),
        ("", ("bid",), None),
        ("bid", (), None),
    ],
)
def test_the_nearest_spelling_is_offered_if_it_is_near_enough(
    word: str, known: tuple[str, ...], meant: str | None
) -> None:
    assert nearest(word, known) == meant


@pytest.mark.parametrize("value", range(1, len(NUMBER_WORDS) + 1))
def test_numbers_in_words_count_up_to_twenty(value: int) -> None:
    assert number(NUMBER_WORDS[value - 1]) == number(NUMBER_WORDS[value - 1].upper()) == value


@pytest.mark.parametrize("value", range(1, len(ORDINAL_WORDS) + 1))
def test_ordinals_in_words_count_up_to_twelfth(value: int) -> None:
    assert number(ORDINAL_WORDS[value - 1]) == value


@pytest.mark.parametrize("value", range(1, len(DICE_CHARACTERS) + 1))
def test_the_character_of_a_die_is_its_face(value: int) -> None:
    assert number(DICE_CHARACTERS[value - 1]) == value


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("0", 0),
        ("7", 7),
        ("007", 7),
        ("42", 42),
        ("1st", 1),
        ("2nd", 2),
        ("3RD", 3),
        ("11th", 11),
        ("9" * 30, 999999999),
    ],
)
def test_numbers_in_figures(token: str, value: int) -> None:
    assert number(token) == value


@pytest.mark.parametrize(
    ("token", "value"),
    [("twenty-one", 21), ("twenty one", 21), ("Thirty", 30), ("twenty-third", 23), ("ninety-nine", 99)],
)
def test_numbers_beyond_twenty_in_words(token: str, value: int) -> None:
    assert number(token) == value


@pytest.mark.parametrize("token", ["", "th", "x", "-1", "1.5", "٣", "³", "twentyx", "3x", "⚀⚁"])
def test_what_is_no_number_is_an_error(token: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        number(token)
