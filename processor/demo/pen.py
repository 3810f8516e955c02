"""How people's mail programs write: plain, with the answered mail quoted below, as HTML alone, or by themselves."""

import re
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, localtime, make_msgid, parseaddr
from html import escape

from processor.demo.cast import HOUSE, Habit, Person
from processor.demo.post import Letter, Mail

_SHOWN = re.compile(r"^ +\| ?(.*)$", re.MULTILINE)
_ABSENCE = "I am away and shall read my mail when I am back.\n\nIn urgent matters please ring me.\n"


class Pen:
    """Somebody's mail program. It keeps what was sent."""

    def __init__(self, writer: Person) -> None:
        self._writer = writer
        self._sent: list[str] = []

    def fresh(self, text: str, subject: str, to: tuple[str, ...] = (HOUSE,), cc: tuple[str, ...] = ()) -> Letter:
        """A new mail, in answer to nothing."""
        message = self._headed(subject, ", ".join(to))
        if cc:
            message["Cc"] = ", ".join(cc)
        message.set_content(text)
        return self._sealed(text, message, *to, *cc)

    def reply(self, text: str, mail: Mail) -> Letter:
        """An answer to a mail, in the manner of the writer's program."""
        message, to = self._answering(mail)
        if Habit.WRITES_HTML in self._writer.habits:
            message.set_content(_as_html(text, mail), subtype="html")
        elif Habit.QUOTES in self._writer.habits:
            message.set_content(f"{text}\n\n{_introduced(mail)}\n{_quoted(mail.text)}")
        else:
            message.set_content(text)
        return self._sealed(text, message, to)

    def filled_in(self, form: str, mail: Mail) -> Letter:
        """An answer written into the quotation of the mail itself."""
        message, to = self._answering(mail)
        message.set_content(f"{_introduced(mail)}\n{_quoted(form)}")
        return self._sealed(form, message, to)

    def out_of_office(self, mail: Mail) -> Letter:
        """What the program answers by itself while its owner is away."""
        message, to = self._answering(mail)
        message.replace_header("Subject", f"Out of office: {mail.subject}")
        message["Auto-Submitted"] = "auto-replied"
        message.set_content(_ABSENCE)
        return self._sealed(_ABSENCE, message, to)

    def wrote(self, mail: Mail) -> bool:
        """Whether the letter that this mail shows us was written here."""
        shown = " ".join(_SHOWN.findall(mail.text)).split()
        return bool(shown) and any(sent.split()[: len(shown)] == shown for sent in self._sent)

    def _answering(self, mail: Mail) -> tuple[EmailMessage, str]:
        to = next(iter(mail.addresses("Reply-To")), mail.sender)
        message = self._headed(mail.subject if mail.subject.startswith("Re: ") else f"Re: {mail.subject}", to)
        message["In-Reply-To"] = mail.message_id
        message["References"] = f"{mail.header('References')} {mail.message_id}".strip()
        return message, to

    def _headed(self, subject: str, to: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = formataddr((self._writer.name, self._writer.address))
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = format_datetime(localtime())
        message["Message-ID"] = make_msgid(domain=self._writer.address.rpartition("@")[2])
        return message

    def _sealed(self, text: str, message: EmailMessage, *to: str) -> Letter:
        self._sent.append(text)
        return Letter(self._writer.address, to, message)


def _introduced(mail: Mail) -> str:
    name, address = parseaddr(mail.header("From"))
    return f"On {mail.header('Date')}, {name} <{address}> wrote:\n"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.rstrip().split("\n"))


def _as_html(text: str, mail: Mail) -> str:
    lines = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))
    old = "<br>".join(escape(line) for line in mail.text.split("\n"))
    return (
        f'<html><body><div dir="ltr">{lines}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{escape(_introduced(mail))}</div><blockquote class="gmail_quote">{old}</blockquote></div></body></html>\n'
    )
