"""Opens one letter: what kind it is, who wrote it, what it says, and what becomes of it."""

from dataclasses import replace

from processor.desk import addresses, bounces, leaving
from processor.desk.answer import Part, told
from processor.desk.carrying import answer, carry_out, doubt_label
from processor.desk.copies import COPY, is_copy
from processor.desk.house import Sitting
from processor.desk.limits import TOO_MANY, is_one_too_many, put_aside
from processor.desk.opened import Disposition, Opened
from processor.desk.proving import changes_anything, confirm, confirms, hold, make_known, welcome
from processor.desk.understanding import codes_of, understood
from processor.desk.writers import proof_of, tokens_in
from processor.mail import rulings
from processor.mail.address import bare, can_be_written_to, same_person
from processor.mail.assent import without_confirmation
from processor.mail.parse import Parsed
from processor.mail.read import Letter, read
from processor.mail.route import Proof, signs
from processor.mail.screen import Kind, screen
from processor.store import inbox, roster
from processor.store.inbox import Letter as Kept
from processor.store.roster import Player
from processor.store.tokens import TokenRecord


def open_letter(sitting: Sitting, waiting: Kept) -> Disposition:
    """Deal with one stored letter, and write down what became of it."""
    disposition = _dispose(sitting, waiting)
    inbox.settle(
        sitting.store,
        waiting.id,
        disposition.status,
        disposition.reason,
        player=disposition.player,
        match=disposition.match,
        sender=disposition.sender,
        proof="denied" if waiting.proof == "denied" and disposition.proof != "proved" else disposition.proof,
    )
    return disposition


def _dispose(sitting: Sitting, waiting: Kept) -> Disposition:
    letter = read(waiting.raw)
    screening = screen(letter, waiting.raw, frozenset({sitting.desk.house.address}))
    if screening.kind is Kind.BOUNCE:
        return bounces.note(sitting, letter, screening)
    if screening.kind is Kind.UNREADABLE:
        return _unreadable(sitting, waiting, letter, screening.reason)
    if screening.kind is not Kind.HUMAN:
        return Disposition("done", f"{screening.kind}:{screening.reason}")
    if letter.sender is None:
        return Disposition("put-aside", "no-single-sender")
    if is_copy(sitting, waiting, letter):
        return Disposition("done", COPY, sender=letter.sender)
    if not letter.sender.isascii():
        return Disposition("put-aside", "address-not-ascii", sender=letter.sender)  # plain SMTP cannot answer it
    if not can_be_written_to(letter.sender):
        return Disposition("put-aside", "address-unusable", sender=letter.sender)
    disposition = _from_a_person(sitting, waiting, letter, letter.sender)
    return replace(disposition, sender=letter.sender)


def _from_a_person(sitting: Sitting, waiting: Kept, letter: Letter, sender: str) -> Disposition:
    marks = signs(letter)
    alive = tokens_in(sitting, letter)
    about_a_move = addresses.agreed_by(sitting, sender, alive)
    if about_a_move is not None:
        return Disposition("done", addresses.settle(sitting, letter, about_a_move), about_a_move.player)
    alive = addresses.beside_moves(alive)
    player = _writer(sitting, sender, alive)
    role = player.role if player else "player"
    parsed = understood(sitting, letter, _codes_known(sitting, player, alive), role)
    if player is None:
        if is_one_too_many(sitting, waiting, sender):
            return Disposition("put-aside", TOO_MANY)
        gm = _whose_case(sitting, letter, alive)
        if gm is not None:
            return hold(sitting, Opened(waiting, letter, parsed, gm, Proof.CLAIMED, alive, marks))
        return welcome(sitting, waiting, letter, sender, parsed, answers_us=bool(alive))
    opened = Opened(waiting, letter, parsed, player, proof_of(sitting, waiting, letter, player, alive), alive, marks)
    return replace(_from_a_player(sitting, opened, sender), proof=opened.proof.value)


def _from_a_player(sitting: Sitting, opened: Opened, sender: str) -> Disposition:
    waiting, player = opened.waiting, opened.player
    if is_one_too_many(sitting, waiting, sender, opened.proof):
        return put_aside(sitting, opened)
    if player.bouncing:
        roster.mark_bouncing(sitting.store, player.id, False)
    if waiting.released:
        make_known(sitting, player)
    held = confirms(opened)
    if held is not None:
        return confirm(sitting, opened, held)
    if waiting.truncated:
        return _unread(sitting, opened, "too-large")
    if opened.proof is Proof.CLAIMED and changes_anything(sitting, opened):
        return hold(sitting, opened)
    asked = leaving.letter_asked_about(player, opened.tokens)
    if asked is not None and opened.letter.doubt is None and (rest := without_confirmation(opened.letter)) is not None:
        return _let_go(sitting, opened, asked, rest)
    return carry_out(sitting, opened)


def _let_go(sitting: Sitting, opened: Opened, asked: int, rest: Letter) -> Disposition:
    """The writer says that leaving is meant; then what else the letter says is carried out."""
    gone = leaving.let_go(replace(sitting, by=opened.player.name), opened.player, asked)
    codes = _codes_known(sitting, opened.player, opened.tokens)
    parsed = understood(sitting, replace(rest, subject=""), codes, opened.player.role)
    return carry_out(sitting, replace(opened, letter=rest, parsed=parsed), gone)


def _writer(sitting: Sitting, sender: str, given: tuple[TokenRecord, ...]) -> Player | None:
    """The player who writes from that address, or else from one that differs from it in its plus part alone."""
    player = roster.by_address(sitting.store, sender)
    if player is not None:
        return player
    answered = (roster.by_id(sitting.store, token.player) for token in given)
    same = (each for each in answered if each and same_person(each.address, sender))
    return next(same, None) or roster.by_address(sitting.store, bare(sender))


def _whose_case(sitting: Sitting, letter: Letter, given: tuple[TokenRecord, ...]) -> Player | None:
    """The GM to whom a dispute was mailed that somebody answers with rulings from an address that we don't know."""
    asked = next((token.player for token in given if token.kind == "case"), None)
    parts = rulings.by_case(letter.text).values() if asked is not None else ()
    if asked is None or not any(rulings.read(each, sitting.desk.words).rulings for each in parts):
        return None
    return roster.by_id(sitting.store, asked)


def _codes_known(sitting: Sitting, player: Player | None, given: tuple[TokenRecord, ...]) -> list[str]:
    """The codes that may head a part of the letter. One that a reply token names needs no looking for others."""
    answered = [token.match for token in given if token.match]
    if answered or player is None:
        return answered
    return codes_of(sitting, player)


def _unread(sitting: Sitting, opened: Opened, reason: str) -> Disposition:
    """A letter that was not downloaded whole: its writer is told, and it is put aside."""
    outcome = told("too-large")
    answer(sitting, opened, (Part(outcome),))
    return Disposition("put-aside", reason, opened.player.id)


def _unreadable(sitting: Sitting, waiting: Kept, letter: Letter, reason: str) -> Disposition:
    """A letter that cannot be read is kept for the GM, and a writer whom we know is told what to do."""
    player = roster.by_address(sitting.store, letter.sender) if letter.sender else None
    if player is not None:
        opened = Opened(waiting, letter, Parsed((), ()), player, Proof.CLAIMED, (), signs(letter))
        answer(sitting, opened, (Part(told(doubt_label(letter.doubt or reason))),))
    return Disposition("put-aside", reason, player.id if player else None, letter.sender or "")
