"""Puts mails into the outbox, in the transaction of what caused them. One reader a mail, always."""

from dataclasses import replace
from datetime import timedelta

from processor.desk.house import Sitting
from processor.mail.envelope import return_address
from processor.mail.newtext import MARK
from processor.mail.read import Letter
from processor.mail.write import Author, Composed, Draft, phrase, text_of, to_bytes
from processor.store import outbox, tokens
from processor.store.roster import Player

HOUR = timedelta(hours=1)
MERGED = frozenset({"receipt"})
_MOST_MERGED = 20
SEPARATOR = "\n" + "=" * 72 + "\n\n"


def send(
    sitting: Sitting,
    kind: str,
    player: Player,
    mail: Composed,
    *cause: object,
    match: str | None = None,
    answering: Letter | None = None,
    attachments: tuple[tuple[str, str], ...] = (),
    enclosed: tuple[tuple[str, bytes], ...] = (),
    token: str | None = None,
) -> None:
    """Put a mail to a player into the outbox. ``cause`` fixes its Message-ID: the same cause, the same mail, once.

    It is answered to the player's token in the match, unless it has a ``token`` of its own.
    """
    message_id = sitting.desk.message_id(kind, player.id, *cause)
    if outbox.by_message_id(sitting.store, message_id):
        return
    token = token or reply_token(sitting, player, match)
    root = sitting.desk.message_id("thread", player.id, match or "house")
    answered = answering.message_id if answering else None
    draft = Draft(
        kind=kind,
        address=player.address,
        name=player.name,
        subject=_with_token(sitting, mail.subject, token),
        text=mail.text,
        message_id=message_id,
        reply_to=reply_address(sitting, token),
        in_reply_to=answered or root,
        references=(root, answered) if answered else (root,),
        answers=answering is not None,
        list_id=f"{match}.{sitting.desk.house.domain}" if kind == "announcement" and match else None,
        attachments=attachments,
        enclosed=enclosed,
    )
    _put(sitting, draft, player, match)


def ask_to_confirm(sitting: Sitting, player: Player, mail: Composed, letter: int) -> None:
    """Ask the registered address whether a letter is really theirs; answering the mail says yes."""
    token = sitting.desk.token("confirm", player.id, letter)
    draft = Draft(
        kind="confirm",
        address=player.address,
        name=player.name,
        subject=_with_token(sitting, mail.subject, token),
        text=mail.text,
        message_id=sitting.desk.message_id("confirm", player.id, letter),
        reply_to=reply_address(sitting, token),
        answers=True,
    )
    _put(sitting, draft, player, None)


def answer_stranger(sitting: Sitting, address: str, mail: Composed, letter: Letter, number: int) -> None:
    """One short mail to somebody we don't know. Nothing in it but what everybody may know."""
    answered = letter.message_id
    draft = Draft(
        kind="stranger",
        address=address,
        name="",
        subject=mail.subject,
        text=mail.text,
        message_id=sitting.desk.message_id("stranger", number),
        reply_to=sitting.desk.house.address,
        in_reply_to=answered,
        references=(answered,) if answered else (),
        answers=True,
    )
    _put(sitting, draft, None, None)


def reply_address(sitting: Sitting, token: str) -> str:
    """Our address with the reader's token in it, where the mail server lets us."""
    house = sitting.desk.house
    local, _, domain = house.address.rpartition("@")
    return f"{local}+{token}@{domain}" if house.plus_addresses else house.address


def envelope_sender(sitting: Sitting, message_id: str) -> str:
    """Where a mail comes back to: an address that names it, where the mail server lets us."""
    house = sitting.desk.house
    return return_address(house.address, message_id) if house.plus_addresses else house.address


def reply_token(sitting: Sitting, player: Player, match: str | None) -> str:
    """The word that proves the player's answers; the first that there was for it, as long as none is alive."""
    live = tokens.live_token(sitting.store, "seat" if match else "player", player.id, match)
    if live is not None:
        return live.token
    desk = sitting.desk
    return desk.token("seat", player.id, match) if match else desk.token("player", player.id)


def _with_token(sitting: Sitting, subject: str, token: str) -> str:
    return subject if sitting.desk.house.plus_addresses else f"{subject} [~{token}]"


def _put(sitting: Sitting, draft: Draft, player: Player | None, match: str | None) -> None:
    """Into the outbox. Beyond so many answers an hour to one address receipts are merged, and strangers get no more.

    A question whether a letter is theirs comes later then: else whoever floods us in a player's name could keep that
    player's own letter from being confirmed.
    """
    house, store, due = sitting.desk.house, sitting.store, sitting.now
    hours = _hours_full(sitting, draft) if draft.answers else 0
    if hours and draft.kind == "confirm":
        due = sitting.now + hours * HOUR
    elif hours:
        if draft.kind not in MERGED:
            return
        due = sitting.now + HOUR
        for waiting in outbox.waiting_to(store, draft.address, draft.kind):
            earlier = outbox.draft(store, waiting.id)
            if earlier and waiting.due > sitting.now and outbox.withdraw(store, waiting.id):
                draft, due = replace(draft, text=_merged(text_of(earlier.mime), draft.text)), waiting.due
    mime = to_bytes(draft, Author(house.name, house.address), sitting.now)
    outbox.put(
        store,
        outbox.Draft(
            message_id=draft.message_id,
            sender=envelope_sender(sitting, draft.message_id),
            recipient=draft.address,
            mime=mime,
            due=due,
            kind=draft.kind,
            match=match,
            player=player.id if player else None,
            letter=sitting.letter,
        ),
    )


def _merged(earlier: str, latest: str) -> str:
    """Several answers in one mail; of very many only the last."""
    answers = [*earlier.split(SEPARATOR), latest]
    if len(answers) <= _MOST_MERGED:
        return SEPARATOR.join(answers)
    return SEPARATOR.join([f"{MARK}\n\n{phrase('left-out')}\n", *answers[1 - _MOST_MERGED :]])


def _hours_full(sitting: Sitting, draft: Draft) -> int:
    """For how many hours the address has its fill of answers of this kind."""
    recent = outbox.to_address_since(sitting.store, draft.address, sitting.now - HOUR, draft.kind)
    return recent // sitting.desk.house.answers_per_hour
