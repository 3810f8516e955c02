"""The mailbox as the GM's program reads it: what is there, how far a look reaches, and that nothing is disturbed."""

from datetime import UTC, date, datetime, timedelta

import pytest

from processor.wire import imap
from processor.wire.faults import FolderMissing, MailboxLost
from processor.wire.imap import ImapAccount, Mailbox
from processor.wire.postoffice import PostOffice
from tests.servers.gremlin import Answer, Drop, Gremlin, Meanwhile, Prank
from tests.wire.conftest import Post, by_hand, letter, now

EVENING = datetime(2026, 3, 13, 20, 0, 0, 400_000, tzinfo=UTC)


def subjects(mail: tuple[imap.Fetched, ...]) -> list[str]:
    return [each.raw.partition(b"Subject: ")[2].partition(b"\r\n")[0].decode() for each in mail]


def test_mail_comes_oldest_first_and_whole(post: Post) -> None:
    for words in ("first", "second", "third"):
        post.deliver(letter(words))
    with post.mailbox() as mailbox:
        look = mailbox.look(0)
    assert subjects(look.mail) == ["first", "second", "third"]
    assert look.complete
    assert look.upto == look.mail[-1].uid
    assert [each.size for each in look.mail] == [len(each.raw) for each in look.mail]
    assert look.mail[0].raw.endswith(b"\r\n\r\nfirst\r\n")


def test_reading_marks_nothing(post: Post) -> None:
    post.deliver(letter("unread"))
    with post.mailbox() as mailbox:
        mailbox.look(0)
    with by_hand(post) as other:
        assert other.search("UNSEEN") == other.search("ALL") != []


def test_a_look_starts_after_the_last_one(post: Post) -> None:
    post.deliver(letter("old"))
    with post.mailbox() as mailbox:
        old = mailbox.look(0)
        assert mailbox.look(old.upto).mail == ()
        post.deliver(letter("new"))
        assert subjects(mailbox.look(old.upto).mail) == ["new"]
        assert subjects(mailbox.new_mail(0)) == ["old", "new"]


def test_a_limited_look_says_that_there_is_more(post: Post) -> None:
    for number in range(5):
        post.deliver(letter(f"mail {number}"))
    with post.mailbox() as mailbox:
        first = mailbox.look(0, limit=3)
        rest = mailbox.look(first.upto, limit=3)
    assert subjects(first.mail) == ["mail 0", "mail 1", "mail 2"]
    assert (first.complete, first.read_before) == (False, None)
    assert subjects(rest.mail) == ["mail 3", "mail 4"]
    assert rest.complete


def test_a_batch_takes_three_commands_however_many_mails_it_has(office_post: Post) -> None:
    for number in range(250):
        office_post.deliver(letter(f"mail {number}"))
    with Gremlin(office_post.account.port) as gremlin, office_post.mailbox(port=gremlin.port) as mailbox:
        look = mailbox.look(0)
        assert len(look.mail) == 200
        assert len(gremlin.said("UID SEARCH")) == 1
        assert len(gremlin.said("UID FETCH")) == 2
        mailbox.move([each.uid for each in look.mail], "Processed")
        assert len(gremlin.said("UID MOVE")) == 1


def test_a_full_mailbox_is_searched_once(office_post: Post) -> None:
    for number in range(9):
        office_post.deliver(letter(f"mail {number}"))
    with Gremlin(office_post.account.port) as gremlin, office_post.mailbox(port=gremlin.port) as mailbox:
        upto = 0
        for expected in (4, 4, 1):
            look = mailbox.look(upto, limit=4)
            assert len(look.mail) == expected
            upto = look.upto
        assert look.complete
        assert len(gremlin.said("UID SEARCH")) == 1


def test_looks_that_share_a_search_reach_no_further_than_it(office_post: Post) -> None:
    for number in range(3):
        office_post.deliver(letter(f"mail {number}"))
    times = iter([EVENING, EVENING + timedelta(hours=1)])
    with Mailbox(office_post.account, lambda: next(times)) as mailbox:
        first = mailbox.look(0, limit=2)
        assert mailbox.look(first.upto, limit=2).read_before == EVENING.replace(microsecond=0)


def test_a_message_over_the_limit_comes_with_its_headers_only(post: Post) -> None:
    post.deliver(letter("small"))
    post.deliver(letter("large") + b"a map of the whole world\r\n" * 400)
    with post.mailbox() as mailbox:
        small, large = mailbox.look(0, size_limit=5_000).mail
    assert not small.truncated
    assert large.truncated
    assert large.size > 10_000
    assert b"Subject: large" in large.raw
    assert b"map of the world" not in large.raw
    assert large.message_id is not None


