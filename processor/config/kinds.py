"""The kinds of value that a setting can have, and how a setting is explained."""

import re
from datetime import date, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import NoDecode
from rapidfuzz import process

Security = Literal["tls", "starttls", "none"]
Auth = Literal["password", "xoauth2"]
Level = Literal["debug", "info", "warning", "error"]

_ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+")
_LENGTH = re.compile(r"(\d{1,6}) *(s|m|h|d|w)[a-z]*", re.IGNORECASE)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SUM = re.compile(r"([0-9]{1,9})\.([0-9]{2})")
_NEAR = 70


def about(text: str, example: Any, **limits: Any) -> Any:
    """What a setting means and what it can look like: used in the sample, in the reference and in error messages."""
    return Field(description=text, examples=[example], **limits)


def _one_address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise ValueError("this is not one plain mail address")
    return text


def _length(text: Any) -> Any:
    if not isinstance(text, str):
        return text
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise ValueError("this is not a length of time")
    return timedelta(**{_UNITS[found[2].lower()]: int(found[1])})


def _day(text: Any) -> Any:
    if not isinstance(text, str):
        return text
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise ValueError("this is not a date") from None


def _pence(text: Any) -> Any:
    """A sum as people write it, such as ``"5.00"``, in pence. A number without a point is of pence already."""
    if not isinstance(text, str) or text.strip().isdigit():
        return text
    found = _SUM.fullmatch(text.strip())
    if not found:
        raise ValueError("this is no sum of money")
    return int(found[1]) * 100 + int(found[2])


def _split(text: Any) -> Any:
    """A list, also from the environment, where it is one text: ``3d, 12h``."""
    return text.split(",") if isinstance(text, str) else text


def _known_zone(name: str) -> str:
    zones = available_timezones()
    if name in zones:
        return name
    near = process.extractOne(name, sorted(zones), score_cutoff=_NEAR)
    raise ValueError(f'did you mean "{near[0]}"?' if near else "there is no such time zone")


def _known_database(url: str) -> str:
    if not url.startswith(("sqlite:///", "postgresql://")):
        raise ValueError("a database begins with sqlite:/// or postgresql://")
    return url


Address = Annotated[str, AfterValidator(_one_address)]
Day = Annotated[date, BeforeValidator(_day)]
DatabaseUrl = Annotated[str, AfterValidator(_known_database)]
Lengths = Annotated[tuple[Annotated[timedelta, BeforeValidator(_length)], ...], NoDecode, BeforeValidator(_split)]
Pence = Annotated[int, BeforeValidator(_pence)]
Zone = Annotated[str, AfterValidator(_known_zone)]
