"""Mail that could not be delivered: whose it was, what is remembered of it, and who hears of that."""

from datetime import timedelta

import pytest

from processor.store import inbox, roster
from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"
DAEMON = "MAILER-DAEMON@mx.x.test"
REPORT = "\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b"
NEWS = ("comes back", "was refused", "does not get through")
"""What the GM's mails about mail that comes back are called."""


@pytest.fixture
def desk() -> Sandbox:
    """Ann and Bob have joined a match; the last mail to each lies with their mail server."""
    made = sandbox()
    made.gm('new choice choice-1 "Winter" every 2 weeks friday 20:00 Europe/London')
    for player in (ANN, BOB):
        made.joins(player, "choice-1")
    return made


def sent(desk: Sandbox) -> str:
    """The Message-ID of a mail of ours to Ann."""
    (mail,) = desk.letter(ANN, "status", to=desk.reply_to[ANN])
    return header(mail, "Message-ID")


def comes_back(
    desk: Sandbox, recipient: str = ANN, action: str = "failed", status: str = "5.1.1", returned: str = "", to: str = ""
) -> list[str]:
    """A report of delivery comes; to whom we then write."""
    blocks = "\n\n".join(
        f"Final-Recipient: rfc822; {each}\nAction: {action}\nStatus: {status}" for each in recipient.split(", ") if each
    )
    body = (
        f"--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.x.test\n\n{blocks}\n"
        f"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {returned or '<other@long.test>'}\n--b--"
    )
    mails = desk.letter(f"{DAEMON}{REPORT}", body, to=to or desk.desk.house.address)
    assert all(any(words in header(mail, "Subject") for words in NEWS) for mail in mails)
    return [mail.recipient for mail in mails]


def is_marked(desk: Sandbox, address: str) -> bool:
    with desk.desk.database.reading() as store:
        player = roster.by_address(store, address)
    assert player
    return player.bouncing


def test_an_address_that_refuses_for_good_is_marked_and_the_gm_hears_of_it_once(desk):
    assert comes_back(desk) == [GM]
    assert is_marked(desk, ANN)
    assert comes_back(desk) == []
    assert comes_back(desk, status="5.2.1") == []


def test_it_is_tied_to_its_player_by_our_message_id_though_it_was_forwarded_elsewhere(desk):
    message_id = sent(desk)
    assert comes_back(desk, recipient="somewhere@else.test", returned=message_id) == [GM]
    assert is_marked(desk, ANN)
    assert not is_marked(desk, BOB)


def test_it_is_tied_to_its_player_by_the_token_it_was_sent_to(desk):
    assert comes_back(desk, recipient="somewhere@else.test", to=desk.reply_to[ANN]) == [GM]
    assert is_marked(desk, ANN)


def test_it_is_tied_to_its_player_by_the_address_that_it_comes_back_to_and_nothing_else(desk):
    (mail,) = desk.letter(ANN, "status", to=desk.reply_to[ANN])
    assert mail.sender.startswith("games+back-")
    assert comes_back(desk, recipient="somewhere@else.test", to=mail.sender) == [GM]
    assert is_marked(desk, ANN)
    assert not is_marked(desk, BOB)


def test_a_bounce_that_says_nothing_at_all_is_tied_to_its_player_too(desk):
    (mail,) = desk.letter(ANN, "status", to=desk.reply_to[ANN])
    (news,) = desk.letter(DAEMON, "550 No such user here.", to=mail.sender, subject="Sorry")
    assert (news.recipient, is_marked(desk, ANN)) == (GM, True)


def test_the_address_that_mail_comes_back_to_proves_nothing_and_tells_nothing(desk):
    desk.gm("start choice-1")
    desk.post()
    (mail,) = desk.letter(ANN, "status", to=desk.reply_to[ANN])
    assert header(mail, "Reply-To") != mail.sender
    assert mail.sender.partition("+back-")[2].partition("@")[0] in header(mail, "Message-ID")
    desk.letter(ANN, "turn 1: 1+2, 3+4, reject 5", to=mail.sender)
    desk.letter(ANN, "turn 1: 1+2, 3+4, reject 5", to=mail.sender.replace("back-", ""))
    desk.letter(ANN, "turn 1: 1+2, 3+4, reject 5", subject=f"[~{mail.sender[11:27]}]")
    with desk.desk.database.reading() as store:
        assert [each.reason for each in inbox.held(store)] == ["unproved"] * 3


