"""Opens one letter: who wrote it, what it says, what becomes of it, and the answer it gets."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from processor.core import referee
from processor.core.match import Phase
from processor.core.orders import Complaint, Line
from processor.core.ruling import Refusal
from processor.core.text import normalise
from processor.desk import gamemaster, players
from processor.desk.answer import Outcome, Part, headline, standing, told
from processor.desk.drafts import answer_stranger, ask_to_confirm, send
from processor.desk.files import decide, find
from processor.desk.house import Sitting
from processor.desk.times import deadline_words, moment
from processor.mail import commands
from processor.mail.address import bare
from processor.mail.parse import Block, Parsed, parse
from processor.mail.read import Letter, read
from processor.mail.route import Proof, Signs, authenticated, is_reply, signs
from processor.mail.screen import Kind, Screening, screen
from processor.mail.write import compose, has_phrase
from processor.store import inbox, matches, outbox, roster, tokens
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


def open_letter(sitting: Sitting, waiting: Kept) -> Disposition:
    """Deal with one stored letter, and write down what became of it."""
    disposition = _dispose(sitting, waiting)
    inbox.settle(
        sitting.store,
        waiting.id,
        disposition.status,
        disposition.reason,
        player=disposition.player,
        sender=disposition.sender,
    )
    return disposition


def _dispose(sitting: Sitting, waiting: Kept) -> Disposition:
    letter = read(waiting.raw)
    screening = screen(letter, waiting.raw, frozenset({sitting.desk.house.address}))
    if screening.kind is Kind.BOUNCE:
        return _note_bounce(sitting, screening)
    if screening.kind is Kind.UNREADABLE:
        return _unreadable(sitting, waiting, letter, screening.reason)
    if screening.kind is not Kind.HUMAN:
        return Disposition("done", f"{screening.kind}:{screening.reason}")
    if letter.sender is None:
        return Disposition("put-aside", "no-single-sender")
    disposition = _from_a_person(sitting, waiting, letter, letter.sender)
    return replace(disposition, sender=letter.sender)


def _from_a_person(sitting: Sitting, waiting: Kept, letter: Letter, sender: str) -> Disposition:
    marks = signs(letter)
    given = [tokens.token(sitting.store, each) for each in marks.tokens]
    alive = tuple(token for token in given if token and token.alive)
    player = roster.by_address(sitting.store, sender)
    gm = player is not None and player.role == "gm"
    parsed = _parsed(sitting, letter, _codes_known(sitting, player, alive), gm)
    if player is None:
        return _from_a_stranger(sitting, waiting, letter, sender, parsed)
    opened = Opened(waiting, letter, parsed, player, _proof(sitting, waiting, letter, player, alive), alive, marks)
    if player.bouncing:
        roster.mark_bouncing(sitting.store, player.id, False)
    confirms = _confirms(opened)
    if confirms is not None:
        return _confirmed(sitting, opened, confirms)
    if waiting.truncated:
        return _unread(sitting, opened, "too-large")
    if opened.proof is Proof.CLAIMED and _changes_anything(sitting, parsed):
        return _hold(sitting, opened)
    return _carry_out(sitting, opened)


def carry_out_confirmed(sitting: Sitting, waiting: Kept, player: Player) -> Disposition:
    """Deal with a held letter whose writer has now proved to be who they said."""
    letter = read(waiting.raw)
    codes = [record.code for record in matches.matches_of(sitting.store, player.id)]
    parsed = _parsed(sitting, letter, codes, player.role == "gm")
    opened = Opened(waiting, letter, parsed, player, Proof.PROVED, (), signs(letter))
    disposition = _carry_out(replace(sitting, letter=waiting.id), opened)
    inbox.settle(sitting.store, waiting.id, disposition.status, "confirmed", player.id, sender=player.address)
    return disposition


def _parsed(sitting: Sitting, letter: Letter, codes: Collection[str], gm: bool) -> Parsed:
    """What the letter says; where its text says nothing, what its subject does, unless that is our own, sent back."""
    parsed = parse(letter.text, codes, gm)
    subject = normalise(letter.subject)
    if _says_anything(parsed) or is_reply(subject):
        return parsed
    return parse(subject, codes, gm)


def _codes_known(sitting: Sitting, player: Player | None, given: tuple[TokenRecord, ...]) -> list[str]:
    """The codes that may head a part of the letter. One that a reply token names needs no looking for others."""
    answered = [token.match for token in given if token.match]
    if answered or player is None:
        return answered
    return [record.code for record in matches.matches_of(sitting.store, player.id)]


def _proof(sitting: Sitting, waiting: Kept, letter: Letter, player: Player, given: tuple[TokenRecord, ...]) -> Proof:
    house = sitting.desk.house
    ours = any(token.player == player.id for token in given)
    if waiting.released or ours or house.trust_from or authenticated(letter, house.trusted_server):
        return Proof.PROVED
    return Proof.CLAIMED


# --- Letters that wait for a confirmation -----------------------------------------------------------------


def _hold(sitting: Sitting, opened: Opened) -> Disposition:
    """Keep the letter and ask the registered address about it."""
    mail = compose(
        "confirm",
        reader=opened.player.name,
        house=sitting.desk.house.name,
        arrived=moment(opened.waiting.arrived, opened.player.zone),
        words=opened.letter.text.strip(),
    )
    ask_to_confirm(sitting, opened.player, mail, opened.waiting.id)
    token = sitting.desk.token("confirm", opened.player.id, opened.waiting.id)
    tokens.issue_token(
        sitting.store, token, kind="confirm", player=opened.player.id, match=None, letter=opened.waiting.id
    )
    return Disposition("held", "unproved", opened.player.id)


def _confirms(opened: Opened) -> int | None:
    """The number of the held letter that this one confirms."""
    for token in opened.tokens:
        if token.kind == "confirm" and token.player == opened.player.id:
            return token.letter
    return None


def _confirmed(sitting: Sitting, opened: Opened, number: int) -> Disposition:
    player = replace(opened.player, confirmed=True)
    make_known(sitting, player)
    held = inbox.letter(sitting.store, number)
    done: tuple[Part, ...] = ()
    if held is not None and held.status == "held":
        done = carry_out_confirmed(sitting, held, player).parts
    elif not _says_anything(opened.parsed):
        return Disposition("done", "confirmed-before", player.id)
    if _says_anything(opened.parsed) and _changes_anything(sitting, opened.parsed):
        also = _carry_out(sitting, replace(opened, player=player))
        return replace(also, parts=(*done, *also.parts))
    return Disposition("done", "confirmation", player.id, parts=done)


def make_known(sitting: Sitting, player: Player) -> None:
    """The player's address is theirs: it answered us. Our mails to it carry a token from now on."""
    roster.confirm(sitting.store, player.id)
    token = sitting.desk.token("player", player.id)
    if tokens.token(sitting.store, token) is None:
        tokens.issue_token(sitting.store, token, kind="player", player=player.id)


