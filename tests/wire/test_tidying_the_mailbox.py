"""After a commit the GM's mailbox is tidied, on servers that can do much and on those that can do little."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from processor.wire.faults import MailboxRefused
from processor.wire.imap import SEEN, ImapAccount, Mailbox
from tests.servers.dovecot import Dovecot
from tests.servers.gremlin import Answer, Gremlin, Meanwhile, Prank
from tests.wire.conftest import GM, SECRET, Post, by_hand, letter, now

NO_MOVE = [(rb" MOVE\b", b"")]
NO_MOVE_NO_UIDPLUS = [*NO_MOVE, (rb" UIDPLUS\b", b"")]


def contents(post: Post, folder: str) -> list[str]:
    """The subjects in a folder, as somebody else sees them."""
    with post.mailbox(folder=folder) as mailbox:
        mail = mailbox.look(0).mail
    return [each.raw.partition(b"Subject: ")[2].partition(b"\r\n")[0].decode() for each in mail]


@pytest.fixture
def three(post: Post) -> Post:
    """A mailbox with three letters."""
    for words in ("one", "two", "three"):
        post.deliver(letter(words))
    return post


@pytest.fixture(
    params=[pytest.param([], id="MOVE"), pytest.param(NO_MOVE, id="COPY"), pytest.param(NO_MOVE_NO_UIDPLUS, id="bare")]
)
def mailbox(three: Post, request: pytest.FixtureRequest) -> Iterator[Mailbox]:
    """It, on servers of three kinds."""
    with Gremlin(three.account.port, edits=request.param) as gremlin, three.mailbox(port=gremlin.port) as mailbox:
        yield mailbox


def test_letters_move_to_a_folder_that_is_made_for_them(three: Post, mailbox: Mailbox) -> None:
    first, _, third = (each.uid for each in mailbox.look(0).mail)
    mailbox.move([first, third], "Processed")
    assert contents(three, "Processed") == ["one", "three"]
    assert contents(three, "INBOX") == ["two"]
    assert "Processed" in mailbox.folders()


def test_letters_that_are_gone_already_are_no_matter(three: Post, mailbox: Mailbox) -> None:
    uids = [each.uid for each in mailbox.look(0).mail]
    mailbox.move(uids[:2], "Processed")
    mailbox.move(uids, "Processed")
    mailbox.move(uids, "Processed")
    assert contents(three, "Processed") == ["one", "two", "three"]
    assert contents(three, "INBOX") == []


def test_nothing_to_move_is_nothing_to_say(three: Post, mailbox: Mailbox) -> None:
    mailbox.move([], "Processed")
    assert contents(three, "INBOX") == ["one", "two", "three"]


def test_what_was_dealt_with_can_be_marked_as_read(three: Post, mailbox: Mailbox) -> None:
    uids = [each.uid for each in mailbox.look(0).mail]
    mailbox.move(uids[:1], "Processed", [SEEN])
    mailbox.move(uids[1:], "Held")
    assert unseen(three, "Processed") == 0
    assert unseen(three, "Held") == 2


def unseen(post: Post, folder: str) -> int:
    with by_hand(post) as other:
        return int(other.folder_status(folder, ["UNSEEN"])[b"UNSEEN"])


@pytest.mark.parametrize("edits", [NO_MOVE, NO_MOVE_NO_UIDPLUS], ids=["UIDPLUS", "bare"])
def test_what_the_gm_has_marked_for_deletion_is_not_ours_to_delete(
    three: Post, edits: list[tuple[bytes, bytes]]
) -> None:
    with Gremlin(three.account.port, edits=edits) as gremlin, three.mailbox(port=gremlin.port) as mailbox:
        first, second, _ = (each.uid for each in mailbox.look(0).mail)
        with by_hand(three) as other:
            other.add_flags([first], [rb"\Deleted"])
        mailbox.move([second], "Processed")
    assert "one" in contents(three, "INBOX")
    assert contents(three, "Processed") == ["two"]


@pytest.mark.parametrize(
    "prank",
    [{"UID MOVE": Answer("{tag} NO [CANNOT] not today")}, {"UID MOVE": Answer("{tag} BAD what is a MOVE?")}],
    ids=["no", "bad"],
)
def test_a_server_that_does_not_move_although_it_said_so_is_made_to_copy(three: Post, prank: dict[str, Prank]) -> None:
    with Gremlin(three.account.port, prank) as gremlin, three.mailbox(port=gremlin.port) as mailbox:
        mailbox.move([each.uid for each in mailbox.look(0).mail], "Processed")
    assert contents(three, "Processed") == ["one", "two", "three"]
    assert contents(three, "INBOX") == []


def test_a_folder_that_somebody_deletes_meanwhile_is_made_again(three: Post) -> None:
    def delete() -> None:
        with by_hand(three) as other:
            other.delete_folder("Processed")

    with (
        Gremlin(three.account.port, {"UID MOVE [0-9,]+,": Meanwhile(delete)}, times=1) as gremlin,
        three.mailbox(port=gremlin.port) as mailbox,
    ):
        uids = [each.uid for each in mailbox.look(0).mail]
        mailbox.move(uids[:1], "Processed")
        mailbox.move(uids[1:], "Processed")
    assert contents(three, "Processed") == ["two", "three"]


def test_a_server_that_refuses_everything_is_reported_and_the_letters_stay(three: Post) -> None:
    pranks: dict[str, Prank] = {"UID (MOVE|COPY)": Answer("{tag} NO [OVERQUOTA] your mailbox is full")}
    with Gremlin(three.account.port, pranks) as gremlin, three.mailbox(port=gremlin.port) as mailbox:
        uids = [each.uid for each in mailbox.look(0).mail]
        with pytest.raises(MailboxRefused, match="your mailbox is full"):
            mailbox.move(uids, "Processed")
    assert contents(three, "INBOX") == ["one", "two", "three"]


@pytest.mark.servers
@pytest.mark.parametrize(("prefix", "name"), [("INBOX.", "INBOX.Put aside"), ("", "Put aside")])
def test_folders_are_put_where_the_provider_keeps_them(prefix: str, name: str) -> None:
    with Dovecot({GM: SECRET}, prefix=prefix, separator=".") as dovecot:
        dovecot.deliver(GM, letter("strange"))
        account = replace(account_at(dovecot), folder="INBOX")
        with Mailbox(account, now) as mailbox:
            (mail,) = mailbox.look(0).mail
            mailbox.move([mail.uid], "Put aside")
            assert name in mailbox.folders()
        with Mailbox(replace(account, folder="Put aside"), now) as aside:
            assert len(aside.look(0).mail) == 1


def account_at(dovecot: Dovecot) -> ImapAccount:
    return ImapAccount("127.0.0.1", dovecot.imap_port, GM, SECRET, "none", timeout=10)
