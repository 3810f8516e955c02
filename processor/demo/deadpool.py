"""How robots play the Dead Pool: players name three people, all of them invented, and the GM reads the papers."""

import re
from collections.abc import Mapping
from datetime import datetime

HORSE = "Clover Dancer"
_DECEASED = "Sir Rupert Finch"
_OPEN = "ENTRIES ARE OPEN"
_REFUSED = re.compile(r"another name for (.+?), whom the GM does not accept")
_ASKED_BACK = re.compile(r"Did you mean (.+?)\?")

NAMES: Mapping[str, tuple[str, str, str]] = {
    "Anna": (_DECEASED, "Dame Olive Marsh", "Tobias Crane"),
    "Ben": (HORSE, "Rupert Finch", "Hector Quill"),
    "Clara": ("Dame Olive Marsh", "Ludwig Amsel", "Greta Sandstrom"),
    "David": ("Tobias Crane", "Hector Quill", "Ludwig Amsel"),
    "Elif": ("Greta Sandstrom", "Selim Ozan", "Dame Olive Marsh"),
}
SPARE = "Tobias Crane"
"""Whom to name instead of somebody who will not do."""


def names(text: str, first_name: str) -> tuple[str, ...] | None:
    """The names to send in answer to a mail, or ``None`` if it asks for none."""
    if _OPEN not in text:
        return None
    refused = _REFUSED.findall(" ".join(text.split()))
    return tuple(SPARE if name in refused else name for name in NAMES[first_name])


def death(now: datetime) -> str:
    """What the GM has read in the paper, and does not spell quite right."""
    return f"death {_DECEASED.replace('Rupert', 'Ruprt')} on {now:%-d %B %Y %H:%M:%S} UTC source The Morning Post"


def put_right(said: str, text: str) -> str | None:
    """The report once more, with the name that the house asks about."""
    meant = _ASKED_BACK.search(" ".join(text.split()))
    return re.sub(r"(?<=^death ).+?(?= on )", meant[1].split(" or ")[0], said) if meant else None
