"""What is a yes to "is this letter yours?": all that a willing person writes, and nothing that a puzzled one does."""

import tomllib
from email.message import EmailMessage

import pytest

from processor.mail.assent import assent
from processor.mail.read import read
from processor.paths import shipped

LANGUAGES = tomllib.loads(shipped("data", "house", "mailwords.toml"))
NAMES = ("Bob Baker", "Marian")


def says(text: str) -> str:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "bob@players.test", "Re: Is this letter yours? Please confirm"
    mail.set_content(text)
    return assent(read(mail.as_bytes()), NAMES).says


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Bob",
        "Hi Marian,\n\nThanks!\nBob",
        "Viele Grüße\nBob Baker",
        "yes",
        "YES!",
        "Yes, not a problem.",
        "yep, sorry about that",
        "ok",
        "Sure. See you next week.",
        "Hello Marian, that was me. Cheers, Bob",
        "Confirmed.",
        "It is mine!",
        "yes it's mine",
        "Hello Marian,\n\nyes, no trouble at all.\n\nBest regards\nBob",
        "I wrote it on my phone",
        "It's from me - my other address, sorry",
        "Ja, das war ich.",
        "Hallo Marian, das war ich",
        "c'est bien moi",
        "はい、私です。",
        "是的",
    ],
)
def test_what_a_willing_person_answers_is_a_yes(text):
    assert says(text) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "?",
        "What letter?",
        "Who asked for that?",
        "Is that me?",
        "ok, who wrote this?",
        "Someone is impersonating me",
        "I'm sure somebody is playing a joke on me.",
        "Correct me if you see what this is about",
        "Please delete it.",
        "Stop",
        "cancel",
        "withdraw",
        "reject",
        "T1: 1+2, 3+4, reject 5",
        "Bob is right here",
        "I will confirm later",
    ],
)
def test_what_may_well_be_said_by_somebody_who_knows_of_no_letter_is_neither(text):
    assert says(text) == "neither"


@pytest.mark.parametrize(
    "text",
    [
        "No",
        "nope",
        "That is not mine.",
        "It was me? I did not write that",
        "I confirm that I have never written this",
        "Nein, das war ich nicht.",
        "Ce n'est pas moi",
        "Das ist nicht von mir.",
        "いいえ、違います",
        "不是我",
        "нет",
    ],
)
def test_a_no_is_a_no_whatever_else_it_says(text):
    assert says(text) == "no"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_say_yes_and_no(language):
    words = LANGUAGES[language]
    assert [each for each in words["agrees"] if says(each) != "yes"] == []
    assert [each for each in words["denies"] if says(f"{each}.") == "yes"] == []
    assert [each for each in words["greets"] if says(f"{each}, Bob") != "yes"] == []
