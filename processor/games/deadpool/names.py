"""Names of people: as they are printed, as they are compared, and how near one comes to another."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from rapidfuzz import fuzz

from processor.core.text import folded
from processor.paths import shipped

LONGEST = 48
MOST_WORDS = 6
A_FULL_NAME = 2
MOST_SPOKEN = 4
_ALIKE = 85.0
_MEANT = 75.0

_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]?")
_ASIDE = re.compile(r"\s+-+\s.*|\s*:.*")
_NICKNAME = re.compile(r"\"[^\"]*\"|(?<!\S)'[^']+'(?!\w)")
_JOINTS = frozenset({"the", "of", "and", "or", "&"})
"""In small letters these stand in prose rather than inside a name, but for the article that begins one."""
_EDGES = " ,.;:!?*_"


def printed(text: str) -> str:
    """A name as it is printed: "Sir Alec Guinness", also for "Guinness, Sir Alec (the actor)"."""
    plain = _ASIDE.sub("", _BRACKETS.sub("", text.strip(_EDGES)))
    name = _in_order([part.strip(_EDGES) for part in plain.split(",") if part.strip(_EDGES)])
    return _with_its_stop(" ".join(_unquoted(name).split()), text)


def words_of(name: str) -> tuple[str, ...]:
    """The words by which a name is compared: no titles and honours, no nickname in quotes, no case and accents."""
    bare = _NICKNAME.sub(" ", name)
    words = [folded(word) for word in re.split(r"[\s-]+", bare if bare.strip() else name)]
    words = [_generations().get(word, word) for word in words if word]
    while len(words) > 1 and words[0] in _titles():
        words = words[1:]
    while len(words) > 1 and words[-1] in _honours():
        words = words[:-1]
    return tuple(words)


def key(name: str) -> str:
    """What is the same for every spelling of a name that surely means the same person."""
    return "".join(words_of(name))


def alike(one: str, other: str) -> bool:
    """Whether two different spellings may well mean one person: a slip, an initial, a name left out or turned round."""
    return _nearness(one, other) >= _ALIKE or _is_shorter(words_of(one), words_of(other))


def meant(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that this one may be a slip for, the nearest first."""
    near = {each: _nearness(name, each) for each in known}
    likely = [each for each, ratio in near.items() if ratio >= _MEANT or _is_shorter(words_of(name), words_of(each))]
    return tuple(sorted(likely, key=lambda each: -near[each]))


def is_name(text: str, is_strict: bool = False) -> bool:
    """Whether the words could be somebody's name; strictly, only if they are written with capitals too."""
    words = [word.strip("\"'.,") for word in text.split()]
    plain = [folded(word) for word in words]
    if not 0 < len(words) <= MOST_WORDS or len(text) > LONGEST or not any(len(word) > 1 for word in plain):
        return False
    if not any(character.isalpha() for character in text) or any(map(_is_prose, words)):
        return False
    if len(words) > A_FULL_NAME and any(word.isdigit() for word in words):
        return False  # an address, say
    return not is_strict or all(_is_capital(word) for word in words)


def is_spoken(text: str) -> bool:
    """Whether this may be a whole name without its capitals: a few words, none of which joins others in prose."""
    words = text.strip(_EDGES).split()
    joins = any(word in _JOINTS for word in words[1:])
    return A_FULL_NAME <= len(words) <= MOST_SPOKEN and not joins and is_name(text.strip(_EDGES))


def greets(text: str) -> bool:
    """Whether the words are how a letter begins or ends, as in "best wishes, marian gray"."""
    return any(folded(word) in _table()["prose"]["greetings"] for word in text.split())


def is_unclear(text: str) -> bool:
    """Whether it is open which comes first in what stands around a comma: "Lloyd Webber, Andrew"."""
    surname, _, forename = (part.strip(_EDGES) for part in _BRACKETS.sub("", text).partition(","))
    return "," in text and not is_surname(surname) and is_forename(forename)


def is_pair(name: str) -> bool:
    """Whether this names two people at once: "Ant and Dec"."""
    return bool(re.search(r"(?<!\w)(?:and|&|\+)(?!\w)", name, re.IGNORECASE))


def is_suffix(text: str) -> bool:
    """Whether the words stand behind a name: "Jr", "OBE"."""
    words = [folded(word) for word in text.split()]
    return bool(words) and all(word in _generations() or word in _honours() for word in words)


def is_surname(text: str) -> bool:
    """Whether this can be what stands before the comma of "van Dyke, Dick": one word, small ones aside."""
    return len([word for word in text.split() if word.casefold() not in _inside()]) == 1


def is_forename(text: str) -> bool:
    """Whether this can be what stands behind the comma of "Guinness, Sir Alec"."""
    words = text.split()
    return 0 < len(words) <= MOST_WORDS // 2 and is_name(text, is_strict=True) and not is_suffix(text)


def _in_order(parts: Sequence[str]) -> str:
    """The parts between commas in the order in which one says them."""
    match list(parts):
        case []:
            return ""
        case [surname, forename, *rest] if is_surname(surname) and is_forename(forename):
            return " ".join([forename, surname, *_suffixes(rest)])
        case [name, *rest]:
            return " ".join([name, *_suffixes(rest)])
    raise AssertionError("unreachable: every list is one of the above")


def _suffixes(parts: Sequence[str]) -> list[str]:
    return [part for part in parts if is_suffix(part)]


def _unquoted(name: str) -> str:
    """A name that stands in quotes as a whole, without them."""
    found = re.fullmatch(r"([\"'])([^\"]*)\1", name)
    return found[2] if found else name


def _with_its_stop(name: str, text: str) -> str:
    """The name with the full stop of an abbreviation at its end: "Sammy Davis Jr."."""
    is_short = folded(name.rpartition(" ")[2]) in _generations()
    return f"{name}." if is_short and re.search(rf"{re.escape(name.rpartition(' ')[2])}\.", text) else name


def _nearness(one: str, other: str) -> float:
    return float(fuzz.ratio(*(" ".join(sorted(words_of(each))) for each in (one, other))))


def _is_shorter(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one of them says less of the same: "K. Richards", "Rob Hope", "Gascoigne"."""
    if set(one) <= set(other) or set(other) <= set(one):
        return True
    first, second = one[0], other[0]
    return one[-1] == other[-1] and (first.startswith(second) or second.startswith(first))


def _is_capital(word: str) -> bool:
    return word[:1].upper() == word[:1] or word.casefold() in _inside() or folded(word) in _titles()


def _is_prose(word: str) -> bool:
    prose = _table()["prose"]
    return word in prose["words"] or word.casefold() in prose["always"]


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(shipped("grammar", "deadpool", "names.toml"))


@cache
def _titles() -> frozenset[str]:
    return frozenset(_table()["titles"])


@cache
def _honours() -> frozenset[str]:
    return frozenset(_table()["honours"])


@cache
def _generations() -> Mapping[str, str]:
    return dict(_table()["generations"])


@cache
def _inside() -> frozenset[str]:
    return frozenset(_table()["inside"]["words"])
