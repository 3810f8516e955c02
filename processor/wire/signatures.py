"""Checks the DKIM signatures of a mail (RFC 6376), for houses whose mail server does not do it for them."""

from collections.abc import Callable

from dkim import DKIM, DKIMException
from dkim.dnsplug import get_txt
from dns.exception import DNSException

MOST_SIGNATURES = 3
"""Signatures of a mail that are looked at: its author's, perhaps its provider's, perhaps a list's."""

_COVERED = {b"from", b"subject"}
_SOUND = {b"rsa-sha256", b"ed25519-sha256"}
_UNCHECKABLE = (DKIMException, DNSException, OSError, ValueError, TypeError, KeyError, IndexError)

KeyFinder = Callable[..., bytes | None]


def signers(raw: bytes, find_key: KeyFinder = get_txt) -> frozenset[str]:
    """The domains that signed this mail as it is. A signature of only a part of the text counts for nothing."""
    try:
        mail = DKIM(raw)
    except _UNCHECKABLE:
        return frozenset()
    signatures = sum(name.lower() == b"dkim-signature" for name, _ in mail.headers)
    found = (_signer(mail, number, find_key) for number in range(min(signatures, MOST_SIGNATURES)))
    return frozenset(domain for domain in found if domain)


def _signer(mail: DKIM, number: int, find_key: KeyFinder) -> str | None:
    try:
        if not mail.verify(number, dnsfunc=find_key):
            return None
    except _UNCHECKABLE:
        return None
    fields: dict[bytes, bytes] = mail.signature_fields
    is_whole = b"l" not in fields and {name.lower() for name in mail.include_headers} >= _COVERED
    return fields[b"d"].decode("ascii", "replace").casefold() if is_whole and fields[b"a"] in _SOUND else None
