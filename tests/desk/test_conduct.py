"""How a player leaves a running match, what that puts on their record, and who is told of it."""

import pytest

from tests.desk.sandbox import ADDRESS, Sandbox, header, said, sandbox

ANN, GM = "ann@x.test", "marian@long.test"
PLAYERS = (ANN, "bob@x.test", "cid@x.test", "dee@x.test", "eve@x.test")


@pytest.fixture
def house() -> Sandbox:
    """Two matches of Shootout with the same five players; leaving costs one point in the first and two in the other."""
    made = sandbox()
    for code, penalty in (("shootout-1", 1), ("shootout-2", 2)):
        made.gm(f"new shootout {code} seats 5-5 penalty {penalty}")
    for player in PLAYERS:
        made.joins(player, "shootout-1")
    for player in PLAYERS:
        made.letter(player, "join shootout-2", to=made.reply_to[player])
    return made


def leave(house: Sandbox, code: str) -> dict[str, str]:
    """What is mailed to whom when Ann leaves."""
    return {mail.recipient: said(mail) for mail in house.leaves(ANN, f"withdraw from {code}")}


def test_leaving_alive_is_on_the_record_across_all_matches(house: Sandbox) -> None:
    assert "on your record, over all matches: 1." in leave(house, "shootout-1")[ANN]
    assert "on your record, over all matches: 3." in leave(house, "shootout-2")[ANN]


def test_the_gm_hears_of_the_record_and_sees_it_in_every_match(house: Sandbox) -> None:
    assert "over all matches: 1 point." in leave(house, "shootout-1")[GM]
    assert "over all matches: 3 points." in leave(house, "shootout-2")[GM]
    for code in ("shootout-1", "shootout-2"):
        (section,) = house.gm(f"who {code}").sections
        assert section.text.count("points for bad sportsmanship, over all matches: 3") == 1


def test_the_gm_hears_that_a_match_ends_with_the_last_but_one_who_is_taken_out(house: Sandbox) -> None:
    told = [" ".join(house.gm(f"drop {name} in shootout-1").told) for name in ("Ann", "Bob", "Cid", "Dee")]
    assert ["has come to its end" in each for each in told] == [False, False, False, True]


def test_everybody_else_hears_at_once_who_has_left(house: Sandbox) -> None:
    mails = leave(house, "shootout-1")
    for player in PLAYERS[1:]:
        assert "Ann has left Shootout." in mails[player]


def test_a_game_without_marks_puts_nothing_on_the_record(house: Sandbox) -> None:
    house.gm("new dropdead dropdead-1 seats 2-2 deadline 7 days after the last")
    for player in PLAYERS[:2]:
        house.letter(player, "join dropdead-1", to=house.reply_to[player])
    assert "record" not in leave(house, "dropdead-1")[ANN]


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("new dropdead g-1 seats 2-5", "No more dice are rolled for you. Your total stands in the table"),
        ("new deadpool g-1 seats 2-5 fee 0", "Your names are no longer in the game."),
        (
            "new choice g-1 seats 2-5",
            "Your open entries are withdrawn: they score as they stand",
        ),
    ],
)
def test_who_leaves_is_told_what_that_comes_to_in_this_game(new: str, words: str) -> None:
    made = sandbox()
    made.gm(f"{new} every friday 20:00 Europe/London")
    made.begins("g-1", "ann@x.test", "bob@x.test", "cid@x.test")
    mails = made.leaves("ann@x.test")
    told = next(said(mail) for mail in mails if mail.kind == "receipt")
    assert f"You have left g-1, and the GM is told. {words}" in told


# --- The question whether it is meant ---------------------------------------------------------------------


@pytest.fixture
def dice() -> Sandbox:
    """A match of Drop Dead in its first inning, and another one just like it."""
    made = sandbox()
    for code in ("dropdead-1", "dropdead-2"):
        made.gm(f"new dropdead {code} every friday 20:00 Europe/London")
    made.begins("dropdead-1", ANN, "bob@x.test")
    for player in (ANN, "bob@x.test"):
        made.letter(player, "join dropdead-2", to=made.reply_to[player])
    made.gm("start dropdead-2")
    made.post()
    return made


def has_left(house: Sandbox, code: str) -> bool:
    return bool(house.match(code).resigned)


def asked(house: Sandbox, words: str = "withdraw dropdead-1") -> str:
    """The mail that asks Ann whether she means to leave."""
    (question,) = house.letter(ANN, words, to=house.reply_to[ANN])
    return said(question)


