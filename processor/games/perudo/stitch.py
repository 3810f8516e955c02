"""Finds the rounds of every call in a line: "3.2: dudo", "dudo in 3.2 and 4.1", "3.2, 6 fives; 4.1, dudo"."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from processor.games.perudo.orders import Bid, Challenge
from processor.games.perudo.phrases import Said, Slip, Unit, showing
from processor.games.perudo.pieces import ROUNDS, Item, Kind

RoundName = tuple[int, int]
Rounds = tuple[RoundName, ...]
"""Rounds as (dice, place); place 0 where only the number of dice was said."""


@dataclass
class Seam:
    """What has been stitched so far. ``waiting`` are rounds whose call is still to come."""

    waiting: Rounds = ()
    last: Rounds = ()
    leads: bool = False
    said: list[Said] = field(default_factory=list)
    calls_first: bool = False
    corrects: bool = False


def stitch(rows: Sequence[Sequence[Unit]], waiting: Rounds, last: Rounds) -> Seam:
    """The calls of a line with their rounds.

    ``rows`` are the pieces of the line. ``waiting`` are the rounds of a heading above it, and ``last`` those of the
    last call of the letter, which a correction is about.
    """
    seam = Seam(waiting=waiting, last=last)
    for index, row in enumerate(rows):
        following = next((each for each in rows[index + 1 :] if each), ())
        _stitch_row(seam, _grouped(row), any(_is_round(unit) for unit in following) or not following)
    seam.said = _without_echoes(_with_corrections(seam.said, last))
    return seam


def _with_corrections(said: Sequence[Said], last: Rounds) -> list[Said]:
    """The calls, where a correction that names no round is for the rounds of the call before it."""
    told: list[Said] = []
    for each in said:
        inherited = (told[-1].rounds if told else last) if each.corrects and not each.rounds else each.rounds
        call = _of_the_same_face(told[-1].call, each.call) if told and each.corrects else each.call
        told.append(replace(each, call=call, rounds=inherited))
    return told


def _of_the_same_face(before: Bid | Challenge | Slip, call: Bid | Challenge | Slip) -> Bid | Challenge | Slip:
    """The call, where a mere number behind a bid is a number of the same face: "6 fives, no, make that 7"."""
    match before, call:
        case Bid(face=face), Slip(reason="no-face", facts={"number": int(count)}):
            return Bid(count=count, face=face)
        case _:
            return call


def _without_echoes(said: Sequence[Said]) -> list[Said]:
    """The calls without those that only repeat the one before; with another call for the same round neither counts."""
    kept: list[Said] = []
    for each in said:
        before = kept[-1] if kept else None
        if before is None or each.rounds or each.corrects:
            kept.append(each)
        elif isinstance(each.call, Slip):
            kept.append(each)
            if not (before.rounds or isinstance(before.call, Slip)):
                kept[-2:] = [replace(before, call=Slip("two-calls"))]
        elif not isinstance(before.call, Slip) and each.call != before.call:
            kept[-1] = replace(before, call=Slip("two-calls"))
    return kept


@dataclass(frozen=True)
class _Group:
    """Rounds that stand together, and whether a mark behind the last says that their call follows."""

    rounds: Rounds
    leads: bool


def _grouped(row: Sequence[Unit]) -> list[_Group | Unit]:
    grouped: list[_Group | Unit] = []
    for unit in row:
        if not _is_round(unit):
            grouped.append(unit)
            continue
        assert isinstance(unit, Item)
        named = (unit.numbers[0], unit.numbers[1])
        before = grouped[-1] if grouped else None
        if isinstance(before, _Group) and not before.leads:
            grouped[-1] = _Group(_joined(before.rounds, (named,)), unit.leads)
        else:
            grouped.append(_Group((named,), unit.leads))
    return grouped


def _stitch_row(seam: Seam, row: list[_Group | Unit], next_names_rounds: bool) -> None:
    if row and isinstance(row[0], Said):
        seam.calls_first = not seam.waiting
    elif any(isinstance(each, Said) for each in row):
        seam.calls_first = False
    for index, each in enumerate(row):
        match each:
            case _Group():
                before, behind = row[:index], row[index + 1 :]
                ends_a_call = next_names_rounds or any(isinstance(other, Said) for other in (*before, *behind))
                _place(seam, each, ends_a_call)
            case Said():
                _say(seam, each)
            case Item(kind=Kind.CORRECTION):
                seam.corrects = True
            case Item():
                _show(seam, each)


def _place(seam: Seam, group: _Group, ends_a_call: bool) -> None:
    """Give rounds to the call before them, or keep them for the one to come.

    ``ends_a_call`` is false where rounds stand alone between commas and a call without rounds comes next.
    """
    follows = bool(seam.said) and (seam.calls_first or not seam.said[-1].rounds)
    if follows and not group.leads and ends_a_call:
        before = seam.said[-1]
        seam.said[-1] = replace(before, rounds=_joined(before.rounds, group.rounds))
    else:
        seam.waiting = _joined(() if seam.leads else seam.waiting, group.rounds)
        seam.leads = group.leads


def _say(seam: Seam, said: Said) -> None:
    rounds, seam.waiting, seam.leads = seam.waiting, (), False
    corrects, seam.corrects = said.corrects or seam.corrects, False
    seam.said.append(replace(said, rounds=rounds, corrects=corrects))


def _show(seam: Seam, item: Item) -> None:
    """Dice that are shown belong to the bid before them."""
    before = seam.said[-1] if seam.said else None
    if before and isinstance(before.call, Bid):
        seam.said[-1] = replace(before, call=showing(before.call, item))
    else:
        seam.said.append(Said(Slip("how-many-shown"), item.column))


def _joined(rounds: Rounds, more: Rounds) -> Rounds:
    """Both lists, where "3.2" and "3 dice" next to each other are one round."""
    joined = list(rounds)
    for dice, place in more:
        if (dice, place) in joined:
            continue
        if joined and joined[-1][0] == dice and 0 in (joined[-1][1], place):
            joined[-1] = (dice, joined[-1][1] or place)
        else:
            joined.append((dice, place))
    return tuple(joined)


def _is_round(unit: Unit) -> bool:
    return isinstance(unit, Item) and unit.kind in ROUNDS
