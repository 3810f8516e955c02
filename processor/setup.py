"""Asks for what a configuration needs, and writes it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from processor.config import sample, write

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
    """Write the commented configuration with these answers in it. Raises ``ConfigError`` if it is there already."""
    sections: dict[str, dict[str, Any]] = {}
    for key, value in answers.items():
        section, _, name = key.partition(".")
        sections.setdefault(section, {})[name] = _typed(value)
    write(file, sample(sections))


def _typed(value: str) -> Any:
    """Numbers and yes-or-no as what they are; everything else is text."""
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isascii() and value.isdigit() else value