def _says_anything(parsed: Parsed) -> bool:
    return any(block.commands or block.lines for block in parsed.blocks)


def _changes_anything(sitting: Sitting, parsed: Parsed) -> bool:
    """Whether carrying the letter out would change a match: such a letter needs proof of its writer."""
    asked = [command for block in parsed.blocks for command in block.commands]
    if any(not isinstance(command, commands.READ_ONLY) for command in asked):
        return True
    return any(_reads_as_orders(sitting, block.lines) for block in parsed.blocks)


def _reads_as_orders(sitting: Sitting, lines: tuple[Line, ...]) -> bool:
    games = sitting.desk.games.values()
    return bool(lines) and any(game.read(lines).written for game in games)


# --- Letters from people we don't know --------------------------------------------------------------------


def _from_a_stranger(sitting: Sitting, waiting: Kept, letter: Letter, sender: str, parsed: Parsed) -> Disposition:
    """Somebody new: a letter that wants a seat is held until they confirm; questions are answered shortly."""
    wants_seat = any(isinstance(command, commands.Join) for block in parsed.blocks for command in block.commands)
    if wants_seat or _signs_up_by_orders(sitting, letter, parsed):
        player = roster.add_player(sitting.store, sender, _name_of(letter, sender), sitting.desk.house.zone)
        opened = Opened(waiting, letter, parsed, player, Proof.CLAIMED, (), signs(letter))
        return _hold(sitting, opened)
    answers = [
        players.public_answer(sitting, command)
        for block in parsed.blocks
        for command in block.commands
        if isinstance(command, commands.PUBLIC)
    ]
    outcome = sum(answers, Outcome())
    mail = compose("stranger", house=sitting.desk.house.name, sections=outcome.sections, told=outcome.told)
    answer_stranger(sitting, sender, mail, letter, waiting.id)
    return Disposition("done", "stranger")


def _signs_up_by_orders(sitting: Sitting, letter: Letter, parsed: Parsed) -> bool:
    """Whether the letter holds orders for a running match that is joined by sending orders."""
    for block in parsed.blocks:
        code = block.match or signs(letter).code
        file = find(sitting, code) if code else None
        if file and file.match.game.admit and file.match.game.read(block.lines).written:
            return True
    return False


def _name_of(letter: Letter, sender: str) -> str:
    return letter.sender_name or bare(sender).partition("@")[0].replace(".", " ").replace("_", " ").title()


# --- Carrying out -----------------------------------------------------------------------------------------


