"""The words of mail programs are found in small and large letters, and exactly where they stand."""

import pytest

from processor.mail.phrasebook import anywhere, beginning


@pytest.mark.parametrize(
    "line",
    [
        "GM <gm@games.test> wrote:",
        "GM <gm@games.test> WROTE:",
        "GM a écrit :",
        "GM A ÉCRIT :",
        "Ο GM ΈΓΡΑΨΕ:",
        "GM şunları yazdı:",
        "GM ŞUNLARI YAZDI:",
        "GM さんは書きました:",
    ],
)
def test_a_verb_is_found_in_letters_of_any_size(line: str) -> None:
    assert anywhere("wrote").search(line)


def test_a_verb_is_a_word_of_its_own() -> None:
    assert not anywhere("wrote").search("the typewroter:")


def test_what_is_found_has_its_place_in_the_text_as_it_was_written() -> None:
    text = "İİİ On Monday"
    found = beginning("leads").match(text[4:])
    assert found is not None
    assert text[4:][: found.end()] == "On"
    found = anywhere("wrote").search("İİİ GM WROTE:")
    assert found is not None
    assert "İİİ GM WROTE:"[found.start() : found.end()] == "WROTE"
