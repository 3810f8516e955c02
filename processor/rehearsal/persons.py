"""Reads who is at the table: "Anna <anna@example.org> as Lucky Jim in Europe/Paris"."""

import re

from processor.core.calendar import zone_named
from processor.core.text import folded
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.script import Person, Words

ADDRESS = r"[!-;=?A-~]+@[A-Za-z0-9.-]+"
"""An address as it is written here. Mail knows stranger ones, but a transcript has no need of them."""

_PERSON = re.compile(
    rf"(?P<name>[^<>,]*?[^\W_][^<>,]*?)(?:\s*<(?P<address>{ADDRESS})>)?"
    r"(?:\s+as\s+(?P<pseudonym>.+?))?(?:,?\s+in\s+(?P<zone>\S+/\S+|UTC))?"
)


def read_person(words: Words) -> Person:
    """The person that the words tell of. Who has no address there gets one made of the name."""
    found = _PERSON.fullmatch(words.text)
    if found is None:
        raise BadTranscript(
            words.line, 'write a name, or more: "Anna <anna@example.org> as Lucky Jim in Europe/Paris".'
        )
    zone = known_zone(words.line, found["zone"]) if found["zone"] else None
    address = found["address"] or f"{folded(found['name'])}@example.org"
    return Person(words.line, found["name"].strip(), address, found["pseudonym"], zone)


def known_zone(line: int, name: str) -> str:
    """The zone of that name, if there is one."""
    zone = zone_named(name)
    if zone is None:
        raise BadTranscript(line, f'there is no time zone "{name}". Write for instance Europe/London or UTC.')
    return zone
