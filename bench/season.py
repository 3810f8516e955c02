"""A house in the middle of its season: matches of both games under way, and the letters that come in for them."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from random import Random

from bench.letters import Reply, letter
from processor.daemon.rounds import now
from processor.daemon.start import desk_on
from processor.desk.counter import instruct
from processor.desk.drafts import reply_address
from processor.desk.files import find
from processor.desk.house import Desk, House, Sitting
from processor.desk.seating import take_seat
from processor.mail.write import text_of
from processor.store import outbox, roster
from processor.store.database import connect
from processor.store.roster import Player

HOUSE = House("The Long Table", "games@long.test", "Marian", "marian@long.test", "Europe/London")
SEATS = {"choice": 20, "perudo": 5}
LETTERS_A_SEAT, LETTERS_A_PLAYER = 2, 8
AGO = timedelta(days=7)
ZONES = ("Europe/London", "Europe/Berlin", "America/New_York", "Australia/Sydney")
NAMES = ("Anna", "Béla", "Chris", "Dörte", "Emil", "Françoise", "Gus", "Hiro", "Ines", "Jörg", "Kate", "Luis")
SURNAMES = ("Archer", "Baker", "Cooper", "Dyer", "Fletcher", "Glover", "Hooper", "Mason", "Potter", "Sawyer")
SPELLINGS: dict[str, tuple[str, ...]] = {
    r"\bA turn (\d+): ": (r"A turn \1: ", r"turn \1: ", r"T\1 ", r"Turn \1 - ", r"Set \1: "),
    r", reject (\d)": (r", reject \1", r", rej \1", r" and bin the \1", r", reject \1."),
    r"(\d)\+(\d)": (r"\1+\2", r"\1 + \2", r"\1 and \2", r"\1+\2"),
    r"\bchallenge\b": ("challenge", "dudo", "I challenge", "liar!"),
    r"^(\d\.\d): (\d+) (\w+)$": (r"\1: \2 \3", r"\1 \2 \3", r"\1: raise to \2 \3", r"\1 - \2 \3"),
}


@dataclass(frozen=True)
class Season:
    """The database as it was before the letters came, and the letters."""

    database: Path
    letters: tuple[bytes, ...]

    def copy(self, folder: Path, name: str) -> str:
        """The address of a fresh copy of the database."""
        shutil.copy(self.database, folder / name)
        return f"sqlite:///{folder / name}"


def season(folder: Path, letters: int) -> Season:
    """As many matches as it takes for that many letters, two from each seat; half of them for either game."""
    place = folder / f"season-{letters}.db"
    database = connect(f"sqlite:///{place}")
    desk = desk_on(database, HOUSE)
    rng = Random(letters)
    people = players(desk, max(letters // LETTERS_A_PLAYER, max(SEATS.values())))
    tables = {game: letters // LETTERS_A_SEAT // len(SEATS) // seats for game, seats in SEATS.items()}
    codes = [code for game, number in tables.items() for code in open_matches(desk, game, number, people)]
    written = [each for code in codes for each in _replies(desk, code, rng)]
    _mark_as_sent(desk)
    database.close()
    rng.shuffle(written)
    return Season(place, tuple(letter(each, rng) for each in written))


def players(desk: Desk, number: int) -> list[Player]:
    """People who are known here."""
    with desk.database.begin() as store:
        return [
            roster.add_player(store, f"p{each}@players.test", _name(each), ZONES[each % len(ZONES)], confirmed=True)
            for each in range(number)
        ]


def open_matches(desk: Desk, game: str, number: int, people: list[Player]) -> Iterator[str]:
    """The codes of new matches of a game, each begun with its seats taken by the next people."""
    seats, then = SEATS[game], now() - AGO
    for each in range(number):
        code = f"{game}-{each + 1}"
        instruct(desk, f"new {game} {code} seats {seats}-{seats} deadline 30 days after the last", then)
        with desk.sit(then, "the season") as sitting:
            for seat in range(seats):
                file = find(sitting, code)
                assert file
                take_seat(sitting, people[(each * seats + seat) % len(people)], file, None)
        yield code


def orders(game: str, view: object, rng: Random) -> str:
    """What a player of that game orders, in one of the many ways it can be written."""
    text: str = import_module(f"tests.games.{game}.bot").letter(view, rng)
    for canonical, spellings in SPELLINGS.items():
        text = re.sub(canonical, rng.choice(spellings), text, flags=re.MULTILINE)
    return text


def _replies(desk: Desk, code: str, rng: Random) -> Iterator[Reply]:
    """Two letters from each seat: orders, and others that take their place."""
    with desk.database.reading() as store:
        sitting = Sitting(desk, store, now(), "the season")
        file = find(sitting, code)
        assert file
        match = file.match
        for seat, player in roster.seated(store, code).items():
            posted = outbox.by_message_id(store, desk.message_id("opening", player.id, code, 0))
            mail = outbox.draft(store, posted.id) if posted else None
            assert mail, f"{player.name} has no opening mail of {code}"
            for number in range(LETTERS_A_SEAT):
                yield Reply(
                    number,
                    player.name,
                    player.address,
                    reply_address(sitting, desk.token("seat", player.id, code)),
                    f"[{code}] {match.opened.title} begins",
                    text_of(mail.mime),
                    orders(match.game.name, match.game.view(match.state, seat), rng),
                )


def _mark_as_sent(desk: Desk) -> None:
    with desk.database.begin() as store:
        waiting = outbox.due(store, now(), 10**9, now())
        outbox.sent(store, [each.id for each in waiting], now() - AGO)


def _name(number: int) -> str:
    return f"{NAMES[number % len(NAMES)]} {SURNAMES[number // len(NAMES) % len(SURNAMES)]}"
