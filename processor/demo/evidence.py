"""What is left when the robots are done: all mail, and the journals. Only that counts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from processor.demo.cast import HOUSE, Person
from processor.demo.kinds import Kind, code_in, is_refused, kind_of
from processor.demo.post import Mail

Entry = Mapping[str, Any]
"""An entry of a journal, as the export gives it: its number, its kind, the event."""


@dataclass(frozen=True)
class Evidence:
    """All mail there is, and, once a match is over, its journal and what is wrong with the proof of its dice.

    ``stopped_well`` says that the service stopped in time and in good order when it was asked to.
    """

    mails: tuple[Mail, ...]
    journals: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    faults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stopped_well: bool = False

    def letters(self, *writers: Person, folder: str | None = None) -> Iterator[Mail]:
        """What the house was sent: by some people or by anybody, and what of that lies in one of its folders."""
        addresses = {each.address for each in writers}
        for mail in self.mails:
            if mail.box == HOUSE and folder in (None, mail.folder) and (not writers or mail.sender in addresses):
                yield mail

    def mailed(self, kind: Kind, code: str = "", *readers: Person) -> Iterator[Mail]:
        """What the house mailed of a kind: about a match or any, and to some people or to anybody."""
        addresses = {each.address for each in readers}
        for mail in self._by_kind.get(kind, ()):
            if code in ("", code_in(mail)) and (not readers or mail.box in addresses):
                yield mail

    def answer(self, letter: Mail) -> Mail | None:
        """The first mail that answers a letter."""
        return self._answers.get(letter.message_id)

    @cached_property
    def _by_kind(self) -> Mapping[Kind, list[Mail]]:
        """What lies with everybody but the house, by its kind."""
        found: dict[Kind, list[Mail]] = {}
        for mail in self.mails:
            if mail.box != HOUSE:
                found.setdefault(kind_of(mail), []).append(mail)
        return found

    @cached_property
    def _answers(self) -> Mapping[str, Mail]:
        """The first mail that answers each letter, by the letter's Message-ID."""
        return {mail.answered_id: mail for mail in reversed(self.mails) if mail.box != HOUSE}

    def letter_of(self, receipt: Mail) -> Mail | None:
        """The letter that a receipt answers."""
        return first(letter for letter in self.letters() if letter.message_id == receipt.answered_id)

    def taken(self, letter: Mail) -> Mail | None:
        """The receipt for a letter whose orders were all taken."""
        receipt = self.answer(letter)
        return receipt if receipt and is_taken(receipt) else None

    def events(self, code: str, *kinds: str) -> list[Mapping[str, Any]]:
        """What the journal of a match holds of these kinds."""
        return [entry["event"] for entry in self.journals.get(code, ()) if entry["kind"] in kinds]

    def seat(self, code: str, person: Person) -> int:
        """Where somebody sits in a match that is played under one's own name."""
        seats = {event["name"]: event["seat"] for event in self.events(code, "SeatTaken")}
        return int(seats.get(person.name, 0))


def is_taken(receipt: Mail) -> bool:
    """Whether a receipt says that orders were taken and none refused."""
    return " taken" in receipt.subject and not is_refused(receipt)


def first(mails: Iterable[Mail]) -> Mail | None:
    """The first of the mails, if there are any."""
    return next(iter(mails), None)
