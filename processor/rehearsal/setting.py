"""Sets the stage as the head of a transcript tells: who is there, and which matches are open or under way."""

from collections.abc import Mapping
from hashlib import sha256
from itertools import chain, count
from typing import Any

from processor.core import referee
from processor.core.game import Game
from processor.core.ruling import Refusal
from processor.core.text import folded
from processor.desk.counter import instruct
from processor.desk.files import decide, find
from processor.desk.house import Desk, House, codecs_for
from processor.desk.proving import make_known
from processor.desk.turns import begin
from processor.mail.write import phrase
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.script import HouseHead, MatchHead, Person, Words
from processor.rehearsal.stage import OURS, Stage
from processor.store import roster
from processor.store.database import connect
from processor.store.roster import Player, Role

GM = Person(0, "GM", "gm@example.org")


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
            credit_limit=house.credit_limit,
            treasurer_name=house.treasurer.name if house.treasurer else None,
            treasurer_address=house.treasurer.address if house.treasurer else None,
        ),
        games=games,
        secret=_hashed("the secret of every rehearsal"),
        codecs=codecs_for(games),
        fresh_seed=lambda: next(seeds),
    )
    stage = Stage(desk, house.begins, house.zone, {folded(GM.name): GM})
    _enter(stage, GM, "gm")
    if house.treasurer:
        _enter(stage, house.treasurer, "treasurer")
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
