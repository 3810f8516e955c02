"""How much of the new text of answers is found, and nothing else: by us, and by the plain libraries.

*Kept*: no newly written order is lost. *Clean*: no quoted old order is taken for a new one. *Exact*: the text is
what its writer wrote, no word more or less.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import quotequail
from email_reply_parser import EmailReplyParser
from mailparser_reply import EmailReplyParser as MultilingualParser
from mailparser_reply.constants import MAIL_LANGUAGES

from processor.core.text import normalise
from processor.mail.hypertext import text_of_html
from processor.mail.newtext import new_text
from processor.mail.parts import contents
from processor.mail.read import parse, read
from tests.mail.clients import answers

_MAILS = Path(__file__).parent.parent / "tests" / "mail" / "mails"
_ORDER = re.compile(r"\d+(?:\.\d+)?\s?[:)]|\w+ turn \d|(?:one|two|three|four|five) dic?e", re.IGNORECASE)


@dataclass(frozen=True)
class Case:
    """An answer: its text without the mail around it, what is new in it, and the whole mail where there is one."""

    text: str
    new: str
    mail: bytes | None = None


Reader = Callable[[Case], str]


@dataclass(frozen=True)
class Score:
    """What one reader made of a set of answers: the shares that were kept, clean and exact."""

    reader: str
    cases: int
    kept: float
    clean: float
    exact: float


def from_files() -> list[Case]:
    """The mails of people in the corpus of files, as far as they have a right answer that is text."""
    return [case for path in sorted(_MAILS.glob("*.eml")) for case in _case(path)]


def from_clients() -> list[Case]:
    """Answers as every mail program writes them in every language and shape."""
    return [Case(each.text, each.new) for each in answers()]


def scores(cases: Sequence[Case]) -> Iterator[Score]:
    """How each reader does on these answers."""
    for name, reader in READERS.items():
        judged = [_judged(each, reader(each)) for each in cases]
        kept, clean, exact = (sum(column) / len(cases) for column in zip(*judged, strict=True))
        yield Score(name, len(cases), kept, clean, exact)


def _case(path: Path) -> Iterator[Case]:
    right = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    if right["class"] != "human" or "doubt" in right or not right.get("text"):
        return
    mail = path.read_bytes()
    bodies = contents(parse(mail)[0]).bodies
    text = "\n".join(body.plain or text_of_html(body.html or "") for body in bodies)
    if text.strip():
        yield Case(text, right["text"], mail)


def _judged(case: Case, found: str) -> tuple[bool, bool, bool]:
    right, said = _rows(case.new), _rows(found)
    kept = all(row in said for row in right if _ORDER.match(row))
    clean = all(row in right for row in said if _ORDER.match(row))
    return kept, clean, said == right


def _rows(text: str) -> list[str]:
    """The lines that say something. One that is still marked as quoted is as good as cut off."""
    rows = (row.strip() for row in normalise(text).split("\n"))
    return [row for row in rows if row and not (row.startswith(">") and "__" not in row)]


# --- Readers ----------------------------------------------------------------------------------------------


def _turnpost(case: Case) -> str:
    return read(case.mail).text if case.mail else new_text(case.text)[0]


def _mail_parser_reply(case: Case) -> str:
    return MultilingualParser(languages=list(MAIL_LANGUAGES)).parse_reply(case.text) or ""


def _email_reply_parser(case: Case) -> str:
    reply: str = EmailReplyParser.parse_reply(case.text)
    return reply


def _quotequail(case: Case) -> str:
    return "\n".join(part for is_new, part in quotequail.quote(case.text) if is_new)


READERS: dict[str, Reader] = {
    "Turnpost": _turnpost,
    "mail-parser-reply": _mail_parser_reply,
    "email-reply-parser": _email_reply_parser,
    "quotequail": _quotequail,
}
