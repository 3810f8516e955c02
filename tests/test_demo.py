"""The demo: it plays to its end and judges itself honestly, and its robots read and write as they should."""

import json
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import cache
from io import StringIO
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from processor.core.text import lines, normalise
from processor.demo import choice, deadpool, dropdead, perudo, shootout
from processor.demo.board import Board
from processor.demo.cast import (
    ANNA,
    BEN,
    CHOICE,
    DAVID,
    ELIF,
    EVERYBODY,
    GM,
    HOUSE,
    MALLORY,
    MATCHES,
    PERUDO,
    PLAYERS,
    Person,
)
from processor.demo.evidence import Evidence
from processor.demo.folder import FIRST_LINE, README, Unusable, claim
from processor.demo.gamemaster import Gamemaster
from processor.demo.happenings import HAPPENINGS, Happening
from processor.demo.mischief import Mischief
from processor.demo.pen import Pen
from processor.demo.player import MANNERS, Player
from processor.demo.post import INBOX, Letter, Mail
from processor.demo.report import judge
from processor.demo.view import picture
from processor.games import all_games
from processor.games.choice.scoring import score
from processor.rehearsal import as_document, rehearse

SECONDS = 240
every_happening = pytest.mark.parametrize("happening", HAPPENINGS, ids=lambda each: each.text)


