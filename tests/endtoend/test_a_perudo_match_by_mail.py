"""Spring Perudo, five at the table, with everything that happens to mail on its way."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from typer.testing import CliRunner

from processor.cli import app
from processor.store import outbox
from tests.endtoend import robots
from tests.endtoend.town import Mail, Person, Town, found
from tests.servers.hub import MailHub

pytestmark = pytest.mark.servers

CODE = "perudo-1"
OPEN = f'new perudo {CODE} "Spring Perudo" seats 5-5 deadline every 2 weeks friday 20:00 Europe/London\n'
PROOF = f"{CODE}-proof.txt"
MOST_TURNS = 15
ENDED = "has ended"

PLAYERS: dict[str, tuple[str, Callable[[robots.Call], str]]] = {
    "Ann Archer": ("Captain Cube", robots.plainly),
    "Bob Brown": ("Lady Luck", robots.in_words),
    "Cid Carter": ("Old Bones", robots.in_figures),
    "Dee Dent": ("Snake Eyes", robots.loudly),
    "Eve Eden": ("The Weasel", robots.with_dashes),
}


@dataclass
class Story:
    """Who took part, and single mails that are looked at later, by what they show."""

    town: Town
    players: dict[str, Person]
    shown: dict[str, Mail] = field(default_factory=dict)
    posted: dict[str, str] = field(default_factory=dict)

    def before_the_end(self, player: Person) -> list[Mail]:
        return [mail for mail in player.mails() if ENDED not in mail.subject]

    def alias(self, player: Person) -> str:
        return PLAYERS[player.name][0]

    def everybody(self) -> list[Person]:
        return [*self.players.values(), self.town.gm]


@pytest.fixture(scope="module")
def story(mail_hub: MailHub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with found(mail_hub, tmp_path_factory.mktemp("perudo")) as longtable:
        told = Story(longtable, {name: longtable.person(name) for name in PLAYERS})
        sign_up(told)
        first_turn(told)
        second_turn(told)
        for _ in range(MOST_TURNS):
            if longtable.is_over(CODE):
                break
            for player in told.players.values():
                play_on(player)
            longtable.close_turn(CODE)
        yield told


def sign_up(story: Story) -> None:
    """Everybody's first letter is only claimed to be theirs, until they answer the question whether it is."""
    longtable, gm = story.town, story.town.gm
    gm.write(longtable.house.address, OPEN)
    longtable.round()
    story.shown["nothing done yet"] = gm.last()
    gm.answer(gm.last("confirm"), "")
    longtable.round()
    for player in story.players.values():
        player.write(longtable.house.address, f"join {CODE} as {story.alias(player)}\n")
        longtable.round()
        player.answer(player.last("confirm"), "It is mine!")
        longtable.round()


def first_turn(story: Story) -> None:
    """Five letters that could hardly look more different, and four that must not count."""
    ann, bob, cid, dee, eve = story.players.values()
    openings = {player.name: player.last("begins") for player in story.players.values()}
    text = {name: robots.letter(mail.text, PLAYERS[name][1]) for name, mail in openings.items()}
    ann.answer(openings[ann.name], f"Hello Marian,\n\n{text[ann.name]}\n\nGood luck, everybody!")
    lines = "".join(f"<div>{line}</div>" for line in text[bob.name].splitlines())
    bob.answer(openings[bob.name], "", html=f"<html><body><p>Hi!</p>{lines}<p>-- <br>Bob</p></body></html>")
    twice = cid.answer(openings[cid.name], text[cid.name])
    cid.post(twice)
    dee.answer(openings[dee.name], text[dee.name].replace("FIVES", "FIVESES", 1))
    fill_in(eve, openings[eve.name])
    forge(story, ann, "\n".join(f"{call.round}: 4 sixes" for call in robots.calls(openings[ann.name].text)))
    bob.answer(openings[bob.name], "I am away until Monday.", Auto_Submitted="auto-replied")
    story.town.round()
    story.shown["a slip"] = dee.last()
    dee.answer(dee.last(), text[dee.name])
    story.town.round()
    story.shown["mended"] = dee.last()
    story.shown["filled in"] = eve.last()
    story.shown["a forgery"] = ann.last("confirm")
    dee.lose_mailbox()
    story.town.close_turn(CODE)


