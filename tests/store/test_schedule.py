"""Deadlines, alarms and reminders: each once, in the order of their times."""

from datetime import timedelta

from processor.store import lease, matches, schedule
from processor.store.database import Store, connect
from tests.store.conftest import NOON, open_match

MINUTE = timedelta(minutes=1)
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def due(store: Store, until: timedelta = timedelta(0)) -> list[tuple[str, int]]:
    return [(each.match, each.turn) for each in schedule.due_deadlines(store, NOON + until)]


def test_deadlines_come_oldest_first(store: Store) -> None:
    open_match(store, "choice-1")
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    schedule.set_deadline(store, "choice-1", 1, NOON - HOUR)
    schedule.set_deadline(store, "perudo-7", 4, NOON + HOUR)
    assert due(store) == [("choice-1", 1), ("perudo-7", 3)]
    assert due(store, -MINUTE) == [("choice-1", 1)]
    assert schedule.next_deadline(store) == NOON - HOUR
    assert len(schedule.due_deadlines(store, NOON + DAY, limit=2)) == 2


def test_a_turn_is_closed_once(store: Store) -> None:
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    assert schedule.claim(store, "perudo-7", 3)
    assert schedule.close(store, "perudo-7", 3, NOON)
    assert not schedule.close(store, "perudo-7", 3, NOON)
    assert not schedule.claim(store, "perudo-7", 3)
    assert due(store) == []
    closed = schedule.deadline(store, "perudo-7", 3)
    assert closed is not None
    assert (closed.status, closed.closed_at) == ("closed", NOON)


def test_an_extended_deadline_takes_the_place_of_the_old_one(store: Store) -> None:
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    schedule.set_deadline(store, "Perudo-7", 3, NOON + DAY)
    assert due(store) == []
    assert due(store, DAY) == [("perudo-7", 3)]


def test_a_held_deadline_waits_until_it_is_released(store: Store) -> None:
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    assert schedule.hold(store, "perudo-7", 3, "the mailbox was out of reach for 9 hours")
    assert due(store, DAY) == []
    assert not schedule.close(store, "perudo-7", 3, NOON)
    (held,) = schedule.held(store)
    assert held.reason == "the mailbox was out of reach for 9 hours"
    assert schedule.release(store, "perudo-7", 3, NOON - HOUR)
    assert not schedule.release(store, "perudo-7", 3, NOON - HOUR)
    assert due(store) == [("perudo-7", 3)]


def test_a_new_deadline_ends_the_hold(store: Store) -> None:
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    schedule.hold(store, "perudo-7", 3, "an outage")
    schedule.set_deadline(store, "perudo-7", 3, NOON + DAY)
    assert due(store, DAY) == [("perudo-7", 3)]
    assert schedule.held(store) == ()


def test_a_cancelled_deadline_is_not_due_but_can_be_set_anew(store: Store) -> None:
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    schedule.remind_once(store, "perudo-7", 3, 1, DAY)
    schedule.cancel(store, "perudo-7", 3)
    assert due(store, DAY) == []
    assert schedule.next_deadline(store) is None
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    assert due(store) == [("perudo-7", 3)]


def test_deadlines_to_be_reminded_of_are_those_within_a_window(store: Store) -> None:
    for turn, distance in enumerate((timedelta(0), HOUR, DAY, 2 * DAY), start=1):
        schedule.set_deadline(store, "perudo-7", turn, NOON + distance)
    assert [each.turn for each in schedule.open_within(store, NOON, NOON + DAY)] == [2, 3]


def test_a_seat_is_reminded_once_at_each_distance(store: Store) -> None:
    schedule.set_deadline(store, "perudo-7", 3, NOON)
    first = [schedule.remind_once(store, "perudo-7", 3, seat, DAY) for seat in (1, 2)]
    again = [schedule.remind_once(store, "perudo-7", 3, seat, DAY) for seat in (1, 2)]
    nearer = [schedule.remind_once(store, "perudo-7", 3, seat, HOUR) for seat in (1, 2)]
    assert (first, again, nearer) == ([True, True], [False, False], [True, True])


def test_an_alarm_rings_when_it_is_time_and_once(store: Store) -> None:
    open_match(store, "choice-1")
    schedule.set_alarm(store, "perudo-7", "reminder", NOON + HOUR)
    schedule.set_alarm(store, "choice-1", "reminder", NOON)
    schedule.set_alarm(store, "perudo-7", "reminder", NOON - HOUR)
    schedule.set_alarm(store, "perudo-7", "early", NOON + MINUTE)
    assert [each.match for each in schedule.due_alarms(store, "reminder", NOON)] == ["perudo-7", "choice-1"]
    assert schedule.drop_alarm(store, "perudo-7", "reminder")
    assert not schedule.drop_alarm(store, "perudo-7", "reminder")
    assert schedule.next_alarm(store) == NOON


def test_a_match_shows_the_deadline_of_its_coming_turn(store: Store) -> None:
    schedule.set_deadline(store, "perudo-7", 1, NOON)
    schedule.set_deadline(store, "perudo-7", 2, NOON + DAY)
    shown = []
    for turn in (0, 1, 2):
        matches.move_on(store, "perudo-7", "running", turn)
        shown.append(matches.known(store, "perudo-7").due)
    schedule.close(store, "perudo-7", 2, NOON + DAY)
    shown.append(matches.known(store, "perudo-7").due)
    assert shown == [None, NOON, NOON + DAY, None]


def test_a_lease_has_one_holder_until_it_runs_out(store: Store) -> None:
    assert lease.take_lease(store, "mailbox INBOX", "one", NOON, NOON + MINUTE)
    assert not lease.take_lease(store, "mailbox INBOX", "other", NOON, NOON + MINUTE)
    assert lease.take_lease(store, "mailbox INBOX", "one", NOON, NOON + 2 * MINUTE)
    assert lease.renew(store, "mailbox INBOX", "one", NOON, NOON + 3 * MINUTE)
    assert not lease.take_lease(store, "mailbox INBOX", "other", NOON + 2 * MINUTE, NOON + DAY)
    assert lease.take_lease(store, "mailbox INBOX", "other", NOON + 3 * MINUTE, NOON + DAY)
    assert not lease.renew(store, "mailbox INBOX", "one", NOON + 3 * MINUTE, NOON + DAY)


def test_a_lease_is_given_back_by_its_holder_alone(store: Store) -> None:
    lease.take_lease(store, "run", "one", NOON, NOON + DAY)
    lease.drop_lease(store, "run", "other")
    assert not lease.take_lease(store, "run", "other", NOON, NOON + DAY)
    lease.drop_lease(store, "run", "one")
    assert lease.take_lease(store, "run", "other", NOON, NOON + DAY)


def test_what_is_done_alone_is_done_by_one_until_the_commit(shared_url: str) -> None:
    database = connect(shared_url)
    with database.begin() as one:
        assert lease.alone(one, "opening letters")
        if one.dialect == "postgresql":
            with database.begin() as other:
                assert not lease.alone(other, "opening letters")
                assert lease.alone(other, "something else")
    with database.begin() as next_one:
        assert lease.alone(next_one, "opening letters")
    database.close()
