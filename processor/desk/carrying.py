"""Carries out what a letter says, match by match, and answers its writer."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from processor.core.match import Phase
from processor.core.text import normalise
from processor.desk import gamemaster, players, treasury
from processor.desk.answer import Outcome, Part, headline, penalty, standing, told
from processor.desk.drafts import send
from processor.desk.files import find
from processor.desk.house import Sitting
from processor.desk.ordering import hand_in, reads_as_orders, ruled_on
from processor.desk.times import deadline_words, moment
from processor.mail import commands
from processor.mail.parse import Block, Parsed, parse
from processor.mail.read import Letter
from processor.mail.route import Proof, Signs, is_reply
from processor.mail.write import compose, has_phrase
from processor.store import inbox, matches, outbox
from processor.store.inbox import Letter as Kept
from processor.store.roster import Player, Role
from processor.store.tokens import TokenRecord


@dataclass(frozen=True)
class Opened:
    """A letter on the desk: what it says, who seems to have written it, and how sure that is."""

    waiting: Kept
    letter: Letter
    parsed: Parsed
    player: Player
    proof: Proof
    tokens: tuple[TokenRecord, ...]
    signs: Signs


@dataclass(frozen=True)
class Disposition:
    """What became of a letter: ``done``, ``held`` or ``put-aside``, with a reason code, and what it was answered."""

    status: inbox.Status
    reason: str
    player: int | None = None
    sender: str = ""
    parts: tuple[Part, ...] = ()


def carry_out(sitting: Sitting, opened: Opened) -> Disposition:
    """Do what the letter says, match by match, and answer it."""
    doubt = _doubt(sitting, opened)
    parts = (Part(doubt),) if doubt else tuple(_parts(replace(sitting, by=opened.player.name), opened))
    if opened.parsed.complaints and not doubt:
        parts = (*parts, Part(Outcome(complaints=opened.parsed.complaints)))
    answer(sitting, opened, parts)
    return Disposition("done", "answered" if not doubt else "asked-back", opened.player.id, parts=parts)


def _parts(sitting: Sitting, opened: Opened) -> Iterator[Part]:
    blocks = opened.parsed.blocks or (Block(None, (), ()),)
    for block in blocks:
        code, lost = _match_meant(sitting, opened, block)
        if lost is not None:
            yield Part(lost)
            continue
        outcome = Outcome()
        for command in block.commands:
            aimed = getattr(command, "match", None) or code
            outcome += _obey(sitting, opened, command, aimed)
            code = code or getattr(command, "match", None)
        if code and block.lines:
            outcome += hand_in(sitting, opened.player, code, block.lines)
        if block.match or outcome != Outcome() or len(blocks) == 1:  # prose around another match's words is about none
            yield _part(sitting, opened.player, code, outcome)


def _obey(sitting: Sitting, opened: Opened, command: commands.Command, code: str | None) -> Outcome:
    if isinstance(command, commands.MONEY_COMMANDS):
        return treasury.obey(sitting, command)
    if isinstance(command, commands.MATCH_COMMANDS):
        return gamemaster.obey(sitting, command, code)
    return players.obey(sitting, opened.player, command, code)


def _match_meant(sitting: Sitting, opened: Opened, block: Block) -> tuple[str | None, Outcome | None]:
    """The match that a block is for: its own code, the reply token's, the subject's, or the player's only one.

    One that is over is only meant where no other is left: its results and its proof can still be asked for.
    """
    by_token = next((token.match for token in opened.tokens if token.match), None)
    named = block.match or by_token or opened.signs.code
    if named:
        record = matches.find(sitting.store, named)
        if record is not None:
            return record.code, None
        if block.match:
            return None, told("unknown-match", code=named)
    ruled = ruled_on(sitting, block.lines) if opened.player.role == "gm" else []
    if len(ruled) == 1:
        return ruled[0], None
    ever = matches.matches_of(sitting.store, opened.player.id)
    mine = [record for record in ever if record.phase != Phase.OVER]
    if len(mine) == 1:
        return mine[0].code, None
    needs_one = reads_as_orders(sitting, block.lines) or any(
        isinstance(command, commands.ONE_MATCH) and getattr(command, "match", None) is None
        for command in block.commands
    )
    if ruled:
        return None, told("which-match-ruled", codes=", ".join(ruled), code=ruled[0])
    if not needs_one:
        return None, None
    if not mine and len(ever) == 1:
        return ever[0].code, None
    choice = mine or ever
    return None, told("which-match", code=choice[0].code) if choice else told("no-match")


def _part(sitting: Sitting, player: Player, code: str | None, outcome: Outcome) -> Part:
    file = find(sitting, code) if code else None
    if file is None:
        return Part(outcome)
    match = file.match
    seat = match.seat_of(player.id)
    account = standing(file, seat) if seat is not None else None
    deadline = deadline_words(match.due, player.zone, sitting.now) if match.due and account else ""
    title = f"{match.opened.title} ({match.game.title}, {match.code})"
    is_open = bool(match.due and match.due > sitting.now)
    warning = penalty(match, match.game.view(match.state, seat)) if is_open and account and account.missing else ""
    return Part(outcome, match.code, title, account, deadline, is_open, warning)


def answer(sitting: Sitting, opened: Opened, parts: tuple[Part, ...]) -> None:
    """Mail the receipt: what came of the letter, match by match."""
    codes = [part.code for part in parts if part.code]
    mail = compose(
        "receipt",
        reader=opened.player.name,
        house=sitting.desk.house.name,
        code=", ".join(dict.fromkeys(codes)) or sitting.desk.house.name,
        headline=headline(parts),
        arrived=moment(opened.waiting.arrived, opened.player.zone),
        parts=parts,
        found_nothing=not any(part.outcome != Outcome() for part in parts),
    )
    match = codes[0] if len(set(codes)) == 1 else None
    # A letter that was settled before and is opened again gets one more answer.
    before = len(outbox.answers_to(sitting.store, opened.waiting.id)) if opened.waiting.reason else 0
    send(sitting, "receipt", opened.player, mail, opened.waiting.id, before, match=match, answering=opened.letter)


def _doubt(sitting: Sitting, opened: Opened) -> Outcome | None:
    """Why nothing in this letter may be carried out, if that is so."""
    most = sitting.desk.house.most_lines
    if sum(len(block.lines) for block in opened.parsed.blocks) > most:
        return told("too-many-lines", most=most)
    if opened.letter.doubt is None:
        return None
    return told(doubt_label(opened.letter.doubt))


def doubt_label(doubt: str) -> str:
    """The phrase for a doubt; the rarer ones share one."""
    label = f"doubt-{doubt}"
    return label if has_phrase(label) else "doubt-other"


def codes_of(sitting: Sitting, player: Player) -> list[str]:
    """The codes of the matches that a player may be writing about: the GM may of any that is not over."""
    records = matches.matches_of(sitting.store, player.id)
    others = matches.current(sitting.store) if player.role == "gm" else ()
    return list(dict.fromkeys(record.code for record in (*records, *others)))


def understood(letter: Letter, codes: Collection[str], role: Role) -> Parsed:
    """What the letter says; where its text says nothing, what its subject does, unless that is our own, sent back."""
    gm, treasurer = role == "gm", role == "treasurer"
    parsed = parse(letter.text, codes, gm, treasurer=treasurer)
    subject = normalise(letter.subject)
    if says_anything(parsed) or is_reply(subject):
        return parsed
    return parse(subject, codes, gm, treasurer=treasurer)


def says_anything(parsed: Parsed) -> bool:
    return any(block.commands or block.lines for block in parsed.blocks)
