"""Which bid is higher, and what the lowest is."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.games.perudo.bids import ACE, FACES, Claim, drawn, is_higher, least, least_in_words, matching

claims = st.builds(Claim, st.integers(1, 50), st.sampled_from(FACES))


def test_rule_7_bids_in_rising_order():
    rising = [
        *(Claim(1, face) for face in (2, 3, 4, 5, 6)),
        *(Claim(2, face) for face in (2, 3, 4, 5, 6)),
        Claim(1, ACE),
        *(Claim(3, face) for face in (2, 3, 4, 5, 6)),
        *(Claim(4, face) for face in (2, 3, 4, 5, 6)),
        Claim(2, ACE),
        Claim(5, 2),
    ]
    for lower, higher in pairwise(rising):
        assert is_higher(higher, lower)
        assert not is_higher(lower, higher)


def test_rule_7_twelve_fives_twelve_sixes_six_aces_thirteen_twos():
    for lower, higher in pairwise([Claim(12, 5), Claim(12, 6), Claim(6, ACE), Claim(13, 2)]):
        assert is_higher(higher, lower)


@given(claims, claims)
def test_rule_7_of_two_different_bids_just_one_is_higher(one, other):
    assert is_higher(one, other) + is_higher(other, one) == (one != other)


@given(claims, st.sampled_from(FACES))
def test_rule_6_the_least_bid_is_higher_and_one_less_is_not(last, face):
    lowest = least(face, last)
    assert is_higher(lowest, last)
    assert lowest.count == 1 or not is_higher(Claim(lowest.count - 1, face), last)


@pytest.mark.parametrize(
    ("last", "possible"),
    [
        (Claim(9, 6), ["11 twos", "11 threes", "11 fours", "11 fives", "11 sixes", "6 Aces"]),
        (Claim(9, 4), ["11 twos", "11 threes", "11 fours", "10 fives", "10 sixes", "6 Aces"]),
        (Claim(5, ACE), ["12 twos", "12 threes", "12 fours", "12 fives", "12 sixes", "7 Aces"]),
        (None, ["2 twos", "2 threes", "2 fours", "2 fives", "2 sixes", "2 Aces"]),
        (Claim(1, 2), ["3 twos", "2 threes", "2 fours", "2 fives", "2 sixes", "2 Aces"]),
        (Claim(10, 6), ["12 twos", "12 threes", "12 fours", "12 fives", "12 sixes", "6 Aces"]),
    ],
)
def test_rule_8_what_a_missing_call_may_become(last, possible):
    assert [str(drawn(face, last)) for face in FACES] == possible


@pytest.mark.parametrize(
    ("face", "dice", "count"),
    [(5, (5, 5, 2, 6), 2), (5, (5, ACE, ACE, 6), 3), (ACE, (5, ACE, ACE, 6), 2), (4, (5, 2, 6), 0)],
)
def test_rule_9_aces_count_for_every_face_but_only_aces_count_for_aces(face, dice, count):
    assert matching(face, dice) == count


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (None, "1 two, three, four, five or six, or 1 Ace"),
        (Claim(9, 4), "9 fives or sixes, 10 twos, threes or fours, or 5 Aces"),
        (Claim(9, 6), "10 twos, threes, fours, fives or sixes, or 5 Aces"),
        (Claim(3, 2), "3 threes, fours, fives or sixes, 4 twos, or 2 Aces"),
    ],
)
def test_the_lowest_bids_in_words(last, words):
    assert least_in_words(last) == words


def test_one_die_is_no_plural():
    assert [str(Claim(1, face)) for face in FACES] == ["1 two", "1 three", "1 four", "1 five", "1 six", "1 Ace"]
