"""Makes the parts of the program out of the settings: the desk, the wires, and the way in for piped mail."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_bytes

from processor.config import Settings
from processor.config.settings import Imap
from processor.core.dice import SEED_BYTES
from processor.daemon.reader import have_post_read
from processor.daemon.rounds import Clock, Pace, Pigeonholes
from processor.daemon.service import Lines
from processor.desk.house import Desk, House, codecs_for
from processor.desk.work import NO_POST_READ, work
from processor.games import all_games
from processor.store import inbox, keepsakes, roster, tokens
from processor.store.database import Database, Store, connect
from processor.store.inbox import Fetched
from processor.store.roster import Role
from processor.wire.imap import ImapAccount
from processor.wire.smtp import SmtpAccount

SECRET_BYTES = 32
PIPE = "pipe"


@contextmanager
def open_desk(settings: Settings) -> Iterator[Desk]:
    """The desk of this house, its database brought up to date and its GM known."""
    database = connect(settings.database.url)
    try:
        desk = desk_on(database, house_of(settings))
        yield replace(desk, are_signed=_checker_of_signatures()) if settings.house.check_dkim else desk
    finally:
        database.close()


def _checker_of_signatures() -> Callable[[Sequence[tuple[str, bytes]]], Sequence[bool]]:
    """What checks signatures. It takes long to load, so that it is only where it is wanted."""
    from processor.wire.signatures import are_signed

    return are_signed


def desk_on(database: Database, house: House) -> Desk:
    """A desk on an open database."""
    games = all_games()
    with database.begin() as store:
        secret = keepsakes.ensure_secret(store, token_bytes(SECRET_BYTES))
        desk = Desk(database, house, games, secret, codecs_for(games), lambda: token_bytes(SEED_BYTES))
        _know_the_staff(store, desk)
    return desk


def house_of(settings: Settings) -> House:
    """The house that these settings describe."""
    given = settings.house
    return House(
        name=given.name,
        address=given.address,
        gm_name=given.gm_name,
        gm_address=given.gm_address,
        zone=given.zone,
        plus_addresses=given.plus_addresses,
        trusted_server=given.trusted_server,
        trust_from=given.trust_from,
        answers_per_hour=given.answers_per_hour,
        letters_per_day=given.letters_per_day,
        most_lines=given.most_lines,
        reminders=given.reminders,
        settle=timedelta(seconds=given.settle_seconds),
        longest_outage=timedelta(hours=given.outage_hours),
        credit_limit=given.credit_limit,
        dispute_time=timedelta(days=given.dispute_days),
        treasurer_name=given.treasurer_name,
        treasurer_address=given.treasurer_address,
    )


def lines_of(settings: Settings) -> Lines:
    """The wires that these settings describe."""
    pace = Pace(settings.smtp.per_minute, settings.smtp.per_day, settings.smtp.connections)
    if settings.imap is None:
        return Lines(None, smtp_account(settings), pace=pace, renewed=lambda: lines_of(settings))
    holes, poll = holes_of(settings.imap), timedelta(seconds=settings.imap.poll_seconds)
    return Lines(imap_account(settings), smtp_account(settings), holes, pace, poll, renewed=lambda: lines_of(settings))


def holes_of(imap: Imap) -> Pigeonholes:
    """Where letters go in this mailbox when they have been dealt with."""
    return Pigeonholes(
        folders={"done": imap.folders.processed, "held": imap.folders.held, "put-aside": imap.folders.put_aside},
        size_limit=imap.size_limit,
        read_since=imap.read_since,
    )


def imap_account(settings: Settings) -> ImapAccount | None:
    """The mailbox, if these settings name one."""
    return _account_of(settings.imap) if settings.imap else None


def _account_of(imap: Imap) -> ImapAccount:
    return ImapAccount(
        host=imap.host,
        port=imap.port,
        user=imap.user,
        password=imap.secret(),
        security=imap.security,
        ca_file=imap.ca_file,
        auth=imap.auth,
        folder=imap.folder,
    )


def smtp_account(settings: Settings) -> SmtpAccount:
    """The server that takes our mail."""
    given = settings.smtp
    return SmtpAccount(
        host=given.host,
        port=given.port,
        user=given.user,
        password=given.secret() or None,
        security=given.security,
        ca_file=given.ca_file,
        auth=given.auth,
    )


def post_of(settings: Settings, desk: Desk, clock: Clock) -> Callable[[], datetime]:
    """A way to have the post of the moment read, before something is done that the letters in it might change.

    It tells up to when that has been done; post that comes by pipe is here the moment it comes.
    """
    imap = settings.imap
    if imap is None:
        return clock
    return lambda: have_post_read(desk, lambda: _account_of(imap), holes_of(imap), clock)


def take_in(desk: Desk, raw: bytes, arrived: datetime, clock: Clock) -> str:
    """Keep one piped letter and open what waits. Deadlines are left to the service or to ``run-once``."""
    letter = Fetched(None, arrived, raw, len(raw), False, f"<{sha256(raw).hexdigest()}@{PIPE}>")
    with desk.database.begin() as store:
        kept = inbox.keep(store, PIPE, 0, [letter])
    if not kept.new:
        return "This letter is here already; nothing was done."
    work(desk, clock, NO_POST_READ)
    with desk.database.reading() as store:
        found = inbox.letter(store, kept.new[0])
    return f"Letter {kept.new[0]}: {found.status} ({found.reason or 'not opened yet'})" if found else "kept"


def _know_the_staff(store: Store, desk: Desk) -> None:
    """Those whom the configuration names have their place in the roster, and nobody else has it."""
    house = desk.house
    _know(store, desk, house.gm_address, house.gm_name, "gm")
    for former in roster.everybody(store, "gm"):
        if former.address.casefold() != house.gm_address.casefold():
            roster.change_role(store, former.id, "player")
    treasurer = house.treasurer_address or house.gm_address
    for former in roster.everybody(store, "treasurer"):
        if former.address.casefold() != treasurer.casefold():
            roster.change_role(store, former.id, "player")
    if treasurer.casefold() != house.gm_address.casefold():
        _know(store, desk, treasurer, house.treasurer_name or "The treasurer", "treasurer")


def _know(store: Store, desk: Desk, address: str, name: str, role: Role) -> None:
    """Somebody of that role, with a reply token."""
    player = roster.by_address(store, address)
    if player is None:
        player = roster.add_player(store, address, name, desk.house.zone, role=role, confirmed=True)
    elif player.role != role:
        roster.change_role(store, player.id, role)
    token = desk.token("player", player.id)
    if tokens.token(store, token) is None:
        tokens.issue_token(store, token, "player", player.id)
