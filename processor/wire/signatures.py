"""Checks the DKIM signatures of a mail (RFC 6376), for houses whose mail server does not do it for them."""

from collections.abc import Callable, Mapping

from dkim import DKIM
from dkim.dnsplug import get_txt
from dkim.util import parse_tag_value

MOST_SIGNATURES = 3
"""Signatures of one domain that are looked at in a mail."""

SECONDS_FOR_THE_DNS = 3

_COVERED = {b"from", b"subject"}
_SOUND = {b"rsa-sha256", b"ed25519-sha256"}

KeyFinder = Callable[..., bytes | None]


def is_signed_by(domain: str, raw: bytes, find_key: KeyFinder = get_txt) -> bool:
    """Whether that domain signed this mail as it is. A signature of only a part of the text counts for nothing.

    The DNS is asked for that domain's keys alone, so that no stranger's mail can make us wait for a stranger's server.
    """
    try:
        mail = DKIM(raw, timeout=SECONDS_FOR_THE_DNS)
        signatures = [parse_tag_value(value) for name, value in mail.headers if name.lower() == b"dkim-signature"]
        theirs = [number for number, fields in enumerate(signatures) if _domain(fields) == domain]
        return any(_holds(mail, number, find_key) for number in theirs[:MOST_SIGNATURES])
    except Exception:  # other people's parsers, fed by strangers: what they refuse is not signed
        return False


def _holds(mail: DKIM, number: int, find_key: KeyFinder) -> bool:
    if not mail.verify(number, dnsfunc=find_key):
        return False
    fields: Mapping[bytes, bytes] = mail.signature_fields
    covers_all = b"l" not in fields and {name.lower() for name in mail.include_headers} >= _COVERED
    return covers_all and fields[b"a"] in _SOUND


def _domain(fields: Mapping[bytes, bytes]) -> str:
    return fields.get(b"d", b"").decode("ascii", "replace").casefold()
