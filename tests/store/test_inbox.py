"""Letters: kept before anything is made of them, once each, and opened in the order they came."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from processor.store import inbox, mailboxes, roster
from processor.store.database import Database, Store
from processor.store.inbox import Fetched, Kept
from processor.store.mailboxes import Cursor
from tests.store.conftest import NOON

MINUTE = timedelta(minutes=1)


def letter(uid: int | None, words: str = "", arrived: datetime = NOON) -> Fetched:
    """A letter as it lay in the mailbox; the words make it differ from others."""
    raw = f"Message-ID: <{words or uid}@players.test>\r\n\r\n{words}".encode()
    return Fetched(uid, arrived, raw, len(raw), truncated=False, message_id=f"<{words or uid}@players.test>")


def keep(store: Store, *letters: Fetched, uidvalidity: int = 1, mailbox: str = "INBOX") -> Kept:
    return inbox.keep(store, mailbox, uidvalidity, letters)


def numbers(letters: Iterable[inbox.Envelope]) -> list[int]:
    return [each.id for each in letters]


def test_a_letter_is_kept_byte_for_byte(store: Store) -> None:
    raw = bytes(range(256)) * 100
    (number,) = keep(store, Fetched(1, NOON, raw, 10**10, truncated=True, message_id="<x@y>")).new
    kept = inbox.letter(store, number)
    assert kept is not None
    assert (kept.raw, kept.size, kept.truncated, kept.message_id, kept.arrived) == (raw, 10**10, True, "<x@y>", NOON)
    assert (kept.status, kept.mailbox, kept.player, kept.match) == ("waiting", "INBOX", None, None)


def test_the_largest_numbers_of_imap_find_room(store: Store) -> None:
    most = 2**32 - 1
    keep(store, letter(most), uidvalidity=most)
    mailboxes.advance(store, "INBOX", most, most)
    assert mailboxes.cursor(store, "INBOX") == Cursor(most, most, None)


def test_the_same_uid_seen_again_does_nothing(store: Store) -> None:
    assert keep(store, letter(1), letter(2)).new == (1, 2)
    assert keep(store, letter(2), letter(3)) == Kept(new=(3,), duplicates=1)
    assert numbers(inbox.waiting(store, 10)) == [1, 2, 3]


def test_the_same_uid_of_another_mailbox_is_another_letter(store: Store) -> None:
    keep(store, letter(1, "from the inbox"))
    assert keep(store, letter(1, "from the spam folder"), mailbox="Spam").duplicates == 0


def test_after_a_new_uidvalidity_all_letters_are_recognised(store: Store) -> None:
    keep(store, letter(7, "orders"), letter(9, "more orders"), uidvalidity=1)
    assert keep(store, letter(1, "orders"), letter(2, "more orders"), uidvalidity=2) == Kept(new=(), duplicates=2)


def test_a_copy_in_the_same_batch_is_recognised(store: Store) -> None:
    assert keep(store, letter(1, "orders"), letter(2, "orders")) == Kept(new=(1,), duplicates=1)


@pytest.mark.parametrize(
    "other",
    [
        {"raw": b"other words"},
        {"message_id": "<other@players.test>"},
        {"arrived": NOON + MINUTE},
    ],
)
def test_what_differs_in_bytes_message_id_or_arrival_is_no_copy(store: Store, other: dict[str, object]) -> None:
    first = letter(1, "orders")
    assert keep(store, first, replace(first, uid=2, **other)).duplicates == 0  # type: ignore[arg-type]


def test_an_arrival_told_in_another_zone_is_the_same_arrival(store: Store) -> None:
    paris = timezone(timedelta(hours=1))
    keep(store, letter(1, "orders"))
    assert keep(store, letter(2, "orders", NOON.astimezone(paris))).duplicates == 1


def test_a_letter_that_came_by_pipe_has_no_uid_and_is_still_kept_once(store: Store) -> None:
    assert keep(store, letter(None, "orders")).new == (1,)
    assert keep(store, letter(None, "orders")).duplicates == 1
    assert mailboxes.untidied(store, "INBOX", 1) == ()


def test_a_hostile_message_id_does_not_stop_the_queue(store: Store) -> None:
    nasty = ["\0", "\ud800\udcff", "x" * 100_000, "", "'; DROP TABLE letter; --"]
    kept = keep(store, *(replace(letter(uid, "orders"), message_id=words) for uid, words in enumerate(nasty, 1)))
    assert len(kept.new) == len(nasty)
    assert len(inbox.waiting(store, 10)) == len(nasty)
    assert numbers(inbox.by_message_id(store, "x" * 100_000)) == [3]


def test_an_empty_batch_keeps_nothing(store: Store) -> None:
    assert keep(store) == Kept((), 0)


def test_letters_are_opened_oldest_first(store: Store) -> None:
    keep(store, letter(1, arrived=NOON + MINUTE), letter(2, arrived=NOON), letter(3, arrived=NOON + MINUTE))
    assert numbers(inbox.waiting(store, 2)) == [2, 1]
    assert inbox.next_arrival(store) == NOON


def test_a_letter_knows_that_one_which_came_after_it_was_settled_before(store: Store) -> None:
    keep(store, letter(1, arrived=NOON), letter(2, arrived=NOON), letter(3, arrived=NOON + MINUTE))
    assert not any(each.overtaken for each in inbox.waiting(store, 3))
    inbox.settle(store, 2, "done", "orders")
    assert not any(each.overtaken for each in inbox.waiting(store, 3))
    inbox.settle(store, 3, "held", "claimed")
    assert [each.overtaken for each in inbox.waiting(store, 3)] == [True]


def test_a_settled_letter_waits_no_more(store: Store) -> None:
    keep(store, letter(1), letter(2))
    inbox.settle(store, 1, "done", "orders", player=1, match="perudo-7", sender="Anna@Players.test")
    assert numbers(inbox.waiting(store, 10)) == [2]
    settled = inbox.letter(store, 1)
    assert settled is not None
    assert (settled.status, settled.reason, settled.player, settled.match) == ("done", "orders", 1, "perudo-7")
    assert numbers(inbox.letters_of(store, 1)) == [1]
    assert inbox.counts(store) == {"done": 1, "waiting": 1}


def test_a_trace_may_quote_anything(store: Store) -> None:
    keep(store, letter(1))
    inbox.settle(store, 1, "put-aside", "our-fault", trace="at \0 in \ud800 " + "x" * 10_000)
    (aside,) = inbox.put_aside(store)
    assert aside.trace == "at \N{REPLACEMENT CHARACTER} in ? " + "x" * 10_000


def test_nothing_waits_in_an_empty_inbox(store: Store) -> None:
    assert inbox.waiting(store, 10) == ()
    assert inbox.next_arrival(store) is None
    assert inbox.letter(store, 1) is None


def test_a_held_letter_is_released_and_then_believed(store: Store) -> None:
    keep(store, letter(1))
    assert not inbox.release(store, 1)
    inbox.settle(store, 1, "held", "unproved")
    assert numbers(inbox.held(store)) == [1]
    assert not inbox.retry(store, 1)
    assert inbox.release(store, 1)
    (again,) = inbox.waiting(store, 10)
    assert again.released


def test_a_letter_put_aside_is_tried_again(store: Store) -> None:
    keep(store, letter(1))
    inbox.settle(store, 1, "put-aside", "our-fault", trace="Traceback …")
    assert inbox.retry(store, 1)
    (again,) = inbox.waiting(store, 10)
    assert not again.released


@pytest.mark.parametrize("status", ["held", "put-aside"])
@pytest.mark.parametrize(
    ("proof", "is_released"), [("", True), ("claimed", True), ("proved", False), ("denied", False)]
)
def test_only_a_letter_without_proof_that_nobody_denies_is_released(
    store: Store, status: inbox.Status, proof: inbox.Proof, is_released: bool
) -> None:
    keep(store, letter(1))
    inbox.settle(store, 1, status, "by-gm", proof=proof)
    assert inbox.release(store, 1) == is_released


def test_a_done_letter_can_be_reopened_once(store: Store) -> None:
    keep(store, letter(1))
    assert not inbox.reopen(store, 1)
    inbox.settle(store, 1, "done", "orders")
    assert inbox.reopen(store, 1)
    assert not inbox.reopen(store, 1)


def test_letters_from_an_address_are_counted_whatever_its_case(store: Store) -> None:
    keep(store, *(letter(uid, arrived=NOON + uid * MINUTE) for uid in range(1, 6)))
    for number in (1, 2, 3, 4):
        inbox.settle(store, number, "done", "", sender="Stranger@Elsewhere.test")
    assert inbox.count_from(store, "stranger@elsewhere.TEST", NOON) == 4
    assert inbox.count_from(store, "stranger@elsewhere.test", NOON + 3 * MINUTE) == 2
    assert inbox.count_from(store, "anna@players.test", NOON) == 0


def test_only_what_is_settled_is_put_away_in_the_mailbox(store: Store) -> None:
    keep(store, letter(1), letter(2), letter(3), letter(4))
    inbox.settle(store, 1, "done", "")
    inbox.settle(store, 2, "held", "")
    inbox.settle(store, 4, "put-aside", "")
    assert untidied(store) == [(1, "done", None), (2, "held", None), (4, "put-aside", None)]
    mailboxes.tidied(store, "INBOX", 1, [1], "done")
    mailboxes.tidied(store, "INBOX", 1, [4], "put-aside")
    assert untidied(store) == [(2, "held", None)]
    assert mailboxes.untidied(store, "INBOX", 2) == ()


def test_what_is_settled_otherwise_later_is_put_away_once_more(store: Store) -> None:
    keep(store, letter(1), letter(2))
    inbox.settle(store, 1, "held", "unproved")
    inbox.settle(store, 2, "put-aside", "our-fault")
    mailboxes.tidied(store, "INBOX", 1, [1], "held")
    mailboxes.tidied(store, "INBOX", 1, [2], "put-aside")
    inbox.settle_anew(store, 1, "done", "confirmed")
    inbox.retry(store, 2)
    assert untidied(store) == [(1, "done", "held")]
    inbox.settle(store, 2, "done", "answered")
    assert untidied(store) == [(1, "done", "held"), (2, "done", "put-aside")]
    mailboxes.tidied(store, "INBOX", 1, [1, 2], "done")
    assert untidied(store) == []


def untidied(store: Store) -> list[tuple[int, str, str | None]]:
    """The letters that are to be put away: where each is, where it belongs, and where it was put before."""
    return [(each.uid, each.status, each.lies_in) for each in mailboxes.untidied(store, "INBOX", 1)]


def test_a_copy_is_put_away_like_the_first(store: Store) -> None:
    keep(store, letter(1, "orders"))
    inbox.settle(store, 1, "done", "")
    mailboxes.tidied(store, "INBOX", 1, [1], "done")
    keep(store, letter(5, "orders"))
    assert untidied(store) == [(5, "done", None)]


def test_the_cursor_moves_on_and_remembers_until_when_all_was_read(store: Store) -> None:
    assert mailboxes.cursor(store, "INBOX") is None
    mailboxes.advance(store, "INBOX", 1, 200)
    assert mailboxes.cursor(store, "INBOX") == Cursor(1, 200, None)
    mailboxes.advance(store, "INBOX", 1, 321, NOON)
    mailboxes.advance(store, "INBOX", 2, 5)
    assert mailboxes.cursor(store, "INBOX") == Cursor(2, 5, NOON)


def test_letters_kept_in_one_transaction_are_lost_together_or_not_at_all(database: Database) -> None:
    def keep_and_fail(store: Store) -> None:
        keep(store, letter(1))
        raise LookupError

    with pytest.raises(LookupError), database.begin() as store:
        keep_and_fail(store)
    with database.reading() as store:
        assert inbox.waiting(store, 10) == ()
        assert roster.everybody(store) == ()
