"""Makes a command of what the grammar found in a line, or says what is still wrong with it."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from typing import Any, cast

from lark import Token, Tree

from processor.core.calendar import (
    A_YEAR,
    AfterLast,
    Amount,
    OnDatesGiven,
    Rule,
    Weekly,
    in_zone,
    say,
    zone_named,
    zones,
)
from processor.core.money import in_pence
from processor.core.orders import Complaint, Line
from processor.core.reading import nearest, number
from processor.core.text import DICE_CHARACTERS
from processor.mail.commands import (
    COMMANDS,
    Cancel,
    Command,
    Extend,
    GiveDice,
    Help,
    New,
    Rules,
    Timezone,
    help_topics,
    topic_named,
)
from processor.mail.datewords import DateWords, count
from processor.mail.examples import Example
from processor.mail.slips import CLAUSES, meant
from processor.mail.vocabulary import GameWords

Said = Sequence[tuple[str, Any]]
"""The fields that a line tells, in its order."""

Wrong = tuple[str, str]
"""What is wrong with a line: the reason for programs, the hint for people."""

_KINDS: dict[str, type[Command]] = {re.sub(r"\B(?=[A-Z])", "_", kind.__name__).casefold(): kind for kind in COMMANDS}
SOME_DICE = re.compile(rf"[0-9{DICE_CHARACTERS}]")
_LAST_WORD = re.compile(r"[0-9]+$|[a-z]+$", re.IGNORECASE)
_QUOTES = "\"' "
_MISSING = {
    "game": "Please write the game, a code for the match, and when its turns close: {example}",
    "rule": (
        "Please say when its turns close: deadline every 2 weeks friday 20:00 Europe/London, "
        "deadline 7 days after the last, or deadline on dates given."
    ),
    "turn": "Please name the turn as well, so that nothing is done to another one: {example}",
    "words": "Please write the dice behind it: {example}",
    "person": "Please say who is meant: {example}",
    "address": "Please write the mail address of whoever is meant, for there we write to them: {example}",
    "pence": "Please say how much it was: {example}",
    "word": "Please write one word of your own behind it: {example}",
    "case": "Please write the number of the case behind it: {example}",
    "letter": "Please write the number of the letter behind it, as the words held and put aside show it: {example}",
    "piece": "Please write the number of the piece, as the word status and the match show it: {example}",
    "text": "Please write a colon and then the text: {example}",
    "switch": "Please say on or off: {example}",
    "by": "Please say how long: {example}",
}

_TWICE = {"pence": "sum", "person": "name", "by": "time", "when": "date", "byline": "name", "switch": "of on and off"}
"""What a field is called that is said twice, where that is not its name."""

_UNKNOWN = {
    "help": "There is no help on that. To see what there is help on, write: help",
    "rules": "There is no game of that name. To see what is played here, write: games",
}


def make(
    tree: Tree[Token], line: Line, games: Collection[str], words: GameWords, example: Example
) -> Command | Complaint | None:
    """The command in the tree of a line. None if it is about something we don't know: then the line is prose."""
    kind, said = cast(tuple[type[Command], Said], _House().transform(tree))
    given = _by_default(kind, dict(said), words) | _joined(said)
    wrong = _twice(said, given) or _slip(given) or _missing(kind, given, example) or _unclear_sum(given)
    if wrong:
        return Complaint(line.number, line.text, *wrong)
    return _settled(kind(line=line.number, **given), line, games)


def _by_default(kind: type[Command], given: Mapping[str, Any], words: GameWords) -> dict[str, Any]:
    """What a line tells, and the usual rule of the game for a match that is opened without one."""
    rules = dict(words.rules)
    is_usual = kind is New and given.get("game") in rules
    return {"rule": rules[given["game"]], **given} if is_usual else dict(given)


def _twice(said: Said, given: Mapping[str, Any]) -> Wrong | None:
    for name, value in said:
        if name not in _MANY and value != given[name]:
            return (
                "two-readings",
                f"Which {_TWICE.get(name, name).replace('_', ' ')} is meant? This line has two of them.",
            )
    return None


def _slip(given: Mapping[str, Any]) -> Wrong | None:
    """A clause that was mistyped looks like an option."""
    for name, value in given.get("options", ()):
        clause = meant(name, CLAUSES)
        if clause:
            return "near-miss", f'Did you mean "{clause} {value}"?'
    return None


def _unclear_sum(given: Mapping[str, Any]) -> Wrong | None:
    """A sum that is none, or that is another one in another country."""
    words = given.get("pence")
    if isinstance(words, str):
        return (
            "unclear-sum",
            f'"{words}" is no sum of money, or one that is read in two ways. Please write 1.00, 1 or 50p.',
        )
    return None


def _missing(kind: type[Command], given: Mapping[str, Any], example: Example) -> Wrong | None:
    for field in fields(kind):
        if field.default is MISSING and field.name not in (*given, "line"):
            return missing(kind, field.name, example, given)
    return None


def missing(kind: type[Command], field: str, example: Example, given: Mapping[str, Any] | None = None) -> Wrong:
    """What to say of a word without something that it needs."""
    return f"no-{field}", _MISSING[field].format(example=example.of(kind, given))


def unknown(kind: type[Command], line: Line) -> Complaint | None:
    """What to say of a line that asks for something we do not know, where it cannot be prose."""
    hint = _UNKNOWN.get(kind.opens[0])
    return Complaint(line.number, line.text, "unknown", hint) if hint else None


