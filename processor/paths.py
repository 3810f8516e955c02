"""Where the shipped folders lie: beside the package in a checkout, inside it in a wheel."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_WHEEL_SHELF = _PACKAGE / "shelf"


@cache
def shelf(folder: str) -> Path:
    """The shipped folder of that name: ``grammar``, ``mailtemplates`` or ``data``."""
    return (_WHEEL_SHELF if _WHEEL_SHELF.is_dir() else _PACKAGE.parent) / folder


@cache
def shipped(folder: str, *name: str) -> str:
    """The text of one shipped file, for instance ``shipped("grammar", "choice", "orders.lark")``."""
    return shelf(folder).joinpath(*name).read_text(encoding="utf-8")
