"""The stage: the robots at their mailboxes, and the post between them and the house, until all matches are over."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from processor.demo.board import Board
from processor.demo.cast import GM, MALLORY, PLAYERS
from processor.demo.evidence import Evidence, first
from processor.demo.gamemaster import Gamemaster
from processor.demo.happenings import HAPPENINGS, Happening
from processor.demo.house import House
from processor.demo.mischief import Mischief
from processor.demo.player import Player
from processor.demo.post import INBOX, PUT_ASIDE, Letter, Mail, Post
from processor.demo.sightings import paid_out
from processor.demo.view import Show

MOST_SECONDS = 180
_PAUSE = 0.05
_LOOK_ROUND_AFTER = 0.4
_LAST_LINES = 20


@dataclass(frozen=True)
class Trouble:
    """Why the demo could not go on to its end."""

    words: str


class Robot(Protocol):
    """Somebody at a mailbox, who may answer a mail that has come."""

    def answer(self, mail: Mail) -> Iterator[Letter]: ...


class Stage:
    """Lets the robots play. They are given their mail and nothing else."""

    def __init__(self, post: Post, house: House) -> None:
        self._post = post
        self._house = house
        self._gamemaster = Gamemaster()
        self._robots: dict[str, Robot] = {
            GM.address: self._gamemaster,
            MALLORY.address: Mischief(),
            **{each.address: Player(each) for each in PLAYERS},
        }
        self._board = Board()
        self._happened: dict[Happening, None] = {}
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._began

    def play(self, show: Show) -> Trouble | None:
        """Play all matches to their end, and show how they go."""
        self._hand_in(self._gamemaster.begin())
        looked = 0.0
        while True:
            self._deliver()
            show(self._board, self._happened, self.seconds)
            if self.seconds > looked + _LOOK_ROUND_AFTER:
                looked = self.seconds
                evidence = Evidence(self._post.everything())
                fresh = [each for each in HAPPENINGS if each not in self._happened and each.seen(evidence)]
                self._happened.update(dict.fromkeys(fresh))
                if trouble := self._trouble(evidence):
                    return trouble
                if paid_out(evidence) and not any(evidence.letters(folder=INBOX)):
                    return None
            time.sleep(_PAUSE)

    def _deliver(self) -> None:
        """Let everybody read their new mail, and hand in what they answer."""
        for mail in self._post.collect(self._robots):
            self._board.delivered(mail, self.seconds)
            for letter in self._robots[mail.box].answer(mail):
                self._hand_in(letter)

    def _hand_in(self, letter: Letter) -> None:
        self._board.handed_in(letter, self.seconds)
        self._post.send(letter)

    def _trouble(self, evidence: Evidence) -> Trouble | None:
        log = "\n".join(self._house.log.rstrip().split("\n")[-_LAST_LINES:])
        if not self._house.is_running:
            return Trouble(f"The service has died. The end of its log:\n\n{log}")
        if letter := first(evidence.letters(folder=PUT_ASIDE)):
            return Trouble(f"The desk failed on a letter and has put it aside: {letter.path}")
        if self.seconds > MOST_SECONDS:
            return Trouble(f"The matches are not over after {MOST_SECONDS} seconds. The end of the log:\n\n{log}")
        return None
