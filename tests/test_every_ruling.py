"""What a ruling makes of a match must be the match that its facts would have made from the start, in every game."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from processor.core.events import Event, PointsGiven, Told, TurnClosed, TurnExcused, history
from processor.core.game import Game
from processor.core.match import Match, Phase, fold
from processor.core.money import movements_in, sums
from processor.core.orders import Written
from processor.core.referee import CloseMatch, CloseTurn, FileOrders, Instruction, decide, happen
from processor.core.remedy import AmendOrders, ExcuseTurn, GivePoints, Remedy, RollBack
from processor.core.replay import replay
from processor.core.revision import Revision, orders_at, revise
from processor.core.ruling import Refusal, Ruling
from processor.core.text import lines, normalise
from processor.store.codec import Codec, dump
from tests.test_every_game import GAMES, MOST_TURNS, Table, bot, every_game, table

NUMBERS = range(4)


@dataclass
class Recorded(Table):
    """A table that remembers what it was told, and how long its journal was before each of it."""

    told: list[tuple[int, Instruction]] = field(default_factory=list)

    def tell(self, instruction: Any) -> Ruling:
        self.told.append((len(self.journal), instruction))
        return super().tell(instruction)


@cache
def played(name: str, number: int) -> Recorded:
    """A match between bots who often forget to write."""
    game = next(each for each in GAMES if each.name == name)
    rng = Random(number)
    begun = table(game, max(game.fewest_seats, 3), bytes([number]) * 32)
    made = Recorded(begun.match, begun.seed, begun.journal)
    seats = sorted(made.match.seats)
    while made.match.phase is Phase.RUNNING and made.match.turn <= MOST_TURNS // 3:
        for seat in seats:
            text = bot(game).letter(made.view(seat), rng)
            if text and made.match.phase is Phase.RUNNING and (made.match.turn == 1 or rng.random() < 0.8):
                made.letter(seat, text)
        if made.match.phase is Phase.RUNNING:
            made.close()
        if made.match.phase is Phase.RUNNING and hasattr(bot(game), "gm_letter"):
            made.hear_gm(bot(game).gm_letter(made.view(None), rng))
    if number % 2 and made.match.phase is Phase.RUNNING:
        made.tell(CloseMatch())
    return made


def amended(made: Table, turn: int, seat: int, rng: Random) -> tuple[Written, ...]:
    """Orders that the seat might have sent for that turn."""
    game = made.match.game
    then = orders_at(game, made.journal, turn)
    assert then
    return game.read(lines(normalise(bot(game).letter(game.view(then.state, seat), rng) or ""))).written


def from_the_start(made: Recorded, remedy: Remedy) -> tuple[list[Event], Match]:
    """The same match, told the same things, with the remedy's fact where it belongs."""
    place = place_of(made, remedy)
    first = next(size for size, _ in made.told)
    journal = list(made.journal[:first])
    match = fold(made.match.game, journal)
    for size, instruction in [*made.told, (len(made.journal), None)]:
        before = match
        if size == place:
            match = tell(journal, match, remedy, made.seed)
            if (
                isinstance(remedy, AmendOrders)
                and isinstance(instruction, FileOrders)
                and instruction.seat == remedy.seat
            ):
                continue  # these closed the turn at once; the others come in their place
        if isinstance(instruction, CloseTurn):
            is_ended = match.turn > before.turn  # by the remedy, and so not by its deadline as well
            instruction = None if is_ended else CloseTurn(match.turn, None)
        if instruction is not None:
            match = tell(journal, match, instruction, made.seed)
    return journal, match


def place_of(made: Recorded, remedy: Remedy) -> int:
    """The length of the journal when the fact should have come: just before the turn closed, by whatever closed it."""
    if isinstance(remedy, GivePoints):
        return made.told[-1][0] if made.match.phase is Phase.OVER else len(made.journal)
    closing = made.journal.index(TurnClosed(remedy.turn))
    return max(size for size, _ in made.told if size <= closing)


def tell(journal: list[Event], match: Match, what: Instruction | Remedy, seed: bytes) -> Match:
    match what:
        case AmendOrders(seat=seat, written=written):
            answer = decide(match, FileOrders(seat, written), seed)
        case ExcuseTurn(seat=seat):
            answer = happen(match, [TurnExcused(seat)], seed)
        case GivePoints(seat=seat, points=points, why=why):
            answer = happen(match, [PointsGiven(seat, points, why)], seed)
        case RollBack():
            raise AssertionError("nothing that is told later would make a turn open again")
        case _:
            answer = decide(match, what, seed)
    if isinstance(answer, Refusal):
        return match
    journal.extend(answer.events)
    return answer.match


def ruled(made: Table, *remedies: Remedy, since: Sequence[Event] = ()) -> Revision:
    revision = revise(made.match.game, (*made.journal, *since), 12, ("as told",), remedies, made.seed)
    assert isinstance(revision, Revision), revision
    return revision


def events(told: Sequence[Told]) -> list[Event]:
    return [each.event for each in told]


@st.composite
def rulings(draw: st.DrawFn, game: Game[Any]) -> tuple[Recorded, Remedy]:
    made = played(game.name, draw(st.sampled_from(NUMBERS)))
    return made, draw(remedy_for(made))


