"""Tells an order from prose: which words around a call do not matter, and which mean that it is none."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import inf

from processor.core.reading import nearest
from processor.games.perudo.orders import Bid
from processor.games.perudo.phrases import BIDS, CALLS, Said, Slip, Unit, no_face, units
from processor.games.perudo.pieces import (
    CHALLENGE_SPELLINGS,
    FACE_SPELLINGS,
    ROUNDS,
    Item,
    Kind,
    Piece,
    Word,
    read_piece,
)

_NEGATIONS = frozenset({"not", "don't", "dont", "won't", "never", "no", "isn't", "can't", "cannot", "wouldn't", "nor"})
_CHANGES = frozenset({"minus", "plus", "less", "fewer", "except", "without"})
_OTHER_TIMES = frozenset(
    {
        "last",
        "previous",
        "previously",
        "yesterday",
        "earlier",
        "ago",
        "was",
        "were",
        "had",
        "ended",
        "went",
        "next",
        "later",
        "soon",
        "tomorrow",
    }
)
# fmt: off
_TALK = frozenset(
    {
        "i", "me", "my", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "they", "them",
        "is", "are", "be", "been", "has", "have", "saw", "made", "taught", "gave", "got", "lost", "won",
        "about", "on", "for", "to", "from", "with", "at", "in", "by", "and", "so", "too", "what", "how",
        "why", "who", "it", "its", "this", "that",
    }
)
# fmt: on
"""What a tale is told with, and hardly an order."""
_UNFINISHED = frozenset({Kind.NUMBER, Kind.BARE_FACE})
_OWN_WORDS = frozenset({"challenge", "dudo"})
_ARTICLES = frozenset({"a", "the", "his", "her", "your", "their"})
_EVERY = frozenset({"all", "any", "every", "everything", "everywhere", "everybody", "everyone", "each", "both", "lot"})
_PLAIN_DOUBTS = _OWN_WORDS | {"challenging", "chall", "duda", "liar", "liars", "doubt", "doubting", "believe"}
"""The last words of challenges that are heard without a round; "nonsense!" alone may be meant for anything."""
_LIARS = frozenset({"lying", "liar", "liars", "bluffing"})
_MOST_UNKNOWN = 2
"""Three unknown words make a piece prose, unless it begins like "3.2:"."""
_MOST_BETWEEN = 4
"""So many unknown words between a round and a face still look like an order."""
_MOST_TRAILING = 3
"""So many unknown words behind a bid without a round still look like an order with a comment."""
_NEVER = inf


def names_rounds(pieces: Collection[Piece]) -> bool:
    """Whether a round is named anywhere."""
    return any(_has(piece.items, ROUNDS) for piece in pieces)


def is_chatter(piece: Piece) -> bool:
    """Whether a remark in brackets is anything but a plain call or round."""
    return bool(piece.noise) or not _has(piece.items, CALLS | ROUNDS)


def tries_to_call(text: str) -> bool:
    """Whether what stands behind a number is no talk: a face, a call or a number is in it, and few unknown words."""
    piece = read_piece(text, 0, len(text))
    plain = _has(piece.items, (CALLS | {Kind.BARE_FACE}) - ({Kind.PASSING} if piece.noise else set()))
    return len(piece.noise) <= (_MOST_TRAILING if plain else _MOST_UNKNOWN) and (
        plain or _has(piece.items, {Kind.NUMBER})
    )


def labelled_row(piece: Piece, expecting: bool, leads_up: bool) -> tuple[Unit, ...]:
    """The rounds and calls of a piece, in a line that names rounds.

    ``expecting`` says that a round before this piece still waits for its call, and ``leads_up`` that the next piece is
    a call and nothing else.
    """
    if leads_up and _is_remark(piece):
        return tuple(item for item in piece.items if item.kind in ROUNDS)
    if not _has(piece.items, ROUNDS) and not expecting:
        return _asked(piece, _afterthought(piece))
    core = _core(piece)
    leads = any(item.leads for item in piece.items)
    called = _has(core.items, CALLS | _UNFINISHED | {Kind.LEAD})
    if leads and piece.asked and not called:
        return (*units(core.items), Said(Slip("no-call"), piece.items[-1].column))
    trouble = core.trouble or (piece.noise if leads and not called else ())
    if not trouble:
        talked_about = not called and any(word.column > core.begins for word in piece.noise)
        return () if talked_about else _asked(piece, units(core.items))
    is_talk = len(piece.noise) > _MOST_UNKNOWN and not leads and not (expecting and _has(piece.items, BIDS))
    if is_talk and not _is_framed(piece):
        return ()
    rounds = [item for item in core.items if item.kind in ROUNDS and item.column < trouble[0].column]
    return (*rounds, _stumble(trouble[0], piece.items))


def unlabelled_rows(pieces: Sequence[Piece], corrects: bool) -> Sequence[tuple[Unit, ...]]:
    """The calls of a line that names no round, if it is nothing but calls or begins with a clear one.

    ``corrects`` says that there is a call above which "make that …" can be about.
    """
    spoken = [piece for piece in pieces if piece.items or piece.noise]
    rows = [() if _is_muddled(piece) else units(piece.items) for piece in spoken]
    if not any(_is_muddled(piece) for piece in spoken):
        return rows if all(_is_whole(piece) for piece in spoken) else ()
    if corrects and any(_is_correction(row) for row in rows):
        return [row for row in rows if _is_correction(row)]
    if everywhere := _in_every_round(spoken):
        return everywhere
    first, *others = spoken
    if any(_has(piece.items, CALLS | _UNFINISHED) or _has_figure(piece) for piece in others):
        return ()
    if _is_muddled(first):
        return () if others else _attempt(first)
    return rows[:1] if _is_clear(first) else ()


@dataclass(frozen=True)
class _Core:
    """A piece without its comments: the items that count, and the unknown words that are in the way.

    ``begins`` is the column of the round that it begins with, or 0.
    """

    items: tuple[Item, ...]
    trouble: tuple[Word, ...]
    begins: int


def _core(piece: Piece) -> _Core:
    """Words before a round are an address ("Ann 3.2: …"), and words behind a call are a comment."""
    solid = _undoubted([item for item in piece.items if item.kind in CALLS | ROUNDS | {Kind.SHOWING}], piece)
    called = _has(solid, CALLS)
    begins = solid[0].column if solid and solid[0].kind in ROUNDS else 0
    unfinished = not called and _has(piece.items, _UNFINISHED)
    ends = _NEVER if unfinished else solid[-1].column if solid else 0
    headed = any(word.column < begins for word in piece.noise)
    comment = next((word.column for word in piece.noise if word.column > ends), _NEVER) if called else _NEVER
    items = tuple(item for item in piece.items if item.column < comment and not (headed and item.column < begins))
    trouble = (
        word
        for word in piece.noise
        if (begins <= word.column <= ends and not _is_who(word, solid)) or _matters(word, piece, items)
    )
    return _Core(items, tuple(trouble), begins)


def _undoubted(solid: list[Item], piece: Piece) -> list[Item]:
    """What counts without the bid that a challenge speaks of: "I challenge Lady Luck's 6 fives"."""
    if any(item.kind is Kind.CORRECTION for item in piece.items):
        return solid
    challenge = next((at for at, item in enumerate(solid) if item.kind is Kind.CHALLENGE), len(solid))
    behind = [item for item in solid[challenge + 1 :] if item.kind not in BIDS]
    return solid[: challenge + 1] + behind


def _is_framed(piece: Piece) -> bool:
    """Whether few words stand between a round and a face, and none that tells a tale: "3.2 full house of fives"."""
    if not piece.items:
        return False
    words = [word.found.casefold() for word in piece.noise]
    first, last = piece.items[0], piece.items[-1]
    return (
        first.kind in ROUNDS
        and last.kind is Kind.BARE_FACE
        and len(words) <= _MOST_BETWEEN
        and all(first.column < word.column < last.column for word in piece.noise)
        and (_OTHER_TIMES | _TALK).isdisjoint(words)
    )


def _is_who(word: Word, solid: Sequence[Item]) -> bool:
    """Whether a word may name who or what is challenged: "I challenge Bob in 3.2", "3.2: Bob is lying"."""
    before = [item.kind for item in solid if item.column < word.column]
    behind = next((item for item in solid if item.column > word.column), None)
    is_liar = behind is not None and behind.kind is Kind.CHALLENGE and behind.words[0].split()[-1].casefold() in _LIARS
    return before[-1:] == [Kind.CHALLENGE] or is_liar


def is_mention(piece: Piece, row: Sequence[Unit]) -> bool:
    """Whether a sentence only speaks of rounds: "Forget 3.2." in front of "4.1: dudo"."""
    return bool(piece.noise) and all(isinstance(unit, Item) and not unit.leads for unit in row)


def is_plain_call(piece: Piece) -> bool:
    """Whether a piece is a call and nothing else."""
    return not (piece.noise or piece.asked or _has(piece.items, ROUNDS)) and _has(piece.items, CALLS)


def _is_remark(piece: Piece) -> bool:
    """Whether a piece says nothing but words that a call may be led up to with: "3.2: hmm well, 6 fives"."""
    kinds = {item.kind for item in piece.items}
    return (
        bool(piece.noise or Kind.LEAD in kinds)
        and kinds <= ROUNDS | {Kind.LEAD, Kind.REMARK, Kind.CORRECTION}
        and not piece.asked
        and not any(_matters(word, piece, ()) for word in piece.noise)
    )


def _matters(word: Word, piece: Piece, items: Sequence[Item]) -> bool:
    """Whether an unknown word may change what was meant: a figure, a negation, another time, a misspelt call."""
    found = word.found.casefold()
    if found in _NEGATIONS | _CHANGES or any(character.isdigit() for character in found):
        return True
    if found in _OTHER_TIMES:
        return _has(items, CALLS) and not any(item.leads for item in piece.items)
    is_whole = _has(items, CALLS) and not _has(items, _UNFINISHED)
    return not is_whole and _near(word, piece.items) is not None


def _near(word: Word, items: Sequence[Item]) -> str | None:
    """The spelling that was probably meant: a face behind a number, else a challenge."""
    before = [item.kind for item in items if item.column < word.column]
    return nearest(word.found, FACE_SPELLINGS if before[-1:] == [Kind.NUMBER] else CHALLENGE_SPELLINGS)


def _stumble(word: Word, items: Sequence[Item]) -> Said:
    """What to say of a word that is in the way of a call."""
    if near := _near(word, items):
        return Said(Slip("misspelt", {"found": word.found, "near": near}), word.column)
    before = [item for item in items if item.column < word.column]
    if before and before[-1].kind is Kind.NUMBER:
        return Said(no_face(before[-1].numbers[0]), word.column)
    return Said(Slip("not-understood", {"found": word.found, "column": word.column}), word.column)


def _afterthought(piece: Piece) -> tuple[Unit, ...]:
    """What a piece adds that neither names a round nor follows one: nothing, if it has any word we do not know."""
    if piece.noise:
        return ()
    left_out = frozenset() if _has(piece.items, CALLS) else _UNFINISHED
    return units([item for item in piece.items if item.kind not in left_out])


def _asked(piece: Piece, row: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The row, or slips for its calls if a question mark stands behind it."""
    if not piece.asked:
        return row
    return tuple(replace(unit, call=Slip("not-sure")) if isinstance(unit, Said) else unit for unit in row)


