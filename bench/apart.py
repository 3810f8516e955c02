"""Runs a piece of work in a process of its own, so that its memory and its processor time are its own too."""

import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass
class Taken:
    """What a piece of work took: seconds on the wall, seconds of this process, and the most memory in MiB."""

    seconds: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0


@contextmanager
def watch() -> Iterator[Taken]:
    """``with watch() as taken``: what was done inside is in ``taken`` afterwards."""
    taken = Taken()
    wall, cpu = time.perf_counter(), time.process_time()
    yield taken
    taken.seconds, taken.cpu = time.perf_counter() - wall, time.process_time() - cpu
    taken.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def apart(work: Callable[..., T], *arguments: Any) -> T:
    """What ``work`` comes to in a new process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()
