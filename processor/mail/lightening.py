"""Takes out of a mail what weighs and says nothing: a word on its name and size stands in place of a photo."""

from email import policy
from email.message import Message

from processor.mail.read import parse

_AS_IT_CAME = policy.compat32.clone(linesep="\r\n", max_line_length=0)
_KEPT = ("text", "multipart", "message")


def lightened(raw: bytes) -> bytes:
    """The mail without attachments that are no text, each of them named; byte for byte where it has none."""
    message, limit = parse(raw)
    heavy = [part for part in message.walk() if part.get_content_maintype() not in _KEPT]
    if limit is not None or not heavy:
        return raw
    for part in heavy:
        _name_instead(part)
    return message.as_bytes(policy=_AS_IT_CAME)


def size_in_words(size: int) -> str:
    """So many bytes, as people speak of them: "3.1 MB", "12 kB"."""
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{-(-size // 1000)} kB"


def _name_instead(part: Message) -> None:
    """Put a word on a part in its place."""
    body = part.get_payload(decode=True)
    size = size_in_words(len(body) if isinstance(body, bytes) else 0)
    said = f"[Left out: {part.get_filename() or 'a part without a name'}, {part.get_content_type()}, {size}]"
    for field in ("Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "Content-ID"):
        del part[field]
    part["Content-Type"] = "text/plain; charset=utf-8"
    part["Content-Transfer-Encoding"] = "8bit"
    part.set_payload(f"{said}\n".encode(errors="replace").decode("ascii", "surrogateescape"))