def _attempt(piece: Piece) -> Sequence[tuple[Unit, ...]]:
    """A line without a round that is no call, but was probably meant as one."""
    if not piece.noise:
        return [(Said(Slip("not-sure"), 1),)] if _is_clear(piece) else ()
    word = piece.noise[0]
    kinds = [item.kind for item in piece.items if item.kind not in (Kind.CORRECTION, Kind.LEAD)]
    misspelt = len(piece.noise) == 1 and kinds in ([], [Kind.NUMBER]) and _near(word, piece.items)
    commented = kinds and BIDS.issuperset(kinds) and word.column > piece.items[-1].column
    addressed = len(piece.noise) == 1 and _has(piece.items, {Kind.BID, Kind.FACE_FIRST})
    told = misspelt or addressed or (commented and len(piece.noise) <= _MOST_TRAILING)
    return [(_stumble(word, piece.items),)] if told else ()


def _in_every_round(spoken: Sequence[Piece]) -> Sequence[tuple[Unit, ...]]:
    """A challenge to all that there is: "challenge everything", "dudo in all rounds". Each wants a line of its own."""
    for piece in spoken:
        said = [item for item in piece.items if item.kind is Kind.CHALLENGE and item.words[0].casefold() in _OWN_WORDS]
        if said and any(word.found.casefold() in _EVERY for word in piece.noise) and len(piece.noise) <= _MOST_TRAILING:
            return [(Said(Slip("every-round"), said[0].column),)]
    return ()


