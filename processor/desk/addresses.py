"""Moves a player to another mail address, when both the old one and the new one have agreed.

From then on nothing that was ever mailed to the old address proves anything: every word of the player's is made anew.
Until then the new address learns nothing but that it is asked.
"""

from dataclasses import replace

from processor.desk.answer import Outcome, told
from processor.desk.drafts import HOUR, send
from processor.desk.forwarding import follow
from processor.desk.house import Sitting
from processor.desk.people import wrong_with
from processor.mail.address import canonical, same_person
from processor.mail.assent import assent
from processor.mail.read import Letter
from processor.mail.screen import is_away
from processor.mail.write import compose
from processor.store import moves, outbox, roster, tokens
from processor.store.moves import Side
from processor.store.roster import Player
from processor.store.tokens import Kind, TokenRecord

_SIDES: dict[Kind, Side] = {"move-old": "old", "move-new": "new"}


def ask(sitting: Sitting, player: Player, address: str) -> Outcome:
    """Ask both addresses whether the player's mail is to go to the new one."""
    address = canonical(address) if address.isascii() else address
    wrong = _wrong_with(sitting, player, address)
    if wrong is not None:
        return told(wrong, address=address, keeper=sitting.desk.house.gm_name)
    _forget(sitting, player)
    moves.ask(sitting.store, player.id, address)
    _mail_question(sitting, "move-old", player, address)
    _mail_question(sitting, "move-new", replace(player, address=address), address)
    return told("move-asked", address=address, old=player.address)


def _wrong_with(sitting: Sitting, player: Player, address: str) -> str | None:
    """The phrase that says why nobody can move there, if that is so."""
    store, house = sitting.store, sitting.desk.house
    other = roster.by_address(store, address)
    recent = outbox.to_address_since(store, address, sitting.now - HOUR, "move-new")
    if (label := wrong_with(sitting, address)) is not None:
        return label
    wrong = (
        ("move-by-settings", player.role != "player"),
        ("move-same", other is not None and other.id == player.id),
        ("move-taken", other is not None),
        ("move-too-often", recent >= house.answers_per_hour),
    )
    return next((label for label, holds in wrong if holds), None)


def _mail_question(sitting: Sitting, kind: Kind, reader: Player, address: str) -> None:
    cause = (sitting.letter, address)
    token = sitting.desk.token(kind, reader.id, *cause)
    if tokens.token(sitting.store, token) is None:  # a letter may say the same thing twice
        tokens.issue_token(sitting.store, token, kind=kind, player=reader.id)
    mail = compose(kind.replace("-", "_"), house=sitting.desk.house.name, reader=reader.name, address=address)
    send(sitting, kind, reader, mail, *cause, token=token)


def agreed_by(sitting: Sitting, sender: str, given: tuple[TokenRecord, ...]) -> TokenRecord | None:
    """The question about a move that a letter answers from the address that was asked."""
    for token in (each for each in given if each.kind in _SIDES):
        move, player = moves.pending(sitting.store, token.player), roster.by_id(sitting.store, token.player)
        if move and player and same_person(sender, player.address if token.kind == "move-old" else move.address):
            return token
    return None


def beside_moves(given: tuple[TokenRecord, ...]) -> tuple[TokenRecord, ...]:
    """The words that prove whose letter it is. A question about a move proves nothing else: the new address has it."""
    return tuple(token for token in given if token.kind not in _SIDES)


def settle(sitting: Sitting, letter: Letter, token: TokenRecord) -> str:
    """One of the two addresses has answered: what comes of it. When both have agreed, the player has moved."""
    player = roster.by_id(sitting.store, token.player)
    if player is None or is_away(letter):
        return "auto-reply:subject"
    answer = assent(letter, (player.name, sitting.desk.house.gm_name))
    if answer.says == "no":
        _forget(sitting, player)
        _mail(sitting, "move_off", player, letter)
        return "move-denied"
    side = _SIDES[token.kind]
    pending = moves.pending(sitting.store, player.id)
    if pending is None:
        return "move-settled-before"
    asked = player if side == "old" else replace(player, address=pending.address)
    if answer.says == "neither":
        _mail(sitting, "move_unclear", asked, letter, token=token.token, address=pending.address)
        return "move-unclear"
    move = moves.agree(sitting.store, player.id, side)
    if move is None:
        return "move-settled-before"
    if not (move.old_agrees and move.new_agrees):
        _mail(sitting, "move_noted", asked, letter, proves=side == "old", side=side)
        return "move-half-agreed"
    _move(sitting, player, move.address, letter)
    return "moved"


def _move(sitting: Sitting, player: Player, address: str, letter: Letter) -> None:
    """Both have agreed: mail goes to the new address, what waits to be sent too, and every word is made anew."""
    store = sitting.store
    if roster.by_address(store, address) is not None:
        _forget(sitting, player)
        _mail(sitting, "move_off", player, letter)
        return
    _forget(sitting, player)
    kept = [each for each in tokens.live_tokens(store, player.id) if each.kind in ("seat", "player")]
    tokens.revoke_all(store, player.id)
    roster.change_address(store, player.id, address)
    roster.confirm(store, player.id)
    for each in kept:
        fresh = sitting.desk.token(each.kind, player.id, each.match, sitting.letter)
        tokens.issue_token(store, fresh, kind=each.kind, player=player.id, match=each.match)
    follow(sitting, player.id)
    _mail(sitting, "moved_away", player, letter, proves=False, address=address)
    _mail(sitting, "moved_here", replace(player, address=address), letter, old=player.address)


def _forget(sitting: Sitting, player: Player) -> None:
    """Nothing more comes of what the two addresses are asked."""
    moves.drop(sitting.store, player.id)
    for token in tokens.live_tokens(sitting.store, player.id):
        if token.kind in _SIDES:
            tokens.revoke(sitting.store, token.token)


def _mail(
    sitting: Sitting,
    template: str,
    reader: Player,
    letter: Letter,
    proves: bool = True,
    token: str | None = None,
    **facts: object,
) -> None:
    """Answer one of the two. Only where it ``proves`` whose letter it is, an answer to the mail counts as theirs."""
    mail = compose(template, house=sitting.desk.house.name, reader=reader.name, **facts)
    token = token or (None if proves else sitting.desk.token("moved", reader.id, sitting.letter))
    send(sitting, template, reader, mail, sitting.letter, answering=letter, token=token)
