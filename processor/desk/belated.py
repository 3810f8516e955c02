"""What a letter may still do that is opened later than others: it was held, or lay where nobody looked.

It is for the turn that was open when it came. And it undoes nothing that a later letter of the same writer has said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from processor.core.events import Event, OrdersFiled, PressSent, PressTakenBack, TurnClosed, WaitSaid, is_fact
from processor.core.match import Match, Phase
from processor.core.orders import Order, Written
from processor.desk.answer import Outcome, told
from processor.desk.chronicle import chronicle
from processor.desk.drafts import send
from processor.desk.house import Sitting
from processor.desk.times import moment
from processor.mail import commands
from processor.mail.write import compose
from processor.store import inbox, outbox, roster, schedule
from processor.store.journal import Entry
from processor.store.roster import Player

SETTLED_BY: Mapping[type[commands.Command], tuple[type[Event], ...]] = {
    commands.Cancel: (OrdersFiled,),
    commands.NoOrders: (),
    commands.Wait: (WaitSaid,),
    commands.NoWait: (WaitSaid,),
    commands.Press: (PressTakenBack,),
    commands.NoPress: (PressSent,),
}
"""The words that are for one turn alone, and what a later letter may have done in their stead."""


@dataclass(frozen=True)
class Came:
    """When a letter came, and from whom. One that ``waited`` was put off before: to be confirmed, or tried again.

    One that was ``overtaken`` is opened after some that came later. ``answers`` are the Message-IDs of what it answers.
    """

    letter: int
    player: Player
    at: datetime
    waited: bool
    overtaken: bool
    answers: tuple[str, ...] = ()


def too_late_for_orders(sitting: Sitting, match: Match, came: Came) -> Outcome:
    """A word on orders whose turn has closed meanwhile. Only in a game in which orders last do they count all the same.

    What was found only now could be what somebody disputes, so the GM hears of it.
    """
    closed = closed_meanwhile(sitting, match, came)
    if closed is None:
        return Outcome()
    label = "counts-from-now" if match.game.lasting else "closed-meanwhile" if came.waited else "found-too-late"
    return _told(sitting, match, came, closed, label)


def too_late_for_word(sitting: Sitting, match: Match, command: commands.Command, came: Came) -> Outcome:
    """A word on what was said for a turn that has closed meanwhile, or was settled by a later letter since."""
    if type(command) not in SETTLED_BY:
        return Outcome()
    word = command.opens[0]
    closed = closed_meanwhile(sitting, match, came)
    if closed is not None:
        return _told(sitting, match, came, closed, "word-closed-meanwhile", word=word)
    kinds, seat = SETTLED_BY[type(command)], match.seat_of(came.player.id)
    said = [each for each in _since(sitting, match, came) if isinstance(each[0], kinds)]
    later = [at for event, at in said if getattr(event, "seat", None) == seat and at > came.at]
    if not later:
        return Outcome()
    facts = {"code": match.code, "arrived": moment(came.at, came.player.zone), "word": word}
    return told("later-word-stands", later=moment(max(later), came.player.zone), **facts)


def without_what_stands(
    sitting: Sitting, match: Match, seat: int, written: Sequence[Written], came: Came
) -> tuple[tuple[Written, ...], Outcome]:
    """The orders of which no later letter has said something else, and a word on the others."""
    since = _settled_since(sitting, match, seat, came)
    if not since:
        return tuple(written), Outcome()
    stands = {each: [since[key] for key in _changed(match, seat, each) & since.keys()] for each in written}
    kept = tuple(each for each in written if not stands[each])
    if len(kept) == len(written):
        return kept, Outcome()
    later = moment(max(at for each in stands.values() for at in each), came.player.zone)
    what = "; ".join(match.game.say(each.order) for each in written if each not in kept)
    facts = {"code": match.code, "arrived": moment(came.at, came.player.zone)}
    return kept, told("later-letter-stands", later=later, what=what, **facts)


def _changed(match: Match, seat: int, written: Written) -> set[str]:
    """The keys of what this order would change, as the game fills in what it leaves open."""
    if match.state is None:
        return {written.order.key}
    before = match.standing(seat)
    after = match.game.check(match.state, seat, before, (written,)).standing
    return {order.key for order in set(before) ^ set(after)}


def closed_meanwhile(sitting: Sitting, match: Match, came: Came) -> int | None:
    """The turn that was open when a letter came, if it has closed by now or the match has ended in it."""
    if match.phase is Phase.SIGN_UP or match.was_called_off:
        return None
    turn = _open_when_it_came(sitting, match, came)
    if turn < match.turn:
        came = replace(came, at=_not_before(sitting, came))
        turn = _open_when_it_came(sitting, match, came)
    return turn if turn < match.turn or _came_before_the_end(sitting, match, came) else None


def _came_before_the_end(sitting: Sitting, match: Match, came: Came) -> bool:
    """Whether a match has ended in its last turn, before that could close, and a letter came before that."""
    if match.phase is not Phase.OVER:
        return False
    ended = [entry for entry in chronicle(sitting, match).in_force if is_fact(entry.event)][-1]
    return not isinstance(ended.event, TurnClosed) and came.at < _made_by(sitting, ended)


def _not_before(sitting: Sitting, came: Came) -> datetime:
    """When a letter came: the mail server's clock may be slow, but no letter comes before the mail that it answers."""
    answered = (outbox.by_message_id(sitting.store, each) for each in came.answers)
    return max([came.at, *(posted.due for posted in answered if posted)])


