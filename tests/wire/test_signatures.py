"""Which domain has signed a mail, told from the mail and the keys in the DNS, which are the test's own."""

import base64
from collections.abc import Callable

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from processor.wire.signatures import signers

KEY = rsa.generate_private_key(public_exponent=65537, key_size=1024)
PRIVATE = KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
PUBLIC = base64.b64encode(KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
MAIL = b"From: Ann <ann@players.test>\r\nTo: games@games.test\r\nSubject: turn 3\r\n\r\n3.1: 6 fives\r\n"
"""Ann's mail before it is signed."""


def dns(name: bytes, timeout: int = 5) -> bytes | None:
    return b"v=DKIM1; k=rsa; p=" + PUBLIC if name == b"post._domainkey.players.test." else None


def signed(mail: bytes = MAIL, domain: bytes = b"players.test", **how: object) -> bytes:
    header: bytes = dkim.sign(mail, b"post", domain, PRIVATE, **{"include_headers": [b"from", b"subject"], **how})
    return header + mail


def test_the_domain_that_signed_is_found() -> None:
    assert signers(signed(), dns) == {"players.test"}


def test_line_ends_that_were_changed_on_the_way_do_no_harm() -> None:
    assert signers(signed().replace(b"\r\n", b"\n"), dns) == {"players.test"}


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
    assert signers(forge(signed()), dns) == frozenset()


def test_a_signature_of_the_beginning_of_a_text_counts_for_nothing() -> None:
    assert signers(signed(length=True), dns) == frozenset()


def test_a_signature_that_leaves_out_the_subject_counts_for_nothing() -> None:
    assert signers(signed(include_headers=[b"from"]), dns) == frozenset()


def test_a_key_that_is_not_to_be_found_proves_nothing() -> None:
    assert signers(signed(), lambda name, timeout=5: None) == frozenset()


def test_a_dns_that_does_not_answer_proves_nothing() -> None:
    def silent(name: bytes, timeout: int = 5) -> bytes | None:
        raise dkim.DnsTimeoutError("no answer")

    assert signers(signed(), silent) == frozenset()


def test_of_many_signatures_only_the_first_few_are_looked_at() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, timeout: int = 5) -> bytes | None:
        asked.append(name)
        return dns(name)

    header = signed(domain=b"elsewhere.test")[: -len(MAIL)]
    assert signers(header * 50 + MAIL, counting) == frozenset()
    assert len(asked) == 3
