"""Servers hang up, stall, refuse and talk nonsense, and humans lend a hand: nothing is lost or doubled."""

import pytest

from tests.faults.play import Fault, met, wanted
from tests.faults.table import every_fault, some_faults


def named(faults: tuple[Fault, ...]) -> list[object]:
    return [pytest.param(each, id=f"{each.side}: {each.name}") for each in faults]


@pytest.mark.parametrize("fault", named(some_faults()))
def test_nothing_is_lost_or_doubled(fault: Fault) -> None:
    assert met(fault) == wanted(fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", named(tuple(each for each in every_fault() if each not in some_faults())))
def test_nothing_is_lost_or_doubled_at_any_command(fault: Fault) -> None:
    assert met(fault) == wanted(fault)
