"""Press as players write it: what is kept, what comes back, and how everybody reads it with the results."""

from dataclasses import replace
from datetime import timedelta

import pytest

from processor.desk.people import name_told
from processor.store.roster import Player
from tests.desk.sandbox import Sandbox, header, said, sandbox

ANN, BOB, GM = "ann@x.test", "bob@x.test", "marian@long.test"
NOBODY = Player(1, "n@x.test", "", "UTC", True, "player", False)
HOSTS = {ANN: "Captain Cube", BOB: "Lady Luck", "cleo@x.test": "Snake Eyes", "dora@x.test": "Dr Doubt"}


@pytest.fixture
def open_table() -> Sandbox:
    """A match of Drop Dead between Ann and Bob."""
    made = sandbox()
    made.gm('new dropdead dropdead-1 "Friday Dice" deadline every friday 20:00 Europe/London')
    return begun(made, "dropdead-1", ANN, BOB)


@pytest.fixture
def masked_table() -> Sandbox:
    """A match of Perudo, where nobody knows who is who."""
    made = sandbox()
    made.gm("new perudo perudo-1 deadline every friday 20:00 Europe/London press anonymous minimum 4")
    for address, host in HOSTS.items():
        made.letter(address, "help")
        made.letter(address, f"join perudo-1 as {host}")
        made.letter(address, "yes", to=made.reply_to[address])
    return begun(made, "perudo-1")


def begun(made: Sandbox, code: str, *joining: str) -> Sandbox:
    for address in joining:
        made.joins(address, code)
    made.gm(f"start {code}")
    made.gm(f"deadline {code} friday 4 december 20:00")
    made.post()
    return made


def writes(desk: Sandbox, player: str, words: str) -> str:
    mails = desk.letter(player, words, desk.reply_to[player])
    assert [mail.recipient for mail in mails] == [player]
    return said(mails[0])


class Post:
    """The mails of a turn's end."""

    def __init__(self, desk: Sandbox, days: int = 4) -> None:
        desk.now += timedelta(days=days)
        self.mails = desk.open()

    def to(self, reader: str) -> str:
        return next(
            said(mail) for mail in self.mails if mail.recipient == reader and "results" in header(mail, "Subject")
        )


def test_white_press_is_printed_under_the_name_at_the_table_and_to_everybody(open_table: Sandbox) -> None:
    receipt = writes(open_table, ANN, "roll\npress: Beware, all!\n\nI roll tonight.")
    assert "goes out to all with the results of inning 1" in receipt
    assert "write: cancel press dropdead-1" in receipt
    assert "Ann writes: | Beware, all! | | I roll tonight." in receipt
    post = Post(open_table)
    for reader in (ANN, BOB, GM):
        assert "PRESS Ann writes: | Beware, all! | | I roll tonight." in post.to(reader)
    assert "PRESS" not in Post(open_table, days=7).to(BOB)


def test_grey_press_bears_an_invented_name(open_table: Sandbox) -> None:
    writes(open_table, ANN, "press as The Old Fox: Beware!")
    text = Post(open_table).to(BOB)
    assert "PRESS Under the invented name “The Old Fox” somebody writes: | Beware!" in text


def test_press_that_is_taken_back_is_not_printed(open_table: Sandbox) -> None:
    writes(open_table, ANN, "press: Beware!")
    assert "None of your press will be printed" in writes(open_table, ANN, "cancel press")
    assert "There is no press of yours" in writes(open_table, ANN, "cancel press")
    assert "PRESS" not in Post(open_table).to(BOB)


