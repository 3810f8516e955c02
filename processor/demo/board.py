"""What the live view shows: where the matches stand, and who has written to whom, as told by the mails."""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from processor.demo.cast import EVERYBODY, GM, HOUSE, HOUSE_NAME, MATCHES
from processor.demo.evidence import is_taken
from processor.demo.kinds import Kind, code_in, kind_of
from processor.demo.post import Letter, Mail

_CLOSES = re.compile(r"^(\w+) ([0-9]+) closes:\n.*?, in ([0-9]+) seconds?$", re.MULTILINE | re.DOTALL)
_NAMES = {HOUSE: HOUSE_NAME} | {each.address: each.first_name for each in EVERYBODY}
_MOST_LINES = 40


@dataclass
class Table:
    """One match: what it is at, when its turn closes, and whose orders are in."""

    code: str
    stage: str = "not open yet"
    closes: float | None = None
    orders_from: list[str] = field(default_factory=list)


class Board:
    """Follows the post. All times are seconds since the demo began."""

    def __init__(self) -> None:
        self.tables = {code: Table(code) for code in MATCHES}
        self.lines: deque[str] = deque(maxlen=_MOST_LINES)
        self.mails = 0

    def handed_in(self, letter: Letter, at: float) -> None:
        """Somebody has sent a letter."""
        self._note(at, letter.message["From"].addresses[0].addr_spec, letter.recipients, letter.message["Subject"])

    def delivered(self, mail: Mail, at: float) -> None:
        """Somebody has got a mail."""
        self.mails += 1
        if mail.sender == HOUSE:
            self._note(at, HOUSE, [mail.box], mail.subject)
        table = self.tables.get(code_in(mail))
        if table is not None:
            _move_on(table, mail, at)

    def _note(self, at: float, sender: str, recipients: Iterable[str], subject: str) -> None:
        to = ", ".join(_name(each) for each in recipients)
        self.lines.append(f"{at:4.0f} s  {_name(sender)} to {to}: {subject}")


def _move_on(table: Table, mail: Mail, at: float) -> None:
    """What a mail tells about the match it is about. That a turn is over is told by the GM's copy."""
    kind = kind_of(mail)
    closes = _CLOSES.search(mail.text)
    if kind is Kind.RECEIPT and is_taken(mail):
        name = _name(mail.box)
        table.orders_from += [name] if name not in table.orders_from else []
    elif kind is Kind.ENDED:
        table.stage, table.closes, table.orders_from = "over", None, []
    elif kind is Kind.MOVED and closes:
        table.closes = at + int(closes[3])
    elif kind in (Kind.BEGUN, Kind.RESULTS) and mail.box == GM.address and closes:
        table.stage, table.closes, table.orders_from = f"{closes[1].lower()} {closes[2]}", at + int(closes[3]), []


def _name(address: str) -> str:
    """What somebody is called; the tag behind a plus does not matter."""
    local, _, domain = address.partition("@")
    home = f"{local.partition('+')[0]}@{domain}"
    return _NAMES.get(home, home)
