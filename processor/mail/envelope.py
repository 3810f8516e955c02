"""The address that our mails come back to, if they do. It names the mail, whatever else a server leaves out.

It is made of the Message-ID, which the reader of the mail knows anyhow: it tells nothing, and it proves nothing.
"""

from collections.abc import Iterable

from processor.mail.address import bare, canonical, tag

_LEAD = "back-"
"""What no reply token begins with: those have no dash."""


def return_address(house: str, message_id: str) -> str:
    """The envelope's sender of one mail: ``games+back-WORD@house.test`` for ``<WORD@house.test>``."""
    local, _, domain = house.rpartition("@")
    word = message_id.strip("<>").partition("@")[0]
    return f"{local}+{_LEAD}{word}@{domain}"


def brought_back(recipients: Iterable[str], own: Iterable[str]) -> tuple[str, ...]:
    """The Message-IDs of our mails that are named by the addresses a letter was sent to."""
    mine = {bare(address) for address in own}
    found = ((tag(address) or "", canonical(address)) for address in recipients if bare(address) in mine)
    named = ((word.casefold(), address) for word, address in found if word.casefold().startswith(_LEAD))
    return tuple(f"<{word.removeprefix(_LEAD)}@{address.rpartition('@')[2]}>" for word, address in named)
