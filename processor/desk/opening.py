"""Opens a match as the GM says, and tells what can be chosen for one: the options of the house and of each game."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from textwrap import fill

from processor.core import calendar, referee
from processor.core.calendar import Refusal as DateRefusal
from processor.core.dice import commitment
from processor.core.events import MatchOpened
from processor.core.game import HOUSE_OPTIONS, Game, Option, OptionValue
from processor.core.money import in_pence, in_words
from processor.core.reading import nearest
from processor.desk.answer import Outcome, Section, told
from processor.desk.files import put
from processor.desk.house import Sitting
from processor.desk.times import deadline_words
from processor.mail import commands
from processor.mail.rulings import by_case
from processor.mail.write import phrase
from processor.store import matches, schedule

_WIDTH = 68


def open_match(sitting: Sitting, new: commands.New) -> Outcome:
    """Open a match for sign-up, and answer with all that was taken down about it."""
    game = sitting.desk.games.get(new.game)
    if game is None:
        return unknown_game(sitting, new.game)
    if by_case(new.code).keys() != {None}:
        return told("code-of-a-case", code=new.code)
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


def unknown_game(sitting: Sitting, name: str) -> Outcome:
    """There is no game of that name; perhaps one of nearly that name is meant."""
    games = sitting.desk.games
    near = nearest(name, games)
    if near:
        return told("unknown-game-near", game=name, near=near)
    return told("unknown-game", game=name, games=", ".join(games), example=next(iter(games)))


def listed_options(options: Iterable[Option]) -> str:
    """What can be chosen, each with its values, what holds if nothing is said of it, and what it does."""
    return "\n\n".join(_listed(each) for each in options)


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
    section = Section(phrase("opened-title", {"code": new.code}), _taken_down(sitting, game, opened))
    return told("opened", code=new.code, title=title, game=game.name) + Outcome(sections=(section,))


# --- What was taken down ----------------------------------------------------------------------------------


def _taken_down(sitting: Sitting, game: Game[object], opened: MatchOpened) -> str:
    """A line for each thing that was said, or that holds since nothing was said."""
    return "\n".join(phrase("opened-line", {"what": what, "how": how}) for what, how in _terms(sitting, game, opened))


def _terms(sitting: Sitting, game: Game[object], opened: MatchOpened) -> Iterator[tuple[str, str]]:
    yield phrase("term-game"), game.title
    yield phrase("term-title"), opened.title
    yield phrase("term-seats"), f"{opened.fewest_seats}-{opened.most_seats}"
    yield phrase("term-deadlines"), calendar.say(opened.rule)
    yield phrase("term-zone"), opened.zone
    until = opened.sign_up_until
    yield phrase("term-sign-up"), deadline_words(until, opened.zone, sitting.now) if until else phrase("until-started")
    for option in (*game.options, *HOUSE_OPTIONS):
        if option.name in opened.options:
            yield option.name, _said(option, opened.options[option.name])


# --- Options ----------------------------------------------------------------------------------------------


def _options(game: Game[object], words: Sequence[tuple[str, str]]) -> dict[str, OptionValue] | Outcome:
    """The game's options with the GM's values in place of the defaults, or what is wrong with one of them.

    Those of the house are only written down where the GM has set them.
    """
    known = {option.name: option for option in (*HOUSE_OPTIONS, *game.options)}
    values = {option.name: option.default for option in game.options}
    for name, word in words:
        if name not in known:
            near = nearest(name, known)
            names = phrase("did-you-mean", {"near": near}) if near else phrase("options", {"names": ", ".join(known)})
            return told("no-such-option", game=game.title, option=name, names=names, topic=game.name)
        value = _value(known[name], word)
        if value is None:
            return told("bad-option", option=name, value=word, values=_allowed(known[name]), topic=game.name)
        values[name] = value
    return values


def _value(option: Option, word: str) -> OptionValue | None:
    match option.default:
        case bool():
            return {"on": True, "yes": True, "off": False, "no": False}.get(word.casefold())
        case int() if option.is_money:
            is_plain = word.isdigit() and int(word) > 0  # "50" alone could be 50p, or 50.00 as where money comes in
            pence = None if is_plain else in_pence(word)
            return pence if pence is not None and pence >= (option.at_least or 0) else None
        case int():
            fits = word.isascii() and word.isdigit() and int(word) >= (option.at_least or 0)
            return int(word) if fits else None
        case _:
            is_allowed = not option.choices or word in option.choices
            return word if is_allowed and (option.fits is None or option.fits(word)) else None


def _listed(option: Option) -> str:
    facts = {"name": option.name, "values": _allowed(option), "default": _said(option, option.default)}
    label = "option-line" if option.default != "" else "option-line-open"
    head = fill(phrase(label, facts), _WIDTH, initial_indent="  ", subsequent_indent="    ")
    return f"{head}\n{fill(option.help, _WIDTH, initial_indent='      ', subsequent_indent='      ')}"


def _allowed(option: Option) -> str:
    """The values that an option can have, in words."""
    match option.default:
        case bool():
            return phrase("option-switch")
        case int() if option.is_money:
            return phrase("option-sum")
        case int():
            return phrase("option-number", {"least": option.at_least or 0})
        case _ if option.choices:
            return phrase("option-choice", {"choices": ", ".join(option.choices)})
        case _:
            return phrase("option-text")


def _said(option: Option, value: OptionValue) -> str:
    """A value as the GM would write it."""
    match value:
        case bool():
            return "on" if value else "off"
        case int() if option.is_money:
            return in_words(value)
        case _:
            return str(value) or phrase("nothing-said")
