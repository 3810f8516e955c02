"""Events as text and back, exactly. An event is written as JSON, and its kind is the name of its class.

Nearly all of it is msgspec's work. What msgspec cannot know is which class was meant where the annotation
leaves that open (see ``shapes``); there the name of the class is written beside its fields, as "kind".
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec

from processor.core.events import HOUSE_EVENTS, Event
from processor.core.orders import Order
from processor.store.faults import UnknownKind, Unreadable
from processor.store.shapes import KIND, Either, Group, Named, Record, Series, Shape, Table, Whole, parts, shape

Kind = TypeVar("Kind")


class Codec:
    """The kinds of event and order that a game has, beside those of the house, and how they are read from text.

    An annotation that cannot be read again raises here, a ``TypeError``, and not in the middle of a match.
    """

    def __init__(self, events: Iterable[type[Event]], orders: Iterable[type[Order]]) -> None:
        self._events = _by_name((*HOUSE_EVENTS, *events))
        self._orders = _by_name(orders)
        self._readers = {kind: self._reader(event) for kind, event in self._events.items()}
        for order in Named(tuple(self._orders.values())).kinds:
            parts(order)

    def dump(self, event: Event) -> str:
        """The event as JSON, if it is of a kind that can be read again."""
        kind = type(event)
        if self._events.get(kind.__name__) is not kind:
            raise UnknownKind(kind.__name__)
        return dump(event)

    def load(self, kind: str, body: str) -> Event:
        """The event of that kind which was written so."""
        reader = self._readers.get(kind)
        if reader is None:
            raise UnknownKind(kind)
        try:
            return reader(body)
        except (msgspec.MsgspecError, TypeError, ValueError, LookupError) as error:
            raise Unreadable(f"{kind}: {error}") from error

    def _reader(self, event: Any) -> Callable[[str], Event]:
        match shape(event):
            case Whole(hint):
                return msgspec.json.Decoder(hint).decode
            case its_shape:
                parts(event)
                return partial(self._load, its_shape)

    def _load(self, its_shape: Shape, body: str) -> Any:
        return self._value(msgspec.json.decode(body), its_shape)

    def _value(self, plain: Any, its_shape: Shape) -> Any:
        """What was meant by plain lists, dicts, texts and numbers."""
        match its_shape:
            case Whole(hint):
                return msgspec.convert(plain, hint, str_keys=True)
            case Series(build, each):
                return build(self._value(one, each) for one in plain)
            case Group(shapes):
                return tuple(self._value(one, each) for one, each in zip(plain, shapes, strict=True))
            case Table(key, each):
                return {msgspec.convert(name, key, strict=False): self._value(one, each) for name, one in plain.items()}
            case Record(kind):
                return kind(**{name: self._value(plain[name], each) for name, each in parts(kind) if name in plain})
            case Named(kinds):
                return self._value(plain, Record(self._named(plain[KIND], kinds)))
            case Either(named, other):
                if plain is None:
                    return None
                return self._value(plain, named if isinstance(plain, dict) and KIND in plain else other)

    def _named(self, name: str, kinds: tuple[Any, ...]) -> Any:
        """The class of that name: one of these kinds, or an order or event that derives from one of them."""
        for kind in (*kinds, self._orders.get(name), self._events.get(name)):
            if kind is not None and kind.__name__ == name and issubclass(kind, kinds):
                return kind
        raise UnknownKind(name)


def dump(event: Event) -> str:
    """The event as JSON."""
    kind: Any = type(event)
    return _ENCODER.encode(_plain(event, shape(kind))).decode()


def _plain(value: Any, its_shape: Shape) -> Any:
    """The value in forms that msgspec writes as they are."""
    match its_shape:
        case Whole():
            return value
        case Series(_, each):
            return [_plain(one, each) for one in value]
        case Group(shapes):
            return [_plain(one, each) for one, each in zip(value, shapes, strict=True)]
        case Table(_, each):
            return {key: _plain(one, each) for key, one in value.items()}
        case Record(kind):
            return {name: _plain(getattr(value, name), each) for name, each in parts(kind)}
        case Named():
            return {KIND: type(value).__name__} | _plain(value, Record(type(value)))
        case Either(named, other):
            if value is None:
                return None
            return _plain(value, named if isinstance(value, named.kinds) else other)


def _by_name(kinds: Iterable[type[Kind]]) -> dict[str, type[Kind]]:
    """The classes by their names, which are for ever, so no two may have the same."""
    named: dict[str, type[Kind]] = {}
    for kind in kinds:
        if named.setdefault(kind.__name__, kind) is not kind:
            raise TypeError(f"two kinds are called {kind.__name__}")
    return named


def _as_dict(value: object) -> object:
    """What msgspec cannot write by itself: mappings that are not dicts."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be kept")


_ENCODER = msgspec.json.Encoder(enc_hook=_as_dict)
