"""Tries a configuration out: every step says what it found, and where it is not well, what to mend."""

import asyncio
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from secrets import token_hex

from processor.config import ConfigError, Settings
from processor.config.settings import Imap
from processor.daemon import advice
from processor.daemon.rounds import Clock, now
from processor.daemon.start import desk_on, holes_of, house_of, imap_account, smtp_account
from processor.mail.address import bare
from processor.mail.write import Author, Draft, to_bytes
from processor.store.database import connect
from processor.store.faults import StoreFault
from processor.wire.faults import WireFault
from processor.wire.imap import Mailbox
from processor.wire.smtp import Parcel, Postman, SmtpAccount

PATIENCE = timedelta(seconds=60)
LOOK_EVERY = 2.0


@dataclass(frozen=True)
class Finding:
    """What one step found, whether it is well, and the way out where it is not."""

    well: bool
    what: str
    advice: str = ""


def checkup(
    settings: Settings, file: Path | None = None, clock: Clock = now, patience: timedelta = PATIENCE
) -> Iterator[Finding]:
    """Database, way out, mailbox, and a mail to ourselves, in turn. A step that rests on a failed one is left out.

    ``file`` is where the settings stand, for the advice on what to mend.
    """
    yield _database(settings, file)
    way_out = _way_out(settings, file)
    yield way_out
    if settings.imap is None:
        yield Finding(True, "no [imap] section: letters come in through `turnpost deliver` only")
        return
    found = list(_mailbox(settings, settings.imap, file, clock))
    yield from found
    if way_out.well and all(each.well for each in found):
        yield _round_trip(settings, clock, patience)


def _database(settings: Settings, file: Path | None) -> Finding:
    try:
        database = connect(settings.database.url)
        desk_on(database, house_of(settings))
        database.close()
    except StoreFault as fault:
        return Finding(False, "the database cannot be used", advice.on_database(fault, settings.database, file))
    return Finding(True, "the database can be read and written, and its tables are up to date")


def _way_out(settings: Settings, file: Path | None) -> Finding:
    try:
        account = smtp_account(settings)
    except ConfigError as fault:
        return Finding(False, "the password for sending mail cannot be had", str(fault))
    try:
        able = asyncio.run(_call(account))
    except WireFault as fault:
        told = advice.on_server(fault, settings.smtp, "smtp", file)
        return Finding(False, f"no mail can be sent through {account.where}", told)
    login = f"logged in as {account.user}" if account.user else "without a login"
    return Finding(
        True, f"the way out, {account.where}, answers ({login}); it can do: {', '.join(able) or 'the basics'}"
    )


async def _call(account: SmtpAccount) -> tuple[str, ...]:
    async with Postman(account) as postman:
        return await postman.call()


def _mailbox(settings: Settings, imap: Imap, file: Path | None, clock: Clock) -> Iterator[Finding]:
    try:
        account = imap_account(settings)
    except ConfigError as fault:
        yield Finding(False, "the password for the mailbox cannot be had", str(fault))
        return
    assert account is not None
    try:
        with Mailbox(account, clock) as mailbox:
            able = mailbox.capabilities
            yield Finding(True, f"the mailbox, {account.where}, lets {account.user} in; it can do: {', '.join(able)}")
            yield Finding(True, f"its folders: {', '.join(mailbox.folders())}")
    except WireFault as fault:
        told = advice.on_server(fault, imap, "imap", file)
        yield Finding(False, f"the mailbox at {account.where} cannot be read", told)
        return
    yield _hint("IDLE" in able, "letters are noticed at once", "without IDLE letters are noticed when we look")
    yield _hint("MOVE" in able, "letters are moved in one step", "without MOVE letters are copied, then removed")
    for status, folder in holes_of(imap).folders.items():
        yield Finding(True, f"letters that are {status} go to the folder {folder!r}, which is made when it is needed")


def _hint(able: bool, well: str, otherwise: str) -> Finding:
    return Finding(True, well if able else otherwise)


def _round_trip(settings: Settings, clock: Clock, patience: timedelta) -> Finding:
    """Send a mail to our own address, with a tag if tags are used, and wait for it in the mailbox."""
    house = house_of(settings)
    local, _, domain = house.address.rpartition("@")
    to = f"{local}+check{token_hex(4)}@{domain}" if house.plus_addresses else house.address
    message_id = f"<check.{token_hex(8)}@{domain}>"
    draft = Draft("check", to, "", "Turnpost is trying itself out", "Nothing to be done.\n", message_id, house.address)
    raw = to_bytes(draft, Author(house.name, house.address), clock())
    try:
        outcome = asyncio.run(_send(settings, Parcel(0, house.address, to, raw)))
        if outcome:
            return Finding(
                False, f"a mail to ourselves, {to}, was not taken", outcome + _about_tags(house.plus_addresses)
            )
        if _came(settings, clock, patience, message_id):
            return Finding(True, f"a mail to ourselves, {to}, went out and came back")
    except WireFault as fault:
        return Finding(False, "a mail to ourselves went wrong", str(fault))
    slow = f"It may be slow, or {bare(to)} may not lead into this mailbox." + _about_tags(house.plus_addresses)
    return Finding(False, f"a mail to ourselves, {to}, has not come back within {patience.seconds} seconds", slow)


async def _send(settings: Settings, parcel: Parcel) -> str:
    """What the server said against it, or nothing if it took it."""
    async with Postman(smtp_account(settings)) as postman:
        (outcome,) = await postman.deliver([parcel])
    return "" if outcome.status == "sent" else f"The server said: {outcome.code or ''} {outcome.words}."


def _came(settings: Settings, clock: Clock, patience: timedelta, message_id: str) -> bool:
    account = imap_account(settings)
    assert account is not None
    give_up = clock() + patience
    ear, bell = socket.socketpair()
    with ear, bell, Mailbox(account, clock) as mailbox:
        while True:
            uids = mailbox.find(message_id)
            if uids:
                mailbox.delete(uids)
                return True
            if clock() >= give_up:
                return False
            mailbox.wait(ear, LOOK_EVERY)


def _about_tags(plus_addresses: bool) -> str:
    if not plus_addresses:
        return ""
    return " If your mail server knows no plus addresses, set plus_addresses = false in [house]."
