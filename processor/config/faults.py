"""The mistakes of a configuration, each in one sentence that says where it is and how to write it right."""

import os
from collections.abc import Callable, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from rapidfuzz import process

from processor.config.toml import line, written

_NEAR = 60
_WANTED = {
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "greater_than": "must be more than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_type": "must be a whole number",
    "less_than_equal": "must be at most {le:g}",
    "literal_error": "must be {expected}",
    "model_type": "must be a section",
    "string_too_short": "must not be empty",
    "string_type": "must be a text in quotes",
    "tuple_type": "must be a list in brackets",
}


class ConfigError(Exception):
    """The configuration cannot be used as it is."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences or (type(self).__doc__,))
        self.sentences: tuple[str, ...] = self.args

    def __str__(self) -> str:
        return "\n".join(self.sentences)


class NoConfiguration(ConfigError):
    """There is no configuration here yet: run `turnpost init` to write one, or name one with --config FILE."""


class NoSuchFile(ConfigError):
    """The configuration file that was named is not there."""


def sentences(
    fault: ValidationError, settings: type[BaseModel], of_interest: Callable[[ErrorDetails], bool] = lambda error: True
) -> tuple[str, ...]:
    """Every mistake that was found and is of interest, in the order of the file."""
    return tuple(dict.fromkeys(_sentence(error, settings) for error in fault.errors() if of_interest(error)))


def _sentence(error: ErrorDetails, settings: type[BaseModel]) -> str:
    keys = [str(key) for key in error["loc"] if not isinstance(key, int)]
    section, field = _look_up(settings, keys)
    place = _place(keys, is_section=field is None or bool(sections_in(field)))
    match error["type"]:
        case "missing":
            return f"{place} is missing. {_right(keys[-1], field)}"
        case "extra_forbidden":
            return f"{place} is not a setting. {_meant(keys[-1], section)}"
        case "value_error":
            return f"{place}: {error['ctx']['error']}. {_right(keys[-1], field)}".replace("?.", "?").strip()
        case kind:
            wanted = _WANTED.get(kind, "cannot be understood").format(**error.get("ctx", {}))
            return f"{place} {wanted}{_not_this(keys[-1], error['input'])}. {_right(keys[-1], field)}".strip()


def _look_up(settings: type[BaseModel], keys: Sequence[str]) -> tuple[type[BaseModel], FieldInfo | None]:
    """The section that a key stands in, and what is known of the key."""
    section, field = settings, None
    for key in keys:
        section = next(iter(sections_in(field)), section) if field else section
        field = names(section).get(key)
    return section, field


def names(section: type[BaseModel]) -> dict[str, FieldInfo]:
    """The settings of a section by the names they have in the file."""
    return {field.alias or name: field for name, field in section.model_fields.items()}


def sections_in(field: FieldInfo) -> list[type[BaseModel]]:
    kinds = (field.annotation, *get_args(field.annotation))
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]


def _place(keys: Sequence[str], is_section: bool) -> str:
    """Where a setting was given: the variable that holds it, or its section and key in the file."""
    variable = "__".join(["TURNPOST", *keys]).replace("__", "_", 1).upper()
    if variable in (name.upper() for name in os.environ):
        return variable
    if is_section and len(keys) == 1:
        return f"[{keys[0]}]"
    *sections, key = keys
    return f"[{'.'.join(sections)}] {key}"


def _right(key: str, field: FieldInfo | None) -> str:
    """How the setting is meant and written."""
    if field is None:
        return ""
    if not field.examples:
        return "`turnpost init` writes a configuration that has everything."
    return f"{field.description} For instance: {line(key, field.examples[0])}"


def _not_this(key: str, given: Any) -> str:
    """What was written instead, unless it might be a secret."""
    if "password" in key or key == "url" or not isinstance(given, str | int | float):
        return ""
    return f", not {written(given)}"


def _meant(key: str, section: type[BaseModel]) -> str:
    known = list(names(section))
    near = process.extractOne(key, known, score_cutoff=_NEAR)
    return f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."
