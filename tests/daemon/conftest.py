"""A fresh stage for every story."""

from collections.abc import Iterator

import pytest

from tests.daemon.stage import Stage, staged


@pytest.fixture
def stage() -> Iterator[Stage]:
    with staged() as opened:
        yield opened
