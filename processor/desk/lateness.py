"""For which turn a letter was meant that came after a deadline. Unless all speaks for the turn before, for the next."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from processor.core.events import TurnClosed
from processor.core.match import Match, fold
from processor.core.orders import Written
from processor.desk.chronicle import chronicle
from processor.desk.house import Sitting
from processor.mail.read import Letter
from processor.store import outbox

SOON = timedelta(hours=1)
"""So long after a turn has closed its writer may not have known it yet."""
A_DAY = timedelta(days=1)


def seems_late(sitting: Sitting, letter: Letter, arrived: datetime, closed: datetime) -> bool:
    """Whether whoever wrote a letter may not have known that the turn had closed.

    It came soon after that, and answers no mail of ours of the time since.
    """
    return arrived - closed <= SOON and may_be_late(sitting, letter, arrived, closed)


def may_be_late(sitting: Sitting, letter: Letter, arrived: datetime, closed: datetime) -> bool:
    """Whether a letter can have been meant for the turn that had closed, as a GM sees it who accepts late orders.

    It answers a mail of the time before that, or answers none and came within a day.
    """
    found = [outbox.by_message_id(sitting.store, each) for each in letter.in_reply_to]
    answered = [posted.due for posted in found if posted]
    return max(answered) < closed if answered else arrived - closed <= A_DAY


def was_for_the_last_turn(sitting: Sitting, match: Match, player: int, written: Sequence[Written]) -> bool:
    """Whether all these orders could have stood in the turn that closed last, and would have changed something there.

    Orders that name a later turn could not, nor could those that hang on what came of it.
    """
    events = [entry.event for entry in chronicle(sitting, match).in_force]
    closings = [at for at, event in enumerate(events) if isinstance(event, TurnClosed)]
    then = fold(match.game, events[: closings[-1]])
    seat = then.seat_of(player)
    if seat is None:
        return False
    before = then.standing(seat)
    checked = match.game.check(then.state, seat, before, written)
    return checked.standing != before and not checked.complaints
