"""Commands for trying things out, which need no house: demo, inspect, rehearse, verify, odds."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copymode
from typing import Annotated, TypeVar

import typer

from processor.cli.common import DOES_NOT_HOLD, FAILED, NOT_FOUND, all_must_exist, fail

T = TypeVar("T")


def demo(
    folder: Annotated[Path, typer.Option(help="Where all mails and proofs are laid down.")] = Path("demo-mail"),
    quiet: Annotated[bool, typer.Option("--quiet", help="No live view; only what came of it.")] = False,
) -> None:
    """Play five whole games by real mail on this machine, with robots as players.

    Starts a mail server of its own on the loopback interface, so there is nothing to set up.

    Example: `turnpost demo --folder /tmp/mail`
    """
    from processor.demo import play

    raise typer.Exit(play(folder, quiet=quiet))


def inspect(
    files: Annotated[list[Path], typer.Argument(help="Mails as files, one mail each.", show_default=False)],
    game: Annotated[str | None, typer.Option(help="Read orders by this game's grammar.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Show what we make of a mail. Nothing is recorded, and nothing needs to be set up.

    Examples: `turnpost inspect letter.eml`, `turnpost inspect --game perudo --json mails/*.eml`
    """
    from processor.games import all_games
    from processor.inspection import inspect_files
    from processor.show import inspection

    games = all_games()
    if game is not None and game not in games:
        fail(f"There is no game called {game}. The games are: {', '.join(games)}.", NOT_FOUND)
    all_must_exist(files)
    for found in _progress(inspect_files(files, games, game), len(files), "Reading mails"):
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False) if as_json else inspection(found))


def rehearse(
    file: Annotated[Path, typer.Argument(help="A transcript; its format is in docs/transcripts.md.")],
    as_json: Annotated[bool, typer.Option("--json", help="Events, receipts and the final state as JSON.")] = False,
    fill: Annotated[bool, typer.Option("--fill", help="Write what came of it into the file.")] = False,
) -> None:
    """Play a transcript through the real desk, in memory, and print every mail that would go out.

    Where a line cannot be read or played it is named, below what was played above it.

    Examples: `turnpost rehearse spring.txt`, `turnpost rehearse --json spring.txt`
    """
    from processor.rehearsal import BadTranscript, BrokenOff, Rehearsal, as_document, as_text
    from processor.rehearsal import rehearse as play

    def told(rehearsal: Rehearsal) -> str:
        return json.dumps(as_document(rehearsal), ensure_ascii=False, indent=2) if as_json else as_text(rehearsal)

    all_must_exist([file])
    try:
        rehearsal = play(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        fail(f"{file} is no text in UTF-8. Save it from your editor as plain text, UTF-8.", FAILED)
    except BrokenOff as fault:
        if not fill:
            typer.echo(told(fault.so_far))
        fail(str(fault), FAILED)
    except BadTranscript as fault:
        fail(str(fault), FAILED)
    if fill:
        _write_anew(file, as_text(rehearsal))
        return
    typer.echo(told(rehearsal))
    for surprise in rehearsal.surprises:
        typer.echo(f"Line {surprise.line} came out otherwise than expected:\n{surprise.difference}", err=True)
    if rehearsal.surprises:
        raise typer.Exit(DOES_NOT_HOLD)


def _write_anew(file: Path, text: str) -> None:
    """Put a text in the place of that in a file, which stays as it is where that cannot be done."""
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_text(text, encoding="utf-8")
        copymode(file, new)
        new.replace(file)
    except OSError as fault:
        new.unlink(missing_ok=True)
        fail(f"{file} could not be written and stays as it is: {fault.strerror}.", FAILED)


def verify(
    file: Annotated[Path, typer.Argument(help="The proof that came with the last mail of a match.")],
) -> None:
    """Check the dice of a finished match: every roll is made anew from the seed, and the match is played again.

    The file alone is enough. Example: `turnpost verify perudo-7-proof.txt`
    """
    from processor.desk import proof
    from processor.desk.house import codecs_for
    from processor.games import all_games

    all_must_exist([file])
    games = all_games()
    try:
        name, told = proof.read(file.read_text(encoding="utf-8-sig", errors="replace"), codecs_for(games))
    except proof.UnreadableProof as fault:
        fail(str(fault), FAILED)
    wrong = proof.faults(told, games[name])
    for each in wrong:
        typer.echo(f"WRONG  {each}")
    if wrong:
        raise typer.Exit(DOES_NOT_HOLD)
    typer.echo(
        f"It all holds: {len(told.rolls):,} dice and {len(told.events):,} entries, each made anew from the seed."
    )


def odds(
    game: Annotated[str, typer.Argument(help="A game with chances that can be told beforehand.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Exact fractions, as JSON.")] = False,
) -> None:
    """Print the chances of a game, worked out exactly.

    Examples: `turnpost odds GAME`, `turnpost odds --json GAME > odds.json`
    """
    from processor.games import all_games
    from processor.show import odds_as_json, odds_tables

    known = {name: each.odds for name, each in all_games().items() if each.odds}
    if game not in known:
        fail(f"There are no odds for {game}. The games that have some are: {', '.join(known)}.", NOT_FOUND)
    tables = known[game]()
    typer.echo(json.dumps(odds_as_json(game, tables), indent=2) if as_json else odds_tables(tables))


def _progress(items: Iterator[T], total: int, what: str) -> Iterator[T]:
    """The items, with a progress display on the terminal where there are many."""
    if total < 200 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, what, total, console=Console(stderr=True), transient=True)
