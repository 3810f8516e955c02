"""The command line: parse arguments, call the desk or the daemon, print.

Exit status: 0 done; 1 it could not be done, and a sentence says why; 2 the command was not written right;
3 there is no such game, match or file; 4 a proof or a rehearsal does not hold; 75 not just now, try again later.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

if TYPE_CHECKING:
    from processor.config import Settings
    from processor.daemon.service import Lines
    from processor.desk.answer import Outcome
    from processor.desk.house import Desk

T = TypeVar("T")

A_DAY = timedelta(days=1)

FAILED, NOT_RIGHT, NOT_FOUND, DOES_NOT_HOLD, BUSY = 1, 2, 3, 4, 75

app = typer.Typer(
    name="turnpost",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""The game master's tireless assistant: plays postal games by ordinary mail.

To see it at work, with nothing to set up: `turnpost demo`

To run your own: `turnpost init`, then `turnpost check`, then `turnpost serve`, or `turnpost run-once` from cron.""",
)

ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config", "-c", help="The configuration file. Without it, the usual places are looked at.", show_default=False
    ),
]


def main() -> None:
    """What the command ``turnpost`` runs."""
    app()


# --- Trying it out ----------------------------------------------------------------------------------------


@app.command()
def demo(
    folder: Annotated[Path, typer.Option(help="Where all mails and proofs are laid down.")] = Path("demo-mail"),
    quiet: Annotated[bool, typer.Option("--quiet", help="No live view; only what came of it.")] = False,
) -> None:
    """Play two whole games by real mail on this machine, with robots as players.

    Starts a mail server of its own on the loopback interface, so there is nothing to set up.

    Example: `turnpost demo --folder /tmp/mail`
    """
    from processor.demo import play

    raise typer.Exit(play(folder, quiet=quiet))


@app.command()
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
        _fail(f"There is no game called {game}. The games are: {', '.join(games)}.", NOT_FOUND)
    _all_must_exist(files)
    for found in _progress(inspect_files(files, games, game), len(files), "Reading mails"):
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False) if as_json else inspection(found))


@app.command()
def rehearse(
    file: Annotated[Path, typer.Argument(help="A transcript; its format is in docs/transcripts.md.")],
    as_json: Annotated[bool, typer.Option("--json", help="Events, receipts and the final state as JSON.")] = False,
    fill: Annotated[bool, typer.Option("--fill", help="Write what came of it into the file.")] = False,
) -> None:
    """Play a transcript through the real desk, in memory, and print every mail that would go out.

    Examples: `turnpost rehearse spring.txt`, `turnpost rehearse --json spring.txt`
    """
    from processor.rehearsal import BadTranscript, as_document, as_text
    from processor.rehearsal import rehearse as play

    _all_must_exist([file])
    try:
        rehearsal = play(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        _fail(f"{file} is no text in UTF-8. Save it from your editor as plain text, UTF-8.", FAILED)
    except BadTranscript as fault:
        _fail(str(fault), FAILED)
    if fill:
        file.write_text(as_text(rehearsal), encoding="utf-8")
        return
    typer.echo(json.dumps(as_document(rehearsal), ensure_ascii=False, indent=2) if as_json else as_text(rehearsal))
    for surprise in rehearsal.surprises:
        typer.echo(f"Line {surprise.line} came out otherwise than expected:\n{surprise.difference}", err=True)
    if rehearsal.surprises:
        raise typer.Exit(DOES_NOT_HOLD)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="The proof that came with the last mail of a match.")],
) -> None:
    """Check the dice of a finished match: every roll is made anew from the seed, and the match is played again.

    The file alone is enough. Example: `turnpost verify perudo-7-proof.txt`
    """
    from processor.desk import proof
    from processor.desk.house import codecs_for
    from processor.games import all_games

    _all_must_exist([file])
    games = all_games()
    try:
        name, told = proof.read(file.read_text(encoding="utf-8-sig", errors="replace"), codecs_for(games))
    except proof.UnreadableProof as fault:
        _fail(str(fault), FAILED)
    wrong = proof.faults(told, games[name])
    for each in wrong:
        typer.echo(f"WRONG  {each}")
    if wrong:
        raise typer.Exit(DOES_NOT_HOLD)
    typer.echo(f"It all holds: {len(told.rolls)} dice and {len(told.events)} entries, each made anew from the seed.")


@app.command()
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
        _fail(f"There are no odds for {game}. The games that have some are: {', '.join(known)}.", NOT_FOUND)
    tables = known[game]()
    typer.echo(json.dumps(odds_as_json(game, tables), indent=2) if as_json else odds_tables(tables))


# --- Setting up -------------------------------------------------------------------------------------------


