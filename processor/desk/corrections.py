"""Tells everybody for whom a ruling changed something what was, what is, and why; and nobody else.

What a player is told is worked out from two views of that player, before and after, so it can tell nothing that they
may not know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from processor.core.match import Match, Phase
from processor.core.revision import Lost, Revision, turn_by_turn
from processor.desk.drafts import send
from processor.desk.files import players
from processor.desk.house import File, Sitting
from processor.desk.pages import headings
from processor.mail.write import compose, phrase, render
from processor.store.cases import Case
from processor.store.roster import Player


@dataclass(frozen=True)
class Difference:
    """Some lines of a page that are others now, and the heading that they stand under."""

    under: str
    was: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True)
class LostOrder:
    """An order that was on file and is not possible any more, and why."""

    turn: int
    what: str
    why: str


@dataclass(frozen=True)
class Correction:
    """All that has changed for one reader. Something can have changed that no page shows."""

    differences: tuple[Difference, ...]
    lost: tuple[LostOrder, ...]
    changes: bool

    def __bool__(self) -> bool:
        return self.changes or bool(self.lost)


def correction(revision: Revision, seat: int | None) -> Correction:
    """What a ruling changed for a seat, or for somebody without one, by what they may see turn by turn."""
    before, after = revision.before, revision.after
    was, now = (turn_by_turn(after.game, told) for told in (revision.before_it, revision.after_it))
    turns = sorted({*was, *now})
    found = [
        each
        for turn in turns
        for each in _differences(
            f"{after.game.unit.capitalize()} {turn}", _results(was.get(turn), seat), _results(now.get(turn), seat)
        )
    ]
    found += _differences(phrase("as-it-stands"), _position(before, seat), _position(after, seat))
    mine = tuple(_lost(after, each) for each in revision.lost if each.seat == seat)
    changes = bool(found) or _seen(before, seat) != _seen(after, seat)
    return Correction(tuple(dict.fromkeys(found)), mine, changes)


def mail_corrections(
    sitting: Sitting, file: File, case: Case, revision: Revision, notes: Sequence[str], outcome: Sequence[str]
) -> int:
    """Mail everybody who sees something else now, and in any case the player whose dispute it was; to how many."""
    told = 0
    for seat, player in players(sitting, file.match).items():
        changed = correction(revision, seat)
        disputed = player.id == case.player
        if changed or disputed:
            _mail(sitting, file, case, player, seat, changed, notes, outcome if disputed else None)
            told += 1
    return told


def for_the_gm(sitting: Sitting, revision: Revision) -> tuple[tuple[str, Correction], ...]:
    """What everybody would see otherwise, and then for each player what they alone would."""
    common = correction(revision, None)
    shown = set(common.differences)
    found = [(phrase("everybody"), common)] if common else []
    for seat, taken in sorted(revision.after.seats.items()):
        own = correction(revision, seat)
        rest = Correction(tuple(each for each in own.differences if each not in shown), own.lost, False)
        if rest.differences:
            found.append((taken.name, rest))
    return tuple(found)


def _mail(
    sitting: Sitting,
    file: File,
    case: Case,
    player: Player,
    seat: int,
    changed: Correction,
    notes: Sequence[str],
    outcome: Sequence[str] | None,
) -> None:
    """Mail one player what has changed, and the ``outcome`` of the dispute if it was theirs."""
    match, kind = file.match, "correction" if outcome is None else "ruled"
    mail = compose(
        kind,
        **headings(sitting, match, player),
        case=case.name,
        disputed=case.turn,
        notes=notes,
        outcome=outcome or (),
        correction=changed,
        position=_position(match, seat) if changed else "",
    )
    send(sitting, kind, player, mail, match.code, match.events, match=match.code)


def _seen(match: Match, seat: int | None) -> tuple[Any, ...]:
    """All that a seat can see of a match; its orders on file belong to it."""
    orders = match.standing(seat) if seat is not None else ()
    return match.phase, match.turn, match.game.view(match.state, seat), orders


def _position(match: Match, seat: int | None) -> str:
    """Where a match stands; of one that is over, how it ended."""
    return _page(match, seat, "results" if match.phase is Phase.OVER else "position")


def _results(match: Match | None, seat: int | None) -> str:
    """What a turn brought, if there was one."""
    return _page(match, seat, "results") if match else ""


def _page(match: Match, seat: int | None, page: str) -> str:
    return render(f"{match.game.name}/{page}.j2", view=match.game.view(match.state, seat)).strip()


def _differences(page: str, was: str, now: str) -> Iterator[Difference]:
    """The places in which a page differs from what it was. Blank lines do not count."""
    before, after = ([line for line in text.split("\n") if line.strip()] for text in (was, now))
    for what, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            heading = _heading(after, new_start) or _heading(before, start)
            yield Difference(
                f"{page}: {heading}" if heading else page, tuple(before[start:end]), tuple(after[new_start:new_end])
            )


def _heading(lines: Sequence[str], at: int) -> str:
    """The last line above that is not indented."""
    above = (line for line in reversed(lines[:at]) if not line.startswith(" "))
    return next(above, "")


def _lost(match: Match, lost: Lost) -> LostOrder:
    why = lost.why or phrase("lost-to-the-end", {"code": match.code})
    return LostOrder(lost.turn, match.game.say(lost.order), why)
