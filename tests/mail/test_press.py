"""How press is written, and what is left of it for print."""

import pytest

from processor.core.orders import Complaint
from processor.core.text import normalise
from processor.mail.commands import Command, NoPress, Press
from processor.mail.parse import parse
from processor.mail.presstext import holds_address, printable

P7 = "perudo-7"
ANN = ("Ann Archer", "Ann", "Archer")


def only(text: str) -> Command | Complaint:
    parsed = parse(normalise(text), [P7, "choice-1"])
    said = [each for block in parsed.blocks for each in block.commands]
    (only_one,) = said or parsed.complaints
    return only_one


@pytest.mark.parametrize(
    ("line", "press"),
    [
        ("press: hello", Press(1, "hello")),
        ("Press: 3 fives: never!", Press(1, "3 fives: never!")),
        ("white press: hello", Press(1, "hello")),
        ("press release to all: hello", Press(1, "hello")),
        ("press for perudo-7: hello", Press(1, "hello", P7)),
        ("press Perudo 7: hello", Press(1, "hello", P7)),
        ("perudo-7: press: hello", Press(1, "hello", P7)),
        ("press as The Old Fox: hello", Press(1, "hello", byline="The Old Fox")),
        ('press as "Fox: the Old": hello', Press(1, "hello", byline="Fox: the Old")),
        ("press perudo-7 as The Old Fox: hello", Press(1, "hello", P7, "The Old Fox")),
        ("press as The Old Fox for perudo-7: hello", Press(1, "hello", P7, "The Old Fox")),
        ("gray press as The Old Fox: hello", Press(1, "hello", byline="The Old Fox", grey=True)),
        ("press grey: hello", Press(1, "hello", grey=True)),
        ("anonymous press: hello", Press(1, "hello", anonymous=True)),
        ("press anonymously: hello", Press(1, "hello", anonymous=True)),
        ("Anonymous press for perudo-7: hello", Press(1, "hello", P7, anonymous=True)),
        ("cancel press", NoPress(1)),
        ("cancel my press", NoPress(1)),
        ("no press for perudo-7, please", NoPress(1, P7)),
    ],
)
def test_press_as_it_is_written(line: str, press: Command) -> None:
    assert only(line) == press


@pytest.mark.parametrize(
    ("press", "shade"),
    [
        (Press(1, "x"), "white"),
        (Press(1, "x", byline="The Old Fox"), "grey"),
        (Press(1, "x", grey=True), "grey"),
        (Press(1, "x", anonymous=True), "anonymous"),
        (Press(1, "x", byline="The Old Fox", anonymous=True), "anonymous"),
    ],
)
def test_press_that_is_to_be_hidden_is_never_taken_for_white(press: Press, shade: str) -> None:
    assert press.shade == shade


def test_press_runs_to_the_end_of_its_part_and_holds_no_orders() -> None:
    parsed = parse("turn 1: 1+2\npress as The Old Fox:\n\nTo all!\n\nturn 2: 3+4\nchoice-1\nhelp", [P7, "choice-1"])
    first, second = parsed.blocks
    assert [line.text for line in first.lines] == ["turn 1: 1+2"]
    assert first.commands == (Press(2, "To all!\n\nturn 2: 3+4", byline="The Old Fox"),)
    assert second.match == "choice-1"


@pytest.mark.parametrize("line", ["press", "anonymous press", "press for perudo-7", "press as The Old Fox"])
def test_press_without_a_text_is_asked_for_one(line: str) -> None:
    said = only(line)
    assert isinstance(said, Complaint)
    assert said.hint == f"Please write a colon and then the text: {Press.example}"


@pytest.mark.parametrize("line", ["Press on with it, lads!", "presses", "the press: is it free?", "Press the button"])
def test_other_lines_that_begin_so_are_no_press(line: str) -> None:
    assert parse(line, [P7]).blocks[0].commands == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Beware!", "Beware!"),
        ("Beware!\n\n\n\nAnd soon.\n", "Beware!\n\nAnd soon."),
        ("Beware!\n--\nAnn Archer\n12 High Street", "Beware!"),
        ("Beware!\n\nKind regards,\nAnn", "Beware!"),
        ("Beware!\nall the best\n\nann archer", "Beware!"),
        ("Cheers!", "Cheers!"),
        ("Cheers, you lot!\nI drink to Ann.", "Cheers, you lot!\nI drink to Ann."),
        ("Beware!\n-- write your orders above this line --\n\nDear Ann,", "Beware!"),
        ("Beware!\n- write your orders above\nthis line -\nDear Ann,", "Beware!"),
        ("Re: [perudo-7 ~abcdefgh23456777] Beware!", "Re:  Beware!"),
        ("[~abcdefgh23456777]", ""),
        ("games+abcdefgh23456777 is mine", "games is mine"),
        ("I have 3 [three] aces ~ perhaps", "I have 3 [three] aces ~ perhaps"),
    ],
)
def test_signatures_quoted_mails_and_tokens_are_not_printed(text: str, left: str) -> None:
    assert printable(text, ANN) == left


def test_an_address_in_press_is_noticed() -> None:
    assert holds_address("write to ann@x.test, all of you")
    assert not holds_address("3 fives @ noon, or 4@5")
