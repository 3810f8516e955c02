"""Press: what players write for all to read, which is printed with the results of the coming turn."""

from dataclasses import dataclass

from processor.core.events import PressSent, PressStruck, PressTakenBack
from processor.core.game import PRESS_ALLOWED
from processor.core.life import Press, Shade
from processor.core.match import Match
from processor.core.referee.happening import happen, if_in_play, if_running, not_begun
from processor.core.ruling import Refusal, Ruling
from processor.core.text import folded

LONGEST = 2_000
"""Characters of one piece of press."""

MOST = 3
"""Pieces of press that a seat may have in one turn."""

ROOM = 60_000
"""Characters of press that go into the results of one turn, however many play."""

LONGEST_BYLINE = 40


@dataclass(frozen=True)
class SendPress:
    """A player writes press, already cleaned; ``byline`` is the invented name that grey press is signed with."""

    seat: int
    text: str
    shade: Shade
    byline: str = ""


@dataclass(frozen=True)
class TakeBackPress:
    """A player does not want their press of the coming turn to be printed."""

    seat: int


@dataclass(frozen=True)
class StrikePress:
    """The GM does not want the piece of press of that number to be printed."""

    number: int


def send_press(match: Match, sent: SendPress, seed: bytes) -> Ruling | Refusal:
    """Press is kept for the coming results, if it is of a shade that this match prints and there is room for it."""
    refused = if_in_play(match, sent.seat) or _not_allowed(match, sent.shade) or _bad_byline(match, sent)
    if refused:
        return refused
    if not sent.text:
        return Refusal("press-empty", {"code": match.code})
    if len(sent.text) > LONGEST:
        return Refusal("press-too-long", {"code": match.code, "length": len(sent.text), "most": LONGEST})
    if len(_pending(match, sent.seat)) >= MOST:
        return Refusal("press-too-much", {"code": match.code, "unit": match.game.unit, "most": MOST})
    if sum(len(each.text) for each in match.life.printed_with(match.turn)) + len(sent.text) > ROOM:
        return Refusal("press-full", {"code": match.code, "unit": match.game.unit})
    return happen(match, [PressSent(sent.seat, sent.text, sent.shade, sent.byline)], seed)


def take_back_press(match: Match, taken: TakeBackPress, seed: bytes) -> Ruling | Refusal:
    """All of a seat's press that has not been printed yet is taken back."""
    if refused := if_running(match):
        return refused
    if not _pending(match, taken.seat):
        return Refusal("no-press", {"code": match.code})
    return happen(match, [PressTakenBack(taken.seat)], seed)


def strike_press(match: Match, struck: StrikePress, seed: bytes) -> Ruling | Refusal:
    """A piece that waits is not printed; one that has been printed cannot be struck any more."""
    if refused := not_begun(match):
        return refused
    piece = next((each for each in match.life.printed_with(match.turn) if each.number == struck.number), None)
    if piece is None:
        return Refusal("no-such-press", {"code": match.code, "number": struck.number})
    return happen(match, [PressStruck(piece.seat, piece.number)], seed)


def _pending(match: Match, seat: int) -> list[Press]:
    return [each for each in match.life.printed_with(match.turn) if each.seat == seat]


def _not_allowed(match: Match, shade: Shade) -> Refusal | None:
    allowed = str(match.setting("press"))
    if allowed == "off":
        return Refusal("press-off", {"code": match.code})
    if PRESS_ALLOWED.index(shade) <= PRESS_ALLOWED.index(allowed):
        return None
    return Refusal("press-not-grey" if shade == "grey" else "press-not-anonymous", {"code": match.code})


def _bad_byline(match: Match, sent: SendPress) -> Refusal | None:
    """What is wrong with an invented name: there is none, it is too long, or it is that of somebody at the table."""
    if sent.shade != "grey":
        return None
    facts = {"code": match.code, "name": sent.byline, "most": LONGEST_BYLINE}
    if not folded(sent.byline):
        return Refusal("byline-wanted", facts)
    if len(sent.byline) > LONGEST_BYLINE:
        return Refusal("byline-too-long", facts)
    if any(folded(seat.name) == folded(sent.byline) for seat in match.seats.values()):
        return Refusal("byline-taken", facts)
    return None
