"""Reading a mail never fails, whatever its bytes are, and never takes long."""

import re
from email.message import EmailMessage
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
    "unseen",
    [
        '<div style="display:none">OLD</div>',
        '<span style="DISPLAY : none !important">OLD</span>',
        '<div style="/* x */ display:none; font-size:1px; mso-hide:all">OLD</div>',
        "<p hidden>OLD</p>",
        '<p style="visibility:hidden">OLD</p>',
        '<span style="font-size:0px;line-height:0">OLD</span>',
        '<div style="opacity: 0.0">OLD</div>',
        '<div style="max-height:0;overflow:hidden">OLD</div>',
        '<style>p.x, .y{display:none}</style><p class="x">OLD</p><p>and</p><div class="y">OLD</div>',
        "<s>OLD</s>",
        "<p><strike>OLD</strike></p>",
        "<del><p>OLD</p></del>",
        '<span style="text-decoration: underline line-through">OLD</span>',
        '<style>.x{text-decoration-line:line-through}</style><p class="x">OLD</p>',
        '<div hidden><p style="display:none"><s>OLD</s></p><del>OLD</del></div><s>OLD <del>OLD</del></s>',
    ],
)
def test_what_nobody_sees_in_html_or_what_is_struck_out_is_not_read(unseen: str) -> None:
    text = text_of_html(f"<p>{NEW}</p>{unseen.replace('OLD', OLD)}<p>{NEW}</p>")
    assert text.count(NEW) == 2
    assert OLD not in text


@pytest.mark.parametrize(
    "seen",
    [
        '<p style="mso-hide:all">NEW</p>',
        '<p style="max-height:0">NEW</p>',
        '<p style="font-size:10px; opacity:0.5">NEW</p>',
        '<table><tr><td style="font-size:0px"><div style="font-size:13px">NEW</div></td></tr></table>',
        '<style>td{font-size:0} .t{font-size:13px}</style><table><tr><td><p class="t">NEW</p></td></tr></table>',
        '<div style="font-size:0"><font size="3">NEW</font></div>',
        '<div style="visibility:hidden"><p style="visibility:visible">NEW</p></div>',
        '<style>@media (max-width:480px){.x{display:none}} .y{color:red}</style><p class="x">NEW</p>',
        '<style>.x{display:none}</style><p class="x" style="display:block">NEW</p>',
        '<style>.x{opacity:0} .x{opacity:1}</style><p class="x">NEW</p>',
        "<style>o\\:*{behavior:url(#default#VML)} {display:none} a>>b{display:none}</style><p>NEW</p>",
        '<div style="font-size:0;line-height:0"><img width="0" height="0" style="display:none"></div><p>NEW</p>',
    ],
)
def test_what_may_be_seen_is_read_whatever_its_looks(seen: str) -> None:
    assert NEW in text_of_html(seen.replace("NEW", NEW))


def test_a_word_that_is_struck_out_leaves_the_rest_of_its_line() -> None:
    assert text_of_html("<p>3.1: <s>four</s> six fives</p>").split() == ["3.1:", "six", "fives"]


@pytest.mark.parametrize(
    ("html", "says"),
    [
        (f"<div>{NEW}</div><div><s>{OLD}</s></div>", NEW),
        (f"<div>{NEW}</div><div>{OLD}</div>", f"{NEW}\n{OLD}"),
        (f"<div>{NEW}</div><div>{OLD}</div><blockquote><s>{NEW}</s></blockquote>", f"{NEW}\n{OLD}"),
    ],
)
def test_what_is_struck_out_in_html_does_not_count_by_the_plain_text_beside_it(html: str, says: str) -> None:
    mail = EmailMessage()
    mail["From"] = "ann@x.test"
    mail.set_content(f"{NEW}\n{OLD}\n")
    mail.add_alternative(html, subtype="html")
    assert read(mail.as_bytes()).text.split("\n") == says.split("\n")


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
