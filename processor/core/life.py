"""The life of a match beside play: settings that changed, a held deadline, who waits, is away, is silent, stands by."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

Why = Literal["gm", "pause", "outage", "clock"]
"""Why a deadline is held: the GM said so, the match pauses, the mailbox was not read, or the clock was put."""


Shade = Literal["white", "grey", "anonymous"]
"""How press is signed: with the name at the table, with an invented one, or not at all."""


@dataclass(frozen=True)
class Press:
    """What a seat wrote for all to read, printed with the results of that turn; ``byline`` is an invented name.

    ``number`` counts all press that was ever sent in the match.
    """

    turn: int
    seat: int
    text: str
    shade: Shade
    byline: str = ""
    number: int = 0


@dataclass(frozen=True)
class Vacation:
    """A seat whose player is away: from ``begins`` on, back at ``ends``, which took so many days of their allowance.

    One that ``has_moved`` a deadline has cost the others time, so its days stay spent also when it ``is_off``.
    """

    seat: int
    begins: datetime
    ends: datetime
    days: int
    has_moved: bool = False
    is_off: bool = False

    def covers(self, instant: datetime) -> bool:
        """Whether the player is away at that instant."""
        return self.begins <= instant < self.ends and not self.is_off

    def moved(self, before: datetime | None, due: datetime) -> "Vacation":
        """The same after a deadline was set, which it has moved if it covers when that was to be before."""
        pushed = before is not None and self.ends <= due and self.covers(before)
        return replace(self, has_moved=self.has_moved or pushed)

    def spent(self) -> "Vacation":
        """The same after a deadline was put off for it."""
        return replace(self, has_moved=True)

    def called_off(self, at: datetime | None) -> "Vacation | None":
        """What stays spent of it when it is called off: all if it has moved a deadline, else what has passed."""
        if self.is_off or self.has_moved:
            return replace(self, is_off=True)
        if at is None or at <= self.begins:
            return None
        return replace(self, is_off=True, days=min(self.days, -((self.begins - at) // timedelta(days=1))))


@dataclass(frozen=True)
class Hold:
    """A deadline that does not close by itself until the GM says more.

    What lies ``beneath`` a pause held it before, and does so again when the match goes on.
    """

    why: Why
    at: datetime
    beneath: "Hold | None" = None


@dataclass(frozen=True)
class Standby:
    """Somebody without a seat who would play. Who ``waits`` gets the first seat that is free before play begins."""

    player: int
    waits: bool
    pseudonym: str | None = None


@dataclass(frozen=True)
class Life:
    """What a match's journal tells beside play.

    ``settings`` are those of the house that were changed after the opening. ``waits`` are the seats that do not want
    the turn run early, ``unheard`` those that have not written since a ruling opened it again, ``excused`` those that
    the GM asks nothing of this turn, and ``silent`` counts the turns in a row for which a seat sent nothing.
    ``standbys`` would play, in the order in which they came. ``press`` is all that was written for print and not taken
    back, of ``pieces`` that were ever sent, and ``previewed`` are the names of dice that a preview has shown to the GM.
    """

    settings: Mapping[str, str | int | bool] = field(default_factory=dict)
    hold: Hold | None = None
    waits: frozenset[int] = frozenset()
    unheard: frozenset[int] = frozenset()
    excused: frozenset[int] = frozenset()
    vacations: tuple[Vacation, ...] = ()
    silent: Mapping[int, int] = field(default_factory=dict)
    standbys: tuple[Standby, ...] = ()
    press: tuple[Press, ...] = ()
    pieces: int = 0
    previewed: frozenset[str] = frozenset()

    def printed_with(self, turn: int) -> tuple[Press, ...]:
        """The press that goes out with the results of that turn, as it came in."""
        return tuple(each for each in self.press if each.turn == turn)

    def is_away(self, seat: int, instant: datetime | None) -> bool:
        """Whether the seat's player is on vacation at that instant."""
        return instant is not None and any(each.seat == seat and each.covers(instant) for each in self.vacations)

    @property
    def waiting(self) -> tuple[Standby, ...]:
        """Who waits for a seat before play begins: the waiting list."""
        return tuple(each for each in self.standbys if each.waits)

    def heard(self, seat: int) -> "Life":
        """The same when that seat has written."""
        return replace(self, unheard=self.unheard - {seat})

    def without_standby(self, player: int) -> "Life":
        """The same with that player standing by no longer."""
        return replace(self, standbys=tuple(each for each in self.standbys if each.player != player))


def next_turn(life: Life, silent: Mapping[int, int]) -> Life:
    """The life of a match whose turn has just closed."""
    return replace(life, hold=None, waits=frozenset(), unheard=frozenset(), excused=frozenset(), silent=silent)
