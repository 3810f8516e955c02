"""One running instance of a game: a fold of its journal, and nothing else."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from processor.core.calendar import Amount, later
from processor.core.dice import Dice, mixed
from processor.core.events import (
    BESIDE_PLAY,
    DeadlineFreed,
    DeadlineHeld,
    DeadlineSet,
    DiceGiven,
    Event,
    GmRuled,
    LettersAwaited,
    MatchClosed,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    MoneyPaid,
    NothingOrdered,
    OrdersFiled,
    OrdersLate,
    PointsGiven,
    PressSent,
    PressStruck,
    PressTakenBack,
    RulingGiven,
    SaltGiven,
    SeatExcused,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    SettingChanged,
    StandbyListed,
    StandbyStruck,
    TurnClosed,
    TurnExcused,
    TurnPreviewed,
    VacationCancelled,
    VacationTaken,
    WaitSaid,
    history,
)
from processor.core.game import HOUSE_OPTIONS, Game, Options, OptionValue, Seat
from processor.core.life import Hold, Life, Press, Standby, Vacation, next_turn
from processor.core.orders import Book, Order, Reading
from processor.core.wording import situated

_DEFAULTS = {option.name: option.default for option in HOUSE_OPTIONS}


class Phase(StrEnum):
    """Where a match is in its life."""

    SIGN_UP = "sign-up"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True)
class Match:
    """A match as its journal tells it.

    ``turn`` is the turn that the coming deadline closes (0 before the start) and ``due`` that deadline, or
    ``None`` while the GM has set none. ``book`` holds what stands for it. ``given`` are the dice that the GM threw
    by hand, and ``life`` is what happens beside play.
    ``events`` counts the journal, so the next entry has that number plus one. ``state`` is the game's own.
    """

    game: Game[Any]
    opened: MatchOpened
    phase: Phase = Phase.SIGN_UP
    seats: Mapping[int, Seat] = field(default_factory=dict)
    players: Mapping[int, int] = field(default_factory=dict)
    turn: int = 0
    due: datetime | None = None
    last_due: datetime | None = None
    book: Book = field(default_factory=dict)
    passed: frozenset[int] = frozenset()
    resigned: frozenset[int] = frozenset()
    given: tuple[DiceGiven, ...] = ()
    salt: Mapping[int, str] = field(default_factory=dict)
    life: Life = field(default_factory=Life)
    state: Any = None
    events: int = 1

    @property
    def code(self) -> str:
        return self.opened.code

    @property
    def options(self) -> Options:
        return self.opened.options

    @property
    def closes(self) -> datetime | None:
        """When the coming turn closes: at its deadline, or so much later as late orders still count."""
        return self.due + self.grace if self.due else None

    @property
    def grace(self) -> timedelta:
        """For how long after a deadline late orders still count."""
        return timedelta(minutes=int(self.setting("grace")))

    @property
    def is_all_in(self) -> bool:
        """Whether the coming turn can be run early: nothing is missing, nobody wants to wait or may still begin."""
        if not self.setting("early") or self.due is None or self.is_held or self.life.waits - self.resigned:
            return False
        if self.asked_anew:
            return False
        return bool(self.book or self.passed) and not self.missing() and not self.undecided

    @property
    def asked_anew(self) -> frozenset[int]:
        """The seats that have to write before the turn can be run early, since a ruling has opened it again."""
        return frozenset(each for each in self.life.unheard - self.resigned if not self.is_excused(each))

    @property
    def was_called_off(self) -> bool:
        """Whether the match is over without ever having begun."""
        return self.phase is Phase.OVER and self.state is None

    @property
    def is_held(self) -> bool:
        """Whether the coming deadline waits for the GM."""
        return self.life.hold is not None

    def setting(self, name: str) -> OptionValue:
        """One of the house's settings: as it was changed, else as the match was opened, else as matches are."""
        return self.life.settings.get(name, self.options.get(name, _DEFAULTS[name]))

    @property
    def by_hand(self) -> Mapping[str, int]:
        """The faces that the GM threw by hand, by the names of the dice; later ones take the place of earlier ones."""
        return {name: face for given in self.given for name, face in given.faces.items()}

    @property
    def is_timed(self) -> bool:
        """Whether the coming turn has a deadline: it has while the match runs, unless its game says otherwise."""
        game = self.game
        return self.phase is Phase.RUNNING and (game.is_timed is None or game.is_timed(self.state))

    @property
    def hears_orders(self) -> bool:
        """Whether anything can come of orders: a deadline, or the orders themselves, must be able to close the turn."""
        return self.is_timed or (self.phase is Phase.RUNNING and self.game.is_ready is not None)

    @property
    def stake(self) -> int:
        """The pence that every seat pays in when play begins."""
        return self.game.stake(self.options) if self.game.stake else 0

    def seat_of(self, player: int) -> int | None:
        """The seat of that player, if they have one."""
        return next((seat for seat, taken_by in self.players.items() if taken_by == player), None)

    def standby(self, player: int) -> Standby | None:
        """That player among those who stand by, if they do."""
        return next((each for each in self.life.standbys if each.player == player), None)

    def place(self, player: int) -> int:
        """The place of somebody who stands by: before the start on the waiting list, for those who wait for a seat."""
        mine = self.standby(player)
        before_start = self.phase is Phase.SIGN_UP and mine is not None and mine.waits
        line = self.life.waiting if before_start else self.life.standbys
        return next((place for place, each in enumerate(line, start=1) if each.player == player), 0)

    def dice(self, seed: bytes) -> Dice:
        """The dice of this match, those thrown by hand included and the players' words mixed in."""
        return Dice(seed, self.by_hand, mixed(self.salt))

    def standing(self, seat: int) -> tuple[Order, ...]:
        """What stands for the coming deadline from that seat."""
        return self.book.get(seat, ())

    def situated(self, seat: int, reading: Reading) -> Reading:
        """What was read from a seat's letter, with examples in its hints that could be ordered in this position."""
        examples = self.game.examples
        if not (examples and reading.complaints and self.phase is Phase.RUNNING):
            return reading
        complaints = tuple(situated(each, examples(self.state, seat, each)) for each in reading.complaints)
        return replace(reading, complaints=complaints)

    def owed(self, seat: int) -> tuple[str, ...]:
        """What that seat still owes for the coming deadline."""
        if self.phase is not Phase.RUNNING or seat in self.resigned:
            return ()
        return self.game.owed(self.state, seat, self.standing(seat))

    def may_pass(self, seat: int) -> bool:
        """Whether that seat may say that it sends nothing, or nothing more, this turn."""
        may_pass = self.game.may_pass
        return may_pass is None or may_pass(self.state, seat, self.standing(seat))

    def awaited(self) -> Mapping[int, tuple[str, ...]]:
        """What every seat still owes for the coming deadline; seats that owe nothing are left out."""
        owed = {seat: self.owed(seat) for seat in sorted(self.seats)}
        return {seat: things for seat, things in owed.items() if things}

    def is_excused(self, seat: int) -> bool:
        """Whether nothing is asked of a seat this turn: the GM said so, or its player is away at the deadline."""
        return seat in self.life.excused or self.life.is_away(seat, self.due)

    def put_off(self, due: datetime) -> tuple[datetime, tuple[Vacation, ...]]:
        """The deadline, or the first one at the same time of day for which nobody is away of whom something is asked;
        and the vacations for which that is so.
        """
        causes: tuple[Vacation, ...] = ()
        if self.setting("vacation") != "moves" or self.phase is not Phase.RUNNING:
            return due, causes
        asked = {seat for seat in self.seats.keys() - self.resigned if self.game.owed(self.state, seat, ())}
        vacations = [each for each in self.life.vacations if each.seat in asked]
        after, days = due, 0
        while away := tuple(each for each in vacations if each.covers(after)):
            days, causes = days + 1, (*causes, *away)
            after = later(due, Amount(days, "day"), self.opened.zone)  # from the first: a night may lack that hour
        return after, causes

    @property
    def undecided(self) -> frozenset[int]:
        """Seats that may still begin and have said nothing yet: to begin later could cost them something."""
        may_begin = self.game.may_begin
        if may_begin is None or self.phase is not Phase.RUNNING:
            return frozenset()
        silent = [each for each in self.seats if not self.standing(each) and not self.is_excused(each)]
        return frozenset(each for each in silent if may_begin(self.state, each)) - self.passed - self.resigned

    def missing(self) -> Mapping[int, tuple[str, ...]]:
        """What is still missing from seats that have not said that they send nothing, and that are not excused."""
        awaited = self.awaited()
        return {each: awaited[each] for each in awaited if each not in self.passed and not self.is_excused(each)}


