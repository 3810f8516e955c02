"""Winter Choice, from the GM's first line to the proof of the dice, through Postfix and Dovecot."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from processor.cli import app
from tests.endtoend.robots import Split, briefly, splits, tidily, wordily
from tests.endtoend.town import Mail, Person, Town, found
from tests.servers.hub import MailHub

pytestmark = pytest.mark.servers

CODE = "choice-1"
OPEN = f'new choice {CODE} "Winter Choice" deadline every 2 weeks friday 20:00 Europe/London\n'
PROOF = f"{CODE}-proof.txt"
MOST_ISSUES = 20


class Story(NamedTuple):
    """Who took part, and what there was to read when all was over."""

    town: Town
    ann: Person
    bob: Person
    wrong: Mail
    mended: Mail
    bobs_first: Mail


@pytest.fixture(scope="module")
def story(mail_hub: MailHub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """The GM opens; Ann joins before the start, Bob in the second issue; both play until their entries end."""
    with found(mail_hub, tmp_path_factory.mktemp("choice")) as longtable:
        ann, bob = longtable.person("Ann Archer"), longtable.person("Bob Brown")
        begin(longtable, ann)
        wrong, mended = add_up_wrongly(longtable, ann)
        longtable.close_turn(CODE)
        bobs_first = come_late(longtable, bob, friend=ann)
        longtable.gm.answer(longtable.gm.last(), f"Extend {CODE} by 3 days, please.")
        longtable.close_turn(CODE)  # Ann has forgotten the second issue
        for _ in range(MOST_ISSUES):
            if longtable.is_over(CODE):
                break
            play_on(ann, briefly)
            play_on(bob, wordily)
            longtable.close_turn(CODE)
        yield Story(longtable, ann, bob, wrong, mended, bobs_first)


def begin(longtable: Town, ann: Person) -> None:
    """Two strangers to the house, its GM and Ann, each confirm their first letter."""
    gm = longtable.gm
    gm.write(longtable.house.address, OPEN)
    longtable.round()
    gm.answer(gm.last("confirm"), "")
    longtable.round()
    ann.write(longtable.house.address, f"Hello!\n\nPlease join {CODE}.\n\nYours, Ann\n")
    longtable.round()
    ann.answer(ann.last("confirm"), "Yes, it was me.")
    longtable.round()
    gm.answer(gm.last(), f"start {CODE}", quote=False)
    longtable.round()


def add_up_wrongly(longtable: Town, ann: Person) -> tuple[Mail, Mail]:
    """Ann's second sum is one too high; she mends it when she reads her receipt."""
    first, second = splits(ann.last("begins").text)
    a, b, *_ = second.pairs
    ann.answer(ann.last("begins"), f"{tidily(first)}\n{tidily(second).replace(f'={a + b}', f'={a + b + 1}', 1)}")
    longtable.round()
    wrong = ann.last()
    ann.answer(wrong, tidily(second))
    longtable.round()
    return wrong, ann.last()


def come_late(longtable: Town, bob: Person, friend: Person) -> Mail:
    """Bob has the dice from a friend, and signs up by sending allocations, in HTML alone."""
    made = splits(friend.last("begins").text, friend.last("Issue 1").text)
    rows = "".join(f"<tr><td>{tidily(split)}</td></tr>" for split in made)
    letter = bob.letter(longtable.house.address, f"[{CODE}] my first entry")
    letter.set_content(f"<html><body><p>Hi there,</p><table>{rows}</table></body></html>", subtype="html")
    bob.post(letter)
    longtable.round()
    bob.answer(bob.last("confirm"), "")
    longtable.round()
    return bob.last()


def play_on(player: Person, spelling: Callable[[Split], str]) -> None:
    """Answer the last results."""
    page = player.last("results")
    if made := splits(page.text):
        player.answer(page, "\n".join(map(spelling, made)))


def test_the_match_comes_to_its_end(story: Story) -> None:
    assert story.town.is_over(CODE)
    for reader in (story.ann, story.bob, story.town.gm):
        assert "THE FINAL TABLE" in reader.last("has ended").text


def test_a_wrong_sum_is_refused_and_the_good_line_counts(story: Story) -> None:
    assert story.wrong.subject == f"[{CODE}] 1 order taken, 1 to mend, 1 still missing"
    assert "or leave the sum out" in story.wrong.text
    assert "  * turn 2 of entry A" in story.wrong.text
    assert story.mended.subject == f"[{CODE}] 1 order taken, all is in"


def test_a_latecomer_signs_up_by_sending_html(story: Story) -> None:
    assert story.bobs_first.subject == f"[{CODE}] 4 orders taken, all is in"
    assert "A turn 4:" in story.bobs_first.text
    assert "Fine      50, for starting in issue 2" in story.bob.last("Issue 2").text


def test_who_forgets_an_issue_is_fined_and_the_gm_is_told(story: Story) -> None:
    assert "Fine      50, since turns 3 and 4 are outstanding" in story.ann.last("Issue 2: results").text
    report = story.town.gm.last("Issue 2").text
    assert "Without complete orders for issue 2:\n  * Ann Archer\n" in report


def test_everybody_hears_of_the_moved_deadline(story: Story) -> None:
    for player in (story.ann, story.bob):
        assert "Before that it was to close:" in player.last("new deadline").text


def test_all_orders_of_the_robots_are_taken(story: Story) -> None:
    for player in (story.ann, story.bob):
        receipts = [mail for mail in player.mails() if "taken" in mail.subject and mail.subject != story.wrong.subject]
        assert len(receipts) > 4
        assert all(mail.subject.endswith("all is in") for mail in receipts), [mail.subject for mail in receipts]


def test_the_proof_that_came_by_mail_holds(story: Story, tmp_path: Path) -> None:
    proofs = {reader.last("has ended").attachments[PROOF] for reader in (story.ann, story.bob)}
    (proof,) = proofs
    (tmp_path / PROOF).write_text(proof)
    done = CliRunner().invoke(app, ["verify", str(tmp_path / PROOF)])
    assert (done.exit_code, "It all holds" in done.output) == (0, True)
    assert story.ann.last("begins").text.split("is made is\n")[1].split()[0] in proof
