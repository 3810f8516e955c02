"""Who takes part: the house, its GM, five players with their habits, and somebody who means no good."""

from dataclasses import dataclass
from enum import Enum, auto

HOUSE_NAME = "The Games Desk"
HOUSE = "games@turnpost.test"
ZONE = "Europe/London"

CHOICE, PERUDO, DROPDEAD, SHOOTOUT, DEADPOOL = MATCHES = (
    "choice-1",
    "perudo-1",
    "dropdead-1",
    "shootout-1",
    "deadpool-1",
)


class Habit(Enum):
    """What a player does that a house must be able to live with."""

    MISCOUNTS = auto()
    RECONSIDERS = auto()
    GOES_AWAY = auto()
    QUOTES = auto()
    WRITES_HTML = auto()
    FILLS_IN_FORMS = auto()


@dataclass(frozen=True)
class Person:
    """Somebody with a mailbox."""

    name: str
    address: str
    habits: frozenset[Habit] = frozenset()
    pseudonym: str | None = None

    @property
    def first_name(self) -> str:
        return self.name.partition(" ")[0]


GM = Person("Greta Moss", "greta@turnpost.test")

ANNA = Person("Anna Berg", "anna@players.test", frozenset({Habit.QUOTES}), "Snake Eyes")
BEN = Person("Ben Okoro", "ben@players.test", frozenset({Habit.MISCOUNTS}), "Captain Cube")
CLARA = Person("Clara Lindt", "clara@players.test", frozenset({Habit.WRITES_HTML}))
DAVID = Person("David Reyes", "david@players.test", frozenset({Habit.RECONSIDERS, Habit.GOES_AWAY}))
ELIF = Person("Elif Kaya", "elif@players.test", frozenset({Habit.FILLS_IN_FORMS}), "Lady Luck")

PLAYERS = (ANNA, BEN, CLARA, DAVID, ELIF)
EARLY, LATE = PLAYERS[:-1], ELIF
"""Those who play Choice + from its first issue, and the one who comes later."""

UNPAID = CLARA
"""Who names people for the Dead Pool, but forgets to pay."""

MALLORY = Person("Mallory Finch", "mallory@elsewhere.test")

EVERYBODY = (GM, *PLAYERS, MALLORY)
