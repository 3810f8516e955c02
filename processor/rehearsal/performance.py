"""Plays a transcript: every step in turn, on the stage that its head has set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, assert_never

from processor.core.calendar import Refusal
from processor.core.game import Game
from processor.core.match import Match, Phase
from processor.desk.counter import instruct
from processor.desk.times import moment
from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.script import (
    DeskSleeps,
    DeskWakes,
    LetterCame,
    Script,
    Step,
    TheMatchBegins,
    TimePasses,
    TurnCloses,
    TurnWas,
)
from processor.rehearsal.setting import set_up
from processor.rehearsal.stage import SIGN_UP, Output, Stage, advance, busy, output, receive
from processor.rehearsal.times import AroundDeadline, Later, OnCalendar, When, on_calendar
from processor.store import matches, schedule

A_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Scene:
    """A step of the transcript and what came of it."""

    step: Step
    at: datetime
    output: Output


@dataclass(frozen=True)
class Performance:
    """A transcript played to its end: what the set-up made, what every step made, and the matches as they stand."""

    script: Script
    set_up: Output
    scenes: tuple[Scene, ...]
    matches: tuple[Match, ...]
    people: Mapping[str, str]
    """Who is behind an address."""


def perform(script: Script, games: Mapping[str, Game[Any]]) -> Performance:
    """Play a transcript. Raises ``BadTranscript`` where it cannot be played."""
    stage = set_up(script.house, script.matches, games)
    try:
        busy(stage)
        first = output(stage)
        scenes = tuple(_scenes(stage, script, first))
        people = {person.address: person.name for person in stage.people.values()}
        return Performance(script, first, scenes, tuple(_matches(stage)), people)
    finally:
        stage.desk.database.close()


def _scenes(stage: Stage, script: Script, opening: Output) -> Iterator[Scene]:
    for step in script.steps:
        if isinstance(step.happening, TheMatchBegins):
            _check_opening(step, script)
            yield Scene(step, stage.now, opening)
            continue
        _play(stage, step)
        yield Scene(step, stage.now, output(stage))


def _check_opening(step: Step, script: Script) -> None:
    if step is not script.steps[0]:
        raise BadTranscript(step.line, '"The match begins" stands before everything else that happens.')
    if not any(match.seats for match in script.matches):
        raise BadTranscript(step.line, 'no match begins yet: name the players below "seats" in the head.')


def _play(stage: Stage, step: Step) -> None:
    at = partial(_moment, stage, step)
    match step.happening:
        case LetterCame(when=when) as came:
            _go_on(stage, step, at(when))
            receive(stage, came)
            busy(stage)
        case TurnCloses(turn=turn, code=code, when=when):
            _close(stage, step, turn, code, at(when) if when else None)
        case TurnWas() as was:
            _turn_in_short(stage, step, was)
        case TimePasses(when=when):
            _go_on(stage, step, at(when))
            busy(stage)
        case DeskSleeps(when=when):
            _go_on(stage, step, at(when))
            stage.sleep()
        case DeskWakes(when=when):
            if not stage.asleep:
                raise BadTranscript(step.line, 'the desk is awake. Write "The desk sleeps" where the outage begins.')
            _go_on(stage, step, at(when))
            stage.wake()
            busy(stage)
        case TheMatchBegins():
            pass
        case _:
            assert_never(step.happening)


# --- Turns ------------------------------------------------------------------------------------------------


def _close(stage: Stage, step: Step, turn: int, code: str | None, at: datetime | None) -> None:
    """Close a turn at its deadline, as soon as the post of that moment has been read; or when the GM says so."""
    match = _running(stage, step, code)
    if match.turn != turn:
        raise BadTranscript(step.line, f"the coming deadline of {match.code} is that of turn {match.turn}, not {turn}.")
    if match.due is None:
        _go_on(stage, step, at or stage.now + A_MINUTE)
        instruct(stage.desk, f"run {match.code} turn {turn}", stage.now)
        busy(stage)
        return
    settled = (match.closes or match.due) + stage.desk.house.settle
    if at is not None and at < settled:
        early = f'To close it before, write "GM writes:" and below it "run {match.code} turn {turn}".'
        raise BadTranscript(step.line, f"the deadline is {moment(match.due, stage.zone)}. {early}")
    _go_on(stage, step, at or settled, closing=match.closes)
    busy(stage)


def _turn_in_short(stage: Stage, step: Step, was: TurnWas) -> None:
    """Play a turn of which only the orders are told; each of them must be good.

    Where the orders close the turn at once there is no deadline to wait for.
    """
    match = _running(stage, step, was.code)
    for sender, orders in was.orders:
        advance(stage, stage.now + A_MINUTE)
        receive(stage, LetterCame(sender, answers=True, when=None, body=orders.replace("; ", "\n")))
        busy(stage)
        _all_good(stage, sender.line)
    after = stage.file(match.code)
    if after is None or match.turn != was.turn or (after.match.phase, after.match.turn) == (match.phase, match.turn):
        _close(stage, step, was.turn, was.code, None)


def _all_good(stage: Stage, line: int) -> None:
    for receipt in stage.receipts:
        made = receipt.disposition
        refused = [f"{each.text}: {each.hint}" for part in made.parts for each in part.outcome.complaints]
        if refused or not any(part.outcome.accepted or part.outcome.told for part in made.parts):
            why = " ".join(refused) or f"The letter was {made.status}: {made.reason}."
            raise BadTranscript(line, f"these orders are not taken. {why}")
    stage.receipts.clear()


def _running(stage: Stage, step: Step, code: str | None) -> Match:
    running = [match for match in _matches(stage) if match.phase is Phase.RUNNING]
    named = [match for match in running if code in (None, match.code)]
    if len(named) == 1:
        return named[0]
    if not running:
        raise BadTranscript(step.line, "no match is running, so no turn can close.")
    codes = ", ".join(match.code for match in running)
    raise BadTranscript(
        step.line, f'please say of which match this is a turn, for instance "of {running[0].code}": {codes}.'
    )


def _matches(stage: Stage) -> Iterator[Match]:
    with stage.desk.database.reading() as store:
        codes = [record.code for record in matches.all(store)]
    for code in codes:
        file = stage.file(code)
        if file:
            yield file.match


# --- Time -------------------------------------------------------------------------------------------------


def _go_on(stage: Stage, step: Step, to: datetime, closing: datetime | None = None) -> None:
    """Let time pass, but never silently past a deadline."""
    if to < stage.now:
        above, this = moment(stage.now, stage.zone), moment(to, stage.zone)
        raise BadTranscript(step.line, f"this is on {this}, but it stands below something on {above}.")
    missed = None if stage.asleep or isinstance(step.happening, DeskWakes) else _missed(stage, to, closing)
    if missed:
        sentence = f"Turn {missed.turn} of {missed.match} closes"
        due = moment(missed.due, stage.zone)
        raise BadTranscript(step.line, f'before this a deadline passes, on {due}. Please write above: "{sentence}"')
    advance(stage, to)


def _missed(stage: Stage, to: datetime, closing: datetime | None) -> schedule.Deadline | None:
    with stage.desk.database.reading() as store:
        due = schedule.due_deadlines(store, to - stage.desk.house.settle)
    turns = [each for each in due if each.turn != SIGN_UP]
    return next((each for each in turns if closing is None or each.due < closing), None)


def _moment(stage: Stage, step: Step, when: When | None) -> datetime:
    match when:
        case None:
            return stage.now + A_MINUTE
        case Later(by):
            return stage.now + by
        case AroundDeadline(by, code):
            match = _running(stage, step, code)
            if match.due is None:
                raise BadTranscript(step.line, f"{match.code} has no deadline just now.")
            return match.due + by
        case OnCalendar(phrase):
            found = on_calendar(phrase, stage.now, stage.zone)
            if isinstance(found, Refusal):
                raise BadTranscript(
                    step.line, f"{found.words} (What stands above is on {moment(stage.now, stage.zone)}.)"
                )
            return found
