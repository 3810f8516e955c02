"""How our mails are set: what is too long for a screen is folded so that it still reads as what it is."""

import pytest

from processor.mail.write import LONGEST_LINE, WIDTH, compose, fit

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


@pytest.mark.parametrize("line", ["2 4 A  " * 12, "    | " + WORDS], ids=["a row of a table", "cited"])
def test_a_table_and_what_we_cite_may_be_a_little_wider(line: str) -> None:
    row = line[:LONGEST_LINE].rstrip()
    assert len(row) > WIDTH
    assert fit(row) == row


def test_a_subject_is_never_folded_however_long_the_title_in_it() -> None:
    mail = compose("proof", code="choice-1", title=WORDS, reader="Anna")
    other = compose(
        "announcement", code="a-long-code-for-a-long-match-" * 4 + "1", title=WORDS, reader="Anna", text="!"
    )
    assert mail.subject == "[choice-1] The proof of the dice"
    assert other.subject == f"[{'a-long-code-for-a-long-match-' * 4}1] A word from the GM"
    assert max(map(len, other.text.split("\n"))) <= WIDTH


def test_prose_is_folded_where_it_is_wider_than_its_column() -> None:
    prose = WORDS[: WIDTH + 3]
    assert fit(prose).split("\n") == [prose[:71], prose[72:]]
    assert fit(prose[:71]) == prose[:71]
