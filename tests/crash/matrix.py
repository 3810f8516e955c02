"""Plays the evening again and again, killed at one step after the other, and lists what the next start made of it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from signal import SIGKILL
from typing import Any

from sqlalchemy import create_engine, make_url, text

from processor.wire.postoffice import PostOffice
from tests.crash import scene
from tests.crash.scene import EVENING, MINUTE, Aftermath, aftermath, differences
from tests.crash.victim import ENDED, Round

Fresh = Callable[[], str]
"""Makes a copy of the prepared database and says where it is."""


@dataclass(frozen=True)
class Crash:
    """One evening that was broken off: at which step, what the next start left otherwise, how many mails came twice."""

    step: int
    name: str
    wrong: tuple[str, ...]
    repeated: int


class Victim:
    """The process that is killed; ``with Victim() as victim``."""

    def __enter__(self) -> "Victim":
        command = [sys.executable, "-m", "tests.crash.victim"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *fault: object) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def round(
        self, url: str, office: PostOffice, minutes: int = 0, fatal: int | None = None, **harm: Any
    ) -> tuple[list[str], int]:
        """The steps of one round that many minutes into the evening, and how it ended."""
        assert self._process.stdin
        assert self._process.stdout
        now = (EVENING + minutes * MINUTE).isoformat()
        order = Round(url, office.imap_port, office.smtp_port, now, fatal, **harm)
        print(json.dumps(asdict(order)), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        return answer["steps"], answer["status"]


def crashes(victim: Victim, fresh: Fresh, every: int = 1) -> Iterator[Crash]:
    """The evening, killed at every step, or at every so many."""
    steps, undisturbed = without_a_crash(victim, fresh)
    for fatal in range(1, len(steps) + 1, every):
        yield _crash(victim, fresh(), fatal, undisturbed)


def without_a_crash(victim: Victim, fresh: Fresh) -> tuple[list[str], Aftermath]:
    url = fresh()
    with scene.opened(url) as office:
        steps, status = victim.round(url, office)
        assert status == ENDED
        assert victim.round(url, office, minutes=1)[1] == ENDED
        return steps, aftermath(url, office)


def _crash(victim: Victim, url: str, fatal: int, undisturbed: Aftermath) -> Crash:
    """Kill the evening at that step and start once more, a minute later."""
    with scene.opened(url) as office:
        steps, status = victim.round(url, office, fatal=fatal)
        if status != -SIGKILL:
            return Crash(fatal, "no step", (f"it was not killed but ended with {status}",), 0)
        restarted = victim.round(url, office, minutes=1)[1]
        found = aftermath(url, office)
    wrong = [] if restarted == ENDED else [f"the next start ended with {restarted}"]
    return Crash(fatal, steps[-1], (*wrong, *differences(found, undisturbed)), found.repeated)


def crashes_beside_another(victim: Victim, other: Victim, fresh: Fresh, every: int = 1) -> Iterator[Crash]:
    """The evening of two services on one house, of which one is killed at every so many steps; the other takes over."""
    steps, undisturbed = without_a_crash(victim, fresh)
    for fatal in range(1, len(steps) + 1, every):
        url = fresh()
        with scene.opened(url) as office, ThreadPoolExecutor() as both:
            survivor = both.submit(other.round, url, office, serves=True)
            told, killed = victim.round(url, office, fatal=fatal, serves=True)
            _, lived = survivor.result()
            found = aftermath(url, office)
        name = told[-1] if killed == -SIGKILL else "not at all, for the other was faster"
        wrong = [] if lived == ENDED else [f"the other ended with {lived}"]
        yield Crash(fatal, name, (*wrong, *differences(found, undisturbed)), found.repeated)


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Fresh]:
    """Copies of a file."""
    template, copy = folder / "template.db", folder / "evening.db"
    scene.prepare(f"sqlite:///{template}")

    def fresh() -> str:
        for left_over in folder.glob("evening.db*"):
            left_over.unlink()
        shutil.copy(template, copy)
        return f"sqlite:///{copy}"

    yield fresh


@contextmanager
def on_postgresql(server: str, tablespace: str = "pg_default") -> Iterator[Fresh]:
    """Copies of a database on that server, on the disk that it knows by that name."""
    address = make_url(server)
    control = create_engine(address, isolation_level="AUTOCOMMIT")

    def at(name: str) -> str:
        return address.set(database=name).render_as_string(hide_password=False)

    def say(words: str) -> None:
        with control.connect() as connection:
            connection.execute(text(words))

    def fresh() -> str:
        say("DROP DATABASE IF EXISTS evening WITH (FORCE)")
        say(f"CREATE DATABASE evening TEMPLATE template_of_the_evening TABLESPACE {tablespace}")
        return at("evening")

    say("CREATE DATABASE template_of_the_evening")
    try:
        scene.prepare(at("template_of_the_evening"))
        yield fresh
    finally:
        say("DROP DATABASE IF EXISTS evening WITH (FORCE)")
        say("DROP DATABASE template_of_the_evening WITH (FORCE)")
        control.dispose()


def as_table(found: dict[str, list[Crash]]) -> str:
    """A line for each kind of step: on every database how many crashes there were, and how many were mended."""
    names = dict.fromkeys(crash.name for crashes in found.values() for crash in crashes)
    width = max(map(len, names), default=0)
    head = f"{'killed at':<{width}}" + "".join(f"  {database:>12}" for database in found)
    rows = [
        f"{name:<{width}}" + "".join(f"  {_mended(crashes, name):>12}" for crashes in found.values()) for name in names
    ]
    total = f"{'all':<{width}}" + "".join(f"  {_mended(crashes):>12}" for crashes in found.values())
    repeated = "".join(f"  {sum(crash.repeated > 0 for crash in crashes):>12}" for crashes in found.values())
    return "\n".join([head, *rows, total, f"{'of these with a mail that came twice':<{width}}{repeated}"])


def _mended(crashes: list[Crash], name: str | None = None) -> str:
    these = [crash for crash in crashes if name in (None, crash.name)]
    return f"{sum(not crash.wrong for crash in these)} of {len(these)}" if these else "-"
