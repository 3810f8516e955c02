"""What only the GM can tell a game: by mail or at the command line, and who hears of it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from processor.games import all_games
from processor.rehearsal import as_document, rehearse
from processor.rehearsal.script import HouseHead, LetterCame, MatchHead, Person, Words
from processor.rehearsal.setting import set_up
from processor.rehearsal.stage import Stage, busy, output, receive
from tests.desk.sandbox import Sandbox, gm_at, said, sandbox

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
ANNA = Person(1, "Anna", "anna@example.org")
BEN = Person(2, "Ben", "ben@example.org")
REFUSED = "refuse pick Red Rum: not human"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Two pools, in the first of which Anna has named a horse."""
    heads = tuple(MatchHead(3, "deadpool", f"deadpool-{number}", seats=(ANNA, BEN)) for number in (1, 2))
    stage = set_up(HouseHead("UTC", NOON), heads, all_games())
    write(stage, "Anna", "deadpool-1\nmy three: Bob Hope; Red Rum; Thora Hird")
    yield stage
    stage.desk.database.close()


def write(stage: Stage, who: str, letter: str) -> list[str]:
    """The subjects of the mails that a letter leads to, each with its reader."""
    stage.now += timedelta(minutes=1)
    receive(stage, LetterCame(Words(1, who), answers=False, when=None, body=letter))
    return sent(stage)


def sent(stage: Stage) -> list[str]:
    busy(stage)
    return [f"{mail.address.partition('@')[0]}: {mail.subject}" for mail in output(stage).mails]


def test_the_game_hears_what_the_gm_says_at_the_command_line(stage: Stage) -> None:
    output(stage)
    said = gm_at(stage, f"deadpool-1: {REFUSED}")
    assert said.told[0].startswith("Taken down in deadpool-1: refuse pick Red Rum")
    assert (
        gm_at(stage, f"deadpool-1: {REFUSED}")
        .told[0]
        .endswith("It changes nothing for any player, so nobody was told.")
    )
    assert "anna: [deadpool-1] News of The Dead Pool" in sent(stage)


@pytest.mark.parametrize("text", ["announce deadpool-1: Sad news.", "tell Anna: Sad news."])
def test_news_for_a_game_in_a_text_for_its_players_is_asked_back(stage: Stage, text: str) -> None:
    sent(stage)
    told = gm_at(stage, f"{text}\n\n{REFUSED}").told[-1]
    assert told.startswith(f"“{REFUSED}” stands in the text of your")
    assert "Nothing of the text has gone to anybody" in told
    assert sent(stage) == []


def test_by_mail_the_code_stands_above_it(stage: Stage) -> None:
    mails = write(stage, "GM", f"deadpool-1\n{REFUSED}")
    assert "anna: [deadpool-1] News of The Dead Pool" in mails
    assert mails[-1] == "gm: [deadpool-1] Your letter"


def test_with_several_matches_that_could_be_meant_the_gm_is_asked(stage: Stage) -> None:
    (asked,) = gm_at(stage, REFUSED).complaints
    assert asked.text == REFUSED
    assert asked.hint.startswith("This could be for deadpool-1 or deadpool-2; please say which one is meant.")
    assert asked.hint.endswith(f"like this:\n    deadpool-1: {REFUSED}")
    assert "News" not in " ".join(write(stage, "GM", REFUSED))


def test_with_one_match_its_code_can_be_left_out(stage: Stage) -> None:
    gm_at(stage, "close deadpool-2")
    assert gm_at(stage, REFUSED).told[0].startswith("Taken down in deadpool-1")


