"""Every mail program in every language and shape: new orders are kept, quoted ones are not carried out."""

from collections import Counter

import pytest

from processor.core.text import normalise
from processor.mail.newtext import divide
from tests.mail.clients import CLIENTS, NEW, OLD, SHAPES, WORDS, Answer, answers

ANSWERS = list(answers())
WANTED_EXACT = 0.97


def rows(text: str) -> list[str]:
    return [row.strip() for row in normalise(text).split("\n") if row.strip()]


@pytest.mark.parametrize("language", WORDS)
def test_no_new_order_is_lost_and_no_old_one_is_taken(language: str) -> None:
    for each in (answer for answer in ANSWERS if answer.language == language):
        division = divide(each.text)
        found, right = rows(division.new), rows(each.new)
        assert not set(OLD) & set(found), each
        assert [row for row in found if row in right and row[0].isdigit()] == [
            row for row in right if row[0].isdigit()
        ], each
        assert division.doubt is None, each


def test_hardly_ever_is_there_a_word_too_many_or_too_few() -> None:
    inexact: list[Answer] = [each for each in ANSWERS if rows(divide(each.text).new) != rows(each.new)]
    told = Counter((each.language, each.client, each.shape) for each in inexact)
    assert 1 - len(inexact) / len(ANSWERS) >= WANTED_EXACT, told.most_common(20)


def test_the_corpus_speaks_of_every_program_language_and_shape() -> None:
    assert len(WORDS) == 21
    assert len({each.name for each in CLIENTS}) == len(CLIENTS) >= 15
    assert {each.shape for each in ANSWERS} == {*SHAPES, "HTML"}
    assert all(order in each.text for each in ANSWERS for order in OLD)
    assert all(order.partition(": ")[2] in each.new for each in ANSWERS for order in NEW)
