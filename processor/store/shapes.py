"""The shape of a type annotation, as far as msgspec needs help with it.

msgspec reads and writes an annotation by itself unless it leaves open which class is meant: ``Order`` and other
abstract classes, ``Event``, and a union of several dataclasses. Whatever holds such a place is taken apart here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, reduce
from inspect import isabstract
from operator import or_
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from processor.core.events import Event

KIND = "kind"

_UNIONS = (Union, UnionType)


@dataclass(frozen=True)
class Whole:
    """Nothing is open in it."""

    hint: Any


@dataclass(frozen=True)
class Series:
    """``tuple[X, ...]`` or ``frozenset[X]``."""

    build: type
    each: "Shape"


@dataclass(frozen=True)
class Group:
    """``tuple[X, Y]``."""

    each: tuple["Shape", ...]


@dataclass(frozen=True)
class Table:
    """``Mapping[K, V]``."""

    key: Any
    value: "Shape"


@dataclass(frozen=True)
class Record:
    """A dataclass whose fields are taken one by one."""

    kind: type


@dataclass(frozen=True)
class Named:
    """An object of one of these classes or of one that derives from them: its name has to be written."""

    kinds: tuple[Any, ...]

    def __post_init__(self) -> None:
        """The name goes in among the fields, so none of them may be called like that."""
        for kind in self.kinds:
            if KIND in _hints(kind):
                raise TypeError(f"{kind.__name__} cannot have a field {KIND!r}: its own name is written there")


@dataclass(frozen=True)
class Either:
    """An object whose name is written, or something else."""

    named: Named
    other: "Shape"


Shape = Whole | Series | Group | Table | Record | Named | Either


@cache
def shape(hint: Any) -> Shape:
    """The shape of an annotation. ``TypeError`` if its values could not be read again."""
    if not _is_open(hint):
        msgspec.json.Decoder(hint)
        return Whole(hint)
    arguments = get_args(hint)
    match get_origin(hint):
        case None:
            return Named((hint,)) if _is_base(hint) else Record(hint)
        case build if build is frozenset or (build is tuple and arguments[-1] is ...):
            return Series(build, shape(arguments[0]))
        case build if build is tuple:
            return Group(tuple(shape(each) for each in arguments))
        case build if build in _UNIONS:
            return _either(arguments)
        case build if isinstance(build, type) and issubclass(build, Mapping):
            return Table(arguments[0], shape(arguments[1]))
    raise TypeError(f"{hint} cannot be kept; use a tuple, a frozenset, a Mapping or a dataclass")


@cache
def parts(kind: type) -> tuple[tuple[str, Shape], ...]:
    """The fields of a dataclass and their shapes."""
    return tuple((name, shape(hint)) for name, hint in _hints(kind).items())


def _either(alternatives: tuple[Any, ...]) -> Shape:
    """A union: its dataclasses by name, and the rest, of which at most one may be open itself."""
    named = Named(tuple(each for each in alternatives if is_dataclass(each)))
    others = [each for each in alternatives if not is_dataclass(each) and each is not NoneType]
    if len(others) > 1 and any(_is_open(each) for each in others):
        raise TypeError(f"{others} cannot be told apart in text; give each a field of its own")
    return Either(named, shape(reduce(or_, others)) if others else Whole(NoneType))


def _is_open(hint: Any, inside: tuple[Any, ...] = ()) -> bool:
    """Whether the annotation, or one somewhere in it, leaves open which class is meant."""
    if is_dataclass(hint):
        if hint in inside:
            return False
        return _is_base(hint) or any(_is_open(each, (*inside, hint)) for each in _hints(hint).values())
    arguments = get_args(hint)
    if get_origin(hint) in _UNIONS and sum(map(is_dataclass, arguments)) > 1:
        return True
    return any(_is_open(each, inside) for each in arguments)


def _is_base(kind: Any) -> bool:
    return kind is Event or isabstract(kind)


def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.init}
