"""Letters as people's mail programs write them: new text above, a greeting, and our own mail quoted below."""

from collections.abc import Callable
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from html import escape
from random import Random

Writer = Callable[["Reply", str], EmailMessage]

OPENINGS = (
    "Hello Marian,",
    "Hi!",
    "Dear GM,",
    "Dear Marian,\n\nthank you for the results, what a turn that was.",
    "Hallo Marian,\n\nhere we go again.",
    "Good evening, I hope the train was on time this week.",
    "",
    "",
)
CLOSINGS = (
    "Best wishes\n{name}",
    "Cheers, {name}",
    "All the best from a rainy town, and see you at the convention in spring!\n\n{name}",
    "{name}",
    "Kind regards,\n{name}\n\n-- \n{name}\nSecretary of the Tuesday club, meetings at 7 pm, 12 Mill Lane",
    "",
)
ASIDES = (
    "",
    "",
    "I had to think about this one for two days.",
    "By the way, will there be a match of something shorter after this one? My son would like to join us.",
    "Sorry for being late with this, the dog ate my first version.",
)


@dataclass(frozen=True)
class Reply:
    """An answer to one of our mails. ``address`` is where it goes, with the reply token in it."""

    number: int
    name: str
    sender: str
    address: str
    subject: str
    quoted: str
    orders: str


def letter(reply: Reply, rng: Random) -> bytes:
    """The mail as it arrives."""
    text = "\n\n".join(
        part for part in (rng.choice(OPENINGS), reply.orders, rng.choice(ASIDES), _closing(reply, rng)) if part
    )
    writer: Writer = rng.choices(list(WRITERS), list(WRITERS.values()))[0]
    mail = writer(reply, text)
    mail["From"] = f"{reply.name} <{reply.sender}>"
    mail["To"] = f"The Long Table <{reply.address}>"
    mail["Subject"] = f"Re: {reply.subject}"
    mail["Date"] = "Mon, 30 Nov 2026 12:00:00 +0100"
    mail["Message-ID"] = f"<{reply.number}.{rng.getrandbits(64):x}@players.test>"
    mail["Return-Path"] = f"<{reply.sender}>"
    mail["Received"] = "from mx.players.test (mx.players.test [192.0.2.7]) by mx.long.test with ESMTPS id 4XyZ; " + (
        "Mon, 30 Nov 2026 12:00:02 +0100 (CET)"
    )
    return mail.as_bytes(policy=policy.SMTP)


def _closing(reply: Reply, rng: Random) -> str:
    return rng.choice(CLOSINGS).format(name=reply.name)


def _fresh(reply: Reply, text: str) -> EmailMessage:
    """Without a quotation, as somebody writes who deletes all of it."""
    return _plain(text)


def _marked(reply: Reply, text: str) -> EmailMessage:
    """Quoted with marks, as Thunderbird and mutt do."""
    return _plain(f"{text}\n\nOn 29/11/2026 20:14, The Long Table wrote:\n{_quote(reply.quoted)}")


def _on_a_telephone(reply: Reply, text: str) -> EmailMessage:
    below = f"\n\nSent from my iPhone\n\n> On 29 Nov 2026, at 20:14, The Long Table <{reply.address}> wrote:\n> \n"
    return _plain(f"{text}{below}{_quote(reply.quoted)}")


def _in_the_browser(reply: Reply, text: str) -> EmailMessage:
    """Both forms, as the large providers' pages send them."""
    when = f"On Sun, 29 Nov 2026 at 20:14, The Long Table <{reply.address}> wrote:"
    mail = _plain(f"{text}\n\n{when}\n\n{_quote(reply.quoted)}")
    mail.add_alternative(
        f'<div dir="ltr">{_lines(text)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{escape(when)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px '
        f'solid rgb(204,204,204);padding-left:1ex">{_lines(reply.quoted)}</blockquote></div>\n',
        subtype="html",
    )
    return mail


def _in_an_office(reply: Reply, text: str) -> EmailMessage:
    """A block of headers and then our mail without any marks, as Outlook does."""
    head = f"From: The Long Table <{reply.address}>\nSent: Sunday, 29 November 2026 20:14\nTo: {reply.name}"
    head = f"{head}\nSubject: {reply.subject}"
    mail = _plain(f"{text}\n\n{head}\n\n{reply.quoted}")
    mail.add_alternative(
        f'<html><body lang="EN-GB"><div class="WordSection1"><p class="MsoNormal">{_lines(text)}</p>'
        f'<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
        f'{_lines(head)}</p></div><p class="MsoNormal">{_lines(reply.quoted)}</p></div></body></html>\n',
        subtype="html",
    )
    return mail


def _in_german(reply: Reply, text: str) -> EmailMessage:
    when = f"Am So., 29. Nov. 2026 um 20:14 Uhr schrieb The Long Table <{reply.address}>:"
    return _plain(f"{text}\n\nViele Grüße aus Köln\n\n{when}\n\n{_quote(reply.quoted)}")


WRITERS: dict[Writer, float] = {
    _in_the_browser: 30,
    _marked: 25,
    _on_a_telephone: 15,
    _in_an_office: 15,
    _fresh: 10,
    _in_german: 5,
}
"""How mails are written, and how many in a hundred are written so."""


def _plain(text: str) -> EmailMessage:
    mail = EmailMessage()
    mail.set_content(text + "\n")
    return mail


def _quote(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _lines(text: str) -> str:
    return "<br>\n".join(escape(line) or "&nbsp;" for line in text.split("\n"))
