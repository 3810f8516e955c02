"""The libraries alone: a crude program that does what a letter needs by their means, with none of our own code between.

It reads every letter, one order of it by grammar, keeps it, looks its writer up, writes a receipt, and sends that: no
quoted text is told from new, no rule is applied, nothing is checked. What is left between it and us is ours to win.
"""

import asyncio
from collections.abc import Sequence
from email import message_from_bytes
from email.message import Message
from email.mime.text import MIMEText
from email.utils import parseaddr
from pathlib import Path

from imapclient import IMAPClient
from jinja2 import Environment, Template
from lark import Lark
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)

from bench.apart import Taken, watch
from bench.floor import batches, fetched, send
from processor.wire.imap import ImapAccount
from processor.wire.smtp import SmtpAccount

ORDER = "turn 3: 1+2=3, 3+4=7, reject 5"
GRAMMAR = """
start: "turn" INT ":" pair "," pair "," "reject" INT
pair: INT "+" INT "=" INT
%import common.INT
%ignore " "
"""
RECEIPT = """Dear {{ reader }},

this is what became of your letter.

{% for order in orders %}
    {{ order }}
{% endfor %}
"""

_TABLES = MetaData()
_NUMBER = ("id", Integer)
LETTERS = Table(
    "letter", _TABLES, Column(*_NUMBER, primary_key=True), Column("sender", String), Column("done", Integer)
)
RAW = Table("raw_letter", _TABLES, Column(*_NUMBER, primary_key=True), Column("raw", LargeBinary))
PLAYERS = Table("player", _TABLES, Column("address", String, primary_key=True), Column("name", String))
JOURNAL = Table("journal", _TABLES, Column(*_NUMBER, primary_key=True), Column("entry", String))
DRAFTS = Table(
    "draft", _TABLES, Column(*_NUMBER, primary_key=True), Column("mime", LargeBinary), Column("sent", Integer)
)
_PLAYER = select(PLAYERS.c.name).where(PLAYERS.c.address == bindparam("address"))
_WAITING = select(RAW.c.id, RAW.c.raw).join(LETTERS, LETTERS.c.id == RAW.c.id).where(LETTERS.c.done == 0)
_SETTLE = update(LETTERS).where(LETTERS.c.id == bindparam("letter")).values(sender=bindparam("by"), done=1)
_SENT = update(DRAFTS).where(DRAFTS.c.id == bindparam("draft")).values(sent=1)


def libraries(path: Path, account: ImapAccount, relay: SmtpAccount, connections: int) -> Taken:
    """Take the letters in as the crude program does, with a commit for every batch."""
    engine = _database(path)
    parser, template = Lark(GRAMMAR, parser="lalr"), Environment().from_string(RECEIPT)
    with watch() as taken, IMAPClient(account.host, account.port, ssl=False) as client:
        client.login(account.user, account.password)
        client.select_folder("INBOX")
        client.create_folder("Processed")
        uids = client.search("ALL")
        for batch in batches(uids):
            _keep(engine, fetched(client, batch))
            _open(engine, parser, template)
            asyncio.run(_post(engine, relay, connections))
            client.move(batch, "Processed")
    with engine.connect() as connection:
        held = connection.scalar(select(func.count()).where(DRAFTS.c.sent == 1))
    assert held == len(uids), f"{held} receipts for {len(uids)} letters"
    engine.dispose()
    return taken


def _database(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA journal_mode=WAL"))
    _TABLES.create_all(engine)
    return engine


def _keep(engine: Engine, mails: Sequence[bytes]) -> None:
    with engine.begin() as connection:
        numbers = connection.scalars(insert(LETTERS).returning(LETTERS.c.id), [{"sender": "", "done": 0}] * len(mails))
        connection.execute(insert(RAW), [{"id": each, "raw": mail} for each, mail in zip(numbers, mails, strict=True)])


def _open(engine: Engine, parser: Lark, template: Template) -> None:
    with engine.begin() as connection:
        for number, raw in connection.execute(_WAITING).all():
            _answer(connection, number, message_from_bytes(raw), parser, template)


def _answer(connection: Connection, number: int, letter: Message, parser: Lark, template: Template) -> None:
    part = next(each for each in letter.walk() if each.get_content_type() == "text/plain")
    text = bytes(part.get_payload(decode=True)).decode()
    address = parseaddr(letter["From"])[1]
    name = connection.scalar(_PLAYER, {"address": address}) or address
    tree = parser.parse(ORDER)
    connection.execute(insert(JOURNAL), {"entry": str(tree) + text[:80]})
    answer = MIMEText(template.render(reader=name, orders=[ORDER]))
    answer["To"], answer["Subject"], answer["In-Reply-To"] = address, "Your letter", letter["Message-ID"]
    connection.execute(insert(DRAFTS), {"mime": answer.as_bytes(), "sent": 0})
    connection.execute(_SETTLE, {"letter": number, "by": address})


async def _post(engine: Engine, relay: SmtpAccount, connections: int) -> None:
    with engine.begin() as connection:
        waiting = connection.execute(select(DRAFTS.c.id, DRAFTS.c.mime).where(DRAFTS.c.sent == 0)).all()
        await send(relay, [mime for _, mime in waiting], connections)
        connection.execute(_SENT, [{"draft": number} for number, _ in waiting])
