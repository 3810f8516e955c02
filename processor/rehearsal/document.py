"""A rehearsal as one JSON document: for programs that ask what the real desk makes of a match."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from processor.core.match import Match
from processor.desk.answer import Part
from processor.desk.exporting import as_fields
from processor.rehearsal.performance import Performance, Scene
from processor.rehearsal.post import Mail
from processor.rehearsal.stage import Happened, Receipt


def document(performance: Performance) -> dict[str, Any]:
    """Events, receipts and mails in the order of their times, and the matches as they stand at the end."""
    outputs = [(0, performance.set_up), *((scene.step.line, scene.output) for scene in _played(performance))]
    content = {
        "events": [_event(line, each) for line, output in outputs for each in output.events],
        "receipts": [_receipt(line, each) for line, output in outputs for each in output.receipts],
        "mails": [_mail(line, each) for line, output in outputs for each in output.mails],
        "matches": [_match(each) for each in performance.matches],
    }
    return cast(dict[str, Any], msgspec.to_builtins(content, str_keys=True))


def _played(performance: Performance) -> list[Scene]:
    """The scenes with an output of their own: what "The match begins" shows belongs to the set-up."""
    return [scene for scene in performance.scenes if scene.output is not performance.set_up]


def _event(line: int, happened: Happened) -> dict[str, Any]:
    entry = happened.entry
    place = {"line": line, "match": happened.code, "number": happened.number, "at": entry.at, "by": entry.by}
    return {**place, **as_fields(entry.event)}


def _receipt(line: int, receipt: Receipt) -> dict[str, Any]:
    letter, disposition = receipt.letter, receipt.disposition
    return {
        "line": line,
        "from": disposition.sender,
        "arrived": letter.arrived,
        "status": disposition.status,
        "reason": disposition.reason,
        "parts": [_part(each) for each in disposition.parts],
    }


def _part(part: Part) -> dict[str, Any]:
    outcome, standing = part.outcome, part.standing
    return {
        "match": part.code or None,
        "told": outcome.told,
        "accepted": outcome.accepted,
        "complaints": outcome.complaints,
        "remarks": outcome.remarks,
        "sections": outcome.sections,
        "standing": standing.orders if standing else (),
        "missing": standing.missing if standing else (),
    }


def _mail(line: int, mail: Mail) -> dict[str, Any]:
    return {
        "line": line,
        "kind": mail.kind,
        "to": mail.address,
        "at": mail.at,
        "subject": mail.subject,
        "text": mail.text,
        "attachments": mail.attachments,
    }


def _match(match: Match) -> dict[str, Any]:
    return {
        "match": match.code,
        "game": match.game.name,
        "phase": match.phase,
        "turn": match.turn,
        "due": match.due,
        "seats": {number: seat.name for number, seat in match.seats.items()},
        "standing": _standing(match),
        "missing": match.awaited(),
        "view": match.game.view(match.state, None) if match.state is not None else None,
    }


def _standing(match: Match) -> Mapping[int, list[str]]:
    return {seat: [match.game.say(order) for order in orders] for seat, orders in match.book.items()}
