"""What the GM tells, how it is read, and what is asked back."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.text import lines, normalise
from processor.games.deadpool import GAME
from tests.games.deadpool.table import ANNS, running, table


def read(text: str) -> tuple[list[str], list[str]]:
    """The GM's words in canonical form, and the labels of what was wrong."""
    assert GAME.read_gm
    reading = GAME.read_gm(lines(normalise(text)))
    return [GAME.say(written.order) for written in reading.written], [each.reason for each in reading.complaints]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("refuse pick Red Rum: not human", "refuse pick Red Rum: not human"),
        ("Refuse the pick Red Rum: not a human being.", "refuse pick Red Rum: not human"),
        ("refuse Elvis Presley (already dead)", "refuse pick Elvis Presley: not living"),
        ("refuse pick John Smith: not well-known", "refuse pick John Smith: not well known"),
        ("refuse pick Zoë O'Neill: isn't famous", "refuse pick Zoë O'Neill: not well known"),
        ("allow pick Red Rum", "allow pick Red Rum"),
        ("death Bob Hope on 4 March 1997", "death Bob Hope on 4 March 1997"),
        ("Death of Bob Hope on Tuesday, 4th March 1997.", "death Bob Hope on 4 March 1997"),
        ("death Bob Hope, March 4, 1997", "death Bob Hope on 4 March 1997"),
        ("death Bob Hope on 1997-03-04", "death Bob Hope on 4 March 1997"),
        ("death: Bob Hope on 4 Mar 1997 at 12:30", "death Bob Hope on 4 March 1997 12:30"),
        ("death Bob Hope on 4 March 1997 12:30 GMT", "death Bob Hope on 4 March 1997 12:30 GMT"),
        ("death Bob Hope on 4 March 1997 12:30:15 utc", "death Bob Hope on 4 March 1997 12:30:15 UTC"),
        (
            "death Bob Hope on 4 March 1997 8.30pm europe/london source: The Times, 5 March",
            "death Bob Hope on 4 March 1997 20:30 Europe/London source The Times, 5 March",
        ),
        ("death Bob Hope on 4 March 1997 according to the BBC", "death Bob Hope on 4 March 1997 source the BBC"),
        ("death Sammy Davis Jr. on 4 March 1997", "death Sammy Davis Jr. on 4 March 1997"),
        ("Bob Hope died on 4 March 1997 at noon", "death Bob Hope on 4 March 1997 12:00"),
        ("alive Bob Hope", "alive Bob Hope"),
        ("Bob Hope is still alive", "alive Bob Hope"),
        ("confirm winner", "confirm winner"),
        ("Confirm the winner, please.", "confirm winner"),
        ("confirm", "confirm winner"),
    ],
)
def test_the_gms_words_are_read_and_their_canonical_form_reads_back(words: str, said: str) -> None:
    assert read(words) == ([said], [])
    assert read(said) == ([said], [])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("refuse pick Red Rum", "refuse"),
        ("refuse pick Red Rum: a horse", "refuse"),
        ("allow", "allow"),
        ("allow (me)", "allow"),
        ("death Bob Hope", "death"),
        ("death Bob Hope yesterday", "death"),
        ("death on 4 March 1997", "death"),
        ("death Bob Hope on 4 March", "no-year"),
        ("death Bob Hope on 4/3/1997", "in-figures"),
        ("death Bob Hope on 31 February 1997", "no-such-day"),
        ("death Bob Hope on 1997-13-04", "no-such-day"),
        ("death Bob Hope on Monday 4 March 1997", "wrong-weekday"),
        ("death Bob Hope on 4 March 1997 12:30 Mars/Olympus", "no-such-zone"),
        ("confirm the winner of the raffle", "confirm"),
    ],
)
def test_what_the_gm_slips_in_is_asked_back(words: str, reason: str) -> None:
    assert read(words) == ([], [reason])


@pytest.mark.parametrize("words", ["Well done all.", "Deaths were few this month.", "I refuse to panic.", ""])
def test_what_is_no_word_for_this_game_is_left_alone(words: str) -> None:
    assert read(words) == ([], [])


def test_a_misspelt_name_is_asked_back_with_the_names_that_may_be_meant() -> None:
    match = running().gm("death Kieth Richard on 4 March 1997")
    assert match.reasons == ["did-you-mean"]
    assert "Did you mean Keith Richards?" in match.hints
    assert match.view().deaths == ()


def test_the_death_of_somebody_whom_nobody_named_is_not_noted() -> None:
    match = running().gm("death Winston Churchill on 4 March 1997")
    assert match.reasons == ["not-named"]


def test_a_death_on_the_day_of_the_start_needs_a_time() -> None:
    match = running().gm("death Keith Richards on 29 November 1996")
    assert match.reasons == ["time-needed"]
    assert "death Keith Richards on 29 November 1996 23:30" in match.hints


def test_another_spelling_in_the_game_is_pointed_out_and_not_taken_for_the_same() -> None:
    match = table(2, fee=0).letter("my three: Keith Richards; Bob Hope; Prince")
    match.letter("my three: Keef Richards; Thora Hird; Cher", 2).closes()
    match.gm("death Keith Richards on 4 March 1997")
    assert "near" in match.remarked
    assert match.winners() == ["Ann"]
    match.gm("death Keef Richards on 4 March 1997")
    assert match.winners() == ["Ann", "Bob"]


def test_a_name_that_was_spelt_otherwise_is_pointed_out_when_entries_are_printed() -> None:
    match = table(2).gm("refuse pick Spike Miligan: not living").letter(ANNS).pays(1).closes()
    assert [(each.name, each.near) for each in match.view().unmatched] == [("Spike Miligan", ("Spike Milligan",))]
    assert "Close to it is Spike Milligan" in match.shown("position")
    assert match.gm("refuse pick Spike Milligan: not living").view().unmatched == ()


def test_a_slip_in_the_name_to_be_refused_is_asked_back_while_entries_are_open() -> None:
    match = table(2).letter(ANNS).gm("refuse pick Spike Miligan: not living")
    assert match.reasons == ["did-you-mean"]
    assert match.gm("refuse pick Spike Milligan: not living").remarked == []


def test_a_name_that_nobody_has_sent_so_far_can_be_refused_beforehand() -> None:
    assert table(2).letter(ANNS).gm("refuse pick Red Rum: not human").remarked == ["nobody-yet"]


@pytest.mark.parametrize(
    ("words", "reasons"),
    [
        ("death Keith Richards on 5 March 1997", ["yet-to-come"]),
        ("death Keith Richards on 4 March 1997 12:01", ["yet-to-come"]),
        ("death Keith Richards on 4 March 2097", ["yet-to-come"]),
        ("death Keith Richards on 4 March 1997 13:30 Europe/Berlin", ["yet-to-come"]),
        ("death Keith Richards on 4 March 1997 12:00", []),
        ("death Keith Richards on 4 March 1997 12:45 Europe/Berlin", []),
        ("death Keith Richards on 4 March 1997", []),
    ],
)
def test_ruling_18_nobody_is_reported_dead_who_is_alive_so_far(words: str, reasons: list[str]) -> None:
    match = running()
    match.now = datetime(1997, 3, 4, 12, 0, tzinfo=UTC)
    assert match.gm(words).reasons == reasons
    assert len(match.view().deaths) == (not reasons)
    if reasons:
        assert match.hints.startswith("It is Tuesday 4 March 1997, 12:00 (UTC) just now.")


def test_there_is_nothing_to_confirm_before_somebody_has_won() -> None:
    assert table().gm("confirm winner").reasons == ["nothing-to-confirm"]
    assert running().gm("confirm winner").reasons == ["nothing-to-confirm"]


@pytest.mark.parametrize(
    ("words", "reason"), [("allow pick Bob Hope", "not-refused"), ("alive Bob Hope", "not-reported")]
)
def test_what_was_never_said_cannot_be_taken_back(words: str, reason: str) -> None:
    assert running().gm(words).reasons == [reason]


def test_after_the_entry_deadline_a_name_can_still_be_struck_out() -> None:
    match = running().gm("refuse pick Keith Richards: not well known")
    assert match.remarked == ["after-closing"]
    assert match.gm("death Keith Richards on 4 March 1997").winners() == []


def test_lines_are_taken_one_after_the_other_and_the_good_ones_count() -> None:
    match = running().gm("death Bob Hoper on 4 March 1997", "death Thora Hird on 4 March 1997", "confirm winner")
    assert match.reasons == ["not-named"]
    assert match.is_over


WORDS = (
    *("death", "refuse pick", "alive", "allow", "confirm", "died", "is alive", "on", "source", "not human"),
    *("Bob Hope", "4", "March", "1997", "12:30", "GMT", "31/12/96", "Monday", ":", "(", ")", ","),
)


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_no_mixture_of_the_gms_words_makes_the_reader_fail(text: str) -> None:
    said, _ = read(text)
    for each in said:
        assert read(each) == ([each], [])