@st.composite
def remedy_for(draw: st.DrawFn, made: Recorded) -> Remedy:
    game = made.match.game
    turns = [event.turn for event in made.journal if isinstance(event, TurnClosed)]
    turn, seat = draw(st.sampled_from(turns)), draw(st.sampled_from(sorted(made.match.seats)))
    remedies: list[Remedy] = [AmendOrders(seat, turn, amended(made, turn, seat, Random(draw(st.integers(0, 99)))))]
    if game.excuse:
        remedies.append(ExcuseTurn(seat, turn))
    if game.award:
        remedies.append(GivePoints(seat, draw(st.integers(-90, 90)), "a late hour"))
    return draw(st.sampled_from(remedies))


@st.composite
def remedies_for(draw: st.DrawFn, made: Recorded) -> list[Remedy]:
    """Nothing at all, a roll-back, or some other remedy."""
    turns = [event.turn for event in made.journal if isinstance(event, TurnClosed)]
    chosen = draw(st.sampled_from(["nothing", "roll back", "other"]))
    if chosen == "other":
        return [draw(remedy_for(made))]
    return [RollBack(draw(st.sampled_from(turns)))] if chosen == "roll back" else []


@every_game
@settings(max_examples=40)
@given(data=st.data())
def test_a_ruling_makes_the_match_that_its_facts_would_have_made_from_the_start(game, data):
    made, remedy = data.draw(rulings(game))
    revision = ruled(made, remedy)
    journal, match = from_the_start(made, remedy)
    assert events(history((*made.journal, revision.ruling))) == journal
    assert replace(revision.after, events=0) == replace(match, events=0)


@every_game
@settings(max_examples=20)
@given(data=st.data())
def test_a_journal_with_rulings_survives_and_can_be_played_again(game, data):
    made, remedy = data.draw(rulings(game))
    codec = Codec(game.events, game.orders)
    first = ruled(made, remedy)
    journal = (*made.journal, first.ruling)
    _, another = data.draw(rulings(game))
    second = revise(game, journal, 13, ("once more",), [another], made.seed)
    rulings_given = [first.ruling] + ([second.ruling] if isinstance(second, Revision) else [])
    for ruling in rulings_given:
        assert codec.load("RulingGiven", dump(ruling)) == ruling
    whole = (*made.journal, *rulings_given)
    again, match = replay(game, whole, made.seed)
    assert again == whole
    assert match == fold(game, whole)


@every_game
@settings(max_examples=15)
@given(data=st.data())
def test_a_case_that_is_ruled_on_again_comes_to_what_the_last_ruling_alone_comes_to(game, data):
    made, remedy = data.draw(rulings(game))
    anew = data.draw(remedies_for(made))
    first = ruled(made, remedy).ruling
    second = ruled(made, *anew, since=[first]).ruling
    alone = ruled(made, *anew).ruling
    assert events(history((*made.journal, first, second))) == events(history((*made.journal, alone)))
    moved = (*movements_in(made.journal), *first.movements, *second.movements)
    assert sums(moved) == sums((*movements_in(made.journal), *alone.movements))


@every_game
@settings(max_examples=15)
@given(data=st.data())
def test_a_roll_back_that_is_taken_back_costs_no_other_case_its_ruling(game, data):
    """Another case is ruled on while the turn is open again, and it comes to what it comes to without all that."""
    made, remedy = data.draw(rulings(game))
    assume(not isinstance(remedy, GivePoints))  # it counts in the turn that is open, which is another one here
    turns = [event.turn for event in made.journal if isinstance(event, TurnClosed)]
    first = ruled(made, RollBack(data.draw(st.sampled_from([each for each in turns if each >= remedy.turn])))).ruling
    other = revise(game, (*made.journal, first), 13, ("as told",), [remedy], made.seed)
    assert isinstance(other, Revision)
    second = ruled(made, since=[first, other.ruling]).ruling
    whole = (*made.journal, first, other.ruling, second)
    assert events(history(whole)) == events(history((*made.journal, ruled(made, remedy).ruling)))
    assert replay(game, whole, made.seed)[0] == whole


@every_game
@pytest.mark.parametrize("number", NUMBERS)
def test_a_ruling_without_a_remedy_changes_nothing(game, number):
    made = played(game.name, number)
    ruling = ruled(made).ruling
    assert (ruling.kept, ruling.instead, ruling.movements) == (len(made.journal), (), ())
    assert fold(game, (*made.journal, ruling)) == replace(made.match, events=len(made.journal) + 1)


@every_game
@pytest.mark.parametrize("number", NUMBERS)
def test_a_turn_that_is_rolled_back_is_open_again_as_if_nothing_had_come_after_it(game, number):
    made = played(game.name, number)
    for turn in {event.turn for event in made.journal if isinstance(event, TurnClosed)}:
        after = ruled(made, RollBack(turn)).after
        assert (after.phase, after.turn, after.due) == (Phase.RUNNING, turn, None)


@every_game
def test_the_rulings_tried_here_are_no_idle_ones(game):
    """Most of the amended orders make a difference, or else the properties above would say little."""
    made, rng = played(game.name, 0), Random(5)
    turns = [event.turn for event in made.journal if isinstance(event, TurnClosed)]
    tried = [AmendOrders(seat, turn, amended(made, turn, seat, rng)) for turn in turns for seat in made.match.seats]
    changing = [remedy for remedy in tried if ruled(made, remedy).changes_anything]
    assert changing
