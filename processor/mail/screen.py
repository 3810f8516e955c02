"""Sorts mail by what sent it: a person, or one of the many kinds of machine that must never be answered.

Structure and headers decide. Wording is the last resort, only in subjects that no person's answer bears and
in bodies that hold nothing like an order.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from processor.mail import failures
from processor.mail.address import bare
from processor.mail.envelope import brought_back
from processor.mail.phrasebook import anywhere, beginning
from processor.mail.read import Letter, parse
from processor.mail.verdicts import Failure, failure_of, mildest


class Kind(StrEnum):
    """What kind of mail a letter is. Only a human's is parsed for orders, and only it may be answered."""

    HUMAN = "human"
    AUTO_REPLY = "auto-reply"
    BOUNCE = "bounce"
    LIST = "list"
    REPORT = "report"
    CALENDAR = "calendar"
    OWN = "own"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Screening:
    """The kind of a letter, and the sign that gave it away.

    For a bounce, ``failed`` are the addresses that were not reached, each with what that means for it, ``returned``
    the message ids of our mails it speaks of, and ``failure`` what it comes to on the whole, as far as it tells.
    """

    kind: Kind
    reason: str
    failed: Mapping[str, Failure] = field(default_factory=dict)
    returned: tuple[str, ...] = ()
    failure: Failure | None = None


def screen(letter: Letter, raw: bytes, own: frozenset[str] = frozenset()) -> Screening:
    """What kind of mail this is; ``own`` are our own addresses."""
    for look in (_broken, _report, _ours, _older_bounce, _calendar, _sealed, _by_headers, _receipt, _by_wording):
        found = look(letter, raw, own)
        if found is not None:
            return found
    return Screening(Kind.HUMAN, "person")


# --- Structure --------------------------------------------------------------------------------------------

_REPORTS = {
    "disposition-notification": "read-receipt",
    "feedback-report": "complaint",
    "tlsrpt": "tls-report",
    "dmarc": "dmarc",
}
_MOST_OF_A_REPORT = 100_000
"""Bytes of a report that are looked at: what it tells comes before the mail it returns."""

_SEALED = {"encrypted", "winmail"}
_DMARC_SUBJECT = re.compile(
    r"report domain:|\[?(?:preview )?dmarc\]? (?:aggregate )?report|dmarc.{0,40}\breport\b", re.IGNORECASE
)


