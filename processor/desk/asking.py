"""Answers what anybody may ask: help, the rules of a game, what is being played."""

from dataclasses import dataclass
from typing import Any

from processor.core.game import HOUSE_OPTIONS, Game
from processor.core.match import Phase
from processor.desk.answer import Outcome, Section, declined, named, told
from processor.desk.files import find, no_such_match
from processor.desk.house import Sitting
from processor.desk.opening import listed_options, unknown_game
from processor.mail import commands
from processor.mail.write import phrase
from processor.paths import shipped
from processor.store import matches
from processor.store.matches import MatchRecord


@dataclass(frozen=True)
class Invitation:
    """A match that is looking for players, as somebody is told of it whom we do not know."""

    code: str
    title: str


def public_answer(sitting: Sitting, command: commands.Command) -> Outcome:
    """Answer what anybody may ask: help, the rules of a game, what is being played."""
    match command:
        case commands.Help(topic=topic):
            return _help(sitting, topic)
        case commands.Rules(game=None, match=code) if code:
            file = find(sitting, code)
            return _rules(sitting, file.match.game.name) if file else declined(no_such_match(sitting, code))
        case commands.Rules(game=name):
            return _rules(sitting, name)
        case _:
            return Outcome(sections=(_matches(sitting),))


def looking_for_players(sitting: Sitting) -> tuple[Invitation, ...]:
    """The matches that anybody can take a seat in: those open for sign-up, then those that are joined as they run."""
    games = sitting.desk.games
    records = [
        *matches.all(sitting.store, Phase.SIGN_UP),
        *(each for each in matches.all(sitting.store, Phase.RUNNING) if games[each.game].admit),
    ]
    return tuple(Invitation(each.code, named(each.title, games[each.game].title)) for each in records)


def _help(sitting: Sitting, topic: str | None) -> Outcome:
    name = topic or "index"
    if name in sitting.desk.games:
        game = sitting.desk.games[name]
        title = phrase("help-title", {"topic": game.title})
        return Outcome(sections=(Section(title, shipped("data", name, "help.txt")), *_options_of(game)))
    page = commands.topic_named(name)
    if page is None:
        return told("unknown-topic", topic=name)
    options = listed_options(HOUSE_OPTIONS) if page == "options" else ""
    text = f"{commands.help_text(page)}\n{options}" if options else commands.help_text(page)
    return Outcome(sections=(Section(phrase("help-title", {"topic": page}), text),))


def _options_of(game: Game[Any]) -> tuple[Section, ...]:
    """What a GM can choose when opening a match of that game, beside what every match has."""
    if not game.options:
        return ()
    text = f"{listed_options(game.options)}\n\n{phrase('options-beside')}"
    return (Section(phrase("options-title", {"game": game.title}), text),)


def _rules(sitting: Sitting, name: str | None) -> Outcome:
    games = sitting.desk.games
    if name is None or name not in games:
        return unknown_game(sitting, name) if name else told("which-rules", example=next(iter(games)))
    return Outcome(sections=(Section(games[name].title, shipped("data", name, "rules.txt")),))


def _matches(sitting: Sitting) -> Section:
    """What is being played here, and what can be joined."""
    games = [phrase("game-in-list", {"name": name, "title": game.title}) for name, game in sitting.desk.games.items()]
    records = [record for phase in (Phase.SIGN_UP, Phase.RUNNING) for record in matches.all(sitting.store, phase)]
    rows = [_in_the_list(record) for record in records]
    return Section(phrase("games-title"), "\n".join([*games, "", *(rows or [phrase("no-matches")])]))


def _in_the_list(record: MatchRecord) -> str:
    label = "in-list-sign-up" if record.phase == Phase.SIGN_UP else "in-list-running"
    return phrase(label, {"code": record.code, "title": record.title, "game": record.game})
