"""Every transcript is played on the real desk, and what comes of it must be what was accepted."""

from functools import cache
from pathlib import Path

import pytest

from processor.rehearsal import Rehearsal, as_document, as_text, rehearse

TESTS = Path(__file__).parent.parent
TRANSCRIPTS = sorted(TESTS.rglob("transcripts/*.txt"))
WIDTH = 78

every_transcript = pytest.mark.parametrize(
    "path", TRANSCRIPTS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}"
)


@every_transcript
def test_a_match_goes_as_its_transcript_says(path: Path, accept: bool) -> None:
    happened = as_text(played(path))
    if accept:
        path.write_text(happened, encoding="utf-8")
    assert happened == path.read_text(encoding="utf-8"), "if it reads as it should now, run: pytest --accept"


@every_transcript
def test_every_mail_fits_the_screen_and_has_no_holes(path: Path) -> None:
    for mail in as_document(played(path))["mails"]:
        assert max(map(len, mail["text"].split("\n"))) <= WIDTH
        assert "\n\n\n" not in mail["text"]


@every_transcript
def test_nothing_in_a_transcript_makes_the_desk_fail(path: Path) -> None:
    document = as_document(played(path))
    assert "trouble" not in {mail["kind"] for mail in document["mails"]}
    assert "our-fault" not in {receipt["reason"] for receipt in document["receipts"]}


def test_there_are_transcripts_of_the_house_and_of_every_game() -> None:
    folders = {path.parent.parent.name for path in TRANSCRIPTS}
    assert folders >= {"desk", "choice", "perudo"}


@cache
def played(path: Path) -> Rehearsal:
    return rehearse(path.read_text(encoding="utf-8"))
