"""A small world of players at a real desk, and everything that one of them is sent.

Two worlds that differ only in what the observer may not know must send the observer the same: every header,
subject, text and attachment, byte for byte, in the same order and at the same times. Only reply tokens and
Message-IDs, which are drawn words of one length, are numbered in the order in which they first appear.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from difflib import unified_diff
from functools import cache
from importlib import import_module
from random import Random
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage

from processor.core import dice
from processor.core.match import Phase
from processor.daemon.start import desk_on
from processor.desk.files import find
from processor.desk.house import House, Sitting
from processor.store import roster
from processor.store.database import connect
from tests.desk.sandbox import ADDRESS, Sandbox

OBSERVER = "pat@x.test"
OTHERS = ("bob@x.test", "cid@x.test", "dee@x.test", "eve@x.test")
PSEUDONYMS = ("Otter", "Badger", "Heron", "Wren", "Vole")
_DRAWN_WORD = re.compile(rb"\b[a-z2-7]{16}\b")
BRIEFLY = settings(
    max_examples=4,
    suppress_health_check=list(HealthCheck),
    phases=(Stage.explicit, Stage.reuse, Stage.generate),  # a history takes a second: making it shorter, minutes
)
"""How many histories are tried in the tests that always run, and in those of ``make soak``."""

AT_LENGTH = settings(BRIEFLY, max_examples=150)
Face = Callable[[bytes, str, int], int]


@dataclass
class World:
    """One course of events. ``sent`` is what the observer was sent, in order, each with the time it was due."""

    game: str
    sandbox: Sandbox
    seated: int = 0
    sent: list[tuple[Any, bytes]] = field(default_factory=list)

    @property
    def code(self) -> str:
        return f"{self.game}-1"

    def fork(self) -> "World":
        """Another world in which everything has happened that happened in this one so far."""
        return replace(self, sandbox=self.sandbox.copy(), sent=list(self.sent))

    def gm(self, words: str) -> None:
        outcome = self.sandbox.gm(words)
        assert not outcome.complaints, (words, outcome)
        assert not outcome.refused, (words, outcome)
        self._note()

    def letter(self, sender: str, body: str, headers: str = "") -> None:
        """A letter that answers the sender's last mail."""
        to = self.sandbox.reply_to.get(sender, ADDRESS)
        self._keep(self.sandbox.letter(f"{sender}{headers}", body, to=to))

    def nothing(self) -> None:
        """The time of one letter passes."""
        self.sandbox.letters += 1
        self._keep(self.sandbox.open())

    def wait(self, hours: int) -> None:
        self.sandbox.now += timedelta(hours=hours)
        self.nothing()

    def deadline(self) -> None:
        """The coming deadline passes; in a match that waits for letters alone, a week."""
        with self.file() as (_, file):
            due = file.match.due or self.sandbox.now + timedelta(days=7)
        self.sandbox.now = due + timedelta(minutes=1)
        self.nothing()

    def joins(self, address: str) -> None:
        pseudonymous = self.sandbox.desk.games[self.game].pseudonyms
        named = f" as {PSEUDONYMS[self.seated]}" if pseudonymous else ""
        self.seated += 1
        self.letter(address, f"join {self.code}{named}")
        self.letter(address, "yes")

    def orders(self, address: str, rng: Random) -> str:
        """What this player's robot would write now."""
        with self.file() as (sitting, file):
            player = roster.by_address(sitting.store, address)
            seat = file.match.seat_of(player.id) if player else None
            if seat is None or file.match.phase is not Phase.RUNNING:
                return ""
            text: str = robot(self.game).letter(file.match.game.view(file.match.state, seat), rng)
            return text

    @property
    def stands(self) -> tuple[str, int]:
        """How far the match has come."""
        with self.file() as (_, file):
            return str(file.match.phase), file.match.turn

    def observed(self) -> list[tuple[Any, bytes]]:
        """What the observer was sent, with drawn words numbered."""
        seen: dict[bytes, bytes] = {}

        def number(found: re.Match[bytes]) -> bytes:
            return seen.setdefault(found[0], b"word-%011d" % len(seen))

        return [(due, _DRAWN_WORD.sub(number, mime)) for due, mime in self.sent]

    def assert_same(self, other: "World") -> None:
        """The observer cannot tell this world from the other one."""
        here, there = self.observed(), other.observed()
        if here != there:
            raise AssertionError("\n".join(unified_diff(_lines(here), _lines(there), "one world", "the other", n=8)))

    def _note(self) -> None:
        self._keep(self.sandbox.post())

    def _keep(self, mails: list[Any]) -> None:
        self.sent += [(mail.due, mail.mime) for mail in mails if mail.recipient == OBSERVER]

    @contextmanager
    def file(self) -> Iterator[tuple[Sitting, Any]]:
        """The match as it stands."""
        with self.sandbox.desk.database.reading() as store:
            sitting = Sitting(self.sandbox.desk, store, self.sandbox.now, "the observer")
            yield sitting, find(sitting, self.code)


def world(game: str, joining: tuple[str, ...] = (OBSERVER, *OTHERS)) -> World:
    """A match of five, in the order in which they join. It begins with the fifth."""
    return _prepared(game, joining).fork()


@cache
def _prepared(game: str, joining: tuple[str, ...]) -> World:
    house = House("The Long Table", ADDRESS, "Marian", "marian@long.test", "Europe/London")
    desk = replace(desk_on(connect("sqlite://"), house), secret=b"s" * 32, fresh_seed=lambda: b"d" * 32)
    made = World(game, Sandbox(desk))
    made.gm(f"new {game} {made.code} seats 5-5 deadline every week friday 20:00")
    for address in joining:
        made.joins(address)
    return made


def _lines(mails: list[tuple[Any, bytes]]) -> list[str]:
    return [line for due, mime in mails for line in (f"due {due}", *mime.decode().splitlines())]


def robot(game: str) -> Any:
    return import_module(f"tests.games.{game}.bot")


@contextmanager
def other_dice(is_secret: Callable[[str], bool]) -> Iterator[None]:
    """Dice that fall otherwise, where the observer may not know how they fell."""
    true: Face = dice.face

    def face(seed: bytes, name: str, sides: int) -> int:
        return true(b"o" * 32 if is_secret(name) else seed, name, sides)

    with patch.object(dice, "face", face):
        yield
