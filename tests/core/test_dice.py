"""Dice that anyone can check: the same name is always the same die, and every face is exactly as likely."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.dice import SEED_BYTES, Dice, Roll, commitment, face

SEED = bytes(range(SEED_BYTES))
SEEDS = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def by_the_book(seed: bytes, name: str, sides: int) -> int:
    """The description in the spec, followed step by step by somebody who checks a die with other tools."""
    fair = 256 // sides * sides
    digests = [name, *(f"{name}#{again}" for again in range(1, 9))]
    read = [byte for label in digests for byte in hmac.new(seed, label.encode(), hashlib.sha256).digest()]
    return next(byte for byte in read if byte < fair) % sides + 1


@pytest.mark.parametrize(
    ("name", "sides", "shown"),
    [
        ("choice/issue/3/turn/5/die/2", 6, 4),
        ("choice/issue/1/turn/1/die/1", 6, 6),
        ("perudo/order/place/1", 5, 3),
        ("Zoë", 20, 18),
    ],
)
def test_a_die_shows_this_face_for_ever(name: str, sides: int, shown: int) -> None:
    """The faces were worked out with ``openssl dgst -sha256 -mac HMAC``."""
    assert face(SEED, name, sides) == shown


@given(SEEDS, st.text(st.characters(exclude_categories=["Cs"])), st.integers(1, 256))
def test_anyone_can_work_out_a_die(seed: bytes, name: str, sides: int) -> None:
    assert face(seed, name, sides) == by_the_book(seed, name, sides)


@given(SEEDS, st.text(max_size=20), st.integers(1, 256))
def test_a_die_shows_one_of_its_sides_and_always_the_same(seed: bytes, name: str, sides: int) -> None:
    dice = Dice(seed)
    roll = dice.roll(name.encode("ascii", "ignore").decode(), sides)
    assert 1 <= roll.face <= sides
    assert dice.roll(roll.name, sides) == roll


@pytest.mark.parametrize("sides", range(1, 257))
def test_every_face_is_exactly_as_likely(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    faces: Counter[int] = Counter()
    for byte in range(256):
        monkeypatch.setattr("processor.core.dice.hmac.digest", lambda *_, byte=byte: bytes([byte]) + b"\x00" * 31)
        faces[face(SEED, "any", sides)] += 1
    passed_over = 256 % sides
    faces[1] -= passed_over  # those bytes were passed over, and the zero behind them is a one
    assert set(faces) == set(range(1, sides + 1))
    assert set(faces.values()) == {256 // sides}


def test_a_digest_that_is_passed_over_whole_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def digest(_: bytes, name: bytes, __: str) -> bytes:
        asked.append(name)
        return b"\xff" * 32 if len(asked) < 3 else b"\xff\x04" * 16

    monkeypatch.setattr("processor.core.dice.hmac.digest", digest)
    assert face(SEED, "die", 6) == 5
    assert asked == [b"die", b"die#1", b"die#2"]


@pytest.mark.parametrize("sides", [0, -1, 257])
def test_there_is_no_die_with_so_many_sides(sides: int) -> None:
    with pytest.raises(ValueError, match="1 to 256 sides"):
        face(SEED, "die", sides)


def test_other_names_and_other_seeds_are_other_dice() -> None:
    names = [f"die/{each}" for each in range(100)]
    first = [face(SEED, name, 6) for name in names]
    second = [face(bytes(SEED_BYTES), name, 6) for name in names]
    assert first != second
    assert set(first) == set(second) == {1, 2, 3, 4, 5, 6}


def test_several_dice_are_named_one_by_one() -> None:
    dice = Dice(SEED)
    rolls = dice.rolls("choice/issue/1/turn/1", 5)
    assert [roll.name for roll in rolls] == [f"choice/issue/1/turn/1/die/{each}" for each in range(1, 6)]
    assert list(rolls) == [dice.roll(roll.name) for roll in rolls]
    assert dice.rolls("none", 0) == ()


def test_dice_thrown_by_hand_count_and_are_marked() -> None:
    by_hand = {"turn/1/die/2": 6}
    dice = Dice(SEED, by_hand)
    assert dice.roll("turn/1/die/2") == Roll("turn/1/die/2", 6, 6, by_hand=True)
    assert [roll.by_hand for roll in dice.rolls("turn/1", 3)] == [False, True, False]
    assert dice.roll("turn/1/die/1") == Dice(SEED).roll("turn/1/die/1")


@given(SEEDS, st.lists(st.integers(), max_size=12))
def test_a_shuffle_is_the_same_things_in_another_order(seed: bytes, things: list[int]) -> None:
    shuffled, rolls = Dice(seed).shuffle("order", things)
    assert sorted(shuffled) == sorted(things)
    assert [roll.name for roll in rolls] == [f"order/place/{each}" for each in range(1, len(things))]
    assert [roll.sides for roll in rolls] == list(range(len(things), 1, -1))


def test_a_shuffle_can_be_followed_by_its_dice() -> None:
    by_hand = {"order/place/1": 3, "order/place/2": 1, "order/place/3": 2}
    shuffled, rolls = Dice(SEED, by_hand).shuffle("order", "ABCD")
    assert shuffled == ("C", "A", "D", "B")
    assert all(roll.by_hand for roll in rolls)


def test_a_shuffle_brings_everybody_everywhere() -> None:
    orders = {Dice(SEED).shuffle(f"match/{each}", "ABC")[0] for each in range(200)}
    assert len(orders) == 6


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_seed_is_never_shown_by_accident() -> None:
    assert SEED.hex() not in repr(Dice(SEED, {"a": 1}))
    assert repr(SEED) not in repr(Dice(SEED))
