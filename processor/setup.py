"""Asks for what a configuration needs, each answer looked at as it is given, and writes it."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from processor.config import ConfigError, Settings, sample, write
from processor.config.faults import names, sections_in, sentences

Answers = Mapping[str, str]
NONE = "none"
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_PASSWORDS = ("password", "password_file", "password_env")
_CLOCK = Path("/etc/localtime")


@dataclass(frozen=True)
class Question:
    """What is asked for a setting. ``usual`` is the answer taken if there is none, by the answers so far.

    ``wanted`` says whether there is need to ask at all, and ``completes`` whether its section can then be looked at
    as a whole.
    """

    key: str
    words: str
    usual: Callable[[Answers], str]
    wanted: Callable[[Answers], bool] = lambda answers: True
    completes: bool = False


def ask(given: Answers) -> dict[str, str]:
    """The answers on the terminal, for everything that was not given already.

    Raises ``ConfigError``, before anything is asked, if something that was given cannot be right.
    """
    _must_be_right(given)
    answers = dict(given)
    for each in QUESTIONS:
        if each.key not in answers and each.wanted(answers):
            answers[each.key] = _asked(each, answers)
    return answers


def completed(given: Answers) -> dict[str, str]:
    """What was given, and what follows from it. Raises ``ConfigError`` if an address is missing: none is made up."""
    missing = [each for each in ("house.address", "house.gm_address") if each not in given]
    if missing:
        example = "--set house.address=games@example.org --set house.gm_address=marian@example.org"
        raise ConfigError(f"{' and '.join(missing)} must be given, for instance: {example}")
    answers = dict(given)
    for each in QUESTIONS:
        if each.key in _FOLLOWING and each.key not in answers:
            answers[each.key] = each.usual(answers)
    return answers


def write_configuration(file: Path, answers: Answers) -> None:
    """Write the commented configuration with these answers in it.

    Raises ``ConfigError`` if it is there already, or if an answer cannot be right.
    """
    _must_be_right(answers)
    write(file, sample(_sections(answers)))


# --- The questions ----------------------------------------------------------------------------------------


def _domain(answers: Answers) -> str:
    return answers["house.address"].rpartition("@")[2]


def _gm_name(answers: Answers) -> str:
    """The name that the GM's address begins with, if that is known by now."""
    local, at, _ = answers.get("house.gm_address", "").partition("@")
    return local.replace(".", " ").replace("_", " ").title() if at else "Marian"


def _gm_address(answers: Answers) -> str:
    return f"{answers['house.gm_name'].split()[0].casefold()}@{_domain(answers)}"


def _has_mailbox(answers: Answers) -> bool:
    return answers.get("imap.host", NONE) != NONE


def _zone(answers: Answers) -> str:
    """The zone that the clock of this machine shows."""
    with suppress(OSError):
        return os.readlink(_CLOCK).partition("zoneinfo/")[2].removeprefix("Etc/") or "UTC"
    return "UTC"


def _smtp_host(answers: Answers) -> str:
    host = answers["imap.host"] if _has_mailbox(answers) else "localhost"
    return f"smtp.{host.removeprefix('imap.')}" if host.startswith("imap.") else host


def _smtp_user(answers: Answers) -> str:
    return NONE if answers["smtp.host"] in _THIS_MACHINE else answers.get("imap.user", NONE)


def _smtp_security(answers: Answers) -> str:
    return "none" if answers["smtp.host"] in _THIS_MACHINE else "starttls"


def _logs_in(section: str) -> Callable[[Answers], bool]:
    """Whether the password for that server is still to be asked for."""

    def needs_password(answers: Answers) -> bool:
        has_one = any(f"{section}.{each}" in answers for each in _PASSWORDS)
        return not has_one and answers.get(f"{section}.user", NONE) != NONE

    return needs_password


QUESTIONS: tuple[Question, ...] = (
    Question("house.name", "What is your house of games called?", lambda _: "The Long Table"),
    Question("house.address", "Which address do players write to?", lambda _: "games@example.org"),
    Question("house.gm_name", "What are you, the GM, called?", _gm_name),
    Question("house.gm_address", "Which address do you write from yourself?", _gm_address, completes=True),
    Question("house.zone", "Which time zone are your deadlines in?", _zone),
    Question(
        "imap.host",
        f'Which server holds the mailbox? (IMAP; "{NONE}" where letters come by pipe)',
        lambda answers: f"imap.{_domain(answers)}",
    ),
    Question(
        "imap.user", "Which name do you log in with there?", lambda answers: answers["house.address"], _has_mailbox
    ),
    Question(
        "imap.password_file",
        "Which file, beside the configuration or by its full name, holds the password in its first line?",
        lambda _: "mail-password",
        _logs_in("imap"),
        completes=True,
    ),
    Question("smtp.host", "Which server sends your mail? (SMTP)", _smtp_host),
    Question("smtp.user", f'Which name do you log in with there? ("{NONE}" for no login)', _smtp_user),
    Question(
        "smtp.password_file",
        "Which file holds that password?",
        lambda answers: answers.get("imap.password_file", "mail-password"),
        _logs_in("smtp"),
    ),
    Question("smtp.security", "How is it encrypted: tls, starttls or none?", _smtp_security, completes=True),
)
_FOLLOWING = frozenset({"house.name", "house.gm_name"})
"""What follows from the addresses where nothing is asked."""


def _asked(question: Question, answers: Answers) -> str:
    """The answer to a question, which is put again until the answer can be right."""

    def looked_at(answer: str) -> str:
        wrong = _wrong(question, {**answers, question.key: answer.strip()})
        if wrong:
            raise typer.BadParameter(wrong)
        return answer.strip()

    answer: str = typer.prompt(question.words, default=question.usual(answers), value_proc=looked_at)
    return answer


def _wrong(question: Question, answers: Answers) -> str | None:
    """What is wrong with the answer to a question, given those before."""
    section, _, name = question.key.partition(".")
    places = [(section, name), *([(section,)] if question.completes else [])]
    return next(iter(_mistakes(_sections(answers), lambda error: error["loc"] in places)), None)


# --- The settings that the answers make -------------------------------------------------------------------


def _must_be_right(answers: Answers) -> None:
    """Raises ``ConfigError`` if a setting that is there cannot be right. What is missing is left to fill in."""
    wrong = _mistakes(_sections(answers), lambda error: error["type"] != "missing")
    if wrong:
        raise ConfigError(*wrong)


def _sections(answers: Answers) -> dict[str, dict[str, Any]]:
    sections: dict[str, dict[str, Any]] = {}
    for key, value in answers.items():
        section, _, name = key.partition(".")
        if (key, value) == ("imap.host", NONE):
            continue
        its_own = sections.setdefault(section, {})
        if (name, value) != ("user", NONE):
            its_own[name] = _typed(section, name, value)
    return sections


def _typed(section: str, name: str, words: str) -> Any:
    """Numbers and yes-or-no as what they are, where one is wanted; everything else is text."""
    field = Settings.model_fields.get(section)
    setting = names(sections_in(field)[0]).get(name) if field else None
    if setting is None or setting.annotation not in (bool, int, float):
        return words
    with suppress(ValidationError):
        return TypeAdapter[Any](setting.annotation).validate_python(words)
    return words


def _mistakes(
    sections: Mapping[str, Any], of_interest: Callable[[ErrorDetails], bool] = lambda error: True
) -> tuple[str, ...]:
    """What is wrong with these settings, as far as it is of interest."""
    try:
        Settings(**sections)
    except ValidationError as fault:
        return sentences(fault, Settings, of_interest)
    return ()