@app.command()
def init(
    file: Annotated[Path, typer.Option(help="The configuration file to write.")] = Path("turnpost.toml"),
    non_interactive: Annotated[bool, typer.Option("--non-interactive", help="Ask nothing.")] = False,
    values: Annotated[
        list[str] | None,
        typer.Option("--set", help="A value, for instance imap.host=mail.example.org", show_default=False),
    ] = None,
) -> None:
    """Write a commented configuration, asking for what it needs.

    Examples: `turnpost init`, `turnpost init --non-interactive --set house.address=games@example.org`
    """
    from processor.config import ConfigError
    from processor.setup import ask, write_configuration

    if file.exists():
        _fail(f"{file} exists already. Move it away, or write another one with --file.", FAILED)
    given = dict(_pair(each) for each in values or [])
    try:
        write_configuration(file, given if non_interactive else ask(given))
    except ConfigError as fault:
        _fail(str(fault), NOT_RIGHT)
    typer.echo(f"Written: {file}. Now see whether it works: turnpost check --config {file}")


@app.command()
def check(config: ConfigOption = None) -> None:
    """Try the configuration: connect, log in, look round, send ourselves a mail and read it back.

    Example: `turnpost check`
    """
    from processor.daemon.checkup import checkup
    from processor.show import finding

    settings = _settings(config)
    well = True
    for found in checkup(settings):
        typer.echo(finding(found))
        well = well and found.well
    if not well:
        raise typer.Exit(FAILED)
    typer.echo("All is well. Start it with: turnpost serve")


# --- Running ----------------------------------------------------------------------------------------------


@app.command()
def serve(config: ConfigOption = None) -> None:
    """Run as a service until told to stop.

    Example: `turnpost serve --config /etc/turnpost/turnpost.toml`
    """
    from processor.daemon import rounds, service

    settings = _settings(config)
    lines = _lines(settings)
    with _desk(settings) as desk:
        service.serve(desk, lines, rounds.now)


@app.command("run-once")
def run_once(config: ConfigOption = None) -> None:
    """Read the post, close what is due, send what waits, and be done: for cron.

    Example for a crontab: `*/5 * * * * turnpost run-once`
    """
    from processor.daemon import rounds, service
    from processor.daemon.reader import Busy
    from processor.wire.faults import WireFault

    settings = _settings(config)
    lines = _lines(settings)
    with _desk(settings) as desk:
        try:
            service.run_once(desk, lines, rounds.now)
        except Busy as busy:
            _fail(str(busy), BUSY)
        except WireFault as fault:
            _fail(str(fault), FAILED)


@app.command()
def deliver(
    file: Annotated[str, typer.Argument(help="A mail as a file, or - for standard input.")] = "-",
    at: Annotated[str | None, typer.Option(help="When it arrived, for instance 2026-12-18T20:00:00Z.")] = None,
    config: ConfigOption = None,
) -> None:
    """Take in one raw mail from a pipe, as procmail or Postfix hand it over.

    When it cannot be kept just now the exit status is 75, so that the mail server tries again.

    Examples: `turnpost deliver < letter.eml`, `turnpost deliver letter.eml --at 2026-12-18T19:59:00Z`
    """
    from processor.daemon import rounds
    from processor.daemon.start import take_in

    if file != "-":
        _all_must_exist([Path(file)])
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if not raw.strip():
        _fail("There is no mail in this. Hand one over, for instance: turnpost deliver < letter.eml", FAILED)
    arrived = _instant(at) if at else rounds.now()
    if arrived > rounds.now() + A_DAY:
        _fail(f"{at} is still to come, and no letter can have arrived then.", NOT_RIGHT)
    with _desk(_settings(config, BUSY), BUSY) as desk:
        typer.echo(take_in(desk, raw, arrived, rounds.now))


# --- Asking and telling -----------------------------------------------------------------------------------


@app.command()
def gm(
    words: Annotated[list[str], typer.Argument(help="What the GM would write in a mail.", show_default=False)],
    unread: Annotated[bool, typer.Option("--unread", help="Close a turn even if the mailbox cannot be read.")] = False,
    config: ConfigOption = None,
) -> None:
    """Say something as the GM, in the same words as by mail. It takes effect at once, also while a service runs.

    Before `run` closes a turn the mailbox is read, so that no orders in it come too late.

    Examples: `turnpost gm "start perudo-7"`, `turnpost gm "extend perudo-7 by 3 days"`, `turnpost gm help`
    """
    _say_as_gm(" ".join(words), config, unread)


@app.command()
def held(config: ConfigOption = None) -> None:
    """The letters that wait for proof of their writers. Example: `turnpost held`"""
    _say_as_gm("held", config)


@app.command("put-aside")
def put_aside(
    number: Annotated[
        int | None, typer.Argument(help="The number of a letter to put aside.", show_default=False)
    ] = None,
    config: ConfigOption = None,
) -> None:
    """The letters that lie aside; with a number, put that letter aside too.

    Examples: `turnpost put-aside`, `turnpost put-aside 12`
    """
    _say_as_gm("put aside" if number is None else f"put aside {number}", config)


@app.command()
def retry(
    number: Annotated[int, typer.Argument(help="The number of a letter that lies aside.")], config: ConfigOption = None
) -> None:
    """Open a letter again that lies aside. Example: `turnpost retry 12`"""
    _say_as_gm(f"retry {number}", config)


