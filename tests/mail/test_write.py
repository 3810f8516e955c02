"""How our mails are set: what is too long for a screen is folded so that it still reads as what it is."""

import pytest

from processor.mail.write import LONGEST_LINE, WIDTH, fit

WORDS = "five fives and six sixes make a good deal more than any one of us would ever dare to bid"


@pytest.mark.parametrize(
    ("lead", "hang"),
    [("", ""), ("    ", "    "), ("  * ", "    "), ("3) ", "   "), ("    | ", "    | ")],
    ids=["prose", "indented", "in a list", "numbered", "cited behind a bar"],
)
def test_a_long_line_goes_on_under_its_own_lead(lead: str, hang: str) -> None:
    first, *rest = fit(lead + WORDS).split("\n")
    assert first.startswith(lead)
    assert rest
    assert all(line.startswith(hang) and len(line) <= WIDTH for line in rest)
    assert " ".join([first.removeprefix(lead), *(line.removeprefix(hang) for line in rest)]) == WORDS


def test_a_line_that_fits_is_left_alone() -> None:
    line = ("2 4 A  " * 12)[:LONGEST_LINE].rstrip()
    assert fit(line) == line
