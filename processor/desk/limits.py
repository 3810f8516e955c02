"""How many letters of one address are opened in a day."""

from datetime import timedelta

from processor.desk.answer import Part, told
from processor.desk.carrying import answer
from processor.desk.house import Sitting
from processor.desk.opened import Disposition, Opened
from processor.mail.route import Proof
from processor.store import inbox
from processor.store.inbox import Letter as Kept

TOO_MANY = "too-many-letters"
_DAY = timedelta(days=1)


def is_one_too_many(sitting: Sitting, waiting: Kept, sender: str, proof: Proof = Proof.CLAIMED) -> bool:
    """Whether the sender has had their day's fill. One that the GM takes up again never is.

    Who has proved to be the sender gets as many letters again, so that a flood in their name does not shut them out.
    """
    most = sitting.desk.house.letters_per_day * (2 if proof is Proof.PROVED else 1)
    again = waiting.reason == TOO_MANY
    return not again and inbox.count_from(sitting.store, sender, waiting.arrived - _DAY) >= most


def put_aside(sitting: Sitting, opened: Opened) -> Disposition:
    """Leave the letter to the GM, and tell its writer so once a day."""
    player, most = opened.player, sitting.desk.house.letters_per_day
    outcome = told(TOO_MANY, most=most)
    answer(sitting, opened, (Part(outcome),), once=f"{TOO_MANY} {sitting.now:%Y-%m-%d}")
    return Disposition("put-aside", TOO_MANY, player.id)
