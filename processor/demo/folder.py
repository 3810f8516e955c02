"""The folder in which everything is laid down at the end. Nothing in it is touched but what a demo has put there."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from processor.demo.cast import CHOICE, EVERYBODY, HOUSE, PERUDO

README = "README.txt"
FIRST_LINE = "All mail of a demo of Turnpost, and what to look at."
LOG = "turnpost.log"

_MATCHES = (CHOICE, PERUDO)
_MAILBOXES = (HOUSE, *(each.address for each in EVERYBODY))


class NotOurs(Exception):
    """{} has something in it that no demo has put there, so it stays as it is. Name another folder with --folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__((self.__doc__ or "").format(folder))


def proof_name(code: str) -> str:
    return f"{code}-proof.txt"


def journal_name(code: str) -> str:
    return f"{code}.json"


def claim(folder: Path) -> None:
    """Make the folder, or clear away what an earlier demo left in it. Raises ``NotOurs``."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not _is_ours(folder):
        raise NotOurs(folder)
    for address in _MAILBOXES:
        shutil.rmtree(folder / address, ignore_errors=True)
    for name in (README, LOG, *map(proof_name, _MATCHES), *map(journal_name, _MATCHES)):
        (folder / name).unlink(missing_ok=True)
    lay_down(folder, {README: f"{FIRST_LINE}\n\nIt has not come to its end.\n"})


def lay_down(folder: Path, texts: Mapping[str, str]) -> None:
    """Write texts into the folder, by the names of their files."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def _is_ours(folder: Path) -> bool:
    readme = folder / README
    return readme.is_file() and readme.read_text(encoding="utf-8", errors="replace").startswith(FIRST_LINE)
