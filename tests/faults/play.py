"""Lets a house meet a server's fault: what it says meanwhile, and what has come of it when all is well again."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from processor.wire.faults import WireFault
from tests.daemon.stage import GAMES, GM, HOUR, PLAYERS, Stage, staged
from tests.servers.gremlin import Gremlin, Meanwhile, Mumble, Prank, Silence

Side = Literal["imap", "smtp"]
FOLDERS = ("Processed", "Held", "Put aside")
HASTE = 0.5
"""Seconds after which somebody who says nothing is taken for dead."""
_UNDELIVERABLE = "[The Long Table] A mail could not be delivered"


@dataclass(frozen=True)
class Spell:
    """What a server does wrong for one round of the daemon, and the fault that the round ends with, if it does.

    ``pranks`` are played at what we say, ``times`` over all; ``edits`` change what the server says. ``by_hand`` is
    what a human does in the mailbox at the moment when we say ``at``. ``account`` changes how we log in.
    """

    says: type[WireFault] | None = None
    pranks: Mapping[str, Prank] = field(default_factory=dict)
    edits: Sequence[tuple[bytes, bytes]] = ()
    times: int = 1
    at: str = ""
    by_hand: Callable[[Stage], object] | None = None
    account: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """A fault by its name, and what comes of it in the end, in words and as ``Fate`` shows it."""

    name: str
    side: Side
    spells: tuple[Spell, ...]
    outcome: str
    before: Callable[[Stage], object] | None = None
    receipts: tuple[int, int] = (1, 1)
    """How many receipts Ann and Bob get in the end."""
    missing: int = 0
    """How many letters a human has taken away, so that they lie nowhere."""
    given_up: int = 0
    """Of how many mails the GM hears that nobody takes them."""
    repeated: int = 0
    """How many mails came twice, under one Message-ID."""


@dataclass(frozen=True)
class Fate:
    """What there is in the end."""

    said: tuple[str, ...]
    filed: tuple[int, ...]
    receipts: tuple[int, int]
    left_in_the_inbox: int
    missing: int
    doubled: int
    given_up: int
    repeated: int
    waiting: int


def met(fault: Fault) -> Fate:
    """Ann and Bob have sent orders, the server does what it does, and an hour later it is well again."""
    with staged() as stage:
        stage.begin()
        for name in PLAYERS:
            stage.write(name, stage.orders(name, 1, 2))
        if fault.before:
            fault.before(stage)
        letters = len(stage.office.mailboxes()[GAMES]["INBOX"])
        said = tuple(_round_under(stage, fault.side, spell) for spell in fault.spells)
        for _ in range(2):
            stage.at(stage.calendar() + HOUR)
            stage.round()
        return _fate(stage, said, letters)


def wanted(fault: Fault) -> Fate:
    """What should have come of it."""
    said = tuple(spell.says.__name__ if spell.says else "" for spell in fault.spells)
    return Fate(said, (1, 2), fault.receipts, 0, fault.missing, 0, fault.given_up, fault.repeated, 0)


def _round_under(stage: Stage, side: Side, spell: Spell) -> str:
    """One round while the spell lasts; the name of the fault that it ended with."""
    with _bewitched(stage, side, spell):
        try:
            stage.round()
        except WireFault as fault:
            return type(fault).__name__
    return ""


@contextmanager
def _bewitched(stage: Stage, side: Side, spell: Spell) -> Iterator[None]:
    well, pranks = stage.lines, dict(spell.pranks)
    if spell.by_hand:
        pranks[spell.at] = Meanwhile(lambda: spell.by_hand and spell.by_hand(stage))
    with ExitStack() as stack:
        door = stage.office.imap_port if side == "imap" else stage.office.smtp_port
        gremlin = stack.enter_context(Gremlin(door, pranks, spell.edits, spell.times))
        patience = {"timeout": HASTE} if any(isinstance(each, Silence | Mumble) for each in pranks.values()) else {}
        patience |= {"patience": HASTE} if patience and side == "smtp" else {}
        account = replace(getattr(well, side), port=gremlin.port, **patience, **spell.account)
        stage.lines = replace(well, imap=account) if side == "imap" else replace(well, smtp=account)
        try:
            yield
        finally:
            stage.lines = well


def _fate(stage: Stage, said: tuple[str, ...], letters: int) -> Fate:
    boxes = stage.office.mailboxes()[GAMES]
    lying = Counter(raw for folder in FOLDERS for raw in boxes.get(folder, ()))
    found = sum(lying.values()) - len(PLAYERS)  # those with which they joined
    ids = {name: [str(mail["Message-ID"]) for mail in stage.mails(PLAYERS[name])] for name in PLAYERS}
    receipts = [
        {str(mail["Message-ID"]) for mail in stage.mails(PLAYERS[name]) if _is_receipt(mail)} for name in PLAYERS
    ]
    return Fate(
        said=said,
        filed=tuple(sorted(each.seat for each in stage.filed())),
        receipts=(len(receipts[0]), len(receipts[1])),
        left_in_the_inbox=len(boxes["INBOX"]),
        missing=letters - found,
        doubled=sum(number - 1 for number in lying.values()),
        given_up=stage.subjects(GM).count(_UNDELIVERABLE),
        repeated=sum(len(each) - len(set(each)) for each in ids.values()),
        waiting=sum(number for status, number in stage.outbox().items() if status in ("waiting", "uncertain")),
    )


def _is_receipt(mail: Any) -> bool:
    return "all is in" in str(mail["Subject"])
