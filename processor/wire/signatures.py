"""Checks the DKIM signatures of mails (RFC 6376), for houses whose mail server does not do it for them.

The keys are fetched from the DNS first, all at once and in a limited time. What has not come by then proves nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from dkim import DKIM
from dkim.dnsplug import get_txt
from dkim.util import parse_tag_value

MOST_SIGNATURES = 3
"""Signatures of one domain that are looked at in a mail."""

SECONDS_FOR_A_KEY, SECONDS_FOR_THE_DNS = 3, 10.0
"""How long the DNS may take over one key, and over all that are asked for together."""

_MOST_QUESTIONS = 16
_COVERED, _COVERED_IF_PRESENT = {b"from", b"subject"}, {b"to", b"cc"}
_SOUND = {b"rsa-sha256", b"ed25519-sha256"}

KeyFinder = Callable[..., bytes | None]
Claim = tuple[str, bytes]
"""A domain, and a mail that it is said to have signed."""


def are_signed(
    claims: Sequence[Claim], find_key: KeyFinder = get_txt, patience: float = SECONDS_FOR_THE_DNS
) -> tuple[bool, ...]:
    """Of each claim whether it holds. The DNS keeps us no longer than the ``patience``, however many there are."""
    keys = _fetched(dict.fromkeys(name for claim in claims for name in _keys_for(*claim)), find_key, patience)
    return tuple(is_signed_by(domain, raw, lambda name, timeout: keys.get(name)) for domain, raw in claims)


def is_signed_by(domain: str, raw: bytes, find_key: KeyFinder) -> bool:
    """Whether that domain signed this mail as it is. A signature of only a part of the text counts for nothing.

    That domain's keys alone are asked for, so that no stranger's mail can make us wait for a stranger's server.
    """
    try:
        mail = DKIM(raw, timeout=SECONDS_FOR_A_KEY)
        signatures = [parse_tag_value(value) for name, value in mail.headers if name.lower() == b"dkim-signature"]
        theirs = [number for number, fields in enumerate(signatures) if _domain(fields) == domain]
        return any(_holds(mail, number, find_key) for number in theirs[:MOST_SIGNATURES])
    except Exception:  # other people's parsers, fed by strangers: what they refuse is not signed
        return False


def _keys_for(domain: str, raw: bytes) -> Iterable[bytes]:
    """The names of the keys that are needed to check a claim."""
    wanted: list[bytes] = []

    def note(name: bytes, timeout: int) -> None:
        wanted.append(name)

    is_signed_by(domain, raw, note)
    return wanted


def _fetched(names: Iterable[bytes], find_key: KeyFinder, patience: float) -> Mapping[bytes, bytes | None]:
    """What the DNS answers in time."""
    askers = ThreadPoolExecutor(_MOST_QUESTIONS, "dns")
    asked = {askers.submit(find_key, name, timeout=SECONDS_FOR_A_KEY): name for name in names}
    answered, _ = wait(asked, timeout=patience)
    askers.shutdown(wait=False, cancel_futures=True)
    return {asked[each]: each.result() for each in answered if not each.exception()}


def _holds(mail: DKIM, number: int, find_key: KeyFinder) -> bool:
    if not mail.verify(number, dnsfunc=find_key):
        return False
    fields: Mapping[bytes, bytes] = mail.signature_fields
    needed = _COVERED | (_COVERED_IF_PRESENT & {name.lower() for name, _ in mail.headers})
    covers_all = b"l" not in fields and {name.lower() for name in mail.include_headers} >= needed
    return covers_all and fields[b"a"] in _SOUND


def _domain(fields: Mapping[bytes, bytes]) -> str:
    return fields.get(b"d", b"").decode("ascii", "replace").casefold()