def test_press_that_waits_is_printed_when_the_gm_closes_the_match(open_table: Sandbox) -> None:
    writes(open_table, ANN, "press: Farewell!")
    open_table.gm("close dropdead-1")
    (last,) = [said(mail) for mail in open_table.post() if mail.recipient == BOB]
    assert "PRESS Ann writes: | Farewell!" in last


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("anonymous press: Beware!", "press without a name is not printed"),
        ("grey press: Beware!", "Grey press needs a name to go under"),
        ("press as Bob: Beware!", "Bob is the name of somebody at the table"),
        ("press as The GM: Beware!", "would be taken for the GM's own word"),
        ("press as Marian: Beware!", "would be taken for the GM's own word"),
        ("press: write to bob@x.test", "There is a mail address in your press"),
        ("press: --\nAnn", "nothing is left of your press"),
        ("press: " + "Beware!\n" * 300, "a piece may have 2,000 at most"),
    ],
)
def test_press_that_is_not_printed_comes_back_and_says_how_to_do_it(
    open_table: Sandbox, words: str, answer: str
) -> None:
    receipt = writes(open_table, ANN, words)
    assert answer in receipt
    assert "Your press, as it will be printed" not in receipt
    assert "PRESS" not in Post(open_table).to(BOB)


def test_where_nobody_knows_who_is_who_white_press_bears_the_pseudonym(masked_table: Sandbox) -> None:
    writes(masked_table, ANN, "press: You are all bluffing.\n\nBest wishes,\nann")
    post = Post(masked_table)
    for reader in HOSTS:
        assert "PRESS Captain Cube writes: | You are all bluffing." in post.to(reader)


@pytest.mark.parametrize("shade", ["press", "press as The Old Fox", "anonymous press", "press as ann"])
@pytest.mark.parametrize("text", ["It is I, Ann!", "So says ANN the great", "ann@x.test is mine"])
def test_a_text_that_tells_whose_it_is_comes_back(masked_table: Sandbox, shade: str, text: str) -> None:
    receipt = writes(masked_table, ANN, f"{shade}: {text}")
    assert "Nothing was kept; please send it without" in receipt
    assert "PRESS" not in Post(masked_table).to(BOB)


@pytest.mark.parametrize(
    ("name", "text", "tells"),
    [
        ("Jan van der Berg", "Der Feind steht am Berg", "Berg"),
        ("Jan van der Berg", "der kleine van", None),
        ("jan de vries", "De beste!", "de"),
        ("Jo March", "Enjoy the day", None),
        ("Jo S. March", "It is Jo's day", "Jo"),
        ("Jo S. March", "It's a fine day", None),
        ("Jo March", "It is Jo!", "Jo"),
        ("Jo March", "marching on", "March"),
    ],
)
def test_a_name_tells_by_its_parts_but_not_by_those_that_everybody_has(name: str, text: str, tells: str | None) -> None:
    assert name_told(text, replace(NOBODY, name=name)) == tells


def test_the_names_of_others_may_stand_in_it_for_a_refusal_would_tell_who_plays(masked_table: Sandbox) -> None:
    assert "is kept as it stands below" in writes(masked_table, ANN, "press: I think that Lady Luck is Bob.")


def test_anonymous_press_is_printed_where_the_gm_allows_it(masked_table: Sandbox) -> None:
    writes(masked_table, ANN, "anonymous press: I know you all.")
    assert "PRESS Somebody who gives no name writes: | I know you all." in Post(masked_table).to(BOB)


def test_press_before_play_begins_is_told_that_it_comes_too_early() -> None:
    desk = sandbox()
    desk.gm("new dropdead dropdead-1 deadline every friday 20:00 Europe/London")
    desk.joins(ANN, "dropdead-1")
    assert "has not begun" in writes(desk, ANN, "press: Hello!")


def test_a_reader_who_quotes_press_in_an_answer_orders_nothing_with_it(open_table: Sandbox) -> None:
    writes(open_table, ANN, "press: no orders")
    writes(open_table, ANN, "press: cancel press")
    post = Post(open_table)
    quoted = next(mail for mail in post.mails if mail.recipient == BOB)
    text = "\n".join(f"> {line}" for line in quoted.mime.decode().partition("\r\n\r\n")[2].splitlines())
    receipt = writes(open_table, BOB, f"roll\n\nOn Friday the desk wrote:\n{text}")
    assert "roll inning 2" in receipt
    assert "Noted: no orders" not in receipt