def test_endless_headers_are_cut(post: Post) -> None:
    post.deliver(b"Subject: endless\r\n" + b"X-Filler: 0123456789 0123456789\r\n" * 5_000 + b"\r\nbody\r\n")
    with post.mailbox() as mailbox:
        (endless,) = mailbox.look(0, size_limit=5_000).mail
    assert len(endless.raw) == 2**16


def test_a_batch_has_its_weight_too(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "_BATCH_BYTES", 12_000)
    for number in range(3):
        post.deliver(letter(f"mail {number}") + b"0123456789\r\n" * 500)
    with post.mailbox() as mailbox:
        first = mailbox.look(0)
        assert subjects(first.mail) == ["mail 0"]
        assert not first.complete
        assert subjects(mailbox.look(first.upto).mail) == ["mail 1"]


def test_a_mail_that_somebody_removes_under_our_hands_is_passed_over(post: Post) -> None:
    for words in ("stays", "goes"):
        post.deliver(letter(words))

    def remove() -> None:
        with post.mailbox() as other:
            other.delete([other.newest_uid()])

    with (
        Gremlin(post.account.port, {r"FETCH .*BODY\.PEEK": Meanwhile(remove)}, times=1) as gremlin,
        post.mailbox(port=gremlin.port) as mailbox,
    ):
        look = mailbox.look(0)
        assert subjects(look.mail)[0] == "stays"
        assert look.complete
        assert look.upto == look.mail[0].uid + 1
        assert mailbox.look(look.upto).mail == ()


def test_a_mail_that_the_server_cannot_show_does_not_hide_the_others(office_post: Post) -> None:
    for number in range(3):
        office_post.deliver(letter(f"mail {number}"))
    with office_post.mailbox() as mailbox:
        uids = mailbox.waiting(0)
    broken: dict[str, Prank] = {rf"FETCH [0-9,]*{uids[1]}.*BODY": Answer("{tag} NO [SERVERBUG] cannot read that one")}
    with Gremlin(office_post.account.port, broken) as gremlin, office_post.mailbox(port=gremlin.port) as mailbox:
        look = mailbox.look(0)
    assert [each.uid for each in look.mail] == list(uids)
    assert [each.truncated for each in look.mail] == [False, True, False]
    assert look.mail[1].raw == b""


def test_a_mail_at_which_the_server_hangs_up_can_be_stepped_over(office_post: Post) -> None:
    for words in ("deadly", "fine"):
        office_post.deliver(letter(words))
    with office_post.mailbox() as mailbox:
        deadly, fine = mailbox.waiting(0)
    with Gremlin(office_post.account.port, {rf"FETCH [0-9,]*{deadly}.*BODY": Drop()}) as gremlin:
        for limit in (200, 1):
            with office_post.mailbox(port=gremlin.port) as mailbox, pytest.raises(MailboxLost):
                mailbox.look(0, limit=limit)
        with office_post.mailbox(port=gremlin.port) as mailbox:
            after = mailbox.waiting(0)[0]
            assert [each.uid for each in mailbox.look(after).mail] == [fine]


def test_the_message_id_is_found_however_it_is_written(post: Post) -> None:
    post.deliver(b"message-id:\r\n <folded@players.test>\r\nSubject: a\r\n\r\nMessage-ID: <not-this@one>\r\n")
    post.deliver(b"Subject: none\r\n\r\nMessage-ID: <in-the-body@players.test>\r\n")
    with post.mailbox() as mailbox:
        assert [each.message_id for each in mailbox.look(0).mail] == ["<folded@players.test>", None]


def test_a_complete_look_reaches_to_the_second_in_which_it_began(office_post: Post) -> None:
    with Mailbox(office_post.account, lambda: EVENING) as mailbox:
        assert mailbox.look(0).read_before == EVENING.replace(microsecond=0)


def test_a_server_whose_clock_is_behind_is_waited_for(office_post: Post) -> None:
    with Mailbox(office_post.account, lambda: EVENING, skew=timedelta(seconds=-90)) as mailbox:
        assert mailbox.look(0).read_before == datetime(2026, 3, 13, 19, 58, 30, tzinfo=UTC)


def test_an_open_mailbox_sees_at_once_what_was_delivered_meanwhile(post: Post) -> None:
    """Else a look would claim to reach past mail that it has not seen."""
    with post.mailbox() as mailbox:
        upto = 0
        for number in range(20):
            post.deliver(letter(f"mail {number}"))
            look = mailbox.look(upto)
            assert subjects(look.mail) == [f"mail {number}"]
            upto = look.upto