def _has(items: Sequence[Item], kinds: Collection[Kind]) -> bool:
    return any(item.kind in kinds for item in items)


def _has_figure(piece: Piece) -> bool:
    return any(character.isdigit() for word in piece.noise for character in word.found)


def _is_muddled(piece: Piece) -> bool:
    return bool(piece.noise) or piece.asked


def _is_whole(piece: Piece) -> bool:
    """Whether a piece without a round is a call and nothing less, or words that go with one."""
    kinds = {item.kind for item in piece.items}
    challenges = [item.words[0].casefold().split() for item in piece.items if item.kind is Kind.CHALLENGE]
    if any(words[-1] == "challenge" and words[0] in _ARTICLES for words in challenges):
        return False  # "I like a challenge"
    doubts = {words[-1] for words in challenges}
    if kinds & (_UNFINISHED | {Kind.PASSING, Kind.EXACT}) or not doubts <= _PLAIN_DOUBTS:
        return False
    return bool(kinds & CALLS) or kinds <= {Kind.CORRECTION, Kind.SHOWING, Kind.REROLL}


def _is_clear(piece: Piece) -> bool:
    """Whether a call is beyond doubt although other sentences follow: a bid, or a challenge in the game's own words."""
    clear = (
        item.kind in (Kind.BID, Kind.FACE_FIRST)
        or (item.kind is Kind.CHALLENGE and item.words[0].casefold() in _OWN_WORDS)
        for item in piece.items
    )
    return any(clear) and _is_whole(piece)


def _is_correction(row: Sequence[Unit]) -> bool:
    return any(isinstance(unit, Said) and unit.corrects and isinstance(unit.call, Bid) for unit in row)
