"""Who wrote a letter, how sure we are, and which match it is for: what can be told from the mail alone.

Nothing here knows the players; the desk looks up what is found.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from authres import FeatureContext, dmarc
from authres.core import AuthResError

from processor.mail.address import same_person, tag
from processor.mail.read import Letter

TOKEN_LETTERS = "a-z2-7"
_TOKEN = re.compile(rf"[{TOKEN_LETTERS}]{{16}}\Z")
_SUBJECT_TAG = re.compile(rf"\[\s*([a-z][\w-]*)?\s*(?:~\s*([{TOKEN_LETTERS}\s]{{16,20}}))?\s*\]", re.IGNORECASE)

_ONCE = ("from", "to", "cc", "subject", "mime-version", "content-type", "content-transfer-encoding")
"""Headers of which a mail has one. Of two, a signature may be for the one while we read the other."""

_ADDRESSED = ("to", "cc")
_FIELD_OF_SIGNATURE = re.compile(r"(?:^|;)(?P<name>[a-z]+)=(?P<value>[^;]*)", re.IGNORECASE)

_RESULTS = FeatureContext(dmarc)
_REPLY = re.compile(
    r"\s*(?:re|r|fwd?|fw|aw|wg|tr|rv|res|enc|rif|i|sv|vs|vb|ref|odp|pd|ynt|ilt|vá|továbbítás|antw|doorst|απ|πρθ|отв|на"
    r"|回复|转发|回覆|轉寄|답장|전달)\s*(?:\[\d+\])?\s*[:：]",
    re.IGNORECASE,
)


class Proof(StrEnum):
    """How sure we are who wrote a letter."""

    PROVED = "proved"
    CLAIMED = "claimed"


@dataclass(frozen=True)
class Signs:
    """What the outside of a letter says: reply tokens, and the match code of the subject's tag."""

    tokens: tuple[str, ...]
    code: str | None


def signs(letter: Letter) -> Signs:
    """The tokens in the addresses the letter was sent to and in its subject, and the code in its subject."""
    tags = [found.casefold() for found in map(tag, letter.recipients) if found]
    code: str | None = None
    for match in _SUBJECT_TAG.finditer(letter.subject):
        code = code or (match[1].casefold() if match[1] else None)
        if match[2]:
            tags.append("".join(match[2].split()).casefold())
    return Signs(tuple(dict.fromkeys(each for each in tags if _TOKEN.match(each))), code)


def is_reply(subject: str) -> bool:
    """Whether a subject is that of an answered or forwarded mail, in any of the usual languages."""
    return bool(_REPLY.match(subject))


def authenticated(letter: Letter, server: str | None, own: str) -> bool:
    """Whether our own mail server vouches for the From address (RFC 8601), of a letter that is written to ``own``.

    Only the topmost ``Authentication-Results`` counts, and only if it bears the configured server's name:
    anybody can write such a header, but only our server writes the first one.
    """
    headers = letter.headers.get("authentication-results", ())
    if server is None or not headers or letter.sender is None or not _is_meant_for(letter, own):
        return False
    if not _signs_its_recipients(letter, _domain(letter.sender)):
        return False
    try:
        results = _RESULTS.parse(f"Authentication-Results: {headers[0]}")
    except (AuthResError, ValueError, IndexError):
        return False
    if (results.authserv_id or "").casefold() != server.casefold():
        return False
    return any(_vouches(result, _domain(letter.sender)) for result in results.results)


def domain_to_check(letter: Letter, own: str) -> str | None:
    """The domain whose signature would prove the sender of a letter to ``own``, if any can."""
    return _domain(letter.sender) if letter.sender is not None and _is_meant_for(letter, own) else None


def _is_meant_for(letter: Letter, own: str) -> bool:
    """Whether it is written to that address, beyond doubt. A signature stays good when somebody else mails it on."""
    is_unambiguous = all(len(letter.headers.get(name, ())) <= 1 for name in _ONCE)
    return is_unambiguous and any(same_person(each, own) for each in letter.written_to)


def _signs_its_recipients(letter: Letter, domain: str) -> bool:
    """Whether each signature for that domain is also one of To and Cc: else they may have been put there later.

    A letter without a signature passes: its server answers for where it came from, and nobody else can send it on.
    """
    addressed = {name for name in _ADDRESSED if name in letter.headers}
    signatures = [_fields(value) for value in letter.headers.get("dkim-signature", ())]
    theirs = [fields for fields in signatures if _is_related(fields.get("d", "").casefold(), domain)]
    return all(addressed <= set(fields.get("h", "").casefold().split(":")) for fields in theirs)


def _fields(signature: str) -> dict[str, str]:
    """What a signature says of itself: ``d`` is its domain, and ``h`` are the headers that it covers."""
    found = _FIELD_OF_SIGNATURE.finditer("".join(signature.split()))
    return {field["name"].casefold(): field["value"] for field in found}


def _is_related(one: str, other: str) -> bool:
    """Whether two domains are the same or one is a part of the other."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")


def _domain(address: str) -> str:
    return address.rpartition("@")[2].casefold()


def _vouches(result: object, domain: str) -> bool:
    """A DMARC pass for the sender's domain, or a DKIM pass by a signature of exactly that domain."""
    if getattr(result, "result", None) != "pass":
        return False
    match getattr(result, "method", None):
        case "dmarc":
            return str(getattr(result, "header_from", None) or "").casefold() == domain
        case "dkim":
            signer = str(getattr(result, "header_d", None) or "").casefold()
            identity = _domain(str(getattr(result, "header_i", None) or ""))
            is_theirs = not signer or identity == signer or identity.endswith(f".{signer}")
            return domain == signer or (domain == identity and is_theirs)
        case _:
            return False
