"""The post as the people of the demo see it: their mailboxes, and the counter where letters are handed in."""

import smtplib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

from processor.wire.postoffice import HOST, PostOffice

INBOX = "INBOX"
PROCESSED, HELD, PUT_ASIDE = "Processed", "Held", "Put aside"
"""Where the house keeps the letters that it has dealt with, unless its configuration says otherwise."""


@dataclass(frozen=True)
class Letter:
    """A mail that somebody hands in: its envelope, and what is inside."""

    sender: str
    recipients: tuple[str, ...]
    message: EmailMessage = field(repr=False)


@dataclass(frozen=True, eq=False)
class Mail:
    """A mail that lies in somebody's mailbox, as its reader's mail program shows it."""

    box: str
    folder: str
    number: int
    raw: bytes = field(repr=False)

    @property
    def path(self) -> Path:
        """Where the mail is laid down at the end, in the folder of the demo."""
        return Path(quote(self.box, safe="@+"), quote(self.folder, safe=" "), f"{self.number:04}.eml")

    @cached_property
    def message(self) -> EmailMessage:
        message = message_from_bytes(self.raw, policy=default)
        assert isinstance(message, EmailMessage)
        return message

    def header(self, name: str) -> str:
        return str(self.message.get(name, ""))

    @cached_property
    def subject(self) -> str:
        return self.header("Subject")

    @cached_property
    def sender(self) -> str:
        return self.addresses("From")[0]

    @cached_property
    def message_id(self) -> str:
        return self.header("Message-ID").strip()

    @cached_property
    def answered_id(self) -> str:
        """The Message-ID of the mail that this one answers."""
        return self.header("In-Reply-To").strip()

    @cached_property
    def text(self) -> str:
        """The body as it is read: plain text where there is some, else the source of the HTML."""
        body = self.message.get_body(("plain", "html"))
        return body.get_content().replace("\r\n", "\n") if body else ""

    @cached_property
    def running_text(self) -> str:
        """The text without its line ends, in which a sentence can be looked for."""
        return " ".join(self.text.split())

    def addresses(self, header: str) -> tuple[str, ...]:
        """The bare addresses in a header."""
        return tuple(
            each.addr_spec for line in self.message.get_all(header, ()) for each in getattr(line, "addresses", ())
        )


class Post:
    """``with Post(office) as post``: hand in letters by SMTP, and collect what has come."""

    def __init__(self, office: PostOffice) -> None:
        self._office = office
        self._collected: Counter[str] = Counter()
        self._opened: dict[tuple[str, str, int, bytes], Mail] = {}

    def __enter__(self) -> Self:
        self._counter = smtplib.SMTP(HOST, self._office.smtp_port, "localhost")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._counter.close()

    def send(self, letter: Letter) -> None:
        """Hand a letter in by SMTP."""
        self._counter.send_message(letter.message, letter.sender, letter.recipients)

    def collect(self, addresses: Iterable[str]) -> tuple[Mail, ...]:
        """What has come to these people since the last time."""
        boxes = self._office.mailboxes()
        mails = [mail for address in addresses for mail in self._folder(address, INBOX, boxes[address][INBOX])]
        fresh = [mail for mail in mails if mail.number > self._collected[mail.box]]
        self._collected.update(mail.box for mail in fresh)
        return tuple(fresh)

    def everything(self) -> tuple[Mail, ...]:
        """All mail there is, in all folders of everybody."""
        return tuple(
            mail
            for address, folders in self._office.mailboxes().items()
            for name, raws in folders.items()
            for mail in self._folder(address, name, raws)
        )

    def lay_down(self, folder: Path) -> None:
        """Write all mail there is into the folder."""
        self._office.dump(folder)

    def _folder(self, address: str, name: str, raws: Iterable[bytes]) -> Iterator[Mail]:
        """The mails of a folder. One that was seen before is not opened anew."""
        for number, raw in enumerate(raws, start=1):
            place = address, name, number, raw
            if place not in self._opened:
                self._opened[place] = Mail(*place)
            yield self._opened[place]
