"""What a seat could write now, for the round that the line before it was about."""

import re
from collections.abc import Mapping

from processor.core.orders import Complaint
from processor.games.perudo.bids import Claim, is_higher, lowest
from processor.games.perudo.pieces import ROUNDS, read_piece
from processor.games.perudo.reader import pointed
from processor.games.perudo.state import Round, State

_NUMBER_OF_FIVES = re.compile(r"3\.2: (?P<count>[0-9]+) fives?")
"""The bid that a hint makes of a number without a face."""


def examples(state: State, seat: int, complaint: Complaint) -> Mapping[str, str]:
    """What the seat could write now in the place of the calls that stand in the hint of a complaint."""
    due = state.due(seat)
    if not due:
        return {}
    named = next((due[dice] for dice in _dice_named(complaint) if dice in due), None)
    round_ = named or next(iter(due.values()))
    doubtful = named or next((each for each in due.values() if each.bids), round_)
    fives = _NUMBER_OF_FIVES.search(complaint.hint) if complaint.reason == "no-face" else None
    wanted = {fives[0]: example(state, round_, Claim(int(fives["count"]), 5))} if fives else {}
    return {
        "3.2: 6 fives, or 3.2: challenge": _either(state, doubtful),
        "3.2: 6 fives, showing": f"{round_.name}: {lowest(round_.last)}, showing",
        "3.2: 6 fives": example(state, round_),
        **wanted,
        "3.2: challenge": f"{doubtful.name}: challenge",
        "3.2: ": f"{round_.name}: ",
    }


def example(state: State, round_: Round, wanted: Claim | None = None) -> str:
    """A call that could be made there: the bid wanted if it may follow, else a low one, while the dice allow any."""
    claims = [claim for claim in (wanted, lowest(round_.last)) if claim and is_higher(claim, round_.last)]
    possible = next((claim for claim in claims if claim.count <= state.dice_in(round_)), None)
    return f"{round_.name}: {possible or 'challenge'}"


def _either(state: State, round_: Round) -> str:
    """A bid or a challenge, or one of them where only that is possible."""
    calls = [example(state, round_), *([f"{round_.name}: challenge"] if round_.bids else [])]
    return ", or ".join(dict.fromkeys(calls))


def _dice_named(complaint: Complaint) -> list[int]:
    """The numbers of dice of the rounds that a line names, the one that the complaint is about first.

    That is the last one before the column of the complaint. The place does not matter: with each number of dice one
    round waits at most, and whoever names another has mistaken the place.
    """
    text = pointed(complaint.text)
    named = [item for item in read_piece(text, 0, len(text)).items if item.kind in ROUNDS]
    before = [item for item in named if item.column <= (complaint.column or 1)]
    return [item.numbers[0] for item in (*reversed(before), *named)]
