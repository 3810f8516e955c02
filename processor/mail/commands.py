"""The house's words: what a player or the GM can ask for in one line.

To add a word, write its alternative in ``grammar/house/commands.lark``, its class in the module of its idea
(``playerwords``, ``timewords`` and so on), and its name in one of the unions here. The alternative's alias is the
name of the class, and the grammar's field rules are its fields.
"""

import re
from dataclasses import fields
from functools import cache
from typing import get_args

from processor.mail.disputewords import CaseLetters as CaseLetters
from processor.mail.disputewords import Cases as Cases
from processor.mail.disputewords import Dispute as Dispute
from processor.mail.matchwords import Announce as Announce
from processor.mail.matchwords import Close as Close
from processor.mail.matchwords import Export as Export
from processor.mail.matchwords import GiveDice as GiveDice
from processor.mail.matchwords import Log as Log
from processor.mail.matchwords import New as New
from processor.mail.matchwords import Preview as Preview
from processor.mail.matchwords import Run as Run
from processor.mail.matchwords import Start as Start
from processor.mail.moneywords import Account as Account
from processor.mail.moneywords import Paid as Paid
from processor.mail.moneywords import PayOut as PayOut
from processor.mail.moneywords import Refund as Refund
from processor.mail.peoplewords import ActFor as ActFor
from processor.mail.peoplewords import Drop as Drop
from processor.mail.peoplewords import Excuse as Excuse
from processor.mail.peoplewords import Replace as Replace
from processor.mail.peoplewords import StandBy as StandBy
from processor.mail.peoplewords import Tell as Tell
from processor.mail.peoplewords import Who as Who
from processor.mail.playerwords import Cancel as Cancel
from processor.mail.playerwords import Games as Games
from processor.mail.playerwords import Help as Help
from processor.mail.playerwords import History as History
from processor.mail.playerwords import Join as Join
from processor.mail.playerwords import NewAddress as NewAddress
from processor.mail.playerwords import NoOrders as NoOrders
from processor.mail.playerwords import NoVacation as NoVacation
from processor.mail.playerwords import NoWait as NoWait
from processor.mail.playerwords import Proof as Proof
from processor.mail.playerwords import Resend as Resend
from processor.mail.playerwords import Rules as Rules
from processor.mail.playerwords import Salt as Salt
from processor.mail.playerwords import Status as Status
from processor.mail.playerwords import TakeVacation as TakeVacation
from processor.mail.playerwords import Timezone as Timezone
from processor.mail.playerwords import Wait as Wait
from processor.mail.playerwords import Withdraw as Withdraw
from processor.mail.postwords import Bounces as Bounces
from processor.mail.postwords import Held as Held
from processor.mail.postwords import PutAside as PutAside
from processor.mail.postwords import Release as Release
from processor.mail.postwords import Retry as Retry
from processor.mail.presswords import NoPress as NoPress
from processor.mail.presswords import Press as Press
from processor.mail.presswords import StrikePress as StrikePress
from processor.mail.timewords import Early as Early
from processor.mail.timewords import Extend as Extend
from processor.mail.timewords import GoAhead as GoAhead
from processor.mail.timewords import Grace as Grace
from processor.mail.timewords import Hold as Hold
from processor.mail.timewords import Pause as Pause
from processor.mail.timewords import Resume as Resume
from processor.mail.timewords import SetDeadline as SetDeadline
from processor.paths import shipped

PlayerCommand = (
    Help
    | Rules
    | Games
    | Status
    | Join
    | Withdraw
    | Resend
    | History
    | NoOrders
    | Cancel
    | Wait
    | NoWait
    | TakeVacation
    | NoVacation
    | Timezone
    | NewAddress
    | Account
    | Salt
    | Proof
    | Dispute
    | Press
    | NoPress
)
TimeCommand = SetDeadline | Extend | Pause | Resume | Hold | GoAhead | Early | Grace
PeopleCommand = Who | Excuse | Drop | Replace | StandBy | Tell | ActFor
MatchCommand = (
    New | Start | Run | Preview | Log | Export | GiveDice | Announce | StrikePress | Close | TimeCommand | PeopleCommand
)
MoneyCommand = Paid | Refund | PayOut
PostCommand = Held | PutAside | Retry | Release | Bounces | Cases | CaseLetters
GmCommand = MatchCommand | MoneyCommand | PostCommand
Command = PlayerCommand | GmCommand

MATCH_COMMANDS: tuple[type[MatchCommand], ...] = get_args(MatchCommand)
"""What only the GM may say."""

MONEY_COMMANDS: tuple[type[MoneyCommand], ...] = get_args(MoneyCommand)
"""What only those may say who keep the money: the treasurer and the GM."""

POST_COMMANDS: tuple[type[PostCommand], ...] = get_args(PostCommand)
"""What only the GM may say, about letters, mails and disputes that wait rather than about one match."""

GM_COMMANDS: tuple[type[GmCommand], ...] = (*MATCH_COMMANDS, *MONEY_COMMANDS, *POST_COMMANDS)
"""What players may not say."""

COMMANDS: tuple[type[Command], ...] = (*get_args(PlayerCommand), *GM_COMMANDS)

PUBLIC = (Help, Rules, Games)
"""What anybody may ask, known to us or not."""

READ_ONLY = (*PUBLIC, Status, Resend, History, Account, Proof, Who, Log, Held, Bounces, Cases, CaseLetters)
"""What changes nothing, whoever asks."""

AFTER_THE_POST = (Start, Run, GoAhead, Resume, Close, Drop, Replace, ActFor)
"""What can end a turn, a match or a sign-up, or a player's part in it: whoever wrote before it was said comes first."""

_ANY_MATCH = (Rules, Status, Paid, TakeVacation, NoVacation, GoAhead, Tell)
"""What can name a match, and makes sense without one."""

ONE_MATCH: tuple[type[Command], ...] = tuple(
    each for each in COMMANDS if each not in _ANY_MATCH and "match" in {field.name for field in fields(each)}
)
"""What is about one match, which must be known before it can be done."""

RUNNING_ON: tuple[type[Command], ...] = tuple(each for each in COMMANDS if each.runs_on)
"""What goes on to the end of its part of the letter."""


# --- Help

_ESSAYS = ("orders", "deadlines", "late", "confirm", "rulings", "options")


def help_topics() -> tuple[str, ...]:
    """The help pages: the index, what is good to know, and every word's own."""
    return tuple(dict.fromkeys(("index", *_ESSAYS, *(each.page for each in COMMANDS))))


def topic_named(words: str) -> str | None:
    """The help page that these words ask for: "the deadline", "no orders", "resign"."""
    asked = re.sub(r"^(?:the|my|a|an) ", "", words.casefold())
    for spelling in (asked, f"{asked}s", asked.removesuffix("s")):
        page = _pages().get(spelling)
        if page:
            return page
    return None


@cache
def help_text(topic: str) -> str:
    """The help page of that name."""
    return shipped("data", "house", "help", f"{topic}.txt")


@cache
def _pages() -> dict[str, str]:
    by_word = {word: each.page for each in COMMANDS for word in each.opens}
    return (
        by_word
        | {topic.replace("-", " "): topic for topic in help_topics()}
        | {topic: topic for topic in help_topics()}
    )
