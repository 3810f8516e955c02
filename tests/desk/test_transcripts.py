"""Every transcript is played on the real desk, and what comes of it must be what was accepted."""

from pathlib import Path

import pytest

from processor.rehearsal import as_text, rehearse

TESTS = Path(__file__).parent.parent
TRANSCRIPTS = sorted(TESTS.rglob("transcripts/*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_match_goes_as_its_transcript_says(path: Path, accept: bool) -> None:
    written = path.read_text(encoding="utf-8")
    happened = as_text(rehearse(written))
    if accept:
        path.write_text(happened, encoding="utf-8")
    else:
        assert happened == written, "if it reads as it should now, run: pytest --accept"


def test_there_are_transcripts_of_the_house_and_of_every_game() -> None:
    folders = {path.parent.parent.name for path in TRANSCRIPTS}
    assert folders >= {"desk", "choice", "perudo"}
