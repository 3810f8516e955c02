"""Reading a mail never fails, whatever its bytes are, and never takes long."""

import re
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.apart import apart
from processor.mail.newtext import BLANK, MARK, divide, new_text, text_of_html
from processor.mail.read import read
from processor.mail.screen import Kind, screen
from tests.fuzz.hostile import HOSTILE

OWN = frozenset({"gm@games.test"})
PATHS = sorted((Path(__file__).parents[2] / "mailtemplates").rglob("*.j2"))
CORPUS = [mail.read_bytes() for mail in sorted((Path(__file__).parent / "mails").glob("*.eml"))]
# fmt: off
PIECES = st.sampled_from([
    b"\n", b"\n\n", b"\r\n", b"--", b"-- \n", b"> ", b">", b"From: ", b"Subject: ", b"Content-Type: ",
    b"text/plain", b"text/html", b"multipart/mixed; boundary=x\n\n--x\n", b"message/rfc822\n\n",
    b"; charset=", b"utf-7", b"gb2312", b"punycode", b"rot13", b"=?utf-8?b?", b"?=", b"quoted-printable",
    b"Content-Transfer-Encoding: base64\n", b"format=flowed", b"<", b"@", b"(", b'"', b"\\", b"\x00", b"\xff\xfe",
    b"*0*=", b"On 1.1.2026 10:00 a@b.test wrote:\n", b"<blockquote>", b"</div>", b"______", MARK.encode(),
    b"Auto-Submitted: auto-replied\n", b"Return-Path: <>\n", b"multipart/report; report-type=delivery-status",
])
# fmt: on


@given(st.lists(PIECES | st.binary(max_size=20), max_size=40).map(b"".join))
@settings(max_examples=150, deadline=10_000)
def test_any_bytes_are_a_letter(raw: bytes) -> None:
    assert_is_sound(raw)


@given(st.sampled_from(CORPUS), st.lists(st.tuples(st.floats(0, 1), PIECES | st.binary(max_size=8)), max_size=6))
@settings(max_examples=150, deadline=10_000)
def test_a_mail_damaged_on_its_way_is_still_a_letter(raw: bytes, damages: list[tuple[float, bytes]]) -> None:
    for place, piece in damages:
        at = int(place * len(raw))
        raw = raw[:at] + piece + raw[at + len(piece) // 2 :]
    assert_is_sound(raw)


@given(st.sampled_from(CORPUS), st.floats(0, 1))
@settings(max_examples=60, deadline=10_000)
def test_a_mail_cut_off_anywhere_is_still_a_letter(raw: bytes, place: float) -> None:
    assert_is_sound(raw[: int(place * len(raw))])


def assert_is_sound(raw: bytes) -> None:
    letter = read(raw)
    assert screen(letter, raw, OWN).kind in Kind
    assert "\n" not in letter.subject
    assert "\r" not in letter.sender_name
    for text in (letter.subject, letter.text, letter.quoted, *letter.senders, *letter.recipients):
        assert text.encode("utf-8").decode("utf-8") == text


SECONDS_A_MAIL = 1.0
MIB_FOR_ALL = 250


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_mail_takes_no_longer_than_a_large_one(raw: bytes) -> None:
    before = process_time()
    assert_is_sound(raw)
    assert process_time() - before < SECONDS_A_MAIL


def test_hostile_mails_take_no_more_memory_than_large_ones() -> None:
    """Some copies of the longest mail, and what the parsers need for their trees."""
    assert apart(memory_for_hostile_mails) < MIB_FOR_ALL


def memory_for_hostile_mails() -> float:
    """How much more memory this process has needed when it has read them all."""
    before = getrusage(RUSAGE_SELF).ru_maxrss
    for raw in HOSTILE.values():
        read(raw)
    return (getrusage(RUSAGE_SELF).ru_maxrss - before) / 1024


def test_headers_alone_are_a_letter() -> None:
    letter = read(b"From: Ann <ann@players.test>\nSubject: hi\nMessage-ID: <1@players.test>\nContent-Type: text/plain")
    assert (letter.sender, letter.subject, letter.text, letter.doubt) == ("ann@players.test", "hi", "", None)


def test_recipients_come_in_the_order_of_their_weight() -> None:
    raw = b"Cc: d@x.test\nTo: C <c+T0k@X.test>\nDelivered-To: a@x.test\nX-Original-To: b+tag@x.test\nFrom: e@x.test\n\n"
    assert read(raw).recipients == ("a@x.test", "b+tag@x.test", "c+T0k@x.test", "d@x.test")


def test_headers_are_kept_topmost_first() -> None:
    letter = read(b"Received: two\nReceived: one\n two\nX-A: =?utf-8?q?=C3=A4?=\nFrom: a@b.test\n\n")
    assert letter.headers["received"] == ("two", "one two")
    assert letter.headers["x-a"] == ("ä",)


def test_the_null_return_path_is_told_from_none() -> None:
    assert read(b"Return-Path: <>\nFrom: a@b.test\n\n").return_path == ""
    assert read(b"From: a@b.test\n\n").return_path is None


NEW = "3.1: 6 fives"
OLD = "2.1: 2 sixes"


@pytest.mark.parametrize(
    "quoted",
    [
        f"On 10/11/26, GM wrote:\n> {MARK}\n> {OLD}",
        f"GM schrob, in no tongue we know, am 10.11.2026:\n{MARK}\n{OLD}",
        f"{MARK}\n{OLD}",
        f"> {MARK.upper()}\n> {OLD}",
        f"> \u2014 write your orders above this line \u2014\n> {OLD}",
        f"Quien: gm@games.test\nCuando: hoy\nQue: juego\n\n{MARK}\n{OLD}",
    ],
)
def test_our_mark_parts_new_from_old_in_any_language(quoted: str) -> None:
    new, old = new_text(f"{NEW}\n\n{quoted}\n")
    assert new == NEW
    assert OLD in old


def test_what_is_written_below_a_quoted_mark_counts() -> None:
    assert new_text(f"> {MARK}\n> {OLD}\n\n{NEW}")[0] == NEW


@pytest.mark.parametrize(
    "line",
    [
        "Two dice round: 6 fives",
        "From: Paris",
        "To: 6 fives",
        "On 3.2: 6 fives",
        "Re: 3.1, 6 fives",
        "A: 6 fives",
        "Do: 6 fives",
    ],
)
def test_an_order_is_no_header(line: str) -> None:
    assert new_text(f"Hello\n{line}\n{NEW}\n")[0] == f"Hello\n{line}\n{NEW}"


def test_a_blank_of_our_form_that_stayed_empty_is_no_order() -> None:
    assert new_text(f"{NEW}\n\n> 3.1: {BLANK}\n> 3.2: {BLANK}")[0] == NEW


def test_an_answer_below_an_empty_line_of_the_form_belongs_to_that_line() -> None:
    assert new_text(f"> 3.1: {BLANK}\n6 fives\n> 3.2: {BLANK}\n\nchallenge\n")[0] == "3.1: 6 fives\n\n3.2: challenge"


@given(
    st.lists(st.sampled_from([NEW, "Hello", "", "Thanks, Ann"]), min_size=1, max_size=6).map("\n".join),
    st.integers(1, 4),
)
def test_new_lines_above_a_quotation_are_kept_and_quoted_ones_dropped(written: str, depth: int) -> None:
    division = divide(f"{written}\n\nOn 10 Nov 2026, at 19:00, GM <gm@games.test> wrote:\n{'> ' * depth}{OLD}\n")
    assert division.new.split() == written.split()
    assert OLD in division.quoted


def test_html_quotations_show_as_in_plain_text() -> None:
    html = "<p>new</p><blockquote>old<blockquote>older</blockquote></blockquote><p>new again</p>"
    lines = [line for line in text_of_html(html).split("\n") if line]
    assert lines == ["new", "> old", "> > older", "new again"]


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my six fives to your three twos",
        "Sent with love, 3.2: challenge",
        "Shooting Galaxy Girl: DICE20",
        "I love my phone",
        "Get set for 3.2: challenge",
    ],
)
def test_what_only_sounds_like_a_telephone_is_the_players_when_more_follows(line: str) -> None:
    assert new_text(f"{line}\n\n{NEW}\n")[0] == f"{line}\n\n{NEW}"


