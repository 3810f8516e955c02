"""Decides what an instruction makes of a match. Knows no game: the rules are asked through the game's record.

Every instruction becomes a *fact*. ``happen`` adds the *consequences* that the rules draw from it. Replaying the
facts of a journal therefore gives the same journal, which is how a finished match is verified (``replay``).
"""

from typing import Any

from processor.core.events import MatchOpened
from processor.core.game import Game
from processor.core.life import Why
from processor.core.match import Match, Phase
from processor.core.referee import absence, clock, dicing, holding, orders, press, seats, standbys
from processor.core.referee.absence import CancelVacation, Excuse, TakeVacation, days_left
from processor.core.referee.clock import CloseMatch, CloseTurn, SetDeadline, StartMatch, would_close
from processor.core.referee.dicing import GiveDice, GiveSalt, NotePreview
from processor.core.referee.happening import happen
from processor.core.referee.holding import AwaitLetters, ChangeSetting, FreeDeadline, HoldDeadline, Resume, SayWait
from processor.core.referee.orders import CancelOrders, FileOrders, OrderNothing, Pay, RuleAsGm
from processor.core.referee.press import SendPress, StrikePress, TakeBackPress
from processor.core.referee.seats import HandOver, LeaveSeat, TakeSeat
from processor.core.referee.standbys import StandBy, StandDown
from processor.core.ruling import Refusal, Ruling

__all__ = [
    "AwaitLetters",
    "CancelOrders",
    "CancelVacation",
    "ChangeSetting",
    "CloseMatch",
    "CloseTurn",
    "Excuse",
    "FileOrders",
    "FreeDeadline",
    "GiveDice",
    "GiveSalt",
    "HandOver",
    "HoldDeadline",
    "Instruction",
    "LeaveSeat",
    "NotePreview",
    "OrderNothing",
    "Pay",
    "Resume",
    "RuleAsGm",
    "SayWait",
    "SendPress",
    "SetDeadline",
    "StandBy",
    "StandDown",
    "StartMatch",
    "StrikePress",
    "TakeBackPress",
    "TakeSeat",
    "TakeVacation",
    "Why",
    "days_left",
    "decide",
    "happen",
    "open_match",
    "would_close",
]

Instruction = (
    TakeSeat
    | LeaveSeat
    | HandOver
    | StandBy
    | StandDown
    | GiveDice
    | GiveSalt
    | NotePreview
    | StartMatch
    | SetDeadline
    | CloseTurn
    | CloseMatch
    | FileOrders
    | Pay
    | RuleAsGm
    | OrderNothing
    | CancelOrders
    | HoldDeadline
    | FreeDeadline
    | Resume
    | ChangeSetting
    | SayWait
    | AwaitLetters
    | TakeVacation
    | CancelVacation
    | Excuse
    | SendPress
    | TakeBackPress
    | StrikePress
)


def open_match(game: Game[Any], opened: MatchOpened) -> Ruling:
    """The first event of a match."""
    return Ruling((opened,), Match(game, opened))


def decide(match: Match, instruction: Instruction, seed: bytes) -> Ruling | Refusal:
    """What the instruction makes of the match: events to be journalled, or a reason why nothing changes."""
    if match.phase is Phase.OVER:
        return Refusal("match-over", {"code": match.code})
    match instruction:
        case TakeSeat():
            return seats.take_seat(match, instruction, seed)
        case LeaveSeat():
            return seats.leave_seat(match, instruction, seed)
        case HandOver():
            return seats.hand_over(match, instruction, seed)
        case StandBy():
            return standbys.stand_by(match, instruction, seed)
        case StandDown(player=player):
            return standbys.stand_down(match, player, seed)
        case GiveDice():
            return dicing.give_dice(match, instruction, seed)
        case NotePreview():
            return dicing.note_preview(match, instruction, seed)
        case StartMatch():
            return clock.start(match, instruction, seed)
        case SetDeadline():
            return clock.set_deadline(match, instruction, seed)
        case FileOrders():
            return orders.file_orders(match, instruction, seed)
        case Pay():
            return orders.pay(match, instruction, seed)
        case RuleAsGm():
            return orders.rule_as_gm(match, instruction, seed)
        case GiveSalt(seat=seat, word=word):
            return dicing.give_salt(match, seat, word, seed)
        case OrderNothing(seat=seat):
            return orders.order_nothing(match, seat, seed)
        case CancelOrders(seat=seat, what=what):
            return orders.cancel(match, seat, what, seed)
        case CloseTurn(turn=turn, next_due=next_due):
            return clock.close_turn(match, turn, next_due, seed)
        case CloseMatch():
            return clock.close_match(match, seed)
        case HoldDeadline():
            return holding.hold(match, instruction, seed)
        case FreeDeadline():
            return holding.free(match, instruction, seed)
        case Resume():
            return holding.resume(match, instruction, seed)
        case ChangeSetting():
            return holding.change_setting(match, instruction, seed)
        case SayWait():
            return holding.say_wait(match, instruction, seed)
        case AwaitLetters():
            return holding.await_letters(match, seed)
        case TakeVacation():
            return absence.take_vacation(match, instruction, seed)
        case CancelVacation():
            return absence.cancel_vacation(match, instruction, seed)
        case Excuse():
            return absence.excuse(match, instruction, seed)
        case SendPress():
            return press.send_press(match, instruction, seed)
        case TakeBackPress():
            return press.take_back_press(match, instruction, seed)
        case StrikePress():
            return press.strike_press(match, instruction, seed)