def test_every_line_gets_its_own_answer_and_the_good_ones_are_carried_out(stage: Stage) -> None:
    said = gm_at(
        stage,
        f"deadpool-1: and have a nice day\ndeadpool-1: {REFUSED}\nextend deadpool-1 by 3 dys\n"
        "zork\ndeadpool-2: my three: Bob Hope; Thora Hird; Red Rum\ndeadpool-9: zork\nclose deadpool-2",
    )
    assert [complaint.line for complaint in said.complaints] == [1, 3, 4, 5]
    unclear, slip, nonsense, of_a_player = (f"{each.text}: {each.hint}" for each in said.complaints)
    assert unclear.startswith("deadpool-1: and have a nice day: This is not understood, so nothing has come of it.")
    assert 'Did you mean "days"' in slip
    assert nonsense.startswith("zork: This is not understood")
    assert "act for NAME in deadpool-2: my three: Bob Hope" in of_a_player
    answers = " ".join(said.told)
    assert "Taken down in deadpool-1: refuse pick Red Rum" in answers
    assert "There is no match called deadpool-9." in answers
    assert "deadpool-2 is closed, which is final." in answers
    assert said.refused


@pytest.mark.parametrize("words", ["reject: x", "reopen", "note: The post was late."])
def test_a_ruling_that_names_no_case_is_told_to_begin_with_it(stage: Stage, words: str) -> None:
    (asked,) = gm_at(stage, words).complaints
    assert asked.hint.startswith(f"A ruling has to begin with the case that it is for: D-12 {words}\n")


def test_where_nothing_is_said_at_all_that_is_told(stage: Stage) -> None:
    assert gm_at(stage, " \n").told == (
        "Nothing stands there, so nothing was changed. To see what can be said, write: help",
    )


def test_by_mail_a_wrong_line_stops_none_beside_it_either() -> None:
    house = sandbox(trust_from=True)
    house.gm("new deadpool deadpool-1 deadline 7 days after the last")
    house.begins("deadpool-1", "ann@x.test", "bob@x.test")
    words = "Hello!\n\nrefuse pick Red Rum\nextend deadpool-1 by 3 dys\nclose deadpool-1"
    answer = next(said(mail) for mail in house.letter("marian@long.test", words) if mail.kind == "receipt")
    assert "refuse pick NAME: not well known" in answer
    assert 'Did you mean "days"' in answer
    assert "deadpool-1 is closed" in answer
    assert "Hello" not in answer


def test_a_player_who_says_it_changes_nothing(stage: Stage) -> None:
    events = stage.file("deadpool-1")
    write(stage, "Ben", f"deadpool-1\n{REFUSED}")
    assert stage.file("deadpool-1") == events


def test_a_match_of_another_game_does_not_hear_it(stage: Stage) -> None:
    gm_at(stage, 'new choice choice-1 "Choice" deadline on dates given')
    assert gm_at(stage, f"choice-1: {REFUSED}").complaints


CLAIMED = f"""\
believe proof

game deadpool
seats Anna, Ben

GM writes:
    {REFUSED}
"""


def test_a_letter_that_may_not_be_the_gms_is_not_believed() -> None:
    mails = as_document(rehearse(CLAIMED))["mails"]
    assert [mail["kind"] for mail in mails][-1] == "confirm"
    assert {"news", "receipt"}.isdisjoint(mail["kind"] for mail in mails)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("death Clint Eastwood on 17 January", "Please write the year as well"),
        ("death Clint Eastwood on 17/1/2027", "is read in two ways in different countries"),
        ("refuse pick Charlie: he is too funny", "refuse pick NAME: not well known"),
        ("refuse pick", "refuse pick NAME: not well known"),
        ("refuse pick\nrefuse pick", "refuse pick NAME: not well known"),
    ],
)
def test_what_the_only_game_of_its_kind_nearly_understands_is_put_right_without_its_code(words: str, hint: str) -> None:
    house = sandbox(trust_from=True)
    house.gm("new deadpool deadpool-1 deadline 7 days after the last")
    house.begins("deadpool-1", "ann@x.test", "bob@x.test")
    assert hint in " ".join(each.hint for each in house.gm(words).complaints)
    (answer,) = house.letter("marian@long.test", words)
    assert hint in said(answer)


