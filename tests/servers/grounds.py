"""What every real server needs: a folder its own users may enter, free ports, a certificate, and patience."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

HOST = "127.0.0.1"


class ServerTrouble(Exception):
    """A test server did not do what it was told to."""


def wanted(*programs: str) -> None:
    """Skip the test where a program is missing, or where we may not run it; in CI that is a failure."""
    missing = [name for name in programs if found(name) is None]
    lack = f"{', '.join(missing)} not installed" if missing else "" if os.geteuid() == 0 else "these servers need root"
    if lack and os.environ.get("CI") == "true":
        pytest.fail(f"{lack}; CI must have it")
    if lack:
        pytest.skip(lack)


def found(program: str) -> str | None:
    """Where the program is; server programs are not on everybody's path."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin:/sbin")


@contextmanager
def grounds(name: str) -> Iterator[Path]:
    """A folder that users other than ours may enter, which pytest's own is not."""
    folder = Path(tempfile.mkdtemp(prefix=f"turnpost-{name}-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_ports(number: int) -> tuple[int, ...]:
    """Ports that nobody listens on just now."""
    lines = [socket.socket() for _ in range(number)]
    try:
        for line in lines:
            line.bind((HOST, 0))
        return tuple(line.getsockname()[1] for line in lines)
    finally:
        for line in lines:
            line.close()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A key with its certificate for this machine, in one file, and the certificate of the authority behind it."""
    authority = trustme.CA()
    issued = authority.issue_cert("localhost", HOST)
    pem, ca_file = folder / "tls.pem", folder / "ca.pem"
    issued.private_key_and_cert_chain_pem.write_to_path(pem)
    authority.cert_pem.write_to_path(ca_file)
    return pem, ca_file


def answers(port: int) -> bool:
    """Whether somebody listens there and greets."""
    try:
        with socket.create_connection((HOST, port), timeout=5) as line:
            return bool(line.recv(1))
    except OSError:
        return False


def until(is_so: Callable[[], bool], what: str, seconds: float = 20.0) -> None:
    """Look again and again until it is so: other programs tell us nothing when they are ready."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise ServerTrouble(f"{what} within {seconds:.0f} seconds")
        time.sleep(0.02)


def run(*command: str | Path, good: Sequence[int] = (0,)) -> str:
    """Run a program to its end and give back what it said; anything but a good exit is trouble."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode not in good:
        raise ServerTrouble(f"{command[0]} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout
