"""Whether an allocation may be made for a turn, and what is wrong with it if not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from processor.core.orders import Complaint
from processor.core.wording import listed
from processor.games.choice.orders import Allocation, spell
from processor.games.choice.state import MOST_REJECT_NUMBERS, Entry, State, Turn

_IN_HINTS = "turn 3: 1+2, 3+4, reject 5"
"""The example of an allocation that stands in hints."""


@dataclass(frozen=True)
class Fault:
    """The label of a mistake and the facts that its hint tells."""

    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)


def fits(allocation: Allocation, turn: Turn) -> bool:
    """Whether these dice were rolled: all five of them, or two pairs that leave one over (rule 1)."""
    used, rolled = Counter(dice_of(allocation)), Counter(turn.faces)
    return used == rolled if allocation.reject else used <= rolled


def dice_of(allocation: Allocation) -> tuple[int, ...]:
    """The dice that an allocation speaks of."""
    (a, b), (c, d) = allocation.pairs
    return (a, b, c, d) if allocation.reject is None else (a, b, c, d, allocation.reject)


def may_reject(entry: Entry, turn: Turn) -> tuple[int, ...]:
    """The numbers that may be rejected from this roll; none of them means a free ride (rule 4)."""
    used = entry.rejects.keys()
    rolled = sorted(set(turn.faces))
    return tuple(rolled) if len(used) < MOST_REJECT_NUMBERS else tuple(face for face in rolled if face in used)


def fault(entry: Entry, turn: Turn, allocation: Allocation) -> Fault | None:
    """What is wrong with this allocation for this turn, if anything is."""
    allowed = may_reject(entry, turn)
    match allocation.reject:
        case _ if not fits(allocation, turn):
            reason = "wrong-dice"
        case None if allowed:
            reason = "reject-missing"
        case int() if not allowed:
            reason = "free-ride"
        case int() as reject if reject not in allowed:
            reason = "reject-not-yours"
        case _:
            return None
    return Fault(reason, _facts(entry, turn, allocation, allowed))


def example(turn: Turn, allowed: Sequence[int]) -> str:
    """An allocation that would be right for this roll, as a player would write it."""
    left = list(turn.faces)
    reject = next((face for face in reversed(left) if face in allowed), None)
    left.remove(left[-1] if reject is None else reject)
    a, b, c, d = left
    return spell(((a, b), (c, d)), reject)


def examples(state: State, seat: int, complaint: Complaint) -> Mapping[str, str]:
    """What the seat could write now in the place of the orders that stand in the hint of a complaint."""
    entries = state.entries_of(seat) or (Entry(seat, "A", state.issue),)
    waiting = {each.letter: _example_for(each, turns[0]) for each in entries if (turns := state.outstanding(each))}
    if not waiting:
        return {}
    lettered = {f"{letter} {_IN_HINTS}": f"{letter} {order}" for letter, order in waiting.items()}
    named = complaint.text.upper().split()[:1]
    first, order = next((each for each in waiting.items() if [each[0]] == named), next(iter(waiting.items())))
    return lettered | {_IN_HINTS: f"{first} {order}" if len(entries) > 1 else order}


def _example_for(entry: Entry, turn: Turn) -> str:
    allowed = may_reject(entry, turn)
    return f"turn {turn.number}: {example(turn, allowed)}{'' if allowed else ', no reject'}"


def rolled(turn: Turn) -> str:
    """A roll in words for a hint."""
    return ",".join(map(str, turn.faces))


def _facts(entry: Entry, turn: Turn, allocation: Allocation, allowed: Sequence[int]) -> Mapping[str, object]:
    return {
        "entry": entry.letter,
        "turn": turn.number,
        "dice": rolled(turn),
        "yours": ",".join(map(str, dice_of(allocation))),
        "reject": allocation.reject,
        "numbers": listed(sorted(entry.rejects)),
        "allowed": listed(allowed, "or"),
        "example": example(turn, allowed),
    }
