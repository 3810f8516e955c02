"""Hands mail over by SMTP: many mails over one connection, and for each of them what became of it."""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Literal, Self

from aiosmtplib import SMTPException, SMTPNotSupported, SMTPResponseException

from processor.wire.faults import RelayLost, WireFault, said
from processor.wire.smtpline import Smtp, SmtpAccount, connected

__all__ = ["MOST_CONNECTIONS", "Outcome", "Parcel", "Postman", "SmtpAccount", "Status"]

Status = Literal["sent", "later", "refused", "uncertain"]

MOST_CONNECTIONS = 4
_LOGIN_WANTED = (530, 534, 535, 538)
_HANGS_UP = 421
_MOST_LOSSES = 3
_NO_ADDRESS = re.compile(r"[\s<>\x00-\x1f\x7f]")
_IS_FULL = re.compile(r"(?<![\d.])5\.(?:2\.2|3\.1)(?!\.?\d)")
"""How a server says that a mailbox, or its own disk, is full (RFC 3463)."""
_OF_THE_RECIPIENT = re.compile(r"(?<![\d.])5\.(?:1\.(?:[1-6]|10)|2\.\d)(?!\.?\d)")
"""How a server says that the recipient is to blame, and not the sender."""
_GOODBYE_SECONDS = 3.0


@dataclass(frozen=True)
class Parcel:
    """One mail and its envelope. An empty sender is the null sender, to whom nothing bounces."""

    id: int
    sender: str
    recipient: str
    raw: bytes = field(repr=False)


@dataclass(frozen=True)
class Outcome:
    """What became of a parcel: the server's code, if it gave one, and its words.

    ``later``      not taken; try again after a pause
    ``refused``    not taken, and never will be
    ``uncertain``  the connection died after the mail was on its way; send it again under the same Message-ID
    """

    id: int
    status: Status
    code: int | None
    words: str


class Postman:
    """Carries parcels to one server and keeps his connections from one delivery to the next.

    ``async with Postman(account) as postman: outcomes = await postman.deliver(parcels)``
    """

    def __init__(self, account: SmtpAccount) -> None:
        self._account = account
        self._lines: list[_Line] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for line in self._lines:
            await line.close(politely=error is None)

    async def call(self) -> tuple[str, ...]:
        """Connect and log in, and say what the server can do. Raises a ``WireFault`` where that fails."""
        return await self._line(0).open()

    async def deliver(
        self, parcels: Sequence[Parcel], connections: int = 1, go_on: Callable[[], bool] = lambda: True
    ) -> tuple[Outcome, ...]:
        """What became of each parcel, in their order, over at most four connections.

        ``go_on`` is asked before each; when it says no, the others are left for later.

        A fault that only the GM can mend (a login refused, a certificate not to be trusted) is raised, as long
        as nothing has been handed over; so no outcome is ever lost.
        """
        if not parcels:
            return ()
        try:
            await self._line(0).open()
        except RelayLost as fault:
            return tuple(_postponed(parcel, fault) for parcel in parcels)
        number = max(1, min(connections, MOST_CONNECTIONS, len(parcels)))
        outcomes: dict[int, Outcome] = {}
        waiting = iter(enumerate(parcels))
        faults = await asyncio.gather(*(self._line(each).empty(waiting, outcomes, go_on) for each in range(number)))
        last = next((fault for fault in faults if fault), None) or RelayLost(self._account.where)
        return tuple(outcomes.get(place) or _postponed(parcel, last) for place, parcel in enumerate(parcels))

    def _line(self, number: int) -> "_Line":
        while len(self._lines) <= number:
            self._lines.append(_Line(self._account))
        return self._lines[number]


