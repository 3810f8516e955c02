"""Matches that move to another house: what an export holds, what is refused, and that play goes on there."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import default
from importlib import import_module
from random import Random
from typing import Any

import pytest

from processor.core.game import Game
from processor.core.match import Match, Phase
from processor.desk import counter, importing
from processor.games import all_games
from processor.store import inbox, ledger, matches, moving, roster, schedule
from tests.desk.sandbox import Sandbox, sandbox

GAMES = list(all_games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
ANN, BOB, CID, GM = "ann@x.test", "bob@x.test", "cid@x.test", "marian@long.test"
PLAYERS = (ANN, BOB, CID, "dee@x.test", "eve@x.test")
MOST_TURNS = 30


@dataclass
class Played:
    """A match between bots, at a desk of its own."""

    desk: Sandbox
    code: str
    game: Game[Any]
    rng: Random

    @property
    def match(self) -> Match:
        return self.desk.match(self.code)

    def turn(self) -> None:
        """Everybody writes, and the turn is run."""
        match = self.match
        bot, turn = import_module(f"tests.games.{self.game.name}.bot"), match.turn
        for seat, player in seated(self.desk, self.code).items():
            text = bot.letter(self.game.view(self.match.state, seat), self.rng)
            if text and self.match.phase is Phase.RUNNING:
                self.desk.letter(player.address, text, to=self.desk.reply_to[player.address])
        if self.match.phase is Phase.RUNNING and self.match.turn == turn:
            self.desk.gm(f"run {self.code} {self.game.unit} {turn}")
        if self.match.phase is Phase.RUNNING and hasattr(bot, "gm_letter"):
            self.desk.gm(bot.gm_letter(self.game.view(self.match.state, None), self.rng))
        self.desk.post()


def begun(game: Game[Any]) -> Played:
    desk, code = sandbox(), f"{game.name}-1"
    desk.gm(f"new {game.name} {code} deadline every week friday 20:00 Europe/London")
    for address in PLAYERS:
        desk.joins(address, code)
        desk.gm(f"paid {address} 10.00")
    desk.gm(f"start {code}")
    desk.post()
    return Played(desk, code, game, Random(7))


def seated(desk: Sandbox, code: str) -> Any:
    with desk.desk.database.reading() as store:
        return dict(roster.seated(store, code))


def exported(desk: Sandbox, code: str) -> str:
    return counter.export(desk.desk, code, desk.now, private=True)


def moved(desk: Sandbox, code: str) -> Sandbox:
    """The other house, an hour later, with the match in it."""
    other = sandbox(name="The Short Table")
    other.now = desk.now
    other.letters = 1000
    importing.bring_in(other.desk, exported(desk, code), other.now)
    return other


@every_game
def test_a_match_in_the_midst_of_play_is_the_same_after_the_move_and_is_played_on(game: Game[Any]) -> None:
    played = begun(game)
    played.turn()
    assert played.match.phase is Phase.RUNNING
    other = moved(played.desk, played.code)
    assert exported(other, played.code) == exported(played.desk, played.code)
    there = Played(other, played.code, game, played.rng)
    other.gm(f"announce {played.code}: We play on from here.")
    other.post()
    before = there.match
    there.turn()
    assert there.match.events > before.events
    assert there.match.turn > before.turn or there.match.phase is Phase.OVER


@every_game
def test_a_match_with_a_ruling_moves_with_it(game: Game[Any]) -> None:
    played = begun(game)
    played.turn()
    number = played.match.turn - 1
    played.desk.letter(ANN, f"dispute {game.unit} {number}: I wrote that in time.", to=played.desk.reply_to[ANN])
    played.desk.gm(f"D-1\nroll back to {game.unit} {number}")
    played.desk.gm("D-1\nconfirm")
    played.desk.post()
    assert "RulingGiven" in exported(played.desk, played.code)
    played.turn()
    assert (played.match.turn, played.match.phase) != (number, Phase.RUNNING)
    other = moved(played.desk, played.code)
    assert exported(other, played.code) == exported(played.desk, played.code)


@every_game
def test_a_match_that_is_over_moves_as_it_ended(game: Game[Any]) -> None:
    played = begun(game)
    while played.match.phase is Phase.RUNNING and played.match.turn <= MOST_TURNS:
        played.turn()
    played.desk.gm(f"close {played.code}")
    assert played.match.phase is Phase.OVER
    other = moved(played.desk, played.code)
    assert exported(other, played.code) == exported(played.desk, played.code)
    with other.desk.database.reading() as store:
        assert schedule.open_turns(store) == ()


@pytest.fixture
def desk() -> Sandbox:
    """Ann and Bob play Drop Dead with a pot, and have had one inning; Bob has disputed it."""
    desk = sandbox()
    desk.gm("new dropdead dead-1 deadline every week friday 20:00 Europe/London stakes pot stake 50p")
    for address in (ANN, BOB):
        desk.joins(address, "dead-1")
        desk.gm(f"paid {address} 2.00")
    desk.gm("start dead-1")
    desk.post()
    desk.letter(ANN, "roll", to=desk.reply_to[ANN])
    desk.letter(BOB, "roll", to=desk.reply_to[BOB])
    desk.gm("run dead-1 inning 1")
    desk.post()
    desk.letter(BOB, "dispute inning 1: Those dice again?", to=desk.reply_to[BOB])
    desk.post()
    return desk


def test_an_export_holds_players_letters_money_cases_and_deadlines(desk: Sandbox) -> None:
    document = json.loads(exported(desk, "dead-1"))
    assert [(each["number"], each["address"], each["seat"]) for each in document["players"]] == [
        (1, ANN, 1),
        (2, BOB, 2),
    ]
    filed = [entry for entry in document["journal"] if entry["kind"] == "OrdersFiled"]
    assert [entry["by"] for entry in filed] == ["Ann", "Bob"]
    letters = {each["number"]: each for each in document["letters"]}
    assert [letters[entry["letter"]]["sender"] for entry in filed] == [ANN, BOB]
    assert all(len(bytes.fromhex(each["fingerprint"])) == 32 for each in letters.values())
    stakes = [(each["payer"], each["payee"], each["pence"]) for each in document["ledger"]]
    assert stakes == [("player/1", "match/dead-1", 50), ("player/2", "match/dead-1", 50)]
    assert [(each["turn"], each["status"]) for each in document["cases"]] == [(1, "open")]
    assert [(each["turn"], each["status"]) for each in document["deadlines"]] == [(1, "closed"), (2, "open")]


def test_before_the_start_there_is_no_turn(desk: Sandbox) -> None:
    desk.gm("new choice choice-1 every week friday 20:00")
    assert json.loads(exported(desk, "choice-1"))["turn"] is None
    assert json.loads(counter.export(desk.desk, "choice-1", desk.now))["turn"] is None
    assert json.loads(exported(moved(desk, "choice-1"), "choice-1"))["phase"] == "sign-up"


def test_the_gm_gets_the_export_by_mail_and_nobody_else_does(desk: Sandbox) -> None:
    asked = desk.letter(ANN, "export dead-1", to=desk.reply_to[ANN])
    assert [(mail.kind, mail.recipient) for mail in asked] == [("receipt", ANN)]
    assert len(list(message_from_bytes(asked[0].mime, policy=default).iter_attachments())) == 0
    held = desk.letter(GM, "export dead-1")
    assert [mail.kind for mail in held] == ["confirm"]
    sent = {mail.kind: mail for mail in desk.letter(GM, "yes", to=desk.reply_to[GM])}
    assert sent["exported"].recipient == GM
    parts = message_from_bytes(sent["exported"].mime, policy=default).iter_attachments()
    attached = {part.get_filename(): part.get_content() for part in parts}
    assert json.loads(attached["dead-1.json"]) == json.loads(exported(desk, "dead-1"))


def test_money_is_booked_once_and_who_owes_it_is_named(desk: Sandbox) -> None:
    other = sandbox()
    told = importing.bring_in(other.desk, exported(desk, "dead-1"), desk.now)
    assert "Ann -0.50, Bob -0.50" in told
    with pytest.raises(importing.NotImported, match="already"):
        importing.bring_in(other.desk, exported(desk, "dead-1"), desk.now)
    with other.desk.database.reading() as store:
        assert ledger.balance(store, "match/dead-1") == 100
        assert sum(ledger.balances(store).values()) == 0


def test_players_cases_and_letters_get_the_numbers_of_the_new_house(desk: Sandbox) -> None:
    other = sandbox()
    other.gm("new choice choice-1 every week friday 20:00")
    other.letters = 500
    other.joins(CID, "choice-1")
    other.joins(BOB, "choice-1")
    assert "known here as D-1" in importing.bring_in(other.desk, exported(desk, "dead-1"), other.now)
    with other.desk.database.reading() as store:
        bob = roster.by_address(store, BOB)
        assert bob
        assert roster.seat_of(store, "dead-1", bob.id) == 2
    assert exported(other, "dead-1") == exported(desk, "dead-1")


def test_a_letter_that_counted_in_the_other_house_is_not_taken_for_a_new_one(desk: Sandbox) -> None:
    other = moved(desk, "dead-1")
    with desk.desk.database.reading() as store:
        raw = inbox.letter(store, 5)
    assert raw
    again = inbox.Fetched(9, raw.arrived, raw.raw, raw.size, raw.truncated, raw.message_id)
    with other.desk.database.begin() as store:
        assert inbox.keep(store, "INBOX", 1, [again]) == inbox.Kept((), 1)


def test_answers_to_the_other_house_prove_nothing_here(desk: Sandbox) -> None:
    other = moved(desk, "dead-1")
    other.letter(ANN, "roll", to=desk.reply_to[ANN])
    assert [each.status for each in other.became] == ["held"]


def test_nobody_is_reminded_twice(desk: Sandbox) -> None:
    due = desk.match("dead-1").due
    assert due
    desk.now = due - desk.desk.house.reminders[1]
    assert {mail.kind for mail in desk.open()} == {"reminder"}
    other = moved(desk, "dead-1")
    assert [mail.kind for mail in other.open()] == []


def test_a_deadline_that_passed_on_the_way_is_held_until_the_gm_says_more(desk: Sandbox) -> None:
    text, other = exported(desk, "dead-1"), sandbox()
    due = desk.match("dead-1").due
    assert due
    other.now = due + desk.desk.house.settle * 2
    assert "go ahead dead-1" in importing.bring_in(other.desk, text, other.now)
    other.open()
    assert (other.match("dead-1").turn, other.match("dead-1").is_held) == (2, True)
    other.gm("go ahead dead-1")
    other.open()
    assert other.match("dead-1").turn == 3


# --- What is refused --------------------------------------------------------------------------------------


def _set(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = to

    return change


DAMAGE = {
    "the seed": _set("seed", to="00" * 32),
    "no seed": _set("seed", to="xyz"),
    "an entry is gone": lambda document: document["journal"].pop(3),
    "the last entry is gone": lambda document: document["journal"].pop(),
    "all entries are gone": _set("journal", to=[]),
    "a kind that there is not": _set("journal", 2, "kind", to="SeatSold"),
    "a player too few": lambda document: document["players"].pop(),
    "a letter too few": lambda document: document["letters"].pop(),
    "another name": _set("seats", "1", to="Zoe"),
    "another seat": _set("players", 0, "seat", to=2),
    "another sum": _set("ledger", 0, "pence", to=5),
    "a booking too few": lambda document: document["ledger"].pop(),
    "another deadline": _set("deadlines", 1, "due", to="2031-01-01T00:00:00Z"),
    "no deadline": _set("deadlines", to=[]),
    "another turn": _set("turn", to=7),
    "another title": _set("title", to="Spring"),
    "another code": _set("match", to="dead-2"),
    "a player of text": _set("players", 0, "number", to="one"),
    "a case that nobody can have": _set("cases", 0, "player", to=9),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_export_is_refused_and_leaves_nothing(desk: Sandbox, damage: Callable[[Any], None]) -> None:
    document, other = json.loads(exported(desk, "dead-1")), sandbox()
    damage(document)
    with pytest.raises(importing.DoesNotHold, match="nothing was imported"):
        importing.bring_in(other.desk, json.dumps(document), desk.now)
    with other.desk.database.reading() as store:
        assert matches.all(store) == ()
        assert ledger.balances(store) == {}
        assert moving.digests(store, range(20)) == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_set("format", to=2), "Bring this one up to date"),
        (_set("game", to="chess"), "no game called chess"),
        (lambda document: document.pop("format"), "export --private dead-1"),
        (lambda document: document.pop("match"), "no export of a match"),
    ],
)
def test_what_cannot_be_imported_is_refused_with_the_way_out(
    desk: Sandbox, change: Callable[[Any], None], told: str
) -> None:
    document, other = json.loads(exported(desk, "dead-1")), sandbox()
    change(document)
    with pytest.raises(importing.NotImported, match=told):
        importing.bring_in(other.desk, json.dumps(document), desk.now)


@pytest.mark.parametrize("text", ["", "{", "[]", "turnpost proof 1", '"dead-1"'])
def test_what_is_no_export_is_called_so(text: str) -> None:
    with pytest.raises(importing.NotImported, match="no export of a match"):
        importing.bring_in(sandbox().desk, text, sandbox().now)


def test_who_stands_by_does_so_in_the_other_house(desk: Sandbox) -> None:
    for said in ("standby yan@y.test", "standby zoe@y.test", "no standby yan@y.test"):
        desk.gm(f"{said} for dead-1")
    listed = moved(desk, "dead-1").gm("who dead-1").sections[1]
    assert (listed.title, listed.text) == ("Who stands by", "1  Zoe <zoe@y.test>")


def test_who_stands_by_goes_along(desk: Sandbox) -> None:
    desk.gm(f"standby {CID} in dead-1")
    desk.post()
    assert "StandbyListed" in exported(desk, "dead-1")
    assert exported(moved(desk, "dead-1"), "dead-1") == exported(desk, "dead-1")
