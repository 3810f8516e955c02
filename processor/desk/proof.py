"""The proof of a finished match: commitment, seed, every die and the whole journal, in one plain text.

With this file alone anybody can recompute every die, and Turnpost can play the match again from its orders.
A die is listed under the name that the seed makes it from: where players gave salt, that is the words before it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from processor.core.dice import MOST_SIDES, Dice, Roll, commitment
from processor.core.events import Event, MatchOpened, SeatTaken, rolls_in, salt_in
from processor.core.game import Game
from processor.core.replay import replay
from processor.desk.house import File, Sitting
from processor.store import journal
from processor.store.codec import Codec
from processor.store.faults import StoreFault

FIRST_LINE = "turnpost proof 1"

_UNPLAYABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What the rules stumble with over a journal that they never made themselves."""


@dataclass(frozen=True)
class Proof:
    """What a proof file says. The names of the dice have the players' words before them.

    ``entries`` is how many events it says it has.
    """

    seed: bytes
    commitment: str
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    entries: int
    salt: str = ""


class UnreadableProof(ValueError):
    """This file is not a whole proof. Save the attachment of the last mail as it is, and try that."""


def rolls(sitting: Sitting, file: File) -> tuple[Roll, ...]:
    """Every die of the match, in the order they fell."""
    return rolls_in(_events(sitting, file))


def document(sitting: Sitting, file: File) -> str:
    """The proof of a finished match as a text."""
    events = _events(sitting, file)
    return write(file.seed, events, sitting.desk.codecs[file.match.game.name])


def write(seed: bytes, events: tuple[Event, ...], codec: Codec) -> str:
    """The proof file: a head, a line for each die, and a line for each event."""
    opened = events[0]
    if not isinstance(opened, MatchOpened):
        raise ValueError("a journal begins with MatchOpened")
    head = [
        FIRST_LINE,
        f"match {opened.code}",
        f"game {opened.game}",
        f"commitment {opened.commitment}",
        f"seed {seed.hex()}",
        *([f"salt {salt}"] if (salt := salt_in(events)) else []),
    ]
    dice = [_roll_line(roll) for roll in _labelled(events)]
    journal_lines = [f"{type(event).__name__} {codec.dump(event)}" for event in events]
    return "\n".join([*head, "", f"dice {len(dice)}", *dice, "", f"journal {len(events)}", *journal_lines, ""])


def read(text: str, codecs: Mapping[str, Codec]) -> tuple[str, Proof]:
    """The name of the game and what the proof says. Raises ``UnreadableProof``."""
    try:
        head, dice, entries = text.replace("\r\n", "\n").strip().split("\n\n")
        if not head.startswith(FIRST_LINE):
            raise UnreadableProof
        facts = dict(line.split(" ", 1) for line in head.split("\n")[1:])
        codec = codecs[facts["game"]]
        rolled = tuple(_read_roll(line) for line in dice.split("\n")[1:])
        announced, *written = entries.split("\n")
        events = tuple(codec.load(*line.split(" ", 1)) for line in written)
        number = int(announced.removeprefix("journal "))
        seed, salt = bytes.fromhex(facts["seed"]), facts.get("salt", "")
        return facts["game"], Proof(seed, facts["commitment"], rolled, events, number, salt)
    except (ValueError, KeyError, IndexError, TypeError, StoreFault) as fault:
        raise UnreadableProof(UnreadableProof.__doc__) from fault


def of(seed: bytes, events: tuple[Event, ...], pledged: str) -> Proof:
    """What a proof of these events would say."""
    return Proof(seed, pledged, _labelled(events), events, len(events), salt_in(events))


