"""Nothing closes in a match that is paused or held, whatever comes in; when it goes on, what is ready does."""

from datetime import timedelta
from importlib import import_module
from random import Random

import pytest

from processor.desk import guard
from processor.games import all_games
from tests.desk.sandbox import Sandbox, gm, header, said, sandbox

GM = "marian@long.test"
PLAYERS = ("ann@x.test", "bob@x.test", "cleo@x.test", "dora@x.test", "emil@x.test")
ANN, BOB = PLAYERS[:2]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)

GAMES = tuple(all_games())


def begun(game: str, *options: str) -> Sandbox:
    desk = sandbox(trust_from=True)
    desk.gm(f"new {game} {game}-1 deadline 7 days after the last {' '.join(options)}")
    desk.begins(f"{game}-1", *PLAYERS)
    return desk


def answer(desk: Sandbox, player: str, text: str) -> str:
    mails = [mail for mail in desk.letter(player, text) if mail.recipient == player]
    return " ".join(f"{header(mail, 'Subject')} {said(mail)}" for mail in mails)


def everybody_orders(desk: Sandbox, game: str) -> None:
    """Everybody sends some orders for the first turn, as the bots of that game do, and all of them are taken."""
    bot, rng = import_module(f"tests.games.{game}.bot"), Random(game)
    for seat, player in enumerate(PLAYERS, start=1):
        match = desk.match(f"{game}-1")
        assert "taken" in answer(desk, player, f"{game}-1\n{bot.letter(match.game.view(match.state, seat), rng)}")
        assert desk.match(f"{game}-1").standing(seat)


def shooting() -> Sandbox:
    """A Shootout in which Ann has the first shot, which misses, and then Bob, whose does too."""
    desk = begun("shootout")
    for words in ("dice shootout-1 turn 2 Ann: 20", "dice shootout-1 turn 3 Bob: 20"):
        gm(desk, words)
    for player in PLAYERS:
        desk.letter(player, "accuracy 12")
    desk.post()
    assert desk.match("shootout-1").turn == 2
    return desk


HOLDS = {"pause": "pause", "gm": "hold", "outage": "", "clock": ""}
GOES_ON = {"pause": "resume", "gm": "go ahead", "outage": "go ahead", "clock": "go ahead"}


def stop(desk: Sandbox, code: str, why: str) -> None:
    """The GM stops a match, or the house does, after an outage or a jump of the clock."""
    if HOLDS[why]:
        gm(desk, f"{HOLDS[why]} {code}")
    elif why == "clock":
        assert guard.hold_everything(desk.desk, desk.now)
    else:
        with desk.desk.sit(desk.now, "the guard") as sitting:
            assert guard._hold(sitting, [code], "outage", None)
    desk.post()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("why", HOLDS)
def test_no_turn_closes_while_a_match_stands_still_and_orders_are_kept(game: str, why: str) -> None:
    desk = begun(game, "early on", "cooling 1")
    stop(desk, f"{game}-1", why)
    everybody_orders(desk, game)
    desk.now += 30 * DAY
    desk.open()
    match = desk.match(f"{game}-1")
    assert (match.turn, match.is_held) == (1, True)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_all_in_closes_when_the_match_goes_on(game: str) -> None:
    desk = begun(game, "early on", "cooling 1")
    stop(desk, f"{game}-1", "pause")
    everybody_orders(desk, game)
    is_complete = not desk.match(f"{game}-1").missing()
    desk.now += 3 * DAY
    gm(desk, f"resume {game}-1")
    desk.now += HOUR
    desk.open()
    assert desk.match(f"{game}-1").turn == (2 if is_complete else 1)


@pytest.mark.parametrize("why", HOLDS)
def test_a_shot_is_kept_and_fired_when_the_match_goes_on(why: str) -> None:
    desk = shooting()
    stop(desk, "shootout-1", why)
    assert "Kept: " in answer(desk, ANN, "Shooting Bob: DICE20")
    assert desk.match("shootout-1").turn == 2
    told = gm(desk, f"{GOES_ON[why]} shootout-1")
    assert "all that turn 2 of shootout-1 was waiting for" in told
    assert "[shootout-1] Turn 2: results" in [header(mail, "Subject") for mail in desk.post() if mail.recipient == BOB]
    after = desk.match("shootout-1")
    assert (after.turn, after.is_held) == (3, False)
    assert after.due is not None
    assert timedelta(days=6) < after.due - desk.now <= timedelta(days=7)


def test_a_new_deadline_ends_a_hold_and_lets_a_kept_shot_be_fired() -> None:
    desk = shooting()
    stop(desk, "shootout-1", "gm")
    answer(desk, ANN, "Shooting Bob: DICE20")
    assert "all that turn 2 of shootout-1 was waiting for" in gm(desk, "extend shootout-1 by 2 days")
    assert desk.match("shootout-1").turn == 3


def test_a_kept_shot_can_be_aimed_at_another_or_taken_back() -> None:
    desk = shooting()
    stop(desk, "shootout-1", "pause")
    answer(desk, ANN, "Shooting Bob: DICE20")
    answer(desk, ANN, "Shooting Cleo: DICE20")
    match = desk.match("shootout-1")
    assert [match.game.say(order) for order in match.standing(1)] == ["Shooting Cleo: DICE20"]
    answer(desk, ANN, "cancel my shot")
    assert "goes on, and turn 2 closes" in gm(desk, "resume shootout-1")
    assert desk.match("shootout-1").turn == 2


def test_somebody_who_leaves_ends_no_pause() -> None:
    desk = shooting()
    stop(desk, "shootout-1", "pause")
    gm(desk, "drop Ann in shootout-1")
    match = desk.match("shootout-1")
    assert (match.turn, match.is_held) == (2, True)
    gm(desk, "resume shootout-1")
    assert desk.match("shootout-1").turn == 3


def test_a_match_without_a_date_can_be_paused_and_go_on() -> None:
    desk = sandbox(trust_from=True)
    desk.gm("new shootout shootout-1 deadline on dates given")
    desk.begins("shootout-1", *PLAYERS)
    assert "turn 1 does not close until it goes on" in gm(desk, "pause shootout-1")
    assert "it is paused" in answer(desk, ANN, "status shootout-1")
    everybody_orders(desk, "shootout")
    assert desk.match("shootout-1").turn == 1
    assert "all that turn 1" in gm(desk, "resume shootout-1")
    gm(desk, "pause shootout-1")
    assert "goes on. turn 2 has no deadline yet" in gm(desk, "resume shootout-1")
