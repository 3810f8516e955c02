"""Complaints and phrases in the words of the shelf: the code knows labels and facts, the files the wording."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from processor.core.orders import Complaint, Remark, Written
from processor.paths import shipped


def complaint(reason: str, line: int, text: str, /, **facts: object) -> Complaint:
    """What a player did wrong, with the hint for that label in ``mistakes.toml``."""
    return Complaint(line, text, reason, _filled(_table("mistakes.toml")[reason]["hint"], facts))


def gm_complaint(reason: str, line: int, text: str, /, **facts: object) -> Complaint:
    """What the GM did wrong, with the hint for that label in ``gm.toml``."""
    return Complaint(line, text, reason, _filled(_table("gm.toml")["hints"][reason], facts))


def about(written: Written, reason: str, /, **facts: object) -> Complaint:
    """What was wrong with an order that was read."""
    return complaint(reason, written.line, written.text, **facts)


def remark(reason: str, /, **facts: object) -> Remark:
    """Something that a player should know about an order that counts."""
    return Remark(reason, phrase("remarks", reason, **facts))


def gm_remark(reason: str, /, **facts: object) -> Remark:
    """Something that the GM should know about an order that counts."""
    return Remark(reason, _filled(_table("gm.toml")["remarks"][reason], facts))


def gm_words(table: str, name: str) -> str:
    """A piece of a sentence to the GM."""
    return str(_table("gm.toml")[table][name])


def phrase(table: str, name: str, /, **facts: object) -> str:
    """One phrase of ``phrases.toml``."""
    return _filled(_table("phrases.toml")[table][name], facts)


def _filled(words: object, facts: Mapping[str, object]) -> str:
    return " ".join(str(words).format_map(facts).split())


@cache
def _table(name: str) -> Mapping[str, Any]:
    return tomllib.loads(shipped("grammar", "deadpool", name))
