"""Matches, players, seats and tokens."""

import pytest

from processor.store import inbox, matches, roster, tokens
from processor.store.database import Store
from processor.store.faults import Absent, Taken
from processor.store.roster import Player
from processor.store.tokens import TokenRecord
from tests.store.conftest import NOON, open_match

ANNA = Player(1, "anna@players.test", "Anna", "Europe/London", False, "player", False)


def test_a_match_is_found_however_its_code_is_written(store: Store) -> None:
    for code in ("perudo-7", "Perudo-7", "PERUDO-7"):
        found = matches.find(store, code)
        assert found is not None
        assert (found.code, found.game, found.title, found.seed) == ("perudo-7", "perudo", "Spring Perudo", b"seed")
        assert (found.phase, found.turn, found.due, found.zone) == ("sign-up", 0, None, "Europe/London")
    assert matches.find(store, "perudo-8") is None


def test_a_code_is_given_once_however_it_is_written(store: Store) -> None:
    with pytest.raises(Taken, match="PERUDO-7"):
        matches.create(store, "PERUDO-7", "choice", "Another", b"", "UTC", NOON)


def test_a_seed_never_shows(store: Store) -> None:
    assert "seed" not in repr(matches.find(store, "perudo-7"))


def test_matches_are_listed_by_phase_and_by_player(store: Store) -> None:
    open_match(store, "choice-1")
    matches.move_on(store, "CHOICE-1", "running", 1)
    roster.take_seat(store, "choice-1", 1, 2)
    assert [each.code for each in matches.all(store)] == ["choice-1", "perudo-7"]
    assert [each.code for each in matches.all(store, "running")] == ["choice-1"]
    assert [each.code for each in matches.matches_of(store, 2)] == ["choice-1"]
    assert matches.matches_of(store, 1) == ()


def test_a_match_that_is_not_there_cannot_move_on(store: Store) -> None:
    with pytest.raises(Absent, match="perudo-8"):
        matches.move_on(store, "perudo-8", "running", 1)
    with pytest.raises(Absent, match="perudo-8"):
        matches.known(store, "perudo-8")


def test_a_player_is_known_by_address_whatever_its_case(store: Store) -> None:
    assert roster.by_address(store, "ANNA@Players.TEST") == ANNA == roster.by_id(store, 1)
    assert roster.by_address(store, "nobody@players.test") is None
    assert roster.by_address(store, "anna@players.test\0") is None
    assert roster.by_id(store, 99) is None


def test_an_address_belongs_to_one_player(store: Store) -> None:
    with pytest.raises(Taken, match="ANNA@"):
        roster.add_player(store, "ANNA@players.test", "Another Anna", "UTC")
    with pytest.raises(Taken, match="Anna@"):
        roster.change_address(store, 2, "Anna@players.test")
    roster.change_address(store, 1, "Anna@Players.test")
    assert roster.by_id(store, 1) == Player(1, "Anna@Players.test", *list(vars(ANNA).values())[2:])


def test_what_changes_about_a_player_is_kept(store: Store) -> None:
    roster.confirm(store, 1)
    roster.change_zone(store, 1, "Europe/Paris")
    roster.change_name(store, 1, "Anna K.")
    roster.change_role(store, 1, "gm")
    roster.mark_bouncing(store, 1)
    assert roster.by_id(store, 1) == Player(1, ANNA.address, "Anna K.", "Europe/Paris", True, "gm", True)
    assert [each.id for each in roster.everybody(store, "gm")] == [1]
    roster.mark_bouncing(store, 1, bouncing=False)
    roster.change_address(store, 1, "anna@elsewhere.test")
    assert roster.by_address(store, "anna@players.test") is None
    with pytest.raises(Absent, match="99"):
        roster.confirm(store, 99)


def test_a_seat_has_one_player_and_a_player_one_seat(store: Store) -> None:
    roster.take_seat(store, "perudo-7", 1, 1)
    with pytest.raises(Taken, match="seat 1"):
        roster.take_seat(store, "perudo-7", 1, 2)
    with pytest.raises(Taken):
        roster.take_seat(store, "perudo-7", 2, 1)
    roster.take_seat(store, "Perudo-7", 2, 2)
    assert {seat: player.name for seat, player in roster.seated(store, "perudo-7").items()} == {1: "Anna", 2: "Bela"}
    assert roster.seat_of(store, "perudo-7", 2) == 2
    assert roster.player_at(store, "perudo-7", 1) == ANNA


def test_a_standby_takes_over_a_seat(store: Store) -> None:
    roster.take_seat(store, "perudo-7", 1, 1)
    roster.leave_seat(store, "perudo-7", 1)
    assert roster.seat_of(store, "perudo-7", 1) is None
    assert roster.player_at(store, "perudo-7", 1) is None
    roster.take_seat(store, "perudo-7", 1, 2)
    assert roster.seat_of(store, "perudo-7", 2) == 1


def test_a_token_stands_for_a_player_in_a_match(store: Store) -> None:
    issued = tokens.issue_token(store, "k7f3", "seat", 1, "perudo-7")
    assert issued == tokens.token(store, "k7f3") == tokens.live_token(store, "seat", 1, "perudo-7")
    assert issued == TokenRecord("k7f3", "seat", 1, "perudo-7", None, None, alive=True)
    assert tokens.token(store, "K7F3") is None
    assert tokens.live_token(store, "seat", 2, "perudo-7") is None
    assert tokens.live_token(store, "player", 1) is None
    assert "k7f3" not in repr(issued)


def test_a_token_about_a_letter_is_used_once(store: Store) -> None:
    inbox.keep(store, "INBOX", 1, [inbox.Fetched(1, NOON, b"orders", 6, False, "<orders@players.test>")])
    tokens.issue_token(store, "k7f3", "confirm", 1, letter=1)
    assert tokens.live_token(store, "confirm", 1) is not None
    assert [tokens.revoke(store, "k7f3"), tokens.revoke(store, "k7f3")] == [True, False]
    dead = tokens.token(store, "k7f3")
    assert dead is not None
    assert (dead.alive, dead.letter) == (False, 1)


def test_a_token_is_never_given_out_twice(store: Store) -> None:
    tokens.issue_token(store, "k7f3", "player", 1)
    with pytest.raises(Taken) as refused:
        tokens.issue_token(store, "k7f3", "player", 2)
    assert "k7f3" not in str(refused.value)


def test_all_tokens_of_a_match_die_when_a_standby_takes_over(store: Store) -> None:
    tokens.issue_token(store, "one", "seat", 1, "perudo-7")
    tokens.issue_token(store, "two", "player", 1)
    assert tokens.revoke_all(store, 1, "perudo-7") == 1
    assert tokens.live_token(store, "player", 1) is not None
    assert tokens.revoke_all(store, 1) == 1
    assert tokens.live_token(store, "player", 1) is None
