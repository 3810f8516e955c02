"""Carries out what a letter says, match by match, and answers its writer."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from processor.core import referee
from processor.core.match import Phase
from processor.core.orders import Complaint, Line
from processor.core.ruling import Refusal
from processor.core.text import normalise
from processor.desk import gamemaster, players
from processor.desk.answer import Outcome, Part, headline, penalty, standing, told
from processor.desk.drafts import send
from processor.desk.files import decide, find
from processor.desk.house import File, Sitting
from processor.desk.records import has_closed_since
from processor.desk.times import deadline_words, moment
from processor.mail import commands
from processor.mail.parse import Block, Parsed, parse
from processor.mail.read import Letter
from processor.mail.route import Proof, Signs, is_reply
from processor.mail.write import compose, has_phrase
from processor.store import inbox, matches, outbox
from processor.store.inbox import Letter as Kept
from processor.store.roster import Player
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


def carry_out(sitting: Sitting, opened: Opened, first: Outcome | None = None) -> Disposition:
    """Do what the letter says, match by match, and answer it; ``first`` is told above all else."""
    doubt = _doubt(sitting, opened)
    parts = (Part(doubt),) if doubt else tuple(_parts(replace(sitting, by=opened.player.name), opened))
    parts = (Part(first), *parts) if first else parts
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
        for said in _one_after_the_other(block):
            if isinstance(said, tuple):
                outcome += _file_orders(sitting, opened, code, said) if code else Outcome()
            else:
                outcome += _obey(sitting, opened, said, getattr(said, "match", None) or code)
                code = code or getattr(said, "match", None)
        if code and outcome == Outcome():
            outcome = _meant_elsewhere(sitting, opened.player, code, block.lines)
        if block.match or outcome != Outcome() or len(blocks) == 1:  # prose around another match's words is about none
            yield _part(sitting, opened.player, code, outcome)


def _one_after_the_other(block: Block) -> Iterator[commands.Command | tuple[Line, ...]]:
    """The words of a block and the lines for its game as they are to be carried out: words first.

    Only what takes orders back waits for the orders above it, so that those below it are the later ones.
    """
    later = [command for command in block.commands if isinstance(command, commands.Cancel)]
    yield from (command for command in block.commands if command not in later)
    lines = block.lines
    for command in later:
        above = tuple(line for line in lines if line.number < command.line)
        lines = lines[len(above) :]
        if above:
            yield above
        yield command
    if lines:
        yield lines


def _obey(sitting: Sitting, opened: Opened, command: commands.Command, code: str | None) -> Outcome:
    if isinstance(command, commands.GM_COMMANDS):
        return gamemaster.obey(sitting, command, code)
    return players.obey(sitting, opened.player, command, code)


def _match_meant(sitting: Sitting, opened: Opened, block: Block) -> tuple[str | None, Outcome | None]:
    """The match that a block is for: its own code, the reply token's, the subject's, or the player's only one."""
    by_token = next((token.match for token in opened.tokens if token.match), None)
    named = block.match or by_token or opened.signs.code
    if named:
        file = find(sitting, named)
        if file is not None:
            return file.match.code, None
        if block.match:
            return None, told("unknown-match", code=named)
    mine = [record for record in matches.matches_of(sitting.store, opened.player.id) if record.phase != Phase.OVER]
    if len(mine) == 1:
        return mine[0].code, None
    needs_one = _tries_to_order(sitting, block.lines) or any(
        isinstance(command, commands.ONE_MATCH) and getattr(command, "match", None) is None
        for command in block.commands
    )
    if not needs_one:
        return None, None
    return None, told("which-match", code=mine[0].code) if mine else told("no-match")


def _meant_elsewhere(sitting: Sitting, player: Player, here: str, lines: tuple[Line, ...]) -> Outcome:
    """What is told of lines that say nothing in the match they were sent to, and are orders in another."""
    for record in matches.matches_of(sitting.store, player.id):
        if (
            record.code != here
            and record.phase == Phase.RUNNING
            and sitting.desk.games[record.game].read(lines).written
        ):
            return told("meant-elsewhere", here=here, code=record.code)
    return Outcome()


def _file_orders(sitting: Sitting, opened: Opened, code: str, lines: tuple[Line, ...]) -> Outcome:
    """Hand the lines that are no commands to the match's game."""
    file = find(sitting, code)
    if file is None:
        return told("unknown-match", code=code)
    reading = file.match.game.read(lines)
    if not reading.written and not reading.complaints:
        return Outcome()
    seat = file.match.seat_of(opened.player.id)
    outcome = Outcome()
    if seat is None and file.match.phase is Phase.RUNNING and file.match.game.admit and reading.written:
        outcome += players.take_seat(sitting, opened.player, file, None)
        file = find(sitting, code) or file
        seat = file.match.seat_of(opened.player.id)
    if seat is None:
        return outcome + told("no-seat", code=code)
    if _is_overtaken(sitting, opened, file):
        return outcome + told("confirmed-late", code=code, unit=file.match.game.unit, turn=file.match.turn)
    made = decide(sitting, file, referee.FileOrders(seat, reading.written))
    if isinstance(made, Refusal):
        return outcome + told(made.reason, **made.facts)
    checked = made[1].checked
    if checked is None:
        return outcome
    complaints = tuple(sorted((*reading.complaints, *checked.complaints), key=_place))
    accepted = tuple(file.match.game.say(order) for order in checked.accepted)
    return outcome + Outcome(complaints=complaints, remarks=checked.remarks, accepted=accepted)


def _is_overtaken(sitting: Sitting, opened: Opened, file: File) -> bool:
    """Whether the letter waited to be confirmed while the turn it was written for closed."""
    waited = opened.waiting.status == "held"
    return waited and not file.match.game.lasting and has_closed_since(sitting, file, opened.waiting.arrived)


def _place(complaint: Complaint) -> int:
    return complaint.line


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


def _tries_to_order(sitting: Sitting, lines: tuple[Line, ...]) -> bool:
    """Whether some game finds orders in these lines, or what should have been one."""
    readings = [game.read(lines) for game in sitting.desk.games.values()] if lines else []
    return any(reading.written or reading.complaints for reading in readings)


def reads_as_orders(sitting: Sitting, lines: tuple[Line, ...]) -> bool:
    games = sitting.desk.games.values()
    return bool(lines) and any(game.read(lines).written for game in games)


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


def understood(sitting: Sitting, letter: Letter, codes: Collection[str], gm: bool) -> Parsed:
    """What the letter says; where its text says nothing, what its subject does, unless that is our own, sent back."""
    parsed = parse(letter.text, codes, gm)
    subject = normalise(letter.subject)
    if says_anything(parsed) or is_reply(subject):
        return parsed
    return parse(subject, codes, gm)


def says_anything(parsed: Parsed) -> bool:
    return bool(parsed.complaints) or any(block.commands or block.lines for block in parsed.blocks)
