"""What is asked at the counter, that is, at the command line: instructions of the GM, and where things stand."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from operator import attrgetter

from processor.core.match import Match, Phase
from processor.core.orders import Complaint, Line
from processor.core.text import normalise
from processor.desk import gamemaster, glance, owntexts, postroom, rulings, treasury, unproved
from processor.desk.answer import Outcome, declined, titled, told
from processor.desk.asking import public_answer
from processor.desk.byhand import open_what_came
from processor.desk.exporting import as_json, public, whole
from processor.desk.files import find, no_such_match
from processor.desk.house import Desk, File, Sitting
from processor.desk.meant import ask_which, needs_a_match
from processor.desk.ordering import reads_as_orders, rule_as_gm, ruled_on, unread
from processor.desk.people import somebody_at
from processor.desk.records import sign_up
from processor.desk.work import NO_POST_READ, work
from processor.mail import commands
from processor.mail.parse import Block, Parsed, parse
from processor.mail.rulings import by_case
from processor.mail.write import phrase, render
from processor.store import cases, inbox, matches, outbox

BY = "the GM, at the command line"
_SOME_CASE = "D-12"
"""Whose word the journal gives for what is said here."""


class UnknownMatch(LookupError):
    """There is no match of that code. To see those there are, run: turnpost status"""


@dataclass(frozen=True)
class Row:
    """A line of the overview: a match and where it stands."""

    code: str
    title: str
    game: str
    state: str
    turn: int
    due: datetime | None


@dataclass(frozen=True)
class Overview:
    """Everything at one look: the matches, the letters that wait, and the mails that wait."""

    rows: tuple[Row, ...]
    letters: dict[str, int]
    mails: dict[str, int]


def instruct(desk: Desk, words: str, now: datetime, read_post: Callable[[], datetime] | None = None) -> Outcome:
    """Carry out what the GM says, in the same words as by mail, line by line: one that is wrong stops none beside it.

    ``read_post`` is called before anything that can end a turn, a match or a player's part in it, for whose letters are
    in the mailbox sent them in time; it tells up to when the post has been read. Without it all post is here the moment
    it comes.
    """
    parts = by_case(normalise(words))
    with desk.database.reading() as store:
        codes = tuple(record.code for record in matches.current(store))
        seated = partial(somebody_at, Sitting(desk, store, now, BY))
        parsed = parse(parts.get(None, ""), codes, gm=True, words=desk.words, prose=False, seated=seated)
    if not parts:
        return told("empty-word")
    in_the_way = _opened_first(desk, parsed, codes, now, read_post)
    if in_the_way != Outcome():
        return in_the_way
    done = _Done(owntexts.where_they_end(parsed))
    with desk.sit(now, BY) as sitting:
        if talk := owntexts.ended_by_talk(sitting, parsed):
            return talk
        for block in parsed.blocks:
            done.take(sitting, block, parsed.written)
        for case, said in parts.items():
            done.outcome += rulings.rule(sitting, case, said) if case is not None else Outcome()
    outcome = done.outcome + _opened_again(desk, done.letters, now) + Outcome(complaints=parsed.complaints)
    return replace(outcome, complaints=tuple(sorted(outcome.complaints, key=attrgetter("line"))))


def _opened_first(
    desk: Desk, parsed: Parsed, codes: Sequence[str], now: datetime, read_post: Callable[[], datetime] | None
) -> Outcome:
    """Open what came for the matches in which something may end; what is in the way, if that cannot be done yet."""
    only = codes[0] if len(codes) == 1 else None
    ending = [
        command.match or block.match or only
        for block in parsed.blocks
        for command in block.commands
        if isinstance(command, commands.AFTER_THE_POST)
    ]
    return open_what_came(desk, ending, now, read_post() if read_post else now) if ending else Outcome()


@dataclass
class _Done:
    """What came of the lines that were carried out so far, and the letters that are to be opened again by them."""

    outcome: Outcome = field(default_factory=Outcome)
    letters: list[int] = field(default_factory=list)

    def take(self, sitting: Sitting, block: Block, written: Sequence[Line]) -> None:
        for command in block.commands:
            came = _carried_out(sitting, command, block.match, written)
            if isinstance(command, commands.Retry | commands.Release) and not came.refused:
                self.letters.append(command.letter)
            self.outcome += came
        if block.lines:
            self.outcome += _tell_game(sitting, block, written)


def _carried_out(sitting: Sitting, command: commands.Command, about: str | None, written: Sequence[Line]) -> Outcome:
    """Obey a word. One that names no match, and cannot do without, is about the only one that there is."""
    code = getattr(command, "match", None) or about
    if code or not needs_a_match(command):
        return _obey(sitting, command, code)
    current = [record.code for record in matches.current(sitting.store)]
    if not current:
        return told("no-match-there")
    if len(current) == 1:
        return _obey(sitting, command, current[0])
    return ask_which(current, [line for line in written if line.number == command.line])


def _opened_again(desk: Desk, numbers: Sequence[int], now: datetime) -> Outcome:
    """Open what waits, and say what became of these letters."""
    if not numbers:
        return Outcome()
    work(desk, lambda: now, NO_POST_READ)
    with desk.database.reading() as store:
        sitting = Sitting(desk, store, now, BY)
        return sum((postroom.became(sitting, number) for number in numbers), Outcome())


def overview(desk: Desk, now: datetime) -> Overview:
    """Where everything stands."""
    with desk.database.reading() as store:
        sitting = Sitting(desk, store, now, BY)
        rows = tuple(_row(sitting, each) for each in matches.all(store))
        letters = {"held": len(inbox.held(store)), "put-aside": len(inbox.put_aside(store))}
        return Overview(rows, letters, {status: number for status, number in outbox.counts(store).items() if number})


def _row(sitting: Sitting, record: matches.MatchRecord) -> Row:
    """A match at a glance. One that runs has to be looked at: it may stand still, or late orders may count in it."""
    file = find(sitting, record.code) if record.phase == Phase.RUNNING else None
    state, due = (glance.state(file.match), file.match.due) if file else (record.phase, record.due)
    return Row(record.code, record.title, record.game, state, record.turn, due)


def codes(desk: Desk) -> tuple[str, ...]:
    """The codes of all matches."""
    with desk.database.reading() as store:
        return tuple(record.code for record in matches.all(store))


def show(desk: Desk, code: str, zone: str, now: datetime) -> str:
    """A match as everybody may see it."""
    with _reading(desk, code, now) as (_, file):
        match = file.match
        head = [f"{titled(match)}: {glance.state(match)}", glance.closing(match, zone, now)]
        return "\n".join([*filter(None, head), "", _page(match), ""])


def export(desk: Desk, code: str, now: datetime, private: bool = False) -> str:
    """A match as JSON. Until its end only what everybody may know, unless the GM asks for everything."""
    with _reading(desk, code, now) as (sitting, file):
        return as_json(whole(sitting, file) if private else public(sitting, file))


def _page(match: Match) -> str:
    if match.state is None:
        return sign_up(match)
    page = "results" if match.phase is Phase.OVER else "position"
    return render(f"{match.game.name}/{page}.j2", view=match.game.view(match.state, None)).strip()


def _tell_game(sitting: Sitting, block: Block, written: Sequence[Line]) -> Outcome:
    """Tell the game of a match what only the GM can tell it, and answer each line that it cannot read."""
    if block.match and find(sitting, block.match) is None:
        return declined(no_such_match(sitting, block.match))
    left = unread(sitting, block.match, block.lines)
    heard = tuple(line for line in block.lines if line not in left)
    unclear = Outcome(complaints=tuple(_not_understood(sitting, block.match, line, written) for line in left))
    if not heard:
        return unclear
    codes = [block.match] if block.match else ruled_on(sitting, heard)
    if len(codes) > 1:
        return ask_which(codes, heard) + unclear
    return rule_as_gm(sitting, codes[0], heard) + unclear


def _not_understood(sitting: Sitting, code: str | None, line: Line, written: Sequence[Line]) -> Complaint:
    """What to say of a line that neither the house nor a game can read.

    It may be one that only players write, or a ruling that does not say for which case it is.
    """
    whole = next((each.text for each in written if each.number == line.number), line.text)
    facts: dict[str, object] = {"code": code or "MATCH", "line": line.text}
    if reads_as_orders(sitting, (line,)):
        label = "players-orders"
    elif rulings.first_line(sitting, line.text) is not None:
        label = "ruling-of-no-case"
        facts["case"] = next((each.name for each in cases.waiting(sitting.store)), _SOME_CASE)
    else:
        label = "not-understood"
    return Complaint(line.number, whole, label, phrase(label, facts))


def _obey(sitting: Sitting, command: commands.Command, code: str | None) -> Outcome:
    match command:
        case commands.Help() | commands.Rules() | commands.Games():
            return public_answer(sitting, command)
        case commands.Status():
            return _status(sitting, code)
        case commands.Account(person=str(name)):
            return treasury.account_of(sitting, name, sitting.desk.house.zone)
        case _ if isinstance(command, commands.MONEY_COMMANDS):
            return treasury.obey(sitting, command)
        case _ if isinstance(command, commands.POST_COMMANDS):
            return postroom.obey(sitting, command)
        case _ if isinstance(command, commands.MATCH_COMMANDS):
            if asked := owntexts.holds_order(sitting, None, command, code):
                return asked
            return gamemaster.obey(sitting, command, code)
        case commands.Account():
            return told("whose-account")
        case _:
            return told("players-word", word=command.opens[0])


def _status(sitting: Sitting, code: str | None) -> Outcome:
    """Where a match stands, or all of them, for the GM."""
    zone, file = sitting.desk.house.zone, find(sitting, code) if code else None
    if code is None:
        return Outcome(sections=(glance.all_matches(sitting, zone),))
    if file is None:
        return declined(no_such_match(sitting, code))
    return glance.status(file, None, zone, sitting.now, gm=True) + unproved.shown(sitting, file.match, zone)


@contextmanager
def _reading(desk: Desk, code: str, now: datetime) -> Iterator[tuple[Sitting, File]]:
    """A match, open for reading."""
    with desk.database.reading() as store:
        sitting = Sitting(desk, store, now, BY)
        file = find(sitting, code)
        if file is None:
            raise UnknownMatch(UnknownMatch.__doc__)
        yield sitting, file
