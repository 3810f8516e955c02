"""Tells what came of a transcript: below each step the journal, what became of the letter, and the mails."""

from collections.abc import Iterator
from textwrap import wrap

from processor.core.text import folded
from processor.desk.journals import event_words
from processor.mail.newtext import MARK
from processor.rehearsal.performance import Performance, Scene
from processor.rehearsal.post import Mail
from processor.rehearsal.reading import EXPECTED, MARGIN
from processor.rehearsal.script import Step, TurnWas
from processor.rehearsal.stage import Output

WIDTH = 100
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
        told = [
            event_words(each.number, each.entry.event, matches[code]) for each in output.events if each.code == code
        ]
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
