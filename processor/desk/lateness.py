"""For which turn a letter was meant that came after a deadline."""

from datetime import datetime, timedelta

from processor.desk.house import Sitting
from processor.mail.read import Letter
from processor.store import outbox

SOON = timedelta(days=1)
"""So long after a deadline a letter that answers no mail of ours may still have been meant for it."""


def seems_late(sitting: Sitting, letter: Letter, arrived: datetime, closed: datetime) -> bool:
    """Whether a letter seems to have been meant for the turn that had closed when it came.

    It does if it answers a mail of the time before that, or answers none and came soon after.
    """
    found = [outbox.by_message_id(sitting.store, each) for each in letter.in_reply_to]
    answered = [posted.due for posted in found if posted]
    return max(answered) < closed if answered else arrived - closed <= SOON
