"""Writes what goes out: a template and the view of its reader become a draft, and a draft becomes a mail.

All wording is in ``mailtemplates``. The first line of a template is the subject. A template that asks for
something it was not given is an error, never a blank.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.charset import QP, Charset
from email.header import Header
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.parser import BytesHeaderParser
from email.policy import Compat32, compat32
from email.utils import format_datetime, formataddr
from functools import cache
from textwrap import fill

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from processor.mail.headers import one_line, words
from processor.mail.mark import MARK, harmless
from processor.paths import shelf, shipped

WIDTH = 72
LONGEST_LINE = 78
"""How wide a row of a table or a line that we cite may be. Everything else is folded at ``WIDTH``."""
_LONGEST_ON_THE_WIRE = 900
_GAP = re.compile(r"\n{3,}")
_INDENT = re.compile(r" *(?:[-*] |\d+[.)] |was  |is  )?")
_BAR = re.compile(r" *\| ")
_MAY_BE_WIDER = re.compile(r" *\| |.*\S {2,}\S")
_LINE_END = re.compile(rb"\r?\n")


class _OnTheWire(Compat32):
    """CRLF line ends; and a header that is short and plain, as most of ours are, is written as it stands."""

    def fold_binary(self, name: str, value: str) -> bytes:
        """A header in bytes. The parent takes each apart to see where it could be folded, which takes long."""
        line = f"{name}: {value}"
        is_plain = len(line) <= LONGEST_LINE and line.isascii() and line.isprintable()
        return f"{line}\r\n".encode() if is_plain else super().fold_binary(name, value)


_ON_THE_WIRE = _OnTheWire(linesep="\r\n")


@dataclass(frozen=True)
class Draft:
    """A mail before it is put into bytes: one reader, and all its wording fixed."""

    kind: str
    address: str
    name: str
    subject: str
    text: str
    message_id: str
    reply_to: str
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    answers: bool = False
    list_id: str | None = None
    attachments: tuple[tuple[str, str], ...] = ()
    enclosed: tuple[tuple[str, bytes], ...] = ()
    """Letters that go along as they came, each under a name."""


@dataclass(frozen=True)
class Composed:
    """The subject and the text that a template made."""

    subject: str
    text: str


@dataclass(frozen=True)
class _Phrase:
    """A sentence of the house and what it is for: ``done``, ``refused``, ``doubt`` or ``piece``."""

    tone: str
    words: str


@dataclass(frozen=True)
class Author:
    """Whom our mails come from."""

    name: str
    address: str


def compose(template: str, **values: object) -> Composed:
    """A whole mail from a house template, for instance ``compose("receipt", …)``; our mark stands above the text."""
    subject, _, text = _template(f"house/{template}.j2").render(**values).partition("\n")
    text = _GAP.sub("\n\n", fit(text)).strip()
    return Composed(" ".join(subject.split()), f"{MARK}\n\n{text}\n")


def render(template: str, **values: object) -> str:
    """What the template of that path says, in lines that any mail program shows whole."""
    return fit(_template(template).render(**values))


def phrase(label: str, facts: Mapping[str, object] | None = None) -> str:
    """One sentence or two of the house's phrases, filled from the facts."""
    given = {name: _disarmed(fact) for name, fact in (facts or {}).items()}
    return _phrases()[label].words.format(**given).strip()


def has_phrase(label: str) -> bool:
    """Whether the house has a phrase of that label."""
    return label in _phrases()


def refuses(label: str) -> bool:
    """Whether the phrase of that label says that nothing was done."""
    return _phrases()[label].tone in ("refused", "doubt")


def fit(text: str) -> str:
    """The text with every overlong line folded at a blank, under its own indent, or behind the bar of what we cite."""
    return "\n".join(_fold(line) if _is_too_long(line) else line.rstrip() for line in text.split("\n"))


def to_bytes(draft: Draft, author: Author, date: datetime) -> bytes:
    """The mail as it goes over the wire, CRLF line ends included."""
    mail = _mime(draft)
    mail["From"] = formataddr((author.name, author.address))
    mail["To"] = formataddr((draft.name, draft.address)) if draft.name else draft.address
    mail["Subject"] = _subject(draft.subject)
    mail["Date"] = format_datetime(date)
    mail["Message-ID"] = draft.message_id
    mail["Reply-To"] = draft.reply_to
    if draft.in_reply_to:
        mail["In-Reply-To"] = draft.in_reply_to
    if draft.references:
        mail["References"] = " ".join(draft.references)
    mail["Auto-Submitted"] = "auto-replied" if draft.answers else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    if draft.list_id:
        mail["List-Id"] = f"<{draft.list_id}>"
        mail["List-Unsubscribe"] = _unsubscribing(draft.reply_to)
    raw = mail.as_bytes(policy=_ON_THE_WIRE)
    for number, (_, letter) in enumerate(draft.enclosed):
        raw = raw.replace(_place(draft, number).encode(), _LINE_END.sub(b"\r\n", letter))
    return raw


