"""Whether a domain has signed a mail, told from the mail and the keys in the DNS, which are the test's own."""

import base64
from collections.abc import Callable
from threading import Event

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from processor.wire.signatures import are_signed, is_signed_by

KEY = rsa.generate_private_key(public_exponent=65537, key_size=1024)
PRIVATE = KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
PUBLIC = base64.b64encode(KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
MAIL = b"From: Ann <ann@players.test>\r\nTo: games@games.test\r\nSubject: turn 3\r\n\r\n3.1: 6 fives\r\n"
"""Ann's mail before it is signed."""


def dns(name: bytes, timeout: int = 5) -> bytes | None:
    return b"v=DKIM1; k=rsa; p=" + PUBLIC if name == b"post._domainkey.players.test." else None


def signed(mail: bytes = MAIL, domain: bytes = b"players.test", **how: object) -> bytes:
    header: bytes = dkim.sign(
        mail, b"post", domain, PRIVATE, **{"include_headers": [b"from", b"to", b"subject"], **how}
    )
    return header + mail


def test_the_domain_that_signed_is_found() -> None:
    assert is_signed_by("players.test", signed(), dns)


def test_line_ends_that_were_changed_on_the_way_do_no_harm() -> None:
    assert is_signed_by("players.test", signed().replace(b"\r\n", b"\n"), dns)


@pytest.mark.parametrize(
    "forge",
    [
        lambda mail: mail.replace(b"6 fives", b"1 five"),
        lambda mail: mail.replace(b"turn 3", b"turn 4"),
        lambda mail: mail.replace(b"ann@", b"bob@"),
        lambda mail: mail + b"3.2: challenge\r\n",
        lambda mail: mail.replace(b"d=players.test", b"d=games.test"),
        lambda mail: MAIL,
        lambda mail: b"",
        lambda mail: b"DKIM-Signature: \xff\x00; b=\r\n" + MAIL,
        lambda mail: b"DKIM-Signature: v=1; a=rsa-sha256; d=players.test; s=post; h=from; bh=AA==; b=AA==\r\n" + MAIL,
    ],
)
def test_what_was_changed_or_never_signed_is_signed_by_nobody(forge: Callable[[bytes], bytes]) -> None:
    assert not is_signed_by("players.test", forge(signed()), dns)


def test_a_signature_of_the_beginning_of_a_text_counts_for_nothing() -> None:
    assert not is_signed_by("players.test", signed(length=True), dns)


def test_a_signature_that_leaves_out_the_subject_counts_for_nothing() -> None:
    assert not is_signed_by("players.test", signed(include_headers=[b"from", b"to"]), dns)


def test_a_signature_that_leaves_out_whom_the_letter_is_for_counts_for_nothing() -> None:
    assert not is_signed_by("players.test", signed(include_headers=[b"from", b"subject"]), dns)


def test_whoever_mails_a_signed_letter_on_cannot_add_us_to_its_readers() -> None:
    copied = b"Cc: games@games.test\r\n"
    assert not is_signed_by("players.test", copied + signed(), dns)
    assert is_signed_by("players.test", signed(copied + MAIL, include_headers=[b"from", b"to", b"cc", b"subject"]), dns)


def test_a_key_that_is_not_to_be_found_proves_nothing() -> None:
    assert not is_signed_by("players.test", signed(), lambda name, timeout=5: None)


def test_a_dns_that_does_not_answer_proves_nothing() -> None:
    def silent(name: bytes, timeout: int = 5) -> bytes | None:
        raise dkim.DnsTimeoutError("no answer")

    assert not is_signed_by("players.test", signed(), silent)


def test_another_domain_is_not_meant() -> None:
    assert not is_signed_by("elsewhere.test", signed(), dns)
    assert not is_signed_by("test", signed(), dns)


def test_of_many_signatures_only_the_first_few_of_that_domain_are_looked_at() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, timeout: int = 5) -> bytes | None:
        asked.append(name)
        return None

    theirs = signed()[: -len(MAIL)]
    strange = signed(domain=b"elsewhere.test")[: -len(MAIL)]
    assert not is_signed_by("players.test", strange * 50 + theirs * 50 + MAIL, counting)
    assert asked == [b"post._domainkey.players.test."] * 3


# --- Many mails, and the DNS ------------------------------------------------------------------------------


def test_of_many_mails_each_has_its_own_answer_and_each_key_is_asked_for_once() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, timeout: int) -> bytes | None:
        asked.append(name)
        return dns(name)

    claims = [
        ("players.test", signed()),
        ("players.test", MAIL),
        ("elsewhere.test", signed()),
        ("players.test", signed()),
    ]
    assert are_signed(claims, counting) == (True, False, False, True)
    assert asked == [b"post._domainkey.players.test."]


def test_a_slow_dns_keeps_nobody_beyond_our_patience_and_what_came_in_time_counts() -> None:
    answer = Event()

    def slow(name: bytes, timeout: int) -> bytes | None:
        return dns(name) if name.endswith(b".players.test.") or answer.wait(30) else None

    claims = [("slow.test", signed(domain=b"slow.test")), ("players.test", signed())]
    try:
        assert are_signed(claims, slow, patience=0.5) == (False, True)
    finally:
        answer.set()


def test_a_dns_that_fails_for_one_key_fails_for_that_alone() -> None:
    def failing(name: bytes, timeout: int) -> bytes | None:
        if name.endswith(b".players.test."):
            return dns(name)
        raise dkim.DnsTimeoutError("no answer")

    claims = [("elsewhere.test", signed(domain=b"elsewhere.test")), ("players.test", signed())]
    assert are_signed(claims, failing) == (False, True)
