"""Recognises a letter that came twice: mail servers that are unsure whether one was taken send it again."""

from processor.desk.house import Sitting
from processor.mail.read import Letter, read
from processor.store import inbox
from processor.store.inbox import Envelope
from processor.store.inbox import Letter as Kept

COPY = "copy"
_WRITTEN_BY_ITS_SENDER = ("from", "to", "cc", "date", "subject")
_MOST_COMPARED = 5


def is_copy(sitting: Sitting, waiting: Kept, letter: Letter) -> bool:
    """Whether this letter was dealt with already: the same Message-ID, and all the same but for its way to us."""
    if not (waiting.message_id and waiting.has_twin):
        return False
    others = [each for each in inbox.by_message_id(sitting.store, waiting.message_id) if _is_original(each, waiting)]
    return any(_same(sitting, each, letter) for each in others[:_MOST_COMPARED])


def _is_original(other: Envelope, waiting: Kept) -> bool:
    return other.id != waiting.id and other.status != "waiting" and other.reason != COPY


def _same(sitting: Sitting, other: Envelope, letter: Letter) -> bool:
    found = inbox.letter(sitting.store, other.id)
    return found is not None and _content(read(found.raw)) == _content(letter)


def _content(letter: Letter) -> tuple[object, ...]:
    return (letter.text, letter.quoted, *(letter.headers.get(name) for name in _WRITTEN_BY_ITS_SENDER))
