"""Tells an order from prose: which words around a call do not matter, and which mean that it is none."""

from collections.abc import Sequence
from dataclasses import replace

from processor.core.reading import Misread, nearest
from processor.games.perudo.orders import Bid
from processor.games.perudo.phrases import BIDS, CALLS, Said, Slip, Unit, units
from processor.games.perudo.pieces import CHALLENGE_SPELLINGS, FACE_SPELLINGS, ROUNDS, Item, Kind, Piece

_NEGATIONS = frozenset(
    {"not", "don't", "dont", "do", "won't", "never", "no", "isn't", "can't", "cannot", "wouldn't", "nor"}
)
_PAST = frozenset(
    {"last", "previous", "previously", "yesterday", "earlier", "ago", "was", "were", "had", "ended", "went"}
)
_UNFINISHED = frozenset({Kind.NUMBER, Kind.BARE_FACE})
_MOST_UNKNOWN = 2
"""Three unknown words make a piece prose, unless it begins like "3.2:"."""
_MOST_TRAILING = 3
"""So many unknown words behind a bid without a round still look like an order with a comment."""


def mentions_rounds(pieces: Sequence[Piece]) -> bool:
    """Whether a round is named anywhere."""
    return any(item.kind in ROUNDS for piece in pieces for item in piece.items)


def chatter(piece: Piece) -> bool:
    """Whether a remark in brackets is anything but a plain call or round."""
    return bool(piece.noise) or not any(item.kind in CALLS | ROUNDS for item in piece.items)


def labelled_row(piece: Piece, expecting: bool) -> tuple[Unit, ...]:
    """The rounds and calls of a piece in a line that names rounds. ``expecting``: a round before it waits for its call."""
    named = any(item.kind in ROUNDS for item in piece.items)
    leads = any(item.leads for item in piece.items)
    calls = any(item.kind in CALLS for item in piece.items)
    if not named and not expecting and (piece.noise or not calls):
        return () if piece.noise else units([item for item in piece.items if item.kind not in CALLS | _UNFINISHED])
    items, noise = _without_comment(piece)
    if noise or (leads and piece.noise and not _any_call(items)):
        if len(piece.noise) > _MOST_UNKNOWN and not leads:
            return ()
        return (*_rounds_before(items, (noise or piece.noise)[0].column), _stumble((noise or piece.noise)[0], items))
    if not calls and not leads and any(word.column > items[0].column for word in piece.noise if items):
        return ()  # the round is only talked about
    row = units(items)
    if not piece.asked:
        return row
    return tuple(replace(unit, call=Slip("not-sure")) if isinstance(unit, Said) else unit for unit in row)


def unlabelled_rows(pieces: Sequence[Piece], corrects: bool) -> Sequence[tuple[Unit, ...]]:
    """The calls of a line that names no round, if the line is nothing but calls, or begins with a clear one."""
    rows = [() if piece.noise or piece.asked else _whole(units(piece.items)) for piece in pieces]
    spoken = [piece for piece in pieces if piece.items or piece.noise]
    if not spoken:
        return ()
    if all(not piece.noise and not piece.asked for piece in spoken):
        return rows if all(_is_whole(piece) for piece in spoken) else ()
    if corrects and any(_corrects(row) for row in rows):
        return [row if _corrects(row) else () for row in rows]
    first, *others = spoken
    if any(item.kind in CALLS | _UNFINISHED for piece in others for item in piece.items) or any(
        map(_has_digit, others)
    ):
        return ()
    if first.asked or first.noise:
        return _attempt(first) if len(spoken) == 1 else ()
    return [_whole(units(first.items))] if _is_clear(first) else ()


