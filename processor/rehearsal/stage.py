"""The stage: a real desk on a database in memory, with a clock that the transcript moves."""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import chain, count
from typing import Any

from processor.core import referee
from processor.core.game import Game
from processor.core.ruling import Refusal
from processor.core.text import folded
from processor.desk.carrying import Disposition
from processor.desk.counter import instruct
from processor.desk.files import decide, find
from processor.desk.house import Desk, File, House, Sitting, codecs_for
from processor.desk.proving import make_known
from processor.desk.turns import begin
from processor.desk.work import work
from processor.mail.write import phrase
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.head import ADDRESS
from processor.rehearsal.post import Mail, letter, mail
from processor.rehearsal.script import HouseHead, LetterCame, MatchHead, Person, Words
from processor.store import inbox, journal, matches, outbox, roster, schedule
from processor.store.database import connect
from processor.store.inbox import Letter as Kept
from processor.store.journal import Entry
from processor.store.roster import Player, Role

_BY_ADDRESS = re.compile(rf"(?P<name>[^<>]*?)\s*<?(?P<address>{ADDRESS})>?")
OURS = "games@example.org"
GM = Person(0, "GM", "gm@example.org")
MAILBOX = "rehearsal"
BY = "the transcript"
ALL = 100_000
AN_HOUR = timedelta(hours=1)
FAR_AHEAD = timedelta(days=1000)
SIGN_UP = 0
"""What stands for a turn in the deadline of a sign-up."""


@dataclass(frozen=True)
class Receipt:
    """What became of one letter."""

    letter: Kept
    disposition: Disposition


@dataclass(frozen=True)
class Happened:
    """An event of a match."""

    code: str
    number: int
    entry: Entry


