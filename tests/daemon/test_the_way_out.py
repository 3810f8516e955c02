"""Mails that the server does not take: tried again and again, given up in the end, and never sent under two names."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from processor.daemon.rounds import LEASE, Pace, pause_after, send_post
from processor.store import outbox, roster
from processor.wire.faults import LoginRefused
from processor.wire.smtp import Outcome, Parcel, Postman
from tests.daemon.stage import DAY, GM, HOUR, MINUTE, PLAYERS, Stage
from tests.servers.gremlin import Answer, DropAfter, Gremlin, Meanwhile, Prank

TO_ANN = r"RCPT TO:<ann@"
UNDELIVERABLE = "[The Long Table] A mail could not be delivered"


@contextmanager
def bewitched(stage: Stage, pranks: dict[str, Prank], times: int = 2**31) -> Iterator[Gremlin]:
    """While it lasts, the server that takes our mail has its moods."""
    door = stage.office.smtp_port
    with Gremlin(door, pranks, times=times) as gremlin:
        stage.reach(smtp_port=gremlin.port)
        yield gremlin
    stage.reach(smtp_port=door)


def waiting(stage: Stage) -> outbox.Posted:
    """The one mail that waits."""
    with stage.database.reading() as store:
        (mail,) = (mail for mail in outbox.waiting_to(store, PLAYERS["Ann"], "announcement"))
    return mail


def test_pauses_grow_from_a_minute_to_four_hours() -> None:
    minutes = [pause_after(attempt) / MINUTE for attempt in range(1, 12)]
    assert minutes == [1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240]


def test_a_mail_not_taken_is_tried_again_after_growing_pauses_and_given_up_after_five_days(stage: Stage) -> None:
    stage.begin()
    begun = stage.calendar()
    stage.tell("announce choice-1: Hello!")
    pauses = []
    with bewitched(stage, {TO_ANN: Answer("451 4.7.1 not today")}):
        stage.round()
        while "failed" not in stage.outbox():
            due = waiting(stage).next_try
            assert due
            pauses.append((due - stage.calendar()) / MINUTE)
            stage.at(due)
            stage.round()
        stage.round()
    assert pauses[:9] == [1, 2, 4, 8, 16, 32, 64, 128, 240]
    assert set(pauses[9:]) == {240}
    assert 5 * DAY < stage.calendar() - begun <= 5 * DAY + 4 * HOUR
    assert stage.subjects(GM).count(UNDELIVERABLE) == 1
    assert "451 4.7.1 not today" in stage.mails(GM)[-1].get_content()
    assert "[choice-1] Winter Choice: an announcement" not in stage.news("Ann")
    assert len(stage.news("Bob")) == 1


def test_all_that_is_given_up_for_one_address_in_a_day_is_told_once(stage: Stage) -> None:
    stage.begin()
    for number in range(3):
        stage.tell(f"announce choice-1: Hello {number}!")
    with bewitched(stage, {TO_ANN: Answer("552 5.2.2 the mailbox is full")}):
        while stage.outbox().get("failed", 0) < 3:
            stage.round()
            stage.at(stage.calendar() + 4 * HOUR)
        stage.round()
    assert stage.subjects(GM).count(UNDELIVERABLE) == 1


def test_a_mail_that_was_in_hand_while_its_reader_moved_is_tried_again_at_the_new_address(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    new = "ann@elsewhere.test"
    stage.office.add_user(new, "pass-new")

    def move() -> None:
        with stage.database.begin() as store:
            ann = roster.by_address(store, PLAYERS["Ann"])
            if ann:
                roster.change_address(store, ann.id, new)

    with bewitched(stage, {"MAIL FROM": Meanwhile(move), TO_ANN: Answer("451 4.7.1 not today")}):
        stage.round()
    stage.at(stage.calendar() + HOUR)
    stage.round()
    assert stage.subjects(new) == ["[choice-1] A word from the GM"]
    assert stage.outbox()["withdrawn"] == 1


def test_a_mail_between_two_tries_is_left_alone(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    with bewitched(stage, {TO_ANN: Answer("451 4.7.1 not today")}) as gremlin:
        stage.round()
        stage.at(stage.calendar() + MINUTE / 2)
        stage.round()
        assert len(gremlin.said(TO_ANN)) == 1


def test_when_the_server_is_back_the_mail_goes_out(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    door = stage.office.smtp_port
    stage.reach(smtp_port=1)
    stage.round()
    stage.at(stage.calendar() + HOUR)
    stage.reach(smtp_port=door)
    stage.round()
    assert len(stage.news("Ann")) == len(stage.news("Bob")) == 1


def test_when_the_login_is_mended_the_mail_goes_out_within_a_minute_or_two(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    well = stage.lines
    stage.lines = replace(well, smtp=replace(well.smtp, user=GM, password="no"))
    for _ in range(3):
        with pytest.raises(LoginRefused, match="check user and password"):
            stage.round()
        assert waiting(stage).attempts == 0
        stage.at(stage.calendar() + MINUTE)
    stage.lines = well
    stage.round()
    assert len(stage.news("Ann")) == len(stage.news("Bob")) == 1


def test_after_weeks_without_us_a_mail_is_not_given_up_at_its_first_try(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    stage.at(stage.calendar() + 8 * DAY)
    with bewitched(stage, {TO_ANN: Answer("451 4.7.1 not today")}):
        stage.round()
    stage.at(stage.calendar() + HOUR)
    stage.round()
    assert len(stage.news("Ann")) == 1


def test_a_mail_refused_for_good_is_told_to_the_gm_and_the_others_go_out(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    with bewitched(stage, {TO_ANN: Answer("550 5.1.1 no such person")}) as gremlin:
        stage.round()
        stage.at(stage.calendar() + DAY)
        stage.round()
        assert len(gremlin.said(TO_ANN)) == 1
    assert stage.subjects(GM).count(UNDELIVERABLE) == 1
    assert "550 5.1.1 no such person" in stage.mails(GM)[-1].get_content()
    assert len(stage.news("Bob")) == 1


def test_an_address_that_our_own_server_refuses_is_marked_and_told_once_until_its_player_writes(stage: Stage) -> None:
    stage.begin()
    with bewitched(stage, {TO_ANN: Answer("550 5.1.1 no such person")}):
        for number in range(3):
            stage.tell(f"announce choice-1: Hello {number}!")
            stage.round()
    assert stage.subjects(GM).count(UNDELIVERABLE) == 1
    with stage.database.reading() as store:
        assert [each.name for each in roster.everybody(store) if each.bouncing] == ["Ann"]
    stage.write("Ann", "status")
    stage.round()
    with bewitched(stage, {TO_ANN: Answer("550 5.1.1 no such person")}):
        stage.tell("announce choice-1: Goodbye!")
        stage.round()
    stage.round()
    assert stage.subjects(GM).count(UNDELIVERABLE) == 2


def test_a_mail_to_the_gm_that_cannot_be_delivered_leads_to_no_more_mail(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    with bewitched(stage, {TO_ANN: Answer("550 5.1.1 gone"), "RCPT TO:<marian@": Answer("550 5.1.1 gone too")}):
        for _ in range(3):
            stage.round()
            stage.at(stage.calendar() + MINUTE)
    assert stage.outbox()["failed"] == 2


def test_a_line_that_dies_after_the_mail_was_taken_makes_the_same_mail_come_twice_at_most(stage: Stage) -> None:
    stage.begin()
    stage.news("Ann")
    stage.tell("announce choice-1: Hello!")
    with bewitched(stage, {r"^\.$": DropAfter()}, times=1):
        stage.round()
    stage.at(stage.calendar() + HOUR)
    stage.round()
    got = [str(mail["Message-ID"]) for name in PLAYERS for mail in stage.mails(PLAYERS[name]) if "List-Id" in mail]
    assert len(set(got)) == 2
    assert len(got) <= 3
    assert "waiting" not in stage.outbox()


class Dying(Postman):
    """A postman with whom we crash when the server has taken the mail and we have not noted it."""

    async def deliver(
        self, parcels: Sequence[Parcel], connections: int = 1, go_on: Callable[[], bool] = lambda: True
    ) -> tuple[Outcome, ...]:
        await super().deliver(parcels, connections, go_on)
        raise KeyboardInterrupt


def test_a_crash_before_it_was_noted_sends_the_mail_again_under_the_same_message_id(stage: Stage) -> None:
    stage.begin()
    stage.news("Ann")
    stage.tell("announce choice-1: Hello!")

    async def crash() -> None:
        async with Dying(stage.lines.smtp) as postman:
            await send_post(stage.desk, postman, stage.lines.pace, stage.calendar)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(crash())
    stage.restart()
    stage.round()
    assert len(stage.news("Ann")) == 1  # another may have it in hand
    stage.at(stage.calendar() + LEASE)
    stage.round()
    assert len(stage.news("Ann")) == 1
    first, second = stage.mails(PLAYERS["Ann"])[-2:]
    assert first["Message-ID"] == second["Message-ID"]
    assert first.get_content() == second.get_content()
    stage.at(stage.calendar() + DAY)
    stage.round()
    assert stage.news("Ann") == []


def test_no_more_mails_go_out_in_a_minute_or_a_day_than_the_pace_allows(stage: Stage) -> None:
    stage.begin()
    stage.at(stage.calendar() + 2 * DAY)
    stage.reach(pace=Pace(per_minute=3, per_day=5))
    before = stage.outbox()["sent"]
    for number in range(5):
        stage.tell(f"announce choice-1: Number {number}")
    went = []
    for _ in range(3):
        stage.round()
        went.append(stage.outbox()["sent"] - before)
        stage.at(stage.calendar() + MINUTE + MINUTE / 60)
    assert went == [3, 5, 5]
    stage.at(stage.calendar() + DAY)
    stage.round()
    assert stage.outbox()["sent"] - before == 8


def test_many_questions_in_an_hour_are_answered_in_one_mail_beyond_the_tenth(stage: Stage) -> None:
    stage.begin()
    stage.at(stage.calendar() + DAY)
    for _ in range(14):
        stage.write("Ann", "status")
        stage.round()
        stage.at(stage.calendar() + MINUTE)
    assert len(stage.news("Ann")) == 10
    stage.at(stage.calendar() + 2 * HOUR)
    stage.round()
    assert len(stage.news("Ann")) == 1
    assert stage.mails(PLAYERS["Ann"])[-1].get_content().count("Dear Ann,") == 4


def test_told_to_stop_it_finishes_the_mail_in_hand_and_leaves_the_others_for_later(stage: Stage) -> None:
    stage.begin()
    for number in range(10):
        stage.tell(f"announce choice-1: Number {number}")
    asked = iter([True, True, True, True])

    async def send() -> int:
        async with Postman(stage.lines.smtp) as postman:
            pace = Pace(per_minute=1_000, connections=1)
            return await send_post(stage.desk, postman, pace, stage.calendar, lambda: next(asked, False))

    assert asyncio.run(send()) == 3
    assert len(stage.news("Ann")) + len(stage.news("Bob")) == 3
    stage.at(stage.calendar() + MINUTE)
    stage.round()
    assert len(stage.news("Ann")) + len(stage.news("Bob")) == 17
