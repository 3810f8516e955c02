"""Which spellings are one name, which may be one person, and what is no name at all."""

import pytest

from processor.games.deadpool.names import alike, is_name, key, meant


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sir Alec Guinness", "alec guinness"),
        ("Dame Vera Lynn DBE", "Vera Lynn"),
        ("Zoë O'Neill", "ZOE ONEILL"),
        ("J.K. Rowling", "J K Rowling"),
        ('Paul "Gazza" Gascoigne', "Paul Gascoigne"),
        ("Jean-Paul Belmondo", "Jean Paul Belmondo"),
        ("Sammy Davis Jr.", "Sammy Davis Junior"),
        ("The Rt Hon John Major MP", "John Major"),
        ("Rev. Ian Paisley", "Ian Paisley"),
        ("The Edge", "Edge"),
    ],
)
def test_these_are_two_spellings_of_one_name(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keith Richards", "Kieth Richards"),
        ("K. Richards", "Keith Richards"),
        ("Richards Keith", "Keith Richards"),
        ("Rob Mitchum", "Robert Mitchum"),
        ("Gascoigne", "Paul Gascoigne"),
        ("George Bush", "George W. Bush"),
        ("Ozzy Osborne", "Ozzy Osbourne"),
    ],
)
def test_these_may_be_one_person_and_are_never_taken_for_it(one: str, other: str) -> None:
    assert key(one) != key(other)
    assert alike(one, other)
    assert alike(other, one)
    assert meant(one, [other, "Barbara Cartland"]) == (other,)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ronnie Kray", "Reggie Kray"),
        ("Mel Gibson", "Mel Brooks"),
        ("Prince Charles", "Prince Philip"),
        ("Bob Hope", "Bob Monkhouse"),
        ("Sammy Davis Jr.", "Steve Davis"),
    ],
)
def test_these_are_two_people(one: str, other: str) -> None:
    assert key(one) != key(other)
    assert not alike(one, other)
    assert meant(one, [other]) == ()


def test_the_nearest_is_suggested_first() -> None:
    assert meant("Keith Richard", ["Keef Richards", "Keith Richards", "Bob Hope"]) == (
        "Keith Richards",
        "Keef Richards",
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "1997",
        "I will think of one",
        "whoever you like",
        "in the post",
        "Bob Smith of 14 Acacia Road",
        "X" * 60,
    ],
)
def test_this_is_nobodys_name(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize("text", ["Will Self", "Bob Hope", "Prince", "May Best", "vera lynn", "Al-Walid bin Talal"])
def test_this_may_be_somebodys_name(text: str) -> None:
    assert is_name(text)
