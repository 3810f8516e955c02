"""Disputes: who disputes which turn of which match, in what words, and how far the case has come.

A case is *open* until the GM has ruled. A ruling that changes later turns waits *to be confirmed*; then the case is
*closed*, and only a GM opens it again. What was ruled stands in the journal of the match.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Select, bindparam, insert, select, update

from processor.store.columns import columns
from processor.store.database import Store
from processor.store.faults import Absent
from processor.store.tables import cases

Status = Literal["open", "to-confirm", "closed"]


@dataclass(frozen=True)
class Case:
    """A dispute. ``proposal`` is what the GM has still to confirm, made when the journal had ``proposed_at`` entries.

    ``letter`` is the one that it came in, and ``ruling`` the number of the last ruling's entry in the journal.
    """

    id: int
    match: str
    turn: int
    player: int
    letter: int | None
    words: str
    opened: datetime
    status: Status
    proposal: str
    proposed_at: int
    ruling: int | None
    closed: datetime | None

    @property
    def name(self) -> str:
        """How people call it: D-12."""
        return f"D-{self.id}"


_CASE = select(*columns(Case, cases)).order_by(cases.c.id)
_ONE = _CASE.where(cases.c.id == bindparam("case"))


def open_case(store: Store, match: str, turn: int, player: int, letter: int | None, words: str, at: datetime) -> Case:
    """Enter a new dispute. Its number is the next of the house."""
    row = {"match": match, "turn": turn, "player": player, "letter": letter, "words": words, "opened": at}
    fresh = {"status": "open", "proposal": "", "proposed_at": 0}
    return known(store, store.insert_one(insert(cases), row | fresh))


def find(store: Store, case: int) -> Case | None:
    """The case of that number."""
    row = store.row(_ONE, case=case)
    return None if row is None else Case(*row)


def known(store: Store, case: int) -> Case:
    """The case of that number, which must exist."""
    found = find(store, case)
    if found is None:
        raise Absent(f"no case D-{case}")
    return found


def of_match(store: Store, match: str) -> tuple[Case, ...]:
    """All cases of a match, in the order in which they came."""
    return _some(store, _CASE.where(cases.c.match == match))


def waiting(store: Store) -> tuple[Case, ...]:
    """The cases that wait for the GM."""
    return _some(store, _CASE.where(cases.c.status != "closed"))


def propose(store: Store, case: int, words: str, entries: int) -> None:
    """Keep what the GM has ruled until it is confirmed. It takes the place of an earlier proposal."""
    _change(store, case, status="to-confirm", proposal=words, proposed_at=entries)


def reopen(store: Store, case: int) -> None:
    """Let the case wait for a ruling again: the GM takes a proposal back, or opens a closed case anew."""
    _change(store, case, status="open", proposal="", proposed_at=0, closed=None)


def close(store: Store, case: int, ruling: int, at: datetime) -> None:
    """The case has been ruled on, by the entry of that number in the journal."""
    _change(store, case, status="closed", proposal="", proposed_at=0, ruling=ruling, closed=at)


def _change(store: Store, case: int, **values: Any) -> None:
    if not store.changed(update(cases).where(cases.c.id == case).values(**values)):
        raise Absent(f"no case D-{case}")


def _some(store: Store, statement: Select[Any]) -> tuple[Case, ...]:
    return tuple(Case(*row) for row in store.rows(statement))
