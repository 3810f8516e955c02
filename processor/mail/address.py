"""Mail addresses: written one way, compared sensibly, and looked at with suspicion.

Three spellings of one address are used: as it was found (for writing to it), ``canonical`` (for storing and
looking up) and ``bare`` (canonical without the plus part: one person's mailbox).
"""

import re
import unicodedata
from collections.abc import Iterable
from email.utils import getaddresses

_LONGEST = 254  # RFC 5321
_LONGEST_HEADER = 20_000
_ATOMS = r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*"
_SINGLE = re.compile(rf"(?:(?P<name>[\w=?-]+(?: [\w=?-]+)*) )?<(?P<address>{_ATOMS}@{_ATOMS})>", re.ASCII)
_FORBIDDEN = set(' \t\r\n"(),:;<>[]\\')
_LOOKS_LATIN = set("асԁеһіјӏорԛѕуԝхѵзгпт" + "αιοκνρτυχωγ" + "օոսց")
"""Letters of other alphabets that pass for Latin ones: a domain of nothing else is meant to deceive."""


def canonical(address: str) -> str:
    """The address as it is stored and looked up: lower case, and the domain in its ASCII form.

    The local part is folded too. Mail servers that tell "Ann@" from "ann@" are extinct, people who
    write it now one way and now the other are not.
    """
    local, at, domain = address.strip().rpartition("@")
    if not at:
        return domain.casefold()
    return f"{_unquoted(local).casefold()}@{_ascii_domain(domain)}"


def bare(address: str) -> str:
    """The canonical address without its plus part: ``ann+games@x.test`` is ``ann@x.test``."""
    local, at, domain = canonical(address).rpartition("@")
    before = local.partition("+")[0]
    return f"{before or local}{at}{domain}"


def tag(address: str) -> str | None:
    """The plus part as it was written, or ``None``: of ``gm+k7Q@x.test`` it is ``k7Q``."""
    local = address.strip().rpartition("@")[0]
    before, _, after = local.partition("+")
    return after if before and after else None


def same_person(one: str, other: str) -> bool:
    """Do two addresses lead to one mailbox, whatever their case and plus parts?"""
    return bare(one) == bare(other)


def can_be_written_to(address: str) -> bool:
    """Is this an address as one can stand in an envelope, and not a piece of a header that was taken for one?"""
    harmless = all(character not in _FORBIDDEN and character.isprintable() for character in address)
    return harmless and address.count("@") == 1 and not (address.startswith("@") or address.endswith("@"))


def looks_dangerous(address: str) -> bool:
    """Is this no plain address, or one that is made to look like another one?

    Control characters and line breaks (they smuggle headers), blanks, brackets, a second ``@``, invisible
    and full-width characters, alphabets mixed in one word, and words of another alphabet that read as Latin.
    """
    local, at, domain = address.rpartition("@")
    if not (local and at and domain) or len(address) > _LONGEST or len(local) > 64 or "@" in local:
        return True
    if any(character in _FORBIDDEN or not character.isprintable() for character in address):
        return True
    if unicodedata.normalize("NFKC", address) != unicodedata.normalize("NFC", address):
        return True
    if ".." in address or local.startswith(".") or local.endswith(".") or domain.strip(".-") != domain:
        return True
    words = [*local.replace("+", ".").split("."), *_unicode_domain(domain).split(".")]
    return any(_deceives(word) for word in words)


def addresses(values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The (display name, address) pairs of address headers, as found, with the domain in its ASCII form.

    The headers must not have been decoded: an encoded word may hold a comma and a second address.
    """
    found = [pair for value in values for pair in _addresses(value[:_LONGEST_HEADER])]
    return tuple((name, _with_plain_domain(address)) for name, address in found if "@" in address)


def _addresses(value: str) -> list[tuple[str, str]]:
    """The pairs of one header; most hold a single one that needs no parser to be taken apart."""
    single = _SINGLE.fullmatch(value)
    if single:
        return [(single["name"] or "", single["address"])]
    try:
        return getaddresses([value])
    except (ValueError, IndexError, RecursionError, TypeError):  # hostile nesting and quoting break the parser
        return []


def _with_plain_domain(address: str) -> str:
    local, _, domain = address.strip().rpartition("@")
    return f"{local}@{_ascii_domain(domain)}"


def _ascii_domain(domain: str) -> str:
    plain = unicodedata.normalize("NFKC", domain.strip()).casefold().rstrip(".")
    if plain.isascii():
        return plain
    try:
        return plain.encode("idna").decode("ascii")
    except UnicodeError:
        return plain


def _unicode_domain(domain: str) -> str:
    try:
        return _ascii_domain(domain).encode("ascii").decode("idna")
    except UnicodeError:
        return domain


def _unquoted(local: str) -> str:
    return local[1:-1].replace("\\", "") if len(local) > 2 and local[0] == local[-1] == '"' else local


def _deceives(word: str) -> bool:
    letters = [character for character in word.casefold() if character.isalpha()]
    foreign = [letter for letter in letters if not letter.isascii() and not _is_latin(letter)]
    if not foreign:
        return False
    latin = len(letters) - len(foreign)
    return bool(latin) or len({_script(letter) for letter in foreign}) > 2 or all(c in _LOOKS_LATIN for c in foreign)


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN ")


def _script(letter: str) -> str:
    """The first word of a letter's name stands for its alphabet; Japanese needs two of them in one word."""
    return unicodedata.name(letter, "?").partition(" ")[0]