def _open_when_it_came(sitting: Sitting, match: Match, came: Came) -> int:
    turn = match.turn
    while turn > 1 and (stopped := _stopped(sitting, match, turn - 1, came)) and came.at < stopped:
        turn -= 1
    return turn


def _stopped(sitting: Sitting, match: Match, turn: int, came: Came) -> datetime | None:
    """When a turn stopped taking what came: at its deadline, or when it was closed before that or had been held.

    What is opened in its turn and came after the letter that closed a turn is no longer for that.
    """
    stopped = schedule.closed_at(sitting.store, match.code, turn)
    if stopped is None:
        stopped = chronicle(sitting, match).closed(turn)  # a turn without a deadline
    if came.waited or stopped is None or came.at >= stopped:
        return stopped
    closings = [each for each in chronicle(sitting, match).in_force if each.event == TurnClosed(turn)]
    return min(stopped, _made_by(sitting, closings[-1])) if closings else stopped


def _made_by(sitting: Sitting, entry: Entry) -> datetime:
    """When something came about: when the letter came that made it, if one did."""
    letter = inbox.letter(sitting.store, entry.letter) if entry.letter is not None else None
    return min(entry.at, letter.arrived) if letter else entry.at


def _told(sitting: Sitting, match: Match, came: Came, closed: int, label: str, **more: object) -> Outcome:
    is_over = match.phase is Phase.OVER
    facts = {"code": match.code, "unit": match.game.unit, "closed": closed, "turn": match.turn, **more}
    if is_over:
        label = "found-after-end" if closed < match.turn else "found-after-early-end"
    if is_over or not came.waited:
        _tell_gm(sitting, match, came, facts)
    return told(label, arrived=moment(came.at, came.player.zone), gm=sitting.desk.house.gm_name, **facts)


def _tell_gm(sitting: Sitting, match: Match, came: Came, facts: Mapping[str, object]) -> None:
    seat = match.seat_of(came.player.id)
    name = match.seats[seat].name if seat is not None else came.player.name
    for gm in roster.everybody(sitting.store, "gm"):
        mail = compose(
            "found_late",
            name=name,
            title=match.opened.title,
            arrived=moment(came.at, gm.zone),
            is_over=match.phase is Phase.OVER,
            waited=came.waited,
            lasting=match.game.lasting and "word" not in facts,
            **facts,
        )
        send(sitting, "found-late", gm, mail, match.code, came.letter, gm.id)


def _settled_since(sitting: Sitting, match: Match, seat: int, came: Came) -> dict[str, datetime]:
    """For what that seat's orders were changed by letters which came later than this one, and when they came."""
    settled: dict[str, datetime] = {}
    before: dict[str, Order] = {}
    is_first = False
    for event, at in _since(sitting, match, came):
        if isinstance(event, TurnClosed):
            is_first = True  # what is gone from the next filing may have been used up
        elif isinstance(event, OrdersFiled) and event.seat == seat:
            now = {order.key: order for order in event.orders}
            changed = {key for key, order in now.items() if before.get(key) != order}
            gone = set() if is_first else before.keys() - now.keys()
            settled |= dict.fromkeys(changed | gone, at) if at > came.at else {}
            before, is_first = now, False
    return settled


def _since(sitting: Sitting, match: Match, came: Came) -> list[tuple[Event, datetime]]:
    """The history, and when the letters came that made it, if this writer has sent one later than this."""
    later = inbox.later_ones(sitting.store, came.player.id, came.at) if came.overtaken else {}
    if not later.keys() - {came.letter}:
        return []
    return [(entry.event, later.get(entry.letter or 0, came.at)) for entry in chronicle(sitting, match).in_force]
