"""The configuration file that ``turnpost init`` writes: what was answered, and everything else as a comment."""

import os
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from textwrap import wrap
from typing import Any

from pydantic.fields import FieldInfo

from processor.config.faults import ConfigError, names, sections_in
from processor.config.settings import Settings
from processor.config.toml import line

_WIDTH = 100
_HEAD = """\
# The configuration of Turnpost.
#
# A setting behind a # is not in force: it shows the default, or an example where there is none.
# Every setting can be given in the environment too, and is taken from there first: for instance
# TURNPOST_IMAP__PASSWORD is the password in [imap].
"""


def sample(answers: Mapping[str, Mapping[str, Any]]) -> str:
    """The text of a configuration: ``sample({"house": {"name": "The Long Table", …}, "imap": {…}})``.

    A setting that must be given and was not answered is shown by its example. A section that may be left out
    and was not answered is a comment as a whole.
    """
    return "\n".join([_HEAD, *(each for name in names(Settings) for each in _section(name, answers.get(name)))])


def write(file: Path, text: str) -> None:
    """Write a new configuration, which only its owner can read since it may hold passwords."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        advice = "Move it away, or name another one with --file."
        raise ConfigError(f"{file} is there already and stays as it is. {advice}") from None
    except OSError as fault:
        raise _cannot_be_written(file, fault) from fault
    try:
        with open(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as fault:
        file.unlink()  # half a configuration is worse than none
        raise _cannot_be_written(file, fault) from fault


def _cannot_be_written(file: Path, fault: OSError) -> ConfigError:
    return ConfigError(f"{file} cannot be written: {fault.strerror}. Name another one with --file.")


def _section(name: str, answered: Mapping[str, Any] | None) -> Iterator[str]:
    field = Settings.model_fields[name]
    section = sections_in(field)[0]
    mark = "" if answered is not None or field.is_required() else "#"
    yield from (f"# {each}" for each in wrap(cleandoc(section.__doc__ or "").replace("``", "`"), _WIDTH))
    yield f"{mark}[{name}]"
    for key, setting in names(section).items():
        yield from _setting(key, setting, answered or {}, mark)
    yield ""


def _setting(key: str, field: FieldInfo, answered: Mapping[str, Any], mark: str) -> Iterator[str]:
    yield from (f"# {each}" for each in wrap(field.description or "", _WIDTH))
    if key in answered:
        yield line(key, answered[key])
    elif field.is_required():
        yield f"{mark}{line(key, _example(field))}"
    else:
        yield f"#{line(key, _shown(field))}"


def _example(field: FieldInfo) -> Any:
    return (field.examples or [""])[0]


def _shown(field: FieldInfo) -> Any:
    """The default, or an example where there is none."""
    return _example(field) if field.default is None else field.default