@pytest.mark.parametrize(
    "line", ["Sent with love, 3.2: challenge", "Shooting Galaxy Girl: DICE20", "Get 3.2: challenge"]
)
def test_an_order_is_never_taken_for_what_a_telephone_adds(line: str) -> None:
    assert new_text(f"Hello\n\n{line}\n")[0] == f"Hello\n\n{line}"


@pytest.mark.parametrize("rule", ["--", "—", "-----", "_" * 32, "*****"])
def test_no_order_is_lost_below_a_rule(rule: str) -> None:
    assert NEW in new_text(f"{OLD}\n{rule}\nAnn\n{rule}\n{NEW}\n")[0]


@pytest.mark.parametrize("blanks", ["3.1: 6 fives\n> 3.2: ______", "3.1: 6 fives", "3.1: 6 fives___"])
def test_an_answer_in_the_place_of_a_blank_counts(blanks: str) -> None:
    assert NEW in new_text(f"> {MARK}\n> {OLD}\n>\n> Fill them in here:\n>\n> {blanks}\n>\n> Good luck")[0]


def test_every_form_of_ours_invites_to_fill_it_in() -> None:
    """By that it is known when all its blanks are gone."""
    forms = [text for path in PATHS if BLANK in (text := path.read_text(encoding="utf-8"))]
    assert forms
    for text in forms:
        assert re.search(r"\bfill (?:them|it|this) in\b", text.partition(BLANK)[0]), text


def test_a_list_with_a_blank_in_it_is_no_form_of_ours() -> None:
    assert new_text(f"{NEW}\n\n> {MARK}\n> What stands:\n> {OLD}\n> 2.2: {BLANK}")[0] == NEW


def test_what_stands_beside_no_blank_and_is_not_introduced_as_a_form_is_quoted() -> None:
    assert new_text(f"Hello\n\n> {MARK}\n> {OLD}\n>\n> 3.1: {BLANK}\n>\n> Deadline: Friday")[0] == "Hello"
