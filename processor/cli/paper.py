"""Standard output, and what is said where nothing can be printed on it: the disk is full, or a pipe was closed."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

import typer

NOT_PRINTED = 74
"""The status of a command that has done what it should, but could not tell of it."""


class NotPrinted(Exception):
    """The answer could not be printed to its end."""

    def __init__(self, fault: OSError) -> None:
        super().__init__(f"The answer could not be printed to its end ({fault.strerror}).")
        self.is_closed = isinstance(fault, BrokenPipeError)


class _Paper(io.TextIOWrapper):
    """A text stream whose failures are told from all others, so that no library takes them for its own."""

    def write(self, text: str, /) -> int:
        with _as_not_printed():
            return super().write(text)

    def flush(self) -> None:
        with _as_not_printed():
            super().flush()


@contextmanager
def paper() -> Iterator[None]:
    """Run a command within; what it prints is on the paper by its end, or else a sentence says that it is not.

    Who closes a pipe has read enough, as ``head`` does: then nothing is said.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):  # it is None where it was closed before we began
        there = io.BufferedWriter(io.FileIO(sys.stdout.fileno(), "wb", closefd=False))
        sys.stdout = _Paper(there, sys.stdout.encoding, sys.stdout.errors, line_buffering=sys.stdout.isatty())
    try:
        try:
            yield
        finally:
            _flush()
    except NotPrinted as fault:
        _give_up("" if fault.is_closed else str(fault), NOT_PRINTED)


@contextmanager
def done_already(what: str, status: int = NOT_PRINTED) -> Iterator[None]:
    """Print within what came of something. Where that cannot be printed, ``what`` says that it is done all the same."""
    try:
        yield
        _flush()
    except NotPrinted as fault:
        _give_up(f"{fault} {what}", status)


def _give_up(words: str, status: int) -> NoReturn:
    """End the command with these words. What still waits to be printed goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    if words:
        with suppress(OSError):
            typer.echo(words, err=True)
    sys.exit(status)


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


@contextmanager
def _as_not_printed() -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise NotPrinted(fault) from fault
