"""What the tests of the wire share: a post office, and mailboxes there and on Dovecot."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from imapclient import IMAPClient

from processor.wire.imap import ImapAccount, Mailbox
from processor.wire.postoffice import PostOffice
from processor.wire.smtp import Outcome, Parcel, Postman, SmtpAccount
from tests.servers.fixtures import dovecot, mail_hub
from tests.servers.grounds import HOST

__all__ = ["dovecot", "mail_hub"]  # until the outermost conftest has them

GM = "gm@games.test"
SECRET = "croupier-7"
_numbers = count(1)


@dataclass(frozen=True)
class Post:
    """One mailbox somewhere, with a way to put mail into it from outside."""

    account: ImapAccount
    deliver: Callable[[bytes], None]

    def mailbox(self, **changes: Any) -> Mailbox:
        """The mailbox, opened as the account says but for these changes."""
        return Mailbox(replace(self.account, **changes), now)


@contextmanager
def by_hand(post: Post) -> Iterator[IMAPClient]:
    """The same mailbox in the mail program of the GM, who does as she likes."""
    with IMAPClient(post.account.host, post.account.port, ssl=False, timeout=10) as client:
        client.login(post.account.user, post.account.password)
        client.select_folder("INBOX")
        yield client


def now() -> datetime:
    """The clock on our wall."""
    return datetime.now(UTC)


def letter(words: str, number: int | None = None) -> bytes:
    """A small mail, each with a Message-ID of its own."""
    identity = next(_numbers) if number is None else number
    head = f"From: anna@players.test\r\nSubject: {words}\r\nMessage-ID: <{identity}@players.test>"
    return f"{head}\r\n\r\n{words}\r\n".encode()


def parcels(number: int, recipient: str = GM) -> list[Parcel]:
    """As many mails as that, numbered from 1."""
    return [Parcel(each, "anna@players.test", recipient, letter(f"mail {each}")) for each in range(1, number + 1)]


def delivered(account: SmtpAccount, mail: Sequence[Parcel], connections: int = 1) -> tuple[Outcome, ...]:
    """What became of the parcels, with a postman of their own."""

    async def round_trip() -> tuple[Outcome, ...]:
        async with Postman(account) as postman:
            return await postman.deliver(mail, connections)

    return asyncio.run(round_trip())


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A post office with a mailbox for the GM and one for Anna."""
    with PostOffice({GM: SECRET, "anna@players.test": "pass-anna"}) as open_office:
        yield open_office


@pytest.fixture
def office_post(office: PostOffice) -> Post:
    """The GM's mailbox at the post office."""
    account = ImapAccount(HOST, office.imap_port, GM, SECRET, "none", timeout=10)
    return Post(account, lambda raw: office.deliver(GM, raw, "anna@players.test"))


@pytest.fixture
def dovecot_post(request: pytest.FixtureRequest) -> Post:
    """An empty mailbox on Dovecot."""
    server = request.getfixturevalue("dovecot")
    address = f"gm{next(_numbers)}@games.test"
    server.add_user(address, SECRET)
    account = ImapAccount(HOST, server.imap_port, address, SECRET, "none", timeout=10)
    return Post(account, lambda raw: server.deliver(address, raw, "anna@players.test"))


@pytest.fixture(params=["office", pytest.param("dovecot", marks=pytest.mark.servers)])
def post(request: pytest.FixtureRequest) -> Post:
    """A mailbox, once at the post office and once on Dovecot."""
    found: Post = request.getfixturevalue(f"{request.param}_post")
    return found


@pytest.fixture
def relay(office: PostOffice) -> SmtpAccount:
    """The post office as the server that takes our mail, without a login."""
    return SmtpAccount(HOST, office.smtp_port, security="none", timeout=10)
