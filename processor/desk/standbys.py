"""Keeps the list of those who would play and have no seat: by their own word, or by the GM's."""

from processor.core import referee
from processor.core.match import Match, Phase
from processor.core.ruling import Refusal
from processor.desk.answer import Outcome, Section, declined, told
from processor.desk.drafts import send
from processor.desk.files import decide, who_stand_by
from processor.desk.house import File, Sitting
from processor.desk.people import known_or_new
from processor.desk.seating import wish_of
from processor.mail import commands
from processor.mail.write import compose, phrase
from processor.store import roster
from processor.store.roster import Player

_TO_GM = {"listed-already": "listed-already-there", "not-listed": "not-listed-there"}
"""What is said otherwise to the GM than to a player."""


def stand_by(sitting: Sitting, player: Player, file: File, pseudonym: str | None, waits: bool) -> Outcome:
    """Put a player on the list by their own word, and tell them their place."""
    if (mine := file.match.seat_of(player.id)) is not None:
        return told("left-for-good" if mine in file.match.resigned else "already-in", code=file.match.code)
    wish = wish_of(sitting, player, file.match, pseudonym)
    made = decide(sitting, file, referee.StandBy(wish, waits))
    return declined(made) if isinstance(made, Refusal) else _listed(made[0].match, player)


def obey(sitting: Sitting, player: Player, command: commands.Command, file: File) -> Outcome:
    """Carry out what somebody says about a match in which they have no seat but stand by."""
    if not isinstance(command, commands.Withdraw):
        return _listed(file.match, player)
    made = decide(sitting, file, referee.StandDown(player.id))
    return declined(made) if isinstance(made, Refusal) else told("stands-down", code=file.match.code)


def by_gm(sitting: Sitting, file: File, said: commands.StandBy) -> Outcome:
    """Put somebody on the list by the GM's word, or take them off it. They are told."""
    match, label = file.match, "struck" if said.off else "listed"
    player = roster.by_address(sitting.store, said.address) if said.off else known_or_new(sitting, said.address)
    if isinstance(player, Refusal):
        return declined(player)
    if player is None:
        return told("not-listed-there", code=match.code, address=said.address)
    stands_by = referee.StandBy(wish_of(sitting, player, match, None))
    made = decide(sitting, file, referee.StandDown(player.id) if said.off else stands_by)
    if isinstance(made, Refusal):
        return told(_TO_GM.get(made.reason, made.reason), address=player.address, **made.facts)
    mail = compose(label, code=match.code, title=match.opened.title, game=match.game.title, reader=player.name)
    send(sitting, label, player, mail, match.code, made[0].match.events, match=match.code)
    facts = {"code": match.code, "name": player.name, "address": player.address}
    return told(f"{label}-now", place=made[0].match.place(player.id), **facts)


def listing(sitting: Sitting, match: Match) -> tuple[Section, ...]:
    """Who stands by, for the GM's eyes; nothing where nobody does."""
    rows = [
        phrase(_row(match, player), {"place": place, "player": player.name, "address": player.address})
        for place, player in enumerate(who_stand_by(sitting, match), start=1)
    ]
    return (Section(phrase("standbys-title"), "\n".join(rows)),) if rows else ()


def _row(match: Match, player: Player) -> str:
    listed = match.standby(player.id)
    waits = match.phase is Phase.SIGN_UP and listed is not None and listed.waits
    return "waits-for-a-seat" if waits else "stands-by"


def _listed(match: Match, player: Player) -> Outcome:
    """What somebody on the list hears of it."""
    listed = match.standby(player.id)
    waits = match.phase is Phase.SIGN_UP and listed is not None and listed.waits
    return told("on-waiting-list" if waits else "on-standby-list", code=match.code, place=match.place(player.id))
