"""The robot that runs the matches: it opens them by mail, invites people, and keeps an eye on the reports."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil
from time import monotonic

from processor.demo.cast import CHOICE, EARLY, GM, HOUSE, LATE, MALLORY, MATCHES, PERUDO, Person
from processor.demo.kinds import Kind, code_in, kind_of
from processor.demo.pen import Pen
from processor.demo.post import Letter, Mail

_MISSING = re.compile(r"^  \* ", re.MULTILINE)
_OPENING_DICE = "1 5 5 5 6", "1 2 4 4 6"

_READING = "rules choice", "rules perudo", "help new"
"""What a GM reads before opening the first matches."""

_SHORTEST, _LONGEST = 2, 10
_EXCHANGES_A_TURN = 8
"""A deadline leaves room for so many times what one letter and its answer take just now."""

_MOST_MISSING = 2
"""Where the orders of more players are missing, the post is slow."""

_BOTH = f"""\
Hello,

I run games by mail, and you would be very welcome. To play both Choice +
and Perudo, write to {HOUSE}:

    join {CHOICE}
    join {PERUDO}

For Perudo you may hide behind another name: put "as" and that name behind.

Greta
"""

_PERUDO_ALONE = f"""\
Hello,

I run games by mail, and you would be very welcome at our match of Perudo.
Write to {HOUSE}:

    join {PERUDO}

Greta
"""

_CHOICE_TOO = f"""\
Hello,

our match of Choice + has begun, but it is not too late to come in. Its
first dice were {_OPENING_DICE[0]} and {_OPENING_DICE[1]}. Write to {HOUSE}:

    join {CHOICE}

Those who are in it already get a copy, so that you can say hello.

Greta
"""


class Gamemaster:
    """Reads one mail after the other, and does what a GM would do next."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._pen = Pen(GM)
        self._clock = clock
        self._to_read = list(_READING)
        self._asked_at: list[float] = []
        self._seconds = _SHORTEST
        self._running = set(MATCHES)
        self._an_entry_has_ended = False

    def begin(self) -> Letter:
        """Ask what is played here."""
        return self._pen.fresh("games", "What is played here?")

    def answer(self, mail: Mail) -> Iterator[Letter]:
        """What the GM writes when she has read a mail."""
        kind, code = kind_of(mail), code_in(mail)
        if kind is Kind.QUESTION and self._pen.wrote(mail):
            yield self._pen.reply("Yes, that was me.", mail)
        elif kind is Kind.RECEIPT and len(self._asked_at) <= len(_READING):
            yield self._read_up(mail)
        elif kind is Kind.RECEIPT and "is open for sign-up" in mail.running_text:
            yield self._invite(EARLY, _BOTH)
            yield self._invite((LATE,), _PERUDO_ALONE)
        elif kind is Kind.BEGUN and code == PERUDO:
            yield self._pen.reply(f"start {CHOICE}\nextend {PERUDO} turn 1 by {self._seconds} seconds", mail)
        elif kind in (Kind.RESULTS, Kind.ENDED):
            yield from self._look_at(mail, code, kind)

    def _read_up(self, mail: Mail) -> Letter:
        """Ask for one page after the other; how soon they come says how far apart the deadlines can be."""
        self._asked_at.append(self._clock())
        if self._to_read:
            return self._pen.reply(self._to_read.pop(0), mail)
        exchange = min(after - before for before, after in pairwise(self._asked_at))
        self._seconds = min(max(_SHORTEST, ceil(exchange * _EXCHANGES_A_TURN)), _LONGEST)
        return self._open()

    def _open(self) -> Letter:
        """Open both matches in a new letter, as one would; so the house will ask whether it was really us."""
        deadline = f"deadline {self._seconds} seconds after the last"
        dice = [f"dice {CHOICE} turn {turn}: {faces}" for turn, faces in enumerate(_OPENING_DICE, start=1)]
        lines = [
            f'new choice {CHOICE} "Winter Choice" {deadline}',
            *dice,
            f'new perudo {PERUDO} "Fireside Perudo" seats 5-5 {deadline}',
        ]
        return self._pen.fresh("\n".join(lines), "Two new matches")

    def _invite(self, people: tuple[Person, ...], words: str, *others: Person) -> Letter:
        to, cc = (tuple(each.address for each in group) for group in (people, others))
        return self._pen.fresh(words, "A game by mail?", to, cc)

    def _look_at(self, report: Mail, code: str, kind: Kind) -> Iterator[Letter]:
        """Read the report on a turn: invite, give more time when the post is slow, and end Choice + in the end."""
        if kind is Kind.ENDED:
            self._running.discard(code)
        elif len(_MISSING.findall(report.text)) > _MOST_MISSING:
            yield self._pen.reply(f"extend {code} by {self._seconds} seconds", report)
        if code == CHOICE and "RESULTS OF ISSUE 1\n" in report.text:
            yield self._invite((LATE, MALLORY), _CHOICE_TOO, *EARLY)
        self._an_entry_has_ended = self._an_entry_has_ended or "Ends here" in report.text
        if self._an_entry_has_ended and self._running == {CHOICE}:
            yield self._pen.reply(f"close {CHOICE}", report)