def fold(game: Game[Any], journal: Iterable[Event]) -> Match:
    """The match that a journal tells, from its first entry on. Where the GM has ruled, that is what holds."""
    entries = tuple(journal)
    first, *rest = (told.event for told in history(entries))
    if not isinstance(first, MatchOpened):
        raise ValueError(f"a journal begins with MatchOpened, not {type(first).__name__}")
    match = Match(game, first)
    for event in rest:
        match = evolve(match, event)
    return replace(match, events=len(entries))


def evolve(match: Match, event: Event) -> Match:
    """The match after one more event. A ruling is none of its own: what it tells instead has to be folded anew."""
    return replace(_evolved(match, event), events=match.events + 1)


def _evolved(match: Match, event: Event) -> Match:
    match event:
        case SeatTaken(seat=seat, player=player, name=name):
            seats = {**match.seats, seat: Seat(seat, name)}
            life = match.life.without_standby(player)
            return replace(match, seats=seats, players={**match.players, seat: player}, life=life)
        case SeatLeft(seat=seat) if match.phase is Phase.SIGN_UP:
            book = _without(match.book, seat)
            return replace(match, seats=_without(match.seats, seat), players=_without(match.players, seat), book=book)
        case SeatLeft(seat=seat):
            return replace(match, book=_without(match.book, seat), resigned=match.resigned | {seat})
        case SeatHandedOver(seat=seat, player=player):
            life = replace(match.life.without_standby(player), silent=_without(match.life.silent, seat))
            return replace(match, players={**match.players, seat: player}, life=life)
        case DiceGiven():
            return replace(match, given=(*match.given, event))
        case MatchStarted():
            return replace(match, phase=Phase.RUNNING, turn=1)
        case DeadlineSet(turn=turn, due=due) if turn == match.turn:
            return replace(match, due=due, life=replace(match.life, hold=None, vacations=_spent(match, event)))
        case OrdersFiled(seat=seat, orders=orders):
            life = match.life.heard(seat)
            return replace(match, book={**match.book, seat: orders}, passed=match.passed - {seat}, life=life)
        case NothingOrdered(seat=seat):
            return replace(match, passed=match.passed | {seat}, life=match.life.heard(seat))
        case TurnClosed(turn=turn):
            life = next_turn(match.life, _silent(match))
            return replace(match, turn=turn + 1, last_due=match.due, due=None, book={}, passed=frozenset(), life=life)
        case MatchEnded():
            return replace(match, phase=Phase.OVER, due=None)
        case SaltGiven(seat=seat, word=word):
            return replace(match, salt={**match.salt, seat: word})
        case DeadlineSet() | MatchClosed() | GmRuled() | MoneyPaid() | OrdersLate() | TurnExcused() | PointsGiven():
            return match
        case RulingGiven():
            raise ValueError("a ruling changes the past, so the journal has to be folded from its beginning")
        case MatchOpened():
            raise ValueError("a match is opened once")
        case _ if isinstance(event, BESIDE_PLAY):
            return replace(match, life=_lived(match.life, match.turn, event))
        case _:
            return replace(match, state=match.game.evolve(match.state, event))


