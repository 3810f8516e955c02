"""Judges what was written against the position: whose turn it is, who is meant, and whether the rules allow it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from processor.core.game import Seat
from processor.core.orders import Checked, Complaint, Order, Remark, Written
from processor.games.shootout.names import Nobody, Several, bare, find, named
from processor.games.shootout.orders import WORDS, Accuracy, Shot, Vote, own_die
from processor.games.shootout.state import Fate, State

Standing = Mapping[str, Order]


@dataclass(frozen=True)
class Fault:
    """Why something cannot be taken, with the facts for its hint."""

    reason: str
    facts: Mapping[str, object]


def check(state: State, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """What stands once these orders were judged, one after the other."""
    return _checked(state, seat, standing, fresh)


def check_early(standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    """What is kept from a letter that comes before play begins: an accuracy (rule 3)."""
    return _checked(None, 0, standing, fresh)


def _checked(state: State | None, seat: int, standing: tuple[Order, ...], fresh: Sequence[Written]) -> Checked:
    stands = {order.key: order for order in standing}
    accepted: dict[str, Order] = {}
    complaints: list[Complaint] = []
    remarks: list[Remark] = []
    for written in fresh:
        judged = _judged(state, seat, written.order, stands)
        if isinstance(judged, Fault):
            complaints.append(WORDS.about(written, judged.reason, **judged.facts))
            continue
        remarks += _remarks(accepted.get(judged.key), judged)
        stands[judged.key] = accepted[judged.key] = judged
    return Checked(tuple(stands.values()), tuple(accepted.values()), tuple(complaints), tuple(remarks))


def _judged(state: State | None, seat: int, order: Order, stands: Standing) -> Order | Fault:
    if state is None:
        return _choice({}, 0, order, stands) if isinstance(order, Accuracy) else Fault("not-begun", {})
    if seat in state.fates:
        return _out_of_it(state, seat)
    match order:
        case Accuracy():
            return _choice(state.accuracies, seat, order, stands)
        case Shot():
            return _early(state, seat, stands) or _aimed(state, seat, order)
        case Vote():
            return _voted(state, seat, order, stands)
        case _:
            raise TypeError(f"{order!r} is no order of this game")


def _out_of_it(state: State, seat: int) -> Fault:
    """The dead do nothing more, nor do those who are gone (rule 6)."""
    return Fault("you-are-dead" if state.fates[seat] is Fate.DEAD else "you-are-out", {})


def _choice(chosen: Mapping[int, int], seat: int, choice: Accuracy, stands: Standing) -> Accuracy | Fault:
    """An accuracy is chosen once; saying the same again before all have chosen does no harm (rule 3)."""
    on_file = stands.get(choice.key)
    if seat in chosen:
        return Fault("already-chosen", {"accuracy": chosen[seat], "other": choice.value})
    if isinstance(on_file, Accuracy) and on_file != choice:
        return Fault("already-chosen", {"accuracy": on_file.value, "other": choice.value})
    return choice


def _early(state: State, seat: int, stands: Standing) -> Fault | None:
    """A shot out of turn, which is not kept (rule 4)."""
    if state.shooter is None:
        waiting = [each for each in state.awaited if each != seat or "accuracy" not in stands]
        return Fault("not-all-chosen", {"names": _names(state, waiting)})
    if state.shooter == seat and not state.is_done:
        return None
    facts = {"shooter": state.name_of(state.shooter)}
    last = state.shots[-1] if state.shots else None
    if last and last.seat == seat and last.turn == state.turn - 1:
        return Fault("already-shot", facts | {"target": state.name_of(last.target), "die": last.rolls[0].face})
    return Fault("not-your-turn", facts)


def _aimed(state: State, seat: int, shot: Shot) -> Shot | Fault:
    """A shot at a living player other than the shooter (rule 5)."""
    others = [each for each in state.living if each != seat]
    facts = {"name": bare(shot.target), "names": _names(state, others), "example": state.name_of(others[0])}
    if bare(shot.target).casefold() in ("myself", "me", "self") and named(state.order, shot.target) is None:
        return Fault("at-yourself", facts)
    found = _player(state, shot.target, facts)
    if isinstance(found, Fault):
        return _brought_a_die(state, shot) or found
    if found == seat:
        return Fault("at-yourself", facts)
    facts |= {"name": state.name_of(found)}
    if found in state.fates:
        return Fault("already-dead" if state.fates[found] is Fate.DEAD else "already-gone", facts)
    return replace(shot, target=state.name_of(found))


def _brought_a_die(state: State, shot: Shot) -> Fault | None:
    """ "Shoot Bob 14", where there is a Bob and no Bob 14."""
    found = find(state.order, own_die(shot.target) or "")
    return Fault("own-die", {"example": found.name}) if isinstance(found, Seat) else None


def _voted(state: State, seat: int, vote: Vote, stands: Standing) -> Vote | Fault:
    """A vote to remove a player whose time is up, or the end of one (rule 9)."""
    awaited = [each for each in state.awaited if each != seat] or [seat]
    facts = {"name": bare(vote.target), "names": _names(state, awaited), "example": state.name_of(awaited[0])}
    if not state.kick:
        return Fault("no-kicking", facts)
    found = _player(state, vote.target, facts)
    if isinstance(found, Fault):
        return replace(found, reason=f"{found.reason}-to-kick")
    facts |= {"name": state.name_of(found)}
    whole = replace(vote, target=state.name_of(found))
    if fault := _no_vote(state, seat, found):
        return Fault(fault, facts)
    before = stands.get(whole.key)
    has_voted = before.kick if isinstance(before, Vote) else (seat, found) in state.votes
    return whole if vote.kick or has_voted else Fault("no-vote-yet", facts)


def _no_vote(state: State, seat: int, target: int) -> str | None:
    """Why there can be no vote to remove that player now."""
    if target == seat:
        return "kick-yourself"
    if target in state.fates:
        return "out-already"
    if target not in state.awaited:
        return "not-waited-for"
    return None if target in state.late else "time-not-up"


def _player(state: State, name: str, facts: Mapping[str, object]) -> int | Fault:
    """The seat of the player of that name; a near miss is asked back, never guessed."""
    match find(state.order, name):
        case Several(names=names):
            return Fault("several", {**facts, "mentioned": " and ".join(names), "example": names[0]})
        case Nobody(near=()):
            return Fault("stranger", facts)
        case Nobody(near=near):
            return Fault("near-miss", {**facts, "near": " or ".join(near), "example": near[0]})
        case seat:
            return seat.number


def _remarks(before: Order | None, now: Order) -> tuple[Remark, ...]:
    """Of two shots in one letter the later counts, and the player is told so (ruling 13)."""
    if not isinstance(before, Shot) or not isinstance(now, Shot) or before == now:
        return ()
    return (WORDS.remark("later-shot", target=now.target, before=before.target),)


def _names(state: State, seats: Sequence[int]) -> str:
    return ", ".join(state.name_of(seat) for seat in seats)
