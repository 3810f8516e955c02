"""What the players play for, and who pays whom (rules 8 and 9, rulings 12 and 13)."""

from collections.abc import Sequence

from processor.core.game import Option, Options, Seat
from processor.core.money import MATCH, Movement, pay_out, seat_account
from processor.games.dropdead.state import Player, State

NONE, POT, PER_POINT = "none", "pot", "per-point"

OPTIONS = (
    Option("stakes", NONE, "What is played for: none, pot or per-point.", choices=(NONE, POT, PER_POINT)),
    Option(
        "stake",
        10,
        "What each pays into the pot at the start, or what each point of the difference costs at the end.",
        at_least=1,
        is_money=True,
    ),
)


def stake(options: Options) -> int:
    """What everybody pays into the pot at the start (rule 8)."""
    chosen = {option.name: option.default for option in OPTIONS} | dict(options)
    return int(chosen["stake"]) if chosen["stakes"] == POT else 0


def paid_in(seats: Sequence[Seat], stakes: str, stake: int) -> tuple[Movement, ...]:
    """Everybody's stake goes into the pot at the start (rule 8)."""
    if stakes != POT:
        return ()
    return tuple(Movement(seat_account(seat.number), MATCH, stake, "stake") for seat in seats)


def settled(state: State, winners: Sequence[Player]) -> tuple[Movement, ...]:
    """The money that changes hands when the match is decided. The match keeps nothing."""
    seats = [player.seat.number for player in winners]
    match state.stakes:
        case "pot" if winners:
            return pay_out(state.stake * len(state.players), seats, "prize")
        case "pot":
            return _given_back(state)
        case "per-point" if winners:
            lost = _lost_by_points(state, winners[0].total)
            return (*lost, *pay_out(sum(movement.pence for movement in lost), seats, "prize"))
        case _:
            return ()


def _lost_by_points(state: State, best: int) -> tuple[Movement, ...]:
    """Each who has fewer points than the best pays for the difference, once (rule 9)."""
    behind = [(player.seat.number, best - player.total) for player in state.players if player.total < best]
    return tuple(Movement(seat_account(seat), MATCH, state.stake * points, "stake") for seat, points in behind)


def _given_back(state: State) -> tuple[Movement, ...]:
    """Nobody has won the pot, so every stake goes back to whoever paid it (ruling 13)."""
    return pay_out(state.stake * len(state.players), [player.seat.number for player in state.players], "refund")
