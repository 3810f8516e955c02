"""Kills the evening at every step, on every database, and prints what the next start made of it; then once more at some
steps beside another service, which takes over.

python -m tests.crash [EVERY]
"""

import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.crash.matrix import Crash, Victim, as_table, crashes, crashes_beside_another, on_postgresql, on_sqlite
from tests.store.postgres import postgres_server

SPARSE = 19
"""Beside another service every so many steps will do, for each such evening takes seconds."""


def main(every: int) -> int:
    """The whole matrix; the exit status says whether all of it was mended."""
    with ExitStack() as stack:
        victim = stack.enter_context(Victim())
        databases = {
            "SQLite": stack.enter_context(on_sqlite(Path(stack.enter_context(TemporaryDirectory())))),
            "PostgreSQL": stack.enter_context(on_postgresql(stack.enter_context(postgres_server()))),
        }
        found: dict[str, list[Crash]] = {name: list(crashes(victim, fresh, every)) for name, fresh in databases.items()}
        print(as_table(found), flush=True)
        other = stack.enter_context(Victim())
        beside = {
            f"two, {name}": list(crashes_beside_another(victim, other, fresh, every * SPARSE))
            for name, fresh in databases.items()
        }
    print("\nThe same beside another service, which takes over:")
    print(as_table(beside))
    found |= beside
    wrong = [(name, crash) for name, crashes_there in found.items() for crash in crashes_there if crash.wrong]
    for name, crash in wrong:
        print(f"{name}, step {crash.step}, {crash.name}: {'; '.join(crash.wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
