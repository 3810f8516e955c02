"""What players type, and what it is taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.orders import Line
from processor.core.text import lines, normalise
from processor.games.perudo import GAME
from processor.games.perudo.orders import Bid, Challenge


def read(text):
    """The calls of a letter in canonical form, and the labels of what was wrong."""
    reading = GAME.read(lines(normalise(text)))
    return [GAME.say(written.order) for written in reading.written], [each.reason for each in reading.complaints]


def understood(text):
    calls, wrong = read(text)
    assert wrong == [], wrong
    return calls


@pytest.mark.parametrize(
    "bid",
    [
        "6 fives",
        "six 5s",
        "six fives",
        "6 x 5's",
        "6 × 5’s",
        "6x5s",
        "6x fives",
        "6 of 5s",
        "6 five",
        "fives x 6",
        "at least 6 fives",
        "at least six 5s",
        "six or more fives",
        "6+ fives",
        "raise to 6 fives",
        "I raise to six fives",
        "raise it to 6 fives",
        "I bid 6 fives",
        "bid: 6 fives",
        "my bid is 6 fives",
        "I'd like to bid 6 fives, please",
        "I’ll go to 6 fives.",
        "I say there are at least 6 fives",
        "call 6 fives",
        "make it 6 fives",
        "6 ⚄",
        "6⚄",
        "6 x ⚄",
        "６ fives",
        '6 "5"s',
        "6 “fives”",
        "6 FIVES!",
        "put me on 6 fives",
        "I'll have 6 fives please",
        "put me down for 6 fives",
        "make mine 6 fives",
        "mine is 6 fives",
        "let it be 6 fives",
        "6 fives 8-)",
        "6\u00a0fives",
        "**6 fives**",
        "6 fi\u00adves 🎲",
        "let's try 6 fives",
        "6 dice showing five",
        "6 dice that show fives",
        "six _fives_",
        "let us say 6 fives",
        "higher: 6 fives",
        "upping to 6 fives",
        "increase to 6 fives",
        "new bid 6 fives",
        "no less than 6 fives",
        "there must be 6 fives",
        "hm... 6 fives",
    ],
)
def test_six_fives_in_many_words(bid):
    assert understood(f"3.2: {bid}") == ["3.2: 6 fives"]
    assert understood(bid) == ["6 fives"]


@pytest.mark.parametrize(
    ("bid", "canonical"),
    [
        ("4 aces", "4 Aces"),
        ("4 ones", "4 Aces"),
        ("4 A", "4 Aces"),
        ("4A", "4 Aces"),
        ("3a", "3 Aces"),
        ("4 A's", "4 Aces"),
        ("4 as", "4 Aces"),
        ("4 1s", "4 Aces"),
        ("four x aces", "4 Aces"),
        ("4 ⚀", "4 Aces"),
        ("an ace", "1 Ace"),
        ("one ace", "1 Ace"),
        ("a six", "1 six"),
        ("one six", "1 six"),
        ("1 five", "1 five"),
        ("2 deuces", "2 twos"),
        ("twenty sixes", "20 sixes"),
        ("twenty-two fives", "22 fives"),
        ("thirty threes", "30 threes"),
        ("12x5", "12 fives"),
        ("12 5", "12 fives"),
        ("6x6", "6 sixes"),
    ],
)
def test_other_numbers_and_faces(bid, canonical):
    assert understood(f"5.1: {bid}") == [f"5.1: {canonical}"]


@pytest.mark.parametrize(
    "words",
    [
        "challenge",
        "Challenge!",
        "CHALLENGE",
        "I challenge",
        "I challenge that",
        "dudo",
        "¡Dudo!",
        "I do challenge",
        "nonsense",
        "liar",
        "Liar!",
        "he is a liar",
        "I doubt it",
        "doubt",
        "call",
        "I call",
        "call him",
        "call him a liar",
        "I call his bluff",
        "call liar",
        "I don't believe it",
        "I don’t believe you",
        "he's lying",
        "that's a lie",
        "challenge the 6 fives",
        "I doubt there are 6 fives",
        "challenge, liar",
        "I challenge Lady Luck's 6 fives",
        "no way, challenge",
        "I challenge this bid",
        "I challenge the last bid",
        "I must challenge",
        "I have to challenge",
        "I hereby challenge",
        "too high, challenge",
    ],
)
def test_a_challenge_in_many_words(words):
    assert understood(f"3.2: {words}") == ["3.2: challenge"]
    assert understood(f"3.2\n{words}") == ["3.2: challenge"]


@pytest.mark.parametrize("words", ["hmm", "oh well", "right", "ahem", "sorry Bob", "I say higher", "raise"])
def test_words_that_lead_up_to_a_call_do_not_matter(words):
    assert understood(f"3.2: {words}, 6 fives") == ["3.2: 6 fives"]


@pytest.mark.parametrize(
    ("named", "canonical"),
    [
        ("3.2:", "3.2: "),
        ("3.2", "3.2: "),
        ("3.2 -", "3.2: "),
        ("3.2 –", "3.2: "),
        ("3.2 =", "3.2: "),
        ("3.2 ->", "3.2: "),
        ("3.2)", "3.2: "),
        ("(3.2)", "3.2: "),
        ("[3.2]", "3.2: "),
        ("#3.2", "3.2: "),
        ("round 3.2:", "3.2: "),
        ("Round 3.2", "3.2: "),
        ("R3.2", "3.2: "),
        ("in round 3.2, ", "3.2: "),
        ("For 3.2 I say", "3.2: "),
        ("3.2, 3 dice:", "3.2: "),
        ("3-2:", "3.2: "),
        ("| 3.2 |", "3.2: "),
        ("• 3.2", "3.2: "),
        ("> 3.2 ______", "3.2: "),
        ("2) 3.2:", "3.2: "),
        ("2. 3.2:", "3.2: "),
        ("Ann 3.2:", "3.2: "),
        ("My orders for turn 2: 3.2:", "3.2: "),
        ("3.2 (last bid 4 sixes, Bob):", "3.2: "),
        ("3.2 (5 sixes by Bob)", "3.2: "),
        ("3.2 your call:", "3.2: "),
        ("3 dice:", "3 dice: "),
        ("3-dice round:", "3 dice: "),
        ("3 dice round", "3 dice: "),
        ("three dice", "3 dice: "),
        ("Three dice:", "3 dice: "),
        ("the three-dice round -", "3 dice: "),
        ("round with three dice:", "3 dice: "),
        ("in the round with 3 dice I say", "3 dice: "),
        ("in the 3-dice game", "3 dice: "),
        ("3d:", "3 dice: "),
        ("1 die:", "1 die: "),
        ("one die:", "1 die: "),
        ("single-die round:", "1 die: "),
    ],
)
@pytest.mark.parametrize("call", ["6 fives", "challenge"])
def test_rounds_before_their_call(named, canonical, call):
    assert understood(f"{named} {call}") == [f"{canonical}{call}"]


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("6 fives in the 3-dice round", ["3 dice: 6 fives"]),
        ("dudo 4.1", ["4.1: challenge"]),
        ("challenge in round 4.1", ["4.1: challenge"]),
        ("6 fives (3.2)", ["3.2: 6 fives"]),
        ("3.2 (6 fives)", ["3.2: 6 fives"]),
        ("6 fives with two dice", ["2 dice: 6 fives"]),
        ("6 fives in 3.2, challenge 4.1", ["3.2: 6 fives", "4.1: challenge"]),
        ("My bid for 3.2 is 6 fives", ["3.2: 6 fives"]),
        ("I challenge Bob in 3.2", ["3.2: challenge"]),
        ("I challenge the bid of 6 fives in 3.2", ["3.2: challenge"]),
        ("Round: 3.2\nCall: 6 fives\nComment: 5 beers on me", ["3.2: 6 fives"]),
    ],
)
def test_rounds_behind_their_call(text, calls):
    assert understood(text) == calls


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("3.2: 6 fives, 4.1: challenge", ["3.2: 6 fives", "4.1: challenge"]),
        ("3.2:6 fives,4.1:dudo", ["3.2: 6 fives", "4.1: challenge"]),
        ("3.2 6 fives; 4.1 dudo and 1.1 2 twos", ["3.2: 6 fives", "4.1: challenge", "1.1: 2 twos"]),
        ("3.2 6 fives 4.1 challenge 5.5 dudo", ["3.2: 6 fives", "4.1: challenge", "5.5: challenge"]),
        ("3.2, 6 fives, 4.1, challenge", ["3.2: 6 fives", "4.1: challenge"]),
        ("1 die: 2 aces, 2 dice: 3 fives", ["1 die: 2 Aces", "2 dice: 3 fives"]),
        ("3d: 6 fives; 2d: dudo; 1d 2 ones", ["3 dice: 6 fives", "2 dice: challenge", "1 die: 2 Aces"]),
        ("Challenge 3.2 and 4.1", ["3.2: challenge", "4.1: challenge"]),
        ("dudo in 3.2, 4.1 and 5.3", ["3.2: challenge", "4.1: challenge", "5.3: challenge"]),
        ("dudo 3.2, dudo 4.1", ["3.2: challenge", "4.1: challenge"]),
        ("3.2, 4.1: challenge", ["3.2: challenge", "4.1: challenge"]),
        ("3.2 and 4.1: challenge; 5.3: 6 fives", ["3.2: challenge", "4.1: challenge", "5.3: 6 fives"]),
        ("3.2: 6 fives. 4.1: dudo.", ["3.2: 6 fives", "4.1: challenge"]),
        ("Forget 3.2. 4.1: dudo", ["4.1: challenge"]),
        ("Round | Call\n3.2 | 6 fives\n4.1 | challenge", ["3.2: 6 fives", "4.1: challenge"]),
        (
            "in 3.2 six fives, in 4.1 I challenge, and 5.3 gets four aces",
            ["3.2: 6 fives", "4.1: challenge", "5.3: 4 Aces"],
        ),
    ],
)
def test_several_calls_in_one_line(text, calls):
    assert understood(text) == calls


def test_a_comma_for_the_point_of_a_round_that_a_mark_follows():
    assert [GAME.say(each.order) for each in GAME.read(lines("3,2: 6 fives\n4,1 = challenge")).written] == [
        "3.2: 6 fives",
        "4.1: challenge",
    ]


@pytest.mark.parametrize(
    "text",
    ["3, 2: 6 fives", "3. 2: 6 fives", "3:2 6 fives", "round three point two: 6 fives", "3.2: five fives, no, 6"],
)
def test_a_round_as_it_comes_out_of_a_telephone(text):
    assert understood(text)[-1] == "3.2: 6 fives"


@pytest.mark.parametrize("words", ["Bob's lying", "Bob is a liar", "I think Bob is lying"])
def test_who_is_called_a_liar_is_challenged(words):
    assert understood(f"3.2: {words}") == ["3.2: challenge"]


def test_a_filled_in_form():
    """
    | Round | Last bid | Your call    |
    |-------|----------|--------------|
    | 1.2   |          | 2 sixes      |
    | 2.3   |          | dudo         |
    | 3.4   |          |              |
    | 4.5   |          | 4 aces       |
    """
    form = test_a_filled_in_form.__doc__
    assert form
    assert understood(form) == ["1.2: 2 sixes", "2.3: challenge", "4.5: 4 Aces"]


def test_a_round_on_its_own_line_is_the_heading_of_the_next():
    assert understood("Round 3.2:\n6 fives\n\n4.1\nI doubt it") == ["3.2: 6 fives", "4.1: challenge"]


def test_an_empty_row_of_a_form_says_nothing():
    assert understood("3.1:\n3.2: ____\n3.2 (last bid 6 fives, Ann):\n4.1: dudo") == ["4.1: challenge"]


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("3.2: 6 fives\nsorry, make that 7 fives", ["3.2: 6 fives", "3.2: 7 fives"]),
        ("3.2: 6 fives\nSorry Bob, make that 7 fives.", ["3.2: 6 fives", "3.2: 7 fives"]),
        ("3.2: 6 fives\nNo, wait: 7 fives", ["3.2: 6 fives", "3.2: 7 fives"]),
        ("3.2: 6 fives, no, 7 fives", ["3.2: 6 fives", "3.2: 7 fives"]),
        ("3.2: 6 fives - no wait, 7 fives", ["3.2: 6 fives", "3.2: 7 fives"]),
        ("3.2: 6 fives. Changed my mind: 7 fives", ["3.2: 6 fives", "3.2: 7 fives"]),
        ("3.2: 6 fives. On reflection, 7 fives", ["3.2: 6 fives", "3.2: 7 fives"]),
        ("3.2: 6 fives\nsorry, I meant 5 sixes in 3.2", ["3.2: 6 fives", "3.2: 5 sixes"]),
        ("3.2: 6 fives\n4.1: 2 twos\nmake that 3 twos", ["3.2: 6 fives", "4.1: 2 twos", "4.1: 3 twos"]),
        ("6 fives\nsorry, make that 7 fives", ["6 fives", "7 fives"]),
    ],
)
def test_a_correction_is_a_later_order_for_the_same_round(text, calls):
    assert understood(text) == calls


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("3.2: 6 fives showing 2", "3.2: 6 fives, showing 2"),
        ("3.2: 6 fives, show two and reroll", "3.2: 6 fives, showing 2"),
        ("3.2: 6 fives, showing two dice and rerolling the others", "3.2: 6 fives, showing 2"),
        ("3.2: 6 fives; I keep one and re-roll the rest", "3.2: 6 fives, showing 1"),
        ("3 dice: 4 aces, showing 1", "3 dice: 4 Aces, showing 1"),
    ],
)
def test_dice_shown_with_a_bid(text, call):
    assert understood(text) == [call]


@pytest.mark.parametrize(
    "text",
    [
        "3.2: 6 fives because I feel lucky",
        "3.2: 6 fives (I have two of them)",
        "3.2: 6 fives because I have two of them",
        "3.2: 6 fives. Good luck everybody!",
        "3.2: 6 fives - ha!",
        "3.2: 6 fives, thanks and regards",
        "3.2: 6 fives // Ann",
        "3.2: 6 fives see you at 5 pm",
        "3.2: 6 fives <3",
        "3.2: 6 fives - top that, you 4 losers!",
        "3.2: 6 fives, ok?",
        "Could you put 6 fives in 3.2?",
        "Well, as for 3.2, 6 fives",
    ],
)
def test_comments_around_a_call_do_not_matter(text):
    assert understood(text) == ["3.2: 6 fives"]


@pytest.mark.parametrize(
    "text",
    [
        "Hi Bob, I had two dice left over from the last round and five friends came by.",
        "I doubt I'll win this one.",
        "Call me if you have any questions.",
        "What a challenge this is!",
        "I rolled 3 sixes in a row yesterday at the pub, believe it or not.",
        "My number is 555 1234",
        "Liar! That's what my kids call me.",
        "Will I win? I doubt it.",
        "See you on 3.2.1998",
        "3.2 was fun",
        "In 3.2 I was lucky.",
        "3.2 lies ahead of us",
        "Round 3.2 went badly: two of my dice were sixes",
        "In the three dice round I lost my nerve",
        "Thanks, see you soon!",
        "Yours, Ann",
        "Nonsense!",
        "Round Call",
        "Dice Round Last bid Your call",
        "Sorry I'm late with this",
        "Best wishes from number 10",
        "10 Downing Street",
        "On Friday 13 March 1998 at 20.00 Bob wrote that the game is on",
        "I have ٣ cats",
        "Is it 3.2 that I start?",
        "I'll call you at 3.2 pm",
        "Call me at 5.30",
        "I'll call it a day in 3.2 hours",
        "I paid £3.2 to challenge Bob",
        "That challenge cost me 3.2 euros",
        "It is a challenge to walk 3.2 km",
        "By rule 3.2 you can challenge me",
        "Who bid 6 fives in 3.2?",
        "Did Bob bid 6 fives in 3.2?",
        "Which is higher, 6 fives or 3 aces?",
        "I like a challenge",
        "I will challenge Bob in 3.2 next turn",
        "I'm up for the challenge",
        "We are 5 players with 25 dice, so 5 fives is nothing",
        "Six of one, half a dozen of the other",
        "I challenge you all to beat me in 3.2",
        "Python 3.11 is out, and so is 3.2.1.",
        "I doubt 5 of your 6 arguments",
        "We won 3:2 in extra time",
        "3.2 has a lot of fives",
        "3.2 was all about fives",
        "3.2 taught me about fives",
    ],
)
def test_prose_is_left_alone(text):
    assert read(text) == ([], [])
    assert understood(f"{text}\n\n3.2: 6 fives") == ["3.2: 6 fives"]


@pytest.mark.parametrize("colon", [":", ""])
@pytest.mark.parametrize("text", ["full house of fives", "a pair of fives", "a full house of fives", "lots of fives"])
def test_a_row_that_is_no_call_is_told_so_with_its_colon_and_without(text, colon):
    assert read(f"3.1: 4 fives\n3.2{colon} {text}") == (["3.1: 4 fives"], ["not-understood"])


@pytest.mark.parametrize(
    "text",
    ["5x6", "5 6", "5 x 6", "5 × 6", "6 of 5", "six 5", "six five", "5*6", "1x6", "one 5"],
)
def test_what_has_two_readings_is_asked_back(text):
    assert read(f"3.2: {text}") == ([], ["two-readings"])
    assert read(text) == ([], ["two-readings"])


def test_both_readings_are_given():
    (complaint,) = GAME.read([Line(1, "3.2: 5x6")]).complaints
    assert "5 sixes" in complaint.hint
    assert "6 fives" in complaint.hint
    assert complaint.column == 6


def test_a_number_at_the_beginning_may_mean_the_dice_or_number_a_list():
    assert read("1) 6 fives") == ([], ["number-or-dice"])
    assert read("3: dudo") == ([], ["number-or-dice"])
    assert read("6) 6 fives") == (["6 fives"], [])


def test_what_is_asked_about_such_a_number_can_be_sent_as_it_is_said():
    (complaint,) = GAME.read([Line(1, "5: I'll say seven 3s")]).complaints
    assert "write: 5 dice: 7 threes." in complaint.hint
    assert understood("5 dice: 7 threes") == ["5 dice: 7 threes"]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("1: a pair of fives", "not-understood"),
        ("4: pair of sixes please", "not-understood"),
        ("3: three of a kind", "no-face"),
        ("4: 8 elephants", "no-face"),
        ("5: pass", "no-passing"),
        ("2) fives", "no-number"),
        ("4: chalenge", "misspelt"),
    ],
)
def test_a_row_that_begins_with_a_number_of_dice_and_is_no_call_is_told_among_others(row, reason):
    assert read(f"3.1: 6 fives\n{row}") == (["3.1: 6 fives"], [reason])


@pytest.mark.parametrize(
    "row", ["1: hope you are well", "1: the deadline is Friday 3 May", "2: nothing to report", "1) see you on the 4th"]
)
def test_a_numbered_list_of_remarks_is_left_alone(row):
    assert read(f"3.1: 6 fives\n{row}") == (["3.1: 6 fives"], [])


@pytest.mark.parametrize("words", ["Scratch that.", "Forget it!", "No, ignore that", "On second thoughts"])
def test_a_call_that_is_taken_back_without_another_is_asked_back(words):
    assert read(f"3.2: 6 fives. {words}") == ([], ["taken-back"])
    assert read(f"6 fives. {words}") == ([], ["taken-back"])
    assert read(f"4.1: dudo\n3.2: 6 fives\n{words}") == (["4.1: challenge"], ["taken-back"])


def test_a_call_that_another_takes_the_place_of_is_not_asked_about():
    assert understood("3.2: 6 fives. Scratch that, 7 fives") == ["3.2: 6 fives", "3.2: 7 fives"]
    assert understood("3.2: 6 fives. You will not forget that!") == ["3.2: 6 fives"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3.2: chalenge", "misspelt"),
        ("3.2 chalenge", "misspelt"),
        ("chalenge", "misspelt"),
        ("chalenge 3.2", "misspelt"),
        ("3.2: doudo", "misspelt"),
        ("3.2: 6 fivs", "misspelt"),
        ("6 fivs", "misspelt"),
        ("6 fivs in 3.2", "misspelt"),
        ("3.2: 6", "no-face"),
        ("3.2: 6 x", "no-face"),
        ("3.2: 6 sevens", "no-face"),
        ("3.2: raise to 7", "no-face"),
        ("3.2: fives", "no-number"),
        ("3.2: raise", "no-number"),
        ("3.2: 0 fives", "no-such-number"),
        ("3.2: -1 fives", "no-such-number"),
        ("3.2:-6 fives", "no-such-number"),
        ("3.2: two pair of fives", "no-face"),
        ("3.2: three of a kind, fives", "no-face"),
        ("3.2: 6 fives, 7 fives", "two-calls"),
        ("3.2: 6 fives, er, 7 fives", "two-calls"),
        ("3.2: 6 fives and 2 aces", "two-calls"),
        ("3.2: 6 fives minus one", "not-understood"),
        ("three-dicer: 6 fives", "no-face"),
        ("3.2: not sure, 6 fives", "not-understood"),
        ("3.2: 6 less fives", "no-face"),
        ("3.2: >5 fives", "not-understood"),
        ("3.2: 6 times 5", "two-readings"),
        ("3.2: ?", "no-call"),
        ("3.2: 🤥", "no-call"),
        ("3.2: no way", "no-call"),
        ("3.2: 12345678901 fives", "no-such-number"),
        ("3.2: 8 x 9", "no-such-face"),
        ("3.2: pass", "no-passing"),
        ("3.2: no challenge", "no-passing"),
        ("3.2: spot on", "no-spot-on"),
        ("3.2: 6 fives or 7 fives", "condition"),
        ("3.2: 6 fives if 4.1 is over", "condition"),
        ("3.2: challenge, otherwise 6 fives", "condition"),
        ("Please ignore 3.2: 6 fives", "taken-back"),
        ("disregard my call for 3.2: challenge", "taken-back"),
        ("3.2: challenge?", "not-sure"),
        ("Challenge?", "not-sure"),
        ("3.2: ٦ fives", "foreign-digits"),
        ("٦ fives", "foreign-digits"),
        ("3.2: 6⁵", "foreign-digits"),
        ("3.2: ⑥ fives", "foreign-digits"),
        ("3.2: 6 fives challenge", "two-calls"),
        ("3.2: 6 fives and reroll", "how-many-shown"),
        ("Round 3: 6 fives", "no-round-name"),
        ("3.2: not 6 fives", "not-understood"),
        ("I won't challenge 3.2", "not-understood"),
        ("3.2: see you in court", "not-understood"),
        ("Bob bid 6 fives in 3.2", "not-understood"),
        ("I bid 6 fives in 3.2 last turn and got burnt", "not-understood"),
        ("6 fives good luck everyone", "not-understood"),
    ],
)
def test_what_tries_to_be_a_call_and_fails_is_told_why(text, reason):
    assert read(text) == ([], [reason])


def test_a_hint_names_the_column_the_word_and_the_nearest_spelling():
    (complaint,) = GAME.read([Line(7, "3.2: chalenge")]).complaints
    assert (complaint.line, complaint.column) == (7, 6)
    assert "chalenge" in complaint.hint
    assert "challenge?" in complaint.hint


def test_a_bad_line_does_not_spoil_the_others():
    calls, wrong = read("3.1: 6 fives\n3.2: 5x6\n4.1: chalenge, 5.1: dudo")
    assert calls == ["3.1: 6 fives", "5.1: challenge"]
    assert wrong == ["two-readings", "misspelt"]


def test_a_dangling_round_is_told():
    assert read("3.2: 6 fives, 4.1") == (["3.2: 6 fives"], ["no-call"])


@pytest.mark.parametrize(
    "order",
    [
        Bid(3, 2, 6, 5),
        Bid(1, 8, 1, 1),
        Bid(5, 1, 12, 6, 2),
        Bid(3, 0, 1, 2),
        Bid(0, 0, 40, 4),
        Bid(1, 0, 2, 3),
        Challenge(4, 1),
        Challenge(2, 0),
        Challenge(),
    ],
)
def test_canonical_form_reads_back_unchanged(order):
    (written,) = GAME.read([Line(1, GAME.say(order))]).written
    assert written.order == order


SCRAPS = """
3.2 3.2: 4.1 round 3 dice 3-dice 6 5 x of six fives aces a A 5's ⚄ ٦ challenge dudo call liar doubt , ; . ? ! and or if
sorry make that no ( ) [ ] showing reroll bid raise to my chalenge Bob was not 99999999999 " ' - _ { }
"""


@given(st.lists(st.sampled_from(SCRAPS.split()), max_size=12).map(" ".join) | st.text(max_size=60))
def test_whatever_is_written_gets_an_answer_that_reads_back(text):
    reading = GAME.read(lines(normalise(text)))
    for written in reading.written:
        (again,) = GAME.read([Line(1, GAME.say(written.order))]).written
        assert again.order == written.order
    assert all(each.hint and each.column and each.column >= 1 for each in reading.complaints)


def test_a_long_letter_of_nothing_but_numbers_is_read_in_reasonable_time():
    assert GAME.read([Line(1, "7 8 " * 20_000)]).written == ()
