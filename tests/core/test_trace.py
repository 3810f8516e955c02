"""A fault is written down by the way that led to it, and nothing that it says or holds is."""

import pytest

from processor.core.trace import trace_of

SECRET = "3.2: 4 fives"


def fail() -> None:
    held = SECRET
    try:
        raise KeyError(held)
    except KeyError as first:
        raise ValueError(f"no good: {held}") from first


def caught() -> BaseException:
    with pytest.raises(ValueError, match="no good") as raised:
        fail()
    return raised.value


def test_a_trace_tells_the_way_and_the_kind_of_every_fault_on_it() -> None:
    trace = trace_of(caught())
    assert trace.startswith("builtins.ValueError\n")
    assert "in fail" in trace
    assert trace.index("which came of") < trace.index("builtins.KeyError")


def test_a_trace_tells_nothing_of_what_it_was_about() -> None:
    assert "4 fives" not in trace_of(caught()).replace('SECRET = "3.2: 4 fives"', "")


def test_faults_that_came_of_each_other_are_told_once() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert trace_of(one).count("ValueError") == 1
