"""Which match a part of a letter is for. Where nobody can tell, its writer is asked, and nothing is guessed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from processor.core.game import Game
from processor.core.match import Phase
from processor.core.orders import Complaint, Line
from processor.core.wording import listed
from processor.desk.answer import Outcome, declined, told
from processor.desk.files import find, no_such_match
from processor.desk.house import Sitting
from processor.desk.ordering import ruled_on, tried, would_count
from processor.mail import commands
from processor.mail.parse import Block, Parsed
from processor.mail.write import phrase
from processor.store import matches
from processor.store.roster import Player


def match_meant(
    sitting: Sitting, player: Player, block: Block, outside: str | None, parsed: Parsed
) -> tuple[str | None, Outcome | None]:
    """The match that a block is for: its own code, the one that the ``outside`` of the letter names, or the only one.

    One that is over is only meant where no other is left: its results and its proof can still be asked for. ``parsed``
    is the whole letter, whose lines are quoted where it has to be asked which match is meant.
    """
    named = block.match or outside
    if named:
        file = find(sitting, named)
        if file is not None:
            return file.match.code, None
        if block.match:
            return None, declined(no_such_match(sitting, named))
    ruled = ruled_on(sitting, block.lines) if player.role == "gm" else []
    if len(ruled) == 1:
        return ruled[0], None
    is_gms = any(isinstance(each, commands.GM_COMMANDS) and needs_a_match(each) for each in block.commands)
    ever = matches.current(sitting.store) if is_gms else matches.matches_of(sitting.store, player.id)
    mine = [record for record in ever if record.phase != Phase.OVER]
    if len(mine) == 1:
        return mine[0].code, None
    if ruled:
        return None, ask_which(ruled, block.lines)
    games = tuple(sitting.desk.games.values()) if ever else _games_heard(sitting, parsed)
    lost = {*tried(games, block.lines), *(each.line for each in block.commands if needs_a_match(each))}
    if not lost:
        return None, None
    if not mine and len(ever) == 1:
        return ever[0].code, None
    takes = {name: bool(game.read(block.lines).written) for name, game in sitting.desk.games.items()}
    likely_first = sorted(mine or ever, key=lambda record: not takes.get(record.game))
    quoted = [line for line in parsed.written if line.number in lost]
    if likely_first:
        return None, ask_which([each.code for each in likely_first], quoted)
    label = "no-match-there" if is_gms else "no-match"
    return None, _asked(label, quoted) if quoted else told(label)


def ask_which(codes: Sequence[str], lines: Sequence[Line]) -> Outcome:
    """Those lines, and the question which of these matches they are for, with an answer to it in one line."""
    return _asked("which-match", lines, code=codes[0], codes=listed(codes, "or"))


def _games_heard(sitting: Sitting, parsed: Parsed) -> tuple[Game[Any], ...]:
    """The games in which somebody without a match can have meant a line: those that the letter joins, or else all."""
    said = [each for block in parsed.blocks for each in block.commands]
    joined = [find(sitting, each.match) for each in said if isinstance(each, commands.Join) and each.match]
    return tuple(file.match.game for file in joined if file) or tuple(sitting.desk.games.values())


def needs_a_match(command: commands.Command) -> bool:
    """Whether a word cannot be carried out unless it is known which match it is about."""
    return isinstance(command, commands.ONE_MATCH) and getattr(command, "match", None) is None


def or_meant_elsewhere(
    sitting: Sitting, player: Player, here: str, lines: tuple[Line, ...], strays: tuple[Line, ...], outcome: Outcome
) -> Outcome:
    """The outcome, with a question about lines that are orders in another match than the one they were sent to.

    Those are lines of which nothing came here but complaints, or all of them where the player has nothing to order here
    any more.
    """
    idle = bool(outcome.complaints) and not outcome.accepted and not _awaited(sitting, player, here)
    refused = {each.line for each in outcome.complaints}
    doubtful = {*strays, *(line for line in lines if line.number in refused)}
    in_vain = tuple(line for line in lines if line in doubtful)
    there, meant = _where_meant(sitting, player, here, lines if idle else in_vain)
    if there is None:
        return outcome
    numbers = {line.number for line in meant}
    kept = tuple(each for each in outcome.complaints if not idle and each.line not in numbers)
    return replace(outcome, complaints=kept) + _asked("meant-elsewhere", meant, code=there, here=here)


def _asked(label: str, lines: Sequence[Line], **facts: object) -> Outcome:
    """A question about these lines. Of a text that goes on below, the answer it proposes has where it begins."""
    hint = phrase(label, {**facts, "line": lines[0].text.partition("\n")[0]})
    return Outcome(complaints=tuple(Complaint(line.number, line.text, label, hint) for line in lines))


def _where_meant(
    sitting: Sitting, player: Player, here: str, lines: tuple[Line, ...]
) -> tuple[str | None, tuple[Line, ...]]:
    """Another running match of the player in which some of these lines are orders that could stand, and those lines."""
    games = matches.games_beside(sitting.store, here, player.id, Phase.RUNNING) if lines else frozenset[str]()
    found = {game: sitting.desk.games[game].read(lines).written for game in games}
    for record in matches.matches_of(sitting.store, player.id) if any(found.values()) else ():
        written = found.get(record.game)
        if written and record.code != here and record.phase == Phase.RUNNING:
            file = find(sitting, record.code)
            seat = file.match.seat_of(player.id) if file else None
            if file and seat is not None and would_count(file.match, seat, written):
                orders = {each.line for each in written}
                return record.code, tuple(line for line in lines if line.number in orders)
    return None, ()


def _awaited(sitting: Sitting, player: Player, code: str) -> bool:
    """Whether that match waits for something from the player, or has something of theirs on file."""
    file = find(sitting, code)
    seat = file.match.seat_of(player.id) if file else None
    return bool(file and seat is not None and (file.match.owed(seat) or file.match.standing(seat)))
