"""Chances as a game knows them: exact figures in a table."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class OddsTable:
    """Exact figures of chance. ``cases`` is what the rows are counted in; each row has a fraction for every column."""

    title: str
    cases: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Fraction, ...]], ...]
