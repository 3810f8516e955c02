"""The house itself: what must hold for the files of the checkout, whatever they do."""

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path
from shutil import which
from typing import get_args

import pytest
import typer

import processor
from processor.cli import app
from processor.core.calendar import OnDatesGiven
from processor.core.dice import commitment
from processor.core.events import MatchOpened
from processor.core.referee import GiveSalt, Instruction, StartMatch, TakeSeat, decide, open_match
from processor.core.ruling import Ruling
from processor.desk import proof
from processor.desk.house import codecs_for
from processor.games import all_games
from processor.mail import rulings
from processor.mail.commands import COMMANDS, Command
from processor.mail.parse import parse
from processor.mail.vocabulary import GameWords

ROOT = Path(__file__).parent.parent
FIVE_PLACES = ("processor/games", "grammar", "mailtemplates", "data", "tests/games")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("deploy/*.md")]


_TYPED = re.compile(r"^(?:    (?:\*/5 \* \* \* \* )?)?(turnpost (?!proof 1$).+?)(?: {3,}.*)?$", re.MULTILINE)
_COMMAND_LINES = sorted(
    {line for file in PAGES for line in _TYPED.findall(re.sub(r"\\\n\s*", "", file.read_text(encoding="utf-8")))}
)
"""The commands that our pages show; in docs/dice.md a proof begins like one."""


def test_no_two_phrases_bear_one_label() -> None:
    """A later one would take the place of the other, wherever that is said."""
    tones = tomllib.loads((ROOT / "mailtemplates/house/phrases.toml").read_text(encoding="utf-8"))
    labels = [label for phrases in tones.values() for label in phrases]
    assert sorted(labels) == sorted(set(labels))


