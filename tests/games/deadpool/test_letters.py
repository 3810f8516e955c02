"""What players write, and what it is taken for: a list, a wish about the fee, something to ask about, or prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.orders import Line
from processor.core.text import lines, normalise
from processor.games.deadpool import GAME
from processor.games.deadpool.names import key
from processor.games.deadpool.orders import Nomination

KEITH_VERA_AND_BOB = "my three: Keith Richards; Vera Lynn; Bob Hope"
FEE = "take the fee from my account"


def read(text: str) -> tuple[list[str], list[str]]:
    """The orders of a letter in canonical form, and the labels of what was wrong."""
    reading = GAME.read(lines(normalise(text)))
    return [GAME.say(written.order) for written in reading.written], [each.reason for each in reading.complaints]


@pytest.mark.parametrize(
    "letter",
    [
        "my three: Keith Richards; Vera Lynn; Bob Hope",
        "My three are Keith Richards, Vera Lynn and Bob Hope.",
        "My three people are Keith Richards, Vera Lynn and Bob Hope",
        "I nominate Keith Richards, Vera Lynn & Bob Hope",
        "I nominate Keith Richards, Vera Lynn, and Bob Hope!",
        "I'd like to nominate Keith Richards, Vera Lynn, Bob Hope",
        "For the Dead Pool I would like to nominate Keith Richards, Vera Lynn and Bob Hope",
        "I nominate the following three:\nKeith Richards\nVera Lynn\nBob Hope",
        "Dead Pool: Keith Richards / Vera Lynn / Bob Hope",
        "Dead Pool nominations - Keith Richards, Vera Lynn, Bob Hope",
        "pool: Richards, Keith; Lynn, Vera; Hope, Bob",
        "Please enter me for the Dead Pool. My names: Keith Richards, Vera Lynn, Bob Hope.",
        "Put me down for Keith Richards, Vera Lynn and Bob Hope",
        "I'll go for Keith Richards, Vera Lynn and Bob Hope.",
        "1. Keith Richards\n2. Vera Lynn\n3. Bob Hope",
        "1) Keith Richards 2) Vera Lynn 3) Bob Hope",
        "(1) Keith Richards (2) Vera Lynn (3) Bob Hope",
        "#1 Keith Richards #2 Vera Lynn #3 Bob Hope",
        "1 - Keith Richards\n2 - Vera Lynn\n3 - Bob Hope",
        "a) Keith Richards\nb) Vera Lynn\nc) Bob Hope",
        "first: Keith Richards\nsecond: Vera Lynn\nthird: Bob Hope",
        "Name 1: Keith Richards\nName 2: Vera Lynn\nName 3: Bob Hope",
        "Here are my nominations\n\n1. Keith Richards\n\n2. Vera Lynn\n\n3. Bob Hope",
        "My picks for the pool:\n\n  - Keith Richards\n  - Vera Lynn\n  - Bob Hope\n\nCheers,\nAnn Smith",
        "My picks:\nRichards, Keith\nLynn, Vera\nHope, Bob",
        "My three: Keith Richards,\nVera Lynn, Bob Hope",
        "my nominations are Keith Richards, Vera Lynn\nand Bob Hope",
        "My three:\n\n  Keith Richards, guitarist\n  Vera Lynn - she won't ever stop\n  Bob Hope (comedian)",
        "Keith Richards, Vera Lynn, Bob Hope",
        "Keith Richards\nVera Lynn\nBob Hope",
        "Hi,\n\nKeith Richards\nVera Lynn\nBob Hope\n\nCheers, Ann",
        "Count me in! Keith Richards, Vera Lynn and Bob Hope please.",
        "“Keith Richards”; “Vera Lynn”; “Bob Hope”",
        "My three:\n\nKeith Richards\n\nVera Lynn\n\nBob Hope\n\nAnn Smith",
        "My three:\n\nKeith Richards\nVera Lynn\nBob Hope\n\nAnn Smith",
        "my three => Keith Richards, Vera Lynn, Bob Hope",
        "My three: Keith Richards :-), Vera Lynn ;-), Bob Hope :-(",
        "My three: Keith Richards, Vera Lynn and finally Bob Hope, thanks!",
        "A) Keith Richards\nB) Vera Lynn\nC) Bob Hope",
        "I. Keith Richards\nII. Vera Lynn\nIII. Bob Hope",
        "1/ Keith Richards\n2/ Vera Lynn\n3/ Bob Hope",
        "1 = Keith Richards\n2 = Vera Lynn\n3 = Bob Hope",
        "Name one: Keith Richards\nName two: Vera Lynn\nName three: Bob Hope",
        "Count me in: Keith Richards, Vera Lynn, Bob Hope",
        "1st: Keith Richards\n2nd: Vera Lynn\n3rd: Bob Hope",
        "1st nomination: Keith Richards\n2nd nomination: Vera Lynn\n3rd nomination: Bob Hope",
        "Pick 1 | Keith Richards\nPick 2 | Vera Lynn\nPick 3 | Bob Hope",
        "My three: Keith Richards, Vera Lynn, Bob Hope 8-)",
        "My three: Keith Richards <3, Vera Lynn :D, Bob Hope xx",
        "Correction: my three: Keith Richards, Vera Lynn, Bob Hope",
        "Sorry, make that Keith Richards, Vera Lynn, Bob Hope",
        "Meine drei: Keith Richards, Vera Lynn und Bob Hope",
        "Thanks for the last issue, which I liked.\n\nI nominate Keith Richards, Vera Lynn and Bob Hope.\n\nBest, Ann",
    ],
)
def test_a_nomination_is_understood_as_people_write_it(letter: str) -> None:
    assert read(letter) == ([KEITH_VERA_AND_BOB], [])


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Sir Alec Guinness", "Sir Alec Guinness"),
        ("Guinness, Sir Alec", "Sir Alec Guinness"),
        ("J.K. Rowling", "J.K. Rowling"),
        ("J. K. Rowling", "J. K. Rowling"),
        ('Paul "Gazza" Gascoigne', 'Paul "Gazza" Gascoigne'),
        ("Zoë O'Neill", "Zoë O'Neill"),
        ("Jean-Paul Belmondo", "Jean-Paul Belmondo"),
        ("van Dyke, Dick", "Dick van Dyke"),
        ("Sammy Davis, Jr.", "Sammy Davis Jr."),
        ("Dr. Ruth", "Dr. Ruth"),
        ("the Queen Mother", "the Queen Mother"),
        ("Pope John Paul II", "Pope John Paul II"),
        ("Elizabeth the Queen Mother", "Elizabeth the Queen Mother"),
        ("50 Cent", "50 Cent"),
        ("Madonna", "Madonna"),
        ("李小龍", "李小龍"),
        ("Édith Cresson (in France)", "Édith Cresson"),
    ],
)
def test_names_are_printed_as_they_are_written_but_first_name_first(written: str, printed: str) -> None:
    assert read(f"my three: {written}; Vera Lynn; Bob Hope") == ([f"my three: {printed}; Vera Lynn; Bob Hope"], [])
    assert read(f"1. {written}\n2. Vera Lynn\n3. Bob Hope") == ([f"my three: {printed}; Vera Lynn; Bob Hope"], [])


@pytest.mark.parametrize(
    "letter",
    [
        "I nominate this as the best zine ever",
        "My nominations are in the post.",
        "I'll have a pint, a pie and a pudding",
        "Best wishes to Ann Smith, Bob Jones and Cid Brown",
        "Ann, Bob and Cid played well.",
        "My wife Ann Smith, my son Bob Smith and I send our best.",
        "1. I liked the cover.\n2. Choice is fun.\n3. Go on like this.",
        "Dear Chris,\nwhat a lovely idea the Dead Pool is!\n\nYours,\nJohn Brown\n12 Acacia Road\nLondon",
        "Who is in the pool?",
        "My account is empty, I fear.",
        "On account of my illness I have been slow.",
        "No need to deduct it from my account, a cheque is enclosed.",
        "Don't take the fee from my account yet.",
        "Let's exchange zines with Ann Smith.",
        "best wishes, marian gray",
        "Happy Christmas, Marian Gray",
        "many thanks, kind regards",
        "see you soon, old friend",
        "hi there, how are you, all well here, sunny weather",
        "Ann Smith and Bob Jones win together.",
        "Keith Richards, Vera Lynn\nand I all like this zine.",
        "",
    ],
)
def test_prose_is_left_alone(letter: str) -> None:
    assert read(letter) == ([], [])


@pytest.mark.parametrize(
    ("letter", "reason"),
    [
        ("I nominate Keith Richards and Vera Lynn", "not-three"),
        ("keith richards, vera lynn", "not-three"),
        ("Keith Richards and Vera Lynn", "not-three"),
        ("Hello!\n\nkeith richards; vera lynn", "not-three"),
        ("keith richards; vera lynn; bob hope; thora hird", "not-three"),
        ("keith richards, vera lynn, bob hope, thora hird", "not-three"),
        ("Hello,\n\nkeith richards, vera lynn, bob hope and thora hird\n\nMarian", "not-three"),
        ("My three:\nKeith Richards\nVera Lynn\nBob Hope\nThora Hird", "not-three"),
        ("1. Keith Richards\n2. Vera Lynn\n3. Bob Hope\n4. Thora Hird", "not-three"),
        ("I nominate Keith Richards, Vera Lynn and Bob Hope or Thora Hird", "not-certain"),
        ("I nominate Keith Richards, Vera Lynn and Bob Hope?", "not-certain"),
        ("I thought of nominating Keith Richards, Vera Lynn and Bob Hope, but no.", "not-certain"),
        ("My first pick is Keith Richards, my second is Vera Lynn and my third is Bob Hope.", "not-certain"),
        ("I nominate myself, my dog and the Pope", "not-a-name"),
        ("Madonna, Prince, Cher", "is-it-a-list"),
        ("I was in town.\nIt rained.\nKeith Richards\nVera Lynn\nBob Hope", "is-it-a-list"),
        ("my three: Lloyd Webber, Andrew; Vera Lynn; Bob Hope", "comma-name"),
        ("my three: Ant and Dec; Vera Lynn; Bob Hope", "two-in-one"),
        ("Please replace Keith Richards with Thora Hird", "whole-list"),
        ("Change Keith Richards to Thora Hird", "whole-list"),
        ("Thora Hird instead of Keith Richards, please", "whole-list"),
        ("A. Keith Richards\nB. Vera Lynn\nC. Bob Hope", "is-it-a-list"),
        ("Guitar: Keith Richards\nSongs: Vera Lynn\nJokes: Bob Hope", "is-it-a-list"),
        ("1 | Keith Richards | 81\n2 | Vera Lynn | 88\n3 | Bob Hope | 79", "not-a-name"),
        ("Please drop Keith Richards and add Thora Hird", "whole-list"),
        ("Instead of Keith Richards I'd like Thora Hird", "whole-list"),
        ("My three:\n\nKeith Richards\nVera Lynn\n\nAnn Smith", "not-three"),
        ("Keith Richards - Vera Lynn - Bob Hope", "is-it-a-list"),
    ],
)
def test_what_is_not_certain_is_asked_back_and_nothing_taken(letter: str, reason: str) -> None:
    assert read(letter) == ([], [reason])


@pytest.mark.parametrize(
    "words",
    [
        "take the fee from my account",
        "Please deduct it from my account.",
        "Could you please deduct my pound from my account?",
        "Mark, please deduct one pound from my account and send it over.",
        "Please take the £1 out of my account, thanks",
        "You can deduct this from my account.",
        "I'd like you to take the entry fee from my account",
        "pay 1.00 from my account",
        "please charge my account",
        "Debit my account with £1 please",
        "Entry fee: please take from account",
    ],
)
def test_the_fee_is_asked_for_in_so_many_words(words: str) -> None:
    assert read(words) == ([FEE], [])
    assert read(f"{KEITH_VERA_AND_BOB}\n\n{words}\n\nCheers, Ann") == ([KEITH_VERA_AND_BOB, FEE], [])


def test_the_fee_may_be_asked_for_in_the_same_sentence() -> None:
    letter = "I nominate Keith Richards, Vera Lynn and Bob Hope, and please take the fee from my account"
    assert read(letter) == ([KEITH_VERA_AND_BOB, FEE], [])


@pytest.mark.parametrize(
    "words",
    [
        "Take the fee from my account if there is enough in it",
        "Take the fee from my account, or shall I send a cheque",
        "Shall I pay the fee from my account?",
        "Could the fee be taken from my account?",
        "I have asked Mark to deduct £1 from my account.",
        "fee: from my account",
    ],
)
def test_anything_less_plain_is_asked_back_and_nothing_taken(words: str) -> None:
    assert read(words) == ([], ["fee-unclear"])


NAME = st.builds(
    " ".join,
    st.tuples(
        st.sampled_from(["Ann", "Zoë", "J.K.", "Jean-Paul", "Dame Vera", 'Paul "Gazza"', "Dr. Ruth", "Édith"]),
        st.sampled_from(["Lynn", "O'Neill", "van Dyke", "Gascoigne", "Mac Ginty", "Belmondo", "Hope", "Will"]),
    ),
)
LISTS = st.lists(NAME, min_size=3, max_size=3, unique_by=key)


@given(LISTS, st.booleans())
def test_every_nomination_reads_back_from_its_canonical_form(picks: list[str], is_sure: bool) -> None:
    first, second, third = picks
    nomination = Nomination((first, second, third), is_sure)
    (written,) = GAME.read(lines(normalise(GAME.say(nomination)))).written
    assert written.order == nomination


@given(LISTS, st.sampled_from(["my three: {}; {}; {}", "I nominate {}, {} and {}", "1. {}\n2. {}\n3. {}"]))
def test_however_a_list_is_written_it_holds_its_names(picks: list[str], form: str) -> None:
    (written,) = GAME.read(lines(normalise(form.format(*picks)))).written
    assert isinstance(written.order, Nomination)
    assert list(written.order.picks) == picks


@given(st.text(max_size=200))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    said = lines(normalise(text))
    reading = GAME.read(said)
    assert all(each.hint for each in reading.complaints)
    assert all(isinstance(line, Line) for line in said)


WORDS = (
    *("my three:", "I nominate", "Keith Richards", "Bob Hope", "take the fee", "from my account", "different people"),
    *("and", "or", "not", "by", "replace", "Jr", "1.", "2)", "\n", "\n\n", ",", ";", ".", "?", "(", '"', "-", "/", ":"),
)


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
def test_no_mixture_of_its_words_makes_the_reader_fail(text: str) -> None:
    for written in GAME.read(lines(normalise(text))).written:
        again = GAME.read(lines(normalise(GAME.say(written.order)))).written
        assert [each.order for each in again] == [written.order]


@pytest.mark.parametrize(
    "letter",
    [
        "1. willie nelson\n2. mel brooks\n3. dick van dyke",
        "1) Willie Nelson\n2) mel brooks\n3) Dick Van Dyke",
        "1. willie nelson 2. mel brooks 3. dick van dyke",
        "a) willie nelson\nb) mel brooks\nc) dick van dyke",
        "willie nelson; mel brooks; dick van dyke",
        "Willie Nelson; mel brooks; Dick Van Dyke",
        "Hi Marian,\n\nWillie Nelson\nmel brooks\nDick Van Dyke\n\nCheers, Ann",
        "Hi,\n\n1. willie nelson\n\n2. mel brooks (the director)\n\n3. dick van dyke",
    ],
)
def test_a_plain_list_of_three_needs_no_capitals(letter: str) -> None:
    (order,), wrong = read(letter)
    assert (order.casefold(), wrong) == ("my three: willie nelson; mel brooks; dick van dyke", [])


@pytest.mark.parametrize(
    "letter",
    [
        "willie nelson, mel brooks, dick van dyke",
        "willie nelson\nmel brooks\ndick van dyke",
        "1. madonna\n2. mel brooks\n3. dick van dyke",
    ],
)
def test_three_names_without_capitals_that_might_be_other_words_are_asked_back(letter: str) -> None:
    assert read(letter) == ([], ["is-it-a-list"])


@pytest.mark.parametrize(
    "letter",
    [
        "1. pay the milkman\n2. phone my mum\n3. write to Marian",
        "1. i hope this finds you well\n2. the pool is fun\n3. see you soon",
        "1. feed the cat\n2. mow the lawn\n3. win the pool",
        "buy milk; feed the cat; write to mum",
    ],
)
def test_a_list_of_other_things_is_no_nomination(letter: str) -> None:
    assert read(letter) == ([], [])
