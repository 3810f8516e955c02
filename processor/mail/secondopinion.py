"""Asks a library that knows reply headers of many languages, where our own look found none."""

import re
from collections.abc import Sequence
from functools import cache

from mailparser_reply import EmailReplyParser
from mailparser_reply.constants import MAIL_LANGUAGES

_MOST_LINES = 200
_LONGEST_LINE = 300
_RUNS = re.compile(r"([ \t]|[-_=*#.>]){4,}")
_WITNESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,80}")
_DATED = re.compile(r"\d{1,2}[:.h]\d{2}|(?:19|20)\d\d")


def first_old_line(rows: Sequence[str]) -> int | None:
    """The number of the line where the library sees older text begin, if there is an address and a date in it.

    The witness is asked for because the library takes a lone "To: 6 fives" for a header in some languages.
    Its expressions need the caps: on hostile text without them they run for minutes.
    """
    shown = [_RUNS.sub(lambda run: run[0][:3], row[:_LONGEST_LINE].strip()) for row in rows[:_MOST_LINES]]
    if not any(_WITNESS.search(row) for row in shown):
        return None
    for reply in _parser().read("\n".join(shown)).replies:
        header = reply.headers or ""
        if header:
            true = _WITNESS.search(header) and _DATED.search(header) and len(header) < 600
            first = header.strip().split("\n")[0].strip()
            return next((at for at, row in enumerate(shown) if row == first), None) if true else None
    return None


@cache
def _parser() -> EmailReplyParser:
    return EmailReplyParser(languages=list(MAIL_LANGUAGES))