def test_the_stamp_is_the_servers(post: Post) -> None:
    noon = datetime(2026, 11, 3, 12, 0, 7, tzinfo=UTC)
    with post.mailbox() as mailbox:
        mailbox.append(letter("stamped"), arrived=noon)
        assert [each.arrived for each in mailbox.look(0).mail] == [noon]


@pytest.mark.parametrize(
    "stamp",
    [b'"17-Jul-1971 02:44:25 -0700"', b'"01-Jan-2199 00:00:00 +0000"', b'"31-Dec-9999 23:00:00 -1200"', b"NIL", b'"?"'],
)
def test_an_absurd_stamp_counts_as_the_time_we_looked(office_post: Post, stamp: bytes) -> None:
    office_post.deliver(letter("stamped by a mad clock"))
    edits = [(rb'INTERNALDATE "[^"]*"', b"INTERNALDATE " + stamp)]
    with (
        Gremlin(office_post.account.port, edits=edits) as gremlin,
        office_post.mailbox(port=gremlin.port) as mailbox,
    ):
        before = now()
        (mail,) = mailbox.look(0).mail
        assert before <= mail.arrived <= now()


def test_a_start_that_leaves_the_old_mail_alone(post: Post) -> None:
    with post.mailbox() as mailbox:
        assert mailbox.newest_uid() == 0
        for number in range(7):
            post.deliver(letter(f"old {number}"))
        newest = mailbox.newest_uid()
        assert mailbox.look(newest).mail == ()
        post.deliver(letter("new"))
        assert subjects(mailbox.look(newest).mail) == ["new"]


def test_a_mailbox_that_was_built_anew_has_another_uidvalidity(office_post: Post) -> None:
    with office_post.mailbox() as mailbox:
        before = mailbox.uidvalidity
    with (
        PostOffice({office_post.account.user: office_post.account.password}) as rebuilt,
        office_post.mailbox(port=rebuilt.imap_port) as mailbox,
    ):
        assert mailbox.uidvalidity not in (0, before)


def test_uidvalidity_stays_from_visit_to_visit(post: Post) -> None:
    with post.mailbox() as first, post.mailbox() as second:
        assert first.uidvalidity == second.uidvalidity > 0


def test_a_mail_is_put_in_found_and_removed(post: Post) -> None:
    with post.mailbox() as mailbox:
        mailbox.append(letter("one", 901))
        mailbox.append(letter("two", 902))
        (uid,) = mailbox.find("<902@players.test>")
        mailbox.delete([uid])
        assert mailbox.find("<902@players.test>") == ()
        assert subjects(mailbox.look(0).mail) == ["one"]


def test_a_folder_that_is_not_there_is_not_made_but_told(post: Post) -> None:
    with pytest.raises(FolderMissing, match=r"Gmaes is none of: .*INBOX"), post.mailbox(folder="Gmaes"):
        pass
    with post.mailbox() as mailbox:
        assert not any("Gmaes" in name for name in mailbox.folders())


def test_the_servers_clock_is_compared_with_ours(post: Post) -> None:
    with post.mailbox() as inbox, inbox.beside("Processed") as mailbox:
        assert abs(mailbox.measure_skew()) <= timedelta(seconds=1)
        assert mailbox.look(0).mail == ()


def test_a_server_an_hour_behind_is_noticed(office_post: Post) -> None:
    def ours() -> datetime:
        return now() + timedelta(hours=1)

    with Mailbox(office_post.account, ours) as mailbox:
        assert timedelta(seconds=-3603) <= mailbox.measure_skew() <= timedelta(seconds=-3599)


def test_an_account_keeps_its_password_to_itself() -> None:
    assert "sesame" not in repr(ImapAccount("imap.games.test", 993, "gm", "sesame"))


def test_a_start_from_a_certain_day_leaves_older_mail_alone(post: Post) -> None:
    with post.mailbox() as mailbox:
        for day, words in ((1, "ancient"), (9, "old"), (10, "of that day"), (12, "later")):
            mailbox.append(letter(words), arrived=datetime(2026, 3, day, 12, 0, tzinfo=UTC))
        after = mailbox.last_uid_before(date(2026, 3, 10))
        assert subjects(mailbox.look(after).mail) == ["of that day", "later"]
        assert mailbox.look(mailbox.last_uid_before(date(2026, 3, 20))).mail == ()
        assert len(mailbox.look(mailbox.last_uid_before(date(2026, 2, 1))).mail) == 4
