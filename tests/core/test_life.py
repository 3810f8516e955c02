"""What the referee makes of holding, waiting, vacations and silence, told with a toy game."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from processor.core.calendar import Amount, OnDatesGiven, later
from processor.core.dice import commitment
from processor.core.events import DeadlineSet, Event, MatchOpened
from processor.core.game import Game, OptionValue
from processor.core.life import Vacation
from processor.core.match import Match, fold
from processor.core.orders import Written
from processor.core.referee import (
    CancelVacation,
    ChangeSetting,
    CloseTurn,
    Excuse,
    FileOrders,
    FreeDeadline,
    HoldDeadline,
    Instruction,
    OrderNothing,
    Resume,
    SayWait,
    SetDeadline,
    StartMatch,
    TakeSeat,
    TakeVacation,
    Why,
    days_left,
    decide,
    open_match,
)
from processor.core.replay import replay
from processor.core.ruling import Refusal
from tests.core.toy import TOY, Guess

SEED = bytes(range(32))
NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FRIDAY = NOON + 4 * DAY
GUESS = (Written(Guess(4), 1, "guess 4"),)


class Play:
    """A match of two, in which everything that is said can be followed to its journal."""

    def __init__(self, game: Game[Any] = TOY, due: datetime | None = FRIDAY, **options: OptionValue) -> None:
        opened = MatchOpened(
            "toy-1", "toy", "Toy", commitment(SEED), OnDatesGiven(), "Europe/London", 2, 3, None, options
        )
        ruling = open_match(game, opened)
        self.match: Match = ruling.match
        self.journal: tuple[Event, ...] = ruling.events
        for instruction in (TakeSeat(11, "Ann"), TakeSeat(12, "Bob"), StartMatch(due)):
            self.does(instruction)

    def does(self, instruction: Instruction) -> Match:
        made = decide(self.match, instruction, SEED)
        assert not isinstance(made, Refusal), made
        self.match, self.journal = made.match, (*self.journal, *made.events)
        return self.match

    def refuses(self, instruction: Instruction) -> str:
        made = decide(self.match, instruction, SEED)
        assert isinstance(made, Refusal)
        return made.reason


def test_a_held_deadline_goes_ahead_when_the_gm_says_so() -> None:
    play = Play()
    assert play.refuses(FreeDeadline()) == "not-held"
    assert play.does(HoldDeadline("gm", NOON)).is_held
    assert play.refuses(HoldDeadline("gm", NOON)) == "already-held"
    assert play.refuses(HoldDeadline("outage", NOON)) == "already-held"
    assert not play.does(FreeDeadline()).is_held


def test_a_new_deadline_and_a_closed_turn_end_a_hold() -> None:
    play = Play()
    play.does(HoldDeadline("outage", NOON))
    assert not play.does(SetDeadline(1, FRIDAY + DAY)).is_held
    play.does(HoldDeadline("outage", NOON))
    assert not play.does(CloseTurn(1, FRIDAY + 7 * DAY)).is_held


def test_a_paused_match_moves_only_when_it_is_resumed() -> None:
    play = Play()
    play.does(HoldDeadline("pause", NOON))
    for instruction in (CloseTurn(1, None), SetDeadline(1, FRIDAY + DAY), FreeDeadline()):
        assert play.refuses(instruction) == "paused"
    assert play.does(Resume(FRIDAY + DAY)).due == FRIDAY + DAY
    assert play.refuses(Resume(FRIDAY)) == "not-paused"


def test_a_turn_can_be_run_early_when_all_is_in_and_nobody_waits() -> None:
    play = Play(early=True)
    assert not play.match.is_all_in
    assert not play.does(FileOrders(1, GUESS)).is_all_in
    assert play.does(FileOrders(2, GUESS)).is_all_in
    assert not play.does(SayWait(2, waits=True)).is_all_in
    assert play.does(SayWait(2, waits=False)).is_all_in
    assert not play.does(HoldDeadline("gm", NOON)).is_all_in
    assert not play.does(CloseTurn(1, FRIDAY + 7 * DAY)).is_all_in


def test_who_said_that_nothing_comes_and_who_is_excused_is_not_waited_for() -> None:
    play = Play(early=True)
    play.does(FileOrders(1, GUESS))
    assert play.does(OrderNothing(2)).is_all_in
    play.does(CloseTurn(1, FRIDAY + 7 * DAY))
    play.does(FileOrders(1, GUESS))
    assert play.does(Excuse(2, 2)).is_all_in
    assert not play.does(Excuse(2, 2, excused=False)).is_all_in
    assert play.refuses(Excuse(2, 2, excused=False)) == "excused-as-before"
    assert play.refuses(Excuse(2, 3)) == "wrong-turn"


def test_without_the_setting_no_turn_is_run_early() -> None:
    play = Play()
    play.does(FileOrders(1, GUESS))
    assert not play.does(FileOrders(2, GUESS)).is_all_in
    assert play.does(ChangeSetting("early", True)).is_all_in
    assert play.refuses(ChangeSetting("early", True)) == "setting-as-before"


def test_grace_closes_the_turn_later_than_its_deadline() -> None:
    play = Play()
    assert play.match.closes == FRIDAY
    assert play.does(ChangeSetting("grace", 90)).closes == FRIDAY + timedelta(minutes=90)


def test_missed_turns_in_a_row_are_counted_until_something_comes() -> None:
    play = Play(turns=9)
    week = FRIDAY
    turns: list[tuple[Instruction, dict[int, int]]] = [
        (FileOrders(1, GUESS), {2: 1}),
        (FileOrders(1, GUESS), {2: 2}),
        (Excuse(2, 3), {1: 1, 2: 2}),
        (OrderNothing(2), {1: 2}),
        (FileOrders(1, GUESS), {2: 1}),
    ]
    for turn, (instruction, silent) in enumerate(turns, start=1):
        play.does(instruction)
        week += 7 * DAY
        assert play.does(CloseTurn(turn, week)).life.silent == silent, turn


def test_a_deadline_in_a_vacation_is_moved_to_the_first_day_after_it_at_the_same_hour() -> None:
    play = Play()
    away = TakeVacation(2, FRIDAY + 6 * DAY - 12 * HOUR, FRIDAY + 8 * DAY + 12 * HOUR)
    assert play.does(away).due == FRIDAY
    after = play.does(CloseTurn(1, FRIDAY + 7 * DAY))
    assert after.due == later(FRIDAY + 9 * DAY, Amount(0, "day"), "Europe/London")


def test_a_vacation_over_the_night_that_lacks_the_hour_moves_the_deadline_to_that_hour_of_another() -> None:
    half_past_one = datetime(2027, 3, 27, 1, 30, tzinfo=UTC)
    play = Play(due=half_past_one - 7 * DAY)
    play.does(
        TakeVacation(2, half_past_one - HOUR, half_past_one + DAY + HOUR)
    )  # on the 28th there is no half past one
    assert play.does(CloseTurn(1, half_past_one)).due == datetime(2027, 3, 29, 0, 30, tzinfo=UTC)


def test_days_stay_spent_that_put_off_the_deadline_of_the_next_turn_before_they_began() -> None:
    play = Play()
    play.does(TakeVacation(2, FRIDAY + 6 * DAY, FRIDAY + 9 * DAY))  # the next deadline would be in it
    play.does(TakeVacation(1, FRIDAY + 9 * DAY, FRIDAY + 11 * DAY))  # so would be the day to which it is put off
    play.does(TakeVacation(2, FRIDAY + 20 * DAY, FRIDAY + 22 * DAY))  # nothing is put off for this one
    after = play.does(CloseTurn(1, FRIDAY + 7 * DAY))
    assert play.journal[-1] == DeadlineSet(2, FRIDAY + 11 * DAY, FRIDAY + 7 * DAY)
    for seat, spent in ((2, 3), (1, 2)):
        play.does(CancelVacation(seat, FRIDAY + DAY))
        assert days_left(play.match, seat, FRIDAY + 30 * DAY) == 14 - spent
    assert replay(TOY, play.journal, SEED)[0] == play.journal
    assert after.due == play.match.due


def test_a_journal_from_before_does_not_tell_what_put_a_deadline_off_and_still_replays() -> None:
    play = Play()
    play.does(TakeVacation(2, FRIDAY + 6 * DAY, FRIDAY + 9 * DAY))
    play.does(CloseTurn(1, FRIDAY + 7 * DAY))
    older = [replace(each, but_for=None) if isinstance(each, DeadlineSet) else each for each in play.journal]
    assert fold(TOY, older).due == FRIDAY + 9 * DAY
    assert not any(each.has_moved for each in fold(TOY, older).life.vacations)


def test_a_vacation_that_excuses_moves_nothing_and_is_no_missed_turn() -> None:
    play = Play(vacation="excuses")
    play.does(TakeVacation(2, NOON, FRIDAY + DAY))
    play.does(FileOrders(1, GUESS))
    assert play.match.is_excused(2)
    after = play.does(CloseTurn(1, FRIDAY + 7 * DAY))
    assert after.due == FRIDAY + 7 * DAY
    assert after.life.silent == {}


def test_a_vacation_that_is_longer_than_the_days_left_counts_for_those() -> None:
    play = Play(vacation_days=10)
    play.does(TakeVacation(1, NOON, NOON + 7 * DAY))
    longer = TakeVacation(1, NOON + 30 * DAY, NOON + 33 * DAY + HOUR)
    play.does(longer)
    assert play.match.life.vacations[-1] == Vacation(1, NOON + 30 * DAY, NOON + 33 * DAY, 3)
    assert play.refuses(longer) == "no-days-left"


def test_nobody_has_more_days_of_vacation_than_there_are_in_a_year() -> None:
    play = Play(vacation_days=10)
    play.does(TakeVacation(1, NOON, NOON + 7 * DAY))
    assert days_left(play.match, 1, NOON + 30 * DAY) == 3
    assert days_left(play.match, 1, NOON + 400 * DAY) == 10
    assert days_left(play.match, 2, NOON + 30 * DAY) == 10
    play.does(CancelVacation(1, NOON))
    assert days_left(play.match, 1, NOON + 30 * DAY) == 10
    assert play.refuses(CancelVacation(1, NOON)) == "no-vacation"


def test_a_match_may_know_no_vacations() -> None:
    assert Play(vacation="off").refuses(TakeVacation(1, NOON, FRIDAY)) == "no-vacations"
    assert Play().refuses(TakeVacation(1, FRIDAY, NOON)) == "vacation-backwards"


def test_all_of_it_is_in_the_journal_and_replays_to_the_same_match() -> None:
    play = Play(early=True)
    for instruction in (
        HoldDeadline("gm", NOON),
        FreeDeadline(),
        SayWait(1, waits=True),
        Excuse(2, 1),
        TakeVacation(1, FRIDAY + 6 * DAY, FRIDAY + 8 * DAY),
        ChangeSetting("grace", 60),
        CloseTurn(1, FRIDAY + 7 * DAY),
        HoldDeadline("pause", NOON),
        Resume(FRIDAY + 10 * DAY),
    ):
        play.does(instruction)
    assert fold(TOY, play.journal) == play.match
    again, match = replay(TOY, play.journal, SEED)
    assert again == play.journal
    assert replace(match, state=None) == replace(play.match, state=None)
    assert DeadlineSet(2, FRIDAY + 10 * DAY) in play.journal


QUICK = replace(TOY, is_ready=lambda table, book: all(book.get(seat) for seat in table.names))
"""The toy, but a turn closes as soon as everybody has guessed."""


def test_a_full_order_book_closes_nothing_in_a_match_that_stands_still() -> None:
    ends: tuple[tuple[Why, Instruction], ...] = (
        ("pause", Resume(FRIDAY + DAY, FRIDAY + 7 * DAY)),
        ("gm", FreeDeadline(FRIDAY + 7 * DAY)),
        ("outage", FreeDeadline(FRIDAY + 7 * DAY)),
        ("clock", SetDeadline(1, FRIDAY + DAY, FRIDAY + 7 * DAY)),
    )
    for why, goes_on in ends:
        play = Play(game=QUICK)
        play.does(HoldDeadline(why, NOON))
        for seat in (1, 2):
            assert play.does(FileOrders(seat, GUESS)).turn == 1
        after = play.does(goes_on)
        assert (after.turn, after.due, after.is_held) == (2, FRIDAY + 7 * DAY, False)
        assert replay(QUICK, play.journal, SEED) == (play.journal, after)


def test_a_match_without_a_date_is_paused_and_goes_on_without_one() -> None:
    play = Play(game=QUICK, due=None)
    assert play.refuses(HoldDeadline("gm", NOON)) == "no-deadline-to-hold"
    assert play.does(HoldDeadline("pause", NOON)).is_held
    assert not play.does(Resume(None)).is_held
