"""Somebody who has only the wheel: everything that Turnpost ships is in it, and works away from the checkout."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from processor.games import all_games

ROOT = Path(__file__).parent.parent
SHIPPED = ("grammar", "mailtemplates", "data")
DEMO_SECONDS = 240


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as a release is."""
    folder = tmp_path_factory.mktemp("dist")
    _run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)], folder)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def away(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder far from the checkout with an environment in it that holds the wheel and, beside it, its dependencies.

    The dependencies are those of this run. A path in a ``.pth`` file is not searched for further ``.pth`` files, so
    that the checkout, which is installed here by one, is out of sight.
    """
    folder = tmp_path_factory.mktemp("away")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv/bin/python"
    _run([sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--quiet", str(wheel)], folder)
    [packages] = folder.glob("venv/lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


def test_every_shipped_file_is_inside(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(["git", "ls-files", "-z", *SHIPPED], cwd=ROOT, check=True, capture_output=True, text=True)
    files = [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
    assert {name.partition("/")[0] for name in files} == set(SHIPPED)
    assert not [name for name in files if f"processor/shelf/{name}" not in inside]


def test_nothing_else_is_inside(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {re.sub(r"-[0-9.]+\.", "-.", top) for top in tops} == {"processor", "turnpost-.dist-info"}


def test_it_is_the_wheel_that_is_used(away: Path) -> None:
    code = "import processor, processor.paths as p; print(processor.__file__, *map(p.shelf, ('grammar', 'data')))"
    used = _run(["venv/bin/python", "-c", code], away)
    assert all(Path(path).is_relative_to(away.resolve()) for path in used.split())


def test_the_command_helps(away: Path) -> None:
    told = _run(["venv/bin/turnpost", "--help"], away)
    assert "turnpost demo" in told


def test_it_reads_orders_by_the_shipped_grammars(away: Path) -> None:
    mail = b"From: Anna <anna@players.example>\nTo: games@example.org\nSubject: orders\n\nturn 1: 1+5, 5+5, reject 6\n"
    (away / "letter.eml").write_bytes(mail)
    assert "reject 6" in _run(["venv/bin/turnpost", "inspect", "letter.eml", "--json"], away)


@pytest.mark.timeout(DEMO_SECONDS + 60)
def test_the_demo_plays_to_its_end_and_its_proofs_hold(away: Path) -> None:
    _run(["venv/bin/turnpost", "demo", "--quiet", "--folder", "mail"], away, seconds=DEMO_SECONDS)
    assert list((away / "mail").rglob("*.eml"))
    proofs = [file for file in (away / "mail").rglob("*.txt") if file.read_text("utf-8").startswith("turnpost proof")]
    assert {file.stem.rpartition("-proof")[0] for file in proofs} == {f"{game}-1" for game in all_games()}
    for each in proofs:
        assert "It all holds" in _run(["venv/bin/turnpost", "verify", str(each)], away)


def _run(command: list[str], folder: Path, seconds: float = 120) -> str:
    """What the command printed. It must have ended well."""
    done = subprocess.run(
        command, cwd=folder, env=_bare(os.environ), timeout=seconds, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def _bare(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a person who has set nothing up, and who is not running tests."""
    ours = ("PYTHON", "PYTEST", "TURNPOST", "VIRTUAL_ENV", "COVERAGE")
    return {name: value for name, value in environment.items() if not name.startswith(ours)}
