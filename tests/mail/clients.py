"""Answers to one mail of ours as mail programs write them, in every language and shape, and what is new in each."""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Any

from processor.mail.hypertext import text_of_html
from processor.mail.newtext import BLANK, MARK

GM, ADDRESS = "Marian of the Long Table", "gm+k7q2wz4mabcdefgh@games.test"
WORDS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
NEW = ("3.1: 6 fives", "3.2: challenge")
OLD = ("2.1: 2 sixes", "2.2: 7 fours")
OURS = (
    "Dear Ann,",
    "",
    "this is what stands for turn 2 of Spring (Postal Perudo, perudo-7):",
    "",
    *OLD,
    "",
    "To send orders for turn 3, fill this in and answer this mail:",
    "",
    f"3.1: {BLANK}",
    f"3.2: {BLANK}",
    "",
    "Turn 3 closes on Friday 20 November 2026, 20:00 (Europe/London).",
)
"""What we wrote, with old orders in it."""

Words = dict[str, Any]
Introduction = Callable[[Words], list[str]]


@dataclass(frozen=True)
class Client:
    """How a mail program answers: how it introduces our mail, what it adds to the letter, whether it indents."""

    name: str
    introduction: Introduction
    added: Callable[[Words], list[str]] = lambda words: []
    indents: bool = True
    wraps: bool = False
    html: str = ""
    """How it marks up an answer: ``{new}``, ``{introduction}`` and ``{ours}`` are put in their places."""


@dataclass(frozen=True)
class Answer:
    """A mail's text, what is new in it, and where it comes from."""

    language: str
    client: str
    shape: str
    text: str
    new: str


def answers() -> Iterator[Answer]:
    """Every program in every language and every shape that it can have, with our mark and without."""
    for language, words in WORDS.items():
        for client in CLIENTS:
            for ours in ((MARK, "", *OURS), OURS):
                for shape, write in SHAPES.items():
                    if client.indents or shape == "top":
                        yield Answer(language, client.name, shape, *write(client, words, ours))
                if client.html:
                    yield Answer(language, client.name, "HTML", *_html(client, words, ours))


# --- Introductions ----------------------------------------------------------------------------------------


def _line(kind: str) -> Introduction:
    return lambda words: [words[kind].format(gm=GM, address=ADDRESS)]


def _block(words: Words, order: str = "fstu") -> list[str]:
    sent_from, sent, to, subject = words["labels"]
    rows = {
        "f": f"{sent_from}: {GM} <{ADDRESS}>",
        "s": f"{sent}: {words['date']}",
        "t": f"{to}: Ann <ann@players.test>",
        "u": f"{subject}: [perudo-7] Turn 2",
    }
    return [rows[each] for each in order]


def _english(line: str) -> Introduction:
    return lambda words: [line.format(gm=GM, address=ADDRESS)]


def _underlined(words: Words) -> list[str]:
    return ["_" * 32, *_block(words)]


GMAIL = (
    '<div dir="ltr">{new}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
    '{introduction}</div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{ours}</blockquote></div>'
)
APPLE = (
    '{new}<div><br><blockquote type="cite">{introduction}</blockquote></div><blockquote type="cite">{ours}</blockquote>'
)
THUNDERBIRD = '{new}<div class="moz-cite-prefix">{introduction}</div><blockquote type="cite">{ours}</blockquote>'
YAHOO = '{new}<div id="ydp1yahoo_quoted_9" class="ydp1yahoo_quoted"><div>{introduction}</div><div>{ours}</div></div>'
CLASSIC = '<div class="WordSection1">{new}<div style="border-top:solid #E1E1E1 1.0pt">{introduction}</div>{ours}</div>'
OUTLOOK = '{new}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">{introduction}</div>{ours}'
MOBILE = '{new}<div class="ms-outlook-mobile-reference-message">{introduction}{ours}</div>'
PROTON = (
    '{new}<div class="protonmail_quote">{introduction}<blockquote class="protonmail_quote">{ours}</blockquote></div>'
)
PROTON_SAYS = "On Tuesday, November 10th, 2026 at 10:00 AM, {gm} <{address}> wrote:"

