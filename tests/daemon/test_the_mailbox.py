"""Mailboxes that are old, lost, or numbered anew: every letter is read once."""

from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from processor.desk.counter import instruct
from processor.store import inbox
from processor.wire.faults import LoginRefused, MailboxLost
from processor.wire.imap import Mailbox
from tests.daemon.stage import DAY, FIRST_DEADLINE, GAMES, GM, HOUR, MINUTE, PLAYERS, Stage, staged
from tests.servers.gremlin import Drop, Gremlin


def test_at_the_very_first_start_only_the_mail_of_the_last_day_is_read(stage: Stage) -> None:
    begun = stage.calendar()
    for age in (400 * DAY, 3 * DAY):
        stage.at(begun - age)
        stage.write("Ann", "games")
    stage.at(begun - HOUR)
    stage.write("Bob", "games")
    stage.at(begun)
    stage.round()
    assert stage.subjects(PLAYERS["Ann"]) == []
    assert len(stage.subjects(PLAYERS["Bob"])) == 1
    assert len(stage.office.mailboxes()[GAMES]["INBOX"]) == 2


def test_at_the_very_first_start_older_mail_is_read_too_if_a_day_is_named(stage: Stage) -> None:
    begun = stage.calendar()
    for age in (400 * DAY, 3 * DAY, HOUR):
        stage.at(begun - age)
        stage.write("Ann", "games")
    stage.at(begun)
    stage.lines = replace(stage.lines, holes=replace(stage.lines.holes, read_since=(begun - 5 * DAY).date()))
    stage.round()
    assert len(stage.office.mailboxes()[GAMES]["INBOX"]) == 1
    assert len(stage.office.mailboxes()[GAMES]["Processed"]) == 2


def test_old_mail_that_was_moved_behind_the_new_is_left_alone_too(stage: Stage) -> None:
    """Somebody has brought the mails of years from another provider: they have old stamps and new numbers."""
    begun = stage.calendar()
    stage.at(begun - HOUR)
    stage.write("Bob", "games")
    for age in range(300, 310):
        stage.at(begun - age * DAY)
        stage.write("Ann", "games")
    stage.at(begun)
    stage.lines = replace(stage.lines, holes=replace(stage.lines.holes, batch=1))
    for _ in range(3):
        stage.round()
    stage.write("Bob", "games")
    stage.round()
    assert (len(stage.subjects(PLAYERS["Ann"])), len(stage.subjects(PLAYERS["Bob"]))) == (0, 2)
    assert len(stage.office.mailboxes()[GAMES]["INBOX"]) == 10


def test_letters_are_put_away_when_they_have_been_dealt_with(stage: Stage) -> None:
    stage.begin()
    stage.write("Ann", "status")
    stage.round()
    boxes = stage.office.mailboxes()[GAMES]
    assert (len(boxes["INBOX"]), len(boxes["Processed"])) == (0, 3)


def test_a_letter_that_waited_is_put_with_the_others_once_it_is_confirmed(stage: Stage) -> None:
    stage.desk = replace(stage.desk, house=replace(stage.desk.house, trust_from=False))
    stage.tell("new choice choice-1 every 2 weeks friday 20:00 UTC")
    stage.write("Ann", "join choice-1")
    stage.write("Bob", "join choice-1")
    stage.round()
    boxes = stage.office.mailboxes()[GAMES]
    assert (len(boxes["INBOX"]), len(boxes["Held"])) == (0, 2)
    question = stage.mails(PLAYERS["Ann"])[-1]
    stage.write("Ann", "yes", to=str(question["Reply-To"]))
    stage.round()
    boxes = stage.office.mailboxes()[GAMES]
    assert (len(boxes["INBOX"]), len(boxes["Held"]), len(boxes["Processed"])) == (0, 1, 2)
    assert b"From: Bob" in boxes["Held"][0]


