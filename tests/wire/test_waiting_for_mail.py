"""Between two looks we wait: for mail, for a word from our own house, or for the clock."""

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from processor.wire.faults import MailboxLost
from tests.servers.gremlin import Answer, Drop, Gremlin, Prank, Silence
from tests.wire.conftest import Post, letter

NO_IDLE = [(rb" IDLE\b", b"")]
LONG = 20.0


@pytest.fixture
def bell() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A bell: who rings the one end wakes who waits at the other."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def soon(happens: Callable[[], object]) -> threading.Timer:
    timer = threading.Timer(0.15, happens)
    timer.start()
    return timer


def test_new_mail_ends_the_waiting(post: Post, bell: tuple[socket.socket, socket.socket]) -> None:
    with post.mailbox() as mailbox:
        upto = mailbox.look(0).upto
        began = time.monotonic()
        timer = soon(lambda: post.deliver(letter("here")))
        assert mailbox.wait(bell[1], LONG) is False
        assert time.monotonic() - began < LONG / 2
        timer.join()
        assert len(mailbox.look(upto).mail) == 1


@pytest.mark.parametrize("edits", [[], NO_IDLE], ids=["IDLE", "no IDLE"])
def test_the_bell_ends_the_waiting(
    post: Post, bell: tuple[socket.socket, socket.socket], edits: list[tuple[bytes, bytes]]
) -> None:
    with Gremlin(post.account.port, edits=edits) as gremlin, post.mailbox(port=gremlin.port) as mailbox:
        mailbox.look(0)
        began = time.monotonic()
        timer = soon(lambda: bell[0].send(b"x"))
        assert mailbox.wait(bell[1], LONG) is True
        assert time.monotonic() - began < LONG / 2
        timer.join()
        assert mailbox.wait(bell[1], 0.01) is False, "it has been heard, and rings no longer"


@pytest.mark.parametrize("edits", [[], NO_IDLE], ids=["IDLE", "no IDLE"])
def test_the_clock_ends_the_waiting(
    post: Post, bell: tuple[socket.socket, socket.socket], edits: list[tuple[bytes, bytes]]
) -> None:
    with Gremlin(post.account.port, edits=edits) as gremlin, post.mailbox(port=gremlin.port) as mailbox:
        mailbox.look(0)
        assert mailbox.wait(bell[1], 0.05) is False


def test_mail_that_came_before_the_waiting_is_not_waited_for(
    post: Post, bell: tuple[socket.socket, socket.socket]
) -> None:
    with post.mailbox() as mailbox:
        mailbox.look(0)
        post.deliver(letter("while we were busy"))
        mailbox.folders()  # the server may mention the new mail here, and then it would not do so again
        began = time.monotonic()
        assert mailbox.wait(bell[1], LONG) is False
        assert time.monotonic() - began < LONG / 2


def test_mail_left_behind_by_a_limited_look_is_not_waited_for(
    post: Post, bell: tuple[socket.socket, socket.socket]
) -> None:
    for number in range(3):
        post.deliver(letter(f"mail {number}"))
    with post.mailbox() as mailbox:
        mailbox.look(0, limit=2)
        began = time.monotonic()
        mailbox.wait(bell[1], LONG)
        assert time.monotonic() - began < LONG / 2


@pytest.mark.parametrize(
    "pranks",
    [{r"\bIDLE$": Drop()}, {r"\bIDLE$": Silence()}, {r"^DONE$": Silence()}, {r"\bIDLE$": Answer("{tag} NO not now")}],
    ids=["drops", "never begins", "dies silently", "says no"],
)
def test_a_connection_that_dies_meanwhile_is_noticed(
    post: Post, bell: tuple[socket.socket, socket.socket], pranks: dict[str, Prank]
) -> None:
    with (
        Gremlin(post.account.port, pranks) as gremlin,
        post.mailbox(port=gremlin.port, timeout=0.5) as mailbox,
    ):
        mailbox.look(0)
        with pytest.raises(MailboxLost):
            mailbox.wait(bell[1], 0.05)


def test_many_waits_in_a_row_lose_nothing(post: Post, bell: tuple[socket.socket, socket.socket]) -> None:
    with post.mailbox() as mailbox:
        upto = seen = 0
        for number in range(10):
            timer = threading.Timer(0.002, post.deliver, [letter(f"mail {number}")])
            timer.start()
            mailbox.wait(bell[1], 1.0)
            look = mailbox.look(upto)
            seen, upto = seen + len(look.mail), look.upto
            timer.join()
        assert seen + len(mailbox.look(upto).mail) == 10
