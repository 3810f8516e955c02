"""Mail that could not be delivered: whose it was, what is remembered of it, and who hears of that."""

import pytest

from processor.store import inbox, roster
from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"
DAEMON = "MAILER-DAEMON@mx.x.test"
REPORT = "\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b"


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
    assert all("comes back" in header(mail, "Subject") for mail in mails)
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


def test_of_several_recipients_every_one_is_marked(desk):
    assert comes_back(desk, recipient=f"{ANN}, stranger@x.test, {BOB}") == [GM, GM]
    assert is_marked(desk, ANN)
    assert is_marked(desk, BOB)


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("failed", "4.4.7"), ("delivered", "2.0.0")])
def test_a_delay_or_a_success_marks_nobody(desk, action, status):
    assert comes_back(desk, action=action, status=status) == []
    assert not is_marked(desk, ANN)


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
    assert (letter.status, letter.reason, letter.player) == ("done", "bounce:dsn", None)


def test_a_bounce_with_orders_in_it_orders_nothing(desk):
    desk.gm("start choice-1")
    mails = desk.letter(f"{DAEMON}\nX-Failed-Recipients: {ANN}", "A turn 1: 1+2, 3+4, reject 5", to=desk.reply_to[ANN])
    assert "turn 1" not in " ".join(said(mail) for mail in mails if mail.recipient != GM)
