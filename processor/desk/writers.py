"""How sure it is who wrote a letter. What its status is says nothing of that: a forged letter can be put aside, too."""

from collections.abc import Collection

from processor.desk.house import Sitting
from processor.mail.address import canonical
from processor.mail.read import Letter, read
from processor.mail.route import Proof, authenticated, signs
from processor.store import inbox, tokens
from processor.store.inbox import Envelope
from processor.store.roster import Player
from processor.store.tokens import TokenRecord


def proof_of(
    sitting: Sitting, envelope: Envelope, letter: Letter, player: Player, given: Collection[TokenRecord]
) -> Proof:
    """How sure we are that this player wrote the letter: a token that we gave them, our own mail server's word,
    or where the house checks them itself, the signature of their domain.
    """
    house = sitting.desk.house
    ours = any(token.player == player.id for token in given)
    released = envelope.released and envelope.proof != "denied"
    if released or ours or house.trust_from:
        return Proof.PROVED
    if letter.sender != canonical(player.address):  # a domain vouches for its addresses, not for what we make of them
        return Proof.CLAIMED
    vouched = authenticated(letter, house.trusted_server, house.address) or envelope.id in sitting.signed
    return Proof.PROVED if vouched else Proof.CLAIMED


def tokens_in(sitting: Sitting, letter: Letter) -> tuple[TokenRecord, ...]:
    """The tokens of ours that a letter bears and that still prove something."""
    given = (tokens.token(sitting.store, each) for each in signs(letter).tokens)
    return tuple(token for token in given if token and token.alive)


def proof_on_file(sitting: Sitting, envelope: Envelope, player: Player) -> inbox.Proof:
    """How sure it is that this player wrote a letter that was settled. If nobody looked then, that is done now."""
    kept = inbox.letter(sitting.store, envelope.id) if not envelope.proof else None
    if kept is None:
        return envelope.proof
    letter = read(kept.raw)
    return proof_of(sitting, kept, letter, player, tokens_in(sitting, letter)).value