CLIENTS = (
    Client("Gmail on the web", _line("gmail"), wraps=True, html=GMAIL),
    Client("Gmail on Android", _line("gmail"), html=GMAIL),
    Client("Gmail on iOS", _line("gmail"), wraps=True, html=GMAIL),
    Client("Apple Mail", _line("apple"), html=APPLE),
    Client("iPhone", _line("apple"), lambda words: ["", words["phone"]], html=APPLE),
    Client("Thunderbird", _line("thunderbird"), html=THUNDERBIRD),
    Client("Yahoo", _line("yahoo"), indents=False, html=YAHOO),
    Client("Yahoo that indents", _line("yahoo")),
    Client("Outlook classic", lambda words: [f"-----{words['original']}-----", *_block(words)], indents=False),
    Client("Outlook new", _block, indents=False, html=CLASSIC),
    Client("Outlook on the web", _underlined, indents=False, html=OUTLOOK),
    Client("Outlook mobile", _underlined, lambda words: ["", words["mobile"]], indents=False, html=MOBILE),
    Client("Samsung", lambda words: [f"-------- {words['original']} --------", *_block(words)], indents=False),
    Client("web mailers", lambda words: [f"{words['original']}:", *_block(words, "sftu")], indents=False),
    Client("web mailers that indent", lambda words: _block(words, "sftu")),
    Client("Notes", lambda words: ["", *_block(words, "ftsu")], indents=False),
    Client("Proton", _english(PROTON_SAYS), html=PROTON),
    Client("mutt", _english("On Tue, Nov 10, 2026 at 10:00:00AM +0000, {gm} wrote:")),
    Client("K-9", _english("On 10 November 2026 10:00:00 GMT, {gm} <{address}> wrote:")),
)


# --- Shapes -----------------------------------------------------------------------------------------------


def _introduced(client: Client, words: Words) -> list[str]:
    lines = client.introduction(words)
    return [row for line in lines for row in (fill(line, 76).split("\n") if client.wraps else [line])]


def _quoted(client: Client, lines: tuple[str, ...]) -> list[str]:
    return [f"> {line}".rstrip() for line in lines] if client.indents else list(lines)


def _top(client: Client, words: Words, ours: tuple[str, ...]) -> tuple[str, str]:
    new = [words["hello"], "", *NEW, "", words["bye"]]
    rows = [*new, *client.added(words), "", *_introduced(client, words), "", *_quoted(client, ours)]
    return "\n".join(rows), "\n".join(new)


def _bottom(client: Client, words: Words, ours: tuple[str, ...]) -> tuple[str, str]:
    new = [words["hello"], "", *NEW, "", words["bye"]]
    rows = [*_introduced(client, words), *_quoted(client, ours), "", *new, *client.added(words)]
    return "\n".join(rows), "\n".join(new)


def _interleaved(client: Client, words: Words, ours: tuple[str, ...]) -> tuple[str, str]:
    """The orders stand right below the lines of ours that they answer."""
    rows = [*_introduced(client, words)]
    waiting = list(NEW)
    for line in ours:
        rows += _quoted(client, (line,))
        if BLANK in line:
            rows += ["", waiting.pop(0), ""]
    rows += ["", words["bye"], *client.added(words)]
    return "\n".join(rows), "\n\n".join([*NEW, words["bye"]])


def _filled_in(client: Client, words: Words, ours: tuple[str, ...]) -> tuple[str, str]:
    """The blanks of our form are filled in where they stand."""
    waiting = [order.partition(": ")[2] for order in NEW]
    filled = tuple(f"{line} {waiting.pop(0)}" if BLANK in line else line for line in ours)
    rows = [words["hello"], "", *_introduced(client, words), *_quoted(client, filled), *client.added(words)]
    said = [f"{order.partition(': ')[0]}: {BLANK} {order.partition(': ')[2]}" for order in NEW]
    return "\n".join(rows), "\n".join([words["hello"], "", *said])


def _html(client: Client, words: Words, ours: tuple[str, ...]) -> tuple[str, str]:
    """The same as top-posted, in HTML; here as the text that is made of it."""
    new = [words["hello"], "", *NEW, "", words["bye"]]
    html = client.html.format(
        new=_as_html([*new, *client.added(words)]),
        introduction=_as_html(client.introduction(words)),
        ours=_as_html(ours),
    )
    return text_of_html(f"<html><body>{html}</body></html>"), "\n".join(new)


def _as_html(lines: Iterable[str]) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)


SHAPES = {"top": _top, "bottom": _bottom, "interleaved": _interleaved, "filled in": _filled_in}
