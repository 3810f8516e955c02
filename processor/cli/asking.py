"""Commands of the GM: to say something in the words of a mail, and to see how things stand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from processor.cli.common import (
    DOES_NOT_HOLD,
    FAILED,
    NOT_FOUND,
    ConfigOption,
    all_must_exist,
    desk_of,
    fail,
    settings_in,
)
from processor.cli.paper import done_already

if TYPE_CHECKING:
    from processor.desk.answer import Outcome
    from processor.desk.house import Desk
    from processor.desk.importing import NotImported

_LOOK = 'To see what has become of a match, run: turnpost gm "log MATCH"'
_DONE = f"But what you said has been carried out, so there is no need to say it again. {_LOOK}"
_DONE_IN_PART = f"But what you said has been carried out, except for what was wrong in it. {_LOOK}"


def gm(
    words: Annotated[list[str], typer.Argument(help="What the GM would write in a mail.", show_default=False)],
    unread: Annotated[bool, typer.Option("--unread", help="Do it even if the mailbox cannot be read.")] = False,
    config: ConfigOption = None,
) -> None:
    """Say something as the GM, in the same words as by mail. It takes effect at once, also while a service runs.

    Of several lines each is answered, and one that is wrong stops none beside it; then the exit status is 1.
    Before a turn, a match or a player's part in it can end, the mailbox is read: no letter in it may come too late.

    Examples: `turnpost gm "start perudo-7"`, `turnpost gm "extend perudo-7 by 3 days"`, `turnpost gm help`
    """
    _say_as_gm(" ".join(words), config, unread)


def held(config: ConfigOption = None) -> None:
    """The letters that wait for proof of their writers. Example: `turnpost held`"""
    _say_as_gm("held", config)


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


def retry(
    number: Annotated[int, typer.Argument(help="The number of a letter that lies aside.")], config: ConfigOption = None
) -> None:
    """Open a letter again that lies aside. Example: `turnpost retry 12`"""
    _say_as_gm(f"retry {number}", config)


def release(
    number: Annotated[int, typer.Argument(help="The number of a letter that is held.")], config: ConfigOption = None
) -> None:
    """Deal with a held letter as if its writer had proved to have written it. Example: `turnpost release 12`"""
    _say_as_gm(f"release {number}", config)


def bounces(config: ConfigOption = None) -> None:
    """The players whose mail comes back, and the mails that nobody took. Example: `turnpost bounces`"""
    _say_as_gm("bounces", config)


def status(config: ConfigOption = None) -> None:
    """Every match at a glance, and what waits. Example: `turnpost status`"""
    from processor.daemon import rounds
    from processor.desk.counter import overview
    from processor.show import table

    settings = settings_in(config)
    with desk_of(settings) as desk:
        typer.echo(table(overview(desk, rounds.now()), settings.house.zone))


def show(match: Annotated[str, typer.Argument(help="The code of a match.")], config: ConfigOption = None) -> None:
    """A match as everybody may see it. Example: `turnpost show perudo-7`"""
    from processor.daemon import rounds
    from processor.desk import counter

    settings = settings_in(config)
    with desk_of(settings) as desk, _a_known_match(desk, match):
        typer.echo(counter.show(desk, match, settings.house.zone, rounds.now()))


def export(
    match: Annotated[str, typer.Argument(help="The code of a match.")],
    private: Annotated[
        bool, typer.Option("--private", help="Everything, secrets included: it can be imported elsewhere.")
    ] = False,
    config: ConfigOption = None,
) -> None:
    """A match as JSON: what everybody may know, and after its end the whole journal.

    Examples: `turnpost export perudo-7`, `turnpost export --private perudo-7 > perudo-7.json`
    """
    from processor.daemon import rounds
    from processor.desk import counter

    with desk_of(settings_in(config)) as desk, _a_known_match(desk, match):
        typer.echo(counter.export(desk, match, rounds.now(), private), nl=False)


def import_(
    file: Annotated[Path, typer.Argument(help="What turnpost export --private has written.")],
    config: ConfigOption = None,
) -> None:
    """Bring a match in from another house, to be played on here.

    Example: `turnpost import perudo-7.json`
    """
    from processor.daemon import rounds
    from processor.desk import importing

    all_must_exist([file])
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    with desk_of(settings_in(config)) as desk:
        try:
            brought = importing.bring_in(desk, text, rounds.now())
        except importing.NotImported as fault:
            fail(str(fault), _status_of(fault))
        with done_already("But the match is here now, and can be looked at: turnpost status"):
            typer.echo(brought)


def _status_of(fault: "NotImported") -> int:
    from processor.desk.importing import DoesNotHold, NoSuchGame

    match fault:
        case DoesNotHold():
            return DOES_NOT_HOLD
        case NoSuchGame():
            return NOT_FOUND
        case _:
            return FAILED


@contextmanager
def _a_known_match(desk: "Desk", code: str) -> Iterator[None]:
    from processor.desk.counter import UnknownMatch, codes

    try:
        yield
    except UnknownMatch:
        known = ", ".join(codes(desk))
        fail(
            f"There is no match called {code}. " + (f"The matches are: {known}." if known else "There are none yet."),
            NOT_FOUND,
        )


def _say_as_gm(words: str, config: Path | None, unread: bool = False) -> None:
    """Say something as the GM and print the answer. Unless it may stay unread, the post is read where that matters."""
    from processor.config import ConfigError
    from processor.daemon.reader import Unread
    from processor.daemon.rounds import now
    from processor.daemon.start import post_of
    from processor.desk.counter import instruct
    from processor.desk.work import NO_POST_READ
    from processor.show import outcome
    from processor.wire.faults import WireFault

    settings = settings_in(config)
    with desk_of(settings) as desk:
        read_post = (lambda: NO_POST_READ) if unread else post_of(settings, desk, now)
        try:
            answer = instruct(desk, words, now(), read_post)
        except (WireFault, Unread, ConfigError) as fault:
            fail(f"{fault} To do it without the letters that are there: turnpost gm --unread …", FAILED)
        with done_already(_DONE_IN_PART if _is_refusal(answer) else _DONE):
            typer.echo(outcome(answer))
        if _is_refusal(answer):
            raise typer.Exit(FAILED)


def _is_refusal(answer: "Outcome") -> bool:
    return bool(answer.complaints) or answer.refused
