"""Fixtures with real servers: ``pytest_plugins = ["tests.servers.fixtures"]`` in the outermost conftest."""

from collections.abc import Iterator

import pytest

from tests.servers.dovecot import Dovecot
from tests.servers.hub import MailHub

USERS = {
    "gm@games.test": "croupier",
    "anna@players.test": "anna's",
    "bela@players.test": "bela's",
    "cleo@players.test": "cleo's",
    "dora@players.test": "dora's",
    "emil@players.test": "emil's",
}


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """One Dovecot for the whole run, with the GM and five players; tests that count mail add a user of their own."""
    with Dovecot(USERS) as server:
        yield server


@pytest.fixture(scope="session")
def mail_hub() -> Iterator[MailHub]:
    """One Postfix in front of a Dovecot for the whole run, with the GM and five players."""
    with MailHub(USERS) as hub:
        yield hub
