"""Letters and mails as bytes: what a transcript's people write, and what the desk sends them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.header import Header, decode_header, make_header
from email.policy import compat32
from email.utils import format_datetime, formataddr, parseaddr

from processor.mail.write import text_of
from processor.store.inbox import Fetched
from processor.store.outbox import Outgoing


@dataclass(frozen=True)
class Mail:
    """A mail that went out: to whom and when, what it says, and what is needed to answer it."""

    kind: str
    name: str
    address: str
    at: datetime
    subject: str
    text: str
    attachments: tuple[str, ...]
    reply_to: str
    message_id: str


def letter(
    number: int,
    sender: tuple[str, str],
    to: str,
    arrived: datetime,
    headers: Mapping[str, str],
    body: str,
    answering: Mail | None,
) -> Fetched:
    """The letter as it lies in the mailbox. Headers that the transcript gives take the place of ours."""
    own = {
        "From": _from(*sender),
        "To": answering.reply_to if answering else to,
        "Subject": f"Re: {answering.subject}" if answering else "Orders",
        "Date": format_datetime(arrived),
        "Message-ID": f"<letter-{number}@example.org>",
    }
    if answering:
        own |= {"In-Reply-To": answering.message_id, "References": answering.message_id}
    own |= {"MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit"}
    given = {name.casefold() for name in headers}
    if "content-type" in given:
        del own["Content-Transfer-Encoding"]
    lines = [f"{name}: {value}" for name, value in own.items() if name.casefold() not in given]
    lines += [f"{name}: {_encoded(value)}" for name, value in headers.items()]
    raw = "\r\n".join([*lines, "", *body.split("\n"), ""]).encode()
    message_id = next((value for name, value in headers.items() if name.casefold() == "message-id"), own["Message-ID"])
    return Fetched(None, arrived, raw, len(raw), truncated=False, message_id=message_id)


def mail(outgoing: Outgoing, at: datetime) -> Mail:
    """The mail that is in the outbox, read as its reader will."""
    message = message_from_bytes(outgoing.mime, policy=compat32)
    name, _ = parseaddr(_decoded(message["To"]))
    return Mail(
        kind=outgoing.kind,
        name=name,
        address=outgoing.recipient,
        at=at,
        subject=_decoded(message["Subject"]),
        text=text_of(outgoing.mime),
        attachments=tuple(part.get_filename() or "" for part in message.walk() if part.get_filename()),
        reply_to=message["Reply-To"],
        message_id=outgoing.message_id,
    )


def _from(name: str, address: str) -> str:
    return formataddr((name, address)) if name else address


def _encoded(value: str) -> str:
    return value if value.isascii() else Header(value, "utf-8").encode()


def _decoded(value: str) -> str:
    """A header as it is shown, however its lines were folded."""
    return str(make_header(decode_header(value.replace("\r", "").replace("\n", ""))))
