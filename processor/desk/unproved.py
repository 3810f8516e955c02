"""The held letters of a match: who is told of them, so that no deadline passes over one in silence."""

from collections.abc import Iterator

from processor.core.match import Match, Phase
from processor.desk.answer import Outcome, Section
from processor.desk.files import players
from processor.desk.house import Sitting
from processor.desk.times import deadline_words, moment
from processor.mail.write import phrase
from processor.store import inbox
from processor.store.inbox import Envelope
from processor.store.roster import Player


def in_match(sitting: Sitting, match: Match) -> tuple[Envelope, ...]:
    """The letters in the name of its players that wait for proof and are for that match, or could be."""
    held = inbox.held(sitting.store)
    seated = {player.id for player in players(sitting, match).values()} if held else set()
    return tuple(each for each in held if each.player in seated and each.match in (match.code, None))


def arrivals(letters: tuple[Envelope, ...], player: Player) -> tuple[str, ...]:
    """When those of a player came, by the player's own clocks."""
    return tuple(
        moment(each.arrived, player.zone) for each in letters if each.player == player.id and each.proof != "denied"
    )


def listed(sitting: Sitting, match: Match, zone: str) -> tuple[str, ...]:
    """Each of them in a line for the GM."""
    names = {player.id: match.seats[seat].name for seat, player in players(sitting, match).items()}
    return tuple(
        phrase(
            "held-line-denied" if each.proof == "denied" else "held-line",
            {"number": each.id, "name": names[each.player], "arrived": moment(each.arrived, zone)},
        )
        for each in in_match(sitting, match)
        if each.player is not None
    )


def shown(sitting: Sitting, match: Match, zone: str) -> Outcome:
    """What the GM's ``status`` shows of them."""
    rows = listed(sitting, match, zone)
    text = "\n".join([*(f"  {row}" for row in rows), "", phrase("words-held", {"number": "NUMBER"})])
    return Outcome(sections=(Section(phrase("title-held"), text),)) if rows else Outcome()


def until(sitting: Sitting, match: Match, player: Player) -> Iterator[dict[str, object]]:
    """Until when a held letter for that match must be confirmed to count, for its player and who may join by orders."""
    seat = match.seat_of(player.id)
    may_order = seat not in match.resigned if seat is not None else match.game.admit is not None
    if match.phase is Phase.RUNNING and may_order and match.closes and not match.is_held:
        yield {
            "title": match.opened.title,
            "unit": match.game.unit,
            "turn": match.turn,
            "deadline": deadline_words(match.closes, player.zone, sitting.now, match.opened.zone),
            "lasting": match.game.lasting,
        }
