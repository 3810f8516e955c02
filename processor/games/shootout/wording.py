"""The hints and remarks of the game, which stand in its grammar folder and not in code."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from processor.core.orders import Complaint, Remark
from processor.paths import shipped

_SETUP = "setup"


def complaint(line: int, text: str, reason: str, facts: Mapping[str, object]) -> Complaint:
    """A complaint with the hint for its reason, filled from the facts."""
    return Complaint(line, text, reason, _filled(_hints()[reason], facts))


def hand_complaint(text: str, reason: str, facts: Mapping[str, object]) -> Complaint:
    """What is wrong with a die that the GM gave by hand."""
    return Complaint(1, text, reason, _filled(_words("by_hand.toml")[reason], facts))


def remark(reason: str, facts: Mapping[str, object]) -> Remark:
    """Something worth knowing about an order that counts."""
    return Remark(reason, _filled(_words("remarks.toml")[reason], facts))


def _filled(words: str, facts: Mapping[str, object]) -> str:
    return " ".join(words.format_map(facts).split())


@cache
def _hints() -> Mapping[str, str]:
    tables: dict[str, dict[str, Any]] = tomllib.loads(shipped("grammar", "shootout", "mistakes.toml"))
    return {reason: str(table["hint"]) for reason, table in tables.items() if reason != _SETUP}


@cache
def _words(file: str) -> Mapping[str, str]:
    return {reason: str(words) for reason, words in tomllib.loads(shipped("grammar", "shootout", file)).items()}
