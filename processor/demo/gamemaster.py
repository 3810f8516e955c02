"""The robot that runs the matches: it opens them by mail, invites people, and keeps an eye on the reports."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from math import ceil
from time import monotonic

from processor.demo import deadpool
from processor.demo.cast import (
    CHOICE,
    DEADPOOL,
    DROPDEAD,
    EARLY,
    GM,
    HOUSE,
    LATE,
    MALLORY,
    MATCHES,
    PERUDO,
    SHOOTOUT,
    Person,
)
from processor.demo.kinds import Kind, code_in, kind_of
from processor.demo.pen import Pen
from processor.demo.post import Letter, Mail

_DISPUTED = re.compile(r"D-[0-9]+: (?P<name>.+) disputes (?P<turn>[a-z]+ [0-9]+)")
_MISSING = re.compile(r"^  \* ", re.MULTILINE)
_OPENING_DICE = "1 5 5 5 6", "1 2 4 4 6"

_READING = "rules choice", "rules perudo", "help new"
"""What a GM reads before opening the first matches."""

_SHORTEST, _LONGEST = 2, 10
_EXCHANGES_A_TURN = 16
"""A deadline leaves room for so many times what one letter and its answer take just now."""

_A_SHOT, _NAMES = 4, 8
"""Shootout goes on whenever a shot arrives, and names take long to be thought of: these wait so many times longer."""

_MOST_MISSING = 2
"""Where the orders of more players are missing, the post is slow."""

_LONG_ENOUGH = 45
"""After so many seconds nobody wants to wait for the last entries of Choice +."""

_PAID = "2.00"
_WANTED = re.compile(r"not in the account of: (.+?)\. Enter")

_INVITATION = """\
Hello,

I run games by mail, and you would be very welcome. To play, write to
{house} a line for each match:

{joins}

For Perudo you may hide behind another name: put "as" and that name behind.

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
        self._death = ""

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
        elif kind is Kind.RECEIPT:
            yield from self._see_to(mail)
        elif kind is Kind.BEGUN and code == PERUDO:
            longer = [f"extend {each} turn 1 by {2 * self._seconds} seconds" for each in (CHOICE, PERUDO)]
            yield self._pen.reply("\n".join([f"start {CHOICE}", *longer]), mail)
        elif kind is Kind.CASE:
            yield from self._rule(mail)
        elif kind is Kind.DIFFERENCES:
            yield self._pen.reply("confirm", mail)
        elif kind in (Kind.RESULTS, Kind.ENDED):
            yield from self._look_at(mail, code, kind)

    # --- Opening

    def _read_up(self, mail: Mail) -> Letter:
        """Ask for one page after the other; how soon they come says how far apart the deadlines can be."""
        self._asked_at.append(self._clock())
        if self._to_read:
            return self._pen.reply(self._to_read.pop(0), mail)
        exchange = min(after - before for before, after in pairwise(self._asked_at))
        self._seconds = min(max(_SHORTEST, ceil(exchange * _EXCHANGES_A_TURN)), _LONGEST)
        return self._open()

    def _open(self) -> Letter:
        """Open all matches in a new letter, as one would; so the house will ask whether it was really us."""
        times = (1, _A_SHOT, _NAMES)
        soon, shot, names = (f"deadline {each * self._seconds} seconds after the last" for each in times)
        lines = [
            f'new choice {CHOICE} "Winter Choice" {soon}',
            *(f"dice {CHOICE} turn {turn}: {faces}" for turn, faces in enumerate(_OPENING_DICE, start=1)),
            f'new perudo {PERUDO} "Fireside Perudo" seats 5-5 {soon}',
            f'new dropdead {DROPDEAD} "Pennies in the Pot" seats 5-5 {soon} stakes pot stake 50p',
            f'new shootout {SHOOTOUT} "High Noon" seats 5-5 {shot}',
            f'new deadpool {DEADPOOL} "A Pool for All Seasons" {names}',
        ]
        return self._pen.fresh("\n".join(lines), "Five new matches")

    def _invite(self, people: tuple[Person, ...], words: str, *others: Person) -> Letter:
        to, cc = (tuple(each.address for each in group) for group in (people, others))
        return self._pen.fresh(words, "A game by mail?", to, cc)

    # --- Running

    def _see_to(self, mail: Mail) -> Iterator[Letter]:
        """Do what an answer of the house asks for, or what its news do."""
        text = mail.running_text
        if "is open for sign-up" in text:
            yield self._invite(EARLY, _invitation(*MATCHES))
            yield self._invite((LATE,), _invitation(*(code for code in MATCHES if code != CHOICE)))
        elif wanted := _WANTED.search(text):
            paid = [f"paid {name} {_PAID}" for name in wanted[1].split(", ")]
            yield self._pen.reply("\n".join([*paid, f"start {DROPDEAD}", f"start {DEADPOOL}"]), mail)
        elif "To look over" in mail.subject and deadpool.HORSE in text:
            yield self._pen.reply(f"refuse pick {deadpool.HORSE}: not human", mail)
        elif right := deadpool.put_right(self._death, text):
            yield self._pen.reply(right, mail)
        elif "write: confirm winner" in text:
            yield self._pen.reply("confirm winner", mail)

    def _rule(self, mail: Mail) -> Iterator[Letter]:
        """A player disputes a fine. Snow is nobody's fault."""
        if disputed := _DISPUTED.search(mail.subject):
            ruling = f"remit fine {disputed['name']} {disputed['turn']}"
            yield self._pen.reply(f"{ruling}\nnote: Nobody can be fined for snow.", mail)

    def _look_at(self, report: Mail, code: str, kind: Kind) -> Iterator[Letter]:
        """Read the report on a turn: invite, give more time when the post is slow, and end what is to end."""
        if kind is Kind.ENDED:
            self._running.discard(code)
            if not self._running:
                yield self._pen.reply("pay out", report)
        elif code == DEADPOOL:
            self._death = deadpool.death(datetime.now(UTC))
            yield self._pen.reply(self._death, report)
        elif len(_MISSING.findall(report.text)) > _MOST_MISSING:
            yield self._pen.reply(f"extend {code} by {self._seconds} seconds", report)
        if code == CHOICE and "RESULTS OF ISSUE 1\n" in report.text:
            yield self._invite((LATE, MALLORY), _CHOICE_TOO, *EARLY)
        self._an_entry_has_ended = self._an_entry_has_ended or "Ends here" in report.text
        is_last = self._an_entry_has_ended and self._running == {CHOICE}
        if is_last and self._clock() - self._asked_at[0] > _LONG_ENOUGH:
            yield self._pen.reply(f"close {CHOICE}", report)


def _invitation(*codes: str) -> str:
    return _INVITATION.format(house=HOUSE, joins="\n".join(f"    join {code}" for code in codes))