def second_turn(story: Story) -> None:
    """Dee's mailbox is gone for some days, and Eve forgets to write."""
    ann, bob, cid, dee, eve = story.players.values()
    story.town.gm.answer(story.town.gm.last(), f"announce {CODE}: The first turn was a quick one!")
    story.town.round()  # the second mail to Dee comes back as well
    story.town.round()
    dee.regain_mailbox()
    dee.answer(dee.last("begins"), "resend")
    story.town.round()
    story.shown["sent again"] = dee.last()
    for player in (ann, bob, cid):
        play_on(player)
    dee.answer(dee.last(), robots.letter(dee.last().text, robots.loudly))
    story.town.close_turn(CODE)
    story.shown["forgotten"] = eve.last("Turn 2")


def play_on(player: Person) -> None:
    """Answer the last results, as this player writes."""
    page = player.last("results")
    if orders := robots.letter(page.text, PLAYERS[player.name][1]):
        player.answer(page, orders)


def fill_in(player: Person, mail: Mail) -> None:
    """Answer by writing into the form that our mail holds, with nothing above it."""
    filled = mail.text
    for call in robots.calls(mail.text):
        filled = filled.replace(f"{call.round}: ______", f"{call.round}: ______ {call.number} {call.face}")
    quoted = "\n".join(f"> {line}".rstrip() for line in filled.splitlines())
    player.answer(mail, quoted, quote=False)


def forge(story: Story, victim: Person, text: str) -> None:
    """Somebody writes under another's address; they do not know the reply token."""
    crook = Person(victim.name, victim.address, story.town.hub)
    crook.write(story.town.house.address, text, f"[{CODE}] orders")


# --- What came of it --------------------------------------------------------------------------------------


def test_the_match_comes_to_its_end(story: Story) -> None:
    assert story.town.is_over(CODE)
    for reader in story.everybody():
        assert "FINAL STANDINGS" in reader.last(ENDED).text


def test_nothing_is_done_before_the_gm_has_confirmed(story: Story) -> None:
    assert story.shown["nothing done yet"].subject.endswith("Please confirm")
    assert "| new perudo" in story.shown["nothing done yet"].text


def test_play_begins_by_itself_when_the_fifth_has_confirmed(story: Story) -> None:
    for player in story.players.values():
        assert player.last("begins").text.count(": ______") == 5


@pytest.mark.parametrize("name", ["Ann Archer", "Bob Brown", "Cid Carter", "Eve Eden"])
def test_calls_are_read_in_every_spelling(story: Story, name: str) -> None:
    receipts = [mail for mail in story.players[name].mails() if "taken" in mail.subject]
    assert receipts
    assert all(mail.subject.endswith("all is in") for mail in receipts), [mail.subject for mail in receipts]


def test_a_form_filled_in_between_quoted_lines_counts(story: Story) -> None:
    assert story.shown["filled in"].subject == f"[{CODE}] 5 orders taken, all is in"


def test_a_slip_is_asked_back_and_mended(story: Story) -> None:
    assert story.shown["a slip"].subject == f"[{CODE}] 4 orders taken, 1 to mend, 1 still missing"
    assert story.shown["mended"].subject.endswith("all is in")


def test_a_letter_delivered_twice_counts_once(story: Story) -> None:
    cid = story.players["Cid Carter"]
    opening = cid.last("begins")
    receipts = [mail for mail in cid.mails() if "taken" in mail.subject and "turn 1" in mail.text]
    assert len(receipts) == 1
    assert opening.message_id not in receipts[0].answers


def test_a_forged_letter_is_held_and_never_counts(story: Story) -> None:
    assert story.shown["a forgery"].text.count(": 4 sixes\n") == 5
    turn_1 = story.town.gm.last("Turn 1: results").text
    assert turn_1.count("Captain Cube bids 2 fives.") == 5
    assert "4 sixes" not in turn_1
    assert any(": 4 sixes" in mail.text for mail in story.town.letters()["Held"])


def test_an_absence_note_gets_no_answer(story: Story) -> None:
    away = [mail for mail in story.town.letters()["Processed"] if "away until Monday" in mail.text]
    assert len(away) == 1
    assert not any(mail.answers == away[0].message_id for mail in story.players["Bob Brown"].mails())


def test_mails_that_come_back_mark_the_player_and_the_gm_hears_of_it_once(story: Story) -> None:
    notes = [mail for mail in story.town.gm.mails() if "comes back" in mail.subject]
    assert len(notes) == 1
    assert story.players["Dee Dent"].address in notes[0].text
    bounces = [mail for mail in story.town.letters()["Processed"] if "Undelivered" in mail.subject]
    assert len(bounces) == 2


def test_who_missed_the_results_has_them_sent_again(story: Story) -> None:
    assert "WHAT TURN 1 BROUGHT" in story.shown["sent again"].text
    assert "YOUR CALLS FOR TURN 2" in story.shown["sent again"].text


