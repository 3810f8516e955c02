"""Tells what came of a transcript: below each step the journal, what became of the letter, and the mails."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from textwrap import wrap
from typing import Any

from processor.core import calendar
from processor.core.dice import Roll
from processor.core.events import Event, RulingGiven
from processor.core.match import Match
from processor.core.orders import Order
from processor.core.text import folded
from processor.mail.newtext import MARK
from processor.rehearsal.performance import Performance, Scene
from processor.rehearsal.post import Mail
from processor.rehearsal.reading import EXPECTED, MARGIN
from processor.rehearsal.script import Step, TurnWas
from processor.rehearsal.stage import Happened, Output

WIDTH = 100
MOST_DICE = 10
HANG = 8


def tell(performance: Performance) -> str:
    """The whole transcript as it was written, with everything that came of it below each step."""
    script = performance.script
    lines = [*script.head]
    for scene in performance.scenes:
        lines += [*_above(lines, scene.step), *scene.step.written, "", *told(performance, scene)]
    return "\n".join([*_trimmed(lines), *(["", *script.tail] if script.tail else [])]).rstrip("\n") + "\n"


def told(performance: Performance, scene: Scene) -> tuple[str, ...]:
    """What came of one step, in the lines of a transcript."""
    if isinstance(scene.step.happening, TurnWas):
        return ()
    blocks = [*_journals(performance, scene.output), *_letters(scene.output), *_mails(performance, scene.output)]
    if not blocks:
        blocks = [[f"{EXPECTED} nothing"]]
    return tuple(line for block in blocks for line in (*block, ""))


def _above(lines: list[str], step: Step) -> tuple[str, ...]:
    """What separates a step from what stands above it: its own remarks, or one blank line."""
    gap = [""] if lines and lines[-1] else []
    return (*gap, *step.lead)


def _journals(performance: Performance, output: Output) -> Iterator[list[str]]:
    matches = {match.code: match for match in performance.matches}
    for code in dict.fromkeys(each.code for each in output.events):
        of = f" of {code}" if len(matches) > 1 else ""
        told = [_event(each, matches[code]) for each in output.events if each.code == code]
        yield [f"{EXPECTED} journal{of}", *(line for each in told for line in _wrapped(each))]


def _letters(output: Output) -> Iterator[list[str]]:
    """What became of letters that were not simply answered."""
    for receipt in output.receipts:
        status, reason = receipt.disposition.status, receipt.disposition.reason
        if (status, reason) != ("done", "answered"):
            yield [f"{EXPECTED} letter {status}: {reason}"]


def _mails(performance: Performance, output: Output) -> Iterator[list[str]]:
    whole = {folded(name) for name in performance.script.house.printed}
    for mail in output.mails:
        name = performance.people.get(mail.address, mail.address)
        head = f"{EXPECTED} mail to {name}: {mail.subject}"
        body = list(_body(mail)) if not whole or folded(name) in whole else []
        yield [head, *(f"{MARGIN}{line}".rstrip() for line in body)]


def _body(mail: Mail) -> Iterator[str]:
    """What its reader reads, without the line that every mail of ours begins with."""
    yield from mail.text.removeprefix(MARK).strip("\n").split("\n")
    for name in mail.attachments:
        yield ""
        yield f"[attached: {name}]"


# --- Events -----------------------------------------------------------------------------------------------


def _event(happened: Happened, match: Match) -> str:
    event = happened.entry.event
    if not isinstance(event, RulingGiven):
        return _named(event, match)
    new = "; ".join(_named(told.event, match) for told in event.instead if told.number == happened.number)
    after = f"; new: {new}" if new else ""
    return f"{_named(replace(event, instead=()), match)}; told anew {len(event.instead)} events{after}"


def _named(event: Event, match: Match) -> str:
    said = "; ".join(f"{each.name} {_said(getattr(event, each.name), match)}" for each in _telling_fields(event))
    return f"{type(event).__name__}: {said}" if said else type(event).__name__


def _telling_fields(event: Event) -> Iterator[Any]:
    return (each for each in fields(event) if getattr(event, each.name) not in ((), {}))


def _said(value: object, match: Match) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M:%S} UTC".replace(":00 UTC", " UTC")
        case Order():
            return f"“{match.game.say(value)}”"
        case tuple() if value and all(isinstance(each, Roll) for each in value):
            return _dice(value)
        case tuple():
            return f"[{', '.join(_said(each, match) for each in value)}]"
        case calendar.Weekly() | calendar.AfterLast() | calendar.OnDatesGiven():
            return calendar.say(value)
        case Mapping() if len(value) >= MOST_DICE or any("/" in str(key) for key in value):
            return f"of {len(value)}"
        case Mapping():
            return f"[{', '.join(f'{key} {_said(each, match)}' for key, each in value.items())}]"
        case _ if is_dataclass(value):
            return f"({', '.join(f'{each.name} {_said(getattr(value, each.name), match)}' for each in fields(value))})"
        case _:
            return str(value)


def _dice(rolls: tuple[Roll, ...]) -> str:
    """The faces of some dice; of many, only how many they are."""
    if len(rolls) > MOST_DICE:
        return f"{len(rolls)} dice"
    faces = " ".join(str(roll.face) for roll in rolls)
    return f"{faces} (by hand)" if all(roll.by_hand for roll in rolls) else faces


def _wrapped(text: str) -> list[str]:
    return wrap(
        text,
        WIDTH,
        initial_indent=MARGIN,
        subsequent_indent=" " * HANG,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _trimmed(lines: list[str]) -> list[str]:
    """The lines without blank ones at the end, and never two blank ones in a row where we put them."""
    end = len(lines)
    while end and not lines[end - 1]:
        end -= 1
    return lines[:end]
