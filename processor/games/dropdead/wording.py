"""The hints of the game, which stand in its grammar folder and not in code."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from processor.core.orders import Complaint
from processor.paths import shipped


def complaint(reason: str, line: int, text: str, facts: Mapping[str, object], column: int | None = None) -> Complaint:
    """A complaint with the hint of that label in ``mistakes.toml``, filled from the facts."""
    return Complaint(line, text, reason, _filled(_table("mistakes.toml")[reason]["hint"], facts), column)


def hand_complaint(text: str, reason: str, facts: Mapping[str, object]) -> Complaint:
    """What is wrong with dice that the GM gave by hand."""
    return Complaint(1, text, reason, _filled(_table("by_hand.toml")[reason], facts))


def _filled(hint: str, facts: Mapping[str, object]) -> str:
    return " ".join(hint.format_map(facts).split())


@cache
def _table(name: str) -> Mapping[str, Any]:
    return tomllib.loads(shipped("grammar", "dropdead", name))