def test_orders_below_press_count_and_are_not_printed(open_table: Sandbox) -> None:
    told = writes(open_table, ANN, "press: Never trust a man with five dice.\n\nI say it once.\n\nroll\nthanks")
    assert "Your press for dropdead-1 ends above the line “roll”, which reads as an order" in told
    assert "What stands for inning 1: roll inning 1" in told
    assert "| Never trust a man with five dice. | | I say it once." in told.partition("as it will be printed")[2]
    post = Post(open_table)
    printed = post.to(BOB).partition("PRESS")[2]
    assert "| Never trust a man with five dice. | | I say it once." in printed
    assert "roll" not in printed
    assert "thanks" not in printed


@pytest.mark.parametrize("order", ["roll inning 9", "roll 7 dice for inning 1"])
def test_an_order_below_press_that_fails_is_not_printed_either_and_its_writer_is_told(
    open_table: Sandbox, order: str
) -> None:
    told = writes(open_table, ANN, f"press: Never trust a man with five dice.\n\n{order}")
    assert f"ends above the line “{order}”, which reads as an order" in told
    assert f"What could not be taken: * Line 3: {order}" in told
    assert "inning" not in Post(open_table).to(BOB).partition("PRESS")[2]


def test_secret_calls_below_press_that_fail_stay_secret(masked_table: Sandbox) -> None:
    told = writes(masked_table, ANN, "press: You will all lose.\n\n5 dice: 2 twos\n9.9: 3 sixes\n3 dice: full of twos")
    assert "Your press for perudo-1 ends above the line “5 dice: 2 twos”" in told
    told = writes(masked_table, ANN, "press: You will all weep.\n\n9.9: 3 sixes")
    assert "Your press for perudo-1 ends above the line “9.9: 3 sixes”" in told
    assert "sixes" not in told.partition("as it will be printed")[2]


@pytest.mark.parametrize("blank", ["", "\n"])
def test_of_two_pieces_in_one_letter_neither_tells_whose_the_other_is(open_table: Sandbox, blank: str) -> None:
    told = writes(open_table, ANN, f"press: Hello, all.\n{blank}press as The Old Fox: Ann is a liar.\nSo she is.")
    assert "Your text ends above the line “press as The Old Fox: Ann is a liar.”" in told
    printed = Post(open_table).to(BOB).partition("PRESS")[2]
    fox = "Under the invented name “The Old Fox” somebody writes: | Ann is a liar. | So she is."
    assert f"Ann writes: | Hello, all. {fox}" in printed


@pytest.mark.parametrize("below", ["cancel press", "I resign.", "vacation 20 december to 4 january", "help!"])
def test_a_line_below_press_that_could_be_a_word_is_asked_back(open_table: Sandbox, below: str) -> None:
    told = writes(open_table, ANN, f"press: Hello, all.\n{below}\nroll")
    assert f'Line 2: {below} This stands below "press: Hello, all." and could be a part of that text' in told
    assert "What stands for inning 1: nothing yet" in told
    assert "PRESS" not in Post(open_table).to(BOB)


def test_a_word_about_its_match_below_press_is_done_and_not_printed(open_table: Sandbox) -> None:
    told = writes(open_table, ANN, "press: Farewell!\nno orders for dropdead-1")
    assert "Your text ends above the line “no orders for dropdead-1”" in told
    assert 1 in open_table.match("dropdead-1").passed
    assert "| Farewell!" in (printed := Post(open_table).to(BOB).partition("PRESS")[2])
    assert "no orders" not in printed


@pytest.mark.parametrize("head", ["", "choice-1: "])
def test_orders_for_another_match_below_press_are_not_printed_and_their_writer_is_told(
    open_table: Sandbox, head: str
) -> None:
    order = _plays_choice_too(open_table)
    told = writes(open_table, ANN, f"dropdead-1\nroll\npress: Hello!\n\n{head}{order}")
    asked = f"“{order}” stands in the text of your press and reads as if it were meant for choice-1"
    elsewhere = f"What could not be taken: * Line 5: {order} This reads like orders for choice-1"
    assert (asked if head else elsewhere) in told
    assert "What stands for inning 1: roll inning 1" in told
    assert order not in Post(open_table).to(BOB)


