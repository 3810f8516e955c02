"""What mail programs say in many languages, from ``data/house/mailwords.toml``, ready to be looked for."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from processor.paths import shipped

FIELDS = ("from", "date", "to", "subject", "cc")
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True)
class Phrases:
    """What to look for: in small letters, since an expression that ignores case takes many times as long."""

    pattern: re.Pattern[str]

    def search(self, text: str) -> re.Match[str] | None:
        """The first of these phrases in the text."""
        return self.pattern.search(_small(text))

    def match(self, text: str) -> re.Match[str] | None:
        """The phrase that the text begins with."""
        return self.pattern.match(_small(text))

    def taken_out(self, text: str) -> str:
        """The text in small letters without any of these phrases."""
        return self.pattern.sub(" ", _small(text))


@cache
def anywhere(kind: str) -> Phrases:
    """Finds a phrase of this kind wherever it is searched, as words of their own.

    Languages that write without blanks have no borders between words to look for.
    """
    phrases = _phrases(kind)
    bordered = "|".join(_pattern(phrase) for phrase in phrases if not _NO_BLANKS.search(phrase))
    unbordered = "|".join(_pattern(phrase) for phrase in phrases if _NO_BLANKS.search(phrase))
    return Phrases(re.compile(rf"(?<!\w)(?:{bordered})(?!\w)" + (f"|{unbordered}" if unbordered else "")))


@cache
def beginning(kind: str) -> Phrases:
    """Finds a phrase of this kind at the beginning, after emphasis and brackets."""
    return Phrases(re.compile(rf"[\s*_<\[]{{0,6}}(?:{'|'.join(map(_pattern, _phrases(kind)))})"))


@cache
def field_of_label() -> dict[str, str]:
    """Which header field each label stands for: ``betreff`` for ``subject``."""
    return {label.casefold(): field for field in reversed(FIELDS) for label in _phrases(field)}


def _phrases(kind: str) -> tuple[str, ...]:
    """All languages' phrases, the longest first, so that none hides a longer one."""
    return tuple(sorted(dict.fromkeys(_all(kind)), key=len, reverse=True))


def _all(kind: str) -> Iterator[str]:
    for language in _book().values():
        yield from language.get(kind, ())


@cache
def _book() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(shipped("data", "house", "mailwords.toml"))


def _pattern(phrase: str) -> str:
    return ".{1,30}?".join(re.escape(piece) for piece in _small(phrase).split("*"))


def _small(text: str) -> str:
    """The text in small letters, each in the place of its capital; of the two i of Turkish there is one."""
    return text.replace("İ", "i").lower().replace("ı", "i")
