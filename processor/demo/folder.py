"""The folder in which everything is laid down at the end. Nothing in it is touched but what a demo has put there."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from processor.demo.cast import EVERYBODY, HOUSE, MATCHES

README = "README.txt"
FIRST_LINE = "All mail of a demo of Turnpost, and what to look at."
LOG = "turnpost.log"

_MAILBOXES = (HOUSE, *(each.address for each in EVERYBODY))


class Unusable(Exception):
    """The mails cannot be laid down in {folder}: {why}. Name another folder with --folder."""

    def __init__(self, folder: Path, why: str) -> None:
        super().__init__((self.__doc__ or "").format(folder=folder, why=why))


def proof_name(code: str) -> str:
    return f"{code}-proof.txt"


def journal_name(code: str) -> str:
    return f"{code}.json"


def claim(folder: Path) -> None:
    """Make the folder, or clear away what an earlier demo left in it. Raises ``Unusable``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not _is_ours(folder):
            raise Unusable(folder, "it holds something that no demo has put there, which stays as it is")
        _clear(folder)
        lay_down(folder, {README: f"{FIRST_LINE}\n\nThis demo has not come to its end.\n"})
    except OSError as fault:
        raise Unusable(folder, fault.strerror or str(fault)) from fault


def lay_down(folder: Path, texts: Mapping[str, str]) -> None:
    """Write texts into the folder, by the names of their files."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def _clear(folder: Path) -> None:
    for address in _MAILBOXES:
        shutil.rmtree(folder / address, ignore_errors=True)
    for name in (README, LOG, *map(proof_name, MATCHES), *map(journal_name, MATCHES)):
        (folder / name).unlink(missing_ok=True)


def _is_ours(folder: Path) -> bool:
    readme = folder / README
    return readme.is_file() and readme.read_text(encoding="utf-8", errors="replace").startswith(FIRST_LINE)
