"""What docs/trying.md tells to try: every line is run as it stands there, with another port for the mail server."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "trying.md").read_text(encoding="utf-8")
PORT = "8025"


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment in which ``turnpost`` and ``python`` are those of the tests."""
    for name, words in {"turnpost": "-m processor", "python": ""}.items():
        command = tmp_path / "bin" / name
        command.parent.mkdir(exist_ok=True)
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', encoding="utf-8")
        command.chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


def blocks(title: str, kind: str = "sh") -> str:
    """The lines to be typed below that heading."""
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return "\n".join(re.findall(rf"^```{kind}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL))


def typed(lines: str, folder: Path, shell: dict[str, str]) -> str:
    """Type the lines, each of which must succeed; what they print."""
    assert lines
    done = subprocess.run(["sh", "-e", "-c", lines], cwd=folder, env=shell, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def window(lines: str, folder: Path, shell: dict[str, str], port: int) -> Iterator[Path]:
    """Another window, in which the lines run until we are done; the file holds what is shown there."""
    shown = folder / "window.txt"
    with shown.open("w") as file, subprocess.Popen(["sh", "-c", f"exec {lines}"], env=shell, stdout=file) as running:
        try:
            while running.poll() is None and not _answers(port):
                time.sleep(0.05)
            yield shown
        finally:
            running.terminate()


def _answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("localhost", port)) == 0


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("localhost", 0))
        return int(line.getsockname()[1])


def test_a_mail_is_shown_as_it_would_be_read(tmp_path: Path, shell: dict[str, str]) -> None:
    said = typed(blocks("Show it a mail"), tmp_path, shell)
    assert "order    1+5=6, 5+6=11, reject 5" in said
    assert "wrong    2 = 1+2, 4+6 and four to reject" in said


def test_a_match_on_paper_prints_every_mail(tmp_path: Path, shell: dict[str, str]) -> None:
    said = typed(blocks("Play a match on paper"), tmp_path, shell)
    for subject in ("Spring Choice begins", "2 orders taken, all is in", "Issue 1: results"):
        assert f"-> mail to Anna: [choice-1] {subject}" in said


@pytest.mark.timeout(600)
def test_a_house_runs_on_a_desk(tmp_path: Path, shell: dict[str, str]) -> None:
    port = _free_port()
    lines, server = (blocks("Run a house on your desk", kind).replace(PORT, str(port)) for kind in ("sh", "sh window"))
    with window(server, tmp_path, shell, port) as shown:
        said = typed(lines, tmp_path, shell)
    assert "All is well." in said
    assert "dropdead-1 has begun with 2 at the table." in said
    mails = shown.read_text(encoding="utf-8")
    for subject in ("Is this letter yours? Please confirm", "1 order taken, all is in", "Inning 1: results"):
        assert re.search(rf"^Subject: \[.*\] {re.escape(subject)}$", mails, re.MULTILINE), subject