def test_who_forgets_to_write_has_bids_drawn_and_nobody_else_learns_of_it(story: Story) -> None:
    assert "Between us: no call of yours was on file" in story.shown["forgotten"].text
    for player in story.players.values():
        if player.name != "Eve Eden":
            assert not any("Between us" in mail.text for mail in player.mails())


def test_every_letter_is_put_away_where_it_belongs(story: Story) -> None:
    folders = story.town.letters()
    assert folders.get("INBOX", []) == []
    assert "Put aside" not in folders
    assert {mail.subject for mail in folders["Held"]} == {f"[{CODE}] orders"}  # what was confirmed is no longer held


def test_every_mail_has_one_reader_and_says_that_a_program_wrote_it(story: Story) -> None:
    for reader in story.everybody():
        for mail in reader.mails():
            assert mail.recipients == [reader.address]
            wanted = "auto-replied" if "taken" in mail.subject or "confirm" in mail.subject else "auto-"
            assert str(mail.message["Auto-Submitted"]).startswith(wanted)
            assert max(map(len, mail.text.splitlines())) <= 78


def test_a_players_mails_about_the_match_are_one_thread(story: Story) -> None:
    for player in story.players.values():
        about = [mail for mail in player.mails() if mail.subject.startswith(f"[{CODE}]")]
        assert len({mail.references[0] for mail in about}) == 1
        own = [mail for mail in story.town.house.mails() if player.address in str(mail.message["From"])]
        receipts = [mail for mail in about if "taken" in mail.subject]
        assert {mail.answers for mail in receipts} <= {mail.message_id for mail in own}


def test_every_mail_went_out_once_under_the_message_id_it_was_given(story: Story) -> None:
    got = [mail.message_id for reader in story.everybody() for mail in reader.mails()]
    assert len(got) == len(set(got))
    with story.town.desk.database.reading() as store:
        assert all(outbox.by_message_id(store, message_id) for message_id in got)
        counts = outbox.counts(store)
    assert set(counts) == {"sent"}
    assert counts["sent"] == len(got) + 2  # two to Dee came back


def test_nobody_learns_who_the_others_are_before_the_end(story: Story) -> None:
    for player in story.players.values():
        for other in story.players.values():
            if other is not player:
                seen = [mail for mail in story.before_the_end(player) if reveals(mail, other)]
                assert not seen, (player.name, other.name, seen[0].text)


def reveals(mail: Mail, other: Person) -> bool:
    text = mail.raw.decode() + mail.text
    return any(word in text for word in (*other.name.split(), other.address))


def test_nobody_sees_dice_of_others_in_a_round_that_is_open(story: Story) -> None:
    """Next to the name of a round stand the reader's own dice, and the same ones from the first mail to the last."""
    for player in story.players.values():
        hands: dict[str, set[str]] = {}
        for mail in story.before_the_end(player):
            for round_, dice in dice_in(mail.text):
                hands.setdefault(round_, set()).add(dice)
        assert len(hands) == 25
        assert all(len(seen) == 1 for seen in hands.values()), hands
    for mail in story.before_the_end(story.town.gm):
        assert not list(dice_in(mail.text))


def dice_in(text: str) -> Iterator[tuple[str, str]]:
    open_rounds = text.partition("OPEN ROUNDS")[2]
    return ((row[1], row[2]) for row in re.finditer(r"^ +(\d\.\d) +((?:[A2-6] )*[A2-6])  ", open_rounds, re.MULTILINE))


def test_dice_are_shown_around_only_where_a_challenge_was_made(story: Story) -> None:
    ann, *others = story.players.values()
    for mail in story.before_the_end(ann):
        results = mail.text.partition("OPEN ROUNDS")[0]
        for other in others:
            for block in results.split("\n\n"):
                hand = re.search(rf"^ +{story.alias(other)} +([A2-6]( [A2-6])*)$", block, re.MULTILINE)
                assert not hand or "challenges" in block, block


def test_at_the_end_it_is_told_who_was_who(story: Story) -> None:
    for reader in (*story.players.values(),):
        text = reader.last(ENDED).text
        assert all(f"{alias} was {name}" in text for name, (alias, _) in PLAYERS.items())


def test_the_proof_that_came_by_mail_holds(story: Story, tmp_path: Path) -> None:
    proofs = {player.last(ENDED).attachments[PROOF] for player in story.players.values()}
    assert len(proofs) == 1
    (tmp_path / PROOF).write_text(proofs.pop())
    done = CliRunner().invoke(app, ["verify", str(tmp_path / PROOF)])
    assert (done.exit_code, "It all holds" in done.output) == (0, True)
