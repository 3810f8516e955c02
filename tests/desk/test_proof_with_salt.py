"""The proof of a match in whose dice the players' words are mixed."""

import pytest

from processor.core.calendar import OnDatesGiven
from processor.core.dice import commitment
from processor.core.events import Event, MatchOpened, SeatTaken, rolls_in
from processor.core.match import Match
from processor.core.referee import CloseMatch, GiveDice, GiveSalt, Instruction, StartMatch, TakeSeat, decide, open_match
from processor.core.ruling import Refusal, Ruling
from processor.desk import proof
from processor.desk.house import codecs_for
from processor.games import all_games

SEED = bytes(range(32))
MASKED = next(game for game in all_games().values() if game.pseudonyms)
"""A game in which names are drawn while players are still joining."""

CODECS = codecs_for(all_games())
SIGN_UP: tuple[Instruction, ...] = tuple(TakeSeat(player, f"Player {player}") for player in range(1, 5))


def opened(salt: bool = True) -> Match:
    options = {option.name: option.default for option in MASKED.options} | {"salt": salt}
    seats = MASKED.fewest_seats, MASKED.most_seats
    facts = MatchOpened("m-1", MASKED.name, "M", commitment(SEED), OnDatesGiven(), "UTC", *seats, None, options)
    return open_match(MASKED, facts).match


def played(*instructions: Instruction) -> tuple[Event, ...]:
    match = opened()
    events: tuple[Event, ...] = (match.opened,)
    for instruction in (*SIGN_UP, *instructions):
        made = decide(match, instruction, SEED)
        assert isinstance(made, Ruling), made
        match, events = made.match, (*events, *made.events)
    return events


def text_of(events: tuple[Event, ...]) -> str:
    return proof.write(SEED, events, CODECS[MASKED.name])


def faults(text: str) -> tuple[str, ...]:
    _, read = proof.read(text, CODECS)
    return proof.faults(read, MASKED)


SALTED = played(GiveSalt(2, "quince"), GiveSalt(1, "anise"), GiveSalt(1, "periwinkle"), StartMatch(None), CloseMatch())


def test_a_true_proof_holds_and_has_the_words_in_the_order_of_the_seats() -> None:
    text = text_of(SALTED)
    assert "\nsalt periwinkle+quince\n" in text
    assert faults(text) == ()


def test_names_are_drawn_without_salt_and_everything_else_is_thrown_with_it() -> None:
    lines = text_of(SALTED).split("\n\n")[1].splitlines()[1:]
    drawn = [line for line in lines if "/pseudonym/" in line]
    assert len(drawn) == len(SIGN_UP)
    assert not [line for line in drawn if line.startswith("periwinkle")]
    assert all(line.startswith("periwinkle+quince/") for line in lines if line not in drawn)


def test_other_words_make_other_dice_of_the_same_seed() -> None:
    other = played(GiveSalt(2, "quince"), GiveSalt(1, "anise"), StartMatch(None))
    faces = [[roll.face for roll in rolls_in(events)[len(SIGN_UP) :]] for events in (SALTED, other)]
    assert faces[0] != faces[1]


@pytest.mark.parametrize(
    ("true", "forged", "fault"),
    [
        ("salt periwinkle+quince", "salt periwinkle+quinces", "the salt at the head is not the words"),
        ("\nsalt periwinkle+quince", "", "the salt at the head is not the words"),
        ('"word":"periwinkle"', '"word":"parsnip"', "the salt at the head is not the words"),
    ],
)
def test_words_that_are_not_those_of_the_players_are_found(true: str, forged: str, fault: str) -> None:
    text = text_of(SALTED)
    assert true in text
    assert faults(text.replace(true, forged))[0].startswith(fault)


def test_dice_thrown_by_hand_need_no_salt() -> None:
    names = [event.name for event in SALTED if isinstance(event, SeatTaken)]
    text = text_of(played(GiveSalt(1, "anise"), GiveDice(f"{names[0]} 1.1: 5"), StartMatch(None), CloseMatch()))
    assert " 5 by hand\n" in text
    assert faults(text) == ()


@pytest.mark.parametrize(
    ("match", "instruction", "reason"),
    [
        (opened(salt=False), GiveSalt(1, "anise"), "no-salt"),
        (opened(), GiveSalt(1, "anise"), None),
    ],
)
def test_salt_is_taken_where_the_gm_has_said_so(match: Match, instruction: Instruction, reason: str | None) -> None:
    made = decide(match, instruction, SEED)
    assert (made.reason if isinstance(made, Refusal) else None) == reason


def test_salt_after_the_start_comes_too_late() -> None:
    match = opened()
    for instruction in (*SIGN_UP, StartMatch(None)):
        made = decide(match, instruction, SEED)
        assert isinstance(made, Ruling)
        match = made.match
    late = decide(match, GiveSalt(1, "anise"), SEED)
    assert isinstance(late, Refusal)
    assert late.reason == "too-late-for-salt"