def test_where_the_server_has_no_plus_addresses_mail_comes_back_to_the_plain_one():
    plain = sandbox(plus_addresses=False)
    (mail,) = plain.letter(ANN, "games")
    assert mail.sender == plain.desk.house.address


def test_a_machine_that_answers_to_the_envelopes_sender_is_told_by_that_alone(desk):
    (mail,) = desk.letter(ANN, "status", to=desk.reply_to[ANN])
    assert desk.letter(ANN, "Thank you for your message. We will get back to you.", to=mail.sender) == []
    assert desk.became[0].reason == "auto-reply:envelope-address"


def test_of_several_recipients_every_one_is_marked(desk):
    assert comes_back(desk, recipient=f"{ANN}, stranger@x.test, {BOB}") == [GM, GM]
    assert is_marked(desk, ANN)
    assert is_marked(desk, BOB)


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("failed", "4.4.7"), ("delivered", "2.0.0")])
def test_a_delay_or_a_success_marks_nobody(desk, action, status):
    assert comes_back(desk, action=action, status=status) == []
    assert not is_marked(desk, ANN)


def test_of_several_recipients_each_has_its_own_trouble(desk):
    message_id = sent(desk)
    body = f"{ANN}\nAction: failed\nStatus: 5.1.1\n\nFinal-Recipient: rfc822; {BOB}"
    assert comes_back(desk, recipient=body, status="5.2.2", returned=message_id) == [GM]
    assert is_marked(desk, ANN)
    assert not is_marked(desk, BOB)


@pytest.mark.parametrize("status", ["5.2.2", "5.3.1", "4.2.2", "4.4.7", "5.4.7"])
def test_a_full_mailbox_marks_nobody_and_the_gm_hears_of_it_once_if_it_lasts(desk, status):
    assert comes_back(desk, status=status) == []
    desk.now += timedelta(hours=20)
    assert comes_back(desk, action="delayed", status="4.4.1") == []
    desk.now += timedelta(hours=5)
    assert comes_back(desk, status=status) == [GM]
    desk.now += timedelta(days=2)
    assert comes_back(desk, status=status) == []
    assert not is_marked(desk, ANN)


def test_once_the_player_has_written_a_full_mailbox_is_news_again(desk):
    for expected in ([], [GM]):
        assert comes_back(desk, status="5.2.2") == expected
        desk.now += timedelta(days=2)
    desk.letter(ANN, "status", to=desk.reply_to[ANN])
    for expected in ([], [GM]):
        assert comes_back(desk, status="5.2.2") == expected
        desk.now += timedelta(days=2)


@pytest.mark.parametrize("status", ["5.7.1", "5.3.4", "5.2.3", "5.6.0", "5.1.8", "5.7.26"])
def test_a_mail_that_its_server_dislikes_marks_nobody_and_the_gm_hears_of_it_once(desk, status):
    assert comes_back(desk, status=status) == [GM]
    assert comes_back(desk, status=status) == []
    assert not is_marked(desk, ANN)


def test_an_address_that_is_gone_is_marked_though_its_mailbox_was_full_before(desk):
    assert comes_back(desk, status="5.2.2") == []
    assert comes_back(desk, status="5.1.1") == [GM]
    assert is_marked(desk, ANN)


def test_a_later_letter_of_the_player_clears_the_mark_and_the_next_bounce_is_told_again(desk):
    comes_back(desk)
    desk.letter(ANN, "status", to=desk.reply_to[ANN])
    assert not is_marked(desk, ANN)
    assert comes_back(desk) == [GM]


def test_no_machine_of_the_players_clears_the_mark(desk):
    comes_back(desk)
    desk.letter(f"{ANN}\nAuto-Submitted: auto-replied", "I am away.")
    desk.letter(ANN, "I am out of the office.", subject="Automatic reply: Winter")
    assert is_marked(desk, ANN)


def test_what_is_about_nobody_whom_we_know_is_done_and_answered_by_nobody(desk):
    assert comes_back(desk, recipient="nobody@else.test") == []
    with desk.desk.database.reading() as store:
        letter = inbox.letter(store, desk.letters)
    assert letter
    assert (letter.status, letter.reason, letter.player) == ("done", "bounce:gone", None)


def test_a_bounce_with_orders_in_it_orders_nothing(desk):
    desk.gm("start choice-1")
    mails = desk.letter(f"{DAEMON}\nX-Failed-Recipients: {ANN}", "A turn 1: 1+2, 3+4, reject 5", to=desk.reply_to[ANN])
    assert "turn 1" not in " ".join(said(mail) for mail in mails if mail.recipient != GM)
