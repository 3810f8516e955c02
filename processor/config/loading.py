"""Finds the configuration and reads it."""

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_settings import SettingsError

from processor.config.faults import ConfigError, NoConfiguration, NoSuchFile, sentences
from processor.config.settings import Server, Settings

S = TypeVar("S", bound=Server)

FILE_NAME = "turnpost.toml"
_SQLITE = "sqlite:///"


def find(named: Path | None = None) -> Path | None:
    """The configuration file: the named one, that of $TURNPOST_CONFIG, or the first at one of the usual places."""
    if named is None and "TURNPOST_CONFIG" in os.environ:
        named = Path(os.environ["TURNPOST_CONFIG"])
    if named is not None:
        return named
    return next((path for path in _usual_places() if path.is_file()), None)


def load(named: Path | None = None) -> Settings:
    """The settings from the file and the environment. Raises ``ConfigError``."""
    file = find(named)
    if file is None and not any(name.upper().startswith("TURNPOST_HOUSE__") for name in os.environ):
        raise NoConfiguration
    try:
        settings = Settings(**({} if file is None else _read(file)))
    except ValidationError as fault:
        raise ConfigError(*_told(file, sentences(fault, Settings))) from None
    except SettingsError as fault:
        advice = "Give each setting in a variable of its own, as in TURNPOST_IMAP__HOST."
        raise ConfigError(f"The environment cannot be read: {fault}. {advice}") from None
    return _placed(settings, Path.cwd() if file is None else file.absolute().parent)


def _usual_places() -> Iterator[Path]:
    yield Path(FILE_NAME)
    yield Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "turnpost" / FILE_NAME
    yield Path("/etc/turnpost") / FILE_NAME


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        way_out = f"To write one, run: turnpost init --file {file}"
        raise NoSuchFile(f"There is no configuration at {file}. {way_out}") from None
    except OSError as fault:
        raise ConfigError(f"{file} cannot be read: {fault.strerror}.") from fault
    except UnicodeDecodeError as fault:
        raise ConfigError(f"{file} is not UTF-8 text; please save it as UTF-8.") from fault
    except tomllib.TOMLDecodeError as fault:
        raise ConfigError(f'{file} is not TOML: {fault}. Texts stand in quotes: name = "The Long Table".') from None


def _told(file: Path | None, found: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{file}: {sentence}" if file and sentence.startswith("[") else sentence for sentence in found)


def _placed(settings: Settings, folder: Path) -> Settings:
    """Files named in the configuration lie beside it, unless their names begin with a slash."""
    url = settings.database.url
    if url.startswith(_SQLITE) and not url.startswith(f"{_SQLITE}:memory:"):
        url = f"{_SQLITE}{folder / url.removeprefix(_SQLITE)}"
    placed = {
        "database": settings.database.model_copy(update={"url": url}),
        "imap": settings.imap and _with_files(settings.imap, folder),
        "smtp": _with_files(settings.smtp, folder),
    }
    return settings.model_copy(update=placed)


def _with_files(server: S, folder: Path) -> S:
    """The server with its files found, also those in $CREDENTIALS_DIRECTORY, where systemd puts passwords."""
    named = {key: getattr(server, key) for key in ("ca_file", "password_file")}
    found = {key: folder / Path(os.path.expandvars(path)).expanduser() for key, path in named.items() if path}
    return server.model_copy(update=found)
