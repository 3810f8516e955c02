"""Cases: numbered across the house, and how far each has come."""

from datetime import UTC, datetime

import pytest

from processor.store import cases
from processor.store.database import Store
from processor.store.faults import Absent
from processor.store.roster import add_player
from tests.store.conftest import open_match

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)


def opened(store: Store, match: str) -> cases.Case:
    player = add_player(store, f"ann@{match}.example", "Ann", "UTC")
    open_match(store, match)
    return cases.open_case(store, match, 3, player.id, None, "Why?", NOON)


def test_cases_are_numbered_across_the_house(store: Store) -> None:
    first, second = opened(store, "perudo-8"), opened(store, "choice-1")
    assert (first.name, second.name) == ("D-1", "D-2")
    assert cases.of_match(store, "choice-1") == (second,)
    assert cases.waiting(store) == (first, second)


def test_a_case_is_open_then_to_be_confirmed_then_closed_and_perhaps_open_again(store: Store) -> None:
    case = opened(store, "perudo-8")
    assert (case.status, case.proposal) == ("open", "")
    cases.propose(store, case.id, "roll back to turn 3", 40)
    proposed = cases.known(store, case.id)
    assert (proposed.status, proposed.proposal, proposed.proposed_at) == ("to-confirm", "roll back to turn 3", 40)
    cases.close(store, case.id, 41, NOON)
    closed = cases.known(store, case.id)
    assert (closed.status, closed.proposal, closed.ruling, closed.closed) == ("closed", "", 41, NOON)
    assert cases.waiting(store) == ()
    cases.reopen(store, case.id)
    again = cases.known(store, case.id)
    assert (again.status, again.ruling, again.closed) == ("open", 41, None)


def test_a_case_that_there_is_not(store: Store) -> None:
    assert cases.find(store, 7) is None
    for change in (lambda: cases.known(store, 7), lambda: cases.reopen(store, 7)):
        with pytest.raises(Absent):
            change()
