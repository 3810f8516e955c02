"""How we write down that something failed: the way to it, and nothing of what it was about."""

from collections.abc import Iterator
from traceback import format_tb


def trace_of(fault: BaseException) -> str:
    """The kind of a fault and the lines of the program that led to it, and likewise of those that it came from.

    What a fault says is left out: it may tell dice, a player's orders or a token.
    """
    return "\nwhich came of\n\n".join(_told(each) for each in _chain(fault))


def _told(fault: BaseException) -> str:
    return f"{type(fault).__module__}.{type(fault).__qualname__}\n{''.join(format_tb(fault.__traceback__))}"


def _chain(fault: BaseException | None) -> Iterator[BaseException]:
    met: set[int] = set()
    while fault is not None and id(fault) not in met:
        met.add(id(fault))
        yield fault
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
