"""Every mail of the corpus is read and sorted as its right answer says.

A right answer is a TOML file beside the mail: ``class``, ``from``, ``subject`` and ``text``, and where they
matter ``reason``, ``doubt``, ``failed``, ``returned`` and ``failure``. A mail that once broke us gets a file.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from processor.mail.read import Letter, read
from processor.mail.screen import Screening, screen

MAILS = sorted((Path(__file__).parent / "mails").glob("*.eml"))
OWN = frozenset({"gm@games.test"})


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.stem)
def test_the_mail_is_read_as_its_right_answer_says(mail: Path) -> None:
    expected = tomllib.loads(mail.with_suffix(".toml").read_text(encoding="utf-8"))
    raw = mail.read_bytes()
    letter = read(raw)
    found = facts(letter, screen(letter, raw, OWN))
    assert {name: found[name] for name in expected} == expected
    if expected["class"] == "human" and "doubt" not in expected:
        assert letter.doubt is None


def test_the_corpus_is_large_and_complete() -> None:
    assert len(MAILS) >= 290
    assert {mail.stem for mail in MAILS} == {path.stem for path in (Path(__file__).parent / "mails").glob("*.toml")}


def facts(letter: Letter, screening: Screening) -> dict[str, Any]:
    return {
        "class": str(screening.kind),
        "reason": screening.reason,
        "from": letter.sender or "",
        "name": letter.sender_name,
        "subject": letter.subject,
        "text": letter.text,
        "doubt": letter.doubt,
        "failed": list(screening.failed),
        "returned": list(screening.returned),
        "failure": str(screening.failure or ""),
    }
