"""Ties mail that comes back to its player, marks the addresses where nobody is reached, and tells the GM what lasts.

A mailbox that is full for a day is no news, and a mail that its server dislikes does not make an address wrong. Of such
the GM hears once, when they go on or the mail is lost, and again only after the player has written in between.
"""

from collections.abc import Mapping
from datetime import timedelta

from processor.desk import gamemaster
from processor.desk.house import Sitting
from processor.desk.opened import Disposition
from processor.desk.times import moment
from processor.mail.address import canonical
from processor.mail.read import Letter
from processor.mail.route import signs
from processor.mail.screen import Screening
from processor.mail.verdicts import Failure, failure_of
from processor.store import inbox, outbox, roster, tokens
from processor.store.outbox import Posted
from processor.store.roster import Player

LASTING = timedelta(days=1)
"""For so long a mailbox may be full, or mail to it be late, before the GM hears of it."""


def note(sitting: Sitting, letter: Letter, screening: Screening) -> Disposition:
    """Tie a bounce to its players, and do what it means for each. One that does not say why means a passing trouble."""
    found = _who_missed_it(sitting, letter, screening)
    for player, failure in found.items():
        match failure:
            case Failure.GONE:
                _mark(sitting, player)
            case Failure.REFUSED:
                _tell_once(sitting, "bounce_refused", player)
            case Failure.PASSING | Failure.DELAYED if _has_lasted(sitting, player):
                _tell_once(sitting, "bounce_lasting", player)
    reason = inbox.BOUNCE + next(iter(found.values()), screening.failure or Failure.PASSING)
    return Disposition("done", reason, next(iter(found)).id if found else None)


def is_news_of_refusal(sitting: Sitting, mail: Posted, words: str) -> bool:
    """Note that our own mail server refuses a mail for good. The GM need not hear again of an address that is gone."""
    player = roster.by_id(sitting.store, mail.player) if mail.player is not None else None
    if player is None or player.address != mail.recipient or failure_of("", words) is not Failure.GONE:
        return True
    if not player.bouncing:
        roster.mark_bouncing(sitting.store, player.id, True)
    return not player.bouncing


def _who_missed_it(sitting: Sitting, letter: Letter, screening: Screening) -> Mapping[Player, Failure]:
    """Whose mail a bounce speaks of: told by our mail, which the report names, by addresses, or by a reply token."""
    store, whole = sitting.store, screening.failure or Failure.PASSING
    postings = [outbox.by_message_id(store, each) for each in screening.returned]
    missed = {canonical(posting.recipient) for posting in postings if posting}
    told = {each: screening.failed.get(each, whole) for each in missed} or screening.failed
    found = {player: failure for address, failure in told.items() if (player := roster.by_address(store, address))}
    if not found:
        given = [tokens.token(store, each) for each in signs(letter).tokens]
        readers = [roster.by_id(store, each.player) for each in given if each and each.alive]
        found = {player: whole for player in readers if player}
    return found


def _mark(sitting: Sitting, player: Player) -> None:
    """Nobody is reached there: the address is marked, and the GM told once."""
    if not player.bouncing:
        roster.mark_bouncing(sitting.store, player.id, True)
        gamemaster.tell(sitting, "bounce", sitting.letter, player.id, player=player, address=player.address)


def _has_lasted(sitting: Sitting, player: Player) -> bool:
    before = inbox.bounces_of(sitting.store, player.id)
    return bool(before) and sitting.now - before[0].arrived >= LASTING


def _tell_once(sitting: Sitting, template: str, player: Player) -> None:
    """Tell the GM what is wrong with mail to a player, once until there is a letter from the player again."""
    before = inbox.bounces_of(sitting.store, player.id)
    begun = before[0].id if before else sitting.letter
    since = moment(before[0].arrived if before else sitting.now, sitting.desk.house.zone)
    gamemaster.tell(sitting, template, begun, player.id, player=player, address=player.address, since=since)