def test_a_letter_put_aside_that_is_tried_again_moves_on(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk fails on it; the program is mended, and the letter opened once more."""
    stage.begin()
    with monkeypatch.context() as broken:
        broken.setattr("processor.desk.letters.screen", lambda *_: 1 / 0)
        stage.write("Ann", "status")
        with capture_logs() as logged:
            stage.round()
    assert len(stage.office.mailboxes()[GAMES]["Put aside"]) == 1
    assert {"event": "letter put aside", "letter": 3, "reason": "our-fault", "log_level": "warning"} in logged
    with stage.database.begin() as store:
        (aside,) = inbox.put_aside(store)
        inbox.retry(store, aside.id)
    stage.round()
    boxes = stage.office.mailboxes()[GAMES]
    assert (len(boxes["Put aside"]), len(boxes["Processed"])) == (0, 3)


def test_a_mailbox_numbered_anew_doubles_nothing_and_loses_nothing(tmp_path: Path) -> None:
    """The provider restores the mailbox from a backup: all letters lie in the inbox again, under new numbers."""
    with staged(tmp_path / "spool", f"sqlite:///{tmp_path / 'turnpost.db'}") as stage:
        stage.begin()
        stage.write("Ann", stage.orders("Ann", 1, 2))
        stage.round()
        stage.write("Bob", stage.orders("Bob", 1, 2))  # this one has not been read yet
        filed = stage.filed()
    with staged(tmp_path / "spool", f"sqlite:///{tmp_path / 'turnpost.db'}", founded=True) as stage:
        assert len(stage.office.mailboxes()[GAMES]["INBOX"]) == 4
        sent = stage.outbox()["sent"]
        stage.at(stage.calendar() + HOUR)
        stage.round()
        assert stage.filed()[: len(filed)] == filed
        assert [orders.seat for orders in stage.filed()] == [1, 2]
        assert stage.outbox() == {"sent": sent + 1}
        assert len(stage.office.mailboxes()[GAMES]["Processed"]) == 4


def test_old_mail_that_was_left_alone_is_left_alone_when_the_mailbox_is_numbered_anew(tmp_path: Path) -> None:
    with staged(tmp_path / "spool", f"sqlite:///{tmp_path / 'turnpost.db'}") as stage:
        begun = stage.calendar()
        stage.at(begun - 30 * DAY)
        stage.write("Ann", "games")
        stage.at(begun)
        stage.begin()
    with staged(tmp_path / "spool", f"sqlite:///{tmp_path / 'turnpost.db'}", founded=True) as stage:
        sent = stage.outbox()["sent"]
        stage.round()
        assert stage.outbox() == {"sent": sent}


def test_a_mailbox_lost_for_days_loses_no_letter(stage: Stage) -> None:
    stage.begin()
    door = stage.office.imap_port
    stage.at(FIRST_DEADLINE - 6 * DAY)
    stage.reach(imap_port=1)
    stage.write("Ann", stage.orders("Ann", 1))
    for _ in range(5):
        stage.at(stage.calendar() + DAY)
        with pytest.raises(MailboxLost):
            stage.round()
        stage.restart()
    stage.write("Ann", stage.orders("Ann", 2))
    stage.reach(imap_port=door)
    stage.round()
    assert stage.turn == 1
    receipts = [subject for subject in stage.news("Ann") if "taken" in subject]
    assert receipts == ["[choice-1] 1 order taken, 1 still missing", "[choice-1] 1 order taken, all is in"]


def test_the_gm_is_told_once_when_the_mailbox_cannot_be_read_for_hours(stage: Stage) -> None:
    told = "[The Long Table] The mailbox cannot be read"
    door = stage.office.imap_port
    for outage in (1, 2):
        stage.round()
        begun = stage.calendar()
        stage.reach(imap_port=1)
        for late, mails in ((5 * HOUR, outage - 1), (7 * HOUR, outage), (8 * HOUR, outage), (3 * DAY, outage)):
            stage.at(begun + late)
            stage.failing_round()
            stage.restart()
            assert stage.subjects(GM).count(told) == mails
        stage.reach(imap_port=door)


def test_a_wrong_password_is_told_and_what_waits_goes_out(stage: Stage) -> None:
    stage.begin()
    stage.tell("announce choice-1: Hello!")
    assert stage.lines.imap
    stage.lines = replace(stage.lines, imap=replace(stage.lines.imap, password="wrong"))
    with pytest.raises(LoginRefused, match="Please check user and password"):
        stage.round()
    assert len(stage.news("Ann")) == 1


def test_a_letter_at_which_the_server_hangs_up_keeps_no_other_from_us(stage: Stage) -> None:
    stage.begin()
    for name in (*PLAYERS, *PLAYERS):
        stage.write(name, stage.orders(name, 1, 2))
    assert stage.lines.imap
    with Mailbox(stage.lines.imap, stage.calendar) as mailbox:
        _, deadly, *_ = mailbox.waiting(0)
    with Gremlin(stage.office.imap_port, {rf"FETCH [0-9,:]*\b{deadly}\b.*BODY": Drop()}) as gremlin:
        well = stage.office.imap_port
        stage.reach(imap_port=gremlin.port)
        with pytest.raises(MailboxLost):
            stage.round()
        stage.round()
        stage.reach(imap_port=well)
    assert [orders.seat for orders in stage.filed()] == [1, 2], "Bob has sent his twice, and the second could be read"
    boxes = stage.office.mailboxes()[GAMES]
    assert (len(boxes["INBOX"]), len(boxes["Processed"]), len(boxes["Put aside"])) == (0, 5, 1)
    assert "the mail server hangs up" in instruct(stage.desk, "put aside", stage.calendar()).sections[0].text


def test_a_line_that_is_lost_once_puts_no_letter_aside(stage: Stage) -> None:
    stage.begin()
    for name in PLAYERS:
        stage.write(name, stage.orders(name, 1, 2))
    with Gremlin(stage.office.imap_port, {"FETCH .*BODY": Drop()}, times=2) as gremlin:
        well = stage.office.imap_port
        stage.reach(imap_port=gremlin.port)
        with pytest.raises(MailboxLost):
            stage.round()
        stage.round()
        stage.reach(imap_port=well)
    assert [orders.seat for orders in stage.filed()] == [1, 2]
    assert "Put aside" not in stage.office.mailboxes()[GAMES]


def test_a_letter_over_the_size_limit_is_put_aside_and_its_writer_told(stage: Stage) -> None:
    stage.begin()
    stage.lines = replace(stage.lines, holes=replace(stage.lines.holes, size_limit=20_000))
    stage.write("Ann", stage.orders("Ann", 1) + "\n" * 20_000)
    stage.round()
    assert "too large" in stage.mails(PLAYERS["Ann"])[-1].get_content()
    assert len(stage.office.mailboxes()[GAMES]["Put aside"]) == 1
    assert stage.filed() == []


def test_a_letter_that_came_twice_on_different_ways_counts_once(stage: Stage) -> None:
    """A server that was unsure sends it again an hour later, when other orders have taken its place."""
    stage.begin()
    stage.write("Ann", stage.orders("Ann", 1))
    old = stage.office.mailboxes()[GAMES]["INBOX"][-1]
    stage.round()
    stage.write("Ann", f"cancel\n{stage.orders('Ann', 1, 2)}")
    stage.round()
    stage.news("Ann")
    stage.at(stage.calendar() + HOUR)
    stage.office.deliver(GAMES, old, "ann@players.test")
    filed = stage.filed()
    stage.round()
    assert stage.filed() == filed
    assert stage.news("Ann") == []
    stage.at(stage.calendar() + MINUTE)
    stage.write("Ann", stage.orders("Ann", 1))  # the same words again in a new letter are another matter
    stage.round()
    assert len(stage.news("Ann")) == 1