def _without_comment(piece: Piece) -> tuple[tuple[Item, ...], tuple[Misread, ...]]:
    """The items that count, and the unknown words that cannot be a mere comment before a round or behind a call."""
    solid = [item for item in piece.items if item.kind in CALLS | ROUNDS | {Kind.SHOWING}]
    first, last = (solid[0].column, solid[-1].column) if solid else (0, 0)
    starts_with_round = bool(solid) and solid[0].kind in ROUNDS
    called = any(item.kind in CALLS for item in solid)
    behind = next((word.column for word in piece.noise if word.column > last), None) if called else None
    before = starts_with_round and any(word.column < first for word in piece.noise)
    items = tuple(
        item
        for item in piece.items
        if (behind is None or item.column < behind) and not (before and item.column < first)
    )
    whole = called and not any(item.kind in _UNFINISHED for item in items)
    leads = any(item.leads for item in piece.items)
    noise = tuple(
        word
        for word in piece.noise
        if _matters(word, leads, whole, items)
        or not (
            word.column > last and (called or not _unfinished(items)) or (starts_with_round and word.column < first)
        )
    )
    return items, noise


def _unfinished(items: Sequence[Item]) -> bool:
    return any(item.kind in _UNFINISHED for item in items)


def _matters(word: Misread, leads: bool, whole: bool, items: Sequence[Item]) -> bool:
    """Whether an unknown word may change what was meant: a negation, a figure, a misspelt call."""
    found = word.found.casefold()
    if any(character.isdigit() for character in found) or found in _NEGATIONS:
        return True
    if found in _PAST:
        return not leads and any(item.kind in CALLS for item in items)
    return not whole and _near(word, items) is not None


def _near(word: Misread, items: Sequence[Item]) -> str | None:
    """The spelling that was probably meant: a face behind a number, else a challenge."""
    before = [item.kind for item in items if item.column < word.column]
    if before and before[-1] is Kind.NUMBER:
        return nearest(word.found, FACE_SPELLINGS)
    return nearest(word.found, CHALLENGE_SPELLINGS)


def _stumble(word: Misread, items: Sequence[Item]) -> Said:
    near = _near(word, items)
    if near:
        return Said(Slip("misspelt", {"found": word.found, "near": near}), word.column)
    before = [item for item in items if item.column < word.column]
    if before and before[-1].kind is Kind.NUMBER:
        return Said(Slip("no-face", {"number": before[-1].numbers[0]}), word.column)
    return Said(Slip("not-understood", {"found": word.found, "column": word.column}), word.column)


def _rounds_before(items: Sequence[Item], column: int) -> tuple[Item, ...]:
    return tuple(item for item in items if item.kind in ROUNDS and item.column < column)


def _any_call(items: Sequence[Item]) -> bool:
    return any(item.kind in CALLS | _UNFINISHED | {Kind.LEAD} for item in items)


def _whole(row: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return row


def _is_whole(piece: Piece) -> bool:
    """Whether a piece without a round is a call and nothing less; words of correction may stand by themselves."""
    kinds = {item.kind for item in piece.items}
    return not kinds & (_UNFINISHED | {Kind.PASSING, Kind.EXACT}) and (
        bool(kinds & CALLS) or not kinds - {Kind.CORRECTION, Kind.SHOWING, Kind.REROLL}
    )


def _corrects(row: tuple[Unit, ...]) -> bool:
    return any(isinstance(unit, Said) and unit.corrects and isinstance(unit.call, Bid) for unit in row)


def _is_clear(piece: Piece) -> bool:
    """Whether a call is beyond doubt although other sentences follow: a bid, or a challenge in the game's own words."""
    return any(
        item.kind in BIDS or (item.kind is Kind.CHALLENGE and item.words[0].casefold() in ("challenge", "dudo"))
        for item in piece.items
    ) and _is_whole(piece)


def _has_digit(piece: Piece) -> bool:
    return any(character.isdigit() for word in piece.noise for character in word.found)


def _attempt(piece: Piece) -> Sequence[tuple[Unit, ...]]:
    """A line without a round that was probably meant as a call."""
    if piece.asked:
        return [(Said(Slip("not-sure"), 1),)] if not piece.noise and _is_clear(piece) else ()
    if len(piece.noise) > _MOST_TRAILING:
        return ()
    word = piece.noise[0]
    kinds = [item.kind for item in piece.items if item.kind not in (Kind.CORRECTION, Kind.LEAD)]
    misspelt = len(piece.noise) == 1 and _near(word, piece.items) and kinds in ([], [Kind.NUMBER])
    trailing = kinds and set(kinds) <= BIDS and word.column > piece.items[-1].column
    return [(_stumble(word, piece.items),)] if misspelt or trailing else ()
