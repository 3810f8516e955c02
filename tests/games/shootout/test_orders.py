"""How orders may be written, and what is no order at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.game import Seat
from processor.core.orders import Complaint, Line
from processor.core.text import lines, normalise
from processor.games.shootout import GAME
from processor.games.shootout.hand import by_hand
from processor.games.shootout.names import find
from processor.games.shootout.orders import Accuracy, Shot, Vote, say
from tests.games.shootout.table import shooting


def read(text):
    return GAME.read(lines(normalise(text)))


def orders(text):
    reading = read(text)
    assert not reading.complaints, reading.complaints
    return [written.order for written in reading.written]


def slips(text):
    reading = read(text)
    assert not reading.written, reading.written
    return [complaint.reason for complaint in reading.complaints]


@pytest.mark.parametrize(
    "line",
    [
        "12",
        "12.",
        " 12 please",
        "twelve",
        "accuracy 12",
        "Accuracy: 12",
        "ACCURACY = 12",
        "accuracy - 12",
        "accuracy of 12, thanks",
        "my accuracy is 12",
        "My accuracy will be twelve.",
        "I choose 12",
        "I choose an accuracy of 12",
        "I'd like to pick 12",
        "I'll take 12 please",
        "I will go for 12",
        "set my accuracy to 12",
        "put me down for 12",
        "12 is my accuracy",
        "12 as my accuracy",
        "my number is 12",
        "ok, 12",
        "sorry, make that 12",
        "accuracy 12 for me",
        "accuracy twelve (12)",
        "accuracy 12 thx",
        "accuracy no. 12",
        "accuracy 12 and good luck to all",
        "Dave, accuracy 12",
        "Dave: accuracy 12",
        "Let me have 12",
        "accuracy 12 8-)",
        "accuracy 12 <3",
        "accuracy 12 out of 20",
        "make my accuracy 12",
        "let my accuracy be 12",
        "1. accuracy 12",
        "2) accuracy 12",
        "Accuracy (1-20): 12",
        "Accuracy [1 to 20]: 12",
        "Count me in, accuracy 12",
        "I'm in! Accuracy 12.",
        "My order: accuracy 12",
        "12 it is",
        "accuracy 12. See you all at 7!",
        "accuracy 12, and may the best shot win",
    ],
)
def test_an_accuracy_in_many_words(line):
    assert orders(line) == [Accuracy(12)]


@pytest.mark.parametrize(
    "line",
    [
        "Shooting Bob: DICE20",
        "SHOOTING Bob: dice20",
        "Shooting Bob : DICE 20",
        "Shooting Bob DICE20",
        "Shooting Bob, DICE20",
        "Shooting Bob (DICE20)",
        "Shooting Bob - 1d20",
        "Shooting Bob: d20",
        "Shooting Bob: roll DICE20",
        "Shooting Bob with DICE20",
        "Shooting: Bob",
        "Shooting Bob: DICE20!!!",
        "Shooting Bob: DICE20. Sorry, it is nothing personal.",
        "Shooting Bob: DICE20. The 3rd time I try",
        "shoot Bob",
        "Shoot Bob!",
        "I shoot Bob.",
        "I am going to shoot Bob",
        "please shoot Bob",
        "fire at Bob",
        "I'm firing at Bob",
        "I take a shot at Bob",
        "my target is Bob",
        "no, shooting Bob: DICE20",
        "make that Bob",
        "1. Shooting Bob: DICE20",
        "Turn 3: Shooting Bob: DICE20",
        "My order: shoot Bob",
        "Bang! Shoot Bob",
        "Target = Bob",
        "Let me shoot Bob",
        "Shooting Bob: roll 1d20",
        "Target | Bob",
        "Could you shoot Bob?",
        "Shooting Bob: DICE20 8-)",
        "Shooting Bob: DICE20 (need 12 or less)",
        "Shooting Bob: DICE20, sorry if that hurts",
    ],
)
def test_a_shot_in_many_words(line):
    assert orders(line) == [Shot("Bob")]


@pytest.mark.parametrize(
    "line",
    [
        "shoot at Bob",
        "shoot Bob, please",
        "shoot Bob (sorry!)",
        "Shoot Bob. Take that!",
        "shoot bob now",
        "shoot Bob 8-)",
        'Please shoot "Bob" for me',
    ],
)
def test_words_around_a_name_do_no_harm(line):
    assert shooting().letters(Ann=line).shot.target == "Bob"


@pytest.mark.parametrize(
    "name",
    [
        "Bob",
        "Bob 2",
        "At Large",
        "J. R. Smith",
        "Prof. Plum",
        "Zoë O'Neill",
        "Die Hard",
        "Jodie",
        "Ann: the Great",
        "Knock Out",
        "Max (the Axe)",
        "Mr. T!",
        "If Only",
    ],
)
def test_every_name_can_be_shot_at_and_voted_out_in_the_canonical_form(name):
    names = ("Ann", name, "Cid", "Dee", "Eve")
    assert shooting(names=names).letters(Ann=say(Shot(name))).shot.target == name
    late = shooting(names=(name, "Ann", "Cid", "Dee", "Eve")).deadline()
    assert late.letters(Ann=say(Vote(name, kick=True))).standing("Ann") == [f"vote kick {name}"]


@pytest.mark.parametrize(
    "line",
    [
        "vote kick Bob",
        "Vote kick Bob.",
        "kick Bob",
        "kick out Bob",
        "I vote to kick Bob",
        "vote: kick Bob",
        "vote to remove Bob",
    ],
)
def test_a_vote_in_many_words(line):
    assert orders(line) == [Vote("Bob", kick=True)]


@pytest.mark.parametrize(
    "line", ["vote keep Bob", "I vote to keep Bob", "don't kick Bob", "unkick Bob", "I take back my vote against Bob"]
)
def test_the_end_of_a_vote_in_many_words(line):
    assert orders(line) == [Vote("Bob", kick=False)]


@pytest.mark.parametrize(
    "line",
    [
        "Good luck everyone!",
        "12 days left, how exciting",
        "I am away until the 12th",
        "I have 3 children",
        "don't shoot me",
        "I hope you all shoot badly",
        "Keep up the good work",
        "kick off is at eight",
        "Kick-off is at 3 pm",
        "Short answer: yes",
        "I mean it was fun",
        "accuracy is overrated, if you ask me and my friends",
        "to be or not to be",
        "Best wishes, Ann",
        "12/11/2026",
        "12:30",
        "12 pounds enclosed",
        "Target sighted!",
        "Can you shoot me an email?",
        "My accuracy at darts is rubbish these days",
        "x" * 300,
    ],
)
def test_prose_is_left_alone(line):
    assert orders(line) == []


@pytest.mark.parametrize(
    "again", ["make that Cid", "No, wait, make it Cid", "sorry, I meant Cid", "correction: Cid", "instead shoot Cid"]
)
def test_a_correction_in_the_same_letter_is_a_later_shot(again):
    assert orders(f"Shooting Bob: DICE20\n{again}") == [Shot("Bob"), Shot("Cid")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Shooting Bob: DICE20 -> 3", "own-die"),
        ("Shooting Bob: DICE20 - 3", "own-die"),
        ("Shooting Bob: [3]", "own-die"),
        ("Shooting Bob: I got 4", "own-die"),
        ("Shooting Bob: DICE19", "wrong-die"),
        ("Shooting Bob: DICE200", "wrong-die"),
        ("12-14", "two-numbers"),
        ("accuracy 12 13", "two-numbers"),
        ("Shooting Bob if he lives: DICE20", "condition"),
        ("accuracy 1/2", "no-such-accuracy"),
        ("Good morning, Shooting Bob: DICE20", "not-understood"),
        ("accuracy between 10 and 12", "just-the-number"),
        ("accuracy 12 - no, 13", "just-the-number"),
        ("accuracy 12 for now, or more if I may", "just-the-number"),
        ("Shooting Bob: DICE20. No, Cid!", "second-thoughts"),
        ("Shooting Bob: DICE20, shooting Cid: DICE20", "second-thoughts"),
        ("Shooting Bob: DICE20 unless he is dead", "condition"),
    ],
)
def test_more_slips(line, reason):
    assert slips(line) == [reason]


def test_a_number_behind_a_name_is_a_die_only_if_nobody_is_called_so():
    names = ("Ann", "Bob", "Bob 2", "Dee", "Eve")
    assert shooting(names=names).letters(Ann="shoot Bob 2").shot.target == "Bob 2"
    assert shooting(names=names).letter("Ann", "shoot Bob 3").reasons() == ["own-die"]


@pytest.mark.parametrize(
    "order", [Accuracy(1), Accuracy(20), Shot("Bob"), Vote("Bob", kick=True), Vote("Bob", kick=False)]
)
def test_what_the_receipt_says_reads_back_as_the_same(order):
    assert orders(say(order)) == [order]


@given(st.text(max_size=120))
def test_nothing_that_anybody_types_makes_the_reader_stumble(text):
    for line in lines(normalise(text)):
        GAME.read([line])
    GAME.read([Line(1, text)])


def test_the_gm_throws_dice_by_hand():
    seats = list(shooting().match.seats.values())
    assert by_hand(seats, "turn 3 Ann: 14; Turn 4, bob = 20") == {
        "shootout/turn/3/seat/1/die": 14,
        "shootout/turn/4/seat/2/die": 20,
    }


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("turn 3: 14", "unreadable"),
        ("", "unreadable"),
        ("turn 3 Zed: 4", "unknown-name"),
        ("turn 3 Ann: 21", "no-such-face"),
    ],
)
def test_dice_by_hand_that_cannot_be_taken(words, reason):
    complaint = by_hand(list(shooting().match.seats.values()), words)
    assert isinstance(complaint, Complaint)
    assert complaint.reason == reason


@pytest.mark.parametrize(
    "words", ["Cid, he deserves it", "at Cid, he deserves it", "Cid, sorry mate, nothing personal"]
)
def test_a_reason_behind_a_name_changes_nothing(words):
    seats = [Seat(number, name) for number, name in enumerate(("Ann", "Bob", "Cid"), start=1)]
    assert find(seats, words) == seats[2]


@pytest.mark.parametrize(
    "words", ["Cid, not Bob", "Cid, no Bob", "Cid, Bob is next", "Cid, he shot Bob", "Cid, or maybe"]
)
def test_words_behind_a_name_that_might_change_it_are_asked_about(words):
    seats = [Seat(number, name) for number, name in enumerate(("Ann", "Bob", "Cid"), start=1)]
    assert not isinstance(find(seats, words), Seat)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("I change my vote: keep Cid", "vote keep Cid"),
        ("I changed my vote, keep Cid", "vote keep Cid"),
        ("I'm changing my vote to keep Cid", "vote keep Cid"),
        ("vote: keep Cid", "vote keep Cid"),
        ("change my vote: kick Cid", "vote kick Cid"),
    ],
)
def test_a_vote_that_is_changed_is_read(words, said):
    reading = GAME.read(lines(normalise(words)))
    assert ([GAME.say(each.order) for each in reading.written], reading.complaints) == ([said], ())
