"""What several pages of commands need: the configuration, the desk of the house, and how to end when it cannot be done.

Exit status: 0 done; 1 it could not be done, and a sentence says why; 2 the command was not written right;
3 there is no such game, match or file; 4 a proof or a rehearsal does not hold; 74 it is done but could not be printed;
75 not just now, try again later.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from processor.config import Settings
    from processor.daemon.service import Lines
    from processor.desk.house import Desk

DONE, FAILED, NOT_RIGHT, NOT_FOUND, DOES_NOT_HOLD, BUSY = 0, 1, 2, 3, 4, 75

ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config", "-c", help="The configuration file. Without it, the usual places are looked at.", show_default=False
    ),
]


def settings_in(config: Path | None, otherwise: int | None = None) -> "Settings":
    """The settings. Where they cannot be had that ends the command, with the status ``otherwise`` if it is given."""
    from processor.config import ConfigError, NoSuchFile, load

    try:
        return load(config)
    except NoSuchFile as fault:
        fail(str(fault), otherwise or NOT_FOUND)
    except ConfigError as fault:
        fail(str(fault), otherwise or FAILED)


def log_and_lines(settings: "Settings") -> "Lines":
    """Begin the log, which hides the passwords, and give the lines to the mail servers."""
    from processor.config import ConfigError
    from processor.daemon import logs
    from processor.daemon.start import lines_of

    try:
        logs.set_up(settings)
        return lines_of(settings)
    except ConfigError as fault:
        fail(str(fault), FAILED)


@contextmanager
def desk_of(settings: "Settings", otherwise: int = FAILED) -> "Iterator[Desk]":
    """The desk of the house, as long as the command needs it."""
    from processor.daemon.start import open_desk
    from processor.store.faults import StoreFault

    try:
        with open_desk(settings) as desk:
            yield desk
    except StoreFault as fault:
        fail(f"{fault} To see what to mend, run: turnpost check", otherwise)


def fail(words: str, status: int) -> NoReturn:
    """End the command with a sentence that says why and what to do."""
    with suppress(OSError):  # where even that cannot be printed, the status still tells it
        typer.echo(words, err=True)
    raise typer.Exit(status)


def all_must_exist(files: list[Path]) -> None:
    """End the command if one of the files it is to read is not there."""
    for file in files:
        if file.is_dir():
            fail(f"{file} is a folder. Name a file in it.", NOT_FOUND)
        if not file.exists():
            fail(f"There is no file {file}.", NOT_FOUND)
