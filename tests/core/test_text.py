"""What people type looks many ways and means the same; what means something else is not made to look the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.orders import Line
from processor.core.text import DICE_CHARACTERS, folded, lines, normalise


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("‘it’s’ ʼ ´ `", "'it's' ' ' '"),
        ("“Spring” „Spring‟ «Spring»", '"Spring" "Spring" "Spring"'),
        ("perudo‑7 5–7 a—b −1 ‐ ﹣", "perudo-7 5-7 a-b -1 - -"),
        ("3.2： 6 fives； 1，2、3", "3.2: 6 fives; 1,2,3"),
        ("１＋２＝３ ＆ ４／５", "1+2=3 & 4/5"),
        ("ＰＥＲＵＤＯ　ｆｉｖｅｓ", "PERUDO fives"),
        ("1➕2", "1+2"),
        ("6 × 5 ✕ 4 ✖ 3", "6 x 5 x 4 x 3"),
        ("1⁄2 1∕2", "1/2 1/2"),
        ("a\u00a0b\u2003c\u202fd\u3000e", "a b c d e"),
        ("a\tb \v c \f d", "a b c d"),
        ("  two   blanks  ", "two blanks"),
        ("\ufeffhelp", "help"),
        ("with\u00addraw", "withdraw"),
        ("sta\u200btus\u200d \u2060\u200e", "status"),
        ("3\ufe0f\u20e3", "3"),
        ("6 fives 🎲🎲", "6 fives"),
        ("👍🏽 ok ☺️", "ok"),
        ("| 3.2 | 6 fives |", "3.2 6 fives"),
        ("│3.2│6 fives│", "3.2 6 fives"),
        ("3.1: ______ 4 fives", "3.1: 4 fives"),
        ("3.1: ...... 4 fives", "3.1: 4 fives"),
        ("3.1 … 4 fives", "3.1 4 fives"),
        ("----------", ""),
        ("=== Turn 3 ===", "Turn 3"),
        ("**status**", "status"),
        ("Zoë O’Neill", "Zoë O'Neill"),
        ("naïve Größe", "naïve Größe"),
        ("\x00\x07sta\x1btus", "status"),
    ],
)
def test_many_shapes_of_the_same_character_become_one(typed: str, plain: str) -> None:
    assert normalise(typed) == plain


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85"])
def test_a_line_may_end_in_any_way(ending: str) -> None:
    assert normalise(f"help {ending} status{ending}{ending}join") == "help\nstatus\n\njoin"


@pytest.mark.parametrize("other", ["٣", "³", "₃", "③", "Ⅲ", "๓", "½"])
def test_digits_of_other_kinds_are_no_dice(other: str) -> None:
    assert not any(character.isascii() and character.isdigit() for character in normalise(f"turn {other}"))


def test_the_characters_of_dice_stay() -> None:
    assert normalise(f"turn 3: {DICE_CHARACTERS}") == f"turn 3: {DICE_CHARACTERS}"


def test_a_letter_keeps_its_accent_however_it_is_composed() -> None:
    assert unicodedata.normalize("NFC", normalise("Zoe\u0308")) == "Zoë"


@pytest.mark.parametrize(
    ("typed", "bare"),
    [
        ("- help", "help"),
        ("* help", "help"),
        ("• help", "help"),
        ("•help", "help"),
        ("> 3.1: 4 fives", "3.1: 4 fives"),
        ("> > 3.1: 4 fives", "3.1: 4 fives"),
        ("➤ ✓ help", "help"),
        ("*help*", "help"),
        ("_help_", "help"),
        ("-3", "-3"),
        ("1+2", "1+2"),
        ("3) 1+2", "3) 1+2"),
        ("-", "-"),
    ],
)
def test_bullets_and_emphasis_are_no_part_of_a_line(typed: str, bare: str) -> None:
    assert lines(normalise(typed)) == (Line(1, bare),)


def test_lines_are_numbered_as_they_stand_and_empty_ones_left_out() -> None:
    assert lines("help\n\n**\nstatus") == (Line(1, "help"), Line(4, "status"))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Zoë O'Neill", "zoe oneill"),
        ("Zoe\u0308", "ZOË"),
        ("Lucky Jim", "lucky-jim"),
        ("Straße", "STRASSE"),
        ("Łukasz", "lukasz"),
        ("Ｊｉｍ", "jim"),
        ("Mr. T", "mr t"),
        ("Dostojewski 7", "dostojewski7"),
    ],
)
def test_names_are_compared_without_case_accents_and_punctuation(name: str, other: str) -> None:
    assert folded(name) == folded(other)


def test_different_names_stay_different() -> None:
    assert len({folded(name) for name in ("Jim", "Jem", "Jim 2", "Jima", "Дим")}) == 5


@given(st.text())
def test_making_plain_twice_changes_nothing_more(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@given(st.text())
def test_plain_lines_are_as_many_and_have_no_blanks_to_spare(text: str) -> None:
    plain = normalise(text)
    for line in plain.split("\n"):
        assert line == " ".join(line.split(" "))
        assert line == line.strip()
        assert "  " not in line


@given(st.lists(st.text("abcXYZ0123456789:,;+/&()#!?'\"", min_size=1)))
def test_plain_words_stay_as_they_are(words: list[str]) -> None:
    assert normalise(" ".join(words)) == " ".join(words)
