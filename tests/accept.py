"""The option ``--accept``: write down what came out as what is expected from now on, then read the difference."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite the transcripts with what comes of them now")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether what comes out is to be written down."""
    return bool(request.config.getoption("--accept"))
