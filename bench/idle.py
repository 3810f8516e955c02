"""A ``run-once`` that finds nothing to do, as a part of the time that its imports alone take."""

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.season import HOUSE
from bench.servers import PASSWORD, Servers
from tests.servers.grounds import HOST

TIMES = 7
_RUN = (
    "import sys; from processor.cli import main; sys.argv = ['turnpost', 'run-once', '--config', sys.argv[1]]; main()"
)
_TELL = """\
import sys
from processor.cli import app
app(["run-once", "--config", sys.argv[1]], standalone_mode=False)
print("\\n".join(name for name, module in sys.modules.items() if getattr(module, "__spec__", None)))
"""
_IMPORT = "import sys; from importlib import import_module\nfor name in sys.stdin.read().split(): import_module(name)"
_SETTINGS = """\
[house]
name = "{house.name}"
address = "{house.address}"
gm_name = "{house.gm_name}"
gm_address = "{house.gm_address}"

[imap]
host = "{host}"
port = {imap_port}
security = "none"
user = "{user}"
password = "{password}"

[smtp]
host = "{host}"
port = {smtp_port}
security = "none"

[database]
url = "sqlite:///{folder}/idle.db"
"""


@dataclass(frozen=True)
class Idle:
    """Seconds that each run took, and each time its imports."""

    runs: tuple[float, ...]
    imports: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """How many times the imports a run takes: the median of the pairs."""
        return median(run / bare for run, bare in zip(self.runs, self.imports, strict=True))


def idle(here: Servers, folder: Path) -> Idle:
    """Run it on an empty mailbox again and again, each time beside a program that only imports the same."""
    file = folder / "idle.toml"
    account = here.mailbox(())
    places = {"host": HOST, "imap_port": account.port, "user": account.user, "smtp_port": here.relay.port}
    file.write_text(_SETTINGS.format(house=HOUSE, password=PASSWORD, folder=folder, **places))
    modules = _python(_TELL, str(file))[1]
    pairs = [(_python(_RUN, str(file))[0], _python(_IMPORT, words=modules)[0]) for _ in range(TIMES)]
    return Idle(tuple(run for run, _ in pairs), tuple(bare for _, bare in pairs))


def _python(program: str, *arguments: str, words: str = "") -> tuple[float, str]:
    """How long a program took from its start to its end, and what it said."""
    command: Sequence[str] = [sys.executable, "-c", program, *arguments]
    start = time.perf_counter()
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout
