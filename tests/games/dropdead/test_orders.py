"""Orders as people type them."""

import pytest

from processor.core.text import lines, normalise
from processor.games.dropdead import GAME


def read(text: str) -> tuple[list[str], list[str]]:
    """The orders of a letter in canonical form, and the reasons of what was wrong with it."""
    reading = GAME.read(lines(normalise(text)))
    orders = [GAME.say(written.order) for written in reading.written]
    return orders, [complaint.reason for complaint in reading.complaints]


@pytest.mark.parametrize(
    "line",
    [
        "roll",
        "Roll.",
        "ROLL!!!",
        "* roll",
        "> roll",
        "1. roll",
        "3) roll",
        "(roll)",
        "**roll**",
        "“Roll!”",
        "Order: roll",
        "My order: roll",
        "I roll",
        "I'll roll",
        "I’d like to roll, please",
        "I want to roll",
        "roll them",
        "Roll ’em!",
        "roll'em",
        "roll the dice",
        "roll my dice",
        "Please roll for me.",
        "Please go ahead and roll",
        "Could you roll for me, please?",
        "Would you please throw my dice?",
        "roll five dice",
        "roll all five dice",
        "I roll the five of them",
        "roll again",
        "roll away",
        "Roll, baby, roll",
        "Yes, roll",
        "OK then, I roll",
        "sorry, roll",
        "Rolling...",
        "throw",
        "throw the dice",
        "I throw them",
        "cast",
        "Cast the dice.",
        "toss them",
        "shake the bones",
        "go",
        "Go!",
        "let's go",
        "play",
        "let them roll",
        "let the dice fall",
        "Alea iacta est",
        "Hi Tom, please roll my dice. See you Sunday!",
        "Ann, roll and good luck to all",
        "roll this inning",
        "roll for the coming inning",
        "If I may, I roll",
        "roll roll roll",
        "'Roll'",
        "Roll for me this time, would you",
        "[x] Roll",
        "Roll: X",
        "Drop Dead: roll",
        "Ann: roll",
        "Orders for Drop Dead: roll",
        "roll; 2s and 5s keep away!",
        "3 | roll",
        "roll thx",
        "roll 8-)",
        "roll <3",
        "roll :D",
        "roll - hope for 30 points this time",
        "roll, no 2s or 5s please!",
        "Roll (no 2s please)",
        "just roll the damn dice",
        "Bitte roll, danke",
    ],
)
def test_many_words_say_roll(line):
    assert read(line) == (["roll"], [])


@pytest.mark.parametrize(
    "line",
    [
        "roll inning 3",
        "inning 3: roll",
        "Inning 3 - roll!",
        "inning three: roll",
        "inning 3, roll",
        "3rd inning: roll",
        "third inning, I roll",
        "The third inning: I throw the dice",
        "I'll roll for inning three, thanks",
        "roll turn 3",
        "turn 3: roll",
        "roll (inning 3)",
        "roll for the third round",
        "Inning no. 3: go",
        "inn. 3 roll",
        "3rd: roll",
        "I'm rolling in inning 3",
        "Inning: 3 | Action: roll",
        "roll inning 3 - 45 points so far",
        "roll (for inning 3)",
    ],
)
def test_the_inning_may_be_named_in_figures_in_words_and_as_an_ordinal(line):
    assert read(line) == (["roll inning 3"], [])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Hello everybody,",
        "Rolf",
        "Carol",
        "yes",
        "Ready when you are",
        "Inning 3: ______",
        "Inning 3",
        "INNING 3 OF 5",
        "I rolled over laughing.",
        "Hope you will roll well",
        "I can't wait to see what I roll",
        "Throw the book at him",
        "Go Ann!",
        "play ball",
        "stop moaning, Bob",
        "Nothing to report from here",
        "None of your business",
        "That was a role model of an inning",
        "See you on 3 January",
        "Bob had 16 points and I had 7",
        "Leeds, 12 March",
        "5 dice are on my desk",
        "On a roll here!",
        "I'm on a roll",
        "Rock and roll!",
        "Roll call: Ann, Bob, Cid",
        "I stop at 5 pm",
        "Don't!",
        "I'm rolling on the floor",
    ],
)
def test_prose_is_left_alone(line):
    assert read(line) == ([], [])


def test_an_order_stands_among_other_text():
    """
    Dear GM,

    what a terrible inning that was; 2.4 is no comfort to me.
    Please roll my dice once more.

    Yours, Rolf
    """
    letter = test_an_order_stands_among_other_text.__doc__ or ""
    assert read(letter) == (["roll"], [])


def test_a_good_line_counts_beside_a_bad_one():
    assert read("roll\nroll if Bob does") == (["roll"], ["condition"])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("don't roll", "no-passing"),
        ("Do not roll, please", "no-passing"),
        ("skip", "no-passing"),
        ("to roll or not to roll", "condition"),
        ("maybe roll", "condition"),
        ("Shall I roll?", "not-sure"),
        ("roll inning 3 and 4", "one-inning"),
        ("roll innings 2-5", "one-inning"),
        ("roll every time", "one-inning"),
        ("I roll 5, 5, 3, 3 and 1", "own-dice"),
        ("throw 6 6 6 6 6", "own-dice"),
        ("I threw ⚀⚁⚂⚃⚄", "own-dice"),
        ("roll four dice", "number-of-dice"),
        ("roll another die", "number-of-dice"),
        ("keep the 6s", "no-stopping"),
        ("roll for Bob", "not-understood"),
        ("roll all three", "not-understood"),
        ("roll ٣", "not-understood"),
        ("rll", "misspelt"),
        ("role the dice", "misspelt"),
        ("stop after 10 points", "no-stopping"),
        ("hold at 20", "no-stopping"),
        ("stop after two casts", "no-stopping"),
        ("not rolling this inning", "no-passing"),
        ("no dice this time", "no-passing"),
        ("I've rolled 4 4 3 1", "own-dice"),
        ("roll. Actually no, don't.", "no-passing"),
    ],
)
def test_what_fails_is_told_with_its_reason(line, reason):
    assert read(line) == ([], [reason])


def test_a_dont_below_a_roll_is_answered():
    assert read("roll\nNo, don't.") == (["roll"], ["no-passing"])


def test_where_reading_stopped_is_told():
    (complaint,) = GAME.read(lines("I roll for Bob")).complaints
    assert complaint.column == 12
    assert "Bob (column 12)" in complaint.hint


def test_an_order_of_another_game_cannot_be_said():
    with pytest.raises(TypeError):
        GAME.say(object())  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["inning 2. Roll.", "Inning two. I roll, please!", "2nd inning. Roll 'em"])
def test_an_inning_named_in_a_sentence_of_its_own_is_the_one_that_is_rolled(line):
    reading = GAME.read(lines(normalise(line)))
    assert ([GAME.say(each.order) for each in reading.written], reading.complaints) == (["roll inning 2"], ())


def test_an_inning_that_is_only_spoken_of_is_not():
    reading = GAME.read(lines(normalise("What a bad inning 1 that was. Roll.")))
    assert [GAME.say(each.order) for each in reading.written] == ["roll"]
