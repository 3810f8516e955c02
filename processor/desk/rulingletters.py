"""Which cases a GM's letter rules on, and what it says besides."""

from collections.abc import Mapping

from processor.desk import rulings
from processor.desk.house import Sitting
from processor.desk.opened import Opened
from processor.desk.understanding import asks_for_something
from processor.desk.writers import tokens_in
from processor.mail.parse import Block, Parsed
from processor.mail.route import is_reply
from processor.mail.rulings import by_case, case_in_subject


def cases_ruled_on(sitting: Sitting, opened: Opened) -> Mapping[int, str]:
    """The cases that a GM's letter rules on, and what it says of each.

    Words of the house with no ruling among them say nothing of the case whose mail they answer.
    """
    if opened.player.role != "gm":
        return {}
    text = opened.letter.text
    own = by_case(text).get(None, "")
    is_ruling = rulings.first_line(sitting, own) is not None or not asks_for_something(opened.parsed)
    parts = by_case(text, case_answered(sitting, opened) if is_ruling else None)
    return {number: words for number, words in parts.items() if number is not None}


def case_answered(sitting: Sitting, opened: Opened) -> int | None:
    """The case whose mail a GM's letter answers: by the reply token, or by the subject."""
    if opened.player.role != "gm":
        return None
    for token in tokens_in(sitting, opened.letter):
        if token.case is not None:
            return token.case
    subject = opened.letter.subject
    return case_in_subject(subject) if is_reply(subject) else None


def beside_rulings(sitting: Sitting, opened: Opened, ruled: Mapping[int, str]) -> Parsed:
    """What a letter says besides rulings: what is about no case, and the house's words above the first ruling."""
    words = ruled.get(case_answered(sitting, opened) or 0)
    if words is None:
        return opened.parsed
    first = rulings.first_line(sitting, words) or 0
    above = [[each for each in block.commands if each.line < first] for block in opened.parsed.blocks]
    blocks = zip(opened.parsed.blocks, above, strict=True)
    kept = tuple(Block(block.match, (), tuple(commands)) for block, commands in blocks if commands)
    return Parsed(kept, (), ended=tuple(line for line in opened.parsed.ended if line.number < first))
