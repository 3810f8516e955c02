"""Sends after a player who has moved what was still to be sent to the old address.

What waits in the outbox may hold secrets, and those go to the registered address alone. The mail that was waiting is
taken back and stays on record; another with the same text takes its place, which the new address can answer.
"""

from processor.desk.drafts import envelope_sender, reply_address, reply_token
from processor.desk.house import Sitting
from processor.mail.address import tag
from processor.mail.write import readdressed, said_in
from processor.store import outbox, roster, tokens
from processor.store.outbox import Outgoing
from processor.store.roster import Player
from processor.store.tokens import TokenRecord


def follow(sitting: Sitting, player_id: int) -> None:
    """Have every mail to that player that nobody has in hand go to where the player is now."""
    player = roster.by_id(sitting.store, player_id)
    if player is None:
        return
    for mail in outbox.in_nobodys_hands(sitting.store, player_id):
        word = _word_in(mail)
        known = tokens.token(sitting.store, word) if word else None
        if mail.recipient == player.address or known is None or known.player != player_id:
            continue  # it is where it should be, or is meant for that address and nobody else's
        if known.kind in ("seat", "player", "confirm"):
            _readdress(sitting, mail, player, known)
        elif not known.alive:
            outbox.take_back(sitting.store, mail.id)  # a question about a move that is settled


def _readdress(sitting: Sitting, mail: Outgoing, player: Player, known: TokenRecord) -> None:
    if not outbox.take_back(sitting.store, mail.id):
        return
    word, message_id = _fresh(sitting, player, known), sitting.desk.message_id("moved", mail.message_id)
    reply_to = reply_address(sitting, word)
    outbox.put(
        sitting.store,
        outbox.Draft(
            message_id=message_id,
            sender=envelope_sender(sitting, message_id),
            recipient=player.address,
            mime=readdressed(mail.mime, player.name, player.address, reply_to, message_id, {known.token: word}),
            due=mail.due,
            kind=mail.kind,
            match=mail.match,
            turn=mail.turn,
            player=player.id,
            letter=mail.letter,
        ),
    )


def _word_in(mail: Outgoing) -> str | None:
    """The word by which an answer to the mail would be known."""
    return tag(said_in(mail.mime, "Reply-To")) or said_in(mail.mime, "Subject").rpartition("[~")[2].rstrip("]") or None


def _fresh(sitting: Sitting, player: Player, known: TokenRecord) -> str:
    """The word for the same purpose that the old address does not know."""
    if known.kind != "confirm":
        return reply_token(sitting, player, known.match)
    word = sitting.desk.token("confirm", player.id, known.letter, player.address)
    if tokens.token(sitting.store, word) is None:
        tokens.issue_token(sitting.store, word, kind="confirm", player=player.id, letter=known.letter)
    return word
