"""The floor: fetching mails, sending the same mails and moving them away, with nothing between."""

import asyncio
from collections.abc import Iterator, Sequence

from aiosmtplib import SMTP
from imapclient import IMAPClient

from bench.apart import Taken, watch
from processor.wire.imap import BATCH, ImapAccount
from processor.wire.smtp import SmtpAccount

SENDER, READER = "games@long.test", "player@players.test"


def floor(account: ImapAccount, relay: SmtpAccount, connections: int) -> Taken:
    """Fetch all mails of the mailbox in batches, send them over so many connections, move them in batches."""
    with watch() as taken, IMAPClient(account.host, account.port, ssl=False) as client:
        client.login(account.user, account.password)
        client.select_folder("INBOX")
        client.create_folder("Processed")
        uids = client.search("ALL")
        mails = [mail for batch in batches(uids) for mail in fetched(client, batch)]
        asyncio.run(send(relay, mails, connections))
        for batch in batches(uids):
            client.move(batch, "Processed")
    return taken


def batches(uids: Sequence[int]) -> Iterator[Sequence[int]]:
    """As many of them at a time as the mailbox is asked for."""
    return (uids[start : start + BATCH] for start in range(0, len(uids), BATCH))


def fetched(client: IMAPClient, uids: Sequence[int]) -> list[bytes]:
    """These mails."""
    return [parts[b"BODY[]"] for parts in client.fetch(uids, ["BODY.PEEK[]"]).values()]


async def send(relay: SmtpAccount, mails: Sequence[bytes], connections: int) -> None:
    """Send the mails over so many connections."""
    waiting = iter(mails)
    await asyncio.gather(*(_carry(relay, waiting) for _ in range(connections)))


async def _carry(relay: SmtpAccount, waiting: Iterator[bytes]) -> None:
    async with SMTP(hostname=relay.host, port=relay.port, start_tls=False) as line:
        for mail in waiting:
            await line.sendmail(SENDER, [READER], mail)
