"""Tells where matches stand at a glance: when their turns close or why not, and what press waits to be printed."""

from dataclasses import replace
from datetime import datetime

from processor.core.match import Match, Phase
from processor.desk import press, unproved
from processor.desk.answer import Outcome, Section
from processor.desk.files import find
from processor.desk.house import File, Sitting
from processor.desk.records import position, seats_taken
from processor.desk.times import deadline_of, terms_of
from processor.mail.write import phrase
from processor.store import matches

_STATES = {"pause": "paused", "gm": "held", "outage": "held-outage", "clock": "held-clock"}
"""What a match is called that stands still, by why its deadline is held."""


def status(file: File, seat: int | None, zone: str, now: datetime, gm: bool = False) -> Outcome:
    """Where a match stands for one reader, and the press that waits in it: a player's own, for the GM all of it."""
    match = file.match
    page, closes = position(file, seat), closing(match, zone, now)
    stands = replace(page, text=f"{closes}\n\n{page.text}") if closes else page
    return Outcome(sections=(stands, *_waiting_press(match, seat, gm)))


def all_matches(sitting: Sitting, zone: str) -> Section:
    """Every match that is not over, for the GM: what it waits for and until when."""
    files = (find(sitting, record.code) for record in matches.current(sitting.store))
    rows = [_row(sitting, file.match, zone) for file in files if file]
    return Section(phrase("all-matches-title"), "\n\n".join(rows) or phrase("no-matches"))


def closing(match: Match, zone: str, now: datetime) -> str:
    """When the coming turn closes, or what it waits for; nothing where that is nobody's question."""
    due = deadline_of(match, zone, now)
    if not due:
        return ""
    closes = phrase("closes", {"unit": match.game.unit.capitalize(), "turn": match.turn, "due": due})
    return f"{closes} {terms_of(match, zone, now)}".rstrip()


def state(match: Match) -> str:
    """In a word where a match is in its life, and whether it stands still."""
    return phrase(f"state-{_STATES[match.life.hold.why]}") if match.life.hold else str(match.phase)


def _row(sitting: Sitting, match: Match, zone: str) -> str:
    head = phrase("match-in-list", {"code": match.code, "title": match.opened.title, "game": match.game.title})
    held = ", ".join(str(each.id) for each in unproved.in_match(sitting, match))
    waiting = [phrase("held-in-list", {"numbers": held})] if held else []
    return "\n  ".join([head, *_lines(match, zone, sitting.now), *waiting])


def _lines(match: Match, zone: str, now: datetime) -> list[str]:
    if match.phase is Phase.SIGN_UP:
        return [seats_taken(match)]
    missing = ", ".join(match.seats[seat].name for seat in match.missing()) if match.hears_orders else ""
    undated = phrase("closes-undated", {"unit": match.game.unit.capitalize(), "turn": match.turn})
    lines = [closing(match, zone, now) or undated]
    return [*lines, phrase("missing-from", {"names": missing})] if missing else lines


def _waiting_press(match: Match, seat: int | None, gm: bool) -> tuple[Section, ...]:
    text = press.all_waiting(match) if gm else press.waiting(match, seat or 0)
    if match.phase is not Phase.RUNNING or not text:
        return ()
    how = phrase("press-waiting-gm" if gm else "press-waiting", {"code": match.code})
    return (Section(phrase("press-waiting-title"), f"{text}\n\n{how}"),)
