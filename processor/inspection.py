"""What we make of a mail, without recording anything: no configuration and no database are needed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from processor.core.game import Game
from processor.core.orders import Complaint, Line, Reading
from processor.core.text import normalise
from processor.mail import commands
from processor.mail.parse import Parsed, parse
from processor.mail.read import Letter, read
from processor.mail.route import is_reply, signs
from processor.mail.screen import Kind, screen
from processor.mail.vocabulary import GameWords


@dataclass(frozen=True)
class Inspection:
    """One mail and what came of reading it. ``commands`` are the house's words that stand in it."""

    file: str
    kind: str
    reason: str
    sender: str | None
    subject: str
    new_text: str
    game: str | None
    orders: tuple[str, ...]
    commands: tuple[str, ...]
    complaints: tuple[Complaint, ...]
    doubt: str | None

    def as_json(self) -> dict[str, Any]:
        """The same under the names that scripts rely on."""
        return {
            "file": self.file,
            "class": self.kind,
            "reason": self.reason,
            "from": self.sender,
            "subject": self.subject,
            "new_text": self.new_text,
            "game": self.game,
            "orders": list(self.orders),
            "commands": list(self.commands),
            "complaints": [asdict(complaint) for complaint in self.complaints],
            "doubt": self.doubt,
        }


def inspect_files(
    paths: Iterable[Path], games: Mapping[str, Game[Any]], game: str | None = None
) -> Iterator[Inspection]:
    """What we make of each file, in turn."""
    for path in paths:
        yield inspect(str(path), path.read_bytes(), games, game)


def inspect(name: str, raw: bytes, games: Mapping[str, Game[Any]], game: str | None = None) -> Inspection:
    """What we make of one mail. Orders are looked for only in what a person wrote."""
    letter = read(raw)
    screening = screen(letter, raw)
    human = screening.kind is Kind.HUMAN
    parsed = _understood(letter, GameWords.of(games.values())) if human else Parsed((), ())
    lines = tuple(line for block in parsed.blocks for line in block.lines)
    chosen = game or _named(letter, parsed, games) or _likeliest(lines, games)
    reading = games[chosen].read(lines) if chosen else Reading()
    said = tuple(games[chosen].say(each.order) for each in reading.written) if chosen else ()
    return Inspection(
        file=name,
        kind=screening.kind.value,
        reason=screening.reason,
        sender=letter.sender,
        subject=letter.subject,
        new_text=letter.text,
        game=chosen,
        orders=() if letter.doubt else said,
        commands=tuple(_words(command) for block in parsed.blocks for command in block.commands),
        complaints=(*parsed.complaints, *reading.complaints),
        doubt=letter.doubt,
    )


def _understood(letter: Letter, words: GameWords) -> Parsed:
    """What the text says; where it says nothing, what the subject does, unless that is our own, sent back."""
    parsed, subject = parse(letter.text, gm=True, words=words), normalise(letter.subject)
    if is_reply(subject) or any(block.commands or block.lines for block in parsed.blocks):
        return parsed
    return parse(subject, gm=True, words=words)


def _named(letter: Letter, parsed: Parsed, games: Mapping[str, Game[Any]]) -> str | None:
    """The game whose name begins a match code in the letter or its subject."""
    codes = [block.match for block in parsed.blocks] + [signs(letter).code]
    return next((name for code in codes if code for name in games if code.startswith(name)), None)


def _likeliest(lines: tuple[Line, ...], games: Mapping[str, Game[Any]]) -> str | None:
    """The game that finds most orders in these lines, or else most that tries to be one."""
    found = {name: each.read(lines) for name, each in games.items()} if lines else {}
    ranks = {name: (len(reading.written), len(reading.complaints)) for name, reading in found.items()}
    best = max(ranks, key=lambda name: ranks[name], default=None)
    return best if best and any(ranks[best]) else None


def _words(command: commands.Command) -> str:
    facts = {
        name: value for name, value in asdict(command).items() if name != "line" and value not in (None, (), False)
    }
    return " ".join([type(command).__name__, *(f"{name}={value}" for name, value in facts.items())])
