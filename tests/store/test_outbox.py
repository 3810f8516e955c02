"""Drafts: written with what caused them, sent once where that can be known, twice where it cannot, never lost."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from processor.store import inbox, outbox
from processor.store.database import Store
from processor.store.outbox import Draft
from tests.store.conftest import NOON

MINUTE = timedelta(minutes=1)
HOUR = 60 * MINUTE


def draft(words: str, due: datetime = NOON, kind: str = "receipt", to: str = "Anna@Players.test") -> Draft:
    """A mail about the match to player 1."""
    return Draft(
        f"<{words}@games.test>", "gm@games.test", to, words.encode(), due, kind, match="perudo-7", turn=3, player=1
    )


def due(store: Store, now: datetime = NOON, limit: int = 10) -> list[str]:
    """The words of the mails that a sender gets now; its lease is ten minutes."""
    return [mail.mime.decode() for mail in outbox.due(store, now, limit, now + 10 * MINUTE)]


def test_a_draft_goes_out_as_it_was_put(store: Store) -> None:
    inbox.keep(store, "INBOX", 1, [inbox.Fetched(1, NOON, b"orders", 6, False, "<orders@players.test>")])
    mime = bytes(range(256))
    number = outbox.put(store, Draft("<x@y>", "gm@games.test", "anna@players.test", mime, NOON, "receipt", letter=1))
    (mail,) = outbox.due(store, NOON, 10, NOON + MINUTE)
    assert (mail.id, mail.mime, mail.message_id, mail.recipient) == (number, mime, "<x@y>", "anna@players.test")
    assert (mail.attempts, mail.status, mail.letter, mail.kind) == (0, "waiting", 1, "receipt")
    assert [each.id for each in outbox.answers_to(store, 1)] == [number]


def test_two_mails_never_share_a_message_id(store: Store) -> None:
    outbox.put(store, draft("one"))
    with pytest.raises(IntegrityError), store.savepoint():
        outbox.put(store, draft("one"))
    assert due(store) == ["one"]


def test_those_due_longest_go_first_and_the_rest_wait(store: Store) -> None:
    outbox.put(store, draft("later", NOON + HOUR))
    outbox.put(store, draft("now"))
    outbox.put(store, draft("before", NOON - HOUR))
    outbox.put(store, draft("now as well"))
    assert outbox.next_due(store) == NOON - HOUR
    assert due(store, limit=2) == ["before", "now"]
    assert due(store) == ["now as well"]
    assert due(store, NOON + HOUR, limit=1) != []


def test_a_mail_in_the_hands_of_a_sender_goes_to_no_other_until_the_lease_runs_out(store: Store) -> None:
    outbox.put(store, draft("results"))
    assert due(store) == ["results"]
    assert due(store, NOON + 9 * MINUTE) == []
    assert outbox.next_due(store) == NOON + 10 * MINUTE
    assert due(store, NOON + 10 * MINUTE) == ["results"]


def test_a_sent_mail_is_done_with(store: Store) -> None:
    outbox.put(store, draft("results"))
    (mail,) = outbox.due(store, NOON, 10, NOON + MINUTE)
    outbox.sent(store, [mail.id], NOON + MINUTE)
    assert due(store, NOON + 1000 * HOUR) == []
    assert outbox.next_due(store) is None
    kept = outbox.draft(store, mail.id)
    assert kept is not None
    assert (kept.status, kept.sent_at, kept.mime) == ("sent", NOON + MINUTE, b"results")


def test_a_postponed_mail_is_tried_again_and_its_attempts_are_counted(store: Store) -> None:
    number = outbox.put(store, draft("results"))
    for attempt in (1, 2, 3):
        assert due(store, NOON + attempt * HOUR) == ["results"]
        outbox.postponed(store, number, NOON + (attempt + 1) * HOUR, "451 greylisted", uncertain=attempt == 3)
    (mail,) = outbox.due(store, NOON + 4 * HOUR, 10, NOON + 5 * HOUR)
    assert (mail.attempts, mail.last_error, mail.status) == (3, "451 greylisted", "uncertain")


def test_a_refused_mail_is_given_up_and_listed(store: Store) -> None:
    number = outbox.put(store, draft("results"))
    outbox.put(store, draft("more results", NOON + HOUR))
    due(store)
    outbox.failed(store, number, "550 no such user \ud800")
    assert due(store, NOON + HOUR) == ["more results"]
    (refused,) = outbox.undeliverable(store)
    assert (refused.id, refused.last_error, refused.attempts) == (number, "550 no such user ?", 1)
    assert outbox.counts(store) == {"failed": 1, "uncertain": 1}


def test_a_mail_can_be_withdrawn_until_a_sender_has_it(store: Store) -> None:
    first, second = outbox.put(store, draft("one", NOON + HOUR)), outbox.put(store, draft("two"))
    assert due(store) == ["two"]
    assert outbox.withdraw(store, first)
    assert not outbox.withdraw(store, first)
    assert not outbox.withdraw(store, second)
    assert due(store, NOON + 2 * HOUR) == ["two"]


def test_mails_are_counted_for_the_rate_caps(store: Store) -> None:
    for number in range(4):
        outbox.put(store, draft(f"receipt {number}", NOON + number * MINUTE))
    outbox.put(store, draft("results", kind="results"))
    assert outbox.to_address_since(store, "anna@PLAYERS.test", NOON, "receipt") == 4
    assert outbox.to_address_since(store, "anna@players.test", NOON + MINUTE, "receipt") == 3
    assert outbox.to_address_since(store, "bela@players.test", NOON, "receipt") == 0
    assert len(outbox.waiting_to(store, "anna@players.test", "receipt")) == 4
    outbox.sent(store, [1, 2], NOON)
    outbox.sent(store, [3], NOON + MINUTE)
    outbox.sent(store, [], NOON + MINUTE)
    assert outbox.sent_since(store, NOON) == 3
    assert outbox.sent_since(store, NOON + MINUTE) == 1
    assert [each.id for each in outbox.waiting_to(store, "anna@players.test", "receipt")] == [4]


def test_a_thread_has_its_first_and_its_last_mail(store: Store) -> None:
    threads = []
    for words in ("opening", "results 1", "results 2"):
        threads.append(outbox.thread(store, "perudo-7", 1))
        outbox.put(store, draft(words))
    threads.append(outbox.thread(store, "Perudo-7", 1))
    assert threads == [
        (),
        ("<opening@games.test>",),
        ("<opening@games.test>", "<results 1@games.test>"),
        ("<opening@games.test>", "<results 2@games.test>"),
    ]
    assert outbox.thread(store, "perudo-7", 2) == ()


def test_what_was_mailed_before_can_be_found_again(store: Store) -> None:
    for words in ("opening", "results 1"):
        outbox.put(store, draft(words))
    assert [mail.turn for mail in outbox.history(store, "perudo-7", 1)] == [3, 3]
    found = outbox.by_message_id(store, "<results 1@games.test>")
    assert found is not None
    assert found.player == 1
    assert outbox.by_message_id(store, "\0 <of somebody else>") is None
    assert outbox.draft(store, 99) is None


def test_what_a_dead_sender_had_in_hand_is_due_at_once(store: Store) -> None:
    for words in ("first", "second", "third"):
        outbox.put(store, draft(words))
    outbox.due(store, NOON, 1, NOON + HOUR, "the living")
    outbox.due(store, NOON, 2, NOON + HOUR, "the dead")
    outbox.postponed(store, 3, NOON + HOUR, "the answer got lost", uncertain=True)
    assert sorted(outbox.senders(store)) == ["the dead", "the living"]
    outbox.let_go(store, "the dead", NOON)
    assert outbox.senders(store) == ("the living",)
    assert due(store) == ["second"]
