"""Addresses are written one way, compared sensibly, and looked at with suspicion."""

from email.utils import getaddresses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.mail.address import addresses, bare, canonical, looks_dangerous, same_person, tag


@pytest.mark.parametrize(
    ("found", "stored"),
    [
        ("Ann@Players.Test", "ann@players.test"),
        (" ann@players.test. ", "ann@players.test"),
        ("ann@Bücher.test", "ann@xn--bcher-kva.test"),
        ("ann@XN--BCHER-KVA.test", "ann@xn--bcher-kva.test"),
        ('"ann"@players.test', "ann@players.test"),
        ("Ann+Games@players.test", "ann+games@players.test"),
        ("ann", "ann"),
    ],
)
def test_one_address_is_stored_in_one_spelling(found: str, stored: str) -> None:
    assert canonical(found) == stored


def test_plus_parts_do_not_make_another_person() -> None:
    assert bare("Ann+Games@players.test") == "ann@players.test"
    assert same_person("ann+a@players.test", "ANN@Players.test")
    assert not same_person("ann@players.test", "ann@other.test")


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("gm+k7Q@x.test", "k7Q"),
        ("gm+a+b@x.test", "a+b"),
        ("gm@x.test", None),
        ("gm+@x.test", None),
        ("+a@x.test", None),
    ],
)
def test_the_plus_part_is_kept_as_written(address: str, part: str | None) -> None:
    assert tag(address) == part


@pytest.mark.parametrize(
    "address",
    [
        "ann@players.test\r\nBcc: all@players.test",
        "ann @players.test",
        "ann@eve@players.test",
        "ann<@players.test",
        "ann\u200b@players.test",
        "ann\u202e@players.test",
        "ann＠players.test",
        "аnn@players.test",  # the first letter is Cyrillic
        "ann@рауреr.test",
        "ann@аррӏе.test",
        "ann@ρlayers.test",
        "ann@.players.test",
        "ann..b@players.test",
        "@players.test",
        "ann@",
        "",
        "a" * 65 + "@players.test",
    ],
)
def test_an_address_that_deceives_or_smuggles_looks_dangerous(address: str) -> None:
    assert looks_dangerous(address)


@pytest.mark.parametrize(
    "address",
    [
        "ann@players.test",
        "ann.o'neill+dice@players.test",
        "jörg@bücher.test",
        "иван@почта.test",
        "δημήτρης@ταχυδρομείο.test",
    ],
)
def test_honest_addresses_of_all_alphabets_pass(address: str) -> None:
    assert not looks_dangerous(address)


def test_an_encoded_name_adds_no_address() -> None:
    assert addresses(["=?utf-8?q?ann=40players=2Etest=2C?= <eve@x.test>"])[0][1] == "eve@x.test"
    assert [address for _, address in addresses(["ann@a.test, Bob <bob@B.test>"])] == ["ann@a.test", "bob@b.test"]


PIECES = st.sampled_from(
    [
        "Ann",
        "O'Neill",
        "=?utf-8?q?Z=C3=B6e?=",
        "Dr.",
        '"',
        " ",
        "  ",
        "<",
        ">",
        "@",
        "(gm)",
        ",",
        ".",
        "x",
        "a.b",
        "ann@x.test",
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join) | st.from_regex(r"[A-Z][a-z]+( [A-Z]\w+)? <\w+(\.\w+)?@x\.test>"))
def test_a_header_that_needs_no_parser_is_taken_apart_as_the_parser_does(header: str) -> None:
    expected = [(name, address) for name, address in getaddresses([header]) if "@" in address]
    found = [(name, address) for name, address in addresses([header])]
    assert [name for name, _ in found] == [name for name, _ in expected]
    assert [canonical(address) for _, address in found] == [canonical(address) for _, address in expected]


@given(st.text(max_size=60))
def test_no_text_is_too_odd_to_be_looked_at(text: str) -> None:
    assert looks_dangerous(text) or "@" in text
    assert same_person(text, text)
    assert all("@" in address for _, address in addresses([text]))
    assert tag(text) is None or "+" in text


@given(st.emails())
def test_a_stored_address_stays_as_it_is(address: str) -> None:
    assert canonical(canonical(address)) == canonical(address)
    assert same_person(canonical(address), address)
