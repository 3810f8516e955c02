"""Does what the GM says, by mail or at the command line, and answers what changed and how to take it back."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from processor.core import calendar, referee
from processor.core.calendar import Refusal as DateRefusal
from processor.core.dice import commitment
from processor.core.events import MatchOpened, rolls_in
from processor.core.game import HOUSE_OPTIONS, Game, Option, OptionValue
from processor.core.match import Phase
from processor.core.ruling import Refusal
from processor.desk import press, table, timing
from processor.desk.answer import Outcome, Section, declined, told
from processor.desk.drafts import send
from processor.desk.exporting import as_json, whole
from processor.desk.files import decide, find, no_such_match, players, put
from processor.desk.house import File, Sitting
from processor.desk.journals import log
from processor.desk.pages import public_results
from processor.desk.proof import rolls
from processor.desk.times import deadline_words
from processor.desk.turns import begin, close_match, close_turn, next_due
from processor.mail import commands
from processor.mail.write import compose, phrase
from processor.store import matches, roster, schedule


def obey(sitting: Sitting, command: commands.MatchCommand, code: str | None) -> Outcome:
    """Carry out one command of the GM about a match. ``code`` names the match it is for, if that is known."""
    if isinstance(command, commands.New):
        return _open(sitting, command)
    if isinstance(command, commands.GoAhead) and command.match is None:
        return timing.go_ahead_everywhere(sitting)
    if isinstance(command, commands.Tell) and code is None:
        return table.tell_one(sitting, command, None)
    file = find(sitting, code) if code else None
    if file is None:
        return declined(no_such_match(sitting, code)) if code else told("name-the-match")
    if isinstance(command, commands.TimeCommand):
        return timing.obey(sitting, command, file)
    if isinstance(command, commands.PeopleCommand):
        return table.obey(sitting, command, file)
    match command:
        case commands.Start():
            return _start(sitting, file)
        case commands.Run(turn=turn):
            return _run(sitting, file, turn)
        case commands.Preview(turn=turn):
            return _preview(sitting, file, turn)
        case commands.Log():
            return Outcome(sections=(log(sitting, file, file.match.opened.zone),))
        case commands.Export():
            return _export(sitting, file)
        case commands.GiveDice(words=words):
            return _give_dice(sitting, file, words)
        case commands.Announce(line=line, text=text):
            return _announce(sitting, file, line, text)
        case commands.StrikePress(piece=number):
            return press.strike(sitting, file, number)
        case commands.Close():
            return _refused(close_match(sitting, file)) or told("closed", code=file.match.code)
        case _:
            assert_never(command)


def tell(sitting: Sitting, template: str, *cause: object, **facts: object) -> None:
    """Mail something to every GM."""
    for gm in roster.everybody(sitting.store, "gm"):
        send(sitting, template, gm, compose(template, house=sitting.desk.house.name, **facts), *cause, gm.id)


# --- Opening a match --------------------------------------------------------------------------------------


def _open(sitting: Sitting, new: commands.New) -> Outcome:
    game = sitting.desk.games.get(new.game)
    if game is None:
        return told("unknown-game", game=new.game, example=next(iter(sitting.desk.games)))
    if matches.find(sitting.store, new.code):
        return told("code-taken", code=new.code)
    fewest, most = new.seats or (game.fewest_seats, game.most_seats)
    if not game.fewest_seats <= fewest <= most <= game.most_seats:
        facts = {"game": game.title, "fewest": game.fewest_seats, "most": game.most_seats}
        return told("bad-seats", asked=f"{fewest}-{most}", **facts)
    options = _options(game, new.options)
    if isinstance(options, Outcome):
        return options
    zone = new.zone or sitting.desk.house.zone
    until = calendar.resolve(new.sign_up_until, sitting.now, zone) if new.sign_up_until else None
    if isinstance(until, DateRefusal):
        return told("bad-date", words=until.words)
    return _opened(sitting, game, new, (fewest, most), options, zone, until)


def _opened(
    sitting: Sitting,
    game: Game[object],
    new: commands.New,
    seats: tuple[int, int],
    options: dict[str, OptionValue],
    zone: str,
    until: datetime | None,
) -> Outcome:
    seed = sitting.desk.fresh_seed()
    rule = new.rule if new.zone else calendar.in_zone(new.rule, zone)
    title = new.title or game.title
    opened = MatchOpened(new.code, game.name, title, commitment(seed), rule, zone, *seats, until, options)
    ruling = referee.open_match(game, opened)
    matches.create(sitting.store, new.code, game.name, title, seed, zone, sitting.now)
    put(sitting, ruling, None)
    if until:
        schedule.set_deadline(sitting.store, new.code, 0, until)
    return told("opened", code=new.code, title=title)


def _options(game: Game[object], words: Sequence[tuple[str, str]]) -> dict[str, OptionValue] | Outcome:
    """The game's options with the GM's values in place of the defaults, or what is wrong with one of them.

    Those of the house are only written down where the GM has set them.
    """
    known = {option.name: option for option in (*HOUSE_OPTIONS, *game.options)}
    values = {option.name: option.default for option in game.options}
    for name, word in words:
        value = _value(known[name], word) if name in known else None
        if value is None:
            return told("bad-option", game=game.title, option=name, value=word, known=_known_options(game))
        values[name] = value
    return values


def _value(option: Option, word: str) -> OptionValue | None:
    match option.default:
        case bool():
            return {"on": True, "yes": True, "off": False, "no": False}.get(word.casefold())
        case int():
            fits = word.isascii() and word.isdigit() and int(word) >= (option.at_least or 0)
            return int(word) if fits else None
        case _:
            is_allowed = not option.choices or word in option.choices
            return word if is_allowed and (option.fits is None or option.fits(word)) else None


def _known_options(game: Game[object]) -> str:
    known = (*game.options, *HOUSE_OPTIONS)
    return phrase("options", {"options": "; ".join(f"{each.name} ({each.help})" for each in known)})


# --- Running it -------------------------------------------------------------------------------------------


def _start(sitting: Sitting, file: File) -> Outcome:
    begun = begin(sitting, file)
    if isinstance(begun, Refusal):
        return declined(begun)
    match = begun.match
    facts = {"code": match.code, "seated": len(match.seats), "unit": match.game.unit, "turn": match.turn}
    if match.due is None:
        return told("started-without-deadline" if match.is_timed else "started-untimed", **facts)
    return told("started", due=deadline_words(match.due, match.opened.zone, sitting.now), **facts)


def _run(sitting: Sitting, file: File, turn: int) -> Outcome:
    match = file.match
    if match.phase is Phase.SIGN_UP:  # else "turn 0" would end the sign-up
        return told("not-begun", code=match.code)
    closed = close_turn(sitting, match.code, turn)
    return declined(closed) if closed else told("ran", code=match.code, unit=match.game.unit, turn=turn)


def _preview(sitting: Sitting, file: File, turn: int) -> Outcome:
    """What the turn would come to if it were run now, with the very dice that it would be run with.

    Of all that only the names of these dice are kept: whoever has seen them cannot throw others by hand.
    """
    match = file.match
    made = referee.would_close(match, turn, next_due(match, match.due, sitting.now), file.seed)
    if isinstance(made, Refusal):
        return declined(made)
    noted = decide(sitting, file, referee.NotePreview(rolls_in(made.events)))
    shown = told("preview-dice", code=match.code) if not isinstance(noted, Refusal) and noted[1].events else Outcome()
    facts = {"code": match.code, "unit": match.game.unit, "turn": turn}
    missing = ", ".join(match.seats[seat].name for seat in match.missing())
    first = told("preview-missing", names=missing, **facts) if missing else Outcome()
    section = Section(phrase("preview-title", facts), public_results(made.match))
    label = "preview-paused" if match.life.hold and match.life.hold.why == "pause" else "preview"
    return told(label, **facts) + first + shown + Outcome(sections=(section,))


def _export(sitting: Sitting, file: File) -> Outcome:
    """Everything about a match to every GM, as an attachment."""
    match = file.match
    attached = ((f"{match.code}.json", as_json(whole(sitting, file))),)
    for gm in roster.everybody(sitting.store, "gm"):
        mail = compose("exported", code=match.code, title=match.opened.title, reader=gm.name)
        cause = sitting.letter if sitting.letter is not None else sitting.now.isoformat()
        send(sitting, "exported", gm, mail, match.code, cause, attachments=attached)
    return told("exported", code=match.code)


def _give_dice(sitting: Sitting, file: File, words: str) -> Outcome:
    fallen = frozenset(roll.name for roll in rolls(sitting, file))
    made = decide(sitting, file, referee.GiveDice(words, fallen))
    refused = _refused(made if isinstance(made, Refusal) else None)
    return refused or told("dice-given", code=file.match.code, words=words)


def _announce(sitting: Sitting, file: File, line: int, text: str) -> Outcome:
    """Mail the GM's words to everybody at the table; ``line`` tells two announcements of one letter apart."""
    match = file.match
    readers = players(sitting, match)
    if not readers:
        return told("nobody-reads", code=match.code)
    for player in readers.values():
        mail = compose("announcement", code=match.code, title=match.opened.title, text=text, reader=player.name)
        cause = sitting.letter if sitting.letter is not None else sitting.now.isoformat()
        send(sitting, "announcement", player, mail, match.code, cause, line, text, match=match.code)
    return told("announced", code=match.code, readers=len(readers))


def _refused(refusal: Refusal | None) -> Outcome | None:
    return declined(refusal) if refusal else None
