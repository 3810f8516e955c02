"""What is asked for every letter, mail and deadline is found by index, however much there is."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from sqlalchemy import event

from processor.core.events import MatchStarted
from processor.store import inbox, journal, lease, mailboxes, matches, outbox, roster, schedule, tokens
from processor.store.codec import Codec
from processor.store.database import Database, Store
from tests.store.conftest import NOON, open_match

DAY = timedelta(days=1)
Question = tuple[str, Any]


def the_daily_round(store: Store) -> None:
    """Everything that is done again and again while matches are played."""
    inbox.keep(store, "INBOX", 1, [inbox.Fetched(1, NOON, b"raw", 3, False, "<1@x>")])
    mailboxes.advance(store, "INBOX", 1, 1, NOON)
    mailboxes.cursor(store, "INBOX")
    for letter in inbox.waiting(store, 200):
        player = roster.by_address(store, "anna@players.test")
        assert player
        tokens.token(store, "k7f3")
        tokens.live_token(store, "seat", player.id, "perudo-7")
        matches.find(store, "perudo-7")
        matches.matches_of(store, player.id)
        roster.seat_of(store, "perudo-7", player.id)
        roster.player_at(store, "perudo-7", 1)
        roster.seated(store, "perudo-7")
        inbox.count_from(store, "anna@players.test", NOON)
        journal.read(store, "perudo-7", Codec([], []))
        journal.append(store, "perudo-7", 1, [journal.Entry(MatchStarted(), NOON, "gm", letter.id)])
        outbox.thread(store, "perudo-7", player.id)
        outbox.to_address_since(store, "anna@players.test", NOON, "receipt")
        outbox.waiting_to(store, "anna@players.test", "receipt")
        outbox.put(store, outbox.Draft("<r@x>", "gm@x", "anna@players.test", b"", NOON, "receipt"))
        inbox.settle(store, letter.id, "done", "orders", player.id, "perudo-7", "anna@players.test")
    mailboxes.untidied(store, "INBOX", 1)
    mailboxes.tidied(store, "INBOX", 1, [1], "done")
    inbox.next_arrival(store)
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    schedule.set_alarm(store, "perudo-7", "reminder", NOON)
    for deadline in schedule.due_deadlines(store, NOON):
        schedule.claim(store, deadline.match, deadline.turn)
        schedule.close(store, deadline.match, deadline.turn, NOON)
        matches.move_on(store, deadline.match, "running", 4)
    schedule.due_alarms(store, "reminder", NOON)
    schedule.next_deadline(store)
    schedule.next_alarm(store)
    schedule.open_within(store, NOON, NOON + DAY)
    outbox.by_message_id(store, "<r@x>")
    outbox.next_due(store)
    outbox.sent_since(store, NOON)
    for mail in outbox.due(store, NOON, 50, NOON + DAY):
        outbox.postponed(store, mail.id, NOON + DAY, "451")
        outbox.sent(store, [mail.id], NOON)
    lease.take_lease(store, "mailbox INBOX", "me", NOON, NOON + DAY)


@contextmanager
def overheard(database: Database) -> Iterator[list[Question]]:
    """All that the database is asked meanwhile."""
    questions: list[Question] = []

    def listen(_connection: object, _cursor: object, words: str, values: Any, _context: object, many: bool) -> None:
        questions.append((words, values[0] if many else values))

    engine = database._writing  # only here: no other test looks inside
    event.listen(engine, "before_cursor_execute", listen)
    yield questions
    event.remove(engine, "before_cursor_execute", listen)


def test_no_question_of_the_daily_round_reads_a_whole_table(memory: Database) -> None:
    with overheard(memory) as questions, memory.begin() as store:
        open_match(store)
        the_daily_round(store)
    asked = [each for each in questions if each[0].split()[0] in {"SELECT", "UPDATE", "DELETE"}]
    assert len(asked) > 30
    with memory.begin() as store:
        for words, values in asked:
            plan = store._connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}", values).all()
            steps = [step.detail for step in plan]
            assert not [step for step in steps if step.startswith("SCAN")], words
            if "LIMIT" in words:  # of a queue only the head is wanted, so it must lie there in order
                assert not [step for step in steps if "TEMP B-TREE" in step], words


def test_listing_letters_reads_none_of_their_bytes(memory: Database) -> None:
    with overheard(memory) as questions, memory.begin() as store:
        inbox.held(store)
        inbox.put_aside(store)
        outbox.history(store, "perudo-7", 1)
    assert questions
    assert not [words for words, _ in questions if "raw_" in words]
