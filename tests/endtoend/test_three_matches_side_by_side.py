"""The Dead Pool, Drop Dead and Shootout, played by the same five people side by side, with real letters and money."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from processor.cli import app
from processor.store import ledger
from tests.endtoend.town import Mail, Person, Town, found
from tests.servers.hub import MailHub

pytestmark = pytest.mark.servers

POOL, DICE, DUEL = MATCHES = ("deadpool-1", "dropdead-1", "shootout-1")
OPEN = f"""\
new deadpool {POOL} "A Pool for All Seasons" deadline every 4 weeks friday 20:00 Europe/London
new dropdead {DICE} "Pennies in the Pot" seats 5-5 deadline 7 days after the last innings 2 stakes pot stake 50p
new shootout {DUEL} "High Noon" seats 5-5
"""
ENDED = "has ended"
MOST_SHOTS = 60


@dataclass(frozen=True)
class Manners:
    """How somebody plays: whom they name, how they say "roll", how well they shoot and how they say so."""

    names: str
    roll: str
    accuracy: int
    shoot: Callable[[str], str]


PLAYERS = {
    "Ann Archer": Manners(
        "My picks for the pool:\n\n1. Sir Alec Guinness\n2. Lynn, Dame Vera\n3. Spike Milligan\n\n"
        "Please take the fee from my account.",
        "roll",
        20,
        "Shooting {}: DICE20".format,
    ),
    "Bob Brown": Manners(
        "I nominate Red Rum, Thora Hird and Spike Milligan. Deduct the fee from my account.",
        "I roll, please.",
        4,
        "I shoot at {}".format,
    ),
    "Cid Carter": Manners(
        "my three: Keith Richards; Dick van Dyke; Thora Hird\ntake the fee from my account",
        "roll them",
        19,
        "fire at {}!".format,
    ),
    "Dee Dent": Manners("my three: Bob Hope; Cher; Lonnie Donegan", "", 2, "shoot {}".format),
    "Eve Eden": Manners(
        "Bob Hope; Barbara Cartland; Dick van Dyke\ntake the fee from my account",
        "throw the dice",
        15,
        "Shooting {}: DICE20".format,
    ),
}
PAID = {"Ann Archer": "2.00", "Bob Brown": "1.50", "Cid Carter": "5.00", "Dee Dent": "50p", "Eve Eden": "1.49"}
"""Dee has enough for one match, and Eve lacks a penny for the second."""


@dataclass
class Story:
    """Who took part, and single mails that are looked at later, by what they show."""

    town: Town
    players: dict[str, Person]
    shown: dict[str, Mail] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    def everybody(self) -> list[Person]:
        return [*self.players.values(), self.town.gm]

    def gm_writes(self, words: str) -> Mail:
        """The GM answers the last mail; what comes back."""
        self.town.gm.answer(self.town.gm.last(), words, quote=False)
        self.town.round()
        return self.town.gm.last("Your letter") if "to mend" not in self.town.gm.last().subject else self.town.gm.last()


@pytest.fixture(scope="module")
def story(mail_hub: MailHub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with found(mail_hub, tmp_path_factory.mktemp("three")) as longtable:
        told = Story(longtable, {name: longtable.person(name) for name in PLAYERS})
        sign_up(told)
        shoot_it_out(told)
        name_names(told)
        roll_the_dice(told)
        wait_for_the_world(told)
        settle_up(told)
        yield told


def sign_up(story: Story) -> None:
    """One letter joins all three matches; money comes in before the pot can be filled."""
    town, gm = story.town, story.town.gm
    gm.write(town.house.address, OPEN)
    town.round()
    gm.answer(gm.last("confirm"), "")
    town.round()
    for name, player in story.players.items():
        joins = "\n".join(f"join {code}" for code in MATCHES)
        player.write(town.house.address, f"{joins}\n\n{DUEL}\naccuracy {PLAYERS[name].accuracy}\n")
    town.round()
    for player in story.players.values():
        player.answer(player.last("confirm"), "yes")
    town.round()
    story.shown["no money yet"] = gm.last("could not begin")
    story.gm_writes("\n".join(f"paid {name} {pence}" for name, pence in PAID.items()))
    story.gm_writes(f"start {DICE}\nstart {POOL}")


def shoot_it_out(story: Story) -> None:
    """Two letters that must not count; then whoever is called shoots at the first of those who can be shot at."""
    ann, *_, eve = story.players.values()
    (target,) = _targets(ann.last("Turn 1: results"))
    ann.answer(ann.last("Turn 1: results"), f"Shooting {target}: 1")
    eve.answer(eve.last("Turn 1: results"), f"Shooting {target}: DICE20")
    story.town.round()
    story.shown["own die"], story.shown["out of turn"] = ann.last("to mend"), eve.last("to mend")
    for _ in range(MOST_SHOTS):
        if story.town.is_over(DUEL):
            break
        for name, player in story.players.items():
            page = [mail for mail in player.mails() if mail.subject.startswith(f"[{DUEL}] Turn")][-1]
            if targets := _targets(page):
                player.answer(page, PLAYERS[name].shoot(targets[0]))
        story.town.round()


def _targets(page: Mail) -> list[str]:
    """The example in a mail to whoever is called to shoot; none in the mails to the others."""
    return re.findall(r"^    Shooting (.+): DICE20$", page.text, re.MULTILINE)


def name_names(story: Story) -> None:
    """Names and fees; a horse is refused and replaced, and what is short stays out."""
    for name, player in story.players.items():
        player.answer(player.last("A Pool for All Seasons begins"), PLAYERS[name].names)
    story.town.round()
    story.shown["to look over"] = next(mail for mail in story.town.gm.mails() if "Red Rum" in mail.text)
    story.shown["a slip"] = story.gm_writes(f"{POOL}\nrefuse pick Red Run: not human")
    story.gm_writes(f"{POOL}\nrefuse pick Red Rum: not human")
    bob = story.players["Bob Brown"]
    story.shown["refused"] = bob.last("News of A Pool")
    bob.answer(story.shown["refused"], "my three: Cher; Thora Hird; Spike Milligan")
    story.town.round()


def roll_the_dice(story: Story) -> None:
    """Two innings; Dee says nothing and is rolled for."""
    for page in ("Pennies in the Pot begins", "Inning 1: results"):
        for name, player in story.players.items():
            if PLAYERS[name].roll:
                player.answer(player.last(page), PLAYERS[name].roll)
        story.town.close_turn(DICE)


def wait_for_the_world(story: Story) -> None:
    """Entries close; of two deaths the earlier is told later."""
    town = story.town
    town.close_turn(POOL)
    town.clock.ahead += timedelta(days=7)
    today, before = (f"{town.clock() - timedelta(days=days):%d %B %Y}" for days in (1, 2))
    story.gm_writes(f"{POOL}\ndeath Thora Hird on {today}\ndeath Spike Miligan on {before}")
    story.shown["misspelt"] = town.gm.last("to mend")
    story.gm_writes(f"{POOL}\ndeath Spike Milligan on {before} source The Times")
    story.gm_writes(f"{POOL}\nconfirm winner")


def settle_up(story: Story) -> None:
    """Everybody looks at their account; Ann has hers sent back, and then all are paid out."""
    for name, player in story.players.items():
        player.answer(player.last(ENDED), "account")
        story.town.round()
        story.said[name] = player.last().text
    story.gm_writes("refund Ann Archer")
    story.shown["paid out"] = story.gm_writes("pay out")


# --- What came of it --------------------------------------------------------------------------------------


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("code", MATCHES)
def test_every_match_comes_to_its_end_and_everybody_is_told(story: Story, code: str) -> None:
    assert story.town.is_over(code)
    for reader in story.everybody():
        assert [mail for mail in reader.mails() if mail.subject.startswith(f"[{code}]") and ENDED in mail.subject]


@pytest.mark.parametrize("code", MATCHES)
def test_the_proof_that_came_by_mail_holds(story: Story, code: str, tmp_path: Path) -> None:
    name = f"{code}-proof.txt"
    mails = [mail for player in story.players.values() for mail in player.mails()]
    (proof,) = {mail.attachments[name] for mail in mails if name in mail.attachments}
    (tmp_path / name).write_text(proof)
    assert CliRunner().invoke(app, ["verify", str(tmp_path / name)]).exit_code == 0


def test_all_letters_were_dealt_with(story: Story) -> None:
    assert {folder for folder, letters in story.town.letters().items() if letters} == {"Processed"}


# --- Shootout


def test_with_five_accuracies_from_the_joining_letters_the_first_shooter_is_called_at_once(story: Story) -> None:
    assert "All have chosen their accuracies" in story.players["Dee Dent"].last(f"[{DUEL}] Turn 1: results").text


def test_nobody_brings_their_own_die_or_shoots_out_of_turn(story: Story) -> None:
    assert "Nobody brings their own dice" in flat(story.shown["own die"].text)
    assert "It is Ann Archer's turn to shoot, not yours." in flat(story.shown["out of turn"].text)


def test_everybody_hears_of_every_shot_in_the_set_words(story: Story) -> None:
    for reader in story.everybody():
        first = reader.last(f"[{DUEL}] Turn 2: results").text
        assert re.search(r"Ann Archer:\n\n +I Shot Bob Brown and killed em\n\nThe die shows \d+; the accuracy", first)


def test_the_last_one_living_wins(story: Story) -> None:
    text = story.players["Bob Brown"].last("High Noon has ended").text
    assert "is the last one living, and wins." in text
    assert flat(text).count("killed em") - 1 == len(PLAYERS) - 1  # the last shot is told twice


# --- The Dead Pool


def test_the_gm_sees_names_in_time_to_refuse_one_and_the_player_sends_another(story: Story) -> None:
    assert "Bob" not in story.shown["to look over"].text
    assert "Did you mean Red Rum?" in story.shown["a slip"].text
    assert "another name for Red Rum, whom the GM does not accept (not human)" in flat(story.shown["refused"].text)
    assert (
        "  2. Bob Brown (yours)\n       Cher\n"
        in story.players["Bob Brown"].last("A Pool for All Seasons has ended").text
    )


def test_without_the_whole_fee_nobody_is_in_the_game(story: Story) -> None:
    assert "asked for 1.00 to be taken from your account" in flat(story.players["Eve Eden"].last("still missing").text)
    text = story.players["Eve Eden"].last("A Pool for All Seasons has ended").text
    assert "  Dee Dent\n  Eve Eden\nYou are one of them: your fee had not come in in time." in text


def test_the_earliest_death_wins_whichever_was_told_first_and_the_pool_is_shared(story: Story) -> None:
    assert "Did you mean Spike Milligan?" in story.shown["misspelt"].text
    for name in ("Ann Archer", "Bob Brown"):
        assert "gets 1.50" in story.players[name].last("A Pool for All Seasons has ended").text


# --- Drop Dead, and the money


def test_a_pot_that_is_not_covered_keeps_the_match_waiting(story: Story) -> None:
    assert f"not in the account of: {', '.join(PLAYERS)}." in flat(story.shown["no money yet"].text)


def test_who_says_nothing_is_rolled_for(story: Story) -> None:
    text = story.players["Ann Archer"].last("Inning 1: results").text
    assert text.count("rolled for by the house") == 1
    assert "Dee Dent, rolled for by the house, since no order came" in text


def test_every_account_tells_what_came_in_what_was_paid_and_what_was_won(story: Story) -> None:
    won = {name: re.findall(r"prize, (\S+) +(\S+)", text) for name, text in story.said.items()}
    assert [pence for prizes in won.values() for code, pence in prizes if code == DICE] == ["2.50"]
    assert [name for name, prizes in won.items() if (POOL, "1.50") in prizes] == ["Ann Archer", "Bob Brown"]
    for name, text in story.said.items():
        assert re.search(rf"came in +{PAID[name].replace('50p', '0.50')} ", text)
        assert re.search(r"stake, dropdead-1 +-0\.50 ", text)
        assert ("fee, deadpool-1" in text) == (name in ("Ann Archer", "Bob Brown", "Cid Carter"))


def test_in_the_end_everybody_has_their_money_back_and_the_books_are_even(story: Story) -> None:
    assert "5.99 goes back to 3 in all" in flat(story.shown["paid out"].text)
    for name in ("Ann Archer", "Bob Brown", "Cid Carter", "Eve Eden"):
        assert "Your account now holds 0.00." in story.players[name].last("goes back to you").text
    with story.town.desk.database.reading() as store:
        assert not ledger.balances(store)
