"""A proof that was meddled with: what was changed is named, and nothing makes the checker stumble."""

import re
from collections.abc import Callable

import pytest

from processor.desk import proof
from processor.desk.house import codecs_for
from processor.games import all_games
from tests.desk.sandbox import sandbox


@pytest.fixture(scope="module")
def text() -> str:
    """The proof of a short match of Perudo."""
    desk = sandbox()
    desk.gm("new perudo perudo-7 seats 4-4 deadline every week friday 20:00 Europe/London")
    for name in ("ann", "bob", "cid", "dee"):
        desk.joins(f"{name}@x.test", "perudo-7")
    for name in ("ann", "bob", "cid"):
        desk.letter(f"{name}@x.test", "1 die: 1 two", to=desk.reply_to[f"{name}@x.test"])
    desk.gm("run perudo-7 turn 1")
    desk.gm("close perudo-7")
    ended = next(mail for mail in desk.post() if mail.kind == "ended")
    body = ended.mime.decode().replace("\r\n", "\n")
    return re.sub(r"=\n", "", body[body.index(proof.FIRST_LINE) :]).partition("\n--=_")[0]


def faults(text: str) -> tuple[str, ...]:
    games = all_games()
    name, told = proof.read(text, codecs_for(games))
    return proof.faults(told, games[name])


def test_a_true_proof_holds(text):
    assert faults(text) == ()


@pytest.mark.parametrize(
    ("forge", "found"),
    [
        (lambda text: re.sub(r"(round/3\.1/seat/1/die/2) d6", r"\1 d9", text, count=1), "changed roll"),
        (lambda text: re.sub(r"(round/3\.1/seat/1/die/2) d6", r"\1 d0", text, count=1), "changed roll"),
        (lambda text: re.sub(r"(round/3\.1/seat/1/die/2) d6", r"\1 d999", text, count=1), "changed roll"),
        (lambda text: re.sub(r"\nDeadlineSet .*", "", text, count=1), "it says that it has"),
        (lambda text: re.sub(r"\nMatchStarted .*", "", text), "changed journal"),
        (lambda text: re.sub(r"\nMatchOpened .*", "", text), "cannot be played again"),
        (lambda text: re.sub(r"(\nMatchOpened .*)", r"\1\1", text), "cannot be played again"),
        (lambda text: re.sub(r"\nOrderOfPlayDrawn .*", "", text), "changed journal"),
        (lambda text: re.sub(r'("name":"perudo/pseudonym/player/\d","sides":\d+,"face":)\d+', r"\g<1>1", text), "roll"),
        (lambda text: re.sub(r'OrdersFiled {"seat":\d', 'OrdersFiled {"seat":77', text), "changed journal"),
    ],
)
def test_what_was_changed_is_named(text: str, forge: Callable[[str], str], found: str) -> None:
    forged = forge(text)
    assert forged != text
    assert found in " ".join(faults(forged))


@pytest.mark.parametrize(
    "forge",
    [
        lambda text: text.replace("TurnClosed ", "TurnClosing "),
        lambda text: text.replace('TurnClosed {"turn"', 'TurnClosed {"turning"'),
        lambda text: text.replace("\njournal ", "\njournals "),
        lambda text: text[: len(text) // 2],
        lambda text: "",
    ],
)
def test_what_is_no_whole_proof_is_said_to_be_none(text: str, forge: Callable[[str], str]) -> None:
    with pytest.raises(proof.UnreadableProof):
        faults(forge(text))


def test_whoever_asks_for_the_proof_again_soon_is_answered_and_gets_it_once():
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London innings 1")
    desk.joins("ann@x.test", "dead-1")
    desk.joins("bob@x.test", "dead-1")
    desk.gm("start dead-1")
    desk.gm("run dead-1 turn 1")
    desk.post()
    asked = [desk.letter("ann@x.test", "proof dead-1", to=desk.reply_to["ann@x.test"]) for _ in range(2)]
    assert [[mail.kind for mail in mails] for mails in asked] == [["proof", "receipt"], ["receipt"]]
