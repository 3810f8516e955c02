"""Commands that set a house up: init, check."""

import os
from pathlib import Path
from typing import Annotated

import typer

from processor.cli.common import FAILED, NOT_RIGHT, ConfigOption, fail, settings_in
from processor.cli.paper import done_already


def init(
    file: Annotated[Path, typer.Option(help="The configuration file to write.")] = Path("turnpost.toml"),
    non_interactive: Annotated[
        bool, typer.Option("--non-interactive", help="Ask nothing; the two addresses must then be given with --set.")
    ] = False,
    values: Annotated[
        list[str] | None,
        typer.Option("--set", help="A value, for instance imap.host=mail.example.org", show_default=False),
    ] = None,
) -> None:
    """Write a commented configuration, asking for what it needs. An answer that cannot be right is asked for again.

    Examples: `turnpost init`,
    `turnpost init --non-interactive --set house.address=games@example.org --set house.gm_address=marian@example.org`
    """
    from processor.config import ConfigError
    from processor.setup import ask, completed, write_configuration

    if file.exists():
        fail(f"{file} exists already. Move it away, or write another one with --file.", FAILED)
    if not os.access(next(each for each in file.absolute().parents if each.exists()), os.W_OK):
        fail(f"Nothing can be written beside {file}. Name another place with --file.", FAILED)
    given = dict(_pair(each) for each in values or [])
    try:
        write_configuration(file, completed(given) if non_interactive else ask(given))
    except ConfigError as fault:
        fail(str(fault), NOT_RIGHT)
    with done_already(f"But the configuration is written: {file}"):
        typer.echo(f"Written: {file}. Now see whether it works: turnpost check --config {file}")


def check(config: ConfigOption = None) -> None:
    """Try the configuration: connect, log in, look round, send ourselves a mail and read it back.

    Example: `turnpost check`
    """
    from processor.config import find
    from processor.daemon.checkup import checkup
    from processor.show import finding

    settings = settings_in(config)
    well = True
    for found in checkup(settings, find(config)):
        typer.echo(finding(found))
        well = well and found.well
    if not well:
        raise typer.Exit(FAILED)
    typer.echo("All is well. Start it with: turnpost serve")


def _pair(each: str) -> tuple[str, str]:
    key, equals, value = each.partition("=")
    if not equals:
        fail(f"{each!r} is not a key and a value. Write for instance: --set imap.host=mail.example.org", NOT_RIGHT)
    return key.strip(), value.strip()
