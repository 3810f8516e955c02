"""How a robot plays Drop Dead: it has its dice rolled, and says so in its own way."""

import re

_INNING = re.compile(r"^INNING (\d+) OF \d+$", re.MULTILINE)
_WAITING = "Your five dice wait."


def inning(text: str) -> int | None:
    """The inning for which a mail asks its reader for a word, if it asks for one."""
    waits = text.find(_WAITING)
    numbers = _INNING.findall(text[:waits]) if waits >= 0 else []
    return int(numbers[-1]) if numbers else None
