"""A town of its own for every story."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.endtoend.town import Town, found
from tests.servers.hub import MailHub


@pytest.fixture
def longtable(mail_hub: MailHub, tmp_path: Path) -> Iterator[Town]:
    """The Long Table and its GM, with nothing opened yet."""
    with found(mail_hub, tmp_path) as founded:
        yield founded
