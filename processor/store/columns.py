"""Kinds of column that we need beside the usual ones, and which columns make up a value."""

from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, String, Table
from sqlalchemy.types import TypeDecorator

_LONGEST = 500  # characters; what is indexed may have 2,700 bytes on PostgreSQL


class Story(TypeDecorator[str]):
    """Text of any length that may hold what others wrote: a name, a reason, a trace."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        """Without what no database takes."""
        return None if value is None else _storable(value)


class FromOutside(Story):
    """Text that others wrote and that is looked up, a Message-ID for instance."""

    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        """Not more of it than can be indexed."""
        return None if value is None else _storable(value)[:_LONGEST]


class CaseBlind(Story):
    """Text whose case means nothing, as in a match code or a mail address: kept and compared in lower case."""

    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        """The form that is compared."""
        return None if value is None else _storable(value).lower()[:_LONGEST]


def columns(value: type, *tables: Table, **found: ColumnElement[Any]) -> list[ColumnElement[Any]]:
    """What makes up a value, in the order of its fields: what is ``found``, or from the first table that has it."""
    stored = {column.name: column for table in reversed(tables) for column in table.c}
    return [(stored | found)[field.name] for field in fields(value)]


def _storable(text: str) -> str:
    """The same text with a mark in place of zero bytes and halves of characters."""
    if text.isascii() and "\0" not in text:
        return text
    return text.encode(errors="replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
