"""Events as text and back: whatever the games think up, what is read is what was written."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core import events as house
from processor.core.dice import Roll
from processor.core.events import Event, OrdersFiled, SeatLeft, SeatTaken
from processor.core.orders import Order
from processor.store.codec import Codec
from processor.store.faults import UnknownKind, Unreadable


class Suit(StrEnum):
    """A card's."""

    SPADES = "spades"
    HEARTS = "hearts"


class Outcome(Enum):
    """Of a challenge."""

    WON = 1
    LOST = 2


@dataclass(frozen=True)
class Bid(Order):
    """An order with plain fields."""

    round: int
    quantity: int

    @property
    def key(self) -> str:
        """One for each round."""
        return str(self.round)


@dataclass(frozen=True)
class Conditional(Order):
    """An order that holds another, or two kinds of thing."""

    then: Order | None
    unless: tuple[Order, ...] = ()
    when: datetime | None = None

    @property
    def key(self) -> str:
        """There is one."""
        return "conditional"


@dataclass(frozen=True)
class Hit:
    """One of two things that can come out."""

    with_: Suit
    throws: tuple[int, ...]


@dataclass(frozen=True)
class Miss:
    """The other."""

    by: Decimal


@dataclass(frozen=True)
class Target:
    """A dataclass within a dataclass."""

    name: str
    struck: Hit | Miss
    marks: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Plain(Event):
    """All that needs no help."""

    number: int
    fraction: float
    word: str
    yes: bool
    raw: bytes
    at: datetime
    day: date
    span: timedelta
    suit: Suit
    outcome: Outcome | None
    mixed: Mapping[str, str | int | bool]
    standings: Mapping[int, tuple[int, ...]]
    by_suit: Mapping[Suit, Mapping[str, int]]
    suits: frozenset[Suit]
    rolls: tuple[Roll, ...] = ()
    pair: tuple[int, str] | None = None


@dataclass(frozen=True)
class Open(Event):
    """All that does."""

    result: Hit | Miss
    perhaps: Hit | Miss | None
    word_or_result: str | Hit | Miss
    targets: tuple[Target, ...]
    by_seat: Mapping[int, tuple[Order, ...]]
    pair: tuple[Order, int]
    several: frozenset[Hit | Miss]
    orders: tuple[Order, ...] | None
    bid: Bid | Conditional
    inner: Event | None = None
    note: str = "none"


CODEC = Codec([Plain, Open], [Bid, Conditional])

