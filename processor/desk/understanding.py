"""What a letter says, by its text or by its subject."""

from collections.abc import Collection
from functools import partial

from processor.core.text import normalise
from processor.desk.house import Sitting
from processor.desk.ordering import reads_as_orders, tried
from processor.desk.people import somebody_at
from processor.mail.parse import Parsed, parse
from processor.mail.read import Letter
from processor.mail.route import is_reply
from processor.mail.rulings import by_case
from processor.store import matches
from processor.store.roster import Player, Role


def codes_of(sitting: Sitting, player: Player) -> list[str]:
    """The codes of the matches that a player may be writing about: the GM may of any that is not over."""
    records = matches.matches_of(sitting.store, player.id)
    others = matches.current(sitting.store) if player.role == "gm" else ()
    return list(dict.fromkeys(record.code for record in (*records, *others)))


def understood(sitting: Sitting, letter: Letter, codes: Collection[str], role: Role) -> Parsed:
    """What the letter says by its text, or where that has nothing, by its subject unless that is our own, sent back.

    A text that only greets gives way to a subject with orders. A subject with mere words needs an empty text.
    """
    read = partial(
        parse,
        codes=codes,
        gm=role == "gm",
        treasurer=role == "treasurer",
        words=sitting.desk.words,
        seated=partial(somebody_at, sitting),  # only the GM's words are about others
    )
    text = by_case(letter.text).get(None, "") if role == "gm" else letter.text
    parsed, subject = read(text), normalise(letter.subject)
    if is_reply(subject) or asks_for_something(parsed) or parsed.complaints:
        return parsed
    by_subject = read(subject)
    if not says_anything(parsed):
        return by_subject
    if len(parsed.written) > sitting.desk.house.most_lines or not reads_as_orders(sitting, by_subject.written):
        return parsed
    return by_subject if next(tried(sitting.desk.games.values(), parsed.written), None) is None else parsed


def says_anything(parsed: Parsed) -> bool:
    return bool(parsed.complaints) or any(block.commands or block.lines for block in parsed.blocks)


def asks_for_something(parsed: Parsed) -> bool:
    """Whether there is a word of the house in it."""
    return any(block.commands for block in parsed.blocks)
