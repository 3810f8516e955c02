"""A machine without the servers may skip their tests; the one that vouches for all of us may not."""

import pytest

from tests.servers.grounds import ServerTrouble, until, wanted


def test_a_missing_server_skips_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-server not installed"):
        wanted("no-such-server")


def test_in_ci_a_missing_server_fails_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-server not installed"):
        wanted("no-such-server")


def test_waiting_for_a_server_ends() -> None:
    with pytest.raises(ServerTrouble, match="it should have come"):
        until(lambda: False, "it should have come", seconds=0.0)