def test_a_dispute_with_an_order_below_it_is_opened_and_a_word_is_said_on_the_order(open_table: Sandbox) -> None:
    order = _plays_choice_too(open_table)
    for below, code in (("roll", "dropdead-1"), (order, "choice-1")):
        mails = open_table.letter(ANN, f"dropdead-1\ndispute: I was never asked.\n{below}", open_table.reply_to[ANN])
        told = next(said(mail) for mail in mails if mail.recipient == ANN)
        assert "is case D-" in told
        assert f"“{below}” below your dispute reads as an order for {code}. It went to the GM" in told
        assert "What stands for inning 1: nothing yet" in told


def _plays_choice_too(desk: Sandbox) -> str:
    """Ann and Bob play Choice + as well; an order of Ann's there."""
    desk.gm("new choice choice-1 deadline every friday 20:00 Europe/London")
    begun(desk, "choice-1", ANN, BOB)
    match = desk.match("choice-1")
    first, second, third, fourth, rejected = match.game.view(match.state, 1).rolls[0].faces
    return f"turn 1: {first}+{second}, {third}+{fourth}, reject {rejected}"


def test_orders_straight_below_the_word_press_leave_no_press_at_all(open_table: Sandbox) -> None:
    told = writes(open_table, ANN, "press:\nroll")
    assert "What stands for inning 1: roll inning 1" in told
    assert "as it will be printed" not in told


def test_an_order_in_the_line_of_the_word_press_is_asked_back_and_nothing_is_printed(open_table: Sandbox) -> None:
    told = writes(open_table, ANN, "press: roll")
    assert "“roll” in your press for dropdead-1 reads as an order" in told
    assert "What stands for inning 1: nothing yet" in told
    assert "PRESS" not in Post(open_table).to(BOB)


def test_secret_calls_below_press_are_filed_and_stay_secret(masked_table: Sandbox) -> None:
    calls = "1 die: 2 twos\n2 dice: 2 twos\n3 dice: 2 twos\n4 dice: 2 twos\n5 dice: 2 twos"
    told = writes(masked_table, ANN, f"press: You will all lose.\n\n{calls}")
    assert "Your press for perudo-1 ends above the line “1 die: 2 twos”" in told
    assert "Nothing is missing from you." in told
    assert "You will all lose." in told.partition("as it will be printed")[2]
    assert "dice: 2 twos" not in told.partition("as it will be printed")[2]


def test_where_a_shot_cannot_be_undone_an_order_in_press_is_asked_back() -> None:
    made = sandbox()
    made.gm("new shootout shootout-1 seats 5-20")
    for address in (ANN, BOB, "cid@x.test", "dee@x.test", "eve@x.test"):
        made.joins(address, "shootout-1")
    made.gm("start shootout-1")
    made.post()
    told = writes(made, ANN, "press: I am ready.\n\naccuracy 12")
    assert "“accuracy 12” in your press for shootout-1 reads as an order" in told
    assert "What stands for turn 1: nothing yet" in told


def test_prose_about_the_game_is_no_order_and_is_printed(open_table: Sandbox) -> None:
    writes(open_table, ANN, "press: On a roll again!\n\nI have rolled nothing but fives since 1987.")
    assert "I have rolled nothing but fives since 1987." in Post(open_table).to(BOB).partition("PRESS")[2]


def test_an_order_above_press_counts_and_the_press_is_kept(open_table: Sandbox) -> None:
    told = writes(open_table, ANN, "roll\npress: Beware!")
    assert "What stands for inning 1: roll inning 1" in told
    assert "| Beware!" in told.partition("as it will be printed")[2]