class _House(DateWords):
    """A field becomes its name and its value, a line becomes its class and its fields."""

    def __default__(self, data: str, children: list[Any], meta: object) -> Any:
        if data in _KINDS:
            return _KINDS[data], children
        return str(data), str(children[0]) if isinstance(children[0], Token) else children[0]

    def match(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "match", parts[0].casefold()

    def code(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "code", parts[0].casefold()

    def game(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "game", parts[0].casefold()

    def turn(self, parts: Sequence[Token]) -> tuple[str, int]:
        return "turn", number(_LAST_WORD.findall(parts[0])[0])

    def dice(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "dice", True

    def topic(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "topic", parts[0].strip(_QUOTES)

    def pseudonym(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "pseudonym", parts[0].strip(_QUOTES)

    def person(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "person", parts[0].strip(_QUOTES + ".,:;")

    def address(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "address", parts[0].strip("<>")

    def pence(self, parts: Sequence[Token]) -> tuple[str, int | str]:
        words = parts[0].strip(" .,")
        return "pence", in_pence(words) or words

    def letter(self, parts: Sequence[Token]) -> tuple[str, int]:
        return "letter", int(re.sub(r"\D", "", parts[0]))

    def case(self, parts: Sequence[Token]) -> tuple[str, int]:
        return "case", int(re.sub(r"\D", "", parts[0]))

    def piece(self, parts: Sequence[Token]) -> tuple[str, int]:
        return "piece", int(re.sub(r"\D", "", parts[0]))

    def switch_on(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "switch", True

    def switch_off(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "switch", False

    def grey(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "grey", True

    def anonymous(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "anonymous", True

    def byline(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "byline", parts[0].strip(_QUOTES)

    def no_time(self, _: Sequence[Token]) -> tuple[str, Amount]:
        return "by", Amount(0, "minute")

    def no_excuse(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "off", True

    def as_standby(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "stands_by", True

    def no_standby(self, _: Sequence[Token]) -> tuple[str, bool]:
        return "off", True

    def title(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "title", parts[0].strip(_QUOTES)

    def zone(self, parts: Sequence[Token]) -> tuple[str, str]:
        return "zone", parts[0].strip("()")

    def seats(self, parts: Sequence[Token]) -> tuple[str, tuple[int, int]]:
        return "seats", (count(parts[0]), count(parts[-1]))

    def options(self, parts: Sequence[Token]) -> tuple[str, tuple[str, str]]:
        return "options", (parts[0].casefold(), parts[1].strip(_QUOTES))

    def what(self, parts: Sequence[Token]) -> tuple[str, str]:
        word = parts[0]
        return "what", str(number(word)) if word.type == "NUMBER_WORD" else word.casefold().removesuffix("s")


_MANY: dict[str, Callable[[Sequence[Any]], Any]] = {"what": " ".join, "options": tuple}
"""Fields that may be said several times, and what is made of all that was said."""


def _joined(said: Said) -> dict[str, Any]:
    values = {many: [value for name, value in said if name == many] for many in _MANY}
    return {many: join(values[many]) for many, join in _MANY.items() if values[many]}


def _settled(command: Command, line: Line, games: Collection[str]) -> Command | Complaint | None:
    """The command with proper names in place of those that were typed, if there are such."""
    match command:
        case Help(topic=str(asked)):
            topic = asked.casefold() if asked.casefold() in games else topic_named(asked)
            return replace(command, topic=topic) if topic else _unknown(line, "help", asked, (*help_topics(), *games))
        case Rules(game=str(asked)) if asked not in games:
            return _unknown(line, "rules", asked, games)
        case New():
            return _settled_new(command, line)
        case Timezone(zone=zone):
            wrong = _unknown_zone(zone)
            return (
                Complaint(line.number, line.text, *wrong) if wrong else Timezone(line.number, zone_named(zone) or zone)
            )
        case GiveDice(words=words, match=None) if not SOME_DICE.search(words):
            return None
        case Cancel(what=str(what)) if sum(word[0].isdigit() for word in what.split()) > 1:
            return Complaint(line.number, line.text, "one-each", f"Please write a line for each: {Cancel.example}")
        case Extend(by=by) if by.length > A_YEAR:
            return Complaint(line.number, line.text, "too-far", f"{by} is more than a year. Please choose less.")
        case _:
            return command


def _unknown(line: Line, word: str, asked: str, known: Iterable[str]) -> Complaint | None:
    near = nearest(asked, known)
    return Complaint(line.number, line.text, "near-miss", f'Did you mean "{word} {near}"?') if near else None


def _settled_new(new: New, line: Line) -> New | Complaint:
    wrong = _wrong_with(new)
    if wrong:
        return Complaint(line.number, line.text, *wrong)
    zone = zone_named(new.zone) if new.zone else None
    return replace(new, zone=zone, rule=in_zone(new.rule, zone)) if zone else new


def _wrong_with(new: New) -> Wrong | None:
    """What in the line cannot be meant."""
    if new.zone and (wrong := _unknown_zone(new.zone)):
        return wrong
    if new.seats and new.seats[0] > new.seats[1]:
        return "seats", f"Please write the smaller number first: seats {new.seats[1]}-{new.seats[0]}"
    if _is_too_long(new.rule):
        return "too-far", f'"{say(new.rule)}" leaves more than a year to a turn. Please choose less.'
    return None


def _unknown_zone(zone: str) -> Wrong | None:
    if zone_named(zone) is not None:
        return None
    near = nearest(zone, zones())
    hint = f"Did you mean {zones()[near]}?" if near else "Zones are written like Europe/London."
    return "unknown-zone", f'There is no zone "{zone}". {hint}'


def _is_too_long(rule: Rule) -> bool:
    match rule:
        case Weekly(weeks=weeks):
            return Amount(weeks, "week").length > A_YEAR
        case AfterLast(amount):
            return amount.length > A_YEAR
        case OnDatesGiven():
            return False
