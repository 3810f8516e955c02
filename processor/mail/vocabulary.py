"""What the words of the house's grammar are called when one is missing, and how they are spelt."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from processor.core.calendar import MONTHS, WEEKDAYS, Rule
from processor.core.game import Game

_A_MATCH = "a match, such as perudo-7"
_A_NEW_MATCH = "the code of the new match, which is a word, a hyphen and a number, such as winter-1"
_A_TURN = "a turn, such as turn 3"
_A_MONTH = "a month"
_A_TIME = "a time, such as 20:00"
_A_DATE = "a date, such as friday 18 december"
_A_RULE = "a rule, such as every friday 20:00"
_HOW_LONG = "how long, such as 3 days"


@dataclass(frozen=True)
class GameWords:
    """What the games of a house bring along for reading letters.

    ``units`` are what they call a turn, ``orders`` what they call an order, and ``rules`` tell when the turns of a game
    close if nobody says so.
    """

    units: tuple[str, ...] = ("turn",)
    orders: tuple[str, ...] = ()
    rules: tuple[tuple[str, Rule], ...] = ()

    @classmethod
    def of(cls, games: Iterable[Game[Any]]) -> Self:
        """The words of these games; "turn" goes everywhere."""
        games = tuple(games)
        units = [game.unit for game in games]
        orders = [word for game in games for kind in game.orders for word in kind.called()]
        rules = tuple((game.name, game.usual_rule) for game in games if game.usual_rule)
        return cls(_once(cls.units, units), _once(orders), rules)

    @property
    def named(self) -> tuple[str, ...]:
        """Everything that can be named as a part of somebody's orders."""
        return (*self.units, *self.orders)

    @property
    def vocabulary(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        """By terminal: what a person would call it, and the spellings that a slip is compared with."""
        what = ("what, such as turn 3 or round 3.2", ("round", "entry", *self.named))
        return _VOCABULARY | {"TURN": (_A_TURN, self.units), "WHAT": what}


def _once(*words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for some in words for word in some))


NO_GAMES = GameWords()

_VOCABULARY: dict[str, tuple[str, Sequence[str]]] = {
    "CODE": (_A_MATCH, ()),
    "PERSON": ("a name", ()),
    "SUM": ("a sum, such as 1.00", ()),
    "SALT": ("a word of your own", ()),
    "LETTER": ("the number of a letter, such as 12", ()),
    "PIECE": ("the number of a piece of press, such as 2", ()),
    "OWN_DICE": ("dice", ("dice",)),
    "_AS": ("as, and a pseudonym", ()),
    "_COLON": ("a colon, and the text", ()),
    "_BY": (_HOW_LONG, ("by",)),
    "COUNT": (_HOW_LONG, ()),
    "UNIT": (_HOW_LONG, ("minutes", "hours", "days")),
    "WEEKS": (_HOW_LONG, ("weeks", "fortnight")),
    "QUOTED": ("a title in quotes", ()),
    "_SEATS": ("seats 5-7", ("seats", "players")),
    "_DEADLINE": ("deadline, and a rule", ("deadline",)),
    "_SIGN_UP": ("sign-up until, and a date", ("sign-up", "until")),
    "ZONE": ("a zone, such as Europe/London", ()),
    "_EVERY": (_A_RULE, ("every",)),
    "ON_DATES": ("on dates given", ()),
    "_AFTER_LAST": ("after the last", ("after",)),
    "OTHER": ("other", ("other", "second")),
    "WEEKDAY": (_A_DATE, tuple(map(str.casefold, WEEKDAYS))),
    "MONTH": (_A_MONTH, tuple(map(str.casefold, MONTHS))),
    "DAY": (_A_DATE, ()),
    "DAY_BEHIND": ("a day, such as 18", ()),
    "_TODAY": (_A_DATE, ("today",)),
    "_TOMORROW": (_A_DATE, ("tomorrow",)),
    "_NEXT": (_A_DATE, ()),
    "TIME": (_A_TIME, ("noon", "midnight")),
}

_ASIDE = {_A_DATE: (_A_MONTH, _A_TIME, _A_MATCH, _A_TURN), _HOW_LONG: (_A_MATCH, _A_TURN)}


def wanted(expected: Sequence[str], names_a_match: bool = False) -> tuple[str, ...]:
    """The things worth naming among those that could come next: the main one without its parts and what is optional.

    A match is not asked for where one is named already.
    """
    aside = {each for main in expected for each in _ASIDE.get(main, ())} | ({_A_MATCH} if names_a_match else set())
    return tuple(each for each in expected if each not in aside)


def for_new(expected: Sequence[str]) -> tuple[str, ...]:
    """The things wanted where a match is opened: one that does not exist yet in the place of one that does."""
    return tuple(_A_NEW_MATCH if each == _A_MATCH else each for each in expected)
