"""Sits on the line between us and a mail server, and plays pranks: a server's faults, at the moment a test wants.

Everything passes unchanged but for the lines that a prank waits for. It knows nothing of IMAP or SMTP except
that both are spoken in lines, so a prank is told by what the client says:

    with Gremlin(office.imap_port, {"UID MOVE": Answer("{tag} NO not today")}) as gremlin:
"""

import re
import socket
import ssl
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from tests.servers.grounds import HOST


@dataclass(frozen=True)
class Answer:
    """The server never hears it; the client gets these words, with its own ``{tag}``."""

    words: str


@dataclass(frozen=True)
class Instead:
    """The server hears these words in place of the client's, under the client's last ``{tag}``."""

    words: str


@dataclass(frozen=True)
class Drop:
    """The line goes dead before the server hears it. ``last`` is what the client still gets, perhaps half a line."""

    last: str = ""


@dataclass(frozen=True)
class DropAfter:
    """The server hears it and answers, but the line goes dead before the answer arrives."""


@dataclass(frozen=True)
class Silence:
    """Nobody hears it and nobody answers, and nobody hangs up either."""


@dataclass(frozen=True)
class Mumble:
    """The server never hears it; the client gets the beginning of a line and waits for its end."""

    words: str


@dataclass(frozen=True)
class Meanwhile:
    """Something happens just before the server hears it."""

    happens: Callable[[], object]


Prank = Answer | Instead | Drop | DropAfter | Silence | Mumble | Meanwhile


@dataclass
class _Talk:
    client: socket.socket
    server: socket.socket
    tag: str = ""
    swallow: bool = False

    def spoken(self, words: str) -> bytes:
        return words.replace("{tag}", self.tag).encode()

    def hang_up(self) -> None:
        for line in (self.client, self.server):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


@dataclass
class Gremlin:
    """``port`` is the server's. A prank is played every time, or ``times`` over all; ``edits`` change what it says.

    ``tls`` puts encryption around a server that has none. ``heard`` holds all that clients said, line by line.
    """

    server_port: int
    pranks: Mapping[str, Prank] = field(default_factory=dict)
    edits: Sequence[tuple[bytes, bytes]] = ()
    times: int = 2**31
    tls: ssl.SSLContext | None = None
    heard: list[str] = field(default_factory=list)
    callers: int = 0

    def __enter__(self) -> Self:
        self._talks: list[_Talk] = []
        self._threads: list[threading.Thread] = []
        self._door = socket.create_server((HOST, 0))
        self.port: int = self._door.getsockname()[1]
        self._start(self._admit)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        for talk in self._talks:
            talk.hang_up()
        for thread in self._threads:
            thread.join()
        for talk in self._talks:
            talk.client.close()
            talk.server.close()
        self._door.close()

    def said(self, pattern: str) -> list[str]:
        """The lines of clients that match, in their order."""
        return [line for line in self.heard if re.search(pattern, line, re.IGNORECASE)]

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _admit(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                self.callers += 1
                if (talk := self._connect(client)) is not None:
                    self._talks.append(talk)
                    self._start(self._listen, talk)
                    self._start(self._speak, talk)

    def _connect(self, client: socket.socket) -> _Talk | None:
        try:
            if self.tls is not None:
                client = self.tls.wrap_socket(client, server_side=True)
            server = socket.create_connection((HOST, self.server_port))
            for line in (client, server):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return _Talk(client, server)
        except OSError:
            client.close()
            return None

    def _listen(self, talk: _Talk) -> None:
        """What the client says, on its way to the server."""
        with suppress(OSError), talk.client.makefile("rb") as lines:
            for line in lines:
                self._pass_on(talk, line)
        talk.hang_up()

    def _speak(self, talk: _Talk) -> None:
        """What the server says, on its way to the client."""
        with suppress(OSError), talk.server.makefile("rb") as lines:
            for line in lines:
                if talk.swallow:
                    break
                for pattern, words in self.edits:
                    line = re.sub(pattern, words, line)
                talk.client.sendall(line)
        talk.hang_up()

    def _pass_on(self, talk: _Talk, line: bytes) -> None:
        words = line.decode("utf-8", "replace").rstrip("\r\n")
        self.heard.append(words)
        if re.match(r"[A-Z]+\d+ ", words):
            talk.tag = words.split()[0]
        match self._prank(words):
            case Answer(answer):
                talk.client.sendall(talk.spoken(answer) + b"\r\n")
            case Instead(other):
                talk.server.sendall(talk.spoken(other) + b"\r\n")
            case Drop(last):
                talk.client.sendall(talk.spoken(last))
                talk.hang_up()
            case DropAfter():
                talk.swallow = True
                talk.server.sendall(line)
            case Silence():
                pass
            case Mumble(words):
                talk.client.sendall(talk.spoken(words))
            case Meanwhile(happens):
                happens()
                talk.server.sendall(line)
            case None:
                talk.server.sendall(line)

    def _prank(self, words: str) -> Prank | None:
        for pattern, prank in self.pranks.items():
            if self.times > 0 and re.search(pattern, words, re.IGNORECASE):
                self.times -= 1
                return prank
        return None