def faults(proof: Proof, game: Game[Any]) -> tuple[str, ...]:
    """Everything in a proof that does not hold, each named; nothing if the match was played as it says.

    Dice are recomputed from the seed one by one; then the match is played again from its orders, and the
    dice that it needed are compared with those that are listed.
    """
    found = []
    if commitment(proof.seed) != proof.commitment:
        found.append("the seed is not the one that was committed to before play")
    if proof.events and getattr(proof.events[0], "commitment", None) != proof.commitment:
        found.append("the commitment at the head is not the one in the journal")
    if proof.salt != salt_in(proof.events):
        found.append("the salt at the head is not the words that the players gave")
    if proof.entries != len(proof.events):
        found.append(f"changed journal: it says that it has {proof.entries} entries, and there are {len(proof.events)}")
    found += [_changed(roll, right) for roll, right in _recomputed(proof) if roll != right]
    try:
        again, _ = replay(game, proof.events, proof.seed)
    except _UNPLAYABLE:
        return (*found, "changed journal: it cannot be played again as it stands")
    found += _compare_names(_labelled(again), proof.rolls)
    found += _compare_rolls(_labelled(again), proof.rolls)
    found += _compare_events(again, proof.events)
    return tuple(dict.fromkeys(found))


def _events(sitting: Sitting, file: File) -> tuple[Event, ...]:
    codec = sitting.desk.codecs[file.match.game.name]
    return tuple(entry.event for _, entry in journal.read(sitting.store, file.match.code, codec))


def _labelled(events: tuple[Event, ...]) -> tuple[Roll, ...]:
    """The dice by what the seed makes them from. Names are drawn before all words are in, so these go without."""
    drawn = {roll.name for event in events if isinstance(event, SeatTaken) for roll in event.rolls}
    salted = Dice(b"", salt=salt_in(events))
    return tuple(
        roll if roll.name in drawn else replace(roll, name=salted.label(roll.name)) for roll in rolls_in(events)
    )


def _roll_line(roll: Roll) -> str:
    return f"{roll.name} d{roll.sides} {roll.face}{' by hand' if roll.by_hand else ''}"


def _read_roll(line: str) -> Roll:
    name, sides, shown, *hand = line.split(" ")
    return Roll(name, int(sides.removeprefix("d")), int(shown), hand == ["by", "hand"])


def _recomputed(proof: Proof) -> Iterable[tuple[Roll, Roll]]:
    salted = Dice(proof.seed, salt=proof.salt)
    given = {name: value for event in proof.events for name, value in getattr(event, "faces", {}).items()}
    dice = Dice(proof.seed, {salted.label(name): value for name, value in given.items()})
    for roll in proof.rolls:
        if 1 <= roll.sides <= MOST_SIDES:
            yield roll, dice.roll(roll.name, roll.sides)


def _changed(roll: Roll, right: Roll) -> str:
    by_seed = f"the seed gives {right.face}" if not right.by_hand else f"the GM's hand threw {right.face}"
    return f"changed roll: {roll.name} is listed as {roll.face}, but {by_seed}"


def _compare_names(needed: tuple[Roll, ...], listed: tuple[Roll, ...]) -> list[str]:
    names = [roll.name for roll in listed]
    wanted = {roll.name for roll in needed}
    missing = [f"missing roll: {roll.name}" for roll in needed if roll.name not in set(names)]
    extra = [f"extra roll: {name}" for name in names if name not in wanted]
    twice = [f"extra roll: {name} is listed twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    return missing + extra + twice


def _compare_rolls(needed: tuple[Roll, ...], listed: tuple[Roll, ...]) -> list[str]:
    by_name = {roll.name: roll for roll in needed}
    return [
        f"changed roll: {_roll_line(roll)} is listed, but the journal has {_roll_line(by_name[roll.name])}"
        for roll in listed
        if roll != by_name.get(roll.name, roll)
    ]


def _compare_events(again: tuple[Event, ...], told: tuple[Event, ...]) -> list[str]:
    for number, (right, event) in enumerate(zip(again, told, strict=False), start=1):
        if right != event:
            return [f"changed journal: entry {number} does not follow from the orders before it"]
    if len(again) != len(told):
        return [f"changed journal: it has {len(told)} entries, but the orders lead to {len(again)}"]
    return []
