"""What can go wrong between us and a mail server, and what the reader of the log should do about it."""

import re
import ssl
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Literal

Security = Literal["tls", "starttls", "none"]
Auth = Literal["password", "xoauth2"]

_MOST_WORDS = 200
_BYTES = re.compile(r"""^b(['"])(.*)\1$""")  # imaplib's errors show bytes as Python writes them


class WireFault(Exception):
    """Something went wrong with the mail server at {where}."""

    def __init__(self, where: str, words: str = "") -> None:
        super().__init__(where, words)
        self.where = where
        self.words = words

    def __str__(self) -> str:
        sentence = " ".join(cleandoc(type(self).__doc__ or "").split()).format(where=self.where).replace("``", "`")
        return f"{sentence} ({self.words})" if self.words else sentence


class MailboxLost(WireFault):
    """The mailbox at {where} is out of reach at the moment. Nothing is lost; it is tried again soon."""


class MailboxRefused(WireFault):
    """The mailbox at {where} refused a command. The mail stays where it is; it is tried again later."""


class FolderMissing(WireFault):
    """The mailbox at {where} has no folder of the name that is to be read. Please make it there, or check ``folder`` in
    [imap] of the configuration."""


class RelayLost(WireFault):
    """The outgoing mail server at {where} is out of reach at the moment. The mail waits in the outbox."""


class LoginRefused(WireFault):
    """The mail server at {where} refused our login. Please check user and password in the configuration. Many
    providers want an app password, or a fresh token for xoauth2, instead of the password of the account; then
    run ``turnpost check``."""


class CertificateUntrusted(WireFault):
    """The certificate of the mail server at {where} cannot be verified, so nothing was said to it. Is the host
    spelt as in the certificate? If the server has an authority of its own, name its certificate as ``ca_file``."""


class EncryptionMissing(WireFault):
    """The mail server at {where} does not offer the encryption asked for, so nothing was said to it. Please check
    port and ``security``: usually 993 or 465 with ``tls``, and 143 or 587 with ``starttls``."""


def trusted(where: str, ca_file: Path | None) -> ssl.SSLContext:
    """Whom we trust: the authorities of this machine, or only the one whose certificate is named."""
    try:
        return ssl.create_default_context(cafile=None if ca_file is None else str(ca_file))
    except OSError as error:
        raise CertificateUntrusted(where, f"the file {ca_file} cannot be used: {said(error)}") from error


def encryption_fault(error: BaseException, where: str) -> WireFault | None:
    """The fault behind an error, if it is one of encryption that trying again would not mend."""
    for cause in _causes(error):
        match cause:
            case ssl.SSLCertVerificationError():
                return CertificateUntrusted(where, cause.verify_message)
            case ssl.SSLEOFError() | ssl.SSLZeroReturnError():
                return None
            case ssl.SSLError():
                return EncryptionMissing(where, said(cause))
    return None


def said(error: BaseException, *secrets: str) -> str:
    """The words of an error on one short line, with secrets blotted out."""
    words = str(getattr(error, "message", "") or getattr(error, "strerror", "") or error)
    words = _BYTES.sub(r"\2", words)
    for secret in filter(None, secrets):
        words = words.replace(secret, "…")
    words = "".join(letter if letter.isprintable() else " " for letter in words)
    return " ".join(words.split())[:_MOST_WORDS] or type(error).__name__


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