def _carry_out(sitting: Sitting, opened: Opened) -> Disposition:
    """Do what the letter says, match by match, and answer it."""
    doubt = _doubt(sitting, opened)
    parts = (Part(doubt),) if doubt else tuple(_parts(replace(sitting, by=opened.player.name), opened))
    if opened.parsed.complaints and not doubt:
        parts = (*parts, Part(Outcome(complaints=opened.parsed.complaints)))
    _answer(sitting, opened, parts)
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
            outcome += _file_orders(sitting, opened, code, block.lines)
        yield _part(sitting, opened.player, code, outcome)


def _obey(sitting: Sitting, opened: Opened, command: commands.Command, code: str | None) -> Outcome:
    if isinstance(command, commands.GM_COMMANDS):
        return gamemaster.obey(sitting, command, code)
    return players.obey(sitting, opened.player, command, code)


def _match_meant(sitting: Sitting, opened: Opened, block: Block) -> tuple[str | None, Outcome | None]:
    """The match that a block is for: its own code, the reply token's, the subject's, or the player's only one."""
    by_token = next((token.match for token in opened.tokens if token.match), None)
    named = block.match or by_token or opened.signs.code
    if named:
        record = matches.find(sitting.store, named)
        if record is not None:
            return record.code, None
        if block.match:
            return None, told("unknown-match", code=named)
    mine = [record for record in matches.matches_of(sitting.store, opened.player.id) if record.phase != Phase.OVER]
    if len(mine) == 1:
        return mine[0].code, None
    needs_one = _reads_as_orders(sitting, block.lines) or any(
        isinstance(command, commands.ONE_MATCH) and getattr(command, "match", None) is None
        for command in block.commands
    )
    if not needs_one:
        return None, None
    return None, told("which-match", code=mine[0].code) if mine else told("no-match")


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
    made = decide(sitting, file, referee.FileOrders(seat, reading.written))
    if isinstance(made, Refusal):
        return outcome + told(made.reason, **made.facts)
    checked = made[1].checked
    if checked is None:
        return outcome
    complaints = tuple(sorted((*reading.complaints, *checked.complaints), key=_place))
    accepted = tuple(file.match.game.say(order) for order in checked.accepted)
    return outcome + Outcome(complaints=complaints, remarks=checked.remarks, accepted=accepted)


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
    return Part(outcome, match.code, title, account, deadline, is_open=bool(match.due and match.due > sitting.now))


# --- Answering --------------------------------------------------------------------------------------------


def _answer(sitting: Sitting, opened: Opened, parts: tuple[Part, ...]) -> None:
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
    send(sitting, "receipt", opened.player, mail, opened.waiting.id, match=match, answering=opened.letter)


def _doubt(sitting: Sitting, opened: Opened) -> Outcome | None:
    """Why nothing in this letter may be carried out, if that is so."""
    most = sitting.desk.house.most_lines
    if sum(len(block.lines) for block in opened.parsed.blocks) > most:
        return told("too-many-lines", most=most)
    if opened.letter.doubt is None:
        return None
    return told(_doubt_label(opened.letter.doubt))


def _doubt_label(doubt: str) -> str:
    """The phrase for a doubt; the rarer ones share one."""
    label = f"doubt-{doubt}"
    return label if has_phrase(label) else "doubt-other"


def _unread(sitting: Sitting, opened: Opened, reason: str) -> Disposition:
    """A letter that was not downloaded whole: its writer is told, and it is put aside."""
    outcome = told("too-large")
    _answer(sitting, opened, (Part(outcome),))
    return Disposition("put-aside", reason, opened.player.id)


def _unreadable(sitting: Sitting, waiting: Kept, letter: Letter, reason: str) -> Disposition:
    """A letter that cannot be read is kept for the GM, and a writer whom we know is told what to do."""
    player = roster.by_address(sitting.store, letter.sender) if letter.sender else None
    if player is not None:
        opened = Opened(waiting, letter, Parsed((), ()), player, Proof.CLAIMED, (), signs(letter))
        _answer(sitting, opened, (Part(told(_doubt_label(letter.doubt or reason))),))
    return Disposition("put-aside", reason, player.id if player else None, letter.sender or "")


def _note_bounce(sitting: Sitting, screening: Screening) -> Disposition:
    """Tie a bounce to the mail it is about; an address that refuses for good is marked, and the GM is told once."""
    postings = [outbox.by_message_id(sitting.store, each) for each in screening.returned]
    addressed = [posting.recipient for posting in postings if posting] or list(screening.failed)
    found = [roster.by_address(sitting.store, address) for address in addressed]
    for player in dict.fromkeys(each for each in found if each):
        if screening.permanent and not player.bouncing:
            roster.mark_bouncing(sitting.store, player.id, True)
            gamemaster.tell(sitting, "bounce", player.id, player=player, address=player.address)
    first = next((player.id for player in found if player), None)
    return Disposition("done", f"bounce:{screening.reason}", first)
