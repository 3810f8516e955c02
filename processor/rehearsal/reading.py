"""Reads a transcript: lines at the margin say what happens, indented lines below them what was written.

The head comes first, a word and its value in each line. Then every step begins with a sentence at the margin;
lines that begin with ``->`` are what is expected of it, and lines that begin with ``#`` are remarks.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from textwrap import dedent

from processor.core.reading import nearest
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.head import HEAD_WORDS, Head, read_head
from processor.rehearsal.script import (
    DeskSleeps,
    DeskWakes,
    Happening,
    LetterCame,
    Script,
    Step,
    TheMatchBegins,
    TimePasses,
    TurnCloses,
    TurnWas,
    Words,
)
from processor.rehearsal.times import EXAMPLES, When, read_when

EXPECTED = "->"
REMARK = "#"
MARGIN = "    "

SENTENCES = (
    "Anna writes Friday 8 January 2027, 20:00:",
    "Anna answers +2h:",
    "Turn 1 closes",
    "Turn 1 was:",
    "The match begins",
    "It is Friday 8 January 2027, 20:00",
    "The desk sleeps",
    "The desk wakes 3 days later",
)

_HEADER = re.compile(
    r"(?:From|To|Cc|Subject|Sender|Reply-To|Return-Path|Message-ID|In-Reply-To|References|Auto-Submitted|Precedence"
    r"|Authentication-Results|Content-[\w-]+|List-[\w-]+|X-[\w-]+):",
    re.IGNORECASE,
)
_ORDERS_OF = re.compile(r"\s*([^:]+):\s*(.*)")


@dataclass(frozen=True)
class Paragraph:
    """A line at the margin with the indented lines below it, and the remarks above it."""

    line: int
    text: str
    below: tuple[str, ...]
    lead: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        return (self.text, *self.below)


def read_script(text: str) -> Script:
    """The transcript that the text tells. Raises ``BadTranscript`` with the line and how to write it."""
    paragraphs, tail = _paragraphs(text)
    first = next((at for at, each in enumerate(paragraphs) if _sentence(each)), len(paragraphs))
    head = read_head([_head_line(each) for each in paragraphs[:first]])
    steps = tuple(_steps(paragraphs[first:]))
    if not (head.matches or steps):
        raise BadTranscript(1, _NOTHING)
    kept = tuple(line for each in paragraphs[:first] for line in (*each.lead, *each.lines))
    return Script(head.house, head.matches, steps, kept, tail)


def begins_a_step(line: str) -> bool:
    """Whether this line of a transcript stands at the margin and says what happens, or should."""
    return bool(line.strip()) and not line.startswith((" ", "\t", REMARK, EXPECTED))


def _paragraphs(text: str) -> tuple[list[Paragraph], tuple[str, ...]]:
    """The text cut at its margin; the remarks at its very end belong to nothing."""
    found: list[Paragraph] = []
    lead: list[str] = []
    for number, line in enumerate(map(_line, text.replace("\r\n", "\n").split("\n")), start=1):
        if line.startswith(REMARK) or (lead and not line):
            lead.append(line)
        elif not line or line.startswith(" "):
            if lead or (line and not found):
                raise BadTranscript(number, _STRAY)
            if found:
                found[-1] = Paragraph(found[-1].line, found[-1].text, (*found[-1].below, line), found[-1].lead)
        else:
            found.append(Paragraph(number, line, (), tuple(lead)))
            lead = []
    return found, tuple(lead)


def _line(text: str) -> str:
    """A line with blanks for the tabs before it; nothing at all if it shows nothing."""
    shown = text.lstrip(" \t")
    return text[: len(text) - len(shown)].expandtabs(len(MARGIN)) + shown if shown.strip() else ""


_NOTHING = (
    "nothing is played here. A transcript begins with its head, "
    'for instance "game choice" and below it "seats Anna, Ben".'
)
_STRAY = (
    "this line is indented, but there is nothing above it that it could belong to. Write first who writes, "
    f'at the margin, for instance "{SENTENCES[0]}", and the letter below it, indented.'
)


def _steps(paragraphs: list[Paragraph]) -> Iterator[Step]:
    while paragraphs:
        paragraph, *rest = paragraphs
        read = _sentence(paragraph)
        if read is None:
            raise BadTranscript(paragraph.line, _not_understood(paragraph.text))
        expected = tuple(takewhile(lambda each: each.text.startswith(EXPECTED), rest))
        lines = tuple(line.rstrip() for each in expected for line in each.lines)
        yield Step(
            paragraph.line,
            read(),
            _trimmed(paragraph.lines),
            _trimmed(lines) if expected else None,
            paragraph.lead,
        )
        paragraphs = rest[len(expected) :]


def _head_line(paragraph: Paragraph) -> Head:
    word, _, value = paragraph.text.partition(" ")
    word = word.rstrip(":").casefold()
    if word not in HEAD_WORDS:
        raise BadTranscript(paragraph.line, _not_understood(paragraph.text))
    below = enumerate(paragraph.below, start=paragraph.line + 1)
    return Head(paragraph.line, word, value.strip(), tuple(Words(at, line.strip()) for at, line in below if line))


def _not_understood(line: str) -> str:
    word = line.split()[0].rstrip(":").casefold()
    if line.startswith(EXPECTED):
        return "this says what is expected, but nothing has happened yet that it could be expected of."
    if word in HEAD_WORDS:
        return f'"{word}" belongs to the head, above the first thing that happens. Please move this line up there.'
    near = nearest(word, HEAD_WORDS)
    guess = f' Did you mean "{near}"?' if near else ""
    examples = "\n".join(f"    {sentence}" for sentence in SENTENCES)
    return f"this line is not understood.{guess} What happens is written in sentences such as these:\n{examples}"


_ABOUT = r'(?: "(?P<about>[^"]+)")?'
_FROM = r"(?: from (?P<address>\S+@[^\s,]+))?"

# --- Sentences --------------------------------------------------------------------------------------------


def _sentence(paragraph: Paragraph) -> Callable[[], Happening] | None:
    """How to read the paragraph, if its first line is one of our sentences."""
    for pattern, reader in _READERS.items():
        if found := pattern.fullmatch(paragraph.text.rstrip(" :.")):
            return lambda: reader(paragraph, found)
    return None


def _letter(paragraph: Paragraph, found: re.Match[str]) -> LetterCame:
    headers, body = _mail(paragraph)
    sender = Words(paragraph.line, found["who"].strip())
    answers = found["verb"].casefold() == "answers"
    return LetterCame(
        sender, answers, _when(paragraph, found), headers, body, found["about"] or "", found["address"] or ""
    )


def _closes(paragraph: Paragraph, found: re.Match[str]) -> TurnCloses:
    return TurnCloses(int(found["turn"]), found["code"], _when(paragraph, found))


def _was(paragraph: Paragraph, found: re.Match[str]) -> TurnWas:
    orders: list[tuple[Words, str]] = []
    for at, line in enumerate(paragraph.below, start=paragraph.line + 1):
        of = _ORDERS_OF.fullmatch(line)
        if line and not of:
            raise BadTranscript(at, 'write whose orders these are and what they are, for instance "Anna: 1+5, 5+6".')
        if of:
            orders.append((Words(at, of[1].strip()), of[2]))
    return TurnWas(int(found["turn"]), found["code"], tuple(orders))


def _time_passes(paragraph: Paragraph, found: re.Match[str]) -> TimePasses:
    when = _when(paragraph, found)
    if when is None:
        raise BadTranscript(paragraph.line, _no_time(""))
    return TimePasses(when)


_READERS: Mapping[re.Pattern[str], Callable[[Paragraph, re.Match[str]], Happening]] = {
    re.compile(rf"(?P<who>\S.*?) (?P<verb>writes|answers)\b{_ABOUT}{_FROM}(?P<when>.*)", re.IGNORECASE): _letter,
    re.compile(r"[a-z]+ (?P<turn>\d{1,4})(?: of (?P<code>[\w-]+))? closes\b(?P<when>.*)", re.IGNORECASE): _closes,
    re.compile(r"[a-z]+ (?P<turn>\d{1,4})(?: of (?P<code>[\w-]+))? was", re.IGNORECASE): _was,
    re.compile(r"the match begins", re.IGNORECASE): lambda _paragraph, _found: TheMatchBegins(),
    re.compile(r"it is (?:now )?(?P<when>.+)", re.IGNORECASE): _time_passes,
    re.compile(r"the desk sleeps\b(?P<when>.*)", re.IGNORECASE): lambda each, found: DeskSleeps(_when(each, found)),
    re.compile(r"the desk wakes\b(?P<when>.*)", re.IGNORECASE): lambda each, found: DeskWakes(_when(each, found)),
}


def _when(paragraph: Paragraph, found: re.Match[str]) -> When | None:
    words = found["when"].strip(" ,.:")
    when = read_when(words) if words else None
    if words and when is None:
        raise BadTranscript(paragraph.line, _no_time(words))
    return when


def _no_time(words: str) -> str:
    said = f'"{words}" is not a time that is understood.' if words else "the time is missing."
    return f"{said} Write for instance {EXAMPLES}."


def _mail(paragraph: Paragraph) -> tuple[Mapping[str, str], str]:
    """The headers that stand at the top of a letter, if any, and the letter."""
    lines = dedent("\n".join(_trimmed(paragraph.below))).split("\n")
    headers: dict[str, str] = {}
    if _HEADER.match(lines[0]):
        at = next((number for number, line in enumerate(lines) if not line), len(lines))
        for offset, line in enumerate(lines[:at]):
            name, colon, value = line.partition(":")
            if not colon or " " in name:
                wrong = "a letter that begins with mail headers needs a blank line between them and its text."
                raise BadTranscript(paragraph.line + 1 + offset, wrong)
            headers[name] = value.strip()
        lines = lines[at + 1 :]
    return headers, "\n".join(lines)


def _trimmed(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines without blank ones at the end."""
    end = len(lines)
    while end and not lines[end - 1]:
        end -= 1
    return lines[:end]
