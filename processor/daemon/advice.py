"""What to mend in the configuration where a check has found something wrong, in plain words."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

from processor.config.settings import Database, Server
from processor.store.faults import StoreFault, Unavailable
from processor.wire.faults import CertificateUntrusted, MailboxLost, RelayLost, WireFault

_SQLITE = "sqlite:///"
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


def on_server(fault: WireFault, server: Server, section: str, file: Path | None) -> str:
    """What to do about a mail server that we could not make use of."""
    place = f"[{section}] of {_called(file)}"
    match fault:
        case MailboxLost() | RelayLost():
            return _on_silence(fault, server, place)
        case CertificateUntrusted() if server.host in _THIS_MACHINE:
            return f'{fault} As the server runs on this very machine, security = "none" in {place} will do as well.'
        case _:
            return str(fault)


def on_database(fault: StoreFault, database: Database, file: Path | None) -> str:
    """What to do about a database that we could not make use of."""
    place = f"url in [database] of {_called(file)}"
    if not isinstance(fault, Unavailable):
        return str(fault)
    if not database.url.startswith(_SQLITE):
        return f"Please check whether the server runs, and {place}. It said: {_said(fault)}"
    path = Path(database.url.removeprefix(_SQLITE))
    if not path.parent.is_dir():
        return f"There is no folder {path.parent}. Make it, or change {place}."
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        return f"Whoever runs this may not write to {path}. Change its owner or its rights, or {place}."
    return f"{path} cannot be used as a database. Please check {place}. The database said: {_said(fault)}"


def _on_silence(fault: WireFault, server: Server, place: str) -> str:
    where = f"{server.host}, port {server.port}"
    if _is_behind(fault, socket.gaierror):
        return f"There is no server called {server.host}. Is host spelt right in {place}?"
    if _is_behind(fault, ConnectionRefusedError):
        usual = ", ".join(f"{port} with {security}" for security, port in server.usual_ports.items())
        return f"Nobody answers at {where}. Please check host and port in {place}; usual ports are {usual}."
    firewall = "and whether a firewall stands in between"
    return f"{where} is out of reach. Please check host and port in {place}, {firewall}. ({fault.words})"


def _is_behind(fault: BaseException | None, kind: type[OSError]) -> bool:
    return any(isinstance(each, kind) for each in _causes(fault))


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def _said(fault: StoreFault) -> str:
    return "; ".join(map(str, fault.args))


def _called(file: Path | None) -> str:
    return str(file) if file else "the configuration"