@dataclass(frozen=True)
class Output:
    """What came of something: events, what became of letters, and mails that went out."""

    events: tuple[Happened, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    mails: tuple[Mail, ...] = ()


@dataclass
class Stage:
    """The desk, the time, who is there, and how much has been told already."""

    desk: Desk
    now: datetime
    zone: str
    people: dict[str, Person]
    asleep: bool = False
    letters: int = 0
    told: dict[str, int] = field(default_factory=dict)
    receipts: list[Receipt] = field(default_factory=list)
    mails: list[Mail] = field(default_factory=list)
    last_mail: dict[str, Mail] = field(default_factory=dict)

    def sit(self) -> AbstractContextManager[Sitting]:
        """A sitting at the desk, now."""
        return self.desk.sit(self.now, BY)

    def file(self, code: str) -> File | None:
        """The match of that code as it stands."""
        with self.desk.database.reading() as store:
            return find(Sitting(self.desk, store, self.now, BY), code)


# --- Setting up -------------------------------------------------------------------------------------------


def set_up(house: HouseHead, heads: tuple[MatchHead, ...], games: Mapping[str, Game[Any]]) -> Stage:
    """A desk with the people and the matches that the head tells of."""
    seeds = chain(map(seed_of, heads), (_hashed(f"seed {number}") for number in count(1)))
    desk = Desk(
        database=connect("sqlite://"),
        house=House(
            name="The Games Desk",
            address=OURS,
            gm_name=GM.name,
            gm_address=GM.address,
            zone=house.zone,
            trust_from=house.believes_from,
            reminders=house.reminders,
        ),
        games=games,
        secret=_hashed("the secret of every rehearsal"),
        codecs=codecs_for(games),
        fresh_seed=lambda: next(seeds),
    )
    stage = Stage(desk, house.begins, house.zone, {folded(GM.name): GM})
    _enter(stage, GM, "gm")
    for person in house.people:
        _enter(stage, person)
    for head in heads:
        _open(stage, head)
    return stage


def seed_of(match: MatchHead) -> bytes:
    """The seed in hexadecimal as it is written, or made of whatever word is written, or of the code."""
    words = match.seed or match.code
    try:
        seed = bytes.fromhex(words)
    except ValueError:
        return _hashed(words)
    return seed if len(seed) == 32 else _hashed(words)


def _hashed(words: str) -> bytes:
    return sha256(words.encode()).digest()


def _enter(stage: Stage, person: Person, role: Role = "player") -> Player:
    """Make somebody known to the house, as if their address had been confirmed long ago."""
    stage.people[folded(person.name)] = person
    with stage.sit() as sitting:
        known = roster.by_address(sitting.store, person.address)
        if known is not None:
            return known
        player = roster.add_player(sitting.store, person.address, person.name, person.zone or stage.zone, role)
        make_known(sitting, player)
        return player


def _open(stage: Stage, head: MatchHead) -> None:
    """Open a match; if it has seats, seat everybody, lay out the dice and begin."""
    game = stage.desk.games.get(head.game)
    title = head.title or (game.title if game else head.game)
    rule = head.deadline.text if head.deadline else "7 days after the last"
    rule = "on dates given" if rule.casefold() in ("none", "no") else rule
    zone = head.zone or stage.zone
    options = " ".join(option.text for option in head.options)
    command = f'new {head.game} {head.code} "{title}" deadline {rule} {zone} {options}'
    outcome = instruct(stage.desk, command.strip(), stage.now)
    if stage.file(head.code) is None:
        why = " ".join([*outcome.told, *(complaint.hint for complaint in outcome.complaints)])
        raise BadTranscript(head.line, f"this match cannot be opened. {why}")
    for person in head.seats:
        player = _enter(stage, person)
        known_as = (player.name, player.address.partition("@")[0])
        wish = referee.TakeSeat(player.id, player.name, person.pseudonym, known_as)
        _insist(stage, head.code, wish, Words(person.line, person.name))
    for words in head.dice:
        _insist(stage, head.code, referee.GiveDice(words.text), words)
    if head.seats:
        _begin(stage, head)


def _insist(stage: Stage, code: str, instruction: referee.Instruction, words: Words) -> None:
    with stage.sit() as sitting:
        file = find(sitting, code)
        made = decide(sitting, file, instruction) if file else Refusal("unknown-match", {"code": code})
    if isinstance(made, Refusal):
        raise BadTranscript(words.line, phrase(made.reason, made.facts))


def _begin(stage: Stage, head: MatchHead) -> None:
    with stage.sit() as sitting:
        file = find(sitting, head.code)
        begun = begin(sitting, file) if file else Refusal("unknown-match", {"code": head.code})
    if isinstance(begun, Refusal):
        raise BadTranscript(head.seats[0].line, phrase(begun.reason, begun.facts))


# --- Time and post ----------------------------------------------------------------------------------------


def advance(stage: Stage, to: datetime) -> None:
    """Let time pass. Reminders and mails that fall due on the way go out when they do."""
    while not stage.asleep:
        due = _next_errand(stage)
        if due is None or due >= to:
            break
        stage.now = max(due, stage.now)
        busy(stage)
    stage.now = max(to, stage.now)


def _next_errand(stage: Stage) -> datetime | None:
    """When something falls due that no step tells of: a reminder, a deferred mail, the end of sign-up."""
    with stage.desk.database.reading() as store:
        moments = [schedule.next_alarm(store), outbox.next_due(store)]
        deadlines = schedule.due_deadlines(store, stage.now + FAR_AHEAD, ALL)
    moments += [each.due + stage.desk.house.settle for each in deadlines if each.turn == SIGN_UP]
    return min((each for each in moments if each), default=None)


def busy(stage: Stage) -> None:
    """Let the desk do what there is to do just now, and send what it wrote."""
    if stage.asleep:
        return
    now = stage.now
    work(stage.desk, lambda: now, now, opened=lambda kept, made: stage.receipts.append(Receipt(kept, made)))
    with stage.desk.database.begin() as store:
        due = outbox.due(store, now, ALL, now + AN_HOUR)
        outbox.sent(store, [each.id for each in due], now)
    for each in due:
        sent = mail(each, now)
        stage.mails.append(sent)
        stage.last_mail[sent.address.casefold()] = sent


def receive(stage: Stage, came: LetterCame) -> None:
    """Put a letter into the mailbox."""
    sender = sender_of(stage, came.sender)
    answering = stage.last_mail.get(sender.address.casefold())
    if came.answers and answering is None:
        raise BadTranscript(came.sender.line, f"{sender.name} has got no mail yet that could be answered. Use: writes")
    stage.letters += 1
    name = "" if sender.name == sender.address else sender.name
    raw = letter(
        stage.letters,
        (name, sender.address),
        OURS,
        stage.now,
        came.headers,
        came.body,
        answering if came.answers else None,
    )
    with stage.desk.database.begin() as store:
        inbox.keep(store, MAILBOX, 1, [raw])


def sender_of(stage: Stage, words: Words) -> Person:
    """Who writes: somebody of the head by name or pseudonym, or anybody by address."""
    wanted = folded(words.text)
    for person in stage.people.values():
        if wanted in (folded(person.name), folded(person.pseudonym or person.name)):
            return person
    if found := _BY_ADDRESS.fullmatch(words.text):
        return Person(words.line, (found["name"] or found["address"]).strip(), found["address"])
    known = ", ".join(person.name for person in stage.people.values())
    raise BadTranscript(
        words.line, f'nobody here is called "{words.text}". There are {known}; others by their address.'
    )


def output(stage: Stage) -> Output:
    """What has happened since this was last asked."""
    events = tuple(_new_events(stage))
    made = Output(events, tuple(stage.receipts), tuple(stage.mails))
    stage.receipts.clear()
    stage.mails.clear()
    return made


def _new_events(stage: Stage) -> list[Happened]:
    with stage.desk.database.reading() as store:
        found: list[Happened] = []
        for record in matches.all(store):
            told = stage.told.get(record.code, 0)
            entries = journal.read(store, record.code, stage.desk.codecs[record.game], after=told)
            found += [Happened(record.code, number, entry) for number, entry in entries]
            stage.told[record.code] = told + len(entries)
    return found
