"""Who wants to write from another address, and which of the two has agreed."""

from processor.store import moves, roster
from processor.store.database import Store
from processor.store.moves import Move


def test_a_move_waits_for_both_addresses(store: Store) -> None:
    ann = roster.add_player(store, "move@players.test", "Ann", "UTC").id
    assert moves.pending(store, ann) is None
    assert moves.ask(store, ann, "Ann@New.test") == Move(ann, "Ann@New.test")
    assert moves.agree(store, ann, "new") == Move(ann, "ann@new.test", new_agrees=True)
    assert moves.agree(store, ann, "old") == Move(ann, "ann@new.test", old_agrees=True, new_agrees=True)


def test_a_later_wish_takes_the_place_of_an_earlier_one_and_its_answers(store: Store) -> None:
    ann = roster.add_player(store, "move@players.test", "Ann", "UTC").id
    moves.ask(store, ann, "one@new.test")
    moves.agree(store, ann, "old")
    moves.ask(store, ann, "two@new.test")
    assert moves.pending(store, ann) == Move(ann, "two@new.test")


def test_nothing_is_agreed_to_once_the_wish_is_dropped(store: Store) -> None:
    ann = roster.add_player(store, "move@players.test", "Ann", "UTC").id
    moves.ask(store, ann, "one@new.test")
    moves.drop(store, ann)
    assert moves.agree(store, ann, "old") is None