def _lived(life: Life, turn: int, event: Event) -> Life:
    """The life of a match after an event that does not concern play, while that turn is the coming one."""
    match event:
        case SettingChanged(name=name, value=value):
            unheard = frozenset[int]() if name == "early" else life.unheard
            return replace(life, settings={**life.settings, name: value}, unheard=unheard)
        case DeadlineHeld(why=why, at=at):
            return replace(life, hold=Hold(why, at, life.hold if why == "pause" else None))
        case DeadlineFreed():
            return replace(life, hold=None)
        case WaitSaid(seat=seat, waits=waits):
            return replace(life.heard(seat), waits=life.waits | {seat} if waits else life.waits - {seat})
        case LettersAwaited(turn=opened, seats=seats):
            return replace(life, unheard=frozenset(seats)) if opened == turn else life
        case SeatExcused(seat=seat, excused=excused):
            return replace(life, excused=life.excused | {seat} if excused else life.excused - {seat})
        case VacationTaken(seat=seat, begins=begins, ends=ends, days=days):
            return replace(life, vacations=(*life.vacations, Vacation(seat, begins, ends, days)))
        case VacationCancelled(seat=seat, at=at):
            after = (each.called_off(at) if each.seat == seat else each for each in life.vacations)
            return replace(life, vacations=tuple(each for each in after if each))
        case StandbyListed(player=player, waits=waits, pseudonym=pseudonym):
            others = life.without_standby(player)
            return replace(others, standbys=(*others.standbys, Standby(player, waits, pseudonym)))
        case StandbyStruck(player=player):
            return life.without_standby(player)
        case PressSent(seat=seat, text=text, shade=shade, byline=byline):
            new = Press(turn, seat, text, shade, byline, life.pieces + 1)
            return replace(life, press=(*life.press, new), pieces=new.number)
        case PressTakenBack(seat=seat):
            return replace(life, press=tuple(each for each in life.press if (each.seat, each.turn) != (seat, turn)))
        case PressStruck(number=number):
            return replace(life, press=tuple(each for each in life.press if each.number != number))
        case TurnPreviewed(dice=dice):
            return replace(life, previewed=life.previewed | frozenset(dice))
        case _:
            raise TypeError(f"{type(event).__name__} is about play")


def _spent(match: Match, event: DeadlineSet) -> tuple[Vacation, ...]:
    """The vacations after a deadline was set: those for which it was put off are spent, whatever becomes of them."""
    if match.setting("vacation") != "moves":
        return match.life.vacations
    if event.but_for is None:  # by the GM, or told by a journal from before
        return tuple(each.moved(match.due, event.due) for each in match.life.vacations)
    _, causes = match.put_off(event.but_for)
    return tuple(each.spent() if each in causes else each for each in match.life.vacations)


def _silent(match: Match) -> Mapping[int, int]:
    """For how many turns in a row each seat has sent nothing, once the coming turn has closed."""
    before = match.life.silent
    unheard = [seat for seat in match.missing() if not match.standing(seat)]
    excused = {seat: turns for seat, turns in before.items() if match.is_excused(seat)}
    return excused | {seat: before.get(seat, 0) + 1 for seat in unheard}


def _without(mapping: Mapping[int, Any], key: int) -> Mapping[int, Any]:
    return {each: value for each, value in mapping.items() if each != key}