def test_who_would_leave_a_running_match_is_asked_first(dice: Sandbox) -> None:
    dice.letter(ANN, "dropdead-1\nroll", to=dice.reply_to[ANN])
    question = asked(dice)
    assert "You are still in dropdead-1. Do you want to leave it?" in question
    assert "Your total stands in the table, but it cannot win any more." in question
    assert "answer this mail with the one word “confirm”, before inning 1 closes." in question
    assert "If you only want to take orders back, answer with “cancel dropdead-1”." in question
    (answer,) = dice.letter(ANN, "Oh dear, only the order!\n\ncancel dropdead-1", to=dice.reply_to[ANN])
    assert "Taken back in dropdead-1: roll" in said(answer)
    assert not has_left(dice, "dropdead-1")


@pytest.mark.parametrize(
    "words", ["confirm", "Hi Marian,\n\nYes, I confirm.\n\nAnn", "YES!", "confirmed", "yes, please confirm"]
)
def test_who_says_so_again_has_left(dice: Sandbox, words: str) -> None:
    asked(dice)
    mails = {mail.recipient: said(mail) for mail in dice.letter(ANN, words, to=dice.reply_to[ANN])}
    assert "You have left dropdead-1" in mails[ANN]
    assert "could not be taken" not in mails[ANN]
    assert (has_left(dice, "dropdead-1"), has_left(dice, "dropdead-2")) == (True, False)


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("withdraw", "Re: Your letter"),
        ("What would I have to confirm?", "Re: Your letter"),
        ("", "Re: Your letter"),
        ("confirm", "Automatic reply: Your letter"),
        ("> answer this mail with the one word\n> confirm", "Re: Your letter"),
    ],
)
def test_nothing_else_is_a_second_word(dice: Sandbox, words: str, subject: str) -> None:
    asked(dice)
    dice.letter(ANN, words, to=dice.reply_to[ANN], subject=subject)
    assert not has_left(dice, "dropdead-1")


@pytest.mark.parametrize("words", ["confirm", "Yes.", "Hello,\n\nI confirm it\n\nAnn"])
def test_who_says_so_elsewhere_is_told_which_mail_to_answer(dice: Sandbox, words: str) -> None:
    results = dice.reply_to[ANN]
    (question,) = dice.letter(ANN, "withdraw dropdead-1", to=results)
    for to in (results, ADDRESS):
        (answer,) = dice.letter(ANN, words, to=to)
        assert f"please answer that very mail; its subject is “{header(question, 'Subject')}”." in said(answer)
        assert "nothing in it that looks like orders" not in said(answer)
    assert not has_left(dice, "dropdead-1")
    dice.letter(ANN, words, to=header(question, "Reply-To"))
    assert has_left(dice, "dropdead-1")
    (answer,) = dice.letter(ANN, words)
    assert "nothing in it that looks like orders" in said(answer)


def test_no_machine_and_nobody_else_can_say_it(dice: Sandbox) -> None:
    asked(dice)
    dice.letter(f"{ANN}\nAuto-Submitted: auto-replied", "confirm", to=dice.reply_to[ANN])
    dice.letter("bob@x.test", "confirm", to=dice.reply_to[ANN])
    assert not has_left(dice, "dropdead-1")


def test_an_answer_that_comes_when_the_turn_has_closed_does_nothing(dice: Sandbox) -> None:
    asked(dice)
    question = dice.reply_to[ANN]
    dice.gm("run dropdead-1 inning 1")
    dice.post()
    (answer,) = dice.letter(ANN, "confirm", to=question)
    assert "since we asked, that has been settled otherwise or a turn has closed" in said(answer)
    assert not has_left(dice, "dropdead-1")
    asked(dice)
    dice.letter(ANN, "confirm", to=question)
    assert not has_left(dice, "dropdead-1")


def test_an_old_answer_takes_no_seat_that_was_come_back_to(dice: Sandbox) -> None:
    asked(dice)
    question = dice.reply_to[ANN]
    dice.gm("replace Ann in dropdead-1 by cid@x.test")
    dice.gm("replace Cid in dropdead-1 by ann@x.test")
    dice.letter(ANN, "confirm", to=question)
    assert not has_left(dice, "dropdead-1")


def test_one_answer_can_be_about_two_matches(dice: Sandbox) -> None:
    asked(dice, "withdraw dropdead-1\nwithdraw dropdead-2")
    dice.letter(ANN, "confirm", to=dice.reply_to[ANN])
    assert has_left(dice, "dropdead-1")
    assert has_left(dice, "dropdead-2")


def test_that_a_letter_is_mine_does_not_mean_that_i_leave(dice: Sandbox) -> None:
    dice.letter(ANN, "withdraw dropdead-1")
    (question,) = dice.letter(ANN, "confirm", to=dice.reply_to[ANN])
    assert "Do you want to leave it?" in said(question)
    assert not has_left(dice, "dropdead-1")
    dice.letter(ANN, "confirm", to=dice.reply_to[ANN])
    assert has_left(dice, "dropdead-1")
