"""One dispute in each of the five games, by real mail: from the player's letter to the corrections.

Eve has slipped in every one of them. She disputes all five in one letter, the GM answers the five mails about it, and
everybody for whom something has changed hears of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from processor.desk.counter import instruct
from tests.endtoend.town import Mail, Person, Town, found
from tests.servers.hub import MailHub

pytestmark = pytest.mark.servers

DEADLINE = "deadline every friday 20:00 Europe/London"
OPENED = (
    f"new choice choice-1 {DEADLINE}",
    "dice choice-1 turn 1: 1,2,3,4,4",
    "dice choice-1 turn 2: 1,2,4,4,6",
    f"new dropdead dropdead-1 {DEADLINE} nmr forfeit-inning",
    f"new perudo perudo-1 seats 5-5 {DEADLINE}",
    f"new shootout shootout-1 {DEADLINE}",
    f"new deadpool deadpool-1 {DEADLINE}",
)
PLAYERS = ("Ann Archer", "Bob Brown", "Cid Carter", "Dee Dent", "Eve Eden")
EVE = PLAYERS[-1]
MASKS = dict(zip(PLAYERS, ("Captain Cube", "Lady Luck", "Old Bones", "Snake Eyes", "The Weasel"), strict=True))

GOOD = """\
choice-1
turn 1: 1+2, 3+4, reject 4
turn 2: 1+2, 4+6, reject 4

dropdead-1
roll

shootout-1
my accuracy is 15

deadpool-1
my three: Alec Guinness; Bob Hope; {third}
"""
SLIPPED = """\
choice-1
turn 1: 1+3, 4+4, reject 2
turn 2: 1+2, 4+6, reject 4

shootout-1
my accuracy is 5

deadpool-1
my three: Alec Guinness; Bob Hope; Vera Lin
"""
DISPUTED = """\
choice-1
dispute: I wanted to reject a 4.

dropdead-1
dispute: My roll got lost.

perudo-1
dispute turn 1: I was ill, the GM knew of it.

shootout-1
dispute turn 1: Fifteen, not five!

deadpool-1
dispute: It is spelt Lynn.
"""
RULED = {
    "choice-1": f"amend issue 1 for {EVE}: turn 1: 1+2, 3+4, reject 4",
    "dropdead-1": f"amend inning 1 for {EVE}: roll",
    "perudo-1": f"excuse NMR {MASKS[EVE]} turn 1\nnote: Somebody was ill.",
    "shootout-1": f"amend turn 1 for {EVE}: 15",
    "deadpool-1": f"amend turn 1 for {EVE}: my three: Alec Guinness; Bob Hope; Vera Lynn",
}
every_match = pytest.mark.parametrize("code", list(RULED))


@dataclass
class Story:
    """The town, its players, and the mails about disputes and rulings that they have got, by match."""

    town: Town
    players: dict[str, Person]
    cases: dict[str, Mail]

    def got(self, name: str, code: str, words: str) -> list[Mail]:
        return [mail for mail in self.mails[name] if f"[{code}]" in mail.subject and words in mail.subject]

    @property
    def mails(self) -> dict[str, list[Mail]]:
        return {name: player.mails() for name, player in self.players.items()}


@pytest.fixture(scope="module")
def story(mail_hub: MailHub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with found(mail_hub, tmp_path_factory.mktemp("disputes"), "house.answers_per_hour=100") as longtable:
        players = {name: longtable.person(name) for name in PLAYERS}
        told = Story(longtable, players, {})
        sign_up(told)
        play(told)
        players[EVE].answer(players[EVE].last("choice-1"), DISPUTED)
        longtable.round()
        for code, ruling in RULED.items():
            told.cases[code] = longtable.gm.last(f"[{code}] D-")
            longtable.gm.answer(told.cases[code], ruling)
        longtable.round()
        for code in RULED:
            if any(f"[{code}]" in mail.subject and "would change" in mail.subject for mail in longtable.gm.mails()):
                longtable.gm.answer(longtable.gm.last(f"[{code}] D-"), "confirm")
        longtable.round()
        yield told


def gm(story: Story, words: str) -> None:
    outcome = instruct(story.town.desk, words, story.town.clock())
    assert (outcome.refused, outcome.complaints) == (False, ()), outcome


def sign_up(story: Story) -> None:
    """Everybody joins all five with one letter, and confirms it."""
    for words in OPENED:
        gm(story, words)
    for name, player in story.players.items():
        joins = [f"join {code}{f' as {MASKS[name]}' if code.startswith('perudo') else ''}" for code in RULED]
        player.write(story.town.house.address, "\n".join(joins))
    story.town.round()
    for player in story.players.values():
        player.answer(player.last("confirm"), "It is mine!")
    story.town.round()
    for code in RULED:
        if not code.startswith("perudo"):
            gm(story, f"start {code}")
    for name in PLAYERS:
        gm(story, f"paid {name} 1.00 for deadpool-1")
    story.town.round()


def play(story: Story) -> None:
    """Everybody sends orders; Eve's are not what she meant, and some are missing. Then the deadline passes."""
    for name, player in story.players.items():
        calls = "" if name == EVE else "\nperudo-1\n" + "\n".join(f"{dice} dice: 1 two" for dice in range(1, 6))
        text = SLIPPED if name == EVE else GOOD.format(third=f"{name} the Elder") + calls
        player.answer(player.last("choice-1"), text)
    story.town.round()
    story.town.clock.put_past(story.town.due("choice-1"))
    story.town.round()


@every_match
def test_the_gm_gets_one_mail_with_what_the_letter_says_of_that_match_and_no_other(story: Story, code: str) -> None:
    mail = story.cases[code]
    assert "Your ruling" in mail.text
    enclosed = [part for part in mail.message.walk() if part.get_content_type() == "message/rfc822"]
    assert len(enclosed) == (0 if code in ("dropdead-1", "perudo-1") else 1)
    for part in enclosed:
        assert code in part.as_string()
        assert [other for other in RULED if other != code and f"\n{other}" in part.as_string()] == []
    assert ("Vera Lin" in mail.raw.decode()) == (code == "deadpool-1")


@every_match
def test_the_player_is_told_the_outcome_and_what_was_and_what_is(story: Story, code: str) -> None:
    (told,) = story.got(EVE, code, "has ruled on your dispute")
    assert "What was, and what is now:" in told.text


@every_match
def test_all_others_who_see_something_else_now_are_told_and_nobody_twice(story: Story, code: str) -> None:
    for name in PLAYERS[:-1]:
        (told,) = story.got(name, code, "A ruling has changed something for you")
        assert told.recipients == [story.players[name].address]


def test_what_a_correction_tells_is_what_came_out_otherwise(story: Story) -> None:
    told = {code: story.got(PLAYERS[0], code, "A ruling")[0].text for code in RULED}
    assert " was  Turn 1    1+3=4, 4+4=8      reject 2" in told["choice-1"]
    assert "  is  Turn 1    1+2=3, 3+4=7      reject 4" in told["choice-1"]
    assert " was  No order came" in told["dropdead-1"]
    assert "Vera Lynn" in told["deadpool-1"]
    assert "  is  " in told["shootout-1"]


def test_no_correction_of_perudo_tells_who_is_behind_a_pseudonym(story: Story) -> None:
    for name in PLAYERS[:-1]:
        (told,) = story.got(name, "perudo-1", "A ruling")
        assert "The GM adds: Somebody was ill." in told.text
        assert "Eve" not in told.text
        assert story.players[EVE].address not in told.raw.decode()
