"""Who has something in hand: a process by its machine and number, and whether it has ended meanwhile.

After a crash or a kill nobody need wait until the lease of a dead process runs out, if it ran on this machine. Of one
that ran elsewhere, or before this machine was started, nothing is known; there the lease decides.
"""

import os
import socket
from pathlib import Path

_PROC = Path("/proc")
_NO_PROCESS = "ended"
_STATE, _STARTED = 0, 19  # where they stand in what the system tells of a process, behind its name


def this_process() -> str:
    """A name for this process that no other one has, nor will have."""
    return f"{_place()} {os.getpid()} {_life(os.getpid())}"


def has_ended(holder: str) -> bool:
    """Whether the process of that name has certainly ended."""
    place, number, life = (*holder.split(), "", "", "")[:3]
    return bool(number) and place == _place() and _life(int(number)) != life


def _place() -> str:
    """Where the numbers of processes are those that we see: this machine, since its start, and this container."""
    try:
        start = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        numbering = os.readlink(_PROC / "self/ns/pid")
    except OSError:  # a system that does not tell
        return f"{socket.gethostname()}/{os.getpid()}"
    return f"{socket.gethostname()}/{start}/{numbering}"


def _life(number: int) -> str:
    """When the process of that number began, by the ticks of the machine: numbers are given out again."""
    try:
        told = (_PROC / str(number) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return _NO_PROCESS
    return _NO_PROCESS if told[_STATE] in "ZX" else told[_STARTED]