def _broken(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    if letter.doubt in ("broken", "too-complex"):
        return Screening(Kind.UNREADABLE, letter.doubt)
    return Screening(Kind.UNREADABLE, "no-headers") if not letter.headers else None


def _report(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    """multipart/report says itself what it reports (RFC 6522)."""
    content_type = _first(letter, "content-type").casefold()
    kinds = re.search(r"report-type\s*=\s*\"?([\w-]{1,40})", content_type)
    kind = kinds[1] if kinds else ""
    if kind == "delivery-status" or "message/delivery-status" in letter.parts:
        return _delivery(letter, raw, own)
    if "message/disposition-notification" in letter.parts:
        return Screening(Kind.REPORT, "read-receipt")
    if "message/feedback-report" in letter.parts:
        return Screening(Kind.REPORT, "complaint")
    if content_type.startswith("multipart/report"):
        return Screening(Kind.REPORT, _REPORTS.get(kind, "report"))
    if _is_packed_report(letter):
        return Screening(Kind.REPORT, "dmarc")
    return None


def _delivery(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening:
    """A delivery status notification: failures and delays are bounces, the news that it arrived is a report."""
    told = failures.told_by_status(parse(raw[:_MOST_OF_A_REPORT])[0])
    if told.actions and not told.actions & {"failed", "delayed"}:
        return Screening(Kind.REPORT, "delivered", returned=letter.bounced)
    if told.actions and "failed" not in told.actions:
        return _bounce(letter, own, "dsn-delayed", told.recipients, Failure.DELAYED)
    if not told.recipients:
        return _found_by_library(letter, raw, own, "dsn")
    return _bounce(letter, own, "dsn", told.recipients, mildest(list(told.recipients.values())))


def _is_packed_report(letter: Letter) -> bool:
    packed = any(kind.endswith(("/zip", "/gzip", "/x-gzip", "/x-zip-compressed")) for kind in letter.parts)
    return packed and bool(_DMARC_SUBJECT.search(letter.subject))


def _ours(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    """Our own mail come back, by a forward or a loop."""
    mine = {bare(address) for address in own}
    return Screening(Kind.OWN, "own-address") if any(bare(each) in mine for each in letter.senders) else None


def _calendar(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    """An invitation or an answer to one. A date that a person attached to a letter is no such thing."""
    if "text/calendar" not in letter.parts:
        return None
    method = failures.calendar_method(parse(raw[:_MOST_OF_A_REPORT])[0])
    alone = all(kind == "text/calendar" for kind in letter.parts)
    if alone or method in ("request", "reply", "cancel", "counter", "declinecounter", "refresh"):
        return Screening(Kind.CALENDAR, f"calendar-{method}" if method else "calendar")
    return None


def _sealed(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    if letter.doubt in _SEALED and not _by_headers(letter, raw, own):
        return Screening(Kind.UNREADABLE, letter.doubt or "")
    return None


# --- Bounces without a report -----------------------------------------------------------------------------

_MAILERS = re.compile(r"(?:mailer[-_.]?daemon|postmaster|mail[-_.]?daemon|mdaemon)(?:[+-]|$)", re.IGNORECASE)
_RETURNED_ID = re.compile(r"^[>|\s]{0,6}Message-ID:\s{0,3}(<[^<>\s]{1,300}>)", re.IGNORECASE | re.MULTILINE)


def _older_bounce(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    """Bounces from before RFC 3464, and those of servers that never heard of it."""
    local = (letter.sender or "").partition("@")[0]
    from_mailer = bool(_MAILERS.match(local))
    if (
        "x-failed-recipients" in letter.headers
        or from_mailer
        or (_is_returned(letter, own) and beginning("failed").match(letter.subject))
    ):
        return _found_by_library(letter, raw, own, "bounce" if not from_mailer else "mailer-daemon")
    return None


def _is_returned(letter: Letter, own: frozenset[str]) -> bool:
    """Whether a letter came as mails come back: from nobody, or to the address that names a mail of ours."""
    return letter.return_path == "" or bool(brought_back(letter.recipients, own))


def _found_by_library(letter: Letter, raw: bytes, own: frozenset[str], reason: str) -> Screening:
    """A bounce in a server's own words. The library finds who was not reached; what the words say of it goes first."""
    told = failures.told_by_library(parse(raw[: _MOST_OF_A_REPORT // 4])[0])
    header = [
        address.strip().casefold()
        for value in letter.headers.get("x-failed-recipients", ())
        for address in value.split(",")
    ]
    failed = {**dict.fromkeys(filter(None, header), Failure.GONE), **told.recipients}
    if "failed" not in told.actions and "delayed" in told.actions:
        return _bounce(letter, own, "delayed", failed, Failure.DELAYED)
    said = failure_of("", f"{letter.subject}\n{letter.text}")
    failed = {address: said or failure for address, failure in failed.items()}
    return _bounce(letter, own, reason, failed, said or mildest(list(failed.values())))


def _bounce(
    letter: Letter, own: frozenset[str], reason: str, failed: Mapping[str, Failure], failure: Failure | None
) -> Screening:
    """The mails it speaks of: named by the address it came to, enclosed, copied into its text, or what it answers."""
    copied = _RETURNED_ID.findall(f"{letter.quoted}\n{letter.text}")
    named = (*brought_back(letter.recipients, own), *letter.bounced, *copied, *letter.in_reply_to)
    return Screening(Kind.BOUNCE, reason, failed, tuple(dict.fromkeys(named)), failure)


# --- Headers ----------------------------------------------------------------------------------------------

_LIST_HEADERS = (
    "list-id", "list-post", "list-unsubscribe", "list-help", "list-archive", "mailing-list", "x-mailing-list",
    "x-ml-name", "x-campaign-id", "x-mailman-version",
)  # fmt: skip
_ROBOT_HEADERS = {
    "x-autoreply": "x-autoreply",
    "x-autorespond": "x-autorespond",
    "x-autoresponder": "x-autorespond",
    "x-autoresponse": "x-autorespond",
    "x-auto-reply": "x-autoreply",
    "x-autoreply-from": "x-autoreply",
    "x-mail-autoreply": "x-autoreply",
    "x-autogenerated": "x-autoreply",
    "x-vacation": "vacation",
    "x-vacation-message": "vacation",
    "x-cron-env": "cron",
    "x-fc-machinegenerated": "machine-generated",
    "x-ms-exchange-generated-message-source": "exchange",
    "x-mdautoresponder": "x-autorespond",
    "x-rt-loop-prevention": "ticket",
    "x-otrs-loop": "ticket",
    "x-spamarrest-noauth": "challenge",
    "x-boxbe-notification": "challenge",
}
_ROBOT_NAMES = re.compile(
    r"(?:no|do[-_.]?not|dont)[-_.]?reply|auto[-_.]?(?:reply|respon(?:d|der|se)|mailer)|nichtantworten|noresponder|ne-?pas-?repondre",
    re.IGNORECASE,
)


def _by_headers(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    automatic = _first(letter, "auto-submitted").split(";")[0].split("(")[0].strip().casefold()
    precedence = _first(letter, "precedence").casefold()
    on_list = _list_header(letter) is not None
    if automatic and automatic != "no" and not (on_list and automatic != "auto-replied"):
        return Screening(Kind.AUTO_REPLY, "auto-submitted")
    for name, reason in _ROBOT_HEADERS.items():
        if _first(letter, name).casefold() not in ("", "no", "false", "none"):
            return Screening(Kind.AUTO_REPLY, reason)
    if "autoresp" in _first(letter, "x-post-messageclass").casefold():
        return Screening(Kind.AUTO_REPLY, "x-post-messageclass")
    if {precedence, _first(letter, "preference").casefold()} & {"auto_reply", "auto-reply", "autoreply"}:
        return Screening(Kind.AUTO_REPLY, "precedence-auto-reply")
    if letter.return_path == "":
        receipt = beginning("seen").match(letter.subject)
        return Screening(Kind.REPORT, "read-receipt") if receipt else Screening(Kind.AUTO_REPLY, "null-return-path")
    if (
        precedence in ("bulk", "junk")
        and not on_list
        and (letter.in_reply_to or beginning("away").match(letter.subject))
    ):
        return Screening(Kind.AUTO_REPLY, f"precedence-{precedence}")
    if precedence in ("list", "bulk", "junk"):
        return Screening(Kind.LIST, f"precedence-{precedence}")
    if on_list:
        return Screening(Kind.LIST, _list_header(letter) or "")
    if _ROBOT_NAMES.match((letter.sender or "").partition("@")[0]):
        return Screening(Kind.AUTO_REPLY, "no-reply-address")
    return None


def _list_header(letter: Letter) -> str | None:
    """The header that gives a list away. Some relays put an offer to unsubscribe on answers that people write, too."""
    found = [name for name in _LIST_HEADERS if name in letter.headers]
    is_answer = letter.in_reply_to and _LIKE_AN_ORDER.search(letter.text[:5_000])
    return None if found == ["list-unsubscribe"] and is_answer else next(iter(found), None)


def _first(letter: Letter, name: str) -> str:
    return next(iter(letter.headers.get(name, ())), "").strip()


# --- Wording ----------------------------------------------------------------------------------------------

_LIKE_AN_ORDER = re.compile(
    r"^\s*(?:\S{1,20}\s){0,3}\S{1,20}\s?[:=+]\s?.{0,40}\d|^\s*\d[\d.]*\s?[:).]?\s+\S.{0,45}$", re.MULTILINE
)
"""Something with a figure behind a colon or a sign, or a short line that begins with a figure."""


def _receipt(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    """A read receipt that is no report in form. It names the mail that was read, so there may be figures in it."""
    if not beginning("seen").match(letter.subject) or len(letter.text) > 600:
        return None
    told = "x-ms-exchange-organization-messagelatency" in letter.headers or anywhere("reported").search(letter.text)
    return Screening(Kind.REPORT, "read-receipt") if told else None


def _by_wording(letter: Letter, raw: bytes, own: frozenset[str]) -> Screening | None:
    """Never against a clear order: whoever writes one is a person, even one who is out of the office."""
    if _LIKE_AN_ORDER.search(letter.text[:5_000]):
        return None
    if is_away(letter):
        return Screening(Kind.AUTO_REPLY, "subject")
    if brought_back(letter.recipients, own):  # no person writes there, but machines answer to the envelope's sender
        return Screening(Kind.AUTO_REPLY, "envelope-address")
    said = letter.text[:600]
    if anywhere("vets").search(said):
        return Screening(Kind.AUTO_REPLY, "challenge")
    suppressing = _first(letter, "x-auto-response-suppress")
    if anywhere("absent").search(said[:400]) and (
        suppressing or letter.in_reply_to or anywhere("routine").search(said) or _names_an_absent_person(letter.subject)
    ):
        return Screening(Kind.AUTO_REPLY, "body")
    return None


def _names_an_absent_person(subject: str) -> bool:
    """ "Ann Archer is out of the office", as Notes says it."""
    found = anywhere("out").search(subject)
    return found is not None and not any(map(str.isalnum, subject[found.end() :].partition("(")[0]))


def is_away(letter: Letter) -> bool:
    """Whether the subject is that of a machine answering for somebody absent, whatever the letter says."""
    return bool(beginning("away").match(letter.subject))
