"""A sixth game is one folder in five places, and nothing else has to change.

The places are laid into a copy of the checkout, in which every test that is about all games is then run for it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = Path(__file__).parent / "tip"
PLACES = {
    "rules": "processor/games",
    "grammar": "grammar",
    "mailtemplates": "mailtemplates",
    "data": "data",
    "table": "tests/games",
}
"""Where each part of the game goes."""

COPIED = ("processor", "grammar", "mailtemplates", "data", "tests", "docs", "pyproject.toml")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout as it is, and the sixth game."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "sixth"))
        else:
            shutil.copy(ROOT / name, copy / name)
    for part, place in PLACES.items():
        shutil.copytree(GAME / part, copy / place / GAME.name, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "tests/games/tip/played").rename(copy / "tests/games/tip/transcripts")
    return copy


def run(checkout: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=checkout, env=environment, capture_output=True, text=True, timeout=110
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_keeps_every_promise_that_all_games_make(checkout: Path) -> None:
    chosen = ("tests/test_every_game.py", "tests/desk/test_transcripts.py", "-k", "tip and not multiple")
    said = run(checkout, "pytest", "-q", "-p", "no:cacheprovider", *chosen)
    assert int(said.split(" passed")[0].split()[-1]) > 50


def test_its_own_word_for_a_turn_is_understood_and_no_other_game_knows_it(checkout: Path) -> None:
    """The transcripts say "spin" throughout, in the GM's words and the players'."""
    assert "spin" in (GAME / "rules/__init__.py").read_text(encoding="utf-8")
    places = [
        file for place in ("processor", "grammar", "mailtemplates", "data") for file in (ROOT / place).rglob("*.*")
    ]
    texts = [
        file.read_text(encoding="utf-8") for file in places if file.suffix in (".py", ".lark", ".toml", ".j2", ".txt")
    ]
    assert not [text for text in texts if re.search(r"\bspin\b", text)]


def test_the_command_line_and_the_mails_know_it(checkout: Path) -> None:
    letter = "people Ann <ann@example.org>\ngame choice\n\nAnn writes:\n    games\n    help tip\n    rules tip\n"
    (checkout / "letter.txt").write_text(letter, encoding="utf-8")
    said = run(checkout, "processor", "rehearse", "letter.txt")
    assert "For its rules, write: rules tip" in said
    assert "is all there is to write." in said
    assert "Three times a die is thrown." in said


def test_nothing_of_it_is_in_the_checkout_itself() -> None:
    assert not [place for place in PLACES.values() if (ROOT / place / GAME.name).exists()]