class _Line:
    """One connection, opened when it is needed and again when it was lost."""

    def __init__(self, account: SmtpAccount) -> None:
        self._account = account
        self._smtp: Smtp | None = None
        self._plain_senders = False

    async def open(self) -> tuple[str, ...]:
        """Connect and log in unless we are; say what the server can do."""
        if self._smtp is None or not self._smtp.is_connected:
            self._smtp = await connected(self._account)
        return tuple(sorted(name.upper() for name in self._smtp.esmtp_extensions))

    async def close(self, politely: bool) -> None:
        if self._smtp is not None and self._smtp.is_connected:
            if politely:
                with suppress(SMTPException, OSError):
                    await self._smtp.quit(timeout=_GOODBYE_SECONDS)
            self._smtp.close()

    async def empty(
        self, waiting: Iterator[tuple[int, Parcel]], outcomes: dict[int, Outcome], go_on: Callable[[], bool]
    ) -> WireFault | None:
        """Take parcels until none waits or no connection is to be had; the fault in that case.

        The lines share ``waiting``, and note the outcomes by the parcels' places in it.
        """
        losses = 0
        try:
            while losses < _MOST_LOSSES:
                await self.open()
                if not go_on() or (following := next(waiting, None)) is None:
                    return None
                place, parcel = following
                outcomes[place] = outcome = await self._carry(parcel)
                losses = losses + 1 if _hung_up(outcome) else 0
        except WireFault as fault:
            return fault
        return RelayLost(self._account.where, "it hangs up on us again and again")

    async def _carry(self, parcel: Parcel) -> Outcome:
        """Hand a parcel over. A server that takes no sender with a plus part gets it from the plain one.

        Those that let everybody write in their own name alone do so. It costs us no more than that a mail that comes
        back does not come to the address that names it.
        """
        plain = replace(parcel, sender=_without_plus(parcel.sender))
        if plain == parcel or self._plain_senders:
            return await self._try(plain)
        outcome = await self._try(parcel)
        if outcome.status == "refused" and not _OF_THE_RECIPIENT.search(outcome.words):
            outcome = await self._try(plain)
            self._plain_senders = outcome.status == "sent"
        return outcome

    async def _try(self, parcel: Parcel) -> Outcome:
        """Hand a parcel over. A connection that idled may have been closed: that is no fault of the parcel."""
        await self.open()
        outcome = await self._hand_over(parcel)
        if outcome.status == "later" and _hung_up(outcome):
            await self.open()
            return await self._hand_over(parcel)
        return outcome

    async def _hand_over(self, parcel: Parcel) -> Outcome:
        assert self._smtp is not None
        smtp, on_its_way = self._smtp, False
        try:
            options, encoding = _mail_options(smtp, parcel)
            await smtp.mail(parcel.sender, options=options, encoding=encoding)
            await smtp.rcpt(parcel.recipient, encoding=encoding)
            on_its_way = True
            response = await smtp.data(parcel.raw, timeout=self._account.patience)
            return Outcome(parcel.id, "sent", response.code, _line_of(response.message))
        except SMTPResponseException as answer:
            await self._start_over()
            words = said(answer)
            return Outcome(parcel.id, _verdict(answer.code, words, on_its_way), answer.code, words)
        except (SMTPNotSupported, ValueError) as unusable:
            await self._start_over()
            return Outcome(parcel.id, "refused", None, said(unusable))
        except (SMTPException, OSError) as lost:
            smtp.close()
            return Outcome(parcel.id, "uncertain" if on_its_way else "later", None, said(lost))

    async def _start_over(self) -> None:
        """After a refusal the server still holds half an envelope."""
        assert self._smtp is not None
        try:
            await self._smtp.rset()
        except (SMTPException, OSError):
            self._smtp.close()


def _mail_options(smtp: Smtp, parcel: Parcel) -> tuple[list[str], str]:
    for address in (parcel.sender, parcel.recipient):
        if _NO_ADDRESS.search(address):  # the library would make an address of it, but perhaps not the one meant
            raise ValueError(f"{address!r} is not an address for an envelope")
    options: list[str] = []
    if smtp.supports_extension("size"):
        bare = parcel.raw.count(b"\n") - parcel.raw.count(b"\r\n")  # they go out as CRLF
        options.append(f"SIZE={len(parcel.raw) + bare}")
    if not parcel.raw.isascii() and smtp.supports_extension("8bitmime"):
        options.append("BODY=8BITMIME")
    if (parcel.sender + parcel.recipient).isascii():
        return options, "ascii"
    if not smtp.supports_extension("smtputf8"):
        raise SMTPNotSupported("the server takes plain ASCII addresses only")
    return [*options, "SMTPUTF8"], "utf-8"


def _without_plus(address: str) -> str:
    local, at, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}{at}{domain}"


def _verdict(code: int, words: str, on_its_way: bool) -> Status:
    """Asked to log in, we have a wrong configuration, and the mail is not to blame. A full mailbox may be emptied."""
    match code // 100:
        case 2:
            return "sent"
        case 5 if code not in _LOGIN_WANTED and not _IS_FULL.search(words):
            return "refused"
        case 4 | 5:
            return "later"
        case _:
            return "uncertain" if on_its_way else "later"


def _hung_up(outcome: Outcome) -> bool:
    """Whether this tells of the connection rather than of the mail."""
    return outcome.status in ("later", "uncertain") and outcome.code in (None, _HANGS_UP)


def _postponed(parcel: Parcel, fault: WireFault) -> Outcome:
    return Outcome(parcel.id, "later", None, str(fault))


def _line_of(message: str) -> str:
    return " ".join(message.split())