NUMBERS = st.integers(-(2**63), 2**63 - 1)
WORDS = st.text(st.characters(exclude_categories=["Cs"]))
MOMENTS = st.datetimes(timezones=st.just(UTC)).map(lambda moment: moment.replace(fold=0))
SUITS = st.sampled_from(Suit)
ROLLS = st.builds(Roll, WORDS, NUMBERS, NUMBERS, st.booleans())
BIDS = st.builds(Bid, NUMBERS, NUMBERS)
ORDERS = st.recursive(
    BIDS,
    lambda inner: st.builds(
        Conditional, st.none() | inner, st.lists(inner, max_size=3).map(tuple), st.none() | MOMENTS
    ),
    max_leaves=5,
)
HITS = st.builds(Hit, SUITS, st.lists(NUMBERS, max_size=5).map(tuple))
MISSES = st.builds(Miss, st.decimals(allow_nan=False, allow_infinity=False))
RESULTS = HITS | MISSES
TARGETS = st.builds(Target, WORDS, RESULTS, st.lists(st.tuples(WORDS, NUMBERS), max_size=3).map(tuple))
HOUSE = st.one_of(
    st.builds(SeatTaken, NUMBERS, NUMBERS, WORDS, st.lists(ROLLS, max_size=3).map(tuple)),
    st.builds(OrdersFiled, NUMBERS, st.lists(ORDERS, max_size=4).map(tuple)),
    st.builds(house.DeadlineSet, NUMBERS, MOMENTS, st.none() | MOMENTS),
    st.builds(house.DiceGiven, st.dictionaries(WORDS, NUMBERS), WORDS),
    st.just(house.MatchStarted()),
)
PLAIN = st.builds(
    Plain,
    number=NUMBERS,
    fraction=st.floats(allow_nan=False, allow_infinity=False),
    word=WORDS,
    yes=st.booleans(),
    raw=st.binary(),
    at=MOMENTS,
    day=st.dates(),
    span=st.timedeltas(timedelta(days=-(10**6)), timedelta(days=10**6)),
    suit=SUITS,
    outcome=st.none() | st.sampled_from(Outcome),
    mixed=st.dictionaries(WORDS, WORDS | NUMBERS | st.booleans()),
    standings=st.dictionaries(NUMBERS, st.lists(NUMBERS, max_size=3).map(tuple)),
    by_suit=st.dictionaries(SUITS, st.dictionaries(WORDS, NUMBERS, max_size=2)),
    suits=st.frozensets(SUITS),
    rolls=st.lists(ROLLS, max_size=3).map(tuple),
    pair=st.none() | st.tuples(NUMBERS, WORDS),
)
OPEN = st.builds(
    Open,
    result=RESULTS,
    perhaps=st.none() | RESULTS,
    word_or_result=WORDS | RESULTS,
    targets=st.lists(TARGETS, max_size=2).map(tuple),
    by_seat=st.dictionaries(NUMBERS, st.lists(ORDERS, max_size=2).map(tuple), max_size=3),
    pair=st.tuples(ORDERS, NUMBERS),
    several=st.frozensets(RESULTS, max_size=3),
    orders=st.none() | st.lists(ORDERS, max_size=2).map(tuple),
    bid=ORDERS,
    inner=st.none() | HOUSE,
    note=WORDS,
)


def again(event: Event) -> Event:
    """The event, written and read."""
    return CODEC.load(type(event).__name__, CODEC.dump(event))


@given(HOUSE | PLAIN | OPEN)
def test_what_is_read_is_what_was_written(event: Event) -> None:
    assert again(event) == event


@given(PLAIN)
def test_mappings_keep_their_order(event: Plain) -> None:
    read = again(event)
    assert isinstance(read, Plain)
    assert list(read.mixed.items()) == list(event.mixed.items())


@given(HOUSE | OPEN.map(lambda event: replace(event, several=frozenset())))
def test_types_come_back_too_and_not_only_what_compares_equal(event: Event) -> None:
    """Sets are left out here, since they show their members in any order."""
    assert repr(again(event)) == repr(event)


def test_orders_are_written_with_the_name_of_their_class() -> None:
    filed = OrdersFiled(3, (Bid(1, 4), Conditional(Bid(2, 5))))
    assert CODEC.dump(filed) == (
        '{"seat":3,"orders":[{"kind":"Bid","round":1,"quantity":4},'
        '{"kind":"Conditional","then":{"kind":"Bid","round":2,"quantity":5},"unless":[],"when":null}]}'
    )


def test_what_leaves_nothing_open_is_written_without_names() -> None:
    taken = SeatTaken(1, 2, "Anna", (Roll("name/die/1", 6, 3),))
    assert CODEC.dump(taken) == (
        '{"seat":1,"player":2,"name":"Anna","rolls":[{"name":"name/die/1","sides":6,"face":3,"by_hand":false}]}'
    )


def test_a_mapping_that_is_no_dict_is_written_like_one() -> None:
    given_ = house.DiceGiven(MappingProxyType({"turn/1/die/1": 3}), "turn 1: 3")
    assert again(given_) == house.DiceGiven({"turn/1/die/1": 3}, "turn 1: 3")


