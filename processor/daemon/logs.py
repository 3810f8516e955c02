"""The log: a line for each thing that happened, on standard error, for people or as JSON, and without secrets."""

import json
import logging
import re
import sys
from collections.abc import Collection
from typing import TextIO

import structlog
from structlog.typing import ExcInfo, Processor

from processor.config import Settings
from processor.core.trace import trace_of

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
HIDDEN = "***"

_TOKEN = re.compile(r"(?<=[+~])[a-z2-7]{16}(?![a-z2-7])", re.IGNORECASE)
"""A reply token where it shows: behind the plus of an address, or behind the wave in a subject."""


def set_up(settings: Settings) -> None:
    """Begin to log as these settings say. What libraries log goes the same way."""
    level, secrets = LEVELS[settings.log.level], _secrets(settings)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(_for_machines() if settings.log.as_json else _for_people()),
            lambda logger, method, line: scrubbed(str(line), secrets),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[_Libraries()], force=True)


def scrubbed(line: str, secrets: Collection[str]) -> str:
    """The line with every password and reply token in it hidden."""
    for secret in secrets:
        line = line.replace(secret, HIDDEN)
    return _TOKEN.sub(HIDDEN, line)


class _Libraries(logging.Handler):
    """Hands on what libraries say by the standard way of logging."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger().log(record.levelno, record.getMessage(), by=record.name, exc_info=record.exc_info)


def _for_machines() -> tuple[Processor, ...]:
    traced = structlog.processors.ExceptionRenderer(lambda raised: trace_of(raised[1]))
    return traced, structlog.processors.JSONRenderer(ensure_ascii=False)


def _for_people() -> tuple[Processor, ...]:
    """Plain lines, in colour on a terminal."""
    return (structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_write_trace),)


def _write_trace(out: TextIO, raised: ExcInfo) -> None:
    out.write(f"\n{trace_of(raised[1])}")


def _secrets(settings: Settings) -> tuple[str, ...]:
    """The passwords, also as JSON spells them, longest first, so that no part of one is left over."""
    found = {server.secret() for server in (settings.imap, settings.smtp) if server} - {""}
    return tuple(sorted(found | {json.dumps(each, ensure_ascii=False)[1:-1] for each in found}, key=len, reverse=True))
