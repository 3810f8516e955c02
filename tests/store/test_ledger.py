"""The ledger: money only moves, nothing moves twice, and what a ruling changes is booked as a difference."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from processor.core.money import TREASURY, Movement, difference, sums
from processor.store import ledger
from processor.store.database import Database, Store
from processor.store.ledger import Cause, book, of_event, of_word
from tests.store.conftest import NOON, open_match

ACCOUNTS = ("player/1", "player/2", "player/3", "match/perudo-7", TREASURY)
PAID = Movement(TREASURY, "player/1", 100, "paid")
FEE = Movement("player/1", "match/perudo-7", 100, "fee")

movements = some.builds(
    lambda sides, pence: Movement(sides[0], sides[1], pence, "stake"),
    some.permutations(ACCOUNTS).map(lambda order: tuple(order[:2])),
    some.integers(1, 10_000),
)
histories = some.lists(
    some.tuples(some.integers(1, 8), some.lists(movements, max_size=4), some.booleans()), min_size=1, max_size=25
)

History = Sequence[tuple[int, list[Movement], bool]]
"""By number of the event what it moves, and whether the part of the transaction it is told in holds."""


def told(store: Store, cause: Cause, *moved: Movement) -> tuple[Movement, ...]:
    return book(store, cause, moved, NOON)


def test_what_one_account_loses_another_gets(store: Store) -> None:
    told(store, of_word(None, 1, NOON), PAID)
    told(store, of_event("perudo-7", 5), FEE)
    assert ledger.balances(store) == {"match/perudo-7": 100, TREASURY: -100}
    assert ledger.balance(store, "player/1") == 0


def test_a_statement_tells_everything_in_its_order_and_why(store: Store) -> None:
    told(store, of_word(None, 1, NOON), PAID)
    told(store, of_event("perudo-7", 5), FEE)
    first, second = ledger.statement(store, "player/1")
    assert [(each.why, each.gives("player/1")) for each in (first, second)] == [("paid", 100), ("fee", -100)]
    assert (first.match, second.match) == (None, "perudo-7")
    assert second.cause == "match/perudo-7/5"
    assert second.at == NOON
    assert second.gives("player/2") == 0


def test_an_event_that_is_journalled_again_books_nothing(store: Store) -> None:
    assert told(store, of_event("perudo-7", 5), FEE) == (FEE,)
    assert told(store, of_event("perudo-7", 5), FEE) == ()
    assert ledger.balance(store, "player/1") == -100


def test_the_same_line_of_a_letter_is_booked_once_and_the_next_line_by_itself(store: Store) -> None:
    for line in (1, 2, 1):
        told(store, Cause(f"letter/9/{line}"), PAID)
    assert ledger.balance(store, "player/1") == 200


def test_a_ruling_that_changes_the_past_books_the_difference(store: Store) -> None:
    prize = Movement("match/perudo-7", "player/1", 300, "prize")
    shared = (
        Movement("match/perudo-7", "player/1", 150, "prize"),
        Movement("match/perudo-7", "player/2", 150, "prize"),
    )
    told(store, of_event("perudo-7", 9), prize)
    assert told(store, of_event("perudo-7", 9), *shared) == (Movement("player/1", "player/2", 150, "correction"),)
    assert told(store, of_event("perudo-7", 9), *shared) == ()
    assert [each.pence for each in ledger.statement(store, "player/1")] == [300, 150]
    assert ledger.balances(store) == {"match/perudo-7": -300, "player/1": 150, "player/2": 150}


def test_what_a_ruling_annuls_goes_back(store: Store) -> None:
    told(store, of_event("perudo-7", 5), FEE)
    told(store, of_event("perudo-7", 5))
    assert ledger.balances(store) == {}


@pytest.mark.parametrize(("payer", "payee", "pence"), [("a", "b", 0), ("a", "b", -1), ("a", "a", 1)])
def test_money_cannot_stay_where_it_is_or_go_backwards(payer: str, payee: str, pence: int) -> None:
    with pytest.raises(ValueError, match="pence cannot go"):
        Movement(payer, payee, pence, "fee")


class Undone(Exception):
    """Takes back what was done in a transaction or in a part of it."""


@contextmanager
def passing(database: Database) -> Iterator[Store]:
    """A transaction of which nothing stays."""
    with suppress(Undone), database.begin() as store:
        open_match(store)
        yield store
        raise Undone


def play(store: Store, history: History) -> dict[int, list[Movement]]:
    """Tell the ledger a history, and give back what was last told of each event in a part that held."""
    last: dict[int, list[Movement]] = {}
    for number, moved, holds in history:
        with suppress(Undone), store.savepoint():
            book(store, of_event("perudo-7", number), moved, NOON)
            if not holds:
                raise Undone
            last[number] = moved
        assert sum(ledger.balances(store).values()) == 0
    return last


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories)
def test_all_accounts_together_are_nought_after_any_history(database: Database, history: History) -> None:
    """Whatever is told in whatever order, again or otherwise than before, in a part that holds or not."""
    with passing(database) as store:
        last = play(store, history)
        should_be = sums(each for moved in last.values() for each in moved)
        assert ledger.balances(store) == should_be
        for account in ACCOUNTS:
            told_of_it = sum(each.gives(account) for each in ledger.statement(store, account))
            assert told_of_it == ledger.balance(store, account) == should_be.get(account, 0)


@given(made=some.lists(movements, max_size=6), wanted=some.lists(movements, max_size=6))
def test_a_difference_makes_of_what_was_made_what_is_wanted(made: list[Movement], wanted: list[Movement]) -> None:
    assert sums([*made, *difference(made, wanted, "correction")]) == sums(wanted)
