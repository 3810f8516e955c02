"""Whose entry and which turn a written allocation is for, where the player left that open."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from processor.core.orders import Remark
from processor.core.wording import listed
from processor.games.choice.legality import Fault, fits, rolled
from processor.games.choice.orders import NOT_NAMED, WORDS, say
from processor.games.choice.settling import Candidate
from processor.games.choice.state import LETTERS, Entry, State

Refused = tuple[Candidate, Fault]


@dataclass(frozen=True)
class Placed:
    """Candidates that have found their place, those that could not, and what was assumed."""

    candidates: tuple[Candidate, ...] = ()
    refused: tuple[Refused, ...] = ()
    remarks: tuple[Remark, ...] = ()


def with_entries(fresh: Sequence[Candidate], letters: AbstractSet[str]) -> Placed:
    """Without a letter an allocation is for entry A, as long as the player has no other (rule 9)."""
    placed = Placed()
    for candidate in fresh:
        if not candidate.order.entry and len(letters) > 1:
            placed = replace(placed, refused=(*placed.refused, (candidate, _which_entry(candidate, letters))))
        else:
            named = replace(candidate, order=replace(candidate.order, entry=candidate.order.entry or "A"))
            placed = replace(placed, candidates=(*placed.candidates, named))
            letters = letters | {named.order.entry}
    return placed


def out_of_play(state: State, entry: Entry, letters: AbstractSet[str]) -> Fault | None:
    """Why nothing can be ordered for this entry, if so; ``letters`` are those that the player has."""
    if entry.seat in state.left:
        return Fault("entry-over", {"entry": entry.letter, "how": WORDS.phrase("over", "withdrawn")})
    if entry.ending:
        how = WORDS.phrase("over", "ended", turn=len(entry.made))
        return Fault("entry-over", {"entry": entry.letter, "how": how})
    due = next((letter for letter in LETTERS if letter not in letters), entry.letter)
    if entry.letter not in letters and entry.letter != due:
        return Fault("entry-skipped", {"entry": entry.letter, "due": due})
    return None


def with_turns(state: State, entry: Entry, held: AbstractSet[int], fresh: Sequence[Candidate]) -> Placed:
    """Without a turn an allocation is for the earliest outstanding turn that its dice fit (rule 11).

    A turn that nothing is written for comes before one that has something on file, and that before one
    that this very letter has filled. Those that fit fewest turns choose first.
    """
    placed: dict[int, Candidate] = {at: each for at, each in enumerate(fresh) if each.order.turn != NOT_NAMED}
    refused: list[Refused] = []
    remarks: list[Remark] = []
    unnamed = [(_possible(state, entry, each), at) for at, each in enumerate(fresh) if each.order.turn == NOT_NAMED]
    for possible, at in sorted(unnamed, key=lambda choice: len(choice[0])):
        candidate = fresh[at]
        if not possible:
            refused.append((candidate, _fits_nowhere(state, entry, candidate)))
            continue
        taken = {each.order.turn for each in placed.values()}
        number = min(possible, key=lambda turn: (turn in taken, turn in held, turn))
        placed[at] = replace(candidate, order=replace(candidate.order, turn=number))
        if len(possible) > 1:
            facts = {"allocation": say(candidate.order), "turns": listed(possible), "turn": number}
            remarks.append(WORDS.remark("fits-several", **facts))
    in_order = [placed[at] for at in sorted(placed)]
    refused += [(each, _not_open(state, entry, each)) for each in in_order if not _is_open(state, entry, each)]
    return Placed(tuple(each for each in in_order if _is_open(state, entry, each)), tuple(refused), tuple(remarks))


def _possible(state: State, entry: Entry, candidate: Candidate) -> tuple[int, ...]:
    return tuple(turn.number for turn in state.outstanding(entry) if fits(candidate.order, turn))


def _is_open(state: State, entry: Entry, candidate: Candidate) -> bool:
    return entry.next_turn <= candidate.order.turn <= len(state.turns)


def _which_entry(candidate: Candidate, letters: AbstractSet[str]) -> Fault:
    several = sorted(letters)
    example = say(replace(candidate.order, entry=several[-1]))
    return Fault("which-entry", {"entries": listed(several), "letters": listed(several, "or"), "example": example})


def _not_open(state: State, entry: Entry, candidate: Candidate) -> Fault:
    closed = candidate.order.turn < entry.next_turn
    facts = {"entry": entry.letter, "turn": candidate.order.turn, "outstanding": _outstanding(state, entry)}
    return Fault("turn-closed" if closed else "turn-not-printed", facts)


def _fits_nowhere(state: State, entry: Entry, candidate: Candidate) -> Fault:
    facts = {"entry": entry.letter, "allocation": say(candidate.order), "outstanding": _outstanding(state, entry)}
    return Fault("fits-nowhere", facts)


def _outstanding(state: State, entry: Entry) -> str:
    return listed([f"turn {turn.number} ({rolled(turn)})" for turn in state.outstanding(entry)])
