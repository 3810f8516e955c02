"""The command line: parse arguments, call the desk or the daemon, print. Each page has the commands of one purpose."""

from collections.abc import Callable
from typing import Annotated

import typer

from processor import __version__
from processor.cli import asking, running, setting_up, trying
from processor.cli.paper import paper

PAGES: dict[str, tuple[Callable[..., None], ...]] = {
    "Trying it out": (trying.demo, trying.inspect, trying.rehearse, trying.verify, trying.odds),
    "Setting up": (setting_up.init, setting_up.check),
    "Running": (running.serve, running.run_once, running.deliver),
    "Asking and telling": (asking.gm, asking.status, asking.show),
    "Moving a match": (asking.export, asking.import_),
    "Letters that need the GM": (asking.held, asking.release, asking.put_aside, asking.retry, asking.bounces),
}

app = typer.Typer(
    name="turnpost",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for title, commands in PAGES.items():
    for command in commands:
        app.command(command.__name__.strip("_").replace("_", "-"), rich_help_panel=title)(command)


def main() -> None:
    """What the command ``turnpost`` runs."""
    with paper():
        app()


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"turnpost {__version__}")
        raise typer.Exit


@app.callback()
def turnpost(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_say_version, is_eager=True)
    ] = False,
) -> None:
    """The game master's tireless assistant: plays postal games by ordinary mail.

    To see it at work, with nothing to set up: `turnpost demo`

    To run your own: `turnpost init`, then `turnpost check`, then `turnpost serve`, or `turnpost run-once` from cron.
    """