def readdressed(
    raw: bytes, name: str, address: str, reply_to: str, message_id: str, renewed: Mapping[str, str]
) -> bytes:
    """One of our own mails as if it had been written to another address, with the words in its subject renewed."""
    head, gap, body = raw.partition(b"\r\n\r\n")
    mail = message_from_bytes(head + gap, policy=_ON_THE_WIRE)
    subject = said_in(raw, "Subject")
    for old, new in renewed.items():
        subject = subject.replace(old, new)
    said = {
        "To": formataddr((name, address)),
        "Subject": _subject(subject),
        "Message-ID": message_id,
        "Reply-To": reply_to,
        "List-Unsubscribe": _unsubscribing(reply_to),
    }
    for header in said.keys() & set(mail.keys()):
        mail.replace_header(header, said[header])
    return mail.as_bytes() + body


def said_in(raw: bytes, header: str) -> str:
    """What one of our own mails says in a header."""
    return one_line(words(str(BytesHeaderParser(policy=compat32).parsebytes(raw).get(header, ""))))


def _subject(subject: str) -> str:
    return Header(subject, None if subject.isascii() else "utf-8").encode()


def _unsubscribing(reply_to: str) -> str:
    return f"<mailto:{reply_to}?subject=withdraw>"


def text_of(raw: bytes) -> str:
    """The text of one of our own mails, as it was before ``to_bytes``."""
    mail = message_from_bytes(raw, policy=compat32)
    part = next(each for each in mail.walk() if each.get_content_type() == "text/plain")
    body = part.get_payload(decode=True)
    return body.decode().replace("\r\n", "\n") if isinstance(body, bytes) else ""


def _mime(draft: Draft) -> MIMENonMultipart | MIMEMultipart:
    text = _text_part(draft.text)
    if not draft.attachments and not draft.enclosed:
        return text
    mail = MIMEMultipart("mixed", boundary=f"=_{draft.message_id.strip('<>').partition('@')[0]}")
    mail.attach(text)
    for name, content in draft.attachments:
        part = _text_part(content)
        part.add_header("Content-Disposition", "attachment", filename=name)
        mail.attach(part)
    for number, (name, letter) in enumerate(draft.enclosed):
        mail.attach(_enclosure(name, letter, _place(draft, number)))
    return mail


def _enclosure(name: str, letter: bytes, place: str) -> MIMENonMultipart:
    """A part for a letter that goes along byte for byte; it is put into its place when the rest is written."""
    part = MIMENonMultipart("message", "rfc822")
    part["Content-Transfer-Encoding"] = "7bit" if letter.isascii() else "8bit"
    part.add_header("Content-Disposition", "attachment", filename=name)
    part.set_payload(place)
    return part


def _place(draft: Draft, number: int) -> str:
    """What stands for an enclosed letter until it is put in: nobody can have written it before."""
    return f"={draft.message_id}={number}="


def _text_part(text: str) -> MIMENonMultipart:
    """Plain text that stays readable in the raw: ASCII as it is, the rest quoted-printable.

    So is a text with a line that mail servers would break in two (RFC 5321 lets them, beyond 998 characters).
    """
    as_it_is = text.isascii() and max(map(len, text.split("\n"))) <= _LONGEST_ON_THE_WIRE
    charset = Charset("us-ascii" if text.isascii() else "utf-8")
    charset.body_encoding = None if as_it_is else QP  # type: ignore[assignment]
    part = MIMENonMultipart("text", "plain", charset=str(charset))
    part.set_payload(text, charset)
    return part


def _is_too_long(line: str) -> bool:
    return len(line) > WIDTH and (len(line) > LONGEST_LINE or not _MAY_BE_WIDER.match(line))


def _fold(line: str) -> str:
    lead, bar = _INDENT.match(line), _BAR.match(line)
    hang = bar[0] if bar else " " * (lead.end() if lead else 0)
    return fill(
        line,
        WIDTH,
        subsequent_indent=hang,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


class _Ours(str):
    """A page made by a template, whose blanks are to be filled in."""

    __slots__ = ()


def _disarmed(value: object) -> object:
    """A value as it may stand in our mails: only templates write our mark and our blanks."""
    return harmless(value) if isinstance(value, str) and not isinstance(value, _Ours) else value


def _at_commas(moment: str) -> str:
    """A deadline that is too long for one line, indented by four, is broken behind its commas."""
    lines: list[str] = []
    for part in moment.split(", "):
        if lines and len(f"    {lines[-1]}, {part},") <= WIDTH:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return ",\n    ".join(lines)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(shelf("mailtemplates")),
        undefined=StrictUndefined,
        autoescape=False,  # these are plain texts
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_disarmed,
    )
    environment.filters["at_commas"] = _at_commas
    environment.filters["ours"] = _Ours
    return environment


@cache
def _template(path: str) -> Template:
    return _environment().get_template(path)


@cache
def _phrases() -> Mapping[str, _Phrase]:
    tones = tomllib.loads(shipped("mailtemplates", "house", "phrases.toml"))
    return {label: _Phrase(tone, words) for tone, phrases in tones.items() for label, words in phrases.items()}
