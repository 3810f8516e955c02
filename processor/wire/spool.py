"""The spool of the post office: every delivery as a file, so that it can be made again."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote, unquote

_STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True)
class Delivery:
    """A mail as it lies in somebody's mailbox: whose, since when, and its bytes."""

    address: str
    arrived: datetime
    raw: bytes


def keep(spool: Path, number: int, delivery: Delivery) -> None:
    """Write a delivery to a folder of its owner; the numbers keep them in order."""
    folder = spool / quote(delivery.address, safe="@")
    folder.mkdir(parents=True, exist_ok=True)
    stamp = delivery.arrived.astimezone(UTC).strftime(_STAMP)
    (folder / f"{number:06}-{stamp}.eml").write_bytes(delivery.raw)


def kept(spool: Path) -> tuple[Delivery, ...]:
    """All deliveries in the spool, each mailbox in its order."""
    files = sorted(spool.glob("*/*.eml"))
    return tuple(Delivery(unquote(file.parent.name), _stamp(file), file.read_bytes()) for file in files)


def _stamp(file: Path) -> datetime:
    return datetime.strptime(file.stem.partition("-")[2], _STAMP).replace(tzinfo=UTC)
