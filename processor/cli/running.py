"""Commands that do the work of the house: serve, run-once, deliver."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from processor.cli.common import (
    BUSY,
    DONE,
    FAILED,
    NOT_RIGHT,
    ConfigOption,
    all_must_exist,
    desk_of,
    fail,
    log_and_lines,
    settings_in,
)
from processor.cli.paper import done_already

A_DAY = timedelta(days=1)


def serve(config: ConfigOption = None) -> None:
    """Run as a service until told to stop.

    Example: `turnpost serve --config /etc/turnpost/turnpost.toml`
    """
    from processor.daemon import rounds, service
    from processor.daemon.clockwatch import ClockWatch

    settings = settings_in(config)
    lines = log_and_lines(settings)
    with desk_of(settings) as desk:
        service.serve(desk, lines, rounds.now, watch=ClockWatch(rounds.now, rounds.steady))


def run_once(config: ConfigOption = None) -> None:
    """Read the post, close what is due, send what waits, and be done: for cron.

    Example for a crontab: `*/5 * * * * turnpost run-once`
    """
    from processor.daemon import rounds, service
    from processor.daemon.reader import Busy
    from processor.wire.faults import WireFault

    settings = settings_in(config)
    lines = log_and_lines(settings)
    with desk_of(settings) as desk:
        try:
            service.run_once(desk, lines, rounds.now)
        except Busy as busy:
            fail(str(busy), BUSY)
        except WireFault as fault:
            fail(str(fault), FAILED)


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
        all_must_exist([Path(file)])
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if not raw.strip():
        empty = "standard input" if file == "-" else file
        fail(f"There is no mail in this: {empty} is empty. For instance: turnpost deliver < letter.eml", FAILED)
    arrived = _instant(at) if at else rounds.now()
    if arrived > rounds.now() + A_DAY:
        fail(f"{at} is still to come, and no letter can have arrived then.", NOT_RIGHT)
    with desk_of(settings_in(config, BUSY), BUSY) as desk:
        taken = take_in(desk, raw, arrived, rounds.now)
    with done_already("But the letter has been taken in.", DONE):  # a mail server must not send it back for that
        typer.echo(taken)


def _instant(words: str) -> datetime:
    try:
        instant = datetime.fromisoformat(words)
    except ValueError:
        fail(f"{words!r} is not a time. Write for instance: --at 2026-12-18T20:00:00Z", NOT_RIGHT)
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)
