"""Tells everybody for whom a ruling changed something what was, what is, and why; and nobody else.

What a player is told is worked out from two views of that player, before and after, so it can tell nothing that they
may not know. Something has changed for them where one of their pages reads otherwise, where other orders of theirs are
on file, where their money moved, and where another turn is open.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from processor.core.lost import Lost
from processor.core.match import Match, Phase
from processor.core.money import MATCH, in_words, seat_account, sums
from processor.core.orders import Order
from processor.core.revision import Revision, turn_by_turn
from processor.desk.answer import standing
from processor.desk.drafts import send
from processor.desk.files import players
from processor.desk.house import File, Sitting
from processor.desk.pagechanges import Change, Line, changes
from processor.desk.pages import headings
from processor.desk.views import names, page, what_moved, where_it_stands
from processor.mail.write import compose, phrase
from processor.store.cases import Case
from processor.store.roster import Player


@dataclass(frozen=True)
class LostOrder:
    """An order that was on file and counts no more: it is not possible, and ``why``, or its turn is not there now."""

    turn: int
    what: str
    why: str = ""


@dataclass(frozen=True)
class Correction:
    """All that has changed for one reader. ``money`` says what moved into or out of their account.

    ``void`` are orders for a part of the match that is not there any more. ``opens`` where another turn is open now, or
    the match is over or goes on, whatever the pages show.
    """

    changes: tuple[Change, ...]
    lost: tuple[LostOrder, ...]
    void: tuple[LostOrder, ...]
    money: str
    opens: bool

    def __bool__(self) -> bool:
        return bool(self.changes or self.lost or self.void or self.money or self.opens)


def correction(revision: Revision, seat: int | None) -> Correction:
    """What a ruling changed for a seat, or for somebody without one, by what they may see turn by turn."""
    before, after = revision.before, revision.after
    turns = tuple(_turns(revision, seat))
    told = {(each.under, each.lines) for each in turns}  # how a match ended is what its last turn brought
    standing_now = (each for each in _as_it_stands(before, after, seat) if (each.under, each.lines) not in told)
    found = (*turns, *standing_now, *_on_file(before, after, seat))
    mine = tuple(_lost(after, each) for each in revision.lost if each.seat == seat)
    void = tuple(LostOrder(each.turn, after.game.say(each.order)) for each in revision.void if each.seat == seat)
    moved = sums(revision.ruling.movements).get(seat_account(seat), 0) if seat is not None else 0
    return Correction(found, mine, void, _money(moved), _stands(before) != _stands(after))


def money_moved(revision: Revision) -> tuple[str, ...]:
    """The money that a ruling moves, account by account, for the GM."""
    match = revision.after
    whose = {seat_account(seat): taken.name for seat, taken in match.seats.items()} | {MATCH: phrase("the-pot")}
    return tuple(f"{whose[account]}: {in_words(pence)}" for account, pence in sums(revision.ruling.movements).items())


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


def mail_outcome(
    sitting: Sitting, file: File, case: Case, player: Player, notes: Sequence[str], outcome: Sequence[str]
) -> None:
    """Tell the player whose dispute it was, and who has no seat any more, what came of it, and nothing else."""
    _mail(sitting, file, case, player, None, Correction((), (), (), "", False), notes, outcome)


def for_the_gm(revision: Revision) -> tuple[tuple[str, Correction], ...]:
    """What everybody would see otherwise, and then for each player what they alone would."""
    common = correction(revision, None)
    shown = {(each.page, line) for each in common.changes for line in each.lines}
    found = [(phrase("everybody"), common)] if common.changes else []
    for seat, taken in sorted(revision.after.seats.items()):
        own = correction(revision, seat)
        rest = tuple(_without(shown, each) for each in own.changes)
        if any(each.lines for each in rest):
            found.append((taken.name, replace(own, changes=tuple(each for each in rest if each.lines))))
    return tuple(found)


def _without(shown: Collection[tuple[str, Line]], change: Change) -> Change:
    return replace(change, lines=tuple(line for line in change.lines if (change.page, line) not in shown))


def _mail(
    sitting: Sitting,
    file: File,
    case: Case,
    player: Player,
    seat: int | None,
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
        again=case.ruling is not None,
        notes=notes,
        outcome=outcome or (),
        correction=changed,
        is_seated=seat is not None,
        position=where_it_stands(match, seat) if changed else "",
        account=standing(file, seat) if changed and seat is not None else None,
        asked_anew=bool(match.asked_anew),
    )
    send(sitting, kind, player, mail, match.code, match.events, match=match.code if seat is not None else None)


def _stands(match: Match) -> tuple[Phase, int]:
    return match.phase, match.turn


def _turns(revision: Revision, seat: int | None) -> Iterator[Change]:
    """What reads otherwise in the results of the turns that have closed, or had."""
    after = revision.after
    was, now = (turn_by_turn(after.game, told) for told in (revision.before_it, revision.after_it))
    for turn in sorted({*was, *now}):
        title = f"{after.game.unit.capitalize()} {turn}"
        if turn in now:
            yield from changes(title, _results(was.get(turn), seat), _results(now[turn], seat), names(after))
        else:
            yield Change(title, "", (("", phrase("turn-gone")),))


def _as_it_stands(before: Match, after: Match, seat: int | None) -> Iterator[Change]:
    """What reads otherwise in how the match stands. Where another turn is open, all of that is told anew."""
    if _stands(before) == _stands(after):
        yield from what_moved(before, after, seat)


def _on_file(before: Match, after: Match, seat: int | None) -> Iterator[Change]:
    """Which orders of the seat are on file for the turn that is open, where those are others now."""
    was, now = (() if seat is None else match.standing(seat) for match in (before, after))
    if _stands(before) == _stands(after) and was != now:
        facts = {"unit": after.game.unit, "turn": after.turn}
        lines = (*_listed("was", after, was), *_listed("is", after, now))
        yield Change(phrase("on-file-for", facts), "", lines)


def _listed(word: str, match: Match, orders: Sequence[Order]) -> Iterator[Line]:
    yield from ((word, match.game.say(order)) for order in orders)
    if not orders:
        yield word, phrase("none-on-file")


def _money(pence: int) -> str:
    label = "money-in" if pence > 0 else "money-out"
    return phrase(label, {"pence": in_words(abs(pence))}) if pence else ""


def _results(match: Match | None, seat: int | None) -> str:
    """What a turn brought, if there was one."""
    return page(match, seat, "results") if match else ""


def _lost(match: Match, lost: Lost) -> LostOrder:
    why = lost.why or phrase("lost-to-the-end", {"code": match.code})
    return LostOrder(lost.turn, match.game.say(lost.order), why)
