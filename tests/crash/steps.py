"""Counts the steps of a round: every write to the database, every commit, every word to a mail server.

There is a step before each of them and one after: before, nothing of it has happened; after, all of it has, and the
process has not heard so yet. At a chosen step harm is done: the process is killed, without a word to anybody, or the
database goes away.
"""

import imaplib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiosmtplib.protocol import SMTPProtocol
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect

_WRITE = re.compile(r"\s*(INSERT INTO|UPDATE|DELETE FROM)\s+\"?(\w+)")
_COMMAND = re.compile(rb"(?:[A-Z]+\d+ )?((?:UID )?[A-Z]+)")
_LONGEST_COMMAND = 200


@dataclass
class Watch:
    """Notes every step of this process by name; at the fatal one, counted from 1, it does harm."""

    note: Callable[[str], object]
    fatal: int | None
    harm: Callable[[], object]
    counted: int = 0
    has_written: bool = False

    def begin(self) -> None:
        """From now on."""
        event.listen(Engine, "before_cursor_execute", self._before_statement)
        event.listen(Engine, "after_cursor_execute", self._after_statement)
        self._around(DefaultDialect, "do_commit", self._commit)
        self._around(imaplib.IMAP4, "send", _imap)
        self._around(SMTPProtocol, "write", _smtp)

    def _step(self, name: str) -> None:
        self.counted += 1
        self.note(name)
        if self.counted == self.fatal:
            self.harm()

    def _before_statement(self, _: object, __: object, statement: str, *___: object) -> None:
        if found := _WRITE.match(statement):
            self._step(f"database  before {found[1]} {found[2]}")

    def _after_statement(self, _: object, __: object, statement: str, *___: object) -> None:
        if found := _WRITE.match(statement):
            self.has_written = True
            self._step(f"database  after  {found[1]} {found[2]}")

    def _commit(self, _: object) -> str | None:
        """A transaction that wrote nothing has nothing to commit."""
        has_written, self.has_written = self.has_written, False
        return "database  {} COMMIT" if has_written else None

    def _around(self, owner: type, method: str, name: Callable[[Any], str | None]) -> None:
        """Let the method take a step before and after, unless what it says is none."""
        original = getattr(owner, method)

        def stepping(itself: object, said: Any) -> Any:
            words = name(said)
            if words is None:
                return original(itself, said)
            self._step(words.format("before"))
            result = original(itself, said)
            self._step(words.format("after "))
            return result

        setattr(owner, method, stepping)


def _imap(said: bytes) -> str:
    found = _COMMAND.match(bytes(said))
    return f"imap      {{}} {found[1].decode() if found else 'the rest of a command'}"


def _smtp(said: bytes) -> str:
    """The verb; a mail goes out in one, its text and the final dot."""
    words = "the mail and its final dot" if said.endswith(b"\r\n.\r\n") else said.split(b":")[0].split()[0].decode()
    return f"smtp      {{}} {words}"
