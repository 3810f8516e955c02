"""Closing turns: what one deadline costs when there are few other matches in the database, and when there are many."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median

from sqlalchemy import text

from bench.apart import watch
from bench.season import HOUSE, SEATS, open_matches, players
from processor.daemon.rounds import now
from processor.daemon.start import desk_on
from processor.desk.house import Desk
from processor.desk.work import work
from processor.store.database import connect

MATCHES = {"choice": 4, "perudo": 16}
TURNS = 5
MONTH = timedelta(days=31)
_NUMBERS = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :others)"
_COPIED: dict[str, dict[str, str]] = {
    "match": {"code": "'other-' || n"},
    "seat": {"match": "'other-' || n"},
    "token": {"match": "'other-' || n", "token": "token || n"},
    "journal_entry": {"match": "'other-' || n"},
    "deadline": {"match": "'other-' || n", "due": "'2099-01-01 12:00:00.000000'"},
    "alarm": {"match": "'other-' || n", "at": "'2099-01-01 12:00:00.000000'"},
}
"""The tables that a match is in, and what is different in the rows of a copy."""


@dataclass(frozen=True)
class Deadlines:
    """Milliseconds that one deadline took, turn by turn, by the number of other matches."""

    took: dict[int, tuple[float, ...]]

    @property
    def ratio(self) -> float:
        """How much more a deadline takes among the most matches than among the fewest."""
        few, many = self.took[min(self.took)], self.took[max(self.took)]
        return median(a / b for a, b in zip(many, few, strict=True))


def deadlines(folder: Path, others: Sequence[int]) -> Deadlines:
    """Close some turns of some matches, in databases with that many others; each turn in one after the other."""
    with ExitStack() as stack:
        desks = {}
        for number in others:
            database = connect(f"sqlite:///{folder / f'deadlines-{number}.db'}")
            stack.callback(database.close)
            desks[number] = desk_on(database, HOUSE)
            _fill(desks[number], number)
        turns = [{number: _close(desk, turn) for number, desk in desks.items()} for turn in range(1, TURNS + 1)]
    return Deadlines({number: tuple(turn[number] for turn in turns) for number in others})


def _fill(desk: Desk, others: int) -> None:
    """Matches whose deadlines come, and copies of one of them whose deadlines are far away."""
    people = players(desk, max(SEATS.values()))
    for game, number in MATCHES.items():
        list(open_matches(desk, game, number, people))
    with desk.database.begin() as store:
        for table, changed in _COPIED.items():
            names = [name for (_, name, *_) in store.rows(text(f"PRAGMA table_info('{table}')"))]
            values = ", ".join(changed.get(name, f'"{name}"') for name in names)
            its_match = "code" if table == "match" else '"match"'
            chosen = f"SELECT {values} FROM \"{table}\", n WHERE {its_match} = 'perudo-1'"
            columns = ", ".join(f'"{name}"' for name in names)
            store.run(text(f'{_NUMBERS} INSERT INTO "{table}" ({columns}) {chosen}'.replace(":others", str(others))))


def _close(desk: Desk, turn: int) -> float:
    """Milliseconds for each deadline of that turn. All are due at once, and nobody has sent orders.

    After the first, matches of a game that ejects for that are at rest and have none.
    """
    at = now() + turn * MONTH
    with watch() as taken:
        done = work(desk, lambda: at, at)
    assert done.deadlines, "no turn was closed"
    return 1000 * taken.seconds / done.deadlines
