"""A PostgreSQL of our own for the tests: started in a new folder, gone afterwards."""

import getpass
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from processor.store.tables import METADATA
from tests.servers.grounds import HOST, free_ports, grounds, run

OPTIONS = "-p {port} -c listen_addresses={host} -c unix_socket_directories={folder} -c fsync=off"


@contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a running server's database. Skips the test where there is none; in CI that is a failure."""
    programs = _programs()
    # PostgreSQL refuses to run as root, so root lends it to the user that the package made.
    as_owner = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
    owner = "postgres" if as_owner else getpass.getuser()
    (port,) = free_ports(1)
    with grounds("postgres") as folder:
        data = folder / "data"
        if as_owner:
            shutil.chown(folder, "postgres")
        run(*as_owner, programs / "initdb", "-D", data, "-U", owner, "-A", "trust", "-E", "UTF8", "--no-sync")
        control = (*as_owner, programs / "pg_ctl", "-D", data, "-w")
        options = OPTIONS.format(port=port, host=HOST, folder=folder)
        run(*control, "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://{owner}@{HOST}:{port}/postgres"
        finally:
            run(*control, "-m", "immediate", "stop")


def empty(url: str) -> None:
    """Take everything out of the tables, for the next test."""
    engine = create_engine(url)
    with engine.begin() as connection:
        names = ", ".join(f'"{table.name}"' for table in METADATA.sorted_tables)
        connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))
    engine.dispose()


def _programs() -> Path:
    """Where the newest PostgreSQL on this machine has its programs."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    if installed:
        return installed[-1].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    if os.environ.get("CI") == "true":
        pytest.fail("PostgreSQL is not installed; CI must have it")
    pytest.skip("PostgreSQL is not installed")
