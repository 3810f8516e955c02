"""Plays a journal again from its facts, which is how a finished match is verified."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from processor.core.events import Event, MatchOpened, RulingGiven, Told, history, is_fact
from processor.core.game import Game
from processor.core.match import Match, Phase, fold
from processor.core.money import Movement, difference, movements_in
from processor.core.referee import happen

CORRECTION = "correction"


def replay(game: Game[Any], journal: Iterable[Event], seed: bytes) -> tuple[tuple[Event, ...], Match]:
    """The journal that the facts of a journal lead to, thrown anew: equal to it unless somebody meddled."""
    opened, *rest = [event for event in journal if is_fact(event)]
    if not isinstance(opened, MatchOpened):
        raise ValueError(f"a journal begins with MatchOpened, not {type(opened).__name__}")
    again: list[Event] = [opened]
    match = Match(game, opened)
    for fact in rest:
        if isinstance(fact, RulingGiven):
            again.append(_ruled_again(game, again, fact, seed))
            match = fold(game, again)
        elif match.phase is not Phase.OVER:
            ruling = happen(match, [fact], seed)
            again += ruling.events
            match = ruling.match
    return tuple(again), match


def moved_since(before: Sequence[Told], after: Sequence[Told]) -> tuple[Movement, ...]:
    """The money that has still to move when one history takes the place of another."""
    made, wanted = (movements_in(told.event for told in each) for each in (before, after))
    return difference(made, wanted, CORRECTION)


def _ruled_again(game: Game[Any], journal: Sequence[Event], ruling: RulingGiven, seed: bytes) -> RulingGiven:
    """The ruling, with what its facts lead to."""
    before = history(journal)
    kept = before[: ruling.kept]
    match = fold(game, [told.event for told in kept])
    instead: list[Told] = []
    for told in ruling.instead:
        if is_fact(told.event):
            made = happen(match, [told.event], seed)
            instead += [Told(told.number, event) for event in made.events]
            match = made.match
    return replace(ruling, instead=tuple(instead), movements=moved_since(before, (*kept, *instead)))
