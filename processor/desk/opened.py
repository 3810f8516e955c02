"""A letter on the desk, and what becomes of it."""

from dataclasses import dataclass

from processor.desk.answer import Part
from processor.mail.parse import Parsed
from processor.mail.read import Letter
from processor.mail.route import Proof, Signs
from processor.store import inbox
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
    """What became of a letter: ``done``, ``held`` or ``put-aside``, with a reason code, and what it was answered.

    ``match`` is that which a held letter is for, if it is for one alone. ``proof`` is how sure its writer is.
    """

    status: inbox.Status
    reason: str
    player: int | None = None
    sender: str = ""
    parts: tuple[Part, ...] = ()
    match: str | None = None
    proof: inbox.Proof = ""
