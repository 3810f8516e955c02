"""The journal of a match: only appended to, and by one writer at a time."""

import pytest
from sqlalchemy.exc import IntegrityError

from processor.core.events import DeadlineSet, MatchStarted, OrdersFiled, SeatTaken
from processor.store import inbox, journal
from processor.store.codec import Codec
from processor.store.database import Database, Store
from processor.store.faults import Conflict, UnknownKind
from processor.store.journal import Entry
from tests.store.conftest import NOON, open_match
from tests.store.test_codec import Bid

CODEC = Codec([], [Bid])
STARTED = Entry(MatchStarted(), NOON, "gm")


def test_what_was_appended_is_read_in_order_with_its_numbers(store: Store) -> None:
    inbox.keep(store, "INBOX", 1, [inbox.Fetched(1, NOON, b"orders", 6, False, "<orders@players.test>")])
    entries = (
        Entry(SeatTaken(1, 1, "Anna"), NOON, "gm"),
        Entry(DeadlineSet(1, NOON), NOON, "the calendar"),
        Entry(OrdersFiled(1, (Bid(1, 4),)), NOON, "player 1", letter=1),
    )
    journal.append(store, "perudo-7", 1, entries[:2])
    journal.append(store, "Perudo-7", 3, entries[2:])
    assert journal.read(store, "perudo-7", CODEC) == tuple(enumerate(entries, start=1))
    assert journal.read(store, "perudo-7", CODEC, after=2) == ((3, entries[2]),)
    assert journal.last_number(store, "perudo-7") == 3


def test_each_match_has_its_own_journal(store: Store) -> None:
    open_match(store, "choice-1")
    journal.append(store, "perudo-7", 1, [STARTED])
    journal.append(store, "choice-1", 1, [STARTED, STARTED])
    assert journal.last_number(store, "perudo-7") == 1
    assert journal.last_number(store, "choice-1") == 2
    assert journal.last_number(store, "perudo-8") == 0


def test_nothing_to_append_is_nothing(store: Store) -> None:
    journal.append(store, "perudo-7", 1, [])
    assert journal.read(store, "perudo-7", CODEC) == ()


def test_who_comes_second_is_told_and_writes_nothing(database: Database) -> None:
    with database.begin() as store:
        open_match(store)
        journal.append(store, "perudo-7", 1, [STARTED])
    with pytest.raises(Conflict, match="perudo-7, event 1"), database.begin() as store:
        journal.append(store, "perudo-7", 1, [STARTED, STARTED])
    with database.reading() as store:
        assert journal.last_number(store, "perudo-7") == 1


def test_a_journal_without_a_match_is_a_bug_and_no_conflict(store: Store) -> None:
    with pytest.raises(IntegrityError), store.savepoint():
        journal.append(store, "no-such-match", 1, [STARTED])


def test_a_journal_of_a_game_that_is_not_installed_is_said_in_words(store: Store) -> None:
    journal.append(store, "perudo-7", 1, [Entry(OrdersFiled(1, (Bid(1, 4),)), NOON, "player 1")])
    with pytest.raises(UnknownKind, match="still installed"):
        journal.read(store, "perudo-7", Codec([], []))