@cache
def kept_files() -> tuple[Path, ...]:
    """Every file that is under version control and is text."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    files = [ROOT / name for name in listed.decode().split("\0") if name]
    return tuple(file for file in files if file.is_file() and b"\0" not in file.read_bytes())


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


class TestWhatIsKept:
    def test_no_file_names_a_registry_or_a_folder_of_one_machine(self) -> None:
        hosts = (
            r"\b(?:py|npm|python)[a-z]*\.(?:org|io)\b|\bdeb\.[a-z]+\.org\b|\bdocker\.io\b|(?:index|find)-(?:url|links)"
        )
        folders = [f"{ROOT}/", f"{Path.home()}/"]
        unwanted = re.compile("|".join([hosts, *map(re.escape, folders)]), re.IGNORECASE)
        found = [
            f"{file.relative_to(ROOT)}: {hit[0]}"
            for file in kept_files()
            if file != Path(__file__)
            for hit in [unwanted.search(file.read_text(encoding="utf-8", errors="replace"))]
            if hit
        ]
        assert not found

    def test_the_lock_holds_names_versions_and_hashes_alone(self) -> None:
        line = re.compile(r"[a-z0-9-]+==\S+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
        odd = [each for each in page("requirements.lock").splitlines() if not line.fullmatch(each)]
        assert not odd

    def test_nothing_is_left_half_done(self) -> None:
        marks = re.compile(r"\b(TODO|FIXME|XXX)\b")
        code = [file for file in kept_files() if file.suffix in (".py", ".lark", ".j2") and file != Path(__file__)]
        assert not [str(file) for file in code if marks.search(file.read_text(encoding="utf-8"))]

    def test_no_merge_has_left_its_marks(self) -> None:
        marks = re.compile(r"^<{7} ", re.MULTILINE)
        assert not [str(each) for each in kept_files() if marks.search(each.read_text("utf-8", errors="replace"))]


class TestGames:
    @pytest.mark.parametrize("place", FIVE_PLACES)
    def test_every_game_has_its_five_places(self, place: str) -> None:
        names = {each.name for folder in FIVE_PLACES for each in (ROOT / folder).iterdir() if _is_a_games(each)}
        assert names == {each.name for each in (ROOT / place).iterdir() if _is_a_games(each)}
        assert set(all_games()) == names

    def test_nothing_else_knows_a_game_by_name(self) -> None:
        """A sixth game is one folder name in five places and no edit anywhere else."""
        named = re.compile(rf"processor\.games\.({'|'.join(all_games())})\b")
        outside = [file for file in (ROOT / "processor").rglob("*.py") if "games" not in file.parts]
        assert not [str(file) for file in outside if named.search(file.read_text(encoding="utf-8"))]


class TestTime:
    @pytest.mark.parametrize("part", ["core", "games", "mail", "store", "desk", "rehearsal"])
    def test_the_clock_is_read_by_the_daemon_alone(self, part: str) -> None:
        """Everywhere else ``now`` is an argument."""
        readings = {"now", "utcnow", "today", "time", "monotonic", "time_ns"}
        for file in (ROOT / "processor" / part).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id="datetime" | "date" | "time"), attr=name)):
                        assert name not in readings, f"{file}:{node.lineno}"


class TestPages:
    def test_the_first_screen_of_the_readme_is_what_it_is_and_two_commands(self) -> None:
        screen = page("README.md").splitlines()[:24]
        assert screen[0] == "# Turnpost"
        assert any(line.startswith("    make demo ") for line in screen)
        assert any(line.startswith("    make test ") for line in screen)

    def test_the_exchange_in_the_readme_is_a_real_one(self) -> None:
        """It stands, line for line, in a transcript that is played by the tests."""
        played = page("tests/transcripts/what_the_readme_shows.txt")
        told = iter(played.replace("-> mail to Anna: ", "    Subject: ").splitlines())
        shown = page("README.md").partition("**A player writes**")[2].partition("\n## ")[0].splitlines()
        lines = [line for line in shown if line.startswith("    ") and line != "    …"]
        assert len(lines) > 30
        assert not [line for line in lines if line not in told]

    @pytest.mark.parametrize(("title", "gm"), [("What the GM writes", True), ("What players write", False)])
    def test_every_word_in_the_readme_is_understood(self, title: str, gm: bool) -> None:
        shown = page("README.md").partition(f"## {title}\n")[2].partition("\n## ")[0].splitlines()
        words = [line.strip().split("   ")[0] for line in shown if line.startswith("    ")]
        assert len(words) > 5
        assert all(_said(line, gm) for line in words)

    def test_every_word_of_the_house_is_told_of_and_understood_as_it_is_told(self) -> None:
        players, _, gms = page("docs/commands.md").partition("\n## Words\n")[2].partition("\n### The GM: matches\n")
        gms, _, ruled = gms.partition("\n### The GM: rulings\n")
        told = {*_said_in(players, gm=False), *_said_in(gms, gm=True)}
        assert told == set(COMMANDS)
        assert {type(_ruling(words)) for words in _first_column(ruled)} == set(get_args(rulings.Ruling))

    def test_the_makefile_has_what_the_readme_promises(self) -> None:
        listed = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        promised = re.findall(r"(?:`|^    )make ([a-z]+)", "\n".join(map(Path.read_text, PAGES)), re.MULTILINE)
        assert promised
        assert not [name for name in promised if f"make {name} " not in listed]

    def test_the_changelog_has_room_for_what_is_new(self) -> None:
        assert "\n## Unreleased\n" in page("CHANGELOG.md")

    @pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
    def test_every_link_leads_somewhere(self, file: Path) -> None:
        links = re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text(encoding="utf-8"))
        assert not [link for link in links if not (file.parent / link).exists()]

    def test_every_command_is_told_of(self) -> None:
        told = page("docs/commands.md")
        names = [each.name or getattr(each.callback, "__name__", "") for each in app.registered_commands]
        heads = "\n".join(line for line in told.splitlines() if line.startswith("## "))
        assert not [name for name in names if f"`turnpost {name}`" not in heads]

    @pytest.mark.parametrize("line", _COMMAND_LINES)
    def test_every_command_in_our_pages_can_be_typed_as_it_stands(self, line: str) -> None:
        words = list(takewhile(lambda word: word not in ("<", ">"), shlex.split(line, comments=True)))
        command = typer.main.get_group(app).commands[words[1]]
        assert command.make_context(words[1], words[2:]).params or not words[2:]

    def test_the_version_is_the_same_everywhere(self) -> None:
        assert tomllib.loads(page("pyproject.toml"))["project"]["version"] == processor.__version__


_LANGUAGES = {"python": sys.executable} | {name: found for name in ("perl",) if (found := which(name))}
"""What runs the lines of docs/dice.md: there is a Python for certain, and a Perl on most machines."""


@pytest.mark.parametrize("language", _LANGUAGES)
class TestTheTenLinesThatCheckDice:
    """docs/dice.md promises that a proof can be checked without Turnpost."""

    def test_they_find_that_a_true_proof_holds(self, tmp_path: Path, language: str) -> None:
        assert _check(tmp_path, _proof(), language).returncode == 0

    def test_a_proof_that_was_saved_with_the_line_ends_of_mail_holds_as_well(
        self, tmp_path: Path, language: str
    ) -> None:
        assert _check(tmp_path, _proof().replace("\n", "\r\n"), language).returncode == 0

    def test_they_find_that_a_true_proof_with_salt_holds(self, tmp_path: Path, language: str) -> None:
        salted = _proof(GiveSalt(1, "periwinkle"), GiveSalt(2, "coïng"))
        assert "\nperiwinkle+coïng/" in salted
        assert _check(tmp_path, salted, language).returncode == 0

    def test_they_name_a_die_that_was_changed(self, tmp_path: Path, language: str) -> None:
        [line] = re.findall(r"^\S+/die/3 d6 \d$", _proof(), re.MULTILINE)[:1]
        forged = line[:-1] + str(int(line[-1]) % 6 + 1)
        checked = _check(tmp_path, _proof().replace(line, forged), language)
        assert checked.returncode > 0
        assert line.split()[0] in checked.stderr

    def test_they_find_another_seed(self, tmp_path: Path, language: str) -> None:
        checked = _check(tmp_path, re.sub("^seed ..", "seed ff", _proof(), flags=re.MULTILINE), language)
        assert checked.returncode > 0
        assert "another seed was pledged" in checked.stderr


_WORDS = GameWords.of(all_games().values())


def _first_column(text: str) -> list[str]:
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def _said_in(text: str, gm: bool) -> Iterator[type[Command]]:
    """The kinds of words that the tables of a page show."""
    for line in _first_column(text):
        yield from map(type, _said(line, gm))


def _said(line: str, gm: bool) -> list[Command]:
    """What a line says, if nothing in it is left over or complained of."""
    parsed = parse(line, gm=gm, words=_WORDS)
    assert not parsed.complaints, line
    assert not [block.lines for block in parsed.blocks if block.lines], line
    return [command for block in parsed.blocks for command in block.commands]


def _ruling(line: str) -> rulings.Ruling:
    reply = rulings.read(line, _WORDS)
    assert not reply.complaints, line
    return reply.rulings[0]


def _is_a_games(folder: Path) -> bool:
    return folder.is_dir() and not folder.name.startswith(("_", ".")) and folder.name != "house"


def _proof(*salt: Instruction) -> str:
    """The proof of a match that has just begun: names were drawn and the secret dice thrown."""
    seed = bytes(range(32))
    game = next(each for each in all_games().values() if each.pseudonyms)
    seats = game.fewest_seats, game.most_seats
    opened = MatchOpened(
        "match-1", game.name, "A match", commitment(seed), OnDatesGiven(), "UTC", *seats, None, {"salt": True}
    )
    ruling = open_match(game, opened)
    events, match = ruling.events, ruling.match
    sign_up: list[Instruction] = [TakeSeat(player, f"Player {player}") for player in range(game.fewest_seats)]
    for instruction in (*sign_up, *salt, StartMatch(None)):
        decided = decide(match, instruction, seed)
        assert isinstance(decided, Ruling)
        events, match = (*events, *decided.events), decided.match
    return proof.write(seed, events, codecs_for({game.name: game})[game.name])


def _check(folder: Path, text: str, language: str) -> subprocess.CompletedProcess[str]:
    [lines] = re.findall(rf"```{language}\n(.*?)```", page("docs/dice.md"), re.DOTALL)
    (folder / "check").write_text(lines, encoding="utf-8")
    (folder / "proof.txt").write_bytes(text.encode())
    command = [_LANGUAGES[language], "check", "proof.txt"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={})
