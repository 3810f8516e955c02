"""Who has something in hand: a process by its machine and number, and whether it has ended meanwhile.

After a crash or a kill nobody need wait until the lease of a dead process runs out, if it ran on this machine. Of one
that ran elsewhere, or before this machine was started, nothing is known; there the lease decides.
"""

import os
import socket
from pathlib import Path

_PROC = Path("/proc")
_STATE, _STARTED = 0, 19  # where they stand in what the system tells of a process, behind its name
_DEAD = ("Z", "X")


def this_process() -> str:
    """A name for this process that no other one has, nor will have."""
    return f"{_place()} {os.getpid()} {_start_of(os.getpid())}"


def has_ended(holder: str) -> bool:
    """Whether the process of that name has certainly ended."""
    place, number, start = (*holder.split(), "", "", "")[:3]
    if not number or place != _place():
        return False
    return not _runs(int(number)) or _start_of(int(number)) not in (start, None)


def _place() -> str:
    """Where the numbers of processes are those that we see: this machine, since its start, and this container."""
    try:
        start = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        numbering = os.readlink(_PROC / "self/ns/pid")
    except OSError:  # a system that does not tell
        return f"{socket.gethostname()}/{os.getpid()}"
    return f"{socket.gethostname()}/{start}/{numbering}"


def _runs(number: int) -> bool:
    """Whether there is a process of that number, be it somebody else's whom we see nothing of."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _start_of(number: int) -> str | None:
    """When that process began, by the ticks of the machine, for numbers are given out again; None if we may not see."""
    try:
        told = (_PROC / str(number) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return "dead" if told[_STATE] in _DEAD else told[_STARTED]
