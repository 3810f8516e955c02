"""What players and GM bring to the dice: faces thrown by hand, and words that are mixed in."""

from collections.abc import Mapping
from dataclasses import dataclass

from processor.core.dice import Roll
from processor.core.events import DiceGiven, SaltGiven, TurnPreviewed
from processor.core.match import Match, Phase
from processor.core.orders import Complaint
from processor.core.referee.happening import happen
from processor.core.ruling import Refusal, Ruling


@dataclass(frozen=True)
class GiveDice:
    """The GM threw some dice by hand. ``fallen`` are the names of all dice that the journal has already."""

    words: str
    fallen: frozenset[str] = frozenset()


@dataclass(frozen=True)
class NotePreview:
    """The GM is shown what the coming turn would come to, with these dice in it."""

    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class GiveSalt:
    """A player sends a word to be mixed into every roll."""

    seat: int
    word: str


def give_dice(match: Match, given: GiveDice, seed: bytes) -> Ruling | Refusal:
    """Dice by hand, unless one of them has fallen already, or a preview has shown how it would fall."""
    faces = by_hand(match, given.words)
    if isinstance(faces, Complaint):
        return Refusal("dice-unreadable", {"code": match.code, "hint": faces.hint})
    if not given.fallen.isdisjoint(faces):
        return Refusal("dice-fallen", {"code": match.code, "words": given.words})
    if not match.life.previewed.isdisjoint(faces):
        return Refusal("dice-previewed", {"code": match.code, "words": given.words})
    return happen(match, [DiceGiven(dict(faces), given.words)], seed)


def note_preview(match: Match, noted: NotePreview, seed: bytes) -> Ruling:
    """What the GM has seen of dice that have not fallen. Those thrown by hand they know already, and can put right."""
    new = tuple(roll.name for roll in noted.rolls if not roll.by_hand and roll.name not in match.life.previewed)
    return happen(match, [TurnPreviewed(match.turn, new)] if new else [], seed)


def give_salt(match: Match, seat: int, word: str, seed: bytes) -> Ruling | Refusal:
    """A word for the dice, as long as play has not begun."""
    if not match.options.get("salt"):
        return Refusal("no-salt", {"code": match.code})
    if match.phase is not Phase.SIGN_UP:
        return Refusal("too-late-for-salt", {"code": match.code})
    return happen(match, [SaltGiven(seat, word)], seed)


def outdated(match: Match) -> DiceGiven | None:
    """Dice by hand that say something else by now, since seats were taken or left after they were given."""
    in_force = match.by_hand
    for given in match.given:
        holds = all(in_force[name] == face for name, face in given.faces.items())
        if holds and by_hand(match, given.words) != given.faces:
            return given
    return None


def by_hand(match: Match, words: str) -> Mapping[str, int] | Complaint:
    """The faces that these words tell, by the names of the dice."""
    return match.game.by_hand([match.seats[number] for number in sorted(match.seats)], words)
