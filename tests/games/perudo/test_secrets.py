"""What a player of Perudo is mailed says nothing of the dice of others, or of calls that were drawn for them."""

from random import Random

import pytest

from processor.games.perudo.bids import Claim
from processor.games.perudo.events import BidDrawn
from processor.store import journal
from tests.secrecy.world import OBSERVER, OTHERS, World, other_dice, world

ASKED = ("status", "resend dice", "resend", "history")


class Bold(Random):
    """Chance for a robot that always bids and never challenges."""

    def random(self) -> float:
        return 0.999


def all_bid(worlds: tuple[World, ...], without: tuple[str, ...] = ()) -> None:
    """Everybody sends the same bids in all these worlds."""
    for address in (OBSERVER, *OTHERS):
        text = worlds[0].orders(address, Bold())
        for each in worlds:
            if address in without:
                each.nothing()
            else:
                each.letter(address, text)


def a_turn_closes(worlds: tuple[World, ...]) -> None:
    for each in worlds:
        each.deadline()
        for question in ASKED:
            each.letter(OBSERVER, question)
    for each in worlds[1:]:
        worlds[0].assert_same(each)


def calls_drawn(one: World) -> str:
    """The calls that were drawn, as their player would have written them."""
    with one.file() as (sitting, file):
        codec = sitting.desk.codecs[one.game]
        events = [entry.event for _, entry in journal.read(sitting.store, file.match.code, codec)]
    drawn = [event for event in events if isinstance(event, BidDrawn)]
    return "\n".join(f"{event.dice}.{event.place}: {Claim(event.count, event.face)}" for event in drawn)


def is_of_another(name: str) -> bool:
    """Whether a die lies in the hand of another seat than the observer's."""
    return "/seat/" in name and "/seat/1/" not in name


def test_rule_5_the_dice_of_others_show_in_nothing_until_a_challenge():
    """The same match twice, but in one of them all others hold other dice."""
    one = world("perudo", (OBSERVER, *OTHERS[:-1]))
    other = one.fork()
    one.joins(OTHERS[-1])
    with other_dice(is_of_another):
        other.joins(OTHERS[-1])
        one.assert_same(other)
        for _ in range(3):
            all_bid((one, other))
            a_turn_closes((one, other))
    with one.file() as (_, here), other.file() as (_, there):
        assert here.match.state != there.match.state


@pytest.mark.parametrize("forgetful", OTHERS)
def test_rule_8_a_call_that_was_drawn_looks_like_one_that_was_made(forgetful):
    """In one world a player forgets, in the other they send the very calls that the dice drew."""
    forgot = world("perudo")
    all_bid((forgot,))
    forgot.deadline()
    sent = forgot.fork()
    all_bid((forgot,), without=(forgetful,))
    forgot.deadline()
    drawn = calls_drawn(forgot)
    assert drawn
    for address in (OBSERVER, *OTHERS):
        sent.letter(address, drawn if address == forgetful else sent.orders(address, Bold()))
    sent.deadline()
    assert calls_drawn(sent) == ""
    forgot.assert_same(sent)
    for each in (forgot, sent):
        for question in ASKED:
            each.letter(OBSERVER, question)
    forgot.assert_same(sent)


def ruled(one: World, *rulings: str) -> None:
    """A player disputes turn 1, and the GM rules."""
    one.letter(OTHERS[0], "dispute turn 1: That was not as I wanted it.")
    for ruling in rulings:
        one.gm(f"D-1 {ruling}")


def first_to_call(one: World, address: str) -> tuple[str, str]:
    """The pseudonym of a player, and bids of one two in all the rounds that they were to open."""
    with one.file() as (_, file):
        seat = (OBSERVER, *OTHERS).index(address) + 1
        place = [each.number for each in file.match.state.order].index(seat) + 1
        return file.match.seats[seat].name, "; ".join(f"{dice}.{place}: 1 two" for dice in range(1, 6))


def test_a_correction_says_nothing_of_the_dice_of_others():
    """The same ruling in the same match, but in one of them all others hold other dice."""
    one = world("perudo", (OBSERVER, *OTHERS[:-1]))
    other = one.fork()
    one.joins(OTHERS[-1])
    with other_dice(is_of_another):
        other.joins(OTHERS[-1])
        for _ in range(2):
            all_bid((one, other))
            a_turn_closes((one, other))
        name, calls = first_to_call(one, OTHERS[0])
        for each in (one, other):
            ruled(each, f"amend turn 1 for {name}: {calls}", "confirm")
            for question in ASKED:
                each.letter(OBSERVER, question)
        one.assert_same(other)
    assert any(b"A ruling has changed something for you" in mime for _, mime in one.sent)


@pytest.mark.parametrize("forgetful", OTHERS)
def test_rule_8_that_somebody_is_excused_is_told_to_nobody_else(forgetful):
    """In one world the GM excuses the player for whom bids were drawn, in the other everything stands."""
    excused = world("perudo")
    all_bid((excused,))
    excused.deadline()
    all_bid((excused,), without=(forgetful,))
    excused.deadline()
    stands = excused.fork()
    name, _ = first_to_call(excused, forgetful)
    ruled(excused, f"excuse NMR {name} turn 2")
    ruled(stands, "reject: The rules are clear.")
    for each in (excused, stands):
        for question in ("status", "resend dice", "resend"):
            each.letter(OBSERVER, question)
    excused.assert_same(stands)
