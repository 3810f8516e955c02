"""Tells the past anew with a ruling in it: the same facts, the same named dice, and what the GM ruled in its place.

Orders, deadlines and the GM's own words are facts and stay, whatever came out differently before them. Each is
checked again where the match stands otherwise than it did; an order that is no longer possible counts as missing
and is listed. A turn that closed because nothing more was awaited closes when that is so now.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from processor.core.events import (
    DeadlineFreed,
    DeadlineSet,
    Event,
    GmRuled,
    MatchStarted,
    OrdersFiled,
    PointsGiven,
    RulingGiven,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    Told,
    TurnClosed,
    TurnExcused,
    history,
    is_fact,
)
from processor.core.facts import Fact, comes_by_itself, outlives, waits_to_be_printed
from processor.core.game import Game
from processor.core.lost import Lost, left_out
from processor.core.match import Match, Phase, evolve, fold
from processor.core.orders import Checked, Complaint, Order, Written
from processor.core.past import Past, past
from processor.core.referee.happening import closed_at_once, happen
from processor.core.remedy import AmendOrders, ExcuseTurn, GivePoints, Remedy, RollBack, closing_of, placed, replaced
from processor.core.replay import moved_since
from processor.core.ruling import Refusal

GM = 0
"""What stands for a seat where the GM's own words are no longer possible."""


_SAID_IN_TIME = datetime.max.replace(tzinfo=UTC)
"""What the GM told the game lay in no future when it was told, and need not be asked about again."""