def test_an_old_journal_may_lack_a_field_that_has_a_default() -> None:
    assert CODEC.load("SeatTaken", '{"seat":1,"player":2,"name":"Anna"}') == SeatTaken(1, 2, "Anna")
    old = OrdersFiled(1, (Conditional(None),))
    assert CODEC.load("OrdersFiled", '{"seat":1,"orders":[{"kind":"Conditional","then":null}]}') == old


@pytest.mark.parametrize(
    ("kind", "body"),
    [("SeatStolen", "{}"), ("OrdersFiled", '{"seat":1,"orders":[{"kind":"Bluff"}]}')],
)
def test_an_unknown_kind_is_named(kind: str, body: str) -> None:
    with pytest.raises(UnknownKind, match=r"SeatStolen|Bluff"):
        CODEC.load(kind, body)


def test_an_event_cannot_be_filed_as_an_order() -> None:
    with pytest.raises(UnknownKind, match="SeatLeft"):
        CODEC.load("OrdersFiled", '{"seat":1,"orders":[{"kind":"SeatLeft","seat":1}]}')


def test_a_kind_that_could_not_be_read_again_is_not_written() -> None:
    with pytest.raises(UnknownKind, match="Plainer"):
        Codec([], []).dump(Plainer())
    with pytest.raises(UnknownKind, match="SeatLeft"):
        CODEC.dump(imitation())


@dataclass(frozen=True)
class Plainer(Event):
    """An event of another game."""


def imitation() -> Event:
    """An event of another class that has the same name."""

    @dataclass(frozen=True)
    class SeatLeft(Event):
        seat: int

    return SeatLeft(1)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("SeatLeft", "{"),
        ("SeatLeft", '{"seat":"one"}'),
        ("SeatLeft", "{}"),
        ("SeatLeft", "[]"),
        ("OrdersFiled", '{"seat":1,"orders":[{"round":1}]}'),
        ("OrdersFiled", '{"seat":1,"orders":[{"kind":"Bid","round":1}]}'),
        ("OrdersFiled", '{"seat":1,"orders":[{"kind":"Bid","round":1,"quantity":"many"}]}'),
        ("OrdersFiled", '{"seat":1,"orders":7}'),
        ("OrdersFiled", "7"),
    ],
)
def test_a_body_that_does_not_fit_its_kind_is_unreadable(kind: str, body: str) -> None:
    with pytest.raises(Unreadable, match=kind):
        CODEC.load(kind, body)


def refused() -> list[Any]:
    """Events whose annotations cannot be read again."""

    @dataclass(frozen=True)
    class TwoTexts(Event):
        when: datetime | str

    @dataclass(frozen=True)
    class AList(Event):
        orders: list[Order]

    @dataclass(frozen=True)
    class TwoSeries(Event):
        orders: tuple[Order, ...] | tuple[int, ...] | Mapping[str, Order]

    @dataclass(frozen=True)
    class OfAKind:
        kind: str

    @dataclass(frozen=True)
    class HidesItsKind(Event):
        what: OfAKind | Hit

    return [TwoTexts, AList, TwoSeries, HidesItsKind]


@pytest.mark.parametrize("event", refused(), ids=lambda event: event.__name__)
def test_what_could_not_be_read_again_is_refused_at_the_start(event: type[Event]) -> None:
    with pytest.raises(TypeError):
        Codec([event], [])


def test_two_kinds_of_the_same_name_are_refused() -> None:
    with pytest.raises(TypeError, match="SeatLeft"):
        Codec([type(imitation())], [])


def test_a_kind_given_twice_is_one_kind() -> None:
    assert Codec([SeatLeft, SeatLeft], [Bid, Bid]).dump(SeatLeft(1)) == '{"seat":1}'


def test_a_field_that_is_no_argument_is_left_out() -> None:
    @dataclass(frozen=True)
    class Derived(Event):
        number: int
        double: int = field(init=False, default=0)
        orders: tuple[Order, ...] = ()

    codec = Codec([Derived], [])
    assert codec.load("Derived", codec.dump(Derived(3))) == Derived(3)