# --- The whole of it --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo that was played as a visitor plays it."""
    folder = tmp_path_factory.mktemp("demo") / "mail"
    command = [sys.executable, "-m", "processor", "demo", "--quiet", "--folder", str(folder)]
    done = subprocess.run(command, timeout=SECONDS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return folder


@pytest.mark.timeout(SECONDS + 60)
class TestPlayed:
    def test_everybody_has_a_mailbox_in_the_folder(self, played: Path) -> None:
        assert {each.parent.parent.name for each in played.rglob("*.eml")} == {HOUSE, *(p.address for p in EVERYBODY)}

    def test_the_report_names_mails_that_are_there(self, played: Path) -> None:
        report = (played / README).read_text(encoding="utf-8")
        named = [line.strip() for line in report.splitlines() if line.endswith(".eml")]
        assert len(named) == len(HAPPENINGS)
        assert all((played / each).is_file() for each in named)
        assert "Everything happened that was to happen" in report

    @pytest.mark.parametrize("code", [CHOICE, PERUDO])
    def test_the_match_is_over_and_its_proof_holds(self, played: Path, code: str) -> None:
        assert json.loads((played / f"{code}.json").read_text(encoding="utf-8"))["phase"] == "over"
        command = [sys.executable, "-m", "processor", "verify", str(played / f"{code}-proof.txt")]
        assert "It all holds" in subprocess.run(command, check=True, capture_output=True, text=True).stdout

    @every_happening
    def test_it_is_judged_by_the_mail_that_was_laid_down(self, played: Path, happening: Happening) -> None:
        found = happening.seen(laid_down(played))
        assert found
        assert (played / found.path).read_bytes() == found.raw

    @every_happening
    def test_without_that_mail_it_did_not_happen(self, played: Path, happening: Happening) -> None:
        """Whoever takes the mails away takes away the ground on which it was ticked off."""
        evidence = laid_down(played)
        while (found := happening.seen(evidence)) is not None:
            evidence = Evidence(
                tuple(mail for mail in evidence.mails if mail is not found), evidence.journals, evidence.faults, True
            )
        assert happening in judge(evidence).missing

    def test_the_journals_are_asked_too(self, played: Path) -> None:
        evidence = laid_down(played)
        unproved = judge(Evidence(evidence.mails, {}, evidence.faults, True)).missing
        assert len(unproved) >= 7

    def test_no_robot_learns_who_hides_behind_a_pseudonym(self, played: Path) -> None:
        """Until the end no mail about Perudo names anybody but its reader."""
        for mail in laid_down(played).mails:
            if mail.box in {each.address for each in PLAYERS} and mail.subject.startswith(f"[{PERUDO}] Turn"):
                assert not [each.name for each in PLAYERS if each.address != mail.box and each.name in mail.text]


def test_nothing_has_happened_before_it_began() -> None:
    assert judge(Evidence(())).missing == HAPPENINGS


@cache
def laid_down(folder: Path) -> Evidence:
    """The evidence, from the files alone."""
    mails = tuple(
        Mail(file.parent.parent.name, file.parent.name, int(file.stem), file.read_bytes())
        for file in sorted(folder.rglob("*.eml"))
    )
    journals = {
        code: tuple(json.loads((folder / f"{code}.json").read_text(encoding="utf-8"))["journal"]) for code in MATCHES
    }
    return Evidence(mails, journals, dict.fromkeys(MATCHES, ()), stopped_well=True)


# --- Reading ----------------------------------------------------------------------------------------------

CHOICE_MATCH = """
game choice
begins Monday 4 January 2027 12:00
dice turn 1: 1,5,5,5,6
     turn 2: 1,2,4,4,6
     turn 3: 2,3,3,5,6
     turn 4: 1,1,4,5,6
seats
    Anna <anna@example.org>
    Ben <ben@example.org>

Anna answers Tuesday 5 January, 10:00:
    1: 1+5, 5+6, reject 5

Issue 1 closes

Ben answers Tuesday 12 January, 10:00:
    status
"""

PERUDO_MATCH = """
game perudo
begins Monday 4 January 2027 12:00
dice order: Captain Cube, Lady Luck, Snake Eyes, Dr Doubt
     Captain Cube 1.1: 5; Lady Luck 1.1: A; Captain Cube 3.1: 6 A 3; Lady Luck 3.1: 2 4 A
seats
    Anna <anna@example.org> as Captain Cube
    Ben <ben@example.org> as Lady Luck
    Cleo <cleo@example.org> as Snake Eyes
    Dora <dora@example.org> as Dr Doubt

Anna answers Tuesday 5 January, 10:00:
    1.1: 2 fives
    3.1: 4 Aces
Ben answers Tuesday 5 January, 10:00:
    1.2: 1 two
Cleo answers Tuesday 5 January, 10:00:
    1.3: 1 two
Dora answers Tuesday 5 January, 10:00:
    1.4: 1 two

Turn 1 closes
"""


@cache
def mailed(transcript: str) -> tuple[tuple[str, str, str], ...]:
    """Every mail of a rehearsal: its kind, its reader's name, its text."""
    document = as_document(rehearse(transcript))
    return tuple((each["kind"], each["to"].partition("@")[0], each["text"]) for each in document["mails"])


def text(transcript: str, kind: str, reader: str) -> str:
    """The last mail of that kind to that reader."""
    return [its_text for its_kind, to, its_text in mailed(transcript) if (its_kind, to) == (kind, reader)][-1]


class TestReadingChoice:
    def test_the_opening_asks_for_both_turns(self) -> None:
        issue = choice.read(text(CHOICE_MATCH, "opening", "anna"))
        assert issue == choice.Issue(1, {1: (1, 5, 5, 5, 6), 2: (1, 2, 4, 4, 6)})

    def test_results_ask_for_what_is_outstanding_and_tell_how_the_entry_stands(self) -> None:
        issue = choice.read(text(CHOICE_MATCH, "results", "anna"))
        assert issue
        assert issue.rolls == {2: (1, 2, 4, 4, 6), 3: (2, 3, 3, 5, 6), 4: (1, 1, 4, 5, 6)}
        assert (issue.rejected, issue.made, issue.has_entry) == (Counter({5: 1}), Counter({6: 1, 11: 1}), True)

    def test_who_comes_late_is_told_all_turns_to_make_up(self) -> None:
        issue = choice.read(text(CHOICE_MATCH, "receipt", "ben"))
        assert issue
        assert (list(issue.rolls), issue.rolls[1], issue.has_entry) == ([1, 2, 3, 4], (1, 5, 5, 5, 6), False)

    def test_a_receipt_asks_for_nothing(self) -> None:
        assert choice.read(text(CHOICE_MATCH, "receipt", "anna")) is None


class TestReadingPerudo:
    def test_the_opening_asks_for_a_bid_in_every_dice_count(self) -> None:
        turn = perudo.read(text(PERUDO_MATCH, "opening", "anna"))
        assert turn
        assert [each.name for each in turn.rounds] == ["1.1", "2.1", "3.1", "4.1", "5.1"]
        assert turn.rounds[2] == perudo.Round(3, 1, (6, perudo.ACE, 3), 12, None)

    def test_results_tell_the_last_bid(self) -> None:
        turn = perudo.read(text(PERUDO_MATCH, "results", "ben"))
        assert turn
        assert (turn.number, turn.rounds[0]) == (2, perudo.Round(1, 1, (perudo.ACE,), 4, perudo.Bid(2, 5)))
        assert turn.rounds[2] == perudo.Round(3, 1, (2, 4, perudo.ACE), 12, perudo.Bid(4, perudo.ACE))

    def test_the_gms_copy_asks_for_nothing(self) -> None:
        copies = [its_text for kind, _, its_text in mailed(PERUDO_MATCH) if kind == "gm-report"]
        assert copies
        assert not [each for each in copies if perudo.read(each)]

    def test_a_form_is_filled_in_between_the_lines_of_the_mail(self) -> None:
        page = text(PERUDO_MATCH, "results", "ben")
        turn = perudo.read(page)
        assert turn
        filled = perudo.fill_in(
            page, (perudo.Call(turn.rounds[0], perudo.Bid(3, 5)), perudo.Call(turn.rounds[2], None))
        )
        assert "    1.1: ______ 3 fives\n" in filled
        assert "    3.1: ______ challenge\n" in filled
        assert "    2.1: ______\n" in filled


DROPDEAD_MATCH = """
game dropdead
begins Monday 4 January 2027 12:00
seats
    Anna <anna@example.org>
    Ben <ben@example.org>

Anna answers Tuesday 5 January, 10:00:
    roll

Inning 1 closes
"""

SHOOTOUT_MATCH = """
game shootout
begins Monday 4 January 2027 12:00
seats
    Anna <anna@example.org>
    Ben <ben@example.org>
    Cleo <cleo@example.org>
    Dora <dora@example.org>
    Ewan <ewan@example.org>

Anna answers:
    accuracy 11
Ben answers:
    accuracy 7
Cleo answers:
    accuracy 16
Dora answers:
    accuracy 5
Ewan answers:
    accuracy 13
"""

DEADPOOL_MATCH = f"""
game deadpool
begins Monday 4 January 2027 12:00
seats
    Anna <anna@example.org>
    Ben <ben@example.org>

Ben answers Tuesday 5 January, 10:00:
    my three: {"; ".join(deadpool.NAMES["Ben"])}

GM writes Tuesday 5 January, 11:00:
    deadpool-1
    refuse pick {deadpool.HORSE}: not human
"""


class TestReadingDropDead:
    def test_the_opening_and_the_results_ask_for_a_word(self) -> None:
        assert dropdead.inning(text(DROPDEAD_MATCH, "opening", "anna")) == 1
        assert dropdead.inning(text(DROPDEAD_MATCH, "results", "ben")) == 2

    def test_a_receipt_and_the_gms_copy_ask_for_nothing(self) -> None:
        assert dropdead.inning(text(DROPDEAD_MATCH, "receipt", "anna")) is None
        assert dropdead.inning(text(DROPDEAD_MATCH, "gm-report", "gm")) is None


class TestReadingShootout:
    def test_the_opening_asks_for_an_accuracy(self) -> None:
        assert shootout.read(text(SHOOTOUT_MATCH, "opening", "anna")) == shootout.Turn(1, True, None, ())

    def test_the_first_shooter_shoots_at_whoever_shoots_best(self) -> None:
        assert shootout.read(text(SHOOTOUT_MATCH, "results", "anna")) == shootout.Turn(2, False, "Cleo", ())
        assert shootout.read(text(SHOOTOUT_MATCH, "results", "cleo")) is None

    def test_when_time_is_up_the_others_vote_and_the_shooter_may_still_shoot(self) -> None:
        late = f"{SHOOTOUT_MATCH}\nTurn 2 closes\n"
        assert shootout.read(text(late, "results", "ben")) == shootout.Turn(3, False, None, ("Anna",))
        assert shootout.read(text(late, "results", "anna")) == shootout.Turn(3, False, "Cleo", ())


class TestReadingTheDeadPool:
    def test_the_opening_asks_for_names(self) -> None:
        assert deadpool.names(text(DEADPOOL_MATCH, "opening", "anna"), "Anna") == deadpool.NAMES["Anna"]

    def test_whoever_is_refused_is_replaced(self) -> None:
        _, second, third = deadpool.NAMES["Ben"]
        assert deadpool.names(text(DEADPOOL_MATCH, "news", "ben"), "Ben") == (deadpool.SPARE, second, third)

    def test_the_gm_puts_a_slip_right_when_the_house_asks_back(self) -> None:
        said = deadpool.death(datetime(2027, 2, 1, 12, 30, 5, tzinfo=UTC))
        assert understood_from_the_gm(said) == [said]
        right = deadpool.put_right(said, "Nobody has named Sir Ruprt Finch.\nDid you mean Sir\nRupert Finch? Please")
        assert right == said.replace("Ruprt", "Rupert")
        assert deadpool.put_right(said, "Taken down.") is None


# --- Playing ----------------------------------------------------------------------------------------------

SPLITS = (choice.Split(3, (1, 5, 5, 5), 6), choice.Split(12, (2, 2, 3, 6), None))
CALLS = tuple(
    perudo.Call(perudo.Round(3, 2, (1, 2, 3), 15, None), bid)
    for bid in (perudo.Bid(6, 5), perudo.Bid(1, 2), perudo.Bid(2, 6), perudo.Bid(3, perudo.ACE), None)
)


def understood(game: str, text: str) -> list[str]:
    """The orders in a text, in canonical form; nothing in it may be wrong."""
    record = all_games()[game]
    reading = record.read(lines(normalise(text)))
    assert not reading.complaints
    return [record.say(each.order) for each in reading.written]


def understood_from_the_gm(text: str) -> list[str]:
    record = all_games()["deadpool"]
    assert record.read_gm
    reading = record.read_gm(lines(normalise(text)))
    assert not reading.complaints
    return [record.say(each.order) for each in reading.written]


class TestSpelling:
    @pytest.mark.parametrize("person", PLAYERS, ids=lambda each: each.name)
    def test_everybody_is_understood_in_the_other_games(self, person: Person) -> None:
        manner = MANNERS[person]
        assert understood("dropdead", manner.roll) == ["roll"]
        (shot,) = understood("shootout", manner.shoot("Anna Berg"))
        assert shot.replace("Shooting at", "Shooting") == "Shooting Anna Berg: DICE20"  # only a match knows its names
        assert understood("shootout", f"accuracy {manner.accuracy}") == [f"accuracy {manner.accuracy}"]

    @pytest.mark.parametrize("person", PLAYERS, ids=lambda each: each.name)
    def test_everybody_is_understood_in_choice(self, person: Person) -> None:
        for each in SPLITS:
            assert understood("choice", MANNERS[person].split(each)) == [choice.with_sums(each)]

    @pytest.mark.parametrize("person", PLAYERS, ids=lambda each: each.name)
    def test_everybody_is_understood_in_perudo(self, person: Person) -> None:
        for each in CALLS:
            [order] = understood("perudo", MANNERS[person].call(each))
            assert order.replace("3 dice", "3.2").casefold() == perudo.in_figures(each)

    def test_no_two_spell_alike(self) -> None:
        assert len({manner.split(SPLITS[0]) for manner in MANNERS.values()}) == len(PLAYERS)
        assert len({manner.call(CALLS[0]) for manner in MANNERS.values()}) >= 4

    def test_a_miscounted_sum_is_refused(self) -> None:
        reading = all_games()["choice"].read(lines(normalise(choice.miscounted(SPLITS[0]))))
        assert [each.reason for each in reading.complaints] == ["wrong-sum"]


class TestDeciding:
    def test_a_number_that_may_not_be_rejected_is_paired(self) -> None:
        issue = choice.Issue(5, {9: (1, 2, 2, 3, 5)}, rejected=Counter({4: 1, 5: 3, 6: 1}), has_entry=True)
        assert [each.reject for each in choice.split(issue, unlucky=3)] == [5]

    def test_a_roll_without_any_of_the_three_is_a_free_ride(self) -> None:
        issue = choice.Issue(5, {9: (1, 2, 2, 3, 3)}, rejected=Counter({4: 1, 5: 3, 6: 1}), has_entry=True)
        [split] = choice.split(issue, unlucky=3)
        assert split.reject is None
        assert Counter(split.dice) <= Counter((1, 2, 2, 3, 3))

    def test_it_plays_choice_well_enough_to_make_points(self) -> None:
        scores = [choice_score(Random(seed), unlucky=6) for seed in range(40)]
        assert sum(scores) > 0
        assert sum(each > 0 for each in scores) > 20

    def test_nothing_is_sent_after_the_eighth_rejection(self) -> None:
        rolls = {15: (6, 3, 3, 4, 5), 16: (6, 6, 2, 3, 4)}
        issue = choice.Issue(8, rolls, rejected=Counter({6: 7, 2: 3, 1: 1}), has_entry=True)
        assert [each.turn for each in choice.split(issue, unlucky=6)] == [15]

    def test_second_thoughts_are_others(self) -> None:
        issue = choice.Issue(1, {1: (1, 5, 5, 5, 6), 2: (1, 2, 4, 4, 6)})
        for manner in MANNERS.values():
            first, second = (choice.split(issue, manner.unlucky, again) for again in (False, True))
            assert first != second

    def test_every_bid_outbids_the_last(self) -> None:
        rng = Random(1)
        for _ in range(2000):
            each = a_round(rng)
            [call] = perudo.calls(perudo.Turn(2, (each,)))
            assert call.bid is None or each.last is None or rank(call.bid) > rank(each.last)
            assert call.bid or each.last

    def test_a_wild_bid_is_doubted(self) -> None:
        each = perudo.Round(3, 1, (2, 3, 4), 15, perudo.Bid(12, 6))
        assert perudo.calls(perudo.Turn(2, (each,))) == (perudo.Call(each, None),)


def a_round(rng: Random) -> perudo.Round:
    dice, players = rng.randint(1, 5), rng.randint(2, 8)
    last = perudo.Bid(rng.randint(1, dice * players), rng.randint(1, 6)) if rng.random() < 0.9 else None
    return perudo.Round(dice, 1, tuple(rng.choices(range(1, 7), k=dice)), dice * players, last)


def rank(bid: perudo.Bid) -> tuple[int, int]:
    """Aces count double and come just above as many sixes."""
    return (2 * bid.count, 7) if bid.face == perudo.ACE else (bid.count, bid.face)


# --- Writing to each other --------------------------------------------------------------------------------


def as_mail(letter: Letter, box: str) -> Mail:
    return Mail(box, INBOX, 1, letter.message.as_bytes())


def from_the_house(to: str, subject: str, body: str) -> Mail:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = HOUSE, to, subject
    message["Message-ID"], message["Reply-To"] = "<1@turnpost.test>", "games+abcdefgh234567ab@turnpost.test"
    message.set_content(body)
    return Mail(to, INBOX, 1, message.as_bytes())


def question(to: str, body: str) -> Mail:
    shown = "\n".join(f"    | {line}".rstrip() for line in body.rstrip().split("\n"))
    return from_the_house(
        to, "[The Games Desk] Is this letter yours? Please confirm", f"It says:\n\n{shown}\n\nAnswer!"
    )


class TestConfirming:
    def test_we_know_our_own_letter(self) -> None:
        pen = Pen(ANNA)
        pen.fresh("join choice-1\n\nLooking forward to it!", "May I play?")
        assert pen.wrote(question(ANNA.address, "join choice-1\n\nLooking forward to it!"))

    def test_we_do_not_confirm_what_somebody_else_wrote(self) -> None:
        player = Player(ANNA)
        assert list(player.answer(invitation())) != []
        assert list(player.answer(question(ANNA.address, "choice-1\n\nEntry B\nturn 1: 5+6, 5+5, reject 1"))) == []

    def test_an_empty_question_is_confirmed_by_nobody(self) -> None:
        assert list(Player(ANNA).answer(question(ANNA.address, ""))) == []


def invitation(cc: tuple[str, ...] = ()) -> Mail:
    words = f"The first dice were 1 5 5 5 6 and 1 2 4 4 6.\n\n    join {CHOICE}\n    join {PERUDO}\n"
    return as_mail(Pen(GM).fresh(words, "A game?", (ANNA.address, MALLORY.address), cc), ANNA.address)


class TestInvited:
    def test_we_join_every_match_that_is_named_and_keep_our_pseudonym(self) -> None:
        [letter] = Player(ANNA).answer(invitation())
        assert letter.recipients == (HOUSE,)
        assert letter.message.get_content().startswith(f"join {CHOICE}\njoin {PERUDO} as Snake Eyes\n")

    def test_a_copy_is_no_invitation(self) -> None:
        assert list(Player(ELIF).answer(invitation(cc=(ELIF.address,)))) == []

    def test_whoever_is_known_answers_a_mail_of_the_house(self) -> None:
        player = Player(ANNA)
        assert list(player.answer(from_the_house(ANNA.address, "[perudo-1] Your letter", "You have a seat."))) == []
        [letter] = player.answer(invitation())
        assert letter.recipients == ("games+abcdefgh234567ab@turnpost.test",)

    def test_mischief_writes_in_the_name_of_the_first_who_got_a_copy(self) -> None:
        [letter] = Mischief().answer(invitation(cc=(BEN.address, DAVID.address)))
        assert letter.sender == MALLORY.address
        assert letter.message["From"].addresses[0].addr_spec == BEN.address
        assert understood("choice", letter.message.get_content()) == ["B turn 1: 5+6=11, 5+5=10, reject 1"]


class TestTheGamemaster:
    @pytest.mark.parametrize(("exchanges", "seconds"), [((0.1, 0.05, 9), 2), ((0.3, 0.3, 0.3), 5), ((60, 60, 60), 10)])
    def test_a_slow_post_gets_longer_deadlines(self, exchanges: tuple[float, ...], seconds: int) -> None:
        """One exchange that took long by chance does not matter."""
        clock = accumulate((100.0, *exchanges))
        greta = Gamemaster(lambda: next(clock))
        greta.begin()
        answer = from_the_house(GM.address, "[The Games Desk] Your letter", "Here it is.")
        letters = [letter for _ in range(4) for letter in greta.answer(answer)]
        words = [letter.message.get_content() for letter in letters]
        assert words[:3] == ["rules choice\n", "rules perudo\n", "help new\n"]
        assert words[3].count(f"deadline {seconds} seconds after the last") == 3
        for longer in (4, 8):
            assert words[3].count(f"deadline {longer * seconds} seconds after the last") == 1

    def test_where_most_orders_are_missing_there_is_more_time(self) -> None:
        report = "Without complete orders for turn 3:\n  * Jim\n  * Bob\n  * Ann\n"
        mail = from_the_house(GM.address, "[perudo-1] Turn 3: results (GM's copy)", report)
        [letter] = Gamemaster().answer(mail)
        assert letter.message.get_content() == "extend perudo-1 by 2 seconds\n"


# --- The folder and the view ------------------------------------------------------------------------------


class TestTheFolder:
    def test_a_new_one_is_made(self, tmp_path: Path) -> None:
        claim(tmp_path / "some" / "where")
        assert (tmp_path / "some" / "where" / README).read_text(encoding="utf-8").startswith(FIRST_LINE)

    def test_one_with_something_else_in_it_stays_as_it_is(self, tmp_path: Path) -> None:
        (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
        with pytest.raises(Unusable, match="--folder"):
            claim(tmp_path)
        assert [each.name for each in tmp_path.iterdir()] == ["thesis.txt"]

    def test_what_is_no_folder_is_said_so(self, tmp_path: Path) -> None:
        file = tmp_path / "thesis.txt"
        file.write_text("years of work", encoding="utf-8")
        with pytest.raises(Unusable, match="File exists"):
            claim(file)

    def test_of_an_earlier_demo_only_what_it_put_there_is_cleared_away(self, tmp_path: Path) -> None:
        claim(tmp_path)
        old = tmp_path / ANNA.address / INBOX / "0001.eml"
        old.parent.mkdir(parents=True)
        old.write_bytes(b"")
        (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
        claim(tmp_path)
        assert sorted(each.name for each in tmp_path.iterdir()) == [README, "notes.txt"]


@pytest.mark.parametrize("width", [80, 200])
def test_the_picture_fits_a_terminal_of_24_lines(width: int) -> None:
    board = Board()
    for _ in range(100):
        board.delivered(from_the_house(ANNA.address, "[choice-1] Issue 1: results", "text " * 50), 3.0)
    console = Console(width=width, height=24, record=True, file=StringIO())
    console.print(picture(board, HAPPENINGS[:3], 12.0, width, 24))
    shown = console.export_text().splitlines()
    assert len(shown) <= 24
    assert sum("✔" in line for line in shown) == 3


def choice_score(rng: Random, unlucky: int) -> int:
    """What a robot makes of a whole entry, played with these dice."""
    made, rejected, turn = Counter[int](), Counter[int](), 1
    while max(rejected.values(), default=0) < 8:
        rolls = {each: tuple(rng.choices(range(1, 7), k=5)) for each in (turn, turn + 1)}
        for each in choice.split(choice.Issue(turn, rolls, made, rejected, has_entry=True), unlucky):
            made.update(each.totals)
            rejected.update([each.reject] if each.reject else [])
        turn += 2
    return score(made)