@dataclass(frozen=True)
class Revision:
    """A match before and after a ruling, what has to be journalled for it, and which orders it costs.

    ``before_it`` is the history that was in force. ``void`` are orders for a part of the match that is not there any
    more, and ``fallen`` the rulings on other cases that have no place in it. ``complaints`` are about the orders that
    the ruling itself puts in.
    """

    ruling: RulingGiven
    before: Match
    after: Match
    before_it: tuple[Told, ...]
    lost: tuple[Lost, ...] = ()
    void: tuple[Lost, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    fallen: tuple[RulingGiven, ...] = ()

    @property
    def after_it(self) -> tuple[Told, ...]:
        """The history that the ruling brings into force."""
        return (*self.before_it[: self.ruling.kept], *self.ruling.instead)

    @property
    def changes_anything(self) -> bool:
        """Whether the match now stands otherwise than it did."""
        return replace(self.before, events=0) != replace(self.after, events=0)

    @property
    def revives(self) -> bool:
        """Whether a match goes on again that was over."""
        return self.before.phase is Phase.OVER and self.after.phase is Phase.RUNNING

    @property
    def overtakes(self) -> bool:
        """Whether a later turn is open now than before, since the match was taken back and that no longer holds."""
        return self.after.turn > self.before.turn

    @property
    def turns_told_anew(self) -> int:
        """How many turns that had closed had to be told anew."""
        return sum(isinstance(told.event, TurnClosed) for told in self.before_it[self.ruling.kept :])


def revise(
    game: Game[Any],
    journal: Sequence[Event],
    case: int,
    words: tuple[str, ...],
    remedies: Sequence[Remedy],
    seed: bytes,
    void: Collection[int] = (),
) -> Revision | Refusal:
    """What a ruling makes of a match: it takes the place of what was ruled on that case before, if anything was.

    ``void`` are the numbers of entries that no longer count.
    """
    told, number = history(journal), len(journal) + 1
    before = fold(game, journal)
    known = past(game, journal, told, case)
    facts = known.facts
    by_place = placed(facts, _without_a_ruling(known, before, told, seed), remedies)
    if isinstance(by_place, Refusal):
        return by_place
    left = {*void, *replaced(facts, by_place)}
    changed = [each.at for place, each in enumerate(facts) if place in by_place or each.told.number in left]
    first = min([*changed, known.same])
    start = fold(game, (each.event for each in told[:first]))
    telling = _Telling(start, before, seed, number, list(told[:first]))
    for fact in known.fallen:
        telling.let_fall(fact)
    telling.tell(facts, first, by_place, left)
    kept = _in_common(told, telling.told)
    instead = tuple(telling.told[kept:])
    reopens = tuple(each.turn for each in remedies if isinstance(each, RollBack))
    ruling = RulingGiven(case, words, kept, instead, moved_since(told, telling.told), reopens)
    after = fold(game, (*journal, ruling))
    fallen = [journal[each - 1] for each in sorted(telling.fallen)]
    rulings = tuple(each for each in fallen if isinstance(each, RulingGiven))
    lost = tuple(telling.lost)
    not_theirs = {number, *void, *(at for at, event in enumerate(journal, start=1) if isinstance(event, RulingGiven))}
    named = {each.what for each in lost}
    gone = tuple(each for each in left_out(game, told, telling.told, not_theirs) if each.what not in named)
    return Revision(ruling, before, after, told, lost, gone, tuple(telling.complaints), rulings)


def _without_a_ruling(known: Past, before: Match, told: Sequence[Told], seed: bytes) -> Match:
    """The match as it would stand if nothing had been ruled on the case."""
    if known.same == len(told):
        return before
    kept = list(told[: known.same])
    telling = _Telling(fold(before.game, (each.event for each in kept)), before, seed, 0, kept)
    telling.tell(known.facts, known.same, {}, ())
    return telling.match


def orders_at(game: Game[Any], journal: Sequence[Event], turn: int) -> Match | None:
    """The match as it stood when that turn closed, or as it stands if it is the coming one."""
    told = history(journal)
    at = closing_of(told, turn)
    if at is None:
        match = fold(game, journal)
        return match if match.phase is Phase.RUNNING and match.turn == turn else None
    return fold(game, (each.event for each in told[:at]))


def turn_by_turn(game: Game[Any], told: Sequence[Told]) -> Mapping[int, Match]:
    """The match as each turn left it that has closed, by the number of the turn."""
    left: dict[int, Match] = {}
    match = fold(game, [told[0].event])
    closed: int | None = None
    for event in (each.event for each in told[1:]):
        if closed is not None and is_fact(event):
            left[closed], closed = match, None
        match = evolve(match, event)
        closed = event.turn if isinstance(event, TurnClosed) else closed
    return left if closed is None else {**left, closed: match}


def _in_common(before: Sequence[Told], after: Sequence[Told]) -> int:
    """How many events two histories have in common, never parting a fact from its consequences."""
    same = 0
    for one, other in zip(before, after, strict=False):
        if one.event != other.event:
            break
        same += 1
    while same and not (_begins(before, same) and _begins(after, same)):
        same -= 1
    return same


def _begins(told: Sequence[Told], at: int) -> bool:
    return at == len(told) or is_fact(told[at].event)


# --- Telling it anew --------------------------------------------------------------------------------------


@dataclass
class _Telling:
    """The match as it goes with the ruling, event by event. ``number`` is that of the ruling's own entry.

    ``before`` is the match in force, and ``fallen`` are the numbers of the entries of which something has no place in
    the new one any more. ``meant_for`` is the turn for which what is told now was meant; ``ended_by`` are the number of
    the last entry with which nothing more was awaited in a turn, and the turn that it was meant for.
    """

    match: Match
    before: Match
    seed: bytes
    number: int
    told: list[Told]
    lost: list[Lost] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    fallen: set[int] = field(default_factory=set)
    meant_for: int = 0
    ended_by: tuple[int, int] = (0, 0)
    is_rolled_back: bool = False

    def tell(
        self, facts: Sequence[Fact], first: int, remedies: Mapping[int, Sequence[Remedy]], left: Collection[int]
    ) -> None:
        """Let all happen from the place ``first`` on, but for the entries that are ``left`` out."""
        for place, fact in enumerate(facts):
            for remedy in remedies.get(place, ()):
                self.put_right(remedy)
            if fact.at >= first and fact.told.number not in left:
                self.retell(fact)
        for remedy in remedies.get(len(facts), ()):
            self.put_right(remedy)

    def put_right(self, remedy: Remedy) -> None:
        """Let what the GM ruled happen."""
        self.meant_for = getattr(remedy, "turn", self.match.turn)
        match remedy:
            case AmendOrders(seat=seat, written=written):
                before = self.match.standing(seat)
                checked = self.match.game.check(self.match.state, seat, before, written)
                self.complaints += checked.complaints
                self._file(self.number, seat, checked)
            case ExcuseTurn(seat=seat):
                self._happen(self.number, TurnExcused(seat))
            case GivePoints(seat=seat, points=points, why=why):
                self._happen(self.number, PointsGiven(seat, points, why))
            case RollBack():
                self.is_rolled_back = True

    def retell(self, fact: Fact) -> None:
        """Let a fact happen again."""
        event, old, number = fact.event, fact.old, fact.told.number
        self.meant_for = old.turn
        if self.is_rolled_back and not outlives(fact, self.match.turn) and not waits_to_be_printed(fact, self.before):
            self.let_fall(fact)
            return
        if self.match.phase is Phase.OVER:
            self._too_late(fact)
            return
        same = fact.is_unchanged and old.state == self.match.state and old.phase is self.match.phase
        match event:
            case OrdersFiled(seat=seat) if not same and old.phase is Phase.RUNNING:
                self._file(number, seat, self._check(fact, seat))
            case GmRuled() if not same and self.match.game.check_gm:
                self._hear_gm(fact)
            case TurnExcused() if comes_by_itself(fact):
                pass
            case TurnClosed():
                self._end_turn(fact)
            case DeadlineSet(turn=turn) if turn == old.turn:
                if self.match.is_timed and (old.due is not None or self.match.due is None):
                    self._happen(number, replace(event, turn=self.match.turn))
            case _:
                self._happen(number, event)

    def let_fall(self, fact: Fact) -> None:
        """Leave a fact out; of what the GM said, and only of that, a word is due."""
        if fact.stands:
            self.fallen.add(fact.told.number)
        if isinstance(fact.event, GmRuled):
            self.lost += [Lost(GM, fact.old.turn, order, "") for order in fact.standing]

    def _end_turn(self, fact: Fact) -> None:
        """End the turn that is open, unless its end comes by itself, or that of the fact has come with a ruling."""
        number, (ended_by, turn) = fact.told.number, self.ended_by
        has_ended = ended_by > number and turn == fact.old.turn
        self.ended_by = (0, 0)
        if not (has_ended or comes_by_itself(fact)):
            self._happen(number, TurnClosed(self.match.turn))

    def _happen(self, number: int, fact: Event) -> None:
        goes_on = self.match.is_held and isinstance(fact, DeadlineSet | DeadlineFreed)
        ruling = happen(self.match, [fact], self.seed)
        if goes_on or isinstance(fact, OrdersFiled | SeatLeft | GmRuled | MatchStarted):
            waited, ruling = ruling, closed_at_once(ruling, None, self.seed)
            if ruling.match.turn > waited.match.turn:
                self.ended_by = number, self.meant_for
        self.told += [Told(number, event) for event in ruling.events]
        self.match = ruling.match

    def _file(self, number: int, seat: int, checked: Checked) -> None:
        if checked.standing != self.match.standing(seat):
            self._happen(number, OrdersFiled(seat, checked.standing))

    def _check(self, fact: Fact, seat: int) -> Checked:
        """What of a seat's orders still stands; the rest is lost."""
        match, orders = self.match, _orders(fact)
        if seat in match.resigned:
            return Checked(match.standing(seat))
        checked = match.game.check(match.state, seat, (), self._written(orders))
        self._note(fact, seat, checked.complaints)
        return checked

    def _hear_gm(self, fact: Fact) -> None:
        check = self.match.game.check_gm
        written = self._written(_orders(fact))
        checked = check(self.match.state, self.match.book, written, _SAID_IN_TIME) if check else Checked(())
        self._note(fact, GM, checked.complaints)
        if checked.accepted:
            self._happen(fact.told.number, GmRuled(checked.accepted))

    def _written(self, orders: Iterable[Order]) -> tuple[Written, ...]:
        """Orders as if they had just been read, each in a line of its own."""
        return tuple(Written(each, line, self.match.game.say(each)) for line, each in enumerate(orders, start=1))

    def _note(self, fact: Fact, seat: int, complaints: Iterable[Complaint]) -> None:
        """Write down which orders are not possible any more; of those that had been lost before nothing is said."""
        orders, turn = _orders(fact), fact.old.turn
        spoilt = [(orders[each.line - 1], each.hint) for each in complaints]
        new = [Lost(seat, turn, order, hint) for order, hint in spoilt if order in fact.standing]
        known = {each.what for each in self.lost}
        self.lost += [each for each in new if each.what not in known]

    def _too_late(self, fact: Fact) -> None:
        """Once the match is over only who sits where still matters."""
        event, old = fact.event, fact.old
        match event:
            case SeatTaken() | SeatHandedOver():
                self._happen(fact.told.number, event)
            case OrdersFiled(seat=seat) if not self.is_rolled_back:
                fresh = (order for order in fact.standing if order not in old.standing(seat))
                self.lost += [Lost(seat, old.turn, order, "") for order in fresh]
                self.let_fall(fact)
            case _:
                self.let_fall(fact)


def _orders(fact: Fact) -> tuple[Order, ...]:
    orders: tuple[Order, ...] = getattr(fact.event, "orders", ())
    return orders
