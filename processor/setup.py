"""Asks for what a configuration needs, and writes it."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer
from pydantic import TypeAdapter, ValidationError

from processor.config import ConfigError, Settings, sample, write
from processor.config.faults import names, sections_in, sentences

QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("house.name", "What is your house of games called?", "The Long Table"),
    ("house.address", "Which address do players write to?", "games@example.org"),
    ("house.gm_name", "What are you, the GM, called?", "Marian"),
    ("house.gm_address", "Which address do you write from yourself?", "marian@example.org"),
    ("house.zone", "Which time zone are your deadlines in?", "Europe/London"),
    ("imap.host", "Which server holds the mailbox? (IMAP)", "imap.example.org"),
    ("imap.user", "Which name do you log in with there?", "games@example.org"),
    ("imap.password_file", "Which file holds the password, in its first line?", "/etc/turnpost/password"),
    ("smtp.host", "Which server sends your mail? (SMTP)", "smtp.example.org"),
    ("smtp.security", "How is it encrypted: tls, starttls or none?", "starttls"),
    ("smtp.user", "Which name do you log in with there?", "games@example.org"),
    ("smtp.password_file", "Which file holds that password?", "/etc/turnpost/password"),
)


def ask(given: Mapping[str, str]) -> dict[str, str]:
    """The answers on the terminal, for everything that was not given already."""
    return {**given, **{key: typer.prompt(words, default=usual) for key, words, usual in QUESTIONS if key not in given}}


def write_configuration(file: Path, answers: Mapping[str, str]) -> None:
    """Write the commented configuration with these answers in it.

    Raises ``ConfigError`` if it is there already, or if an answer cannot be right. What is missing is left to fill in.
    """
    sections: dict[str, dict[str, Any]] = {}
    for key, value in answers.items():
        section, _, name = key.partition(".")
        sections.setdefault(section, {})[name] = _typed(section, name, value)
    _must_be_right(sections)
    write(file, sample(sections))


def _typed(section: str, name: str, words: str) -> Any:
    """Numbers and yes-or-no as what they are, where one is wanted; everything else is text."""
    field = Settings.model_fields.get(section)
    setting = names(sections_in(field)[0]).get(name) if field else None
    if setting is None or setting.annotation not in (bool, int, float):
        return words
    with suppress(ValidationError):
        return TypeAdapter[Any](setting.annotation).validate_python(words)
    return words


def _must_be_right(sections: Mapping[str, Any]) -> None:
    try:
        Settings(**sections)
    except ValidationError as fault:
        wrong = [each for each in sentences(fault, Settings) if " is missing. " not in each]
        if wrong:
            raise ConfigError(*wrong) from None