@app.command()
def release(
    number: Annotated[int, typer.Argument(help="The number of a letter that is held.")], config: ConfigOption = None
) -> None:
    """Deal with a held letter as if its writer had proved to have written it. Example: `turnpost release 12`"""
    _say_as_gm(f"release {number}", config)


@app.command()
def bounces(config: ConfigOption = None) -> None:
    """The players whose mail comes back, and the mails that nobody took. Example: `turnpost bounces`"""
    _say_as_gm("bounces", config)


@app.command()
def status(config: ConfigOption = None) -> None:
    """Every match at a glance, and what waits. Example: `turnpost status`"""
    from processor.desk.counter import overview
    from processor.show import table

    settings = _settings(config)
    with _desk(settings) as desk:
        typer.echo(table(overview(desk), settings.house.zone))


@app.command()
def show(match: Annotated[str, typer.Argument(help="The code of a match.")], config: ConfigOption = None) -> None:
    """A match as everybody may see it. Example: `turnpost show perudo-7`"""
    from processor.daemon import rounds
    from processor.desk import counter

    settings = _settings(config)
    with _desk(settings) as desk, _known_match(desk, match):
        typer.echo(counter.show(desk, match, settings.house.zone, rounds.now()))


@app.command()
def export(
    match: Annotated[str, typer.Argument(help="The code of a match.")],
    private: Annotated[bool, typer.Option("--private", help="The whole journal, secrets included.")] = False,
    config: ConfigOption = None,
) -> None:
    """A match as JSON: what everybody may know, and after its end the whole journal.

    Example: `turnpost export perudo-7 > perudo-7.json`
    """
    from processor.daemon import rounds
    from processor.desk import counter

    with _desk(_settings(config)) as desk, _known_match(desk, match):
        typer.echo(counter.export(desk, match, rounds.now(), private), nl=False)


# --- Small helpers of this page ---------------------------------------------------------------------------


def _settings(config: Path | None, otherwise: int = FAILED) -> "Settings":
    from processor.config import ConfigError, load

    try:
        return load(config)
    except ConfigError as fault:
        _fail(str(fault), otherwise)


def _lines(settings: "Settings") -> "Lines":
    """The lines to the mail servers, and a log that hides their passwords."""
    from processor.config import ConfigError
    from processor.daemon import logs
    from processor.daemon.start import lines_of

    try:
        logs.set_up(settings)
        return lines_of(settings)
    except ConfigError as fault:
        _fail(str(fault), FAILED)


@contextmanager
def _desk(settings: "Settings", otherwise: int = FAILED) -> "Iterator[Desk]":
    from processor.daemon.start import open_desk
    from processor.store.faults import StoreFault

    try:
        with open_desk(settings) as desk:
            yield desk
    except StoreFault as fault:
        _fail(str(fault), otherwise)


@contextmanager
def _known_match(desk: "Desk", code: str) -> Iterator[None]:
    from processor.desk.counter import UnknownMatch, overview

    try:
        yield
    except UnknownMatch:
        codes = ", ".join(row.code for row in overview(desk).rows)
        _fail(
            f"There is no match called {code}. " + (f"The matches are: {codes}." if codes else "There are none yet."),
            NOT_FOUND,
        )


def _say_as_gm(words: str, config: Path | None, unread: bool = False) -> None:
    """Say something as the GM and print the answer. Unless it may stay unread, the post is read where that matters."""
    from processor.config import ConfigError
    from processor.daemon.reader import Unread
    from processor.daemon.rounds import now
    from processor.daemon.start import post_of
    from processor.desk.counter import instruct
    from processor.show import outcome
    from processor.wire.faults import WireFault

    settings = _settings(config)
    with _desk(settings) as desk:
        read_post = (lambda: None) if unread else post_of(settings, desk, now)
        try:
            answer = instruct(desk, words, now(), read_post)
        except (WireFault, Unread, ConfigError) as fault:
            _fail(f"{fault} To close the turn without the letters that are there: turnpost gm --unread …", FAILED)
        typer.echo(outcome(answer))
        if _is_refusal(answer):
            raise typer.Exit(FAILED)


def _is_refusal(answer: "Outcome") -> bool:
    return bool(answer.complaints) or answer.refused


def _fail(words: str, status: int) -> NoReturn:
    typer.echo(words, err=True)
    raise typer.Exit(status)


def _all_must_exist(files: list[Path]) -> None:
    for file in files:
        if not file.is_file():
            _fail(f"There is no file {file}.", NOT_FOUND)


def _pair(each: str) -> tuple[str, str]:
    key, equals, value = each.partition("=")
    if not equals:
        _fail(f"{each!r} is not a key and a value. Write for instance: --set imap.host=mail.example.org", NOT_RIGHT)
    return key.strip(), value.strip()


def _instant(words: str) -> datetime:
    try:
        instant = datetime.fromisoformat(words)
    except ValueError:
        _fail(f"{words!r} is not a time. Write for instance: --at 2026-12-18T20:00:00Z", NOT_RIGHT)
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def _progress(items: Iterator[T], total: int, what: str) -> Iterator[T]:
    """The items, with a progress display on the terminal where there are many."""
    if total < 200 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, what, total, console=Console(stderr=True), transient=True)
