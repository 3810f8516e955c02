"""The shelf of games, found by scanning: a folder with a ``GAME`` in it is a game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from processor.core.game import Game


@cache
def all_games() -> dict[str, Game[Any]]:
    """Every game on the shelf by its name, in alphabetical order."""
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return {name: import_module(f"{__name__}.{name}").GAME for name in names}