@pytest.fixture(scope="module")
def two_matches() -> Sandbox:
    """A house whose GM can speak of two matches, with an Ann Archer in the first of them, and another Ann."""
    house = sandbox(trust_from=True)
    for code in ("choice-1", "choice-2"):
        house.gm(f"new choice {code} deadline 7 days after the last")
    house.begins("choice-1", "ann.archer@x.test", "ben.bold@x.test", "ann.zett@x.test")
    return house


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (
            "replace Ben by Fred",
            "Please write the mail address of whoever is meant, for there we write to them: replace",
        ),
        ("replace Ben in choice-1 by Fred", "for there we write to them: replace Ann Archer in choice-1 by dora@"),
        ("standby Zorro", "for there we write to them: standby dora@example.org for"),
        ("standby Zorro for choice-1", "for there we write to them: standby dora@example.org for choice-1"),
        ("tell Ben", "Please write a colon and then the text: tell NAME: "),
        ("act for Ben in choice-1", "Please write a colon and then the text: act for Ann Archer in choice-1: ORDERS"),
        ("excuse turn 1 in choice-1", "Please say who is meant: excuse Ann Archer turn 3 in choice-1"),
        (
            "excuse Ben in choice-1",
            "so that nothing is done to another one: excuse Ben turn 3 in choice-1",
        ),
        ("run choice-1", "so that nothing is done to another one: run choice-1 turn 3"),
        ("run choice-1 turn x", 'After "run choice-1" should come a turn, such as turn 3.'),
        ("pause choice-1 until friday", 'After "pause choice-1" nothing else can stand, so "until friday" is not'),
        ("early choice-1 maybe", "Please say on or off: early choice-1 on"),
        ("grace choice-1", "Please say how long: grace choice-1 6 hours"),
        ("extend choice-1 by 3", "should come how long, such as 3 days. For example: extend choice-1 by 3 days"),
        ("drop choice-1", "Please say who is meant: drop Ann Archer from choice-1"),
        ("drop Zorro from choice-1", "There are: Ann Archer, Ben Bold and Ann Zett."),
        ("drop Ann from choice-1", "Please write the address: ann.archer@x.test, ann.zett@x.test"),
        ("drop Ben from choice-9", "There is no match called choice-9."),
        (
            "drop Ben",
            "Send it again with the code in front, like this:\n    choice-1: drop Ben",
        ),
        ("paid 1.00", "Please say who is meant: paid NAME 1.00"),
        ("paid Ben 1.00 2.00", "Which sum is meant?"),
        ("release x", "Please write the number of the letter behind it"),
        ("who Ann", 'After "who" should come a match'),
        ("pay out Ben", 'After "pay out" nothing else can stand, so "Ben" is not understood.'),
        ("new", "Please write the game, a code for the match, and when its turns close: new perudo"),
        ("rules", "Please say of which game, for instance: rules choice"),
        ("rules chess", "There is no game of that name."),
        ("help zork", "There is no help on that."),
        ("account", "Please say whose account is meant: account NAME."),
    ],
)
def test_what_is_missing_or_wrong_is_named_with_how_to_write_it_right(
    two_matches: Sandbox, words: str, answer: str
) -> None:
    said = two_matches.copy().gm(words)
    assert answer in " ".join([*said.told, *(each.hint for each in said.complaints)])


@pytest.mark.parametrize("words", ["standby Zorro", "replace Ben by Fred"])
def test_by_mail_too_the_gm_is_told_that_an_address_is_needed(two_matches: Sandbox, words: str) -> None:
    (answer,) = two_matches.copy().letter("marian@long.test", words)
    assert "Please write the mail address of whoever is meant" in said(answer)


def test_where_there_is_only_one_match_the_gm_need_not_name_it() -> None:
    house = sandbox(trust_from=True)
    assert "To open one, see: help new" in house.gm("who").told[0]
    house.gm("new choice choice-1 deadline 7 days after the last")
    house.begins("choice-1", "ann@x.test", "bob@x.test")
    assert "choice-1 is paused" in house.gm("pause").told[0]
    assert "choice-1 goes on" in said(house.letter("marian@long.test", "resume")[-1])
