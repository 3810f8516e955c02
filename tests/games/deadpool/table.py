"""A table to play the Dead Pool at: letters in, money in, the GM's words, and what everybody is told."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from processor.core.calendar import OnDatesGiven
from processor.core.dice import commitment
from processor.core.events import Event, MatchOpened
from processor.core.match import Match, Phase
from processor.core.money import movements_in, sums
from processor.core.orders import Checked
from processor.core.referee import (
    CloseMatch,
    CloseTurn,
    FileOrders,
    Instruction,
    LeaveSeat,
    Pay,
    RuleAsGm,
    SetDeadline,
    StartMatch,
    TakeSeat,
    decide,
    open_match,
)
from processor.core.ruling import Refusal, Ruling
from processor.core.text import lines, normalise
from processor.games.deadpool import GAME
from processor.mail.write import render

SEED = b"nobody throws dice in this game."
FRIDAY = datetime(1996, 11, 29, 20, tzinfo=UTC)
NEW_YEAR = "1996-12-31T23:59:59Z"
MUCH_LATER = datetime(2199, 1, 1, tzinfo=UTC)
"""Whatever the GM reports has happened by then."""
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
ANNS, BOBS, CIDS = (
    "my three: Sir Alec Guinness; Dame Vera Lynn; Spike Milligan",
    "my three: Thora Hird; Alec Guinness; Lonnie Donegan",
    "my three: Keith Richards; Dick van Dyke; Barbara Cartland",
)


@dataclass
class Table:
    """A match in play, everything that has happened in it, and what was last said of a letter."""

    match: Match
    journal: list[Event] = field(default_factory=list)
    last: Checked = field(default_factory=lambda: Checked(()))
    unpaid: int = 0
    now: datetime = MUCH_LATER

    def tell(self, instruction: Instruction) -> Ruling:
        ruling = decide(self.match, instruction, SEED)
        assert isinstance(ruling, Ruling), ruling
        self.journal.extend(ruling.events)
        self.match, self.unpaid = ruling.match, ruling.unpaid
        return ruling

    def refused(self, instruction: Instruction) -> str:
        answer = decide(self.match, instruction, SEED)
        assert isinstance(answer, Refusal)
        return answer.reason

    def letter(self, text: str, seat: int = 1, funds: int = 0) -> "Table":
        """A player's letter; with ``funds`` in their account."""
        if seat not in self.match.seats:
            self.join(seat)
        reading = GAME.read(lines(normalise(text)))
        self._told(reading, self.tell(FileOrders(seat, reading.written, funds=funds)))
        return self

    def gm(self, *words: str) -> "Table":
        """What the GM tells, one thing a line."""
        reading = GAME.read_gm(lines(normalise("\n".join(words)))) if GAME.read_gm else None
        assert reading
        self._told(reading, self.tell(RuleAsGm(reading.written, self.now)))
        return self

    def _told(self, reading: Any, ruling: Ruling) -> None:
        checked = ruling.checked or Checked(())
        complaints = (*reading.complaints, *checked.complaints)
        self.last = Checked(checked.standing, checked.accepted, complaints, checked.remarks)

    def join(self, seat: int) -> "Table":
        self.tell(TakeSeat(100 + seat, NAMES[seat - 1]))
        return self

    def pays(self, *seats: int, pence: int = 100) -> "Table":
        for seat in seats:
            self.tell(Pay(seat, pence))
        return self

    def leaves(self, seat: int) -> "Table":
        self.tell(LeaveSeat(seat))
        return self

    def closes(self) -> "Table":
        self.tell(CloseTurn(self.match.turn, None))
        return self

    def is_closed_by_gm(self) -> "Table":
        self.tell(CloseMatch())
        return self

    def moves_deadline(self, due: datetime) -> "Table":
        self.tell(SetDeadline(self.match.turn, due))
        return self

    @property
    def is_over(self) -> bool:
        return self.match.phase is Phase.OVER

    @property
    def reasons(self) -> list[str]:
        return [each.reason for each in self.last.complaints]

    @property
    def hints(self) -> str:
        return " ".join(each.hint for each in self.last.complaints)

    @property
    def remarked(self) -> list[str]:
        return [each.reason for each in self.last.remarks]

    def standing(self, seat: int = 1) -> list[str]:
        return [GAME.say(order) for order in self.match.standing(seat)]

    def owed(self, seat: int = 1) -> str:
        return "; ".join(self.match.owed(seat))

    def view(self, seat: int | None = None) -> Any:
        return GAME.view(self.match.state, seat)

    def shown(self, page: str, seat: int | None = None) -> str:
        return render(f"deadpool/{page}.j2", view=self.view(seat))

    def purses(self) -> dict[str, int]:
        """What all movements have made of every account; accounts at nought are left out."""
        return dict(sums(movements_in(self.journal)))

    def winners(self) -> list[str]:
        return [each.name for each in self.view().shares]


def table(seats: int = 3, **options: Any) -> Table:
    """A match whose entries are open until Friday."""
    chosen = {option.name: option.default for option in GAME.options} | options
    zone = str(chosen.pop("zone", "UTC"))
    opened = MatchOpened(
        "deadpool-1", "deadpool", "A Pool", commitment(SEED), OnDatesGiven(), zone, 2, 200, None, chosen
    )
    made = Table(open_match(GAME, opened).match)
    for seat in range(1, seats + 1):
        made.join(seat)
    made.tell(StartMatch(FRIDAY))
    return made


def running(**options: Any) -> Table:
    """A match with three paid entries, after the entry deadline. Ann and Bob have both named Sir Alec Guinness."""
    made = table(**options)
    if options.get("fee", 100):
        made.pays(1, 2, 3, pence=int(options.get("fee", 100)))
    return made.letter(ANNS, 1).letter(BOBS, 2).letter(CIDS, 3).closes()
