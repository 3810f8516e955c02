"""Tells a question that leaves open what is wanted from one that politely asks for it."""

import re

_REQUEST = re.compile(r"\W*(?:\w+, )?(?:please )?(?:can|could|would|will) you\b", re.IGNORECASE)
_TAG = re.compile(r"\b(?:please|pls|ok|okay|thanks)\W*$", re.IGNORECASE)


def leaves_open(sentence: str) -> bool:
    """Whether a sentence with a question mark behind it is no order: "reject 5?", but not "could you reject 5?"."""
    return not (_REQUEST.match(sentence) or _TAG.search(sentence))
