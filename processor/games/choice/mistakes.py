"""Complaints and remarks in the words of the shelf: the code knows labels and facts, the files the wording."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from processor.core.orders import Complaint, Remark
from processor.paths import shipped


def complaint(reason: str, line: int, text: str, column: int | None = None, /, **facts: object) -> Complaint:
    """The complaint of that label in ``mistakes.toml``, with these facts in its hint."""
    hint = str(_table("mistakes.toml")[reason]["hint"])
    return Complaint(line, text, reason, " ".join(hint.format_map(facts).split()), column)


def remark(reason: str, /, **facts: object) -> Remark:
    """The remark of that label in ``phrases.toml``, with these facts in it."""
    return Remark(reason, phrase("remarks", reason).format_map(facts))


def phrase(table: str, name: str) -> str:
    """One phrase of ``phrases.toml``."""
    return " ".join(str(_table("phrases.toml")[table][name]).split())


def spellings() -> Sequence[str]:
    """The words of an order that a slip is compared with."""
    return tuple(_table("phrases.toml")["spellings"]["words"])


def expectations() -> Mapping[str, tuple[str, Sequence[str]]]:
    """What a person calls the words of the grammar that may be expected."""
    return {terminal: (name, ()) for terminal, name in _table("phrases.toml")["expected"].items()}


@cache
def _table(name: str) -> Mapping[str, Any]:
    return tomllib.loads(shipped("grammar", "choice", name))
