"""What a letter gets back: gathered piece by piece while its lines are carried out."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from processor.core.match import Match
from processor.core.orders import Complaint, Remark
from processor.core.ruling import Refusal
from processor.desk.house import File
from processor.mail.write import phrase, refuses, render
from processor.store.cases import Case

MOST_IN_SUBJECT = 2
"""How many matches the subject of an answer names one by one; of more it says how many."""


@dataclass(frozen=True)
class Section:
    """A longer text that was asked for: a help topic, a rule sheet, where a match stands.

    ``has_form`` where the text is a page of a game alone, whose blanks can be filled in.
    """

    title: str
    text: str
    has_form: bool = False


@dataclass(frozen=True)
class Outcome:
    """What came of one line or of one match's part of a letter.

    ``accepted`` are its good orders in canonical form, and ``taken_back`` those that it took off the file.
    ``disputes`` are the cases that it opened, of which the GM is told when all of the letter is done.
    """

    told: tuple[str, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    remarks: tuple[Remark, ...] = ()
    sections: tuple[Section, ...] = ()
    accepted: tuple[str, ...] = ()
    refused: bool = False
    taken_back: tuple[str, ...] = ()
    disputes: tuple[Case, ...] = ()

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(
            self.told + other._news(self),
            self.complaints + other.complaints,
            self.remarks + other.remarks,
            self.sections + other.sections,
            tuple(each for each in self.accepted if each not in other.taken_back) + other.accepted,
            self.refused or other.refused,
            self.taken_back + other.taken_back,
            self.disputes + other.disputes,
        )

    def _news(self, before: "Outcome") -> tuple[str, ...]:
        """What it tells and has not been told: why something is refused, say, or that press is kept."""
        return tuple(each for each in self.told if each not in before.told)


@dataclass(frozen=True)
class Standing:
    """A seat's account for the coming deadline, as a receipt shows it. ``digest`` proves later what was on file.

    ``open`` is what the seat may send where nothing is ``missing``, since it has not begun.
    """

    seat_name: str
    unit: str
    turn: int
    orders: tuple[str, ...]
    digest: str
    missing: tuple[str, ...]
    open: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """One match's part of an answer; ``code`` is empty where no match is meant.

    After an outage a letter is answered when its deadline has passed already; then ``is_open`` is false.
    ``penalty`` says what it costs to let the deadline pass, where something is missing and still can be sent.
    ``is_open_to_change`` where other orders may still take the place of those on file: not in a game that acts on
    them as soon as it has all it waits for. ``terms`` say what goes with the deadline; it ``is_late`` when it has
    passed and late orders still count.
    """

    outcome: Outcome
    code: str = ""
    title: str = ""
    standing: Standing | None = None
    deadline: str = ""
    is_open: bool = False
    penalty: str = ""
    is_open_to_change: bool = False
    terms: str = ""
    is_late: bool = False

    @property
    def says_something(self) -> bool:
        """Whether there is anything to tell of it but its name."""
        return self.standing is not None or self.outcome != Outcome()


def titled(match: Match) -> str:
    """A match by its title, its game where the title does not name it, and its code."""
    return named(match.opened.title, match.game.title, match.code)


def named(title: str, *details: str) -> str:
    """A title with these details behind it, but for those that it tells itself."""
    news = ", ".join(each for each in details if each not in title)
    return f"{title} ({news})" if news else title


def told(label: str, **facts: object) -> Outcome:
    """An outcome of one of the house's phrases."""
    return Outcome(told=(phrase(label, facts),), refused=refuses(label))


def declined(refusal: Refusal) -> Outcome:
    """An outcome that says why nothing was changed."""
    return told(refusal.reason, **refusal.facts)


def standing(file: File, seat: int) -> Standing | None:
    """What stands and what is missing for a seat, while its match runs and orders count in it."""
    match = file.match
    if not match.hears_orders or seat not in match.seats or seat in match.resigned:
        return None
    orders = tuple(match.game.say(order) for order in match.standing(seat))
    made = digest_of(match, orders)
    missing, may_begin = match.owed(seat), match.game.may_begin
    open = may_begin(match.state, seat) if may_begin and not (missing or orders) else ()
    return Standing(match.seats[seat].name, match.game.unit, match.turn, orders, made, missing, open)


def penalty(match: Match, view: Any) -> str:
    """What it costs the reader of that view to let the coming deadline pass."""
    return render(f"{match.game.name}/penalty.j2", view=view).strip()


def leaving(match: Match, seat: int) -> str:
    """What it comes to that the player of that seat leaves, in the words of the game."""
    words = render(f"{match.game.name}/leaving.j2", view=match.game.view(match.state, seat))
    return " ".join(words.split())


def digest_of(match: Match, orders: tuple[str, ...]) -> str:
    """A short digest of the orders on file, so that "I sent it in time" can be settled later."""
    text = "\n".join((match.code, str(match.turn), *orders))
    made = sha256(text.encode()).hexdigest()
    return f"{made[:4]}-{made[4:8]}-{made[8:12]}"


def codes_in(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """The matches that an answer is about, each once."""
    return tuple(dict.fromkeys(part.code for part in parts if part.code))


def subject_tag(codes: tuple[str, ...], house: str) -> str:
    """What stands in brackets before the subject: the matches, or the house where there are none or too many."""
    return ", ".join(codes) if 0 < len(codes) <= MOST_IN_SUBJECT else house


def headline(parts: tuple[Part, ...]) -> str:
    """The gist of an answer for its subject line."""
    taken = sum(len(part.outcome.accepted) for part in parts)
    mend = sum(len(part.outcome.complaints) for part in parts)
    missing = sum(len(part.standing.missing) for part in parts if part.standing)
    about = len(codes_in(parts))
    pieces = [
        f"{taken} {'order' if taken == 1 else 'orders'} taken" if taken else "",
        f"{mend} to mend" if mend else "",
        f"{missing} still missing" if missing and (taken or mend) else "",
        "all is in" if taken and not mend and not missing else "",
    ]
    gist = ", ".join(piece for piece in pieces if piece)
    if about > MOST_IN_SUBJECT:
        return f"Your orders for {about} matches: {gist}" if gist else f"Your letter about {about} matches"
    return gist or "Your letter"
